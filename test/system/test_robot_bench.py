# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`bench robot`: one task through the graph on the stand-in, as a person starts it."""

import json
import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_robot_with_drift_and_slam_finds_a_thing() -> None:
    words = "bench robot --episodes 1 --kinds find --scenes FloorPlan221 --drift 1 --slam --json"
    done = subprocess.run(
        [sys.executable, "-m", "egoplan_ros.cli", *words.split()],
        capture_output=True,
        text=True,
        timeout=850,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    row = report["episodes"][0]
    assert row["drawn"]
    assert row["state"] in ("succeeded", "failed"), row["reason"]
    assert row["cells"] > 100
    assert row["fit"] >= 0.95
    assert not row["fast_collision"]
