# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Houses in ProcTHOR's JSON: rooms, walls with doors and windows, objects by type.

Such a house names assets that are not here, so objects get their type's usual size and stand on
the nearest surface of what the house says they stand on.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.placing import settle
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.scenes import assets
from egoplan_ros.sim.scenes.finishes import finish, on_floor
from egoplan_ros.sim.scenes.houses import floor, slab
from egoplan_ros.sim.scenes.partitions import THICK, Partitions, Rect, Wall
from egoplan_ros.sim.scenes.raster import Raster
from egoplan_ros.sim.shapes.look import Look, palette
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.thing import Array, Thing, turn
from egoplan_ros.sim.world import World

HEIGHT = 2.5
HIGHEST = 4.0
DOOR = 2.1
# How far from the edge things stand on furniture that is as large as they need it.
EDGE = 0.12
ON_FLOOR = 0.3
# Where it is looked on which side of a wall its room is.
BESIDE = 0.05
CELL = 0.01
LARGEST = 100.0
MOST = 3000
Json = dict[str, Any]


def empty(scene: str) -> World:
    """The ground that waits for a house: five metres square, nothing on it."""
    look = palette(np.random.default_rng(0), False)
    ground = floor((-2.5, -2.5, 2.5, 2.5), look)
    return World(
        scene, [ground], np.array([-2.5, 0.0, -2.5]), np.array([2.5, 2.5, 2.5]), (0.0, 0.0, 0.0)
    )


def build_house(house: Json, scene: str) -> World:
    """The scene of a house.

    Raises:
        Refused: names what is missing or malformed.
    """
    part = "house"
    try:
        builder = _House(house)
        for part in ("rooms", "walls", "doors", "windows", "objects"):
            rows = house.get(part) or []
            if not isinstance(rows, list) or len(rows) > MOST:
                raise TypeError(f"must be a list of at most {MOST}")
            for row in rows:
                getattr(builder, part)(row)
        part = "rooms"
        return builder.world(scene)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError) as error:
        raise Refused(f"house.{part}: {type(error).__name__}: {error}") from error


def _point(row: Json) -> Array:
    out = np.array([float(row["x"]), float(row["y"]), float(row["z"])])
    if not np.isfinite(out).all() or np.abs(out).max() > LARGEST:
        raise ValueError(f"{row} is no place within {LARGEST:g} m")
    return out


