"""Speed of the back end `learned`: scripts/in-venv python -m pytest benchmarks/learned.py

Each figure is of one frame of a kitchen of the embedded simulator, on as many threads as torch
takes (OMP_NUM_THREADS). The resident memory of the process is told with them.
"""

from pathlib import Path
from typing import Any

import psutil
import pytest

from egoplan_ros.perception.learned.backend import LearnedBackend
from egoplan_ros.perception.learned.depth import SHIPPED, DepthEstimator
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.frame import RgbdFrame


@pytest.fixture(scope="module", params=[300, 600])
def frame(request: pytest.FixtureRequest) -> RgbdFrame:
    """A counter full of things."""
    robot = ThorRobot(width=request.param, height=request.param, scene="FloorPlan24")
    try:
        return robot.reset()
    finally:
        robot.close()


def test_one_frame(benchmark: Any, frame: RgbdFrame) -> None:
    """All of a frame."""
    backend = LearnedBackend()
    result = benchmark.pedantic(backend.detect, args=(frame,), rounds=30, warmup_rounds=3)
    benchmark.extra_info["things"] = len(result.items)
    benchmark.extra_info["megabytes"] = round(psutil.Process().memory_info().rss / 1e6)


@pytest.mark.skipif(not Path(SHIPPED).exists(), reason="no weights are shipped")
def test_depth(benchmark: Any, frame: RgbdFrame) -> None:
    """Depth of a frame from its colour."""
    estimator = DepthEstimator()
    args = (frame.rgb, frame.camera, frame.camera_pose)
    benchmark.pedantic(estimator.estimate, args=args, rounds=30, warmup_rounds=3)
