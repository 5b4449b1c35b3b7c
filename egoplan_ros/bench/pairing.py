# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which row of the object memory is which true object."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from egoplan_ros.robots.thor_oracle import STRUCTURE, floor_height, states_of
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.state import WorldState

TrueObjects = Mapping[str, Mapping[str, Any]]
"""By the simulator's id: type; center and size of its box in map, metres; states with their values,
0 or 1; parents, ids of the receptacles it is in or on; held; near, as AI2-THOR's ``visible``."""

_GAP = 0.10
_NEAR = 0.30
_NEVER = 1e3


def true_objects(truth: Mapping[str, Any]) -> TrueObjects:
    """What is in the scene by ``Robot.truth()``, without what the building is made of."""
    found = {}
    floor = floor_height(truth["agent"])
    for item in truth["objects"]:
        box = item["axisAlignedBoundingBox"]
        if item["objectType"] in STRUCTURE or box is None:
            continue
        c, s = box["center"], box["size"]
        found[item["objectId"]] = {
            "type": item["objectType"],
            "center": [c["z"], -c["x"], c["y"] - floor],
            "size": [s["z"], s["x"], s["y"]],
            "states": states_of(item),
            "parents": item["parentReceptacles"] or [],
            "held": bool(item["isPickedUp"]),
            "near": bool(item["visible"] or item["isPickedUp"]),
        }
    return found


def pair(world: WorldState, truth: TrueObjects) -> tuple[dict[str, str], list[ObjectInstance]]:
    """Row id by true name, one to one by type and nearness; and rows left over.

    Of rows that are doubtful the robot does not say that there is such a thing: they are not asked.
    """
    found: dict[str, str] = {}
    left: list[ObjectInstance] = []
    told = [row for row in world.objects.values() if not row.doubtful]
    for kind in sorted({row.type for row in told}):
        rows = [row for row in told if row.type == kind]
        names = sorted(name for name, item in truth.items() if item["type"] == kind)
        cost = np.full((len(rows), len(names)), _NEVER)
        for r, row in enumerate(rows):
            for c, name in enumerate(names):
                cost[r, c] = _apart(row, truth[name])
        used = set()
        for r, c in zip(*linear_sum_assignment(cost), strict=True):
            if cost[r, c] < _NEVER:
                found[names[c]] = rows[r].id
                used.add(r)
        left += [row for r, row in enumerate(rows) if r not in used]
    return found, left


def pair_by_place(world: WorldState, truth: TrueObjects) -> dict[str, ObjectInstance]:
    """Rows by true name, one to one by place alone; of two at one place that of its type."""
    rows = [row for row in world.objects.values() if not row.doubtful]
    names = sorted(truth)
    cost = np.full((len(rows), len(names)), _NEVER)
    for r, row in enumerate(rows):
        for c, name in enumerate(names):
            if (apart := _apart(row, truth[name])) < _NEVER:
                cost[r, c] = apart + (row.type != truth[name]["type"])
    pairs = zip(*linear_sum_assignment(cost), strict=True)
    return {names[c]: rows[r] for r, c in pairs if cost[r, c] < _NEVER}


def _apart(row: ObjectInstance, item: Mapping[str, Any]) -> float:
    if row.held and item["held"]:
        return 0.0
    delta = np.abs(np.array(row.center) - item["center"])
    half = 0.5 * np.array(item["size"])
    gap = float(np.linalg.norm(np.maximum(delta - half - 0.5 * np.array(row.size), 0.0)))
    far = float(np.linalg.norm(delta))
    return far if gap <= _GAP and far <= max(_NEAR, float(np.linalg.norm(half))) else _NEVER
