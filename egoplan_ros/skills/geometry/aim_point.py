# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which point of a large thing one points at: the nearest that hand and eye reach."""

from dataclasses import replace
from math import hypot

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.interior import corners
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.geometry.basin import is_basin
from egoplan_ros.skills.geometry.placing import (
    free_spots,
    let_in,
    level,
    nearest_part,
    nearest_spot,
    pulled_out,
    rising_through,
)
from egoplan_ros.skills.geometry.sight import MARGIN, to_image
from egoplan_ros.world.geometry import Vector3, crossed_boxes
from egoplan_ros.world.object import ObjectInstance

LARGE = 0.6
"""Metres from which on the middle of a thing may be too far away though it is near."""
_LARGE_BASIN = 0.25
"""Metres: the same of an open basin, whose rim hides the middle of its floor besides."""
_EDGE = 0.2
"""Metres from the edge of a surface at which one points at it."""
_FRONT = 0.75
"""Metres: a tall container is pointed at below its middle, where one looks down into it."""
_EASE, _LOOKS_DOWN = 0.03, 0.3
"""Metres: how far above a shelf one points at it, and from how far above it that can be seen."""
_TALL = 0.3
"""Metres: a bin this tall is pointed at below its rim, for what is seen over it lies far back."""
_SUNK = 0.2
"""Metres by which a basin's own rim lies below what is around it, at most."""
_PAST_RIM = 0.05
"""Metres behind where the rim of a basin begins to show its floor."""


def near_part(ctx: SkillContext, item: ObjectInstance) -> ObjectInstance | None:
    """A large surface, pointed at where it is nearest: the middle of its mask may be too far."""
    deep = is_basin(ctx, item)
    least = _LARGE_BASIN if deep else LARGE
    if min(item.size[:2]) < least or item.view is None:
        return None
    tall = item.bottom < _FRONT < item.top  # into such one would point at its far back
    if tall or ctx.ontology.pulled_out(item.type):
        return _nearest_of(ctx, item, item, deep)
    # Before its inside an open one is mostly air; its door is thin, and easily missed.
    found = _nearest_of(ctx, item, item.as_closed(), deep)
    if found is None and item.top <= _FRONT:
        found = _nearest_of(ctx, item, item, deep)
    return found


def _nearest_of(
    ctx: SkillContext, item: ObjectInstance, body: ObjectInstance, deep: bool
) -> ObjectInstance | None:
    """The object pointed at where ``body``, its box or that of when it is closed, is nearest."""
    assert item.view is not None
    robot = ctx.world.robot
    half_x, half_y = (max(side / 2.0 - _EDGE, 0.0) for side in body.size[:2])
    x = body.center[0] + min(max(robot.base.x - body.center[0], -half_x), half_x)
    y = body.center[1] + min(max(robot.base.y - body.center[1], -half_y), half_y)
    hollow = ctx.ontology.get(item.type).contains == "inside"
    if not hollow:
        others = [*rising_through(item, ctx.world), *pulled_out(item, ctx.world, ctx.ontology)]
        part = nearest_part(item, ctx.world.grid, x, y, others)
        if part is None:
            return None
        x, y = part
    falls_in = let_in(item, ctx.world, x, y)
    if falls_in or _taken(ctx, item, x, y):
        # Into a basin, or what stands there: beside it is the nearest part.
        spots = free_spots(item, ctx.world.held, ctx.world, ctx.ontology)
        if len(spots):
            x, y, _ = nearest_spot(spots, robot.base.x, robot.base.y)
        elif falls_in:
            return None
    height = level(item, ctx.world, ctx.ontology)
    if not hollow and _hidden(ctx, item, np.array([[x, y, height]]))[0]:
        spots = free_spots(item, ctx.world.held, ctx.world, ctx.ontology)
        spots = spots[~_hidden(ctx, item, spots)]
        if not len(spots):
            return None
        x, y, _ = nearest_spot(spots, robot.base.x, robot.base.y)
    if hollow:
        height = item.center[2] if deep else _front_height(ctx, item)
    if deep and item.size[2] <= _TALL:
        x, y = _past_rim(ctx, item)
        height = item.bottom
    return _pointed(ctx, item, (x, y, height))


