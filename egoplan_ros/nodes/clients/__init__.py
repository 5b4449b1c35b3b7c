"""Listeners of a running graph, and who gives it tasks."""
