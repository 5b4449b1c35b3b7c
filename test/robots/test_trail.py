# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from math import pi

import pytest

from egoplan_ros.robots.motion import Odometry
from egoplan_ros.robots.trail import Trail
from egoplan_ros.world.geometry import Pose2D


def trail(*samples: tuple[float, Pose2D]) -> Trail:
    made = Trail()
    for stamp, pose in samples:
        made.add(Odometry(stamp, pose))
    return made


def test_between_two_samples_lies_the_way_from_one_to_the_other():
    known = trail((1.0, Pose2D(0.0, 2.0, 0.0)), (1.2, Pose2D(1.0, 4.0, 0.4)))
    found = known.at(1.05, 0.5)
    assert (found.x, found.y, found.yaw) == pytest.approx((0.25, 2.5, 0.1))


def test_a_heading_goes_the_short_way_round():
    known = trail((1.0, Pose2D(yaw=pi - 0.1)), (2.0, Pose2D(yaw=-pi + 0.3)))
    assert known.at(1.25, 0.5).yaw == pytest.approx(pi)
    assert known.at(1.75, 0.5).yaw == pytest.approx(-pi + 0.2)


def test_outside_the_samples_the_nearest_counts_while_it_is_near():
    known = trail((1.0, Pose2D(x=1.0)), (1.2, Pose2D(x=2.0)))
    assert known.at(0.6, 0.5).x == 1.0
    assert known.at(1.6, 0.5).x == 2.0
    assert known.at(0.4, 0.5) is None
    assert known.at(1.8, 0.5) is None
    assert trail((1.0, Pose2D()), (3.0, Pose2D())).at(2.0, 0.5) is None
    assert Trail().at(0.0, 0.5) is None


def test_what_is_old_or_of_a_clock_set_back_is_forgotten():
    known = trail(*((0.1 * step, Pose2D(x=float(step))) for step in range(100)))
    assert known.at(7.45, 0.5).x == pytest.approx(74.5)
    assert known.at(6.0, 0.5) is None
    known.add(Odometry(8.0, Pose2D(x=-1.0)))
    assert known.at(8.3, 0.5).x == -1.0
