# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Exit codes of programs that solve, those of Fast Downward (its driver/returncodes.py)."""

SOLVED = 0
"""The plan is written."""
UNSOLVABLE = 11
"""There is none."""
TIMEOUT = 23
"""Its time was over."""
UNSUPPORTED = 34
"""It does not know such problems, or is not installed."""
FAILED = 30
"""Anything else; what a program printed tells."""
