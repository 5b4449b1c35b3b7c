# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How fast a base goes past what is as high as people, and what that costs."""

from dataclasses import replace
from math import hypot, inf, radians

import numpy as np
import pytest

from egoplan_ros.robots.ahead.lookout import Lookout
from egoplan_ros.robots.base_controller import BaseController
from egoplan_ros.robots.motion import MotionLimits, Odometry
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose
from egoplan_ros.world.primitive import ErrorCode

CAMERA = Camera.from_vertical_fov(80, 60, radians(48.0))
HEIGHT, PITCH, RADIUS, SHUTTER = 1.2, 0.3, 0.25, 0.1
SEEN = MotionLimits(unseen_linear=0.25)
"""Of a base that takes floor it did not see for free."""


class Corridor:
    """A base on its way along x, with boards across it: x, y, half width, metres; 1.7 m high."""

    def __init__(self, *boards: tuple[float, float, float], limits: MotionLimits | None = None):
        self.boards = boards
        self.time, self.pose = 0.0, Pose2D()
        self.velocity = (0.0, 0.0, 0.0)
        self.speeds: list[tuple[float, float]] = []
        self.frame = self.shot()
        self.controller = BaseController(
            self.publish,
            lambda: Odometry(self.time, self.pose),
            lambda: self.time,
            self.wait,
            limits or SEEN,
            holonomic=False,
            lookout=Lookout(lambda: self.frame, RADIUS),
        )

    def shot(self) -> RgbdFrame:
        pose = camera_optical_pose(self.pose, HEIGHT, PITCH)
        ways = pose.apply(CAMERA.rays().astype(float)) - np.asarray(pose.position)
        with np.errstate(divide="ignore"):
            depth = np.where(ways[..., 2] < 0.0, -HEIGHT / ways[..., 2], inf)
            for x, y, half in self.boards:
                scale = (x - self.pose.x) / ways[..., 0]
                high = HEIGHT + scale * ways[..., 2]
                hit = (scale > 0.0) & (np.abs(self.pose.y + scale * ways[..., 1] - y) < half)
                depth = np.where(hit & (high > 0.0) & (high < 1.7) & (scale < depth), scale, depth)
        state = RobotState(self.time, 0, 0, self.pose, PITCH, HEIGHT)
        rgb = np.zeros((CAMERA.height, CAMERA.width, 3), np.uint8)
        return RgbdFrame(self.time, rgb, depth.astype(np.float32), CAMERA, pose, state)

    def publish(self, velocity) -> None:
        self.velocity = velocity
        self.speeds.append((self.pose.x, hypot(velocity[0], velocity[1])))

    def wait(self, seconds: float) -> None:
        self.time += seconds
        self.pose = Pose2D(self.pose.x + seconds * self.velocity[0], 0.0, 0.0)
        if self.time - self.frame.stamp > SHUTTER - 1e-9:
            self.frame = self.shot()

    def go(self, metres: float) -> float:
        """Seconds that it takes."""
        begun = self.time
        motion = self.controller.move(metres, 0.0)
        assert motion.error is ErrorCode.NONE, motion
        return self.time - begun


def test_near_somebody_beside_the_way_it_is_slow_and_past_them_as_before():
    corridor = Corridor((1.4, 0.48, 0.12))
    corridor.go(2.5)
    beside = [speed for x, speed in corridor.speeds if 0.75 < x < 1.35]
    before = [speed for x, speed in corridor.speeds if x < 0.6]
    past = [speed for x, speed in corridor.speeds if 1.5 < x < 2.2]
    assert max(beside) <= 0.15 + 1e-9
    assert max(before) == max(past) == 0.25


def test_it_is_as_slow_as_it_is_told():
    limits = replace(SEEN, near_distance=1.0, near_linear=0.05)
    corridor = Corridor((1.8, 0.0, 0.5), limits=limits)
    corridor.go(1.0)
    assert max(speed for x, speed in corridor.speeds if x > 0.6) <= 0.05 + 1e-9
    assert max(speed for x, speed in corridor.speeds if x < 0.5) == 0.25


def test_a_limit_above_the_speed_is_none():
    fast, plain = (
        Corridor((1.3, 0.0, 0.5), limits=limits)
        for limits in (replace(SEEN, near_linear=2.0), replace(SEEN, near_distance=1e-3))
    )
    assert fast.go(1.0) == plain.go(1.0)


@pytest.mark.parametrize(
    ("boards", "way", "most"),
    [
        pytest.param([(3.0, 0.0, 0.5)], 1.5, 1.0, id="a free way"),
        pytest.param([(2.1, 0.0, 0.5)], 1.5, 1.1, id="up to a counter"),
        pytest.param([(1.2, 0.55, 0.1), (1.2, -0.55, 0.1)], 1.8, 1.0, id="through a door"),
        pytest.param([(1.2, 0.45, 0.1), (1.2, -0.45, 0.1)], 1.8, 1.4, id="a narrow gap"),
        pytest.param([], 2.5, 1.0, id="nothing there"),
    ],
)
def test_ordinary_ways_take_hardly_longer(boards, way, most):
    seconds = Corridor(*boards).go(way)
    without = Corridor(*boards, limits=replace(SEEN, near_linear=0.25)).go(way)
    print(f"{without:.2f} {seconds:.2f} {seconds / without:.3f}")
    assert seconds <= most * without + 1e-9


def test_it_is_given_the_time_that_slow_ways_take():
    corridor = Corridor(
        (2.2, 0.0, 0.5), limits=MotionLimits(near_distance=5.0, near_linear=0.02, timeout=1.0)
    )
    assert corridor.go(1.0) > 40.0


def test_what_the_camera_is_too_high_to_see_is_gone_over_slowly_once():
    """It sees no floor nearer than 1.37 m; from there on it saw the way from where it came from."""
    corridor = Corridor(limits=MotionLimits())
    corridor.go(2.5)
    slow = [speed for x, speed in corridor.speeds if x < 0.7]
    fast = [speed for x, speed in corridor.speeds if 1.3 < x < 2.3]
    assert max(slow) <= 0.1 + 1e-9
    assert max(fast) == pytest.approx(0.25)


def test_where_it_stood_it_goes_as_fast_as_ever():
    corridor = Corridor(limits=MotionLimits())
    corridor.go(1.0)
    corridor.speeds.clear()
    assert corridor.controller.move(-0.6, 0.0).error is ErrorCode.NONE
    assert max(speed for _, speed in corridor.speeds) == pytest.approx(0.25)
    corridor.speeds.clear()
    assert corridor.controller.move(-0.9, 0.0).error is ErrorCode.NONE
    new = [speed for x, speed in corridor.speeds if x < -0.05]
    assert max(new) <= 0.1 + 1e-9, "behind it nothing was ever seen"


@pytest.mark.parametrize(
    "bad", [{"near_distance": 0.0}, {"near_linear": -0.1}, {"unseen_linear": 0.0}]
)
def test_limits_that_are_none_are_refused(bad):
    with pytest.raises(InputError, match=next(iter(bad))):
        MotionLimits(**bad)
