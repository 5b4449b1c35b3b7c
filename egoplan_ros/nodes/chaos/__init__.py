"""Faults that are put upon a running graph on purpose, to see what it makes of them."""
