# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A look around leaves no gap, however narrow the lens."""

from dataclasses import replace
from itertools import pairwise
from math import pi, radians, tan

import pytest
from toy_home import ToyHome, thing

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.viewing.survey import headings, survey, turn_between_looks
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.geometry import wrap_angle
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import PrimitiveKind, PrimitiveResult
from egoplan_ros.world.skill import Feedback


def lens(across: float) -> Camera:
    """A camera of 640 x 480 pixels that sees so many degrees from left to right."""
    focal = 320.0 / tan(radians(across) / 2.0)
    return Camera(640, 480, focal, focal, 319.5, 239.5)


def context(across: float, stride: float = 1.5) -> SkillContext:
    home = ToyHome(thing("Table_1", (1.5, 0.0, 0.4)))
    home.stride, home.holonomic = stride, not stride
    config = replace(SkillConfig(), camera=lens(across))
    return SkillContext(home.world(), load_ontology(), config)


@pytest.mark.parametrize("across", [30.0, 43.0, 55.0, 61.0, 69.0, 90.0, 120.0, 170.0])
def test_no_direction_is_left_out(across):
    ctx = context(across)
    turn = turn_between_looks(ctx)
    assert turn <= pi / 2.0 + 1e-9
    assert turn <= radians(across) * 1.06
    found = headings(ctx)
    for degree in range(360):
        near = min(abs(wrap_angle(radians(degree) - yaw)) for yaw in found)
        assert near <= 0.53 * radians(across) or across > 90.0


@pytest.mark.parametrize(("across", "looks"), [(55.0, 7), (61.0, 6), (90.0, 4), (120.0, 4)])
def test_it_looks_no_oftener_than_that_takes(across, looks):
    assert len(headings(context(across))) == looks


def test_who_turns_in_quarters_alone_does_so():
    assert turn_between_looks(context(55.0, 0.0)) == pi / 2.0


def test_the_robot_turns_that_far():
    ctx = context(55.0)
    yaws = [0.0]
    steps = survey(ctx)
    feedback, world = None, ctx.world
    try:
        while True:
            primitive = next(steps) if feedback is None else steps.send(feedback)
            base = world.robot.base
            if primitive.kind is PrimitiveKind.ROTATE_LEFT:
                yaw = wrap_angle(base.yaw + primitive.magnitude)
                world = replace(world, robot=replace(world.robot, base=replace(base, yaw=yaw)))
                yaws.append(yaw)
            feedback = Feedback(PrimitiveResult(primitive, True), world)
    except StopIteration:
        pass
    assert len(yaws) == 7
    for one, other in pairwise(yaws):
        assert wrap_angle(other - one) == pytest.approx(2.0 * pi / 7.0, abs=1e-6)
