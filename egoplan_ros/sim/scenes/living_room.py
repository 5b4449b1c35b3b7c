# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Living rooms: sofa and television facing each other, tables, lamps, shelves."""

import numpy as np

from egoplan_ros.sim.scenes import dressing, furnish
from egoplan_ros.sim.scenes.room import YAW, Room, extent
from egoplan_ros.sim.scenes.stock import LIVING_ROOM, stock
from egoplan_ros.sim.world import World


def living_room(scene: str, rng: np.random.Generator) -> World:
    """One furnished living room. Raises ValueError when this draw does not work out."""
    room = Room(scene, rng, extent(rng, 3.9, 6.8), extent(rng, 3.9, 6.8), tiled=False)
    door = int(rng.integers(4))
    door_s = float(rng.choice([0.75, room.length(door) - 0.75]))
    room.shell((door, door_s))
    wall = (door + int(rng.integers(1, 4))) % 4
    sofa_w = float(rng.uniform(1.7, 2.2))
    spot = room.wall_place(sofa_w, 0.9, 0.0, [wall])
    if spot is None:
        raise ValueError("no room for the sofa")
    room.stand("Sofa", wall, spot[1], 0.9, size=(sofa_w, 0.88, 0.88))
    room.reserve(wall, spot[1], sofa_w, 2.2, 0.9)
    gap = 0.9 + 0.65
    if room.rng.random() < 0.8:
        x, z = room.at(wall, spot[1], gap + 0.28)
        room.add("CoffeeTable", (x, z), 0.0, YAW[wall], size=(1.0, 0.44, 0.55))
    if rng.random() < 0.75:
        dressing.lay(room, wall, spot[1], sofa_w + 0.5, 0.6, 2.5)
    _television(room, (wall + 2) % 4)
    for _ in range(int(rng.integers(1, 3))):
        place = room.wall_place(0.5, 0.44)
        if place is not None:
            furnish.chest(room, "SideTable", *place, (0.48, 0.6, 0.42), 2)
    for kind, share in (("ArmChair", 0.9), ("FloorLamp", 1.0), ("Ottoman", 0.2)):
        if rng.random() < share:
            thing = furnish.free_standing(room, kind)
            if thing is not None:
                thing.toggled = kind == "FloorLamp" and bool(rng.random() < 0.9)
    if rng.random() < 0.7:
        size = (1.15, 0.74, 0.75) if rng.random() < 0.6 else (0.9, 0.74, 0.9)
        furnish.table_with_chairs(room, size, int(rng.integers(2, 5)))
    if rng.random() < 0.75:
        place = room.wall_place(0.85, 0.36)
        if place is not None:
            furnish.shelving_unit(room, *place, (0.8, 1.7, 0.33), 4)
    if rng.random() < 0.4:
        place = room.wall_place(1.0, 0.48)
        if place is not None:
            furnish.chest(room, "Dresser", *place, (0.95, 0.86, 0.46), 3, 2)
    if furnish.garbage_can(room) is None:
        raise ValueError("no room for a bin")
    for _ in range(10):
        w = int(rng.integers(4))
        furnish.window(room, w, float(rng.uniform(1, room.length(w) - 1)), 1.2, 0.9, 1.4)
        if sum(t.kind == "Window" for t in room.things) >= 2:
            break
    furnish.light_switch(room, door, door_s + 0.7 if door_s < 1 else door_s - 0.7)
    for _ in range(int(rng.integers(1, 3))):
        furnish.on_wall(room, "Painting", 1.35, 1.0, 0.03, size=(0.95, 0.7, 0.03))
    world = room.world()
    stock(room, world, LIVING_ROOM)
    return world


def _television(room: Room, wall: int) -> None:
    place = room.wall_place(1.3, 0.46, 0.8, [wall, (wall + 1) % 4, (wall + 3) % 4], tries=120)
    if place is None:
        raise ValueError("no room for the television")
    wall, s = place
    stand = furnish.chest(room, "TVStand", wall, s, (1.25, 0.5, 0.44), 1, 2)
    screen = room.add("Television", room.at(wall, s, 0.24), 0.502, YAW[wall])
    stand.children.append(screen)
    screen.parent = stand
