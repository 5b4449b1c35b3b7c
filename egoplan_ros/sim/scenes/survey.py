# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A look around a finished room: what cannot be seen from anywhere, loose things and furniture."""

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.body import STANDING_EYE
from egoplan_ros.sim.rendering.renderer import Renderer
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.visibility import Eyes
from egoplan_ros.sim.world import World

REACH = 1.4
ENOUGH = 6


def onlooker(world: World) -> Eyes:
    """Eyes for looking around a world, whose geometry is kept from one look to the next."""
    return Eyes(world, Renderer(world))


def hard_to_see(view: Eyes) -> list[Thing]:
    """Pickupable things in open places that hardly any reachable pose shows within reach."""
    things = [
        (thing, number)
        for number, thing in enumerate(view.world.things)
        if thing.can("pick") and not thing.out_of_sight
    ]
    counts = _stands(view, things)
    return [thing for (thing, _), count in zip(things, counts, strict=True) if count < ENOUGH]


def unusable(view: Eyes) -> list[Thing]:
    """Receptacles and devices that no reachable pose shows within reach."""
    things = [
        (thing, number)
        for number, thing in enumerate(view.world.things)
        if thing.facts is not None
        and not thing.can("pick")
        and thing.kind != "Floor"
        and (thing.can("receptacle") or thing.can("toggle"))
    ]
    counts = _stands(view, things)
    return [thing for (thing, _), count in zip(things, counts, strict=True) if count == 0]


def connected(world: World) -> float:
    """Share of the floor where the agent fits that it can walk to, on the 25 cm grid."""
    step = 0.25
    low, high = np.ceil(world.low / step), np.floor(world.high / step)
    xs, zs = np.arange(low[0], high[0] + 1) * step, np.arange(low[2], high[2] + 1) * step
    grid = np.stack(np.meshgrid(xs, zs), -1).reshape(-1, 2)
    grid = grid[physics.inside(world, grid)]
    boxes, _ = physics.obstacles(world, [])
    free = int((physics.nearest(grid, boxes) >= world.body.radius).sum())
    cells = physics.reachable(world, np.array([world.body.x, world.body.z]), step)
    return len(cells) / max(free, 1)


def _stands(view: Eyes, things: list[tuple[Thing, int]]) -> list[int]:
    """Per thing (with its index in the world), from how many reachable cells at least two of its
    points are seen within reach."""
    if not things:
        return []
    world = view.world
    cells = physics.reachable(world, np.array([world.body.x, world.body.z]), 0.25)
    eyes = np.array([[x, world.body.y + STANDING_EYE, z] for x, z in cells])
    origins, targets, owners, keys = [], [], [], []
    for row, (thing, number) in enumerate(things):
        points = thing.view_points()
        offset: Array = points[None] - eyes[:, None]
        near = np.hypot(offset[..., 0], offset[..., 2]) <= REACH
        cell, point = np.nonzero(near)
        origins.append(eyes[cell])
        targets.append(points[point])
        owners.append(np.full(len(cell), number))
        keys.append(row * len(eyes) + cell)
    hit, _ = view.reaches(np.concatenate(origins), np.concatenate(targets), np.concatenate(owners))
    seen = np.bincount(np.concatenate(keys)[hit], minlength=len(things) * len(eyes))
    counts: list[int] = (seen.reshape(len(things), -1) >= 2).sum(1).tolist()
    return counts
