# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Free-standing furniture with its drawers, boards and chairs, and things on walls."""

import numpy as np

from egoplan_ros.sim.scenes.room import YAW, Room
from egoplan_ros.sim.shapes import build
from egoplan_ros.sim.shapes.furniture.chests import BOTTOM
from egoplan_ros.sim.shapes.furniture.shelves import shelf_board
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.thing import Thing

FOOT = (0.05, 0.14)
"""Height of the feet of chests is drawn between these metres."""
ASIDE = frozenset({"Wall", "Floor", "Ceiling", "Baseboard", "CeilingLamp", "Rug"})
"""Structure that keeps nothing from being hung on a wall."""


def free_standing(room: Room, kind: str, front: float = 0.6) -> Thing | None:
    """A piece of its own size with its back to a wall and `front` metres before it, if it fits."""
    shape = build(kind, room.look)
    width, depth = float(shape.half[0] * 2), float(shape.half[2] * 2)
    place = room.wall_place(width + 0.02, depth + 0.02, front)
    if place is None:
        return None
    return room.stand(kind, place[0], place[1], depth, shape=shape)


def chest(
    room: Room,
    kind: str,
    wall: int,
    s: float,
    size: tuple[float, float, float],
    rows: int,
    columns: int = 1,
) -> Thing:
    """A carcass against a wall with a grid of drawers."""
    w, h, d = size
    foot = float(room.look.rng.uniform(*FOOT))
    body = room.stand(kind, wall, s, d, size=size, foot=foot)
    each_w = (w - 0.05) / columns
    each_h = (h - 0.028 - BOTTOM - foot) / rows
    for i in range(columns):
        for j in range(rows):
            at = s - w / 2 + 0.025 + each_w * (i + 0.5)
            room.add(
                "Drawer",
                room.at(wall, at, d / 2 + 0.02),
                foot + BOTTOM + each_h * j,
                YAW[wall],
                look=room.wooden(),
                size=(each_w - 0.006, each_h - 0.006, d - 0.06),
            )
    return body


def desk(
    room: Room, wall: int, s: float, size: tuple[float, float, float], pedestal: bool
) -> Thing:
    """A desk, optionally with three drawers on its left."""
    w, h, d = size
    body = room.stand("Desk", wall, s, d, size=size, pedestal=pedestal)
    if pedestal:
        wide = 0.36
        for j in range(3):
            room.add(
                "Drawer",
                room.at(wall, s - w / 2 + 0.04 + wide / 2, d / 2 + 0.04),
                0.06 + j * (h - 0.1) / 3,
                YAW[wall],
                look=room.wooden(),
                size=(wide, (h - 0.1) / 3 - 0.006, d - 0.14),
            )
    return body


def shelves(
    room: Room, wall: int, s: float, width: float, heights: tuple[float, ...]
) -> list[Thing]:
    """Wall boards above one another."""
    return [room.stand("Shelf", wall, s, 0.22, y, size=(width, 0.12, 0.22)) for y in heights]


def shelving_unit(
    room: Room, wall: int, s: float, size: tuple[float, float, float], boards: int
) -> Thing:
    """An open rack whose boards are objects of type Shelf."""
    w, h, d = size
    body = room.stand("ShelvingUnit", wall, s, d, size=size)
    for k in range(boards):
        maker = Maker()
        shelf_board(maker, room.look, (w - 0.056, 0.022, d - 0.03))
        room.add(
            "Shelf",
            room.at(wall, s, d / 2 + 0.01),
            0.12 + k * (h - 0.2) / boards,
            YAW[wall],
            shape=maker.finish(),
        )
    return body


