# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`bench robot` goes on where it was cut off, and tells of each kind of task."""

import json

import pytest

from egoplan_ros.cli import main
from egoplan_ros.commands.suites import robot as robot_bench

ROW = {
    "text": "find a mug", "reason": "the goal holds", "seconds": 12.0, "fit": 0.97, "cells": 900,
    "coverage": 0.8, "collisions": 1, "fast_collision": False, "drawn": True,
}  # fmt: skip


@pytest.fixture
def begun(monkeypatch):
    """What was begun; the seed under "stop" is cut off."""
    found = {"tasks": [], "stop": []}

    def episode(kind, scene, seed, condition, maps):
        if seed in found["stop"]:
            raise KeyboardInterrupt
        found["tasks"].append((kind, scene, seed, condition))
        return ROW | {"kind": kind, "scene": scene, "seed": seed, "success": kind != "place"}

    monkeypatch.setattr(robot_bench, "episode", episode)
    return found


def test_kinds_and_rooms_take_turns_and_what_is_done_is_not_done_again(begun, tmp_path, capsys):
    words = ["bench", "robot", "--episodes", "6", "--scenes", "A", "B", "--slam"]
    words += ["--out", str(tmp_path / "out"), "--json"]
    begun["stop"] = [4]
    assert main(words) == 130
    begun["stop"] = []
    assert main(words) == 0
    assert [task[:3] for task in begun["tasks"]] == [
        ("explore", "A", 0), ("find", "A", 1), ("place", "A", 2), ("explore", "B", 3),
        ("find", "B", 4), ("place", "B", 5),
    ]  # fmt: skip
    assert all(task[3] == {"slam": 1.0} for task in begun["tasks"])
    report = json.loads(capsys.readouterr().out.strip().splitlines()[-1])
    assert report["all"]["success"]["hits"] == 4
    assert report["by_kind"]["place"]["success"]["hits"] == 0
    assert report["all"]["collisions"] == 6
    assert report["all"]["fit"] == pytest.approx(0.97)
    assert len(report["episodes"]) == 6


def test_another_condition_is_another_run(begun, tmp_path):
    words = ["bench", "robot", "--episodes", "1", "--out", str(tmp_path)]
    others = (["--slam", "10"], ["--nav2"], ["--nav2", "0.1"], ["--mount", "0.1", "0", "15"])
    for more in ([], *others, ["--nav2"]):
        assert main([*words, *more]) == 0
    assert [task[3] for task in begun["tasks"]] == [
        {}, {"slam": 10.0}, {"nav2": 0.25}, {"nav2": 0.1}, {"mount": [0.1, 0.0, 15.0]}
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["robot", "--perception", "coco"], "--perception"),
        (["robot", "--kinds", "dance"], "dance"),
        (["robot", "--episodes", "0"], "--episodes"),
        (["alfred", "--slam"], "--slam"),
        (["chaos", "--nav2"], "--nav2"),
    ],
)
def test_options_that_mean_nothing_are_refused(begun, words, told, capsys):
    assert main(["bench", *words]) == 2
    assert told in capsys.readouterr().err
    assert not begun["tasks"]


def test_a_room_without_such_a_task_does_not_count(begun, monkeypatch, capsys):
    monkeypatch.setattr(robot_bench, "_drawn", lambda *words: None)
    row = robot_bench_episode("place", "A", 0, {}, {})
    assert not row["drawn"]
    report = robot_bench.summary([row, ROW | {"kind": "find", "success": True}])
    assert report["all"]["success"]["n"] == 1
    assert "place" not in report["by_kind"]


robot_bench_episode = robot_bench.episode
