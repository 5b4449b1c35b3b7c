# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Poses, rotations and the camera model."""

from math import pi

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import (
    Pose,
    Pose2D,
    camera_optical_pose,
    compose,
    crossed_boxes,
    wrap_angle,
    yaw_quaternion,
)

ANGLE = st.floats(-20.0, 20.0)
METRE = st.floats(-10.0, 10.0)


@given(st.tuples(*[st.floats(-2.0, 2.0)] * 3), st.floats(0.1, 0.9), st.floats(0.02, 0.5))
def test_a_box_on_the_line_of_sight_is_crossed_and_one_beyond_it_is_not(target, share, half):
    eye, target = np.array([0.0, 0.0, 4.0]), np.array(target)
    middle = eye + share * (target - eye)
    size = np.full(3, min(half, 0.5 * share))
    assert crossed_boxes(eye, target, middle - size, middle + size)
    beyond = eye + 1.5 * (target - eye)
    assert not crossed_boxes(eye, target, beyond - size, beyond + size)


@given(ANGLE)
def test_wrapped_angles_are_the_same_direction(angle: float) -> None:
    wrapped = wrap_angle(angle)
    assert -pi < wrapped <= pi
    assert np.isclose(np.cos(wrapped), np.cos(angle), atol=1e-9)
    assert np.isclose(np.sin(wrapped), np.sin(angle), atol=1e-9)


@given(METRE, METRE, ANGLE, st.tuples(METRE, METRE, METRE))
def test_inverse_undoes_apply(
    x: float, y: float, yaw: float, point: tuple[float, float, float]
) -> None:
    pose = Pose((x, y, 0.3), yaw_quaternion(yaw))
    assert np.allclose(pose.inverse_apply(pose.apply(np.array([point]))), [point], atol=1e-9)
    assert np.allclose(pose.matrix()[:3, :3] @ point + pose.position, pose.apply(np.array(point)))


@given(METRE, METRE, ANGLE, METRE, ANGLE)
def test_compose_is_application_in_turn(
    x: float, y: float, yaw: float, dx: float, dyaw: float
) -> None:
    parent = Pose((x, y, 0.0), yaw_quaternion(yaw))
    child = Pose((dx, 0.0, 1.0), yaw_quaternion(dyaw))
    point = np.array([0.3, -0.2, 0.5])
    both = compose(parent, child)
    assert np.allclose(both.apply(point), parent.apply(child.apply(point)), atol=1e-9)


def test_level_camera_looks_along_the_heading() -> None:
    pose = camera_optical_pose(Pose2D(1.0, 2.0, pi / 2), 1.5, 0.0)
    ahead = pose.apply(np.array([0.0, 0.0, 2.0]))
    right = pose.apply(np.array([1.0, 0.0, 0.0]))
    assert np.allclose(ahead, [1.0, 4.0, 1.5])
    assert np.allclose(right, [2.0, 2.0, 1.5])


def test_positive_pitch_looks_down() -> None:
    pose = camera_optical_pose(Pose2D(), 1.5, pi / 6)
    assert pose.apply(np.array([0.0, 0.0, 1.0]))[2] == pytest.approx(1.0)


@given(st.integers(0, 299), st.integers(0, 199), st.floats(0.2, 8.0), ANGLE)
def test_projection_undoes_back_projection(u: int, v: int, depth: float, yaw: float) -> None:
    camera = Camera.from_vertical_fov(300, 200, pi / 2)
    pose = camera_optical_pose(Pose2D(0.5, -1.0, yaw), 1.2, 0.4)
    point = pose.apply(camera.rays()[v, u].astype(float) * depth)
    assert np.allclose(camera.project(point, pose), [[u, v, depth]], atol=1e-3)


@pytest.mark.parametrize("fov", [0.0, -1.0, pi])
def test_impossible_field_of_view_is_refused(fov: float) -> None:
    with pytest.raises(InputError, match="field of view"):
        Camera.from_vertical_fov(300, 300, fov)


def test_bearing_and_distance() -> None:
    pose = Pose2D(1.0, 1.0, pi)
    assert pose.distance_to(1.0, 3.0) == pytest.approx(2.0)
    assert pose.bearing_to(1.0, 3.0) == pytest.approx(-pi / 2)
