"""Beliefs and a goal as a planning problem: what matters, and nothing else."""
