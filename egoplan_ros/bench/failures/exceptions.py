# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What went wrong while plans were carried out, and what the agent got over itself (DANLI fig. 7).

Each blocking condition that the agent ran into or foresaw is one exception, and counts by itself.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from egoplan_ros.bench.failures.case import NOT_SEEN, NOT_THERE, PLANNING, WAY
from egoplan_ros.bench.failures.log import Entry
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.blocking import BlockingKind

CLASSES: dict[str, frozenset[str]] = {
    "Target lost": frozenset(map(str, NOT_SEEN | NOT_THERE)),
    "Way blocked": frozenset(map(str, WAY)),
    "Out of reach": frozenset({BlockingKind.OUT_OF_REACH}),
    "Receptacle closed": frozenset({BlockingKind.RECEPTACLE_CLOSED}),
    "Receptacle full": frozenset({BlockingKind.RECEPTACLE_FULL}),
    "Precondition": frozenset(
        {
            BlockingKind.HAND_OCCUPIED,
            BlockingKind.HAND_EMPTY,
            BlockingKind.WRONG_STATE,
            BlockingKind.LIES_DEEP,
            BlockingKind.NOT_ALLOWED,
        }
    ),
    "No effect": frozenset({BlockingKind.NO_EFFECT}),
    "No plan": frozenset(map(str, PLANNING)),
}
"""Blocking conditions by class; the rest are :data:`OTHERS`."""

OTHERS = "Others"
_PLANS = (PlanStatus.SOLVED, PlanStatus.EXPLORE, PlanStatus.SATISFIED)
_NUMBER = re.compile(r"_\d+\b")


def class_of(kind: str) -> str:
    """The class of a blocking condition."""
    return next((name for name, kinds in CLASSES.items() if kind in kinds), OTHERS)


def exceptions(episode: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """Class of each exception of an episode, and whether the agent handled it itself."""
    log = [Entry(*row) for row in episode.get("events", ())]
    return [
        (class_of(entry.code), _handled(entry, log[at + 1 :], bool(episode["success"])))
        for at, entry in enumerate(log)
        if entry.kind == "blocked" and entry.code != BlockingKind.NOBODY_HELPED
    ]


def _handled(block: Entry, later: Sequence[Entry], success: bool) -> bool:
    """Whether the blocked action was done later, before it was blocked in the same way again.

    Where it was not tried again, the same with another thing of the type, or that the episode
    succeeded without it, will do. What a person helped with was not handled by the agent itself.
    """
    helped = next((at for at, entry in enumerate(later) if _is_help(entry)), None)
    alone = later[:helped]
    for entry in alone:
        if entry.what == block.what and _worked(entry):
            return True
        if entry.kind == "blocked" and (entry.what, entry.code) == (block.what, block.code):
            return False
    if any(_worked(entry) and _kind_of(entry.what) == _kind_of(block.what) for entry in alone):
        return True
    return success and helped is None


def _worked(entry: Entry) -> bool:
    """Whether an action was done, or the planner had a plan."""
    done = entry.kind == "action" and entry.code == "ok"
    return done or (entry.kind == "planner" and entry.code in _PLANS)


def _is_help(entry: Entry) -> bool:
    return entry.kind == "action" and entry.code == "ok" and entry.what.startswith("AskHuman(")


def _kind_of(action: str) -> str:
    """An action with types in the place of things."""
    return _NUMBER.sub("", action)
