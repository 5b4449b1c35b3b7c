# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Blocking conditions: why an action cannot go on (BCR III)."""

from dataclasses import dataclass, field
from enum import StrEnum

from egoplan_ros.world.action import SymbolicAction


class BlockingKind(StrEnum):
    """The kinds that the code itself tells.

    config/blocking_conditions.yaml gives each its resolutions; a catalogue may have further ones.
    """

    NOT_VISIBLE = "not_visible"
    NOT_FOUND = "not_found"
    OUT_OF_REACH = "out_of_reach"
    PATH_BLOCKED = "path_blocked"
    WAY_BARRED = "way_barred"
    CONTENT_IN_FRONT = "content_in_front"
    VIEW_OCCLUDED = "view_occluded"
    RECEPTACLE_CLOSED = "receptacle_closed"
    RECEPTACLE_FULL = "receptacle_full"
    HAND_OCCUPIED = "hand_occupied"
    HAND_EMPTY = "hand_empty"
    TOOL_MISSING = "tool_missing"
    LIES_DEEP = "lies_deep"
    WRONG_STATE = "wrong_state"
    NO_EFFECT = "no_effect"
    NOT_ALLOWED = "not_allowed"
    OBJECT_MOVED = "object_moved"
    PERCEPTION_STALE = "perception_stale"
    PLANNER_TIMEOUT = "planner_timeout"
    NO_PLAN = "no_plan"
    ROBOT_FAULT = "robot_fault"
    NOBODY_HELPED = "nobody_helped"
    TOO_LONG = "too_long"


def kind_of(name: str) -> str:
    """The kind of a name: one of :class:`BlockingKind`, or the name itself."""
    return BlockingKind(name) if name in set(BlockingKind) else name


@dataclass(frozen=True, slots=True)
class BlockingCondition:
    """What blocks which action, and what could resolve it.

    Attributes:
        kind: one of :class:`BlockingKind`, or a name of the catalogue's own.
        action: the blocked symbolic action.
        objects: ids of the objects involved.
        message: one line for people.
        resolutions: actions that may remove it, in the order a heuristic would try them.
        stamp: seconds.
    """

    kind: str
    action: SymbolicAction
    objects: tuple[str, ...] = ()
    message: str = ""
    resolutions: tuple[SymbolicAction, ...] = field(default=())
    stamp: float = 0.0
