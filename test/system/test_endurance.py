# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The benchmark of interruptions and of task after task, in small."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "endurance.py"
KINDS = {"cancel", "stop", "new goal", "pause"}


@pytest.mark.slow
def test_one_interruption_of_each_kind_and_the_next_task_succeeds(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    command = [sys.executable, str(SCRIPT), "--rounds", "4", "--out", str(rows), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["interruptions"] == 4
    assert set(found["kinds"]) <= KINDS
    assert found["effect"]["hits"] == found["consistent"]["hits"] == 4, found["problems"]
    assert found["next task"]["rate"] == 1.0
    assert found["left"] == [{"processes": [], "shared": [], "scratch": []}]
    kept = rows.read_text(encoding="utf-8")
    again = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert json.loads(again.stdout) == found
    assert rows.read_text(encoding="utf-8") == kept
