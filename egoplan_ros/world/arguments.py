"""Values that a program of somebody's own hands over: what is wrong with one is told in a line."""

from operator import index
from typing import Any

from egoplan_ros.world.errors import InputError

LARGEST_SEED = 2**31 - 1
"""What a ROS parameter, the simulator and numpy all take for the same number."""


def require(fits: bool, name: str, wanted: str, value: Any) -> None:
    """Check a value.

    Args:
        fits: whether it is what is wanted.
        name: of the argument.
        wanted: what it must be, in words.
        value: what was given.

    Raises:
        InputError: it does not fit.
    """
    if not fits:
        told = " ".join(repr(value).split())
        raise InputError(f"{name}: must be {wanted}, not {told[:80]}")


def checked_seed(value: Any) -> int | None:
    """A seed as a plain number, numpy's included; None stays None.

    Raises:
        InputError: no whole number, or one that is out of range.
    """
    if value is None:
        return None
    try:
        number = -1 if isinstance(value, bool) else index(value)
    except TypeError:
        number = -1
    wanted = f"a whole number from 0 to {LARGEST_SEED}, or None"
    require(0 <= number <= LARGEST_SEED, "seed", wanted, value)
    return number
