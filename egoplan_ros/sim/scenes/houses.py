# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Homes of several rooms along a hallway, each with an open doorway onto it.

Rooms are made one by one as the single scenes are, turned so that their door faces the hallway and
set side by side; their door's wall is rebuilt around the opening.
"""

import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.scenes.bathroom import bathroom
from egoplan_ros.sim.scenes.bedroom import bedroom
from egoplan_ros.sim.scenes.dressing import ceiling_lamps
from egoplan_ros.sim.scenes.kitchen import kitchen
from egoplan_ros.sim.scenes.living_room import living_room
from egoplan_ros.sim.scenes.room import CEILING, coordinate
from egoplan_ros.sim.shapes.look import Look, palette
from egoplan_ros.sim.shapes.solid import Maker, Surfaced
from egoplan_ros.sim.thing import Array, Thing, turn
from egoplan_ros.sim.world import World

HALL = 1.75
THICK = 0.1
GAP = 0.2
DOOR = 0.96
DOOR_HEIGHT = 2.08
SOUTH, NORTH = 0, 1
TRIES = 60
SPLITS = {"Train": 12, "Val": 3}
LAYOUTS = 5
MAKERS: tuple[Callable[[str, np.random.Generator], World], ...] = (
    living_room,
    kitchen,
    bedroom,
    bathroom,
    bedroom,
)


def house_names() -> list[str]:
    """Names of the scenes for object-goal navigation."""
    return [
        f"FloorPlan_{split}{plan}_{layout}"
        for split, count in SPLITS.items()
        for plan in range(1, count + 1)
        for layout in range(1, LAYOUTS + 1)
    ]


def house(name: str) -> World:
    """The home of a name such as `FloorPlan_Train3_2`: three to five rooms and a hallway.

    Raises:
        KeyError: for a name that is no such scene.
    """
    if name not in set(house_names()):
        raise KeyError(name)
    base = re.sub(r"_\d+$", "", name)
    # Layouts of one plan have the same kinds of rooms, differently furnished.
    count = 3 + int(np.random.default_rng(zlib.crc32(base.encode())).integers(3))
    for attempt in range(TRIES):
        rng = np.random.default_rng(zlib.crc32(f"{name}/{attempt}".encode()))
        try:
            rooms = [_room(MAKERS[k], name, rng) for k in range(count)]
            return _join(name, rooms, rng).ground()
        except ValueError:
            continue
    raise KeyError(f"{name}: no furnishing found")


def _room(
    maker: Callable[[str, np.random.Generator], World], name: str, rng: np.random.Generator
) -> World:
    for _ in range(TRIES):
        try:
            return maker(name, np.random.default_rng(int(rng.integers(2**31))))
        except ValueError:
            continue
    raise ValueError(f"{name}: a room would not be furnished")


@dataclass(slots=True)
class _Row:
    """One side of the hallway: where the next room goes."""

    side: int
    x: float = 0.0


def _join(name: str, rooms: list[World], rng: np.random.Generator) -> World:
    rows = [_Row(SOUTH), _Row(NORTH)]
    things: list[Thing] = []
    look = palette(rng, False)
    spans: list[list[tuple[float, float]]] = [[], []]
    low, high = np.zeros(3), np.array([0.0, CEILING, HALL])
    for room in rooms:
        row = min(rows, key=lambda r: r.x)
        box = _set_down(room, row, look)
        spans[row.side].append((float(box[0]) - THICK, float(box[2]) + THICK))
        row.x = float(box[2]) + GAP
        low = np.minimum(low, [box[0], 0.0, box[1]])
        high = np.maximum(high, [box[2], CEILING, box[3]])
        things += room.things
    length = max(r.x for r in rows) - GAP
    things += _hall(length, spans, look)
    _unique(things)
    things.sort(key=lambda t: t.facts is None)
    z = float(np.floor(HALL / 2 / 0.25) * 0.25)
    start = (round(length / 2 / 0.25) * 0.25, z, 90.0 * int(rng.integers(4)))
    return World(name, things, low - THICK, high + THICK, start)


def _set_down(room: World, row: _Row, look: Look) -> Array:
    """Turn and shift a room so that its door opens onto the hallway; its floor rectangle."""
    door = next(t for t in room.things if t.kind == "Doorway")
    gaps = [
        door.position[2] - room.low[2],
        room.high[0] - door.position[0],
        room.high[2] - door.position[2],
        door.position[0] - room.low[0],
    ]
    wall = int(np.argmin(gaps))
    # Walls are numbered south, east, north, west; the hallway lies north of the south row.
    facing = 2 if row.side == SOUTH else 0
    quarters = (wall - facing) % 4
    rotation = turn(1, 90.0 * quarters)
    corners = np.array(
        [[x, 0, z] for x in (room.low[0], room.high[0]) for z in (room.low[2], room.high[2])]
    )
    turned = corners @ rotation.T
    small, large = turned.min(0), turned.max(0)
    shift = np.array([row.x - small[0], 0.0, HALL + THICK - small[2]])
    if row.side == SOUTH:
        shift[2] = -THICK - large[2]
    kept = []
    for thing in room.things:
        thing.place(
            rotation @ thing.position + shift,
            thing.rotation + np.array([0.0, 90.0 * quarters, 0.0]),
        )
        kept.append(thing)
    rect = np.array([row.x, small[2] + shift[2], large[0] + shift[0], large[2] + shift[2]])
    edge = rect[1] if row.side == NORTH else rect[3]
    middle = edge + (-THICK / 2 if row.side == NORTH else THICK / 2)
    opened = [
        t
        for t in kept
        if not (
            t.kind == "Doorway"
            or (t.kind in ("Wall", "Baseboard") and abs(t.position[2] - edge) < 0.09)
        )
    ]
    x = float(door.position[0])
    x0, x1 = float(rect[0]) - THICK, float(rect[2]) + THICK
    opened += _wall_with_door(x0, x1, middle, x, look)
    room.things[:] = opened
    return rect


def _wall_with_door(x0: float, x1: float, z: float, door: float, look: Look) -> list[Thing]:
    half = DOOR / 2
    pieces = [
        (x0, door - half, 0.0, CEILING),
        (door + half, x1, 0.0, CEILING),
        (door - half, door + half, DOOR_HEIGHT, CEILING),
    ]
    out = [
        slab("Wall", (a, z - THICK / 2, b, z + THICK / 2), low, high, look.wall)
        for a, b, low, high in pieces
        if b - a > 0.01
    ]
    for side in (-1, 1):
        at = door + side * (half - 0.02)
        rect = (at - 0.02, z - THICK / 2 - 0.01, at + 0.02, z + THICK / 2 + 0.01)
        out.append(slab("Doorframe", rect, 0.0, DOOR_HEIGHT, look.trim, solid=False))
    return out


def _hall(length: float, spans: list[list[tuple[float, float]]], look: Look) -> list[Thing]:
    """Floor, ceiling, and walls wherever no room borders on the hallway."""
    out = [floor((0.0, -THICK, length, HALL + THICK), look)]
    out.append(slab("Ceiling", (0, 0, length, HALL), CEILING, CEILING + 0.1, look.ceiling))
    out += ceiling_lamps(np.zeros(3), np.array([length, CEILING, HALL]), look)
    for x in (-THICK / 2, length + THICK / 2):
        rect = (x - THICK / 2, -THICK, x + THICK / 2, HALL + THICK)
        out.append(slab("Wall", rect, 0.0, CEILING, look.wall))
    for side, z in ((SOUTH, -THICK / 2), (NORTH, HALL + THICK / 2)):
        at = 0.0
        for x0, x1 in [*spans[side], (length, length)]:
            if x0 - at > 0.01:
                rect = (at, z - THICK / 2, x0, z + THICK / 2)
                out.append(slab("Wall", rect, 0.0, CEILING, look.wall))
            at = max(at, x1)
    return out


def slab(
    kind: str,
    rect: tuple[float, float, float, float],
    low: float,
    high: float,
    color: Surfaced,
    solid: bool = True,
) -> Thing:
    """A structural box over a floor rectangle (x0, z0, x1, z1) between two heights."""
    x0, z0, x1, z1 = rect
    maker = Maker()
    maker.box((0, 0), 0, (x1 - x0, high - low, z1 - z0), color, solid=solid)
    place = np.array([(x0 + x1) / 2, (low + high) / 2, (z0 + z1) / 2])
    name = "|".join([kind, *(coordinate(float(v)) for v in place)])
    return Thing(kind, name, name, maker.finish(), place, np.zeros(3))


def floor(rect: tuple[float, float, float, float], look: Look) -> Thing:
    """A floor object over a rectangle, its top at height 0."""
    x0, z0, x1, z1 = rect
    w, d = x1 - x0, z1 - z0
    maker = Maker()
    maker.box((0, 0), 0, (w, 0.1, d), look.floor)
    maker.surface((-w / 2, w / 2), (-d / 2, d / 2), 0.1005, 2.0)
    place = np.array([(x0 + x1) / 2, -0.05, (z0 + z1) / 2])
    name = "|".join(["Floor", *(coordinate(float(v)) for v in place)])
    digest = zlib.crc32(name.encode())
    return Thing(
        "Floor", name, f"Floor_{digest:08x}", maker.finish(), place, np.zeros(3), catalog()["Floor"]
    )


def _unique(things: list[Thing]) -> None:
    """Ids of where things now are; basins keep hanging on their sink's id."""
    seen: set[str] = set()
    renamed: dict[str, str] = {}
    for thing in sorted(things, key=lambda t: t.object_id.count("|")):
        old = thing.object_id
        if thing.facts is not None and old.count("|") == 4:
            parent, kind = old.rsplit("|", 1)
            new = f"{renamed.get(parent, parent)}|{kind}"
        else:
            new = "|".join([thing.kind, *(coordinate(float(v)) for v in thing.position)])
        number = 0
        while new in seen:
            number += 1
            new = f"{thing.kind}|{'|'.join(coordinate(float(v)) for v in thing.position)}_{number}"
        seen.add(new)
        renamed[old] = new
        thing.object_id = new
        if thing.facts is None:
            thing.name = new
    names: set[str] = set()
    for thing in things:
        while thing.name in names:
            thing.name = f"{thing.kind}_{zlib.crc32((thing.name + thing.object_id).encode()):08x}"
        names.add(thing.name)
