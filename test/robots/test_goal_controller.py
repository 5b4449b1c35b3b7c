# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from math import hypot, pi

import pytest

from egoplan_ros.robots.goal_controller import GoalController
from egoplan_ros.robots.motion import Odometry
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.primitive import ErrorCode


class Navigation:
    """Goes to goal poses, as Nav2 does: it sets out late and is content before it is there."""

    def __init__(self, tolerance: float = 0.02, delay: float = 1.0, can_cancel: bool = True):
        self.tolerance, self.delay, self.can_cancel = tolerance, delay, can_cancel
        self.time, self.pose = 0.0, Pose2D()
        self.goal: Pose2D | None = None
        self.since, self.wall = 0.0, float("inf")
        self.goals: list[Pose2D] = []
        self.cancels = 0
        self.at: dict[float, object] = {}
        self.velocities: list[tuple[float, float, float]] = []

    def send(self, goal: Pose2D) -> None:
        self.goals.append(goal)
        self.goal, self.since = goal, self.time

    def call_off(self) -> bool:
        self.cancels += self.can_cancel
        if self.can_cancel:
            self.goal = None
        return self.can_cancel

    def wait(self, seconds: float) -> None:
        self.time += seconds
        for when in [when for when in self.at if when <= self.time]:
            self.at.pop(when)()
        if self.goal is None or self.time < self.since + self.delay:
            return
        dx, dy = self.goal.x - self.pose.x, self.goal.y - self.pose.y
        turn = wrap_angle(self.goal.yaw - self.pose.yaw)
        away = hypot(dx, dy)
        if away <= self.tolerance and abs(turn) <= self.tolerance:
            self.goal = None
            return
        share = min(1.0, 0.3 * seconds / max(away, 1e-9))
        angle = max(-seconds, min(seconds, turn))
        x = min(self.pose.x + share * dx, self.wall)
        self.pose = Pose2D(x, self.pose.y + share * dy, wrap_angle(self.pose.yaw + angle))

    def controller(self) -> GoalController:
        return GoalController(
            self.send,
            self.call_off,
            self.velocities.append,
            lambda: Odometry(self.time, self.pose),
            lambda: self.time,
            self.wait,
        )


@pytest.mark.parametrize("tolerance", [0.01, 0.1])
def test_it_goes_where_it_is_sent(tolerance):
    base = Navigation(tolerance)
    controller = base.controller()
    for motion in (controller.move(1.5, 0.0), controller.turn(pi / 2), controller.move(1.0, 0.0)):
        assert motion.error is ErrorCode.NONE, motion
    assert base.pose.x == pytest.approx(1.5, abs=0.15)
    assert base.pose.y == pytest.approx(1.0, abs=0.25)
    assert len(base.goals) == 3
    assert not base.cancels
    assert not base.velocities


def test_a_late_start_is_waited_for():
    base = Navigation(delay=4.0)
    assert base.controller().move(0.25, 0.0).error is ErrorCode.NONE
    assert base.pose.x == pytest.approx(0.25, abs=0.05)


def test_who_does_not_set_out_for_so_short_a_way_is_told():
    base = Navigation(tolerance=0.25)
    motion = base.controller().move(0.2, 0.0)
    assert motion.error is ErrorCode.PATH_BLOCKED
    assert "goal checker" in motion.message
    assert base.time < 10.0
    assert base.cancels == 1


def test_who_stays_far_away_is_blocked_and_called_off():
    base = Navigation()
    base.wall = 0.4
    motion = base.controller().move(1.5, 0.0)
    assert motion.error is ErrorCode.PATH_BLOCKED
    assert "1.10 m" in motion.message
    assert base.cancels == 1
    assert base.goal is None


def test_a_navigation_that_turns_round_for_ever_is_called_off():
    base = Navigation()
    base.wall = 0.2

    def spin() -> None:
        base.pose = Pose2D(base.pose.x, base.pose.y, wrap_angle(base.pose.yaw + 1.0))
        base.at[base.time + 1.0] = spin

    base.at[1.0] = spin
    motion = base.controller().move(1.0, 0.0)
    assert motion.error is ErrorCode.PATH_BLOCKED
    assert "too long" in motion.message
    assert base.time < 120.0


@pytest.mark.parametrize("can_cancel", [True, False])
def test_a_stop_calls_the_goal_off(can_cancel):
    base = Navigation(can_cancel=can_cancel)
    controller = base.controller()
    base.at[3.0] = controller.stop
    assert controller.move(2.0, 0.0).error is ErrorCode.CANCELLED
    there = base.pose
    for _ in range(100):
        base.wait(0.05)
    assert there.distance_to(base.pose.x, base.pose.y) < 0.05
    assert base.velocities[-1] == (0.0, 0.0, 0.0)
    assert controller.move(1.0, 0.0).error is ErrorCode.CANCELLED
    controller.resume()
    controller.begin()
    assert controller.move(0.5, 0.0).error is ErrorCode.NONE


def test_a_stop_that_is_released_at_once_ends_the_motion_all_the_same():
    base = Navigation()
    controller = base.controller()
    base.at[3.0] = lambda: (controller.stop(), controller.resume())
    assert controller.move(2.0, 0.0).error is ErrorCode.CANCELLED
    assert base.goal is None
    controller.begin()
    assert controller.move(0.5, 0.0).error is ErrorCode.NONE


def test_lost_odometry_calls_the_goal_off():
    base = Navigation()
    controller = base.controller()
    stale = Odometry(0.0, base.pose)
    base.at[2.0] = lambda: setattr(controller, "_odometry", lambda: stale)
    motion = controller.move(2.0, 0.0)
    assert motion.error is ErrorCode.ROBOT_FAULT
    assert "odometry" in motion.message
    assert base.cancels == 1
