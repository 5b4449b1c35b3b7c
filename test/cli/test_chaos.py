# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`bench chaos` goes on where it was cut off, and tells of each kind and node."""

import json

import pytest

from egoplan_ros.cli import main
from egoplan_ros.commands.suites import chaos

ROW = {
    "step": 3,
    "moment": 1.0,
    "success": True,
    "struck": True,
    "told": 0.5,
    "reason": "the goal holds",
}


@pytest.fixture
def begun(monkeypatch):
    """The numbers of the tasks that were begun; the one that is set under "stop" is cut off."""
    found: dict[str, list[int]] = {"numbers": [], "stop": []}

    def graph(numbers, seed, scene, kinds):
        for number in numbers:
            if number in found["stop"]:
                raise KeyboardInterrupt
            found["numbers"].append(number)
            kind, where = ("kill", "planner") if number % 2 else ("hang", "mapping")
            yield number, ROW | {"kind": kind, "where": where, "recovery": float(number)}

    monkeypatch.setattr(chaos, "_of_one_graph", graph)
    return found


def test_what_is_done_is_not_done_again(begun, tmp_path, capsys):
    words = ["bench", "chaos", "--episodes", "30", "--out", str(tmp_path), "--json", "-"]
    begun["stop"] = [27]
    assert main(words) == 130
    out, err = capsys.readouterr()
    assert len(json.loads(out)["episodes"]) == 27
    assert "goes on from there" in err
    begun["stop"], begun["numbers"] = [], []
    assert main(words) == 0
    assert begun["numbers"] == [27, 28, 29]
    report = json.loads(capsys.readouterr().out)
    assert report["all"]["n"] == 30
    assert report["by_kind"]["kill"]["recovery_median"] == 15.0
    assert report["by_kind"]["kill"]["recovery_most"] == 29.0
    assert report["by_node"]["hang mapping"]["n"] == 15
    begun["numbers"] = []
    assert main([*words, "--seed", "1"]) == 0, "other tasks"
    assert len(begun["numbers"]) == 30


def test_without_a_folder_nothing_is_kept(begun, capsys):
    begun["stop"] = [1]
    assert main(["bench", "chaos", "--episodes", "2"]) == 130
    assert "goes on" not in capsys.readouterr().err


def test_a_folder_that_is_none_is_told(begun, tmp_path, capsys):
    file = tmp_path / "file"
    file.touch()
    assert main(["bench", "chaos", "--out", str(file)]) == 2
    assert str(file) in capsys.readouterr().err
    assert not begun["numbers"]