class _House:
    """Collects the parts; walls are cut when all openings are known."""

    def __init__(self, house: Json) -> None:
        self.house = house
        self.look = palette(np.random.default_rng(7), False)
        self.things: list[Thing] = []
        self.ids: set[str] = set()
        self.partitions = Partitions()
        self.ceilings: list[tuple[str, list[Rect], Material]] = []
        self.heights: dict[str, float] = {}
        self.plans: dict[str, Array] = {}
        # Children of what is not here: they come to rest on what is below them.
        self.orphans: list[Thing] = []
        self.low = np.full(3, np.inf)
        self.high = np.full(3, -np.inf)

    # -- one method a list of the JSON -------------------------------------------------------

    def rooms(self, room: Json) -> None:
        """A floor and a ceiling over its polygon."""
        polygon = np.array([_point(p) for p in room["floorPolygon"]])
        if len(polygon) < 3:
            raise ValueError("a floorPolygon needs three points")
        self.low, self.high = (
            np.minimum(self.low, polygon.min(0)),
            np.maximum(self.high, polygon.max(0)),
        )
        x0, _, z0 = polygon.min(0)
        x1, _, z1 = polygon.max(0)
        grid = Raster.over(x0, z0, x1, z1, max(0.05, float(max(x1 - x0, z1 - z0)) / 200))
        rects = grid.rectangles(_inside(grid, polygon[:, [0, 2]]))
        below = finish(room.get("floorMaterial"), self.look.floor, room.get("floorColor"))
        look = replace(self.look, floor=on_floor(below))
        ground = _ground(rects, look)
        name = str(room.get("id") or ground.object_id)
        self.plans[name] = polygon[:, [0, 2]]
        ground.object_id = self._id(name)
        self.things.append(ground)
        common = self.house.get("proceduralParameters") or {}
        above = (room.get("ceilings") or [{}])[0]
        material = above.get("material") or common.get("ceilingMaterial")
        paint = finish(
            material, self.look.ceiling, above.get("color") or common.get("ceilingColor")
        )
        self.ceilings.append((name, rects, paint))

    def walls(self, wall: Json) -> None:
        """A wall along the lower edge of its polygon."""
        polygon = np.array([_point(p) for p in wall["polygon"]])
        bottom = polygon[polygon[:, 1] <= polygon[:, 1].min() + 1e-6]
        height = min(float(np.ptp(polygon[:, 1])) or HEIGHT, HIGHEST)
        if len(bottom) < 2:
            raise ValueError("a wall's polygon needs a lower edge")
        room = str(wall.get("roomId") or "")
        self.heights[room] = max(height, self.heights.get(room, 0.0))
        paint = finish(wall.get("material"), self.look.wall, wall.get("color"))
        inward = _inward(bottom[0], bottom[1], self.plans.get(room))
        self.partitions.walls[str(wall["id"])] = Wall(bottom[0], bottom[1], height, paint, inward)

    def doors(self, door: Json) -> None:
        """An opening through the walls on both sides."""
        x0, x1, _, top = _hole(door)
        self.partitions.open(
            str(door["wall0"]), (x0, x1, 0.0, top if top > 1.0 else DOOR), _opposite(door)
        )

    def windows(self, window: Json) -> None:
        """A window set into a hole of its wall."""
        name = str(window["wall0"])
        x0, x1, low, high = _hole(window)
        x1, high = max(x1, x0 + 0.1), max(high, low + 0.1)
        self.partitions.open(name, (x0, x1, low, high), _opposite(window))
        wall = self.partitions.walls[name]
        size = np.array([x1 - x0, high - low, THICK + 0.02])
        place = wall.at((x0 + x1) / 2, (low + high) / 2)
        self._add("Window", str(window.get("id") or "Window"), place, wall.yaw, size, self.look)

    def objects(self, row: Json, parent: Thing | None = None, depth: int = 0) -> None:
        """An object of a known type, and what stands on or in it."""
        object_id = str(row["id"])
        asset = str(row.get("assetId") or "")
        kind = str(row.get("objectType") or object_id.split("|")[0])
        if not assets.known(kind):
            kind = assets.kind_of(asset) or kind
        if depth > 8:
            raise ValueError("children nested too deep")
        thing = None
        if assets.known(kind):
            yaw = _yaw(row.get("rotation") or {})
            look = assets.look_of(asset) if asset else self.look
            place, size = _point(row["position"]), self._size(kind, row, yaw)
            thing = self._add(kind, object_id, place, yaw, size, look)
            thing.openness = (
                float(np.clip(row.get("openness") or 0.0, 0, 1)) if thing.can("open") else 0.0
            )
            thing.asset_id = asset
            if row.get("material") or row.get("color"):
                _paint(thing, row)
            self._rest(thing, parent)
            if parent is None and depth:
                self.orphans.append(thing)
        for child in row.get("children") or []:
            self.objects(child, thing or parent, depth + 1)

    # -- help --------------------------------------------------------------------------------

    def _id(self, wanted: str) -> str:
        name, number = wanted, 1
        while name in self.ids:
            name, number = f"{wanted}_{number}", number + 1
        self.ids.add(name)
        return name

    def _add(
        self, kind: str, object_id: str, place: Array, yaw: float, size: Array, look: Look
    ) -> Thing:
        name = self._id(object_id)
        thing = Thing(
            kind, name, name.replace("|", "_"), assets.build(kind, look, size), place,
            np.array([0.0, yaw % 360, 0.0]), catalog()[kind],
        )  # fmt: skip
        self.things.append(thing)
        return thing

    @staticmethod
    def _size(kind: str, row: Json, yaw: float) -> Array:
        """Usual extents; of types of any size, so that it stands on the floor under its things."""
        size = assets.size_of(kind)
        if kind in assets.SIZES:
            place = _point(row["position"])
            size[1] = float(np.clip(2 * place[1], 0.5 * size[1], 1.5 * size[1]))
            for child in row.get("children") or []:
                off = np.abs(turn(1, -yaw) @ (_point(child["position"]) - place)) + EDGE
                size[[0, 2]] = np.maximum(size, 2 * off)[[0, 2]]
        return size

    def _rest(self, thing: Thing, parent: Thing | None) -> None:
        """Stand on the floor, or on the parent's surface nearest in height."""
        half = float(thing.shape.half[1])
        surfaces = parent.shape.surfaces if parent is not None and parent.can("receptacle") else []
        if parent is not None and surfaces:
            local = parent.matrix.T @ (thing.position - parent.position)
            best = min(surfaces, key=lambda s: abs(s.y + half - local[1]))
            local[0] = np.clip(local[0], best.x0, best.x1)
            local[2] = np.clip(local[2], best.z0, best.z1)
            local[1] = best.y
            thing.position = parent.to_world(local[None], best.link)[0] + [0.0, half, 0.0]
            parent.children.append(thing)
            thing.parent, thing.link = parent, best.link
        elif parent is not None:
            self.orphans.append(thing)
        elif thing.position[1] - half < ON_FLOOR:
            thing.position[1] = half
        thing.moved()

    def _structure(self) -> list[Thing]:
        """Walls and ceilings."""
        out = self.partitions.things()
        for room, rects, paint in self.ceilings:
            height = self.heights.get(room, HEIGHT)
            out += [slab("Ceiling", r, height, height + 0.1, paint) for r in rects]
        for thing in out:
            thing.object_id = thing.name = self._id(thing.object_id)
        return out

    def world(self, scene: str) -> World:
        """The finished house with the agent where its metadata has it, or on free ground."""
        if not np.isfinite(self.low).all():
            raise ValueError("a house needs at least one room")
        self.things += self._structure()
        self.things.sort(key=lambda t: t.facts is None)
        low, high = self.low.copy(), self.high.copy()
        low[1], high[1] = 0.0, max([HEIGHT, *self.heights.values()])
        world = World(scene, self.things, low, high, (0.0, 0.0, 0.0))
        for thing in sorted(self.orphans, key=lambda t: float(t.bounds()[1])):
            settle(world, thing)
        agent = (self.house.get("metadata") or {}).get("agent") or {}
        if agent.get("position"):
            place = _point(agent["position"])
            spot = place[[0, 2]]
            yaw = float((agent.get("rotation") or {}).get("y", 0.0))
        else:
            spot, yaw = _free_ground(world), 0.0
        world.start = (float(spot[0]), float(spot[1]), yaw % 360)
        world.body.x, world.body.z, world.body.yaw = world.start
        return world.ground()


