# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A recorded room as a scene: recorded ids, poses, sizes and states, everything else recovered."""

import zlib
from dataclasses import replace

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.body import RADIUS
from egoplan_ros.sim.catalog import MUST_BE_OPEN, ONLY_ACCEPTS, catalog
from egoplan_ros.sim.scenes import dressing
from egoplan_ros.sim.scenes.raster import Raster
from egoplan_ros.sim.scenes.recorded import (
    counters,
    enclosure,
    floor_level,
    interiors,
    showers,
    walls,
)
from egoplan_ros.sim.scenes.recorded.dumped import Dump, Entry
from egoplan_ros.sim.scenes.recorded.enclosure import Rect
from egoplan_ros.sim.scenes.recorded.fitting import Box, box_of, levelled, shaped, shelf
from egoplan_ros.sim.scenes.recorded.fronts import Fronts
from egoplan_ros.sim.scenes.recorded.stoves import Stove, oven, stoves
from egoplan_ros.sim.scenes.room import Room
from egoplan_ros.sim.shapes.look import Look, palette
from egoplan_ros.sim.shapes.solid import Maker, Shape, Surfaced
from egoplan_ros.sim.thing import Array, Thing, turn
from egoplan_ros.sim.world import World
from egoplan_ros.world.errors import InputError

WALL = 0.1
LEDGE = 0.012
SLAB = 0.08
"""Metres of height up to which furniture is a bare board: a worktop between two cupboards, say."""
FLAT = frozenset({"Window", "Blinds", "Curtains"})
PANE = 0.08
BEFORE_WALL = 0.008
HANGING = frozenset({"TowelHolder", "HandTowelHolder", "ToiletPaperHanger"})
VESSELS = physics.SHALLOW | {"Box"}
BOARDED = frozenset(
    "Cabinet Fridge Shelf ShelvingUnit Desk SideTable Dresser CoffeeTable DiningTable TVStand "
    "Drawer GarbageCan Box Sofa ArmChair Bed Safe LaundryHamper CounterTop Toilet Bathtub Chair "
    "Microwave Ottoman Stool".split()
)


def rebuild(dump: Dump) -> World:
    """The scene of a recorded room.

    Raises:
        InputError: when there is no ground for the agent to stand on.
    """
    height = floor_level.level(dump)
    world = _Builder(floor_level.lowered(dump, height)).world()
    floor_level.lift(world, height)
    return world


