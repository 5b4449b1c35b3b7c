# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The speed benchmark: its figures on a few frames."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "mapping.py"


@pytest.mark.slow
def test_speed_and_growth_are_measured_and_drawn(tmp_path):
    picture = tmp_path / "growth.png"
    command = [sys.executable, str(SCRIPT), "--keep", str(tmp_path), "--steps", "8"]
    done = subprocess.run(
        [*command, "--plot", str(picture)], capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["threads"] == 1
    assert found["640x480"]["voxel map"]["frames"] == 5
    rows = found["growth"]
    assert rows[-1]["known_m3"] > 9 * rows[0]["known_m3"]
    assert rows[-1]["kB_per_m3"] < 1.1 * rows[0]["kB_per_m3"]
    assert picture.stat().st_size > 1000
