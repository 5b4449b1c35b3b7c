# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Objects that were moved, by the benchmark's own script."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "mapping_moved.py"


def measure(*options: str, seconds: int) -> dict:
    command = [sys.executable, str(SCRIPT), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.timeout(2400)
def test_moved_objects_are_right_after_one_look_at_both_places():
    found = measure("--scenes", "train", "--rooms", "8", "--trials", "6", seconds=2300)
    assert found["carried"]["n"] >= 10
    assert found["behind its back"]["n"] >= 10
    assert found["right"]["rate"] >= 0.95, found["wrong"]
