# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Going about without knowing where to look: chance decides, as two of the papers have it."""

from collections.abc import Callable
from math import pi
from random import Random

import numpy as np

from egoplan_ros.skills.context import SkillContext, SkillFailure, Steps
from egoplan_ros.skills.navigation.navigation import approach, drive_to, make_lattice, tilt_to
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.primitive import ErrorCode

FARTHEST = 5
"""Objects of which one is drawn (DANLI A.4)."""


def roam(ctx: SkillContext) -> Steps:
    """Go to any place that is not known to be occupied and can be got to (OGAMUS 3.2, EXPLORE).

    Where the way turns out to be blocked it ends; the next one leads elsewhere.
    """
    ctx.watchful = True
    yield from tilt_to(ctx, ctx.config.travel_pitch)
    pose = _any_pose(ctx)
    if pose is None:
        raise SkillFailure(ErrorCode.PATH_BLOCKED, "there is nowhere to go")
    yield from drive_to(ctx, *pose)


def visit_farthest(ctx: SkillContext, found: Callable[[], bool]) -> Steps:
    """Go to one of the five farthest objects, drawn at random, and again until ``found``.

    It ends in success alone; how long one may look is a limit of the skill, or of the subgoal.

    Raises:
        SkillFailure: no object is known, or none can be got to.
    """
    ctx.watchful = True
    vain: set[str] = set()
    here: set[str] = set()
    while not found():
        base = ctx.world.robot.base
        known = sorted(
            (item for item in ctx.world.objects.values() if _to_visit(item, vain | here)),
            key=lambda item: (-item.planar_distance(base.x, base.y), item.id),
        )
        if not known:
            raise SkillFailure(ErrorCode.NOT_FOUND, "no object is left to go to")
        goal = _chance(ctx).choice(known[:FARTHEST]).id
        before = ctx.primitives
        try:
            yield from approach(ctx, goal)
        except SkillFailure as failure:
            if failure.final:
                raise
            vain.add(goal)
        # One that is within reach already brings nothing new into view.
        here = {*here, goal} if ctx.primitives == before else set()


def _to_visit(item: ObjectInstance, vain: set[str]) -> bool:
    return not item.held and item.id not in vain


def _any_pose(ctx: SkillContext) -> tuple[float, float, float] | None:
    """A pose of the lattice other than the robot's, metres and radians."""
    for margin in ctx.config.margins:
        lattice = make_lattice(ctx, margin)
        costs = lattice.costs()
        costs = np.where(costs > 0.0, costs, np.inf)
        rows, cols, headings = np.nonzero(np.isfinite(costs))
        if len(rows):
            k = _chance(ctx).randrange(len(rows))
            return float(lattice.xs[cols[k]]), float(lattice.ys[rows[k]]), headings[k] * pi / 2.0
    return None


def _chance(ctx: SkillContext) -> Random:
    """The same in the same moment of the same episode."""
    return Random(f"{ctx.world.robot.episode}/{ctx.world.stamp}")