class _Builder:
    def __init__(self, dump: Dump) -> None:
        self.dump = dump
        self.rng = np.random.default_rng(zlib.crc32(dump.scene.encode()))
        kinds = {e.kind for e in dump.entries}
        self.look: Look = palette(self.rng, bool(kinds & {"StoveBurner", "Toilet", "ShowerHead"}))
        self.plan = enclosure.plan(dump)
        self.things: list[Thing] = []
        self.by_id: dict[str, Thing] = {}

    def world(self) -> World:
        dump, plan = self.dump, self.plan
        free = self._free()
        fronts = Fronts(dump, plan)
        clear = fronts.kept_clear(dump.entries)
        for entry in dump.entries:
            if entry.kind == "Floor":
                thing = self._floor(entry)
            elif entry.kind == "CounterTop":
                thing = self._counter(entry, free, clear)
            else:
                thing = self._object(entry, fronts, free)
            _state(thing, entry)
            thing.remember(entry.position, entry.rotation, entry.box)
            self.things.append(thing)
            self.by_id[entry.object_id] = thing
        ranges = stoves(dump.entries)
        for stove in ranges:
            self._stove(stove, free)
        if not any(t.kind == "Floor" for t in self.things):
            self.things.append(self._bare_floor())
        self._relations(ranges)
        for thing in self.things:
            if thing.facts is not None and thing.kind not in ("Floor", "CounterTop"):
                self._support(thing)
        room = self._structure()
        self.things += room.things
        self.things.sort(key=lambda t: t.facts is None)
        world = World(dump.scene, [*self.things], plan.low, plan.high, (0.0, 0.0, 0.0))
        enclosure.make_room(world.things)
        known = len(self.things)
        for rect, top in enclosure.unsupported(world, HANGING):
            self._block("Ledge", rect, top - LEDGE, top, self.look.wood)
        world.things += self.things[known:]
        if free is not None:
            enclosure.make_way(world.things, free)
        self._start(world)
        if dump.cells is not None and len(dump.cells):
            self._keep_in(world, clear)
        return world

    def _free(self) -> Array | None:
        cells = self.dump.cells
        return enclosure.paths(cells) if cells is not None and len(cells) else None

    # -- objects -----------------------------------------------------------------------------

    def _thing(self, entry: Entry, shape: Shape, position: Array, rotation: Array) -> Thing:
        return Thing(
            kind=entry.kind,
            object_id=entry.object_id,
            name=entry.name,
            shape=shape,
            position=position,
            rotation=rotation,
            facts=entry.facts,
            asset_id=entry.asset_id,
            openness=entry.openness,
        )

    def _object(self, entry: Entry, fronts: Fronts, free: Array | None) -> Thing:
        box = box_of(entry)
        if entry.kind in FLAT:
            box = _against_wall(box, self.plan)
        box = fronts.faced(entry, box)
        if entry.kind == "Shelf":
            box = interiors.board(entry, box, self.dump.entries)
            return self._thing(entry, shelf(box.size, self.look), box.center, box.rotation())
        if entry.size[1] < SLAB and entry.kind in BOARDED:
            return self._thing(entry, shelf(box.size, self.look), box.center, box.rotation())
        if entry.kind == "Cabinet":
            box = interiors.deepened(entry, box, self.plan, self.dump.entries, free)
        if entry.kind == "ShowerGlass" and showers.around(box):
            panes = showers.cabin(entry, self.dump.entries, self.plan, free)
            return self._thing(entry, panes, entry.center, np.zeros(3))
        shape, middle = shaped(entry.kind, self.look, box.size, entry.openness)
        if entry.kind == "Window":
            shape = _before_wall(shape, middle, box, self.plan)
        shape = interiors.uncovered(shape)
        if entry.kind == "Cabinet":
            shape = interiors.opened_up(shape)
        return self._thing(entry, shape, box.center - box.axes @ middle, box.rotation())

    def _floor(self, entry: Entry) -> Thing:
        x0, _, z0, x1, top, z1 = entry.box
        top = float(np.clip(top, -0.02, 0.03))
        shape = _floor_shape(self.look, x1 - x0, z1 - z0)
        center = np.array([(x0 + x1) / 2, top - 0.05, (z0 + z1) / 2])
        return self._thing(entry, shape, center, np.zeros(3))

    def _bare_floor(self) -> Thing:
        low, high = self.plan.low, self.plan.high
        middle = (low + high) / 2
        shape = _floor_shape(self.look, high[0] - low[0], high[2] - low[2])
        return Thing(
            "Floor",
            "Floor|+00.00|+00.00|+00.00",
            "Floor_00000000",
            shape,
            np.array([middle[0], -0.05, middle[2]]),
            np.zeros(3),
            catalog()["Floor"],
        )

    def _counter(self, entry: Entry, free: Array | None, clear: list[tuple[float, Rect]]) -> Thing:
        entries = self.dump.entries
        grid, mask = counters.outline(entry, entries, free)
        standing = [float(e.box[1]) for e in entries if entry.object_id in e.parents]
        level = float(entry.box[4])
        if standing:
            level = float(np.clip(np.median(standing), level - 0.06, level + 0.03))
        shape = counters.slab(entry, grid, mask, level, entries, self.look)
        for rect in counters.body(grid, mask, level, entries, clear):
            self._block(
                "StandardCounterHeightWidth",
                rect,
                0.0,
                level - counters.THICK,
                self.look.cabinet,
            )
        low = np.min([p.vertices.min(0) for p in shape.parts], 0)
        center = entry.center.copy()
        center[1] = level - counters.THICK - float(low[1])
        xs = grid.rectangles(mask)
        center[0] = (min(r[0] for r in xs) + max(r[2] for r in xs)) / 2
        center[2] = (min(r[1] for r in xs) + max(r[3] for r in xs)) / 2
        return self._thing(entry, shape, center, np.zeros(3))

    def _block(
        self,
        kind: str,
        rect: tuple[float, float, float, float],
        low: float,
        high: float,
        color: Surfaced,
    ) -> None:
        x0, z0, x1, z1 = rect
        maker = Maker()
        maker.box((0, 0), 0, (x1 - x0, high - low, z1 - z0), color)
        self._stand(kind, maker, rect, bottom=low)

    def _stand(
        self, kind: str, maker: Maker, rect: Rect, yaw: float = 0.0, bottom: float = 0.0
    ) -> None:
        """Add a piece that no object stands for, its maker's origin in the middle of `rect`."""
        low = np.min([p.vertices.min(0) for p in maker.parts], 0)
        high = np.max([p.vertices.max(0) for p in maker.parts], 0)
        middle = ((low + high) / 2).astype(float)
        shape = maker.finish()
        place = np.array([(rect[0] + rect[2]) / 2, bottom, (rect[1] + rect[3]) / 2])
        place += turn(1, yaw) @ middle
        number = sum(t.facts is None for t in self.things)
        name = f"{kind}|{place[0]:+06.2f}|{place[1]:+06.2f}|{place[2]:+06.2f}|{number}"
        self.things.append(Thing(kind, name, name, shape, place, np.array([0.0, yaw, 0.0])))

    def _stove(self, stove: Stove, free: Array | None) -> None:
        """What carries burners that stand on no counter."""
        tops = [t for t in self.things if t.kind == "CounterTop"]
        under = np.concatenate([t.boxes() for t in tops]) if tops else np.zeros((0, 6))
        at = np.array([e.center for e in stove.burners])
        carried = (under[None, :, [0, 2]] < at[:, None, [0, 2]]).all(2)
        carried &= (at[:, None, [0, 2]] < under[None, :, [3, 5]]).all(2)
        carried &= np.abs(under[:, 4] - stove.top) < counters.SUNK
        if carried.any(axis=1).mean() > 0.5:
            return
        grid = Raster.over(*stove.footprint())
        mask = ~grid.empty()
        if free is not None:
            mask &= ~grid.near(free, counters.KEEP_OFF)
        for box in [b for t in self.things if t in tops or t.facts is None for b in t.boxes()]:
            taken = grid.empty()
            grid.fill(taken, *box[[0, 2, 3, 5]])
            mask &= ~taken
        others = [e for e in self.dump.entries if e.kind not in ("StoveBurner", "StoveKnob")]
        rects = counters.body(grid, mask, stove.top, others, [])
        if not rects:
            return
        x0, z0, x1, z1 = rects[0]
        width, depth = (x1 - x0, z1 - z0) if stove.ahead[0] == 0 else (z1 - z0, x1 - x0)
        size = np.array([width, stove.top, depth])
        panel = stove.panel - stove.top if stove.panel is not None else 0.0
        yaw = float(np.degrees(np.arctan2(*stove.ahead)))
        self._stand("StoveBase", oven(size, panel, self.look), rects[0], yaw)
        for rect in rects[1:]:
            self._block("StoveBase", rect, 0.0, stove.top, self.look.appliance)

    # -- relations ---------------------------------------------------------------------------

    def _relations(self, ranges: list[Stove]) -> None:
        for entry in self.dump.entries:
            thing = self.by_id[entry.object_id]
            parents = [self.by_id[p] for p in entry.parents if p in self.by_id]
            parents = [p for p in parents if p is not thing and thing not in _chain(p)]
            # A receptacle's trigger may reach over its neighbours, but nobody carries a counter.
            parents = [p for p in parents if thing.can("pick") or not p.dynamic]
            if parents:
                # Of several, the smallest is the one it really stands in, a vessel or what is made
                # for it first; but chairs drawn up to a table claim what is on the table.
                bottom = entry.box[1]
                on_top = [p for p in parents if abs(_box(p)[4] - bottom) < 0.03]
                fitted = [
                    p for p in parents
                    if p.kind in VESSELS or thing.kind in ONLY_ACCEPTS.get(p.kind, ())
                ]  # fmt: skip
                parent = min(fitted or on_top or parents, key=_volume)
                parent.children.append(thing)
                thing.parent = parent
            for other in entry.controls:
                if other in self.by_id:
                    _connect(thing, self.by_id[other])
        for knob, burner in (pair for stove in ranges for pair in stove.pairs()):
            if not any(e.controls for stove in ranges for e in stove.knobs):
                _connect(self.by_id[knob.object_id], self.by_id[burner.object_id])

    def _support(self, thing: Thing) -> None:
        """Bring surfaces to where the record has things standing on them."""
        children = [c for c in thing.children if c.record is not None and c.can("pick")]
        upright = thing.rotation[0] == 0 and thing.rotation[2] == 0
        if children and upright and thing.kind not in HANGING:
            levels = [float(c.record.box[1] - thing.position[1]) for c in children if c.record]
            thing.shape = levelled(thing.shape, levels, thing.kind in BOARDED)
            thing.moved()
        for child in thing.children:
            links = [s.link for s in thing.shape.surfaces if s.link >= 0]
            child.link = links[0] if links and thing.kind in ("Drawer", *MUST_BE_OPEN) else -1

    # -- structure ---------------------------------------------------------------------------

    def _structure(self) -> Room:
        low, high = self.plan.low, self.plan.high
        room = Room(self.dump.scene, self.rng, 1.0, 1.0, tiled=True)
        height = float(high[1])
        w, d = float(high[0] - low[0]), float(high[2] - low[2])
        cx, cz = float(low[0] + high[0]) / 2, float(low[2] + high[2]) / 2
        look = self.look
        room.slab("Ceiling", (cx, height, cz), (w, 0.1, d), look.ceiling)
        for sign, span in ((-1, d), (1, d)):
            x = cx + sign * (w + WALL) / 2
            room.slab("Wall", (x, 0, cz), (WALL, height, span + 2 * WALL), look.wall)
        for sign in (-1, 1):
            z = cz + sign * (d + WALL) / 2
            room.slab("Wall", (cx, 0, z), (w, height, WALL), look.wall)
        for x0, z0, x1, z1 in self.plan.niches:
            room.slab(
                "Wall",
                ((x0 + x1) / 2, 0, (z0 + z1) / 2),
                (x1 - x0, height, z1 - z0),
                look.wall,
            )
        room.things += dressing.ceiling_lamps(low, high, look)
        return room

    def _start(self, world: World) -> None:
        cells = self.dump.cells
        if self.dump.agent is not None:
            x, z, yaw = self.dump.agent
            if not physics.overlapping(world, np.array([x, z]), []):
                world.start = (x, z, yaw)
                world.body.x, world.body.z, world.body.yaw = world.start
                return
        if cells is None or not len(cells):
            cells = self._grid(world)
        boxes, _ = physics.obstacles(world, [])
        free = cells[physics.clearance(cells, boxes).min(1) >= RADIUS - physics.SKIN]
        groups: list[list[tuple[float, float]]] = []
        left = {(float(x), float(z)) for x, z in free}
        while left:
            spot = min(left)
            group = physics.reachable(world, np.array(spot), enclosure.GRID)
            near = {(round(x / 0.25) * 0.25, round(z / 0.25) * 0.25) for x, z in group}
            groups.append(sorted(near & left))
            left -= near | {spot}
        if not groups:
            raise InputError(f"scene {self.dump.scene}: nowhere to stand; is the dump complete?")
        best = np.array(max(groups, key=len))
        middle = best[int(np.argmin(np.linalg.norm(best - best.mean(0), axis=1)))]
        world.start = (float(middle[0]), float(middle[1]), float(self.rng.integers(4) * 90))
        world.body.x, world.body.z, world.body.yaw = world.start

    def _grid(self, world: World) -> Array:
        low = np.ceil(self.plan.low[[0, 2]] / 0.25).astype(int)
        high = np.floor(self.plan.high[[0, 2]] / 0.25).astype(int)
        i, j = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
        cells: Array = np.stack([i.ravel(), j.ravel()], 1) * 0.25
        return cells[physics.inside(world, cells)]

    def _keep_in(self, world: World, clear: list[tuple[float, Rect]]) -> None:
        """Wall off ground that the list says the agent's body does not fit on."""
        assert self.dump.cells is not None
        known = len(self.things)
        look = self.look
        for block in walls.closing(world, self.plan, self.dump.entries, self.dump.cells, clear):
            self._block("Wall", block.rect, 0.0, block.height, look.wall)
        world.things += self.things[known:]
        world.reindex()


