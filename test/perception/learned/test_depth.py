# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Depth from colour: its cues are right, and any picture gives depth."""

from math import radians
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.perception.learned.depth import (
    FARTHEST,
    FORMAT,
    NEAREST,
    DepthEstimator,
    DepthNetwork,
    cues,
)
from egoplan_ros.perception.learned.weights import write
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(0)
    path = tmp_path_factory.mktemp("weights") / "d.npz"
    write(path, {"format": FORMAT}, {"depth": DepthNetwork()})
    return path


@settings(max_examples=40, deadline=None)
@given(
    st.floats(0.3, 2.0), st.floats(-0.6, 1.2), st.floats(-3.0, 3.0), st.floats(40.0, 100.0),
    st.tuples(st.integers(0, 47), st.integers(0, 63)),
)  # fmt: skip
def test_the_floor_is_where_its_cue_says(
    height: float, pitch: float, yaw: float, fov: float, pixel: tuple[int, int]
) -> None:
    camera = Camera.from_vertical_fov(64, 48, radians(fov))
    pose = camera_optical_pose(Pose2D(0.4, -1.0, yaw), height, pitch)
    found = cues(np.zeros((48, 64, 3), np.uint8), camera, pose)
    v, u = pixel
    if found[3, v, u] == 0.0 or found[3, v, u] >= 2.0:
        return
    depth = 0.5 / float(found[3, v, u])
    optical = np.array([(u - camera.cx) / camera.fx, (v - camera.cy) / camera.fy, 1.0]) * depth
    assert pose.apply(optical[None])[0, 2] == pytest.approx(0.0, abs=1e-3 * max(depth, 1.0))


@pytest.mark.parametrize(("size", "fov"), [((300, 300), 90), ((480, 640), 49), ((17, 33), 60)])
def test_any_picture_has_depth(weights: Path, size: tuple[int, int], fov: float) -> None:
    camera = Camera.from_vertical_fov(size[1], size[0], radians(fov))
    rgb = np.random.default_rng(0).integers(0, 255, (*size, 3), dtype=np.uint8)
    pose = camera_optical_pose(Pose2D(), 1.5, 0.2)
    depth = DepthEstimator(str(weights)).estimate(rgb, camera, pose)
    assert depth.shape == size
    assert depth.dtype == np.float32
    assert ((depth >= NEAREST) & (depth <= FARTHEST)).all()


def test_a_file_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "d.npz"
    path.write_bytes(b"no weights")
    with pytest.raises(InputError, match="no usable model"):
        DepthEstimator(str(path))
    write(path, {"format": "another"}, {"depth": DepthNetwork()})
    with pytest.raises(InputError, match="another"):
        DepthEstimator(str(path))
