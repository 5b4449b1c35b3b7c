# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Walls between and around the rooms of a house, with their openings cut out of them."""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.thing import Array, Thing

THICK = 0.08
SAME = 0.02
SMALLEST = 0.005
Rect = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Wall:
    """One side of a room: its lower corners (3,), height, looks, and the way (3,) into the room."""

    first: Array
    second: Array
    height: float
    finish: Material
    inward: Array | None = None

    @property
    def length(self) -> float:
        """Metres between the corners."""
        return float(np.linalg.norm((self.second - self.first)[[0, 2]]))

    @property
    def along(self) -> Array:
        """Unit vector from the first corner to the second."""
        span = (self.second - self.first) * [1.0, 0.0, 1.0]
        unit: Array = span / max(float(np.linalg.norm(span)), 1e-6)
        return unit

    @property
    def yaw(self) -> float:
        """Turn that brings the x axis along the wall, degrees."""
        return -float(np.degrees(np.arctan2(self.along[2], self.along[0])))

    def at(self, distance: float, height: float = 0.0) -> Array:
        """A point of the wall's middle plane, from its first corner."""
        place: Array = self.first + self.along * distance + np.array([0.0, height, 0.0])
        return place

    def twin(self, other: "Wall") -> bool:
        """Whether both stand between the same two corners, one for each room."""
        straight = np.abs(self.first - other.first) + np.abs(self.second - other.second)
        crossed = np.abs(self.first - other.second) + np.abs(self.second - other.first)
        return bool(min(straight[[0, 2]].max(), crossed[[0, 2]].max()) < SAME)


@dataclass(slots=True)
class Partitions:
    """The walls of a house by id, and the rectangles that are open in them."""

    walls: dict[str, Wall] = field(default_factory=dict)
    holes: list[tuple[str, Array, Array]] = field(default_factory=list)

    def open(self, name: str, rect: Rect, opposite: str | None = None) -> None:
        """Cut a hole (from, to along the wall; low, high) into a wall and the one behind it.

        Args:
            name: the wall.
            rect: the hole, metres.
            opposite: the wall behind it, if that is told; else the one between the same corners.

        Raises:
            KeyError: for a wall that is not there.
        """
        wall = self.walls[name]
        begin, end, low, high = rect
        for other, twin in self.walls.items():
            if twin is wall or other == opposite or twin.twin(wall):
                self.holes.append((other, wall.at(begin, low), wall.at(end, high)))

    def things(self) -> list[Thing]:
        """What stands of the walls; between two rooms each has its own face."""
        out: list[Thing] = []
        done: list[Wall] = []
        for name, wall in self.walls.items():
            if wall.length < 0.01:
                continue
            others = [w for k, w in self.walls.items() if k != name and w.twin(wall)]
            facing = [
                w for w in others
                if wall.inward is not None and w.inward is not None and w.inward @ wall.inward < 0
            ]  # fmt: skip
            if others and not facing and any(w.twin(wall) for w in done):
                continue  # told twice for the same side
            done.append(wall)
            thick, shift = THICK, np.zeros(3)
            if facing and wall.inward is not None:
                thick, shift = THICK / 2, wall.inward * (THICK / 4)
            for piece in _rest(wall, [h for h in self.holes if h[0] == name]):
                out.append(_slab(wall, piece, thick, shift))
        return out


def _rest(wall: Wall, holes: list[tuple[str, Array, Array]]) -> list[Rect]:
    """Rectangles that remain of a wall beside, below and above its holes."""
    cuts = []
    for _, a, b in holes:
        ends = sorted(float((p - wall.first) @ wall.along) for p in (a, b))
        begin, end = np.clip(ends, 0.0, wall.length).tolist()
        cuts.append((begin, end, float(a[1] - wall.first[1]), float(b[1] - wall.first[1])))
    edges = sorted({0.0, wall.length, *(e for cut in cuts for e in cut[:2])})
    out: list[Rect] = []
    for begin, end in pairwise(edges):
        middle, low = (begin + end) / 2, 0.0
        for bottom, top in sorted(c[2:] for c in cuts if c[0] < middle < c[1]):
            if bottom - low > SMALLEST:
                out.append((begin, end, low, bottom))
            low = max(low, top)
        if wall.height - low > SMALLEST:
            out.append((begin, end, low, wall.height))
    return [r for r in out if r[1] - r[0] > SMALLEST]


def _slab(wall: Wall, piece: Rect, thick: float, shift: Array) -> Thing:
    begin, end, low, high = piece
    # Corners are closed by walls that reach a little further than their ends.
    more = [THICK / 4 if edge else 0.0 for edge in (begin <= 0.0, end >= wall.length)]
    begin, end = begin - more[0], end + more[1]
    maker = Maker()
    maker.box((0, 0), 0, (end - begin, high - low, thick), wall.finish)
    place = wall.at((begin + end) / 2, (low + high) / 2) + shift
    name = f"Wall|{place[0]:+06.2f}|{place[1]:+06.2f}|{place[2]:+06.2f}"
    return Thing("Wall", name, name, maker.finish(), place, np.array([0.0, wall.yaw, 0.0]))