def at_point(ctx: SkillContext, item: ObjectInstance, point: Vector3) -> ObjectInstance:
    """The object pointed at in a point of it, map metres, if that is in the image and in reach."""
    return _pointed(ctx, item, point) or item


def _pointed(ctx: SkillContext, item: ObjectInstance, point: Vector3) -> ObjectInstance | None:
    if item.view is None:
        return None
    robot = ctx.world.robot
    u, v, depth = (float(n[0]) for n in to_image(ctx, np.array([point])))
    inside = MARGIN < u < 1.0 - MARGIN and MARGIN < v < 1.0 - MARGIN
    planar = robot.base.distance_to(*point[:2])
    if depth <= 0.0 or not inside or planar > ctx.config.reach - 0.1:
        return None
    distance = hypot(planar, robot.camera_height - point[2])
    return replace(item, view=replace(item.view, point=(u, v), distance=distance, planar=planar))


def _hidden(
    ctx: SkillContext, item: ObjectInstance, points: npt.NDArray[np.float64]
) -> npt.NDArray[np.bool_]:
    """Which points ``(n, 3)`` other furniture stands before: pointing there would mean that."""
    robot = ctx.world.robot
    eye = np.array([robot.base.x, robot.base.y, robot.camera_height])
    hidden = np.zeros(len(points), dtype=bool)
    for other in rising_through(item, ctx.world):
        hidden |= crossed_boxes(eye, points, *corners(other))
    return hidden


def _taken(ctx: SkillContext, item: ObjectInstance, x: float, y: float) -> bool:
    """Whether something stands where what is held would be put."""
    if ctx.world.held is None:
        return False
    return any(other.planar_distance(x, y) == 0.0 for other in ctx.world.contents(item.id))


def _front_height(ctx: SkillContext, item: ObjectInstance) -> float:
    """Metres above the floor at which to point into furniture that opens: at its floor, where that
    is seen from above, for its back may be out of reach."""
    if item.bottom < _FRONT:
        return min(item.center[2], _FRONT)
    above = ctx.world.robot.camera_height - item.bottom
    return item.bottom + _EASE if above > _LOOKS_DOWN else item.center[2]


def _past_rim(ctx: SkillContext, item: ObjectInstance) -> tuple[float, float]:
    """The nearest point of a basin's floor that its rim does not hide, or its far side."""
    base = ctx.world.robot.base
    half = np.array(item.size[:2]) / 2.0
    middle, robot = np.array(item.center[:2]), np.array([base.x, base.y])
    rim = np.clip(robot, middle - half, middle + half)
    planar = max(float(np.hypot(*(rim - robot))), 0.05)
    top = _rim_height(ctx, item)
    above = max(ctx.world.robot.camera_height - top, 0.05)
    floor = robot + (rim - robot) * (1.0 + (top - item.bottom) / above)
    floor += _PAST_RIM * (rim - robot) / planar
    inset = np.minimum(_PAST_RIM, half)
    x, y = np.clip(floor, middle - half + inset, middle + half - inset)
    return float(x), float(y)


def _rim_height(ctx: SkillContext, basin: ObjectInstance) -> float:
    """Metres above the floor of what one looks over into a basin: it may lie below the counter."""
    kinds = [ctx.ontology.subtypes(name) for name in ctx.ontology.let_into(basin.type)]
    around = (
        other.top
        for other in ctx.world.of_type(frozenset().union(*kinds))
        if other.planar_distance(*basin.center[:2]) == 0.0
        and basin.top < other.top <= basin.top + _SUNK
    )
    return max(around, default=basin.top)
