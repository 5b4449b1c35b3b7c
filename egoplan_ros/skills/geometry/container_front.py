# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which side of a container opens: the one that faces free floor, away from a wall."""

import numpy as np
import numpy.typing as npt

from egoplan_ros.skills.paths.lattice import DIRECTIONS
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

_FRONT_NEAR, _FRONT_FAR = 0.30, 0.95
"""Metres before a side between which floor is free if it is the front: where one stands."""
_BACK_NEAR, _BACK_FAR = 0.05, 0.35
"""Metres behind it between which a wall, or nothing known, is."""
_CLEAR_LEAD = 0.15
"""What the best side must be ahead of the next to be the front."""
_WALL_BONUS = 0.5
"""What a side counts for that has a wall behind it."""
_SEEN_BONUS = 0.6
"""What a side counts for that it was always seen from."""
_WIDE_BONUS, _WIDER = 0.3, 1.25
"""What a side counts for that is so many times as wide as its neighbour, at least."""
_THIN = 0.12
"""Metres: what is thinner is a door of which nothing else was seen yet."""


def container_of(
    item: ObjectInstance, world: WorldState, ontology: Ontology
) -> ObjectInstance | None:
    """The object itself or its parent, if that is a fixed container with a door or drawer."""
    for name in (item.id, item.parent or ""):
        found = world.objects.get(name)
        if (
            found is not None
            and ontology.affords(found.type, "openable")
            and ontology.affords(found.type, "receptacle")
            and not ontology.affords(found.type, "pickupable")
        ):
            return found
    return None


def front_of(item: ObjectInstance, world: WorldState) -> int | None:
    """Heading 0..3 of the outward normal of a container's front; None when it is not clear.

    A front has free floor before it, from where it was seen. What is behind it is a wall (nothing
    known explains it) or unknown; to the sides stand other pieces of furniture. Refrigerators,
    microwaves and most cupboards are wider than deep.
    """
    item = item.as_closed()  # an open door makes the box larger, and hides what is beside it
    scores = np.array([_score(item, world, side) for side in range(4)])
    scores += _SEEN_BONUS * _seen_share(item)
    wide = float(np.log(max(item.size[1], _THIN) / max(item.size[0], _THIN)) / np.log(_WIDER))
    scores += _WIDE_BONUS / 2.0 * min(max(wide, -1.0), 1.0) * np.array([1.0, -1.0, 1.0, -1.0])
    if min(item.size[:2]) < _THIN:
        # Only the door has been seen so far; its flat side is the front.
        thin = 0 if item.size[0] < item.size[1] else 1
        for side in (1 - thin, 3 - thin):
            scores[side] -= 1.0
    order = np.argsort(-scores)
    lead = float(scores[order[0]] - scores[order[1]])
    return int(order[0]) if lead >= _CLEAR_LEAD else None


def _seen_share(item: ObjectInstance) -> npt.NDArray[np.float64]:
    """Share of the poses it was seen well from that lie before each side, ``(4,)``."""
    if not item.seen_from:
        return np.zeros(4)
    half = np.array(item.size[:2]) / 2.0
    offset = np.array([(pose.x, pose.y) for pose in item.seen_from]) - np.array(item.center[:2])
    beyond = np.maximum(np.abs(offset) - half, 0.0) * np.sign(offset)
    reach = beyond @ np.array(DIRECTIONS, dtype=np.float64).T
    return np.bincount(np.argmax(reach, axis=1), minlength=4) / len(reach)


def _score(item: ObjectInstance, world: WorldState, side: int) -> float:
    ahead = _strip(item, side, _FRONT_NEAR, _FRONT_FAR)
    behind = _strip(item, (side + 2) % 4, _BACK_NEAR, _BACK_FAR)
    grid = world.grid
    values = np.array([grid.value(float(x), float(y)) for x, y in ahead])
    back = np.array([grid.value(float(x), float(y)) for x, y in behind])
    free = float((values == 0).mean())
    solid = float((back != 0).mean())
    wall = 0.0 if _explained(behind, item, world) > 0.3 else _WALL_BONUS
    return free + solid * (0.5 + wall)


def _strip(item: ObjectInstance, side: int, near: float, far: float) -> npt.NDArray[np.float64]:
    """Points of a strip along one side of the box, between two distances from it."""
    nx, ny = DIRECTIONS[side]
    half = np.array(item.size[:2]) / 2.0
    out = np.linspace(near, far, 8)
    along = np.linspace(-0.8, 0.8, 5)
    outward, sideways = (half[0], half[1]) if nx else (half[1], half[0])
    distance, shift = np.meshgrid(outward + out, along * sideways)
    x = item.center[0] + distance * nx + shift * (0 if nx else 1)
    y = item.center[1] + distance * ny + shift * (1 if nx else 0)
    return np.stack([x.ravel(), y.ravel()], axis=1)


def _explained(points: npt.NDArray[np.float64], item: ObjectInstance, world: WorldState) -> float:
    """Share of points that lie in other known furniture of about the same height."""
    hit = np.zeros(len(points), dtype=bool)
    for other in world.objects.values():
        if other.id == item.id or max(other.size) < 0.25:
            continue
        if other.top < item.bottom - 0.1 or other.bottom > item.top + 0.1:
            continue
        low = np.array(other.center[:2]) - np.array(other.size[:2]) / 2.0 - 0.03
        high = np.array(other.center[:2]) + np.array(other.size[:2]) / 2.0 + 0.03
        hit |= np.all((points > low) & (points < high), axis=1)
    return float(hit.mean())
