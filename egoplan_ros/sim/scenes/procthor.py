"""Houses in ProcTHOR's JSON: rooms, walls with doors and windows, objects by type.

Such a house names assets that are not here, so objects get their type's usual size and stand on
the nearest surface of what the house says they stand on.
"""

from typing import Any

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.scenes.fitting import shaped, usual_size
from egoplan_ros.sim.scenes.houses import floor, slab
from egoplan_ros.sim.scenes.raster import Raster
from egoplan_ros.sim.shapes import RECIPES
from egoplan_ros.sim.shapes.look import palette
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.world import World

THICK = 0.08
ON_FLOOR = 0.3
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
        self.walls_by_id: dict[str, tuple[Array, Array, float]] = {}
        self.holes: list[tuple[str, Array, Array]] = []
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
        ground = _ground(rects, self.look)
        ground.object_id = self._id(str(room.get("id") or ground.object_id))
        self.things.append(ground)
        for rect in rects:
            self.things.append(slab("Ceiling", rect, 2.5, 2.6, (0.93, 0.93, 0.92)))

    def walls(self, wall: Json) -> None:
        """A wall along the lower edge of its polygon."""
        polygon = np.array([_point(p) for p in wall["polygon"]])
        bottom = polygon[polygon[:, 1] <= polygon[:, 1].min() + 1e-6]
        height = float(np.ptp(polygon[:, 1])) or 2.5
        if len(bottom) < 2:
            raise ValueError("a wall's polygon needs a lower edge")
        self.walls_by_id[str(wall["id"])] = (bottom[0], bottom[1], min(height, 4.0))

    def doors(self, door: Json) -> None:
        """An opening through the walls on both sides."""
        self._hole(door)

    def windows(self, window: Json) -> None:
        """A window set into its wall."""
        first, second, _ = self.walls_by_id[str(window["wall0"])]
        corners = [_point({"z": 0.0, **p}) for p in window["holePolygon"]]
        low, high = np.minimum(*corners), np.maximum(*corners)
        along = (second - first) / max(float(np.linalg.norm(second - first)), 1e-6)
        middle = first + along * (low[0] + high[0]) / 2
        size = np.array([max(high[0] - low[0], 0.1), max(high[1] - low[1], 0.1), 0.1])
        yaw = float(np.degrees(np.arctan2(along[2], along[0])))
        place = np.array([middle[0], (low[1] + high[1]) / 2, middle[2]])
        self._add("Window", str(window.get("id") or "Window"), place, -yaw, size)

    def objects(self, row: Json, parent: Thing | None = None, depth: int = 0) -> None:
        """An object of a known type, and what stands on or in it."""
        object_id = str(row["id"])
        kind = str(row.get("objectType") or object_id.split("|")[0])
        if depth > 8:
            raise ValueError("children nested too deep")
        thing = None
        if kind in RECIPES and kind in catalog():
            yaw = float((row.get("rotation") or {}).get("y", 0.0))
            size = np.array(usual_size(kind))
            thing = self._add(kind, object_id, _point(row["position"]), yaw, size)
            thing.openness = (
                float(np.clip(row.get("openness") or 0.0, 0, 1)) if thing.can("open") else 0.0
            )
            thing.asset_id = str(row.get("assetId") or "")
            self._rest(thing, parent)
        for child in row.get("children") or []:
            self.objects(child, thing or parent, depth + 1)

    # -- help --------------------------------------------------------------------------------

    def _id(self, wanted: str) -> str:
        name, number = wanted, 1
        while name in self.ids:
            name, number = f"{wanted}_{number}", number + 1
        self.ids.add(name)
        return name

    def _add(self, kind: str, object_id: str, place: Array, yaw: float, size: Array) -> Thing:
        shape, _ = shaped(kind, self.look, size, 0.0)
        name = self._id(object_id)
        thing = Thing(
            kind, name, name.replace("|", "_"), shape, place, np.array([0.0, yaw % 360, 0.0]),
            catalog()[kind],
        )  # fmt: skip
        self.things.append(thing)
        return thing

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
        elif thing.position[1] - half < ON_FLOOR:
            thing.position[1] = half
        thing.moved()

    def _hole(self, door: Json) -> None:
        first, second, _ = self.walls_by_id[str(door["wall0"])]
        span = door.get("holePolygon") or [door["boundingBox"]["min"], door["boundingBox"]["max"]]
        xs = [float(p["x"]) for p in span]
        top = max(float(p["y"]) for p in span)
        along = (second - first) / max(float(np.linalg.norm(second - first)), 1e-6)
        a, b = first + along * min(xs), first + along * max(xs)
        b[1] = top if top > 1.0 else 2.1
        for name in {str(door["wall0"]), str(door.get("wall1") or door["wall0"])}:
            self.holes.append((name, a, b))

    def _cut_walls(self) -> None:
        drawn: set[tuple[float, ...]] = set()
        for name, (first, second, height) in self.walls_by_id.items():
            ends = sorted([tuple(np.round(first, 2)), tuple(np.round(second, 2))])
            key = (*ends[0], *ends[1])
            mine = [h for h in self.holes if h[0] == name]
            if key in drawn:
                continue
            # Rooms on both sides have a wall of their own here; openings belong to both.
            twins = [n for n, w in self.walls_by_id.items() if _same(w, (first, second))]
            mine = [h for h in self.holes if h[0] in twins]
            drawn.add(key)
            self._draw_wall(first, second, height, mine)

    def _draw_wall(
        self, first: Array, second: Array, height: float, holes: list[tuple[str, Array, Array]]
    ) -> None:
        length = float(np.linalg.norm((second - first)[[0, 2]]))
        if length < 0.01:
            return
        along = (second - first) / length
        cuts = sorted(
            (
                (
                    float(
                        np.clip(
                            min((a - first) @ along, (b * [1, 0, 1] - first * [1, 0, 1]) @ along),
                            0,
                            length,
                        )
                    ),
                    float(
                        np.clip(
                            max((a - first) @ along, (b * [1, 0, 1] - first * [1, 0, 1]) @ along),
                            0,
                            length,
                        )
                    ),
                    float(b[1]),
                )
                for _, a, b in holes
            )
        )
        at = 0.0
        pieces = []
        for begin, end, top in cuts:
            if begin > at:
                pieces.append((at, begin, 0.0, height))
            if top < height - 0.01:
                pieces.append((begin, end, top, height))
            at = max(at, end)
        if at < length:
            pieces.append((at, length, 0.0, height))
        yaw = -float(np.degrees(np.arctan2(along[2], along[0])))
        for begin, end, low, high in pieces:
            if end - begin < 0.005:
                continue
            maker = Maker()
            maker.box((0, 0), 0, (end - begin + THICK / 2, high - low, THICK), self.look.wall)
            place = first + along * (begin + end) / 2
            place[1] = (low + high) / 2
            name = self._id(f"Wall|{place[0]:+06.2f}|{place[1]:+06.2f}|{place[2]:+06.2f}")
            self.things.append(
                Thing("Wall", name, name, maker.finish(), place, np.array([0.0, yaw, 0.0]))
            )

    def world(self, scene: str) -> World:
        """The finished house with the agent where its metadata has it, or on free ground."""
        if not np.isfinite(self.low).all():
            raise ValueError("a house needs at least one room")
        self._cut_walls()
        self.things.sort(key=lambda t: t.facts is None)
        low, high = self.low.copy(), self.high.copy()
        low[1], high[1] = 0.0, 2.5
        world = World(scene, self.things, low, high, (0.0, 0.0, 0.0))
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


def _same(wall: tuple[Array, Array, float], ends: tuple[Array, Array]) -> bool:
    a, b, _ = wall
    c, d = ends
    straight = np.abs(a - c).max() + np.abs(b - d).max()
    return bool(min(straight, np.abs(a - d).max() + np.abs(b - c).max()) < 0.02)


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
            maker.box(at, 0, (x1 - x0, 0.1, z1 - z0), look.floor, look.floor_tex)
            maker.surface(
                (x0 - middle[0], x1 - middle[0]), (z0 - middle[2], z1 - middle[2]), 0.1005, 2.0
            )
        ground.shape = maker.finish()
    return ground
