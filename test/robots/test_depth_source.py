# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot without depth camera: depth is estimated from colour."""

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from egoplan_ros.perception.learned.depth import FORMAT, DepthEstimator, DepthNetwork
from egoplan_ros.perception.learned.weights import write
from egoplan_ros.robots.depth_source import CAMERA, estimator_of
from egoplan_ros.robots.robot import make_robot
from egoplan_ros.world.errors import InputError


def test_depth_is_that_of_the_estimate(tmp_path: Path) -> None:
    torch.manual_seed(0)
    weights = tmp_path / "d.npz"
    write(weights, {"format": FORMAT}, {"depth": DepthNetwork()})
    fake = Path(__file__).parent / "fake_thor.py"
    simulator = f"{shlex.quote(sys.executable)} {shlex.quote(str(fake))} good"
    robot = make_robot("thor", executable=simulator, scene="FloorPlan1", depth=str(weights))
    try:
        frame = robot.reset()
    finally:
        robot.close()
    told = DepthEstimator(str(weights)).estimate(frame.rgb, frame.camera, frame.camera_pose)
    np.testing.assert_array_equal(frame.depth, told)
    assert frame.depth[150, 150] != 2.0, "that is what the camera measures"


def test_a_camera_needs_no_network_and_a_bad_file_is_told(tmp_path: Path) -> None:
    assert estimator_of(CAMERA) is None
    with pytest.raises(InputError, match=r"nowhere\.npz: no such file; make it with egoplan train"):
        estimator_of(str(tmp_path / "nowhere.npz"))
