# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person who does what a robot without an arm asks for, by its own words."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from egoplan_ros.robots.mobile_base import REQUESTS, words
from egoplan_ros.robots.thor_actions import INTERACTIONS
from egoplan_ros.world.primitive import PrimitiveKind

_UNDERSTOOD = [
    (kind, re.compile(re.escape(text).replace(re.escape("{}"), "(.+?)") + r"( by \d+%.*)?"))
    for kind, text in REQUESTS.items()
]


def understood(request: str) -> tuple[PrimitiveKind, str] | None:
    """What is asked for, and of what ("" where nothing is named); None: it is no such request."""
    for kind, pattern in _UNDERSTOOD:
        if found := pattern.fullmatch(request):
            return kind, found.group(1) if "{}" in REQUESTS[kind] else ""
    return None


def action_for(
    request: str, objects: Sequence[Mapping[str, Any]], held: str | None
) -> dict[str, Any] | None:
    """The simulator's action that does it; None when the person cannot.

    Args:
        request: of the robot.
        objects: of the simulator's metadata; of those of a name the nearest is meant.
        held: id of what is in the robot's hand.
    """
    found = understood(request)
    if found is None:
        return None
    kind, name = found
    if kind is PrimitiveKind.DROP:
        return {"action": "DropHandObject", "forceAction": True} if held else None
    if kind is PrimitiveKind.POUR:
        return {"action": "EmptyLiquidFromObject", "objectId": held} if held else None
    meant = [
        item for item in objects if words(item["objectType"]) == name and item["objectId"] != held
    ]
    if not meant:
        return None
    nearest = min(meant, key=lambda item: float(item["distance"]))
    action: dict[str, Any] = {"action": INTERACTIONS[kind], "objectId": nearest["objectId"]}
    if kind is PrimitiveKind.POUR_ONTO:
        return action | {"fillLiquid": "water"}
    return action | {"forceAction": True}
