# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Motors and wheels of the stand-in."""

from math import cos, hypot, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.robots.stand_in.drift import DriftingOdometry, DriftModel
from egoplan_ros.robots.stand_in.drive import DifferentialDrive, DriveLimits
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D, wrap_angle

LIMITS = DriveLimits(linear=0.5, angular=1.0, acceleration=1.0, turning=2.0, watchdog=0.5)


def driven(command: tuple[float, float], seconds: float, again: bool = True) -> tuple[float, float]:
    drive, way, turn = DifferentialDrive(LIMITS), 0.0, 0.0
    drive.command(*command, 0.0)
    for k in range(round(seconds / 0.05)):
        if again:
            drive.command(*command, 0.05 * k)
        ahead, left = drive.advance(0.05, 0.05 * k)
        assert abs(drive.speed) <= LIMITS.linear + 1e-9
        assert abs(drive.rate) <= LIMITS.angular + 1e-9
        way, turn = way + ahead, turn + left
    return way, turn


def test_it_gets_up_to_speed_and_keeps_it() -> None:
    way, turn = driven((0.4, 0.5), 5.0)
    assert way == pytest.approx(0.4 * 5.0 - 0.5 * 0.4**2 / 1.0, abs=0.01)
    assert turn == pytest.approx(0.5 * 5.0 - 0.5 * 0.5**2 / 2.0, abs=0.01)


def test_it_goes_no_faster_than_it_can() -> None:
    assert driven((9.0, -9.0), 10.0) == pytest.approx((4.875, -9.75), abs=0.05)


def test_without_commands_it_brakes() -> None:
    way, _ = driven((0.4, 0.0), 5.0, again=False)
    assert way == pytest.approx(0.4 * 0.5 - 0.08 + 0.08 + 0.02, abs=0.03)


def test_what_no_motor_has_is_refused() -> None:
    with pytest.raises(InputError, match="watchdog"):
        DriveLimits(watchdog=0.0)


@given(st.lists(st.tuples(st.floats(-0.1, 0.1), st.floats(-0.3, 0.3)), max_size=40))
def test_wheels_without_error_tell_the_truth(steps: list[tuple[float, float]]) -> None:
    odometry, pose = DriftingOdometry(DriftModel(), 0), Pose2D()
    for ahead, turn in steps:
        yaw = pose.yaw + 0.5 * turn
        pose = Pose2D(
            pose.x + ahead * cos(yaw), pose.y + ahead * sin(yaw), wrap_angle(pose.yaw + turn)
        )
        told = odometry.move(ahead, turn)
        assert hypot(told.x - pose.x, told.y - pose.y) < 1e-9
        assert abs(wrap_angle(told.yaw - pose.yaw)) < 1e-9


def test_drift_is_as_large_as_its_model_says() -> None:
    """2 % and half a degree a metre, over 20 m straight ahead."""
    model = DriftModel(scale=0.02, yaw=0.5 * pi / 180.0, slip=0.005, wander=0.002)
    ends = []
    for seed in range(60):
        odometry = DriftingOdometry(model, seed)
        for _ in range(400):
            odometry.move(0.05, 0.0)
        ends.append((odometry.pose.x, odometry.pose.y, odometry.pose.yaw))
    yaws = np.abs([yaw for _, _, yaw in ends])
    assert yaws.mean() == pytest.approx(20 * model.yaw, rel=0.1)
    lengths = [hypot(x, y) for x, y, _ in ends]
    assert 0.3 < np.abs(np.array(lengths) - 20.0).mean() < 0.6
    again = DriftingOdometry(model, 3)
    for _ in range(400):
        again.move(0.05, 0.0)
    assert (again.pose.x, again.pose.y, again.pose.yaw) == ends[3]
