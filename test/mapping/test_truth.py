# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The world model against the simulator's truth, by the benchmark's own script."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "mapping_truth.py"


def measure(keep: Path, *options: str, seconds: int = 280) -> dict:
    command = [sys.executable, str(SCRIPT), "--keep", str(keep), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check(found: dict, recall: float, duplicates: float) -> None:
    assert found["recall"]["n"] >= 10
    assert found["recall"]["rate"] >= recall
    assert found["duplicates"]["rate"] <= duplicates


def test_a_short_tour_is_remembered(tmp_path):
    found = measure(tmp_path, "--scenes", "FloorPlan1", "--steps", "40")
    check(found["without noise"], 0.97, 0.03)
    check(found["depth 2 cm, pose 1 cm and 1°, 10 % dropped"], 0.9, 0.08)
    assert found["without noise"]["error_small_median_cm"] <= 3.0


@pytest.mark.slow
@pytest.mark.timeout(2400)
def test_long_tours_are_remembered_in_spite_of_noise(tmp_path):
    found = measure(tmp_path, "--scenes", "train", "--rooms", "8", seconds=2300)
    check(found["without noise"], 0.98, 0.03)
    check(found["depth 2 cm, pose 1 cm and 1°, 10 % dropped"], 0.93, 0.05)
