# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Drafting table for one room: walls, things, structure, and free wall space.

Walls are numbered 0 south, 1 east, 2 north, 3 west; furniture against a wall faces the room. Along
a wall, `s` runs from its left end (seen from the room's outside) and `off` is the distance from it.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.scenes import dressing
from egoplan_ros.sim.shapes import build
from egoplan_ros.sim.shapes.furniture import doors
from egoplan_ros.sim.shapes.look import Look, palette
from egoplan_ros.sim.shapes.solid import Maker, Shape, Surfaced, Vec
from egoplan_ros.sim.thing import Array, Thing, turn
from egoplan_ros.sim.world import World

CEILING = 2.5
YAW = (0.0, 270.0, 180.0, 90.0)


def extent(rng: np.random.Generator, low: float, high: float) -> float:
    """A length of a room: mostly near `low`, now and then up to `high`, as recorded rooms are."""
    result: float = low + (high - low) * float(rng.random()) ** 1.7
    return result


def coordinate(v: float) -> str:
    """One coordinate of an object id: sign, two digits, two decimals."""
    text = f"{abs(v):05.2f}"
    if v < 0:
        return text if text == "00.00" else "-" + text
    return "+" + text


@dataclass(slots=True)
class Room:
    """A room under construction; `rng` drives every choice."""

    scene: str
    rng: np.random.Generator
    width: float
    depth: float
    tiled: bool
    look: Look = field(init=False)
    things: list[Thing] = field(default_factory=list)
    reserved: list[Array] = field(default_factory=list)
    low: Array = field(init=False)
    high: Array = field(init=False)
    _ids: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        # A shift keeps rooms from all being centred on the grid's origin.
        shift = self.rng.integers(-6, 7, 2) * 0.25
        self.low = np.array([shift[0] - self.width / 2, 0.0, shift[1] - self.depth / 2])
        self.high = np.array([shift[0] + self.width / 2, CEILING, shift[1] + self.depth / 2])
        self.look = palette(self.rng, self.tiled)

    # -- walls -------------------------------------------------------------------------------

    def length(self, wall: int) -> float:
        """Length of a wall."""
        return self.width if wall % 2 == 0 else self.depth

    def at(self, wall: int, s: float, off: float) -> tuple[float, float]:
        """World (x, z) of a point along a wall."""
        low, high = self.low, self.high
        wall %= 4
        if wall == 0:
            return float(low[0] + s), float(low[2] + off)
        if wall == 1:
            return float(high[0] - off), float(low[2] + s)
        if wall == 2:
            return float(high[0] - s), float(high[2] - off)
        return float(low[0] + off), float(high[2] - s)

    # -- adding ------------------------------------------------------------------------------

    def add(
        self,
        kind: str,
        xz: tuple[float, float],
        bottom: float,
        yaw: float = 0.0,
        look: Look | None = None,
        suffix_of: Thing | None = None,
        shape: Shape | None = None,
        **options: Any,
    ) -> Thing:
        """Add a sim object standing at height `bottom` with its centre over (x, z)."""
        geometry = shape or build(kind, look or self.look, **options)
        position = np.array([xz[0], bottom + geometry.height / 2, xz[1]])
        name = f"{kind}_{int(self.rng.integers(16**8)):08x}"
        if suffix_of is not None:
            object_id = f"{suffix_of.object_id}|{kind}"
        else:
            object_id = "|".join([kind, *(coordinate(float(v)) for v in position)])
            while object_id in self._ids:
                position[0] += 0.01
                object_id = "|".join([kind, *(coordinate(float(v)) for v in position)])
        self._ids.add(object_id)
        thing = Thing(
            kind=kind,
            object_id=object_id,
            name=name,
            shape=geometry,
            position=position,
            rotation=np.array([0.0, yaw, 0.0]),
            facts=catalog()[kind],
        )
        if thing.can("pick") or thing.can("move"):
            thing.asset_id = f"{kind}_1"
        self.things.append(thing)
        return thing

    def rename(self, thing: Thing) -> None:
        """Give a thing the id of its present position (only while the room is drafted)."""
        self._ids.discard(thing.object_id)
        parts = [coordinate(float(v)) for v in thing.position]
        thing.object_id = "|".join([thing.kind, *parts])
        self._ids.add(thing.object_id)

    def structure(
        self, kind: str, maker: Maker, xz: tuple[float, float], bottom: float, yaw: float = 0.0
    ) -> Thing:
        """Add a piece that is no sim object. The maker's y = 0 comes to height `bottom`."""
        base = min(float(p.vertices[:, 1].min()) for p in maker.parts)
        mid = np.mean(
            [
                np.min([p.vertices.min(0) for p in maker.parts], 0),
                np.max([p.vertices.max(0) for p in maker.parts], 0),
            ],
            0,
        )
        shape = maker.finish()
        offset = turn(1, yaw) @ np.array([mid[0], 0.0, mid[2]])
        position = np.array(
            [xz[0] + offset[0], bottom + base + shape.height / 2, xz[1] + offset[2]]
        )
        object_id = "|".join([kind, *(coordinate(float(v)) for v in position)])
        thing = Thing(kind, object_id, object_id, shape, position, np.array([0.0, yaw, 0.0]))
        self.things.append(thing)
        return thing

    def slab(self, kind: str, center: Vec, size: Vec, color: Surfaced, yaw: float = 0.0) -> Thing:
        """A structural box; `center` has the height of its underside."""
        maker = Maker()
        maker.box((0, 0), 0, size, color)
        return self.structure(kind, maker, (center[0], center[2]), center[1], yaw)

    def shell(self, opening: tuple[int, float] | None = None) -> None:
        """Floor, ceiling, four walls, skirting and a closed door on a wall at `s`."""
        look = self.look
        cx, cz = (self.low[0] + self.high[0]) / 2, (self.low[2] + self.high[2]) / 2
        floor = Maker()
        floor.box((0, 0), 0, (self.width, 0.1, self.depth), look.floor)
        floor.surface(
            (-self.width / 2, self.width / 2), (-self.depth / 2, self.depth / 2), 0.1005, 2.0
        )
        self.add("Floor", (float(cx), float(cz)), -0.1, shape=floor.finish())
        self.slab(
            "Ceiling",
            (float(cx), CEILING, float(cz)),
            (self.width, 0.1, self.depth),
            look.ceiling,
        )
        for wall in range(4):
            x, z = self.at(wall, self.length(wall) / 2, -0.05)
            size = (self.length(wall) + 0.2, CEILING, 0.1)
            self.slab("Wall", (x, 0, z), size, look.wall, YAW[wall])
            x, z = self.at(wall, self.length(wall) / 2, 0.005)
            trim = Maker()
            doors.skirting(trim, look, self.length(wall))
            self.structure("Baseboard", trim, (x, z), 0, YAW[wall])
        if opening is not None:
            wall, s = opening
            x, z = self.at(wall, s, 0.0)
            door = Maker()
            # Doors of a house are drawn apart from what stands in the room.
            own = replace(look, rng=np.random.default_rng([look.seed, wall]))
            doors.door(door, own, int(own.rng.integers(doors.DOORS)))
            self.structure("Doorway", door, (x, z), 0, YAW[wall])
            self.reserve(wall, s, 1.0, 0.9)
        self.things += dressing.ceiling_lamps(self.low, self.high, look)

    # -- space -------------------------------------------------------------------------------

    def rect(self, wall: int, s: float, width: float, off0: float, off1: float) -> Array:
        """Floor rectangle (x0, z0, x1, z1) of a strip along a wall centred at `s`."""
        a, b = self.at(wall, s - width / 2, off0), self.at(wall, s + width / 2, off1)
        return np.array([min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])])

    def reserve(self, wall: int, s: float, width: float, off1: float, off0: float = 0.0) -> None:
        """Keep a floor rectangle free of later furniture."""
        self.reserved.append(self.rect(wall, s, width, off0, off1))

    def is_free(self, rect: Array) -> bool:
        """Whether a floor rectangle overlaps nothing reserved and lies in the room."""
        if rect[0] < self.low[0] - 1e-6 or rect[2] > self.high[0] + 1e-6:
            return False
        if rect[1] < self.low[2] - 1e-6 or rect[3] > self.high[2] + 1e-6:
            return False
        return not any(
            rect[0] < r[2] - 1e-6
            and rect[2] > r[0] + 1e-6
            and rect[1] < r[3] - 1e-6
            and rect[3] > r[1] + 1e-6
            for r in self.reserved
        )

    def wall_place(
        self,
        width: float,
        depth: float,
        front: float = 0.75,
        walls: list[int] | None = None,
        tries: int = 60,
        side: float = 0.02,
    ) -> tuple[int, float] | None:
        """A free stretch of wall for furniture with `front` metres to stand before it.

        Reserves the piece's own rectangle (its front may be shared); None when there is none.
        """
        for _ in range(tries):
            wall = int(self.rng.choice(walls if walls is not None else [0, 1, 2, 3]))
            room = self.length(wall)
            if room < width + 2 * side:
                continue
            s = float(self.rng.uniform(width / 2 + side, room - width / 2 - side))
            # Close gaps too small to walk or reach into.
            if s - width / 2 < 0.3:
                s = width / 2 + side
            elif room - s - width / 2 < 0.3:
                s = room - width / 2 - side
            if self.is_free(self.rect(wall, s, width + 2 * side, 0, depth)) and self.is_free(
                self.rect(wall, s, min(width, 0.7), depth, depth + front)
            ):
                self.reserve(wall, s, width + 2 * side, depth)
                self.reserve(wall, s, min(width, 0.7), depth + front, depth)
                return wall, s
        return None

    def stand(
        self, kind: str, wall: int, s: float, depth: float, bottom: float = 0.0, **options: Any
    ) -> Thing:
        """Put furniture of known depth with its back to a wall."""
        return self.add(kind, self.at(wall, s, depth / 2 + 0.012), bottom, YAW[wall % 4], **options)

    def wooden(self) -> Look:
        """The look for drawer fronts in wooden furniture."""
        return replace(self.look, cabinet=self.look.wood)

    # -- finish ------------------------------------------------------------------------------

    def world(self) -> World:
        """The finished world with a start pose on the grid, or raises ValueError if unusable."""
        world = World(self.scene, [*self.things], self.low, self.high, (0.0, 0.0, 0.0))
        world.things.sort(key=lambda t: t.facts is None)
        world.reindex()
        middle = np.round(((self.low + self.high) / 2)[[0, 2]] / 0.25) * 0.25
        best: list[tuple[float, float]] = []
        tried: set[tuple[float, float]] = set()
        offsets = sorted(
            ((i, j) for i in range(-8, 9) for j in range(-8, 9)),
            key=lambda c: c[0] ** 2 + c[1] ** 2,
        )
        for i, j in offsets:
            spot = middle + 0.25 * np.array([i, j])
            key = (float(spot[0]), float(spot[1]))
            if (
                key in tried
                or not physics.inside(world, spot[None])[0]
                or physics.overlapping(world, spot, [])
            ):
                continue
            cells = physics.reachable(world, spot, 0.25)
            tried.update((round(x / 0.25) * 0.25, round(z / 0.25) * 0.25) for x, z in cells)
            if len(cells) > len(best):
                best = cells
        if len(best) < 20 or len(best) < 0.93 * len(tried):
            raise ValueError(f"{self.scene}: reachable floor too small or split")
        start = best[0]
        yaw = float(self.rng.integers(4) * 90)
        world.start = (start[0], start[1], yaw)
        world.body.x, world.body.z, world.body.yaw = world.start
        return world
