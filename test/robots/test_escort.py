# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A base that a navigation drives: no way without depth, and none too far on one sample."""

from math import cos, hypot, inf, nan, pi, sin

import numpy as np
import pytest

from egoplan_ros.robots.escort import Escort
from egoplan_ros.robots.motion import MotionLimits, Odometry
from egoplan_ros.robots.robot import Robot, make_robot
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose, wrap_angle
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind

CAMERA = Camera.from_vertical_fov(16, 12, pi / 3)
K = PrimitiveKind
SPEED, TICK = 0.4, 0.05


class World:
    """A base that goes to goal poses, whichever way it is told of them, and a depth camera."""

    def __init__(self, mode: str) -> None:
        self.mode, self.time, self.pose = mode, 1.0, Pose2D()
        self.goal: Pose2D | None = None
        self.goals: list[Pose2D] = []
        self.cancels = 0
        self.period, self.depth = 0.1, 2.0
        self.odometry_since: float | None = None
        self.frame: RgbdFrame | None = None
        self.at: dict[float, object] = {}
        self.on_image = 0.0
        self.farthest = 0.0
        self._shoot()

    def _shoot(self) -> None:
        shape = (CAMERA.height, CAMERA.width)
        state = RobotState(self.time, 0, 0, self.pose, 0.3, 1.2)
        depth = np.full(shape, self.depth, np.float32)
        pose = camera_optical_pose(self.pose, 1.2, 0.3)
        rgb = np.zeros((*shape, 3), np.uint8)
        self.frame = RgbdFrame(self.time, rgb, depth, CAMERA, pose, state)
        self.on_image = 0.0

    def wait(self, seconds: float) -> None:
        self.time += seconds
        for when in [when for when in self.at if when <= self.time]:
            self.at.pop(when)()
        if self.goal is not None:
            away = hypot(self.goal.x - self.pose.x, self.goal.y - self.pose.y)
            share = min(1.0, SPEED * seconds / max(away, 1e-9))
            turn = wrap_angle(self.goal.yaw - self.pose.yaw)
            self.on_image += share * away
            self.farthest = max(self.farthest, self.on_image)
            self.pose = Pose2D(
                self.pose.x + share * (self.goal.x - self.pose.x),
                self.pose.y + share * (self.goal.y - self.pose.y),
                wrap_angle(self.pose.yaw + max(-seconds, min(seconds, turn))),
            )
        if self.time - self.frame.stamp > self.period - 1e-9:
            self._shoot()

    def odometry(self) -> Odometry:
        return Odometry(
            self.time if self.odometry_since is None else self.odometry_since, self.pose
        )

    def send(self, goal: Pose2D) -> None:
        self.goals.append(goal)
        self.goal = goal

    def call_off(self) -> bool:
        self.cancels += 1
        self.goal = None
        return True

    def navigate(self, goal, stopped, seconds):
        self.send(goal)
        end = self.time + seconds
        while hypot(goal.x - self.pose.x, goal.y - self.pose.y) > 0.02:
            if stopped() or self.time > end:
                self.goal = None
                return ErrorCode.CANCELLED, "stopped"
            self.wait(TICK)
        self.goal = None
        return ErrorCode.NONE, ""

    def velocity(self, velocity) -> None:
        """The last of the way, and turns, of a base that Nav2 drives."""
        ahead, _, rate = velocity
        self.pose = Pose2D(
            self.pose.x + TICK * ahead * cos(self.pose.yaw),
            self.pose.y + TICK * ahead * sin(self.pose.yaw),
            wrap_angle(self.pose.yaw + TICK * rate),
        )

    def robot(self, **more: object) -> Robot:
        ways = {"navigate": self.navigate, "send_goal": self.send}
        made = make_robot(
            "mobile_base",
            publish_velocity=self.velocity,
            read_odometry=self.odometry,
            look=lambda: self.frame,
            clock=lambda: self.time,
            wait=self.wait,
            call_off=self.call_off,
            **{self.mode: ways[self.mode]},
            **more,
        )
        made.reset()
        made.base.begin()
        self.goals.clear()
        return made


def ahead(robot: Robot, metres: float = 1.5):
    return robot.execute(Primitive(K.MOVE_AHEAD, metres)).robot.last


