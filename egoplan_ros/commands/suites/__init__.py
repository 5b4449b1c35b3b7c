"""Suites of `bench` that start graphs of their own."""
