# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Units and poses that cannot be."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.robots.depth_scale import implausible
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose

CAMERA = Camera.from_vertical_fov(320, 240, 1.0)


def room(height: float, pitch: float, wall: float, stairs: float = np.inf) -> RgbdFrame:
    """A floor, a ceiling at 2.5 m and a wall ahead; the floor falls off behind ``stairs`` m."""
    base = Pose2D(1.0, 2.0, 0.5)
    pose = camera_optical_pose(base, height, pitch)
    ends = pose.apply(CAMERA.rays().astype(float)) - np.asarray(pose.position)
    ahead = ends[..., 0] * np.cos(base.yaw) + ends[..., 1] * np.sin(base.yaw)
    with np.errstate(divide="ignore"):
        down = np.where(ends[..., 2] < 0, -height / ends[..., 2], np.inf)
        lower = np.where(ends[..., 2] < 0, -(height + 2.5) / ends[..., 2], np.inf)
        down = np.where(down * ahead > stairs, lower, down)
        up = np.where(ends[..., 2] > 0, (2.5 - height) / ends[..., 2], np.inf)
        front = np.where(ahead > 0, wall / ahead, np.inf)
    depth = np.minimum(np.minimum(down, up), front).astype(np.float32)
    rgb = np.zeros((240, 320, 3), np.uint8)
    return RgbdFrame(1.0, rgb, depth, CAMERA, pose, RobotState(1.0, 0, 0, base, pitch, height))


rooms = st.builds(
    room, st.floats(0.3, 1.6), st.floats(-0.3, 0.9), st.floats(0.4, 8.0), st.just(np.inf)
)


@given(rooms, st.floats(-0.05, 0.05), st.floats(-0.08, 0.08))
def test_rooms_are_plausible_by_a_pose_that_is_about_right(
    frame: RgbdFrame, tilt: float, lift: float
) -> None:
    state = frame.robot
    about = camera_optical_pose(state.base, state.camera_height + lift, state.camera_pitch + tilt)
    assert implausible(replace(frame, camera_pose=about)) == ""


@given(rooms)
def test_millimetres_for_metres_are_told(frame: RgbdFrame) -> None:
    assert "0.001" in implausible(replace(frame, depth=frame.depth * 1000))


@given(rooms)
def test_metres_for_millimetres_are_told(frame: RgbdFrame) -> None:
    frame = replace(frame, depth=np.minimum(frame.depth, 9.0))
    assert "1.0" in implausible(replace(frame, depth=frame.depth / 1000))


@given(st.floats(0.5, 1.6), st.floats(0.3, 0.9), st.floats(3.0, 5.0))
def test_a_floor_far_below_the_robot_is_told(height: float, pitch: float, scale: float) -> None:
    """1/5000 m, as of the TUM sequences, read as millimetres."""
    frame = room(height, pitch, 4.0)
    told = implausible(replace(frame, depth=frame.depth * scale))
    assert "should show the floor" in told
    assert "camera_height" in told


def test_stairs_down_are_stairs() -> None:
    assert implausible(room(1.2, 0.5, 6.0, stairs=1.0)) == ""


@pytest.mark.parametrize("unknown", [np.nan, 0.0, np.inf])
def test_no_depth_is_nothing_to_judge(unknown: float) -> None:
    frame = room(1.2, 0.3, 3.0)
    assert implausible(replace(frame, depth=np.full_like(frame.depth, unknown))) == ""
