# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Speed of the back end `learned`: scripts/in-venv python -m pytest benchmarks/learned.py

Each figure is of one frame of a kitchen, on as many cores as torch finds. The resident memory of
the process, with everything the tests have imported, is told with them.
"""

from functools import cache
from typing import Any

import psutil
import pytest
import torch

from egoplan_ros.perception.learned.backend import LearnedBackend
from egoplan_ros.perception.learned.channels import channels
from egoplan_ros.perception.learned.crops import pyramid
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.frame import RgbdFrame

SIZES = (300, 600)


@cache
def frame(size: int) -> RgbdFrame:
    """A kitchen."""
    robot = ThorRobot("FloorPlan21", width=size, height=size, oracle=False)
    try:
        return robot.reset()
    finally:
        robot.close()


@pytest.mark.parametrize("size", SIZES)
def test_one_frame(benchmark: Any, size: int) -> None:
    """All of a frame."""
    backend = LearnedBackend()
    found = benchmark.pedantic(backend.detect, args=(frame(size),), rounds=30, warmup_rounds=3)
    benchmark.extra_info["things"] = len(found.items)
    benchmark.extra_info["megabytes"] = round(psutil.Process().memory_info().rss / 1e6)


@pytest.mark.parametrize("size", SIZES)
def test_proposals(benchmark: Any, size: int) -> None:
    """Boxes alone."""
    backend, given = LearnedBackend(), frame(size)
    image = channels(given.rgb, given.depth, given.camera, given.camera_pose)
    levels = pyramid(torch.from_numpy(image))
    with torch.inference_mode():
        args = (levels, given.camera.fx)
        found = benchmark.pedantic(backend.propose, args=args, rounds=30, warmup_rounds=3)
    benchmark.extra_info["boxes"] = len(found.boxes)


@pytest.mark.parametrize("size", SIZES)
def test_geometry(benchmark: Any, size: int) -> None:
    """What the networks see, from colour and depth."""
    given = frame(size)
    args = (given.rgb, given.depth, given.camera, given.camera_pose)
    benchmark.pedantic(channels, args=args, rounds=30, warmup_rounds=3)


def test_loading(benchmark: Any) -> None:
    """From the file to networks that are ready."""
    benchmark.pedantic(LearnedBackend, rounds=3)
