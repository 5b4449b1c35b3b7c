# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the networks see of a frame."""

from math import radians

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.perception.learned.channels import CHANNELS, HEIGHT, channels
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose

CAMERA = Camera.from_vertical_fov(40, 30, radians(60))
RGB = np.full((30, 40, 3), 255, dtype=np.uint8)


def floor_seen(height: float, pitch: float, yaw: float) -> tuple[np.ndarray, np.ndarray]:
    """Depth of an endless floor, and the channels."""
    pose = camera_optical_pose(Pose2D(1.0, 2.0, yaw), height, pitch)
    rays = CAMERA.rays()
    down = np.array([pose.apply(ray)[2] - height for ray in rays.reshape(-1, 3)]).reshape(30, 40)
    with np.errstate(divide="ignore"):
        depth = np.where(down < -0.05, -height / down, np.nan).astype(np.float32)
    return depth, channels(RGB, depth, CAMERA, pose)


@pytest.mark.parametrize("rows", [1, 7, 29])
def test_strips_do_not_show(monkeypatch: pytest.MonkeyPatch, rows: int) -> None:
    rng = np.random.default_rng(0)
    depth = rng.uniform(0.5, 3.0, (30, 40)).astype(np.float32)
    rgb = rng.integers(0, 256, (30, 40, 3), dtype=np.uint8)
    pose = camera_optical_pose(Pose2D(1.0, 2.0, 0.3), 1.5, 0.4)
    whole = channels(rgb, depth, CAMERA, pose)
    monkeypatch.setattr("egoplan_ros.perception.learned.channels._ROWS", rows)
    np.testing.assert_array_equal(channels(rgb, depth, CAMERA, pose), whole)


@given(st.floats(0.3, 1.8), st.floats(0.2, 1.2), st.floats(-3.0, 3.0))
def test_a_floor_is_low_and_level_however_the_camera_is_held(
    height: float, pitch: float, yaw: float
) -> None:
    depth, found = floor_seen(height, pitch, yaw)
    known = np.isfinite(depth)
    inner = known.copy()
    inner[:, 1:-1] &= known[:, 2:] & known[:, :-2]
    inner[1:-1] &= known[2:] & known[:-2]
    inner[[0, -1]] = inner[:, [0, -1]] = False
    assert np.allclose(found[HEIGHT][known], -1.0, atol=1e-3)
    if inner.any():
        up = found[5][inner]
        assert np.median(up) == pytest.approx(1.0, abs=1e-2)
    assert np.abs(found).max() <= 2.0 + 1e-4


def test_a_wall_faces_the_camera() -> None:
    depth = np.full((30, 40), 2.0, dtype=np.float32)
    found = channels(RGB, depth, CAMERA, camera_optical_pose(Pose2D(), 1.0, 0.0))
    inner = (slice(1, -1), slice(1, -1))
    assert np.allclose(found[6][inner], -1.0, atol=1e-4)  # against the way one looks
    assert np.allclose(found[5][inner], 0.0, atol=1e-4)
    assert np.allclose(found[:3], 1.0)


@pytest.mark.parametrize("bad", [np.nan, 0.0, np.inf, -1.0])
def test_unknown_depth_leaves_geometry_at_zero(bad: float) -> None:
    depth = np.full((30, 40), bad, dtype=np.float32)
    found = channels(RGB, depth, CAMERA, camera_optical_pose(Pose2D(), 1.0, 0.3))
    assert found.shape == (CHANNELS, 30, 40)
    assert not found[3:].any()
