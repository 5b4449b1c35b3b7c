"""Kinds of numbers that commands take."""

from argparse import ArgumentTypeError

LARGEST_SEED = 2**31 - 1
"""What a ROS parameter, the simulator and numpy all take for the same number."""


def seconds(text: str) -> float:
    """A time above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < 1e6:
        raise ArgumentTypeError(f"{text[:40]!r} is no number of seconds above 0")
    return value


def seed(text: str) -> int:
    """A seed; others would mean one thing in this process and another over ROS."""
    try:
        value = int(text)
    except ValueError:
        value = -1
    if not 0 <= value <= LARGEST_SEED:
        raise ArgumentTypeError(f"{text[:40]!r} is no whole number from 0 to {LARGEST_SEED}")
    return value
