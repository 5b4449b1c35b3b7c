# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The body in the simulator."""

from math import cos, sin

import numpy as np
import pytest

from egoplan_ros.robots.stand_in.body import Body
from egoplan_ros.robots.stand_in.eyes import Eyes
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.geometry import Pose2D, apart, compose2d, wrap_angle


@pytest.fixture(scope="module")
def body():
    made = Body(ThorRobot("FloorPlan1", width=64, height=48, snap=False))
    yield made
    made.close()


def agent(body):
    state = body._robot.observe().robot
    return state.base


def test_it_goes_where_it_is_driven(body):
    """An arc of small steps."""
    start, rng = body.base, np.random.default_rng(0)
    driven = 0
    for _ in range(60):
        before = body.base
        ahead, turn = rng.uniform(0.0, 0.02), rng.uniform(-0.1, 0.1)
        went, turned, hit = body.move(ahead, turn)
        assert hit or (abs(went - ahead) < 1e-3 and abs(turned - turn) < 1e-3)
        yaw = wrap_angle(before.yaw + turned)
        expected = Pose2D(before.x + went * cos(yaw), before.y + went * sin(yaw), yaw)
        assert apart(body.base, expected) == pytest.approx((0.0, 0.0), abs=1e-9)
        driven += not hit
    assert driven > 30
    assert body.base != start
    far, wide = apart(agent(body), body.base)
    assert far < 0.01
    assert wide < 0.01


def test_what_is_in_the_way_stops_it(body):
    struck = body.struck
    hits = 0
    for _ in range(200):
        before = body.base
        went, _, hit = body.move(0.05, 0.0)
        if hit:
            hits += 1
            assert went == 0.0
            assert body.base == before
    assert hits > 50, "a room ends somewhere"
    assert body.struck == struck + hits


def test_eyes_see_from_where_the_base_is():
    mount = Pose2D(0.1, 0.05, 0.35)
    robot = ThorRobot("FloorPlan1", width=64, height=48, snap=False)
    eyes = Eyes(robot, mount, 0.4)
    try:
        base = Pose2D(-0.5, -1.2, 0.6)
        sight = eyes.look(base)
        assert sight.rgb.shape == (48, 64, 3)
        assert np.isfinite(sight.depth).any()
        state = robot.observe().robot
        far, wide = apart(state.base, compose2d(base, mount))
        assert far < 1e-3
        assert wide < 1e-3
        assert state.camera_pitch == pytest.approx(0.4, abs=1e-3)
        assert 1.0 < eyes.height < 2.0
    finally:
        eyes.close()
