# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`bench chaos` in small."""

import json
from pathlib import Path

import pytest

from egoplan_ros.cli import main


def test_a_few_faults_and_the_tasks_go_on(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    words = ["bench", "chaos", "--episodes", "3", "--seed", "3", "--json", str(file)]
    assert main([*words, "--kinds", "kill", "malformed", "again"]) == 0
    report = json.loads(file.read_text(encoding="utf-8"))
    rows = report["episodes"]
    assert len(rows) == 3
    assert {row["kind"] for row in rows} <= {"kill", "malformed", "again"}
    assert all(row["success"] for row in rows), [row["reason"] for row in rows]
    assert report["all"]["wedged"] == 0
    assert report["all"]["n"] + report["all"]["missed"] == 3


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--jobs", "2"], "--jobs"),
        (["--set", "planner.mode=search"], "--set"),
        (["--perception", "coco"], "--perception"),
        (["--episodes", "0"], "--episodes"),
        (["--kinds", "luck"], "luck"),
    ],
)
def test_what_would_be_passed_over_is_refused(words: list[str], line: str, capsys) -> None:
    assert main(["bench", "chaos", *words]) == 2
    assert line in capsys.readouterr().err
