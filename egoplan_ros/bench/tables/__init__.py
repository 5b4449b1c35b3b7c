"""The numbered tables and figures of the five papers, made anew from episodes of the suites."""
