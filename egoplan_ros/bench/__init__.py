"""Task suites, evaluators, metrics and reports."""
