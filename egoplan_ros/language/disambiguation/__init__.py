"""Readings settled by what is seen, or by asking."""
