# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Odometry that leaps."""

from math import cos, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.robots.continuity import Continuity
from egoplan_ros.robots.motion import MotionLimits, Odometry
from egoplan_ros.world.geometry import Pose2D, wrap_angle

LIMITS = MotionLimits(0.25, 0.8)
poses = st.builds(Pose2D, st.floats(-5, 5), st.floats(-5, 5), st.floats(-3, 3))


def near(pose: Pose2D, other: Pose2D) -> bool:
    return (
        pose.distance_to(other.x, other.y) < 1e-6 and abs(wrap_angle(pose.yaw - other.yaw)) < 1e-6
    )


def drive(stamp: float) -> Pose2D:
    return Pose2D(cos(0.2 * stamp), sin(0.2 * stamp), 0.2 * stamp)


def test_odometry_of_a_base_that_moves_is_taken_as_it_is() -> None:
    continuity = Continuity(LIMITS)
    for step in range(200):
        sample = Odometry(0.05 * step, drive(0.05 * step))
        taken, leap = continuity.take(sample)
        assert leap is None
        assert taken.stamp == sample.stamp
        assert near(taken.pose, sample.pose)


@given(poses, poses)
def test_after_a_leap_the_base_is_where_it_was_and_goes_on_from_there(
    before: Pose2D, after: Pose2D
) -> None:
    continuity = Continuity(LIMITS)
    continuity.take(Odometry(1.0, before))
    sample, leap = continuity.take(Odometry(1.02, after))
    if leap is None:
        assert near(sample.pose, after)
        assert before.distance_to(after.x, after.y) < 0.2
        return
    assert near(sample.pose, before)
    assert leap.distance == pytest.approx(before.distance_to(after.x, after.y))
    ahead = Pose2D(after.x + 0.01 * cos(after.yaw), after.y + 0.01 * sin(after.yaw), after.yaw)
    moved, leap = continuity.take(Odometry(1.07, ahead))
    assert leap is None
    place = before
    expected = Pose2D(place.x + 0.01 * cos(place.yaw), place.y + 0.01 * sin(place.yaw), place.yaw)
    assert near(moved.pose, expected)
    assert near(continuity.to_odometry(moved.pose), ahead)


def test_what_was_silent_for_a_while_may_have_been_pushed() -> None:
    continuity = Continuity(LIMITS)
    continuity.take(Odometry(1.0, Pose2D()))
    assert continuity.take(Odometry(4.0, Pose2D(2.0, 0.0, 1.0)))[1] is None
    assert continuity.take(Odometry(900.0, Pose2D(30.0, 0.0, 1.0)))[1] is not None


def test_a_reset_to_zero_is_told_even_with_a_clock_that_was_set_back() -> None:
    continuity = Continuity(LIMITS)
    continuity.take(Odometry(50.0, Pose2D(8.0, 1.0, 1.0)))
    sample, leap = continuity.take(Odometry(0.1, Pose2D()))
    assert leap is not None
    assert near(sample.pose, Pose2D(8.0, 1.0, 1.0))


def test_what_is_no_pose_is_left_to_whoever_uses_it() -> None:
    continuity = Continuity(LIMITS)
    continuity.take(Odometry(1.0, Pose2D(1.0, 0.0, 0.0)))
    bad = Odometry(1.1, Pose2D(float("nan"), 0.0, 0.0))
    assert continuity.take(bad) == (bad, None)
    assert continuity.take(Odometry(1.2, Pose2D(1.0, 0.0, 0.0)))[1] is None
