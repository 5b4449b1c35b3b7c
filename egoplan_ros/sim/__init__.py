"""Embedded household simulator: a separate process that speaks AI2-THOR's wire protocol."""
