"""Where on the floor of a basin there is room, and whether that shows over its rim."""

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.interior import Interior, corners
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.world.object import ObjectInstance

Floats = npt.NDArray[np.float64]

_WALL = 0.02
_RASTER = 0.04
_FLOOR = 0.01
_ABOUT, _AT_LEAST = 0.95, 0.85
"""Shares of the length and width of what is held that it has most likely, and surely: boxes are
a bit larger than what they are of."""


def is_basin(ctx: SkillContext, item: ObjectInstance) -> bool:
    """Whether it is fixed and open at the top: its rim hides the inside from afar."""
    kind = ctx.ontology.get(item.type)
    return kind.contains == "inside" and not {"openable", "pickupable"} & kind.affords


def room_in(ctx: SkillContext, basin: ObjectInstance) -> Interior:
    """Where the middle of what is held may come to lie, turned either way, beside what is there.

    As far as memory knows: what the rim hides may be larger. No points when nothing is free.
    """
    low, high = corners(basin)
    points = [np.empty((0, 2))]
    held = ctx.world.held
    if held is not None:
        half = np.array(held.size[:2]) * _ABOUT / 2.0
        others = [other for other in ctx.world.contents(basin.id) if not other.held]
        points += [_free(low[:2], high[:2], side, others) for side in (half, half[::-1])]
    floor = np.unique(np.concatenate(points).round(6), axis=0)
    level = np.full(len(floor), low[2] + _FLOOR)
    return Interior(np.column_stack([floor, level]), low, high, 2, float(high[2]))


def is_crowded(ctx: SkillContext, basin: ObjectInstance) -> bool:
    """Whether what lies there leaves no room for what is held, which would fit in by itself."""
    held = ctx.world.held
    if held is None or len(room_in(ctx, basin).points):
        return False
    low, high = corners(basin)
    half = np.array(held.size[:2]) * _AT_LEAST / 2.0
    return any(len(_free(low[:2], high[:2], side, [])) for side in (half, half[::-1]))


def shows(ctx: SkillContext, basin: ObjectInstance) -> bool:
    """Whether some of the free floor shows from here, or none is free as far as known."""
    room, robot = room_in(ctx, basin), ctx.world.robot
    eye = np.array([[robot.base.x, robot.base.y, robot.camera_height]])
    return not len(room.points) or bool(room.visible_from(eye).any())


def _free(low: Floats, high: Floats, half: Floats, others: list[ObjectInstance]) -> Floats:
    """Centres ``(n, 2)`` of a footprint with half the given sides that lie free."""
    first, last = low + _WALL + half, high - _WALL - half
    if np.any(first > last):
        return np.empty((0, 2))
    axes = [np.linspace(a, b, int((b - a) / _RASTER) + 1) for a, b in zip(first, last, strict=True)]
    points = np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2)
    free = np.ones(len(points), dtype=bool)
    for other in others:
        reach = np.array(other.size[:2]) / 2.0 + half
        free &= ~np.all(np.abs(points - np.array(other.center[:2])) < reach, axis=1)
    return points[free]
