"""Words: tokens, names of things, spelling."""
