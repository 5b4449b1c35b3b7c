"""Robots: one small interface, and the drivers behind it."""
