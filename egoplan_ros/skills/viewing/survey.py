# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A look around from where the robot stands (EPA Alg. 1, line 1: initial perception)."""

from math import atan2, ceil, pi

from egoplan_ros.skills.context import SkillContext, Steps
from egoplan_ros.skills.navigation.navigation import face, tilt_to
from egoplan_ros.skills.paths.lattice import heading_of

_FEWEST = 4
"""Looks of a full turn."""
_TOUCHING = 0.05
"""Share of an image that may lack between two, for what the robot turns too far or too little."""


def turn_between_looks(ctx: SkillContext) -> float:
    """Radians from one look to the next, so that the lens leaves no gap between them.

    A quarter turn at most, and always for a robot that can do nothing else.
    """
    if not ctx.world.robot.stride > 0.0:
        return ctx.config.turn
    camera = ctx.config.camera
    view = atan2(camera.cx, camera.fx) + atan2(camera.width - camera.cx, camera.fx)
    return 2.0 * pi / max(_FEWEST, ceil(2.0 * pi / view - _TOUCHING))


def headings(ctx: SkillContext) -> list[float]:
    """Yaw of each look of a full turn, radians, from where the robot looks.

    Along the lattice, for who stands askew would leave gaps.
    """
    start, turn = heading_of(ctx.world.robot.base.yaw) * pi / 2.0, turn_between_looks(ctx)
    return [start + look * turn for look in range(round(2.0 * pi / turn))]


def survey(ctx: SkillContext) -> Steps:
    """Look ahead as the camera is, then down at the travel pitch in all directions."""
    looks = headings(ctx)
    yield from tilt_to(ctx, ctx.config.travel_pitch)
    for yaw in looks:
        yield from face(ctx, yaw)
