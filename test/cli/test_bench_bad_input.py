# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.bench.episode import NO_TASK
from egoplan_ros.cli import main
from egoplan_ros.commands.bench import tell_episode


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["alfred", "--split", "holiday"],
        ["alfred", "--kinds", "juggle"],
        ["alfred", "--strategy", "luck"],
        ["alfred", "--perception", "eyes"],
        ["alfred", "--depth", "nowhere.npz"],
        ["alfred", "--size", "9"],
        ["alfred", "--episodes", "0"],
        ["alfred", "--jobs", "0"],
        ["alfred", "--rooms", "nowhere"],
        ["alfred", "--rooms", "file"],
        ["alfred", "--faults", "nowhere.yaml"],
        ["alfred", "--faults", "file/x.yaml"],
        ["alfred", "--scenes", "FloorPlan9999"],
        ["alfred", "--out", "file/x"],
        ["alfred", "--json", "file/x.json"],
        ["alfred", "--json", ""],
        ["alfred", "--dialogs", "file"],
        ["teach", "--dialogs", "nowhere.jsonl"],
        ["teach-edh", "--dialogs", "file"],
        ["alfred", "nowhere.jsonl"],
        ["alfred", "--instructions", "goal"],
        ["alfred-episodes"],
        ["alfred-episodes", "file"],
        ["alfred-episodes", "file", "--rooms", "."],
        ["alfred-episodes", "nowhere.jsonl", "--rooms", "."],
        ["chess", "--json", "file"],
        ["alfred", "--kinds", "juggle", "--json", "file"],
    ],
)
def test_bad_input_is_told_before_the_first_episode(words, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("good", encoding="utf-8")
    assert main(["bench", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text(encoding="utf-8") == "good"


@pytest.mark.parametrize("scenes", [[], ["--scenes", "FloorPlan21"]])
def test_a_broken_room(scenes, capsys, tmp_path):
    file = tmp_path / "FloorPlan21.json"
    file.write_text("[3]", encoding="utf-8")
    assert main(["bench", "alfred", "--rooms", str(file), *scenes]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "FloorPlan21.json" in err


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({"success": True}, "[1/2] ok   kind FloorPlan1 2.5 s, 7 steps: put it there"),
        ({}, "[1/2] fail kind FloorPlan1 2.5 s, 7 steps: put it there (no plan)"),
        ({"reason": NO_TASK, "text": ""}, f"[1/2] none kind FloorPlan1: {NO_TASK}"),
    ],
)
def test_a_room_without_such_a_task_is_no_failure(
    capsys: pytest.CaptureFixture[str], changed: dict[str, object], line: str
) -> None:
    facts = {"kind": "kind", "scene": "FloorPlan1", "seconds": 2.5, "steps": 7, "success": False}
    tell_episode(1, 2, facts | {"text": "put it there", "reason": "no plan"} | changed)
    assert capsys.readouterr().err.strip() == line
