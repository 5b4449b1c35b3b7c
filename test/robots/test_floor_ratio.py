# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Depth of too small a unit, and counters, which look like it."""

from dataclasses import replace
from math import pi, radians, tau

import numpy as np
import pytest

from egoplan_ros.robots.floor_ratio import FloorRatio
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose

CAMERA = Camera.from_vertical_fov(160, 120, radians(48.0))
RNG = np.random.default_rng(3)
Box = tuple[float, float, float, float, float]
"""Least x and y, greatest x and y, height, metres."""
ROOM: tuple[Box, ...] = ((-3.0, -2.5, 3.5, 2.0, 2.5),)
GALLEY: tuple[Box, ...] = ((0.7, -2.5, 1.3, 2.0, 0.9), (-1.3, -2.5, -0.7, 2.0, 0.9))
ISLE: tuple[Box, ...] = (*GALLEY, (-0.7, 0.7, 0.7, 1.3, 0.9))
"""Counters on three sides of where the robot is."""


def look(
    yaw: float,
    boxes: tuple[Box, ...] = (),
    *,
    height: float = 1.2,
    pitch: float = 0.3,
    told_height: float | None = None,
    told_pitch: float | None = None,
    scale: float = 1.0,
    at: tuple[float, float] = (0.0, 0.0),
) -> RgbdFrame:
    """The floor, the walls of a room and boxes on the floor."""
    base = Pose2D(*at, yaw)
    pose = camera_optical_pose(base, height, pitch)
    ways = pose.apply(CAMERA.rays().astype(float)) - np.asarray(pose.position)
    eye = np.asarray(pose.position)
    with np.errstate(divide="ignore", invalid="ignore"):
        depth = np.where(ways[..., 2] < 0.0, -height / ways[..., 2], np.inf)
        x0, y0, x1, y1, _ = ROOM[0]
        for axis, low, high in ((0, x0, x1), (1, y0, y1)):
            far = np.where(ways[..., axis] > 0.0, high - eye[axis], low - eye[axis])
            depth = np.minimum(depth, far / ways[..., axis])
        for low_x, low_y, high_x, high_y, top in boxes:
            near, far = np.full(depth.shape, -np.inf), np.full(depth.shape, np.inf)
            for axis, low, high in ((0, low_x, high_x), (1, low_y, high_y), (2, 0.0, top)):
                a, b = (low - eye[axis]) / ways[..., axis], (high - eye[axis]) / ways[..., axis]
                near, far = np.maximum(near, np.minimum(a, b)), np.minimum(far, np.maximum(a, b))
            depth = np.where((near < far) & (near > 0.0) & (near < depth), near, depth)
    depth = scale * (depth + RNG.normal(0.0, 0.002, depth.shape) * np.minimum(depth, 6.0) ** 2)
    told = camera_optical_pose(
        base, told_height or height, pitch if told_pitch is None else told_pitch
    )
    state = RobotState(1.0, 0, 0, base, pitch, height)
    rgb = np.zeros((CAMERA.height, CAMERA.width, 3), np.uint8)
    return RgbdFrame(1.0, rgb, depth.astype(np.float32), CAMERA, told, state)


def told(boxes: tuple[Box, ...] = (), looks: int = 7, turn: float = tau, **more: object) -> str:
    """After so many looks on a turn."""
    judge, line = FloorRatio(), ""
    for number in range(looks):
        line = judge.problem(look(wrapped(turn * number / looks), boxes, **more))
    return line


def wrapped(yaw: float) -> float:
    return (yaw + pi) % tau - pi


@pytest.mark.parametrize("looks", [4, 7])
@pytest.mark.parametrize("boxes", [(), ((0.6, -0.4, 1.2, 0.4, 0.7),)])
@pytest.mark.parametrize("scale", [0.1, 0.3, 0.6])
def test_a_unit_that_is_too_small_is_told_after_a_turn(scale, boxes, looks):
    line = told(boxes, looks, scale=scale)
    assert f"{scale:.1f}" in line
    assert "base.depth_scale" in line


@pytest.mark.parametrize("height", [0.4, 0.6, 1.2, 1.575])
@pytest.mark.parametrize(
    "boxes",
    [(), GALLEY, ISLE, ((0.6, -2.0, 1.2, 2.0, 0.9),), ((0.3, -0.4, 0.6, 0.4, 0.3),)],
)
def test_true_depth_is_let_be(boxes, height):
    for looks in (4, 7, 12):
        assert told(boxes, looks, height=height) == ""


def test_one_counter_is_no_floor_however_often_it_is_looked_at():
    counter = ((0.6, -2.4, 1.9, 1.9, 0.9),)
    assert told(counter, 12, turn=radians(70.0)) == ""
    judge = FloorRatio()
    for step in range(12):
        assert judge.problem(look(0.0, counter, at=(0.0, 0.15 * step - 0.9))) == ""


def test_a_pose_that_is_about_right_is_let_be():
    for tilt in (-0.08, 0.08):
        for lift in (-0.08, 0.08):
            assert told(looks=7, told_height=1.2 + lift, told_pitch=0.3 + tilt) == ""


def test_a_camera_that_is_lower_than_told_is_told_too():
    assert "base.camera_height" in told(height=0.5, told_height=1.2, pitch=0.3)


def test_who_saw_the_floor_doubts_no_more_and_who_sees_it_takes_it_back():
    judge = FloorRatio()
    for yaw in (0.0, 1.0, 2.0, 3.0, -2.0):
        assert judge.problem(look(yaw)) == ""
    for number in range(8):
        assert judge.problem(look(wrapped(number), scale=0.1)) == ""
    judge = FloorRatio()
    lines = [judge.problem(look(wrapped(number), scale=0.1)) for number in range(8)]
    assert not lines[0]
    assert lines[-1]
    assert judge.problem(look(0.5)) == ""


@pytest.mark.parametrize("unknown", [np.nan, 0.0, np.inf])
def test_no_depth_tells_nothing(unknown):
    judge = FloorRatio()
    for number in range(8):
        frame = look(wrapped(number))
        assert judge.problem(replace(frame, depth=np.full_like(frame.depth, unknown))) == ""


def test_looks_from_two_places_are_no_turn():
    judge = FloorRatio()
    for number in range(8):
        assert judge.problem(look(wrapped(number), scale=0.1, at=(0.6 * number, 0.0))) == ""
