# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Kitchens: fitted runs in an L, along one wall or along two facing walls; tables, devices."""

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.scenes import dressing, furnish
from egoplan_ros.sim.scenes.fitted import DEPTH, Module, Run, fit
from egoplan_ros.sim.scenes.room import Room, extent
from egoplan_ros.sim.scenes.stock import KITCHEN, stock
from egoplan_ros.sim.shapes import build
from egoplan_ros.sim.world import World

CORNER = 0.66
DISHWASHER = 3
"""Units that a stretch has at least besides a dishwasher."""
DEVICES = ("Microwave", "CoffeeMachine", "Toaster")


def kitchen(scene: str, rng: np.random.Generator) -> World:
    """One furnished kitchen. Raises ValueError when this draw does not work out."""
    plan = ("ell", "ell", "straight", "galley")[int(rng.integers(4))]
    if plan == "straight":
        width, depth = extent(rng, 4.7, 5.6), extent(rng, 2.7, 4.4)
    elif plan == "galley":
        width, depth = extent(rng, 3.4, 4.8), extent(rng, 3.1, 4.2)
    else:
        width, depth = extent(rng, 3.4, 5.6), extent(rng, 3.3, 5.4)
    turn = int(rng.integers(4))
    if turn % 2:
        width, depth = depth, width
    room = Room(scene, rng, width, depth, tiled=True)
    runs = _runs(room, plan, turn)
    door_wall = _door_wall(room, plan, turn)
    door_s = float(rng.uniform(0.8, room.length(door_wall) - 0.8))
    room.shell((door_wall, door_s))
    for run in runs:
        fit(room, run)
    _windows(room, runs)
    furnish.light_switch(
        room, door_wall, door_s + 0.75 if door_s + 1 < room.length(door_wall) else door_s - 0.75
    )
    if furnish.garbage_can(room) is None:
        raise ValueError("no room for a bin")
    _middle(room)
    if rng.random() < 0.3:
        place = room.wall_place(0.9, 0.35)
        if place is not None:
            furnish.shelving_unit(room, *place, (0.85, 1.3, 0.33), 3)
    world = room.world()
    _devices(room, world)
    stock(room, world, KITCHEN)
    return world


def _runs(room: Room, plan: str, turn: int) -> list[Run]:
    rng = room.rng
    fridge = Module("fridge", float(rng.uniform(0.82, 0.95)))
    sink = Module("sink", float(rng.uniform(0.78, 0.86)))
    stove = Module("stove", 0.78)
    if plan == "straight":
        wall = turn
        fixed = [fridge, sink, stove]
        rest = room.length(wall) - sum(m.width for m in fixed) - 0.02
        b = _bases(rng, rest, 3)
        order = [fridge, *b[:1], sink, *b[1:2], stove, *b[2:]]
        if rng.random() < 0.5:
            order = [fridge, *b[:1], stove, *b[1:2], sink, *b[2:]]
        return [Run(wall, 0.01, order)]
    if plan == "galley":
        a, c = turn, (turn + 2) % 4
        # Leave the ends of the room open so that one can get round.
        rest = room.length(a) - sink.width - 0.02
        b = _bases(rng, min(rest, 2.2), 2)
        first = Run(a, 0.01, [b[0], sink, *b[1:]])
        rest = room.length(c) - fridge.width - stove.width - 0.02
        b = _bases(rng, min(rest, 1.7), 2)
        return [first, Run(c, 0.01, [fridge, b[0], stove, *b[1:]])]
    first_wall, second_wall = turn, (turn + 1) % 4
    rest = room.length(first_wall) - fridge.width - sink.width - CORNER - 0.01
    b = _bases(rng, min(rest, 2.6), 2)
    gap = room.length(first_wall) - CORNER - fridge.width - sink.width - sum(m.width for m in b)
    first = Run(first_wall, max(gap, 0.01), [fridge, b[0], sink, *b[1:], Module("corner", CORNER)])
    rest = room.length(second_wall) - CORNER - stove.width - 0.4
    b = _bases(rng, min(rest, float(rng.uniform(1.0, 1.8))), 2)
    second = Run(second_wall, CORNER - 0.02, [Module("corner", 0.05), b[0], stove, *b[1:]])
    return [first, second]


