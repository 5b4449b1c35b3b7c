# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A base whose navigation answers: what Nav2 leaves over is driven by velocities."""

from math import cos, hypot, pi, sin

import pytest

from egoplan_ros.robots.motion import Odometry
from egoplan_ros.robots.navigation_controller import NavigationController
from egoplan_ros.world.geometry import Pose2D, apart, wrap_angle
from egoplan_ros.world.primitive import ErrorCode


class Base:
    """A base that follows velocities, with a navigation that is content too early."""

    def __init__(self, tolerance: float = 0.25, told: float = 0.25):
        self.tolerance, self.told = tolerance, told
        self.time, self.pose = 0.0, Pose2D()
        self.velocity = (0.0, 0.0, 0.0)
        self.goals: list[Pose2D] = []
        self.answer = ErrorCode.NONE, ""
        self.on_the_way: list[object] = []
        self.cancels = 0
        self.controller = NavigationController(
            self.navigate,
            lambda: self.told,
            self.call_off,
            lambda velocity: setattr(self, "velocity", velocity),
            lambda: Odometry(self.time, self.pose),
            lambda: self.time,
            self.wait,
            holonomic=False,
        )

    def call_off(self) -> bool:
        self.cancels += 1
        return True

    def navigate(self, goal, stopped, seconds):
        self.goals.append(goal)
        for call in self.on_the_way:
            call()
        if stopped():
            return ErrorCode.CANCELLED, "stopped"
        if self.answer[0] is ErrorCode.NONE:
            left = min(hypot(goal.x - self.pose.x, goal.y - self.pose.y), 0.95 * self.tolerance)
            # Beside its goal, and turned as it came.
            side = goal.yaw + 2.0
            self.pose = Pose2D(
                goal.x + left * cos(side), goal.y + left * sin(side), wrap_angle(goal.yaw + 0.2)
            )
        return self.answer

    def wait(self, seconds):
        self.time += seconds
        ahead, _, turn = self.velocity
        yaw = self.pose.yaw + 0.5 * seconds * turn
        self.pose = Pose2D(
            self.pose.x + seconds * ahead * cos(yaw),
            self.pose.y + seconds * ahead * sin(yaw),
            wrap_angle(self.pose.yaw + seconds * turn),
        )


@pytest.mark.parametrize("tolerance", [0.02, 0.1, 0.25, 0.5])
def test_it_ends_where_it_should_whatever_the_navigation_is_content_with(tolerance):
    base = Base(tolerance)
    for _ in range(4):
        start = base.pose
        motion = base.controller.move(1.2, 0.0)
        assert motion.error is ErrorCode.NONE, motion
        goal = Pose2D(
            start.x + 1.2 * cos(start.yaw), start.y + 1.2 * sin(start.yaw), start.yaw
        )  # fmt: skip
        far, wide = apart(base.pose, goal)
        assert far < 0.1
        assert wide < 0.05
    assert len(base.goals) == 4


def test_for_what_is_near_and_for_turns_it_is_not_asked():
    base = Base()
    for motion in (
        base.controller.move(0.25, 0.0), base.controller.turn(pi / 2), base.controller.move(-0.3, 0)
    ):  # fmt: skip
        assert motion.error is ErrorCode.NONE
    assert not base.goals


def test_a_tolerance_that_it_does_not_tell_is_seen_from_where_it_ends():
    base = Base(tolerance=0.6, told=0.25)
    assert base.controller.move(1.2, 0.0).error is ErrorCode.NONE
    assert base.controller.move(0.6, 0.0).error is ErrorCode.NONE
    assert len(base.goals) == 1, "for 0.6 m it would not set out"


def test_why_it_failed_is_told():
    base = Base()
    base.answer = ErrorCode.PATH_BLOCKED, "the planner found no path"
    motion = base.controller.move(1.2, 0.0)
    assert motion.error is ErrorCode.PATH_BLOCKED
    assert motion.message == "the planner found no path, 1.20 m short"
    base.answer = ErrorCode.ROBOT_FAULT, "no action server"
    assert base.controller.move(1.2, 0.0).error is ErrorCode.ROBOT_FAULT


def test_a_stop_on_the_way_ends_it():
    base = Base()
    base.on_the_way = [base.controller.stop, base.controller.resume]
    assert base.controller.move(1.2, 0.0).error is ErrorCode.CANCELLED
    assert base.velocity == (0.0, 0.0, 0.0)


def test_lost_odometry_on_the_way_is_a_fault():
    base = Base()
    stale = Odometry(-9.0, base.pose)
    base.on_the_way = [lambda: setattr(base.controller, "_odometry", lambda: stale)]
    motion = base.controller.move(1.2, 0.0)
    assert motion.error is ErrorCode.ROBOT_FAULT
    assert "odometry" in motion.message
