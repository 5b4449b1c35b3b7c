# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Speed of the back end `coco`: scripts/in-venv python -m pytest benchmarks/coco.py

Each figure is of one frame of 640 x 480, masks included, on as many cores as OpenCV finds. The
resident memory of the process, with everything the tests have imported, is told with them.
"""

from math import radians
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import psutil
import pytest

from egoplan_ros.perception.coco.backend import CocoBackend
from egoplan_ros.perception.masks import MaskMaker
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose, Pose2D

COFFEE = Path(__file__).parents[1] / "test" / "perception" / "photographs" / "coffee.jpg"


def frame(known: bool) -> RgbdFrame:
    """A photograph, with depth of a surface at 0.6 m or with none."""
    rgb = cv2.resize(cv2.imread(str(COFFEE)), (640, 480))[..., ::-1]
    depth = np.full((480, 640), 0.6 if known else np.nan, dtype=np.float32)
    camera = Camera.from_vertical_fov(640, 480, radians(60))
    robot = RobotState(0.0, 0, 0, Pose2D(), 0.0, 1.5)
    return RgbdFrame(0.0, np.ascontiguousarray(rgb), depth, camera, Pose(), robot)


@pytest.mark.parametrize("known", [True, False], ids=["depth", "colour"])
def test_one_frame(benchmark: Any, known: bool) -> None:
    """All of a frame."""
    backend = CocoBackend(threshold=0.1)
    result = benchmark.pedantic(backend.detect, args=(frame(known),), rounds=30, warmup_rounds=3)
    benchmark.extra_info["things"] = len(result.items)
    benchmark.extra_info["megabytes"] = round(psutil.Process().memory_info().rss / 1e6)


def test_the_network_alone(benchmark: Any) -> None:
    """Without masks."""
    backend = CocoBackend()
    benchmark.pedantic(
        backend._detector.find, args=(frame(True).rgb, 0.4), rounds=30, warmup_rounds=3
    )


@pytest.mark.parametrize("known", [True, False], ids=["depth", "colour"])
def test_one_mask(benchmark: Any, known: bool) -> None:
    """Of a large box."""
    given = frame(known)
    benchmark.pedantic(
        MaskMaker().mask,
        args=(given.rgb, given.depth, (160, 60, 440, 330), given.camera.fx),
        rounds=50,
        warmup_rounds=3,
    )


def test_loading(benchmark: Any) -> None:
    """From the file to the first frame."""
    benchmark.pedantic(CocoBackend, rounds=3)
