"""Executes a goal: plans, acts, notices what blocks, recovers, and stops honestly."""
