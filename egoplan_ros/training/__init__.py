"""Everything that only makes weights; imported by commands and tests alone."""
