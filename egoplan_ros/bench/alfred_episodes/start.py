# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where an episode begins: on ALFRED's place, or on the next one where the body does not fit there.

What was rebuilt may be a little thicker than it was, and a wall be where the recorded list of
ground has a gap.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from egoplan_ros.bench.alfred_episodes.arrangement import Action
from egoplan_ros.world.errors import InputError

Do = Callable[[Action], tuple[Any, str]]
"""Does an action of AI2-THOR: what it returns, and why it was refused, or ""."""

_ASIDE = 0.3
"""Metres: the next places of ALFRED's grid."""
_SAME = 0.01
_LEVEL = 0.05
"""Metres up or down by which AI2-THOR lets a teleport miss the floor."""


@dataclass(frozen=True, slots=True)
class Start:
    """How an episode began.

    Attributes:
        action: what brought the agent there.
        moved: metres from where ALFRED's agent stood.
    """

    action: Action
    moved: float = 0.0


def stand(start: Action, do: Do) -> Start:
    """Bring the agent to the start of an episode, or beside it.

    Args:
        start: the last action of :func:`~egoplan_ros.bench.alfred_episodes.arrangement.arrange`.
        do: of a room that is arranged but for it.

    Raises:
        InputError: refused, and not for want of room, or there is none beside it either.
    """
    _, why = do(start)
    if not why:
        return Start(start)
    places, _ = do({"action": "GetReachablePositions"})
    aside = beside(start, places or ())
    if aside is not None and not do(aside)[1]:
        return Start(aside, round(_along_floor(start, aside), 3))
    raise InputError(f"{start['action']} failed: {why}")


def beside(start: Action, places: Sequence[Mapping[str, float]]) -> Action | None:
    """The start on the next place to it, at its height.

    None where there is none close by, or the start is such a place: it was refused for another
    reason then.

    Args:
        start: a TeleportFull.
        places: of AI2-THOR's ``GetReachablePositions``.
    """
    level = (place for place in places if abs(place["y"] - start["y"]) <= _LEVEL)
    near = min(level, key=lambda place: _along_floor(start, place), default=None)
    if near is None or not _SAME < _along_floor(start, near) <= _ASIDE:
        return None
    return {**start, **{axis: near[axis] for axis in "xyz"}}


def _along_floor(one: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    return hypot(one["x"] - other["x"], one["z"] - other["z"])
