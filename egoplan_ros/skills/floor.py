# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Laying what is held down on the floor: beside furniture or a wall, out of the robot's way."""

from collections.abc import Generator
from dataclasses import replace
from math import atan2, hypot, pi

import numpy as np
import numpy.typing as npt

from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.geometry.sight import MARGIN, pitches_at, to_image
from egoplan_ros.skills.navigation.navigation import drive_to, nearest_standing, tilt_to, turn_to
from egoplan_ros.world.floor import THE_FLOOR
from egoplan_ros.world.object import ObjectInstance, View
from egoplan_ros.world.occupancy import FREE
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind
from egoplan_ros.world.skill import Feedback

_TRIES = 4
"""Places that are tried."""
_SPARE = 0.05
"""Metres around what is laid down."""
_LOW = 0.3
"""Metres: what begins below this is in the way, even if the map shows free floor under it."""
_WAY = 0.15
"""How much nearer to a wall is worth, metre by metre, against the way there."""

Faced = Generator[Primitive, Feedback, ObjectInstance | None]
Spots = npt.NDArray[np.float64]


def lay_down(ctx: SkillContext, held: ObjectInstance) -> Steps:
    """Put what is in the hand on the floor.

    Raises:
        SkillFailure: there is no free floor that the hand reaches, or it did not let go.
    """
    last = SkillFailure(ErrorCode.RECEPTACLE_FULL, "no free floor to lay it down", THE_FLOOR.id)
    tried: list[tuple[float, float]] = []
    for _ in range(_TRIES):
        spot = _best(ctx, held, tried)
        if spot is None:
            break
        tried.append(spot)
        aimed = yield from _face(ctx, spot)
        if aimed is None:
            continue
        result = yield from ctx.act(PrimitiveKind.PUT, target=aimed)
        if not ctx.world.robot.holding:
            return
        code = result.error or ErrorCode.NO_EFFECT
        last = SkillFailure(code, f"put {THE_FLOOR.id}: {result.message}", THE_FLOOR.id)
        if code is ErrorCode.NOT_ALLOWED:
            break
    raise last


def _best(
    ctx: SkillContext, held: ObjectInstance, tried: list[tuple[float, float]]
) -> tuple[float, float] | None:
    """The free place to go for; None when there is none."""
    spots, clear = free_floor(ctx, held)
    base = ctx.world.robot.base
    way = np.hypot(spots[:, 0] - base.x, spots[:, 1] - base.y)
    fine = way > ctx.world.robot.radius + max(held.size[:2]) / 2.0 + _SPARE
    for x, y in tried:
        fine &= np.hypot(spots[:, 0] - x, spots[:, 1] - y) > ctx.config.step
    if not fine.any():
        return None
    best = int(np.argmin(np.where(fine, clear + _WAY * np.maximum(way, _hand(ctx)), np.inf)))
    return float(spots[best, 0]), float(spots[best, 1])


def free_floor(ctx: SkillContext, held: ObjectInstance) -> tuple[Spots, Spots]:
    """Map points ``(n, 2)`` of floor on which there is room, and metres to what stands next."""
    grid = ctx.world.grid
    free = grid.data == FREE
    rows, cols = np.indices(free.shape).reshape(2, -1)
    points = np.array(grid.origin) + (np.column_stack([cols, rows]) + 0.5) * grid.resolution
    for other in ctx.world.objects.values():
        if other.held or other.bottom > _LOW:
            continue
        half = np.array(other.size[:2]) / 2.0
        inside = (np.abs(points - np.array(other.center[:2])) <= half).all(axis=1)
        free[rows[inside], cols[inside]] = False
    from scipy.ndimage import distance_transform_edt  # late: it is slow to import

    clear = distance_transform_edt(free).ravel() * grid.resolution
    room = clear >= hypot(*held.size[:2]) / 2.0 + _SPARE
    return points[room], clear[room]


def _face(ctx: SkillContext, spot: tuple[float, float]) -> Faced:
    """Stand so that the hand reaches a place on the floor and point at it; None if that fails."""
    base = ctx.world.robot.base
    if base.distance_to(*spot) > _hand(ctx):
        heading = round(atan2(spot[1] - base.y, spot[0] - base.x) / (pi / 2.0)) % 4
        stand = nearest_standing(ctx, *spot, heading, _hand(ctx))
        if stand is None or not (yield from drive_to(ctx, *stand, heading * pi / 2.0)):
            return None
        base = ctx.world.robot.base
    yield from turn_to(ctx, atan2(spot[1] - base.y, spot[0] - base.x))
    point = np.array([*spot, 0.0])
    for pitch in pitches_at(ctx, point):
        yield from tilt_to(ctx, pitch)
        u, v, depth = (float(n[0]) for n in to_image(ctx, point[None]))
        if depth > 0.0 and all(MARGIN < n < 1.0 - MARGIN for n in (u, v)):
            planar = ctx.world.robot.base.distance_to(*spot)
            distance = hypot(planar, ctx.world.robot.camera_height)
            return replace(THE_FLOOR, view=View((u, v), 1, distance, planar))
    return None


def _hand(ctx: SkillContext) -> float:
    """Metres along the floor within which it is laid down."""
    return ctx.config.reach - 0.3