def _hole(opening: Json) -> Rect:
    """From and to along its wall, and its lower and upper edge, of a door or window."""
    box = opening.get("boundingBox") or {}
    span = opening.get("holePolygon") or [box["min"], box["max"]]
    points = np.array([_point({"z": 0.0, **p}) for p in span])
    low, high = points.min(0), points.max(0)
    return float(low[0]), float(high[0]), float(low[1]), float(high[1])


def _opposite(opening: Json) -> str | None:
    name = opening.get("wall1")
    return str(name) if name else None


def _inward(first: Array, second: Array, plan: Array | None) -> Array | None:
    """Unit vector (3,) from a wall into its room (N, 2); None for a wall of no known room."""
    span = (second - first)[[0, 2]]
    if plan is None or not span.any():
        return None
    across = np.array([-span[1], span[0]]) / np.linalg.norm(span)
    middle = (first + second)[[0, 2]] / 2
    x, z = (middle + across * BESIDE).tolist()
    grid = Raster.over(x - CELL, z - CELL, x + CELL, z + CELL, 2 * CELL)
    sign = 1.0 if _inside(grid, plan).any() else -1.0
    return np.array([across[0] * sign, 0.0, across[1] * sign])


def _yaw(rotation: Json) -> float:
    """Turn about the vertical, degrees, of `{x, y, z}` or `{axis, degrees}`."""
    if "degrees" in rotation:
        up = float((rotation.get("axis") or {"y": 1.0}).get("y", 0.0))
        return float(rotation["degrees"]) * (1.0 if up >= 0 else -1.0)
    return float(rotation.get("y", 0.0))


def _paint(thing: Thing, row: Json) -> None:
    """Give most of a thing the material that its house names."""
    area: dict[Material, float] = {}
    for part in thing.shape.parts:
        a, b, c = part.vertices[part.faces].swapaxes(0, 1)
        size = float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())
        area[part.material] = area.get(part.material, 0.0) + size
    main = max(area, key=lambda look: area[look])
    paint = finish(row.get("material"), main, row.get("color"))
    parts = [replace(p, material=paint) if p.material == main else p for p in thing.shape.parts]
    thing.shape = replace(thing.shape, parts=parts)


def _free_ground(world: World) -> Array:
    low = np.ceil(world.low[[0, 2]] / 0.25).astype(int)
    high = np.floor(world.high[[0, 2]] / 0.25).astype(int)
    i, j = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
    cells: Array = np.stack([i.ravel(), j.ravel()], 1) * 0.25
    boxes, _ = physics.obstacles(world, [])
    gap = physics.clearance(cells, boxes).min(1) if len(boxes) else np.ones(len(cells))
    if not len(cells) or gap.max() < world.body.radius:
        raise ValueError("no free ground for the agent")
    spot: Array = cells[int(np.argmax(gap))]
    return spot


def _inside(grid: Raster, polygon: Array) -> np.ndarray:
    """Cells whose centre lies in a polygon (even-odd rule)."""
    xs, zs = grid.centers()
    px, pz = np.meshgrid(xs, zs, indexing="ij")
    out = grid.empty()
    for (x0, z0), (x1, z1) in zip(polygon, np.roll(polygon, -1, 0), strict=True):
        if z0 == z1:
            continue
        crosses = (z0 > pz) != (z1 > pz)
        out ^= crosses & (px < (x1 - x0) * (pz - z0) / (z1 - z0) + x0)
    return out


def _ground(rects: list[tuple[float, float, float, float]], look: Any) -> Thing:
    if not rects:
        raise ValueError("a floorPolygon without area")
    rows = np.array(rects)
    whole = (rows[:, 0].min(), rows[:, 1].min(), rows[:, 2].max(), rows[:, 3].max())
    ground = floor(tuple(float(v) for v in whole), look)  # type: ignore[arg-type]
    if len(rects) > 1:
        middle = ground.position
        maker = Maker()
        for x0, z0, x1, z1 in rects:
            at = ((x0 + x1) / 2 - middle[0], (z0 + z1) / 2 - middle[2])
            maker.box(at, 0, (x1 - x0, 0.1, z1 - z0), look.floor)
            maker.surface(
                (x0 - middle[0], x1 - middle[0]), (z0 - middle[2], z1 - middle[2]), 0.1005, 2.0
            )
        ground.shape = maker.finish()
    return ground
