# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where on the floor of a basin there is room, and whether that shows over its rim."""

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.interior import Interior, corners
from egoplan_ros.skills.context import SkillContext, SkillFailure
from egoplan_ros.skills.failure_memory import Content
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ErrorCode

Floats = npt.NDArray[np.float64]

_WALL = 0.02
"""Metres that the walls of a basin take of its box, at each side."""
_RASTER = 0.04
"""Metres between places that are compared."""
_FLOOR = 0.01
"""Metres above the underside of its box where things lie."""
_MOST_LIKELY, _AT_LEAST = 0.95, 0.85
"""Shares of the length and width of what is held that it has most likely, and surely: boxes are
a bit larger than what they are of."""
_TAKES_UP = 0.5
"""Share of a basin's width from which on what is put into it needs more than the floor that shows
over the rim from afar."""


def is_basin(ctx: SkillContext, item: ObjectInstance) -> bool:
    """Whether it is fixed and open at the top: its rim hides the inside from afar."""
    return ctx.ontology.is_basin(item.type)


def room_in(ctx: SkillContext, basin: ObjectInstance) -> Interior:
    """Where the middle of what is held may come to lie, turned either way, beside what is there.

    As far as memory knows: what the rim hides may be larger. No points when nothing is free.
    """
    low, high = corners(basin)
    points = [np.empty((0, 2))]
    held = ctx.world.held
    if held is not None:
        half = np.array(held.size[:2]) * _MOST_LIKELY / 2.0
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


def takes_up_much(ctx: SkillContext, basin: ObjectInstance) -> bool:
    """Whether what is held is nearly as wide as a basin."""
    held = ctx.world.held
    return held is not None and min(held.size[:2]) > _TAKES_UP * min(basin.size[:2])


def need_room(ctx: SkillContext, basin: ObjectInstance) -> None:
    """What lies in a basin is taken out before anything is tried in vain, or tried again.

    Once for what lies there, and once after each failed try: memory may err.

    Raises:
        SkillFailure: RECEPTACLE_FULL.
    """
    content = _content(ctx, basin)
    crowded = content not in ctx.vain.crowded and is_crowded(ctx, basin)
    if crowded or content in ctx.vain.full:
        ctx.vain.full.discard(content)
        ctx.vain.crowded.add(content)
        raise SkillFailure(
            ErrorCode.RECEPTACLE_FULL, f"what lies in {basin.id} leaves no room", basin.id
        )


def found_no_room(ctx: SkillContext, basin: ObjectInstance) -> None:
    """Something could not be put there: what lies there, if anything does, is why."""
    content = _content(ctx, basin)
    if content[1]:
        ctx.vain.full.add(content)


def _content(ctx: SkillContext, basin: ObjectInstance) -> Content:
    return basin.id, frozenset(item.id for item in ctx.world.contents(basin.id))


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