def table_with_chairs(
    room: Room, size: tuple[float, float, float], chairs: int, kind: str = "DiningTable"
) -> Thing | None:
    """A table with chairs pushed towards it, amid the room or at a wall; None without room."""
    w, _, d = size
    for _ in range(80):
        turned = bool(room.rng.random() < 0.5)
        ex, ez = (d, w) if turned else (w, d)
        x = float(room.rng.uniform(room.low[0] + ex / 2, room.high[0] - ex / 2))
        z = float(room.rng.uniform(room.low[2] + ez / 2, room.high[2] - ez / 2))
        margin = 0.62
        rect = np.array(
            [x - ex / 2 - margin, z - ez / 2 - margin, x + ex / 2 + margin, z + ez / 2 + margin]
        )
        inner = rect + np.array([margin, margin, -margin, -margin])
        around = rect + np.array([0.12, 0.12, -0.12, -0.12])
        if not room.is_free(inner) or not room.is_free(np.clip(around, *_bounds(room))):
            continue
        wall_gap = min(
            x - ex / 2 - room.low[0],
            room.high[0] - x - ex / 2,
            z - ez / 2 - room.low[2],
            room.high[2] - z - ez / 2,
        )
        if wall_gap < 0.75:
            continue
        table = room.add(kind, (x, z), 0.0, 90.0 if turned else 0.0, size=size)
        room.reserved.append(inner)
        for k in range(chairs):
            sign = (1, -1)[k % 2]
            along = (k // 2 - (chairs - 1) // 2 / 2) * 0.6
            out = d / 2 + 0.08
            cx, cz = (x + along, z + sign * out) if not turned else (x + sign * out, z + along)
            # A chair faces the table.
            yaw = {(1, False): 180.0, (-1, False): 0.0, (1, True): 270.0, (-1, True): 90.0}[
                (sign, turned)
            ]
            seat = room.add("Chair", (cx, cz), 0.0, yaw)
            room.reserved.append(np.array([cx - 0.24, cz - 0.24, cx + 0.24, cz + 0.24]))
            seat.moved()
        return table
    return _table_at_wall(room, size, kind)


def _table_at_wall(room: Room, size: tuple[float, float, float], kind: str) -> Thing | None:
    """A table with its long side to a wall and one or two chairs before it."""
    w, _, d = size
    place = room.wall_place(w, d, 0.95)
    if place is None:
        return None
    wall, s = place
    table = room.stand(kind, wall, s, d, size=size)
    for shift in (-0.27, 0.27) if w >= 1.1 else (0.0,):
        xz = room.at(wall, s + shift, d + 0.1)
        room.add("Chair", xz, 0.0, YAW[(wall + 2) % 4])
        room.reserved.append(np.array([xz[0] - 0.24, xz[1] - 0.24, xz[0] + 0.24, xz[1] + 0.24]))
    return table


def _bounds(room: Room) -> tuple[np.ndarray, np.ndarray]:
    low = np.array([room.low[0], room.low[2]] * 2)
    high = np.array([room.high[0], room.high[2]] * 2)
    return low, high


def on_wall(
    room: Room, kind: str, bottom: float, width: float, depth: float, **options: object
) -> Thing | None:
    """Hang something where the wall is free at that height."""
    for _ in range(40):
        wall = int(room.rng.integers(4))
        if room.length(wall) < width + 0.4:
            continue
        s = float(room.rng.uniform(width / 2 + 0.15, room.length(wall) - width / 2 - 0.15))
        x, z = room.at(wall, s, depth / 2 + 0.012)
        if wall_is_free(room, wall, s, width, bottom, bottom + 0.9, depth):
            return room.add(kind, (x, z), bottom, YAW[wall], **options)  # type: ignore[arg-type]
    return None


def wall_is_free(
    room: Room, wall: int, s: float, width: float, y0: float, y1: float, depth: float
) -> bool:
    """Whether nothing stands in a block in front of a wall."""
    rect = room.rect(wall, s, width + 0.04, 0.0, max(depth, 0.3))
    for thing in room.things:
        if thing.kind in ASIDE:
            continue
        b = thing.bounds()
        if (
            b[0] < rect[2]
            and b[3] > rect[0]
            and b[2] < rect[3]
            and b[5] > rect[1]
            and b[1] < y1
            and b[4] > y0
        ):
            return False
    return True


def window(
    room: Room, wall: int, s: float, width: float = 1.0, bottom: float = 1.0, height: float = 1.1
) -> Thing | None:
    """A window if that part of the wall is free."""
    if not wall_is_free(room, wall, s, width, bottom, bottom + height, 0.1):
        return None
    return room.add(
        "Window", room.at(wall, s, 0.045), bottom, YAW[wall], size=(width, height, 0.08)
    )


def light_switch(room: Room, wall: int, s: float) -> Thing:
    """A switch near the door, or wherever a wall is free; raises ValueError when none is."""
    places = [(wall, s)]
    for turn in range(4):
        side = (wall + turn) % 4
        places += [(side, float(at)) for at in np.linspace(0.4, room.length(side) - 0.4, 9)]
    for side, at in places:
        if wall_is_free(room, side, at, 0.12, 1.1, 1.35, 0.05):
            thing = room.add("LightSwitch", room.at(side, at, 0.02), 1.15, YAW[side])
            thing.toggled = True
            return thing
    raise ValueError("no free wall for the light switch")


def garbage_can(room: Room) -> Thing | None:
    """A bin at some free piece of wall."""
    place = room.wall_place(0.36, 0.3, 0.45, tries=120)
    if place is None:
        return None
    return room.stand("GarbageCan", place[0], place[1], 0.3)
