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
    """Whether the blocked action was done later, or the same with another thing of the type.

    Not when it was blocked in the same way before, nor with a person's help. What nothing of that
    befell was handled if the episode succeeded without it.
    """
    for entry in later:
        if entry.kind == "action" and entry.code == "ok":
            if entry.what.startswith("AskHuman("):
                return False
            if _kind_of(entry.what) == _kind_of(block.what):
                return True
        elif entry.kind == "blocked" and (entry.what, entry.code) == (block.what, block.code):
            return False
        elif entry.kind == "planner" and entry.what == block.what and entry.code in _PLANS:
            return True
    return success


def _kind_of(action: str) -> str:
    """An action with types in the place of things."""
    return _NUMBER.sub("", action)
