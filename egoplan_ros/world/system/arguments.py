# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Values that a program of somebody's own hands over: what is wrong with one is told in a line."""

from math import inf
from numbers import Real
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
        raise InputError(f"{name}: must be {wanted}, got {told[:80]}")


def checked_seed(value: Any) -> int | None:
    """A seed as a plain number, numpy's included; None stays None.

    Raises:
        InputError: no whole number, or one that is out of range.
    """
    return None if value is None else whole("seed", value, 0, LARGEST_SEED)


def whole(name: str, value: Any, low: float, high: float) -> int:
    """A whole number as a plain int, numpy's included; True and False are none.

    Args:
        name: of the argument.
        value: what was given.
        low: the least it may be.
        high: the most it may be.

    Raises:
        InputError: no whole number, or one beyond the limits.
    """
    try:
        given = None if isinstance(value, bool) else index(value)
    except TypeError:
        given = None
    fits = given is not None and low <= given <= high
    require(fits, name, f"a whole number {_limits(low, high)}", value)
    assert given is not None
    return given


def number(name: str, value: Any, low: float, high: float) -> float:
    """A number as a plain float, numpy's included; True and False are none.

    Args:
        name: of the argument.
        value: what was given.
        low: the least it may be.
        high: the most it may be.

    Raises:
        InputError: no number, or one beyond the limits.
    """
    try:
        given = float(value) if isinstance(value, Real) and not isinstance(value, bool) else inf
    except OverflowError:
        given = inf
    require(low <= given <= high, name, f"a number {_limits(low, high)}", value)
    return given


def _limits(low: float, high: float) -> str:
    ends = (str(int(end)) if end == int(end) else f"{end:g}" for end in (low, high))
    return "from {} to {}".format(*ends)