@pytest.fixture(params=["navigate", "send_goal"])
def world(request) -> World:
    return World(request.param)


def test_what_a_process_before_pursued_is_called_off_at_the_start_and_at_a_stop(world: World):
    robot = world.robot()
    assert world.cancels == 1
    robot.stop()
    assert world.cancels == 2


@pytest.mark.parametrize("kind", [K.MOVE_AHEAD, K.MOVE_BACK])
def test_without_depth_it_does_not_set_out(world: World, kind: K):
    robot = world.robot()
    world.depth = nan
    world.wait(1.0)
    last = robot.execute(Primitive(kind, 1.5)).robot.last
    assert last.error is ErrorCode.PATH_BLOCKED
    assert last.message == "the camera gives no depth at all; the base does not move blind"
    assert not world.goals
    assert world.pose == Pose2D()


def test_depth_that_is_lost_on_the_way_ends_it(world: World):
    robot = world.robot()
    world.at[world.time + 1.0] = lambda: setattr(world, "depth", 0.0)
    last = ahead(robot)
    assert last.error is ErrorCode.PATH_BLOCKED
    assert "no depth at all" in last.message
    assert world.goal is None
    assert world.pose.x < 0.4 + SPEED * (world.period + 3 * TICK)


def test_what_is_free_as_far_as_the_camera_reaches_is_depth(world: World):
    robot = world.robot()
    world.depth = inf
    world.wait(1.0)
    assert ahead(robot).success


def test_without_guard_depth_does_not_count(world: World):
    robot = world.robot(guard=False)
    world.depth = nan
    world.wait(1.0)
    assert ahead(robot).success


def test_a_turn_needs_no_depth(world: World):
    """Or who stands before a wall, too near for the camera, would stand there for ever."""
    robot = world.robot()
    world.depth = nan
    world.wait(1.0)
    assert robot.execute(Primitive(K.ROTATE_LEFT, 1.0)).robot.last.success


@pytest.mark.parametrize("period", [0.1, 0.5, 1.0])
def test_a_slow_camera_makes_a_slow_base(world: World, period: float):
    robot = world.robot()
    world.period = period
    begun = world.time
    assert ahead(robot).success
    assert world.pose.x == pytest.approx(1.5, abs=0.1)
    assert world.farthest < 0.12 + 2 * TICK * SPEED, "base.blind, and what it takes to halt"
    if period == 1.0:
        assert world.time - begun > 9.0, "some 0.14 m a second"


def test_a_way_that_takes_too_long_by_fits_and_starts_is_blocked():
    world = World("navigate")
    robot = world.robot(limits=MotionLimits(blind=0.02, linear=2.0), image_timeout=30.0)
    world.period = 8.0
    last = ahead(robot)
    assert last.error is ErrorCode.PATH_BLOCKED
    assert "took too long" in last.message
    assert len(world.goals) > 2


def test_a_camera_that_falls_silent_leaves_it_at_rest(world: World):
    robot = world.robot()
    world.at[world.time + 1.0] = lambda: setattr(world, "period", inf)
    begun = world.time
    motion = robot.base.move(1.5, 0.0)
    assert motion.error is ErrorCode.ROBOT_FAULT
    assert "no camera image" in motion.message
    assert world.pose.x < 0.4 + 0.12 + 3 * TICK * SPEED
    assert world.time - begun < 4.0


def test_odometry_that_falls_silent_ends_it_soon(world: World):
    robot = world.robot()
    lost: list[float] = []

    def silent() -> None:
        world.odometry_since = world.time
        lost.append(world.pose.x)

    world.at[world.time + 1.0] = silent
    motion = robot.base.move(1.5, 0.0)
    assert motion.error is ErrorCode.ROBOT_FAULT
    assert "odometry" in motion.message
    assert world.pose.x - lost[0] < 0.12 + 3 * TICK * SPEED


def test_noise_of_a_base_at_rest_is_no_way():
    rng = np.random.default_rng(0)
    time = 0.0
    escort = Escort(
        None,
        0.12,
        lambda: Odometry(time, Pose2D(*rng.normal(0.0, 0.003, 2), 0.0)),
        lambda: time,
    )
    for _ in range(600):
        assert not escort.halts()
        time += 0.02
