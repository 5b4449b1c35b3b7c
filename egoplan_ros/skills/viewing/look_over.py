# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A second look at the top of a table or counter: from where it was not looked at before."""

from math import inf

import numpy as np
import numpy.typing as npt

from egoplan_ros.skills.context import SkillContext, Steps
from egoplan_ros.skills.geometry.sight import pitches_at
from egoplan_ros.skills.navigation.navigation import (
    approach,
    drive_to,
    make_lattice,
    tilt_to,
)
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import OBSTACLE

Floats = npt.NDArray[np.float64]

_LOOKS = 2
"""Places one looks from, of what is large."""
_SMALL = 0.9
"""Metres: of what is smaller one look shows all."""
_SPACING = 0.25
"""Metres between points of a top."""
_FAR = 1.5
"""Metres along the floor from which one looks, at most."""
_KNOWN = 0.8
"""Metres: what was looked at from nearer was probably not overlooked."""
_APART = 0.5
"""Metres between the places of looks."""


def look_over(ctx: SkillContext, name: str) -> Steps:
    """Look down on a surface from one or two new places, each where it was looked at least.

    Args:
        ctx: of the skill.
        name: id of the surface.
    """
    item = ctx.object(name)
    points = _top(ctx, item)
    small = max(item.size[:2]) < _SMALL
    stood = [(pose.x, pose.y) for pose in item.seen_from]
    looked = False
    for _ in range(1 if small else _LOOKS):
        place = _best_place(ctx, points, stood)
        if place is None:
            break
        x, y, heading = place
        stood.append((x, y))
        arrived = yield from drive_to(
            ctx, x, y, heading * np.pi / 2.0, detour=ctx.config.costs.detour
        )
        if arrived:
            looked = True
            yield from _look(ctx, points, small)
    if not looked:
        yield from approach(ctx, name)


def _top(ctx: SkillContext, item: ObjectInstance) -> Floats:
    """Points ``(n, 3)`` on the top; only where something stands on the map, if that is known."""
    half = np.array(item.size[:2]) / 2.0
    count = np.maximum(np.ceil(2.0 * half / _SPACING), 1).astype(int)
    xs, ys = (
        item.center[k] - half[k] + 2.0 * half[k] * (np.arange(count[k]) + 0.5) / count[k]
        for k in (0, 1)
    )
    grid = ctx.world.grid
    spots = [(float(x), float(y)) for x in xs for y in ys]
    solid = [spot for spot in spots if grid.value(*spot) >= OBSTACLE]
    height = item.center[2] + item.size[2] / 2.0
    return np.array([(x, y, height) for x, y in solid or spots])


def _best_place(
    ctx: SkillContext, points: Floats, stood: list[tuple[float, float]]
) -> tuple[float, float, int] | None:
    """(x, y, heading) of the place from which most is seen anew for the way there."""
    known = np.zeros(len(points), dtype=bool)
    for x, y in stood:
        known |= np.hypot(points[:, 0] - x, points[:, 1] - y) < _KNOWN
    costs = ctx.config.costs
    wanted = points[~known] if (~known).mean() >= costs.look_share else points
    best: tuple[float, float, int] | None = None
    best_value = -inf
    lattice = make_lattice(ctx, ctx.config.margins[0])  # a look is not worth a collision
    dx = wanted[:, 0] - lattice.xs[None, :, None]
    dy = wanted[:, 1] - lattice.ys[:, None, None]
    near = np.hypot(dx, dy) <= _FAR
    yaw = np.arctan2(dy, dx)
    free = ~lattice.unknown
    for x, y in stood:
        free &= np.hypot(lattice.xs[None, :] - x, lattice.ys[:, None] - y) > _APART
    for heading in range(4):
        off = np.abs((yaw - heading * np.pi / 2.0 + np.pi) % (2.0 * np.pi) - np.pi)
        share = (near & (off <= ctx.config.half_view)).mean(axis=2)
        value = costs.look_worth * share - lattice.costs()[..., heading]
        value[~free | (share < costs.look_share)] = -inf
        row, col = np.unravel_index(int(np.argmax(value)), value.shape)
        if value[row, col] > best_value:
            best_value = float(value[row, col])
            best = float(lattice.xs[col]), float(lattice.ys[row]), heading
    return best


def _look(ctx: SkillContext, points: Floats, once: bool) -> Steps:
    """Tilt to the middle of what lies ahead; unless once, also further for what is behind it."""
    robot = ctx.world.robot
    dx, dy = points[:, 0] - robot.base.x, points[:, 1] - robot.base.y
    off = (np.arctan2(dy, dx) - robot.base.yaw + np.pi) % (2.0 * np.pi) - np.pi
    ahead = (np.abs(off) <= ctx.config.half_view) & (np.hypot(dx, dy) <= _FAR)
    pitches = pitches_at(ctx, points[ahead if ahead.any() else slice(None)].mean(axis=0))
    for pitch in pitches[:1] if once else pitches:
        yield from tilt_to(ctx, pitch)
