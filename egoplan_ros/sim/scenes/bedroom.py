# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bedrooms: bed, desk with lamp, drawers, shelves and what people leave lying about."""

import numpy as np

from egoplan_ros.sim.scenes import dressing, furnish
from egoplan_ros.sim.scenes.room import Room, extent
from egoplan_ros.sim.scenes.stock import BEDROOM, put_new, stock
from egoplan_ros.sim.world import World


def bedroom(scene: str, rng: np.random.Generator) -> World:
    """One furnished bedroom. Raises ValueError when this draw does not work out."""
    room = Room(scene, rng, extent(rng, 3.2, 5.2), extent(rng, 3.2, 5.2), tiled=False)
    door = int(rng.integers(4))
    door_s = float(rng.choice([0.7, room.length(door) - 0.7]))
    room.shell((door, door_s))
    bed_w = float(rng.choice([1.1, 1.4, 1.6]))
    place = room.wall_place(bed_w, 2.05, 0.6)
    if place is None:
        raise ValueError("no room for a bed")
    wall, s = place
    bed = room.stand("Bed", wall, s, 2.05, size=(bed_w, 0.95, 2.05))
    bed.dirty = bool(rng.random() < 0.7)
    if rng.random() < 0.6:
        dressing.lay(room, wall, s, bed_w + 1.1, 0.9, 2.6)
    _beside(room, wall, s, bed_w)
    _desk(room)
    if rng.random() < 0.55:
        place = room.wall_place(1.0, 0.48)
        if place is not None:
            furnish.chest(room, "Dresser", *place, (0.95, 0.86, 0.46), 3, 2)
    if not any(t.kind == "Drawer" for t in room.things):
        place = room.wall_place(0.55, 0.44)
        if place is None:
            raise ValueError("no room for drawers")
        furnish.chest(room, "SideTable", *place, (0.5, 0.62, 0.42), 2)
    if rng.random() < 0.45:
        place = room.wall_place(0.85, 0.33)
        if place is not None:
            furnish.shelving_unit(room, *place, (0.8, 1.1, 0.3), 3)
    for kind, share in (
        ("LaundryHamper", 0.45),
        ("FloorLamp", 0.3),
        ("ArmChair", 0.15),
        ("Safe", 0.15),
    ):
        if rng.random() < share:
            thing = furnish.free_standing(room, kind)
            if thing is not None:
                thing.toggled = kind == "FloorLamp" and bool(rng.random() < 0.9)
    if furnish.garbage_can(room) is None:
        raise ValueError("no room for a bin")
    _walls(room, door, door_s)
    world = room.world()
    _lamp(room, world)
    stock(room, world, BEDROOM)
    return world


def _beside(room: Room, wall: int, s: float, width: float) -> None:
    """Bedside tables where they fit."""
    for side in (-1, 1):
        at = s + side * (width / 2 + 0.29)
        rect = room.rect(wall, at, 0.5, 0, 0.42)
        walk = room.rect(wall, at + side * 0.2, 0.5, 0.42, 1.0)
        if room.is_free(rect) and room.is_free(walk):
            room.reserve(wall, at, 0.52, 0.44)
            room.reserve(wall, at, 0.5, 1.1, 0.44)
            furnish.chest(room, "SideTable", wall, at, (0.48, 0.58, 0.4), 2)
            return


def _desk(room: Room) -> None:
    rng = room.rng
    width = float(rng.uniform(1.1, 1.5))
    place = room.wall_place(width, 0.62, 0.9)
    if place is None:
        raise ValueError("no room for a desk")
    wall, s = place
    pedestal = bool(rng.random() < 0.6)
    furnish.desk(room, wall, s, (width, 0.76, 0.6), pedestal)
    if rng.random() < 0.85:
        x, z = room.at(wall, s + (0.15 if pedestal else -0.2), 0.72)
        room.add("Chair", (x, z), 0.0, (0.0, 270.0, 180.0, 90.0)[(wall + 2) % 4])
    if rng.random() < 0.85:
        furnish.shelves(room, wall, s, min(width, 0.9), (1.1, 1.42)[: int(rng.integers(1, 3))])


def _lamp(room: Room, world: World) -> None:
    """Every bedroom has a desk lamp, on the desk or a bedside table."""
    kinds = (
        ["Desk", "SideTable", "Dresser"]
        if room.rng.random() < 0.6
        else ["SideTable", "Desk", "Dresser"]
    )
    for kind in kinds:
        for thing in [t for t in world.things if t.kind == kind]:
            if put_new(room, world, "DeskLamp", thing):
                return
    raise ValueError("no place for the desk lamp")


def _walls(room: Room, door: int, door_s: float) -> None:
    """Windows, mirror, pictures, blinds, switch."""
    rng = room.rng
    done = 0
    for _ in range(12):
        wall = int(rng.integers(4))
        s = float(rng.uniform(0.8, room.length(wall) - 0.8))
        if done < 2 and furnish.window(room, wall, s, 1.0, 1.0, 1.2) is not None:
            done += 1
            if rng.random() < 0.7:
                _blinds(room, wall, s)
    furnish.light_switch(room, door, door_s + 0.65 if door_s < 1 else door_s - 0.65)
    furnish.on_wall(room, "Mirror", 1.05, 0.56, 0.03, size=(0.55, 0.7, 0.03))
    if rng.random() < 0.4:
        furnish.on_wall(room, "Painting", 1.35, 0.75, 0.03, size=(0.7, 0.55, 0.03))
    if rng.random() < 0.3:
        furnish.on_wall(room, "Poster", 1.25, 0.6, 0.02, size=(0.55, 0.8, 0.01))


def _blinds(room: Room, wall: int, s: float) -> None:
    """Drawn-up blinds at the top of a window."""
    room.add(
        "Blinds",
        room.at(wall, s, 0.11),
        2.0,
        (0.0, 270.0, 180.0, 90.0)[wall],
        size=(1.02, 0.22, 0.03),
    )
