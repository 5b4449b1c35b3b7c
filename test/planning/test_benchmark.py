# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The benchmark script: its figures and its resuming, on its smallest problem."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "planning.py"


def run(state: Path, *options: str) -> dict:
    command = [sys.executable, str(SCRIPT), "--state", str(state), "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_resumes_and_sums_up(tmp_path):
    state = tmp_path / "rows.jsonl"
    options = ("--sizes", "45", "--goals", "place", "--plain-seeds", "0")
    first = run(state, *options, "--seeds", "1")
    assert first["sizes"]["45"]["solved"] == 1
    rows = state.read_text()
    second = run(state, *options, "--seeds", "2")
    assert second["sizes"]["45"]["problems"] == 2
    assert state.read_text().startswith(rows)
    assert state.read_text().count("\n") == 2


@pytest.mark.slow
def test_plain_planner_is_beside_it(tmp_path):
    state = tmp_path / "rows.jsonl"
    found = run(state, "--sizes", "45", "--goals", "place", "--seeds", "1")["sizes"]["45"]
    assert found["plain_solved"] == 1
    assert found["cost_total_ratio"] <= 1.1
    short = run(tmp_path / "b", "--sizes", "45", "--goals", "place", "--seeds", "1",
                "--plain-limit", "0.05")  # fmt: skip
    assert short["sizes"]["45"]["plain_solved"] == 0