def _bases(rng: np.random.Generator, total: float, groups: int) -> list[Module]:
    """Split a length into base units of sensible width, at least one; kinds alternate."""
    count = max(groups, round(total / 0.52))
    if total / count < 0.38:
        raise ValueError("wall too short for the fitted kitchen")
    shares = rng.uniform(0.85, 1.15, count)
    widths = shares / shares.sum() * total
    first = int(rng.integers(3))
    kinds = ("base", "doors", "drawers")
    modules = [Module(kinds[(k + first) % 3], float(w)) for k, w in enumerate(widths)]
    if count > DISHWASHER and rng.random() < 0.5:
        modules[int(rng.integers(count))].kind = "dishwasher"
    return modules


def _door_wall(room: Room, plan: str, turn: int) -> int:
    if plan == "galley":
        return (turn + 1) % 4
    return (turn + 2) % 4 if room.rng.random() < 0.5 else (turn + 3) % 4


def _windows(room: Room, runs: list[Run]) -> None:
    for run in runs:
        for module in run.modules:
            if module.kind == "sink":
                furnish.window(room, run.wall, module.s, min(module.width, 0.8), 1.2, 0.95)
                if room.rng.random() < 0.3:
                    dressing.lay(room, run.wall, module.s, 1.3, DEPTH + 0.06, DEPTH + 0.6)
    for _ in range(6):
        wall = int(room.rng.integers(4))
        s = float(room.rng.uniform(0.9, room.length(wall) - 0.9))
        if furnish.window(room, wall, s, 1.1, 1.0, 1.15) is not None:
            break


def _middle(room: Room) -> None:
    """A dining table with chairs, or an island with stools, when there is space."""
    rng = room.rng
    if rng.random() < 0.75:
        size = (
            float(rng.uniform(1.0, 1.5)),
            float(rng.uniform(0.72, 0.8)),
            float(rng.uniform(0.7, 0.9)),
        )
        table = furnish.table_with_chairs(room, size, int(rng.integers(1, 3)))
        if table is None:
            furnish.table_with_chairs(room, (0.8, 0.75, 0.6), 1)
    elif rng.random() < 0.6:
        place = room.wall_place(0.6, 0.45)
        if place is not None:
            furnish.chest(room, "SideTable", *place, (0.6, 0.72, 0.42), 1)
    if rng.random() < 0.4:
        furnish.free_standing(room, "Stool", 0.5)


def _devices(room: Room, world: World) -> None:
    """Microwave, coffee machine and toaster at the back of the counters."""
    for kind in DEVICES:
        if not _at_the_back(room, world, kind):
            raise ValueError(f"no counter space for {kind}")


def _at_the_back(room: Room, world: World, kind: str) -> bool:
    shape = build(kind, room.look)
    tops = [t for t in world.things if t.kind == "CounterTop"]
    room.rng.shuffle(tops)
    for top in tops:
        options = []
        for surface in top.shape.surfaces:
            if surface.x1 - surface.x0 < 2 * shape.half[0]:
                continue
            xs = np.arange(surface.x0 + shape.half[0], surface.x1 - shape.half[0] + 1e-9, 0.05)
            z = -DEPTH / 2 + 0.04 + shape.half[2]
            options.append(np.stack([xs, np.full_like(xs, surface.y), np.full_like(xs, z)], 1))
        if not options:
            continue
        points = top.to_world(np.concatenate(options))
        size = np.abs(top.matrix) @ shape.half * 2
        free = points[physics.free_spots(world, points, size, [top], gap=-0.02)]
        if len(free) == 0:
            continue
        at = free[int(room.rng.integers(len(free)))]
        thing = room.add(
            kind, (float(at[0]), float(at[2])), float(at[1]), float(top.rotation[1]), shape=shape
        )
        world.things.insert(0, thing)
        world.attach(thing, top)
        world.reindex()
        return True
    return False
