"""A look around from where the robot stands (EPA Alg. 1, line 1: initial perception)."""

from math import pi

from egoplan_ros.skills.context import SkillContext, Steps
from egoplan_ros.skills.lattice import heading_of
from egoplan_ros.skills.navigation import tilt_to, turn_to


def survey(ctx: SkillContext) -> Steps:
    """Look ahead as the camera is, then down at the travel pitch in all four directions."""
    start = heading_of(ctx.world.robot.base.yaw) * pi / 2.0  # who stands askew would leave gaps
    yield from tilt_to(ctx, ctx.config.travel_pitch)
    for quarter in range(4):
        yield from turn_to(ctx, start + quarter * pi / 2.0)
