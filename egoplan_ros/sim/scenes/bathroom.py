# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bathrooms: vanity with basin, toilet, tub or shower, towels and mirror."""

import numpy as np

from egoplan_ros.sim.scenes import dressing, furnish
from egoplan_ros.sim.scenes.fitted import Module, Run, fit
from egoplan_ros.sim.scenes.room import YAW, Room, extent
from egoplan_ros.sim.scenes.stock import BATHROOM, put_new, stock
from egoplan_ros.sim.shapes.fixtures import taps
from egoplan_ros.sim.world import World

FLOOR = 0.133
"""Height of the tub's bottom inside."""


def bathroom(scene: str, rng: np.random.Generator) -> World:
    """One furnished bathroom. Raises ValueError when this draw does not work out."""
    room = Room(scene, rng, extent(rng, 2.5, 3.8), extent(rng, 2.7, 4.1), tiled=True)
    door = int(rng.integers(4))
    door_s = float(rng.choice([0.7, room.length(door) - 0.7]))
    room.shell((door, door_s))
    vanity = (door + int(rng.integers(1, 4))) % 4
    width = float(rng.uniform(1.2, 1.7))
    place = room.wall_place(width, 0.64, 0.7, [vanity], tries=200)
    if place is None:
        raise ValueError("no room for the vanity")
    room.reserved = room.reserved[:-2]
    wall, s = place
    side = (width - 0.75) / 2
    run = Run(
        wall,
        s - width / 2,
        [Module("drawers", side), Module("sink", 0.75), Module("base", side)],
        upper=False,
    )
    fit(room, run)
    if rng.random() < 0.6:
        dressing.lay(room, wall, s, 0.9, 0.68, 1.25)
    _mirror(room, wall, s, width)
    for kind, size, front in (("Bathtub", (1.7, 0.8), 0.5), ("Toilet", (0.46, 0.74), 0.55)):
        place = room.wall_place(size[0], size[1], front, tries=200)
        if place is None:
            if kind == "Toilet":
                raise ValueError("no room for the toilet")
            continue
        if kind == "Toilet":
            room.stand("Toilet", place[0], place[1], 0.71)
            _hanger(room, place)
        else:
            _tub(room, place)
    if furnish.garbage_can(room) is None:
        raise ValueError("no room for a bin")
    furnish.light_switch(room, door, door_s + 0.65 if door_s < 1 else door_s - 0.65)
    furnish.on_wall(room, "TowelHolder", 1.35, 0.6, 0.06)
    furnish.on_wall(room, "HandTowelHolder", 1.45, 0.24, 0.06)
    for _ in range(5):
        w = int(rng.integers(4))
        if (
            furnish.window(room, w, float(rng.uniform(0.7, room.length(w) - 0.7)), 0.8, 1.2, 0.9)
            is not None
        ):
            break
    world = room.world()
    stock(room, world, BATHROOM)
    for holder in [t for t in world.things if t.kind == "ToiletPaperHanger" and not t.children]:
        put_new(room, world, "ToiletPaper", holder)
    return world


def _mirror(room: Room, wall: int, s: float, width: float) -> None:
    """A mirror above the basin."""
    room.add("Mirror", room.at(wall, s, 0.02), 1.25, YAW[wall], size=(min(width, 1.2), 0.8, 0.03))


def _hanger(room: Room, place: tuple[int, float]) -> None:
    wall, s = place
    for side in (-1, 1):
        at = s + side * 0.45
        if 0.1 < at < room.length(wall) - 0.1 and furnish.wall_is_free(
            room, wall, at, 0.2, 0.6, 0.85, 0.1
        ):
            room.add("ToiletPaperHanger", room.at(wall, at, 0.06), 0.75, YAW[wall])
            return
    room.add("ToiletPaperHanger", room.at(wall, s, 0.06), 1.2, YAW[wall])


def _tub(room: Room, place: tuple[int, float]) -> None:
    wall, s = place
    tub = room.stand("Bathtub", wall, s, 0.78, size=(1.66, 0.55, 0.78))
    room.add(
        "BathtubBasin",
        room.at(wall, s, 0.402),
        FLOOR - 0.013,
        YAW[wall],
        suffix_of=tub,
        size=(1.47, 0.42, 0.59),
    )
    _at_wall(room, "Faucet", wall, s - 0.5, 0.64, form=taps.WALL)
    _at_wall(room, "ShowerHead", wall, s - 0.5, 1.1)
    if room.rng.random() < 0.6:
        x, z = room.at(wall, s + 0.6, 0.72)
        room.add("ShowerCurtain", (x, z), 0.25, YAW[wall], size=(0.36, 1.8, 0.12))


def _at_wall(
    room: Room, kind: str, wall: int, s: float, bottom: float, form: int | None = None
) -> None:
    """Something whose back is the wall and whose water falls into the tub."""
    thing = room.add(kind, (0.0, 0.0), bottom, YAW[wall], form=form, drop=bottom - FLOOR)
    thing.position[[0, 2]] = room.at(wall, s, float(thing.shape.half[2]) + 0.012)
    room.rename(thing)