def _before_wall(shape: Shape, middle: Array, box: Box, plan: enclosure.Plan) -> Shape:
    """A window whose pane lies within the wall's thickness, with the pane brought before it."""
    axis = int(np.argmax(np.abs(box.axes[:, 2])))
    sign = float(np.sign(box.axes[axis, 2]))
    wall = sign * float((plan.low if sign > 0 else plan.high)[axis])
    deepest = wall - sign * float(box.center[axis]) + BEFORE_WALL + float(middle[2])
    parts = []
    for part in shape.parts:
        if part.role == "sky" and float(part.vertices[:, 2].max()) < deepest < float(shape.half[2]):
            vertices = part.vertices.copy()
            vertices[:, 2] = deepest
            part = replace(part, vertices=vertices)
        parts.append(part)
    return replace(shape, parts=parts)


def _against_wall(box: Box, plan: enclosure.Plan) -> Box:
    """Deep boxes of windows (bays, several panes in one) drawn flat on the nearest outer wall."""
    if min(box.size[0], box.size[2]) <= 0.3 or not np.allclose(np.abs(box.axes), np.eye(3)):
        return box
    low, high = box.center - box.size / 2, box.center + box.size / 2
    gaps = {
        (axis, side): float(abs((low, high)[side][axis] - (plan.low, plan.high)[side][axis]))
        for axis in (0, 2)
        for side in (0, 1)
    }
    axis, side = min(gaps, key=lambda k: gaps[k])
    center, size = box.center.copy(), box.size.copy()
    size[axis] = PANE
    center[axis] = low[axis] + PANE / 2 if side == 0 else high[axis] - PANE / 2
    return Box(center, box.axes, size, True)


def _connect(knob: Thing, device: Thing) -> None:
    knob.controls.append(device)
    device.controlled_by = knob


def _chain(thing: Thing) -> list[Thing]:
    out = [thing]
    while out[-1].parent is not None and out[-1].parent not in out:
        out.append(out[-1].parent)
    return out


def _volume(thing: Thing) -> float:
    box = _box(thing)
    return float(np.prod(box[3:] - box[:3]))


def _box(thing: Thing) -> Array:
    return thing.record.box if thing.record is not None else thing.bounds()


def _floor_shape(look: Look, width: float, depth: float) -> Shape:
    maker = Maker()
    maker.box((0, 0), 0, (width, 0.1, depth), look.floor)
    maker.surface((-width / 2, width / 2), (-depth / 2, depth / 2), 0.1005, 2.0)
    return maker.finish()


def _state(thing: Thing, entry: Entry) -> None:
    for name, value in entry.states.items():
        setattr(thing, name, value)
    thing.liquid = entry.liquid
    thing.temperature = entry.temperature
    thing.hidden = thing.sliced
