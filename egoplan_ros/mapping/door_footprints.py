# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which open doors stand between the robot and what it looks at."""

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.interior import corners, interior
from egoplan_ros.world.geometry import crossed_boxes
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

Points = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

_REACHES_OUT = 0.1
"""Metres that a door must reach out to hide anything."""
_MOSTLY = 0.5
"""Share of the points of what is hidden that lie behind the door, at least."""
_HIDES_WITHIN = 1.0
"""Metres between the boxes of what is hidden and of what hides it, at most."""


def open_doors(world: WorldState, ontology: Ontology) -> list[ObjectInstance]:
    """Doors and drawers that stand open; not the lids of what can be carried."""
    return [
        item
        for item in world.objects.values()
        if item.type in ontology
        and ontology.lidded(item.type)
        and not ontology.affords(item.type, "pickupable")
        and item.is_("open")
    ]


def hiding_doors(
    world: WorldState, item: ObjectInstance, doors: list[ObjectInstance], ontology: Ontology
) -> list[ObjectInstance]:
    """The doors whose open leaves may hide most of an object, or of its inside, from the robot.

    Only boxes of the leaves are known, so this tells why something was not seen, not whether.

    Args:
        world: robot and objects.
        item: what was looked at.
        doors: open doors, lids and drawers; those never seen closed do not count, for nobody knows
            which part of them is leaf.
        ontology: tells how they open.

    Returns:
        Those that may hide it, the one next to it first.
    """
    base = world.robot.base
    eye = np.array([base.x, base.y, world.robot.camera_height])
    points = np.array([item.center])
    if item.closed_box is not None and item.is_("open"):
        closed, now = corners(item.as_closed()), corners(item)
        points = interior(item.type, ontology, closed, now, base.x, base.y).points
    found = []
    low_corner, high_corner = corners(item.as_closed())
    for door in doors:
        if door.closed_box is None:
            continue
        closed = corners(door.as_closed())
        gap = np.maximum(np.maximum(low_corner - closed[1], closed[0] - high_corner), 0.0)
        apart = float(np.linalg.norm(gap))
        if apart <= _HIDES_WITHIN and _behind(eye, points, door).mean() >= _MOSTLY:
            found.append((apart, door))
    return [door for _, door in sorted(found, key=lambda pair: pair[0])]


def hidden_by_doors(world: WorldState, points: Points, doors: list[ObjectInstance]) -> Mask:
    """Which map points ``(n, 3)`` the open leaves of doors may hide from the robot, ``(n,)``.

    As above, only boxes of the leaves are known, and of some doors not even these.
    """
    base = world.robot.base
    eye = np.array([base.x, base.y, world.robot.camera_height])
    hidden = np.zeros(len(points), dtype=bool)
    for door in doors:
        if door.closed_box is not None:
            hidden |= _behind(eye, points, door)
    return hidden


def leaf_box(door: ObjectInstance) -> tuple[Points, Points] | None:
    """Corners of what an open door covers and the closed one does not; None where that is little.

    The same for a drawer; of what was never seen closed nobody knows it.
    """
    closed, now = corners(door.as_closed()), corners(door)
    out = np.stack([closed[0] - now[0], now[1] - closed[1]])[:, :2]
    if out.max() < _REACHES_OUT:
        return None
    side, axis = np.unravel_index(int(np.argmax(out)), out.shape)
    low, high = now[0].copy(), now[1].copy()
    if side == 0:
        high[axis] = closed[0][axis]
    else:
        low[axis] = closed[1][axis]
    return low, high


def _behind(eye: Points, points: Points, door: ObjectInstance) -> Mask:
    """Which points lie behind the leaf of an open door."""
    leaf = leaf_box(door)
    if leaf is None:
        return np.zeros(len(points), dtype=bool)
    return np.asarray(crossed_boxes(eye, points, *leaf))
