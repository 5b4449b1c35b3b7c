# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far a door or drawer can be opened, and what it sweeps over until then.

Only the box of a front is known. A drawer comes straight out; a door turns about its left or its
right edge, or is two leaves, and nobody knows which before it moves. So what is in the way wherever
the hinge is surely is, and what is only for some hinges may be.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import acos, pi

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.door_footprints import leaf_box
from egoplan_ros.mapping.interior import TRAVEL, corners
from egoplan_ros.skills.paths.lattice import DIRECTIONS
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import OBSTACLE, OccupancyGrid
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

_SHARES = np.linspace(0.05, 1.0, 20)
_FINE = 0.03
"""Metres between the points of a leaf."""
_TWO_LEAVES = 0.6
"""Metres from which on a front may have two doors."""
_BEFORE, _AT_FRONT = 0.02, 0.06
"""Metres before a closed front from which on a box, or a cell of the map, is not a part of it."""
_LEAN = 0.08
"""Metres by which a body may be nearer to a leaf than its radius: one leans back."""
_LOW = 1.0
"""Metres of height below which what the map shows and no known object explains may be as high."""
_EXPLAINED = 0.12
"""Metres around a known object within which it explains what the map shows."""
_ROOM, _MOST_ROOM, _SIZES = 0.55, 0.8, 0.9
"""Metres that one keeps from a front: at least, at most, and its size times this in between."""


@dataclass(frozen=True, slots=True)
class Swing:
    """What moves when a container is opened to some share of its travel.

    Attributes:
        ways: for each place where its hinge may be, floor points of the leaf ``(20, n, 2)`` at
            each twentieth of the travel; empty where that is not known.
        openness: the share in (0, 1] to which it is to be opened.
        room: metres before the front to keep clear of.
    """

    ways: tuple[Floats, ...]
    openness: float
    room: float

    def clear(self, hit: Callable[[Floats], Mask], sure: bool = False) -> float:
        """The share of the full travel before which nothing is met; 1 where nothing is at all.

        Args:
            hit: which floor points ``(..., 2)`` are taken.
            sure: wherever the hinge is; else for the luckiest place of it.
        """
        found = []
        for way in self.ways:
            met = hit(way).any(axis=1)
            first = int(np.argmax(met)) if met.any() else len(_SHARES)
            found.append(_SHARES[first - 1] if first else 0.0)
        return round(float((min if sure else max)(found, default=1.0)), 2)

    def clear_of_body(self, x: float, y: float, radius: float, sure: bool = False) -> float:
        """The same for a robot that stands at a floor point; its radius in metres."""
        place = np.array([x, y])
        return self.clear(lambda p: np.linalg.norm(p - place, axis=-1) < radius - _LEAN, sure)

    def meets(self, x: float, y: float, radius: float) -> bool:
        """Whether a robot there is in the way before it is opened so far."""
        return self.clear_of_body(x, y, radius) < self.openness


def swing_of(
    item: ObjectInstance, ontology: Ontology, front: int | None, openness: float = 1.0
) -> Swing:
    """What is swept when a container is opened.

    Args:
        item: with a door or drawer.
        ontology: tells which.
        front: heading 0..3 of the outward normal of its front; None when that is not known.
        openness: how far it is to be opened.
    """
    room = max(_ROOM, min(_MOST_ROOM, _SIZES * max(item.size[:2])))
    pulled = ontology.pulled_out(item.type)
    room *= openness if pulled else float(np.sin(0.5 * pi * openness))
    if front is None or ontology.opens_at_top(item.type):
        return Swing((), openness, room)
    item = item.as_closed()
    out = np.array(DIRECTIONS[front], dtype=np.float64)
    along = np.array([-out[1], out[0]])
    half = np.array(item.size[:2]) / 2.0
    face = np.array(item.center[:2]) + out * (half @ abs(out))
    width = 2.0 * float(half @ abs(along))
    if pulled:
        across = np.arange(-0.5 * width, 0.5 * width + _FINE, _FINE).clip(max=0.5 * width)
        line = face + across[:, None] * along
        return Swing((line + (TRAVEL * _SHARES)[:, None, None] * out,), openness, room)

    def leaf(side: float, length: float) -> Floats:
        radii = np.arange(_FINE, length + _FINE, _FINE).clip(max=length)[:, None]
        angle = (0.5 * pi * _SHARES)[:, None, None]
        hinge = face + side * 0.5 * width * along
        return np.asarray(
            hinge + radii * (np.sin(angle) * out - side * np.cos(angle) * along), np.float64
        )

    ways = [leaf(1.0, width), leaf(-1.0, width)]
    if width >= _TWO_LEAVES:
        ways.append(np.concatenate([leaf(1.0, 0.5 * width), leaf(-1.0, 0.5 * width)], axis=1))
    return Swing(tuple(ways), openness, room)


def least_openness(
    item: ObjectInstance, ontology: Ontology, front: int | None, gap: float
) -> float:
    """The share of its travel that uncovers so many metres of a container's opening, at most 1."""
    if front is None or ontology.opens_at_top(item.type):
        return 1.0
    if ontology.pulled_out(item.type):
        return min(gap / TRAVEL, 1.0)
    width = item.as_closed().size[1 if DIRECTIONS[front][0] else 0]
    return acos(1.0 - gap / width) / (0.5 * pi) if gap < width else 1.0


def in_the_way(
    item: ObjectInstance, front: int, world: WorldState, ontology: Ontology, light: bool
) -> Callable[[Floats], Mask]:
    """Which floor points are taken at the height of a container's front, as far as one knows.

    What reaches behind the plane of the front stands beside it, or is what it is built into.

    Args:
        item: the container.
        front: heading 0..3 of the outward normal of its front.
        world: objects and map.
        ontology: object types.
        light: also what a hand can lift, and the leaf of another open door: one may push the other
            aside, and many pass each other.
    """
    now, item = item, item.as_closed()
    out = np.array(DIRECTIONS[front], dtype=np.float64)
    face = np.array(item.center[:2]) @ out + np.array(item.size[:2]) / 2.0 @ abs(out)
    others = [o for o in world.objects.values() if not o.held and item.id not in (o.id, o.parent)]
    boxes = []
    for other in others:
        carried = other.type in ontology and ontology.affords(other.type, "pickupable")
        leaf = leaf_box(other)
        if item.as_high_as(other) and (light or not (carried or leaf)):
            low, high = (corner[:2] for corner in leaf or corners(other))
            if min(low @ out, high @ out) > face + _BEFORE:
                boxes.append((low, high))
    explained = [corners(other) for other in (now, *others)] if item.bottom < _LOW else []

    def hit(points: Floats) -> Mask:
        met = np.zeros(points.shape[:-1], dtype=bool)
        for low, high in boxes:
            met |= np.all((points > low) & (points < high), axis=-1)
        if explained:
            taken = _occupied(world.grid, points) & (points @ out > face + _AT_FRONT)
            for low, high in explained:
                near = (points > low[:2] - _EXPLAINED) & (points < high[:2] + _EXPLAINED)
                taken &= ~np.all(near, axis=-1)
            met |= taken
        return met

    return hit


def _occupied(grid: OccupancyGrid, points: Floats) -> Mask:
    cells = np.floor((points - np.array(grid.origin)) / grid.resolution).astype(int)
    rows, cols = cells[..., 1], cells[..., 0]
    inside = (rows >= 0) & (cols >= 0)
    inside &= (rows < grid.data.shape[0]) & (cols < grid.data.shape[1])
    values = grid.data[np.where(inside, rows, 0), np.where(inside, cols, 0)]
    return np.asarray(inside & (values >= OBSTACLE))
