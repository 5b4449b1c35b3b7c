"""`bench chaos` in small."""

import json
from pathlib import Path

from egoplan_ros.cli import main


def test_a_few_faults_and_the_tasks_go_on(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    words = ["bench", "chaos", "--episodes", "4", "--seed", "3", "--json", str(file)]
    assert main([*words, "--kinds", "kill", "malformed", "again"]) == 0
    report = json.loads(file.read_text(encoding="utf-8"))
    rows = report["episodes"]
    assert len(rows) == 4
    assert {row["kind"] for row in rows} <= {"kill", "malformed", "again"}
    assert all(row["success"] for row in rows), [row["reason"] for row in rows]
    assert report["all"]["wedged"] == 0
    assert report["all"]["n"] + report["all"]["missed"] == 4
