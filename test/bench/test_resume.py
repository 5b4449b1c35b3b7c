# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A suite that was stopped goes on from what is surely finished, and from nothing else."""

import json
from dataclasses import replace

import pytest

from egoplan_ros.bench import runner
from egoplan_ros.bench.episode import BLANK
from egoplan_ros.bench.runner import BenchConfig, run_suite
from egoplan_ros.cli import main
from egoplan_ros.commands import bench as commands
from egoplan_ros.world.errors import InputError


@pytest.fixture
def ran(monkeypatch):
    """Keys of the episodes that were run, not taken from the folder."""
    keys = []

    def run_episode(spec):
        keys.append(spec.key)
        facts = {"index": spec.index, "key": spec.key, "kind": spec.kind, "scene": spec.scene}
        return BLANK | facts | {"text": "wash a mug", "seed": spec.seed, "seconds": 1.0}

    monkeypatch.setattr(runner, "run_episode", run_episode)
    return keys


def test_other_faults_or_another_suite_are_other_episodes(ran, tmp_path):
    faults = tmp_path / "faults.yaml"
    faults.write_text("seed: 1\n", encoding="utf-8")
    config = BenchConfig(episodes=2, faults=str(faults), out=tmp_path / "out")
    run_suite(config)
    run_suite(config)
    assert len(ran) == 2
    faults.write_text("seed: 2\n", encoding="utf-8")
    run_suite(config)
    assert len(ran) == len(set(ran)) == 4
    specs = list(runner.specs(config))
    assert replace(specs[0], suite="bcr").key != specs[0].key


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The user's folder config/, in use."""
    config = tmp_path / "home" / "config"
    for folder in ("suites", "strategies"):
        (config / folder).mkdir(parents=True)
    monkeypatch.setenv("EGOPLAN_SHARE", str(config.parent))
    return config


def test_a_changed_suite_or_strategy_makes_other_episodes(ran, tmp_path, home):
    """Figures of two budgets, or of two strategies of one name, went into one report."""
    suite, strategy = home / "suites" / "mine.yaml", home / "strategies" / "mine.yaml"
    suite.write_text("extends: alfred\n", encoding="utf-8")
    strategy.write_text("behavior: {max_plans: 7}\n", encoding="utf-8")
    config = BenchConfig("mine", episodes=1, strategy="mine", out=tmp_path / "out")
    run_suite(config)
    run_suite(config)
    assert len(ran) == 1
    suite.write_text("extends: alfred\nbudget: {steps: 30}\n", encoding="utf-8")
    run_suite(config)
    strategy.write_text("behavior: {max_plans: 8}\n", encoding="utf-8")
    run_suite(config)
    kinds = "{pick_and_place_simple: {goal: '(exists (?o - {target}) (holding ?o))'}}"
    suite.write_text(f"extends: alfred\nkinds: {kinds}\n", encoding="utf-8")
    run_suite(config)
    assert len(ran) == len(set(ran)) == 4


@pytest.mark.parametrize("whole", [True, False], ids=["folder", "file"])
def test_another_recording_of_the_room_makes_another_episode(ran, tmp_path, whole):
    room, other = (tmp_path / f"FloorPlan{number}.json" for number in (1, 2))
    for path in (room, other):
        path.write_text("[1]", encoding="utf-8")
    rooms = str(tmp_path if whole else room)
    config = BenchConfig(episodes=1, scenes=("FloorPlan1",), rooms=rooms, out=tmp_path / "out")
    run_suite(config)
    other.write_text("[2]", encoding="utf-8")
    run_suite(config)
    assert len(ran) == 1
    room.write_text("[2]", encoding="utf-8")
    run_suite(config)
    assert len(ran) == len(set(ran)) == 2


@pytest.mark.parametrize("torn", ['{"key": "a', "[1]", "3", '{"key": "a"}', '{"key": [1]}', "\xff"])
def test_a_torn_line_is_skipped_and_swallows_nothing(ran, tmp_path, torn):
    path = tmp_path / "episodes.jsonl"
    path.write_bytes(torn.encode("latin-1"))
    config = BenchConfig(episodes=2, out=tmp_path)
    run_suite(config)
    assert len(ran) == 2
    run_suite(config)
    assert len(ran) == 2
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    assert [json.loads(line)["key"] for line in lines[1:]] == ran


@pytest.mark.parametrize("name", ["episodes.jsonl", "report.json"])
def test_where_nothing_can_be_kept_is_told_before_the_first_episode(ran, tmp_path, name, capsys):
    (tmp_path / name).mkdir()
    assert main(["bench", "alfred", "--episodes", "1", "--out", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert (out, ran) == ("", [])
    assert err.startswith(f"egoplan: {tmp_path / name}: cannot be written (it is a folder)")


@pytest.mark.parametrize("name", ["add_line", "write_whole", "write_json"])
def test_what_was_done_is_shown_although_it_cannot_be_kept(
    ran, tmp_path, name, capsys, monkeypatch
):
    def full(path, *_):
        if name == "add_line":
            raise OSError(28, "No space left on device")
        raise InputError(f"{path}: cannot be written (No space left on device); check the folder")

    monkeypatch.setattr(commands if name == "write_json" else runner, name, full)
    words = ["--out", str(tmp_path / "out"), "--json", str(tmp_path / "report.json")]
    assert main(["bench", "alfred", "--episodes", "2", *words]) == 2
    out, err = capsys.readouterr()
    assert ("0/1 " if name == "add_line" else "0/2 ") in out
    assert "cannot be written (No space left on device); check the folder" in err.splitlines()[-1]
    assert (tmp_path / "report.json").exists() == (name != "write_json")


def test_an_episode_for_which_no_robot_was_to_be_had_is_run_again(ran, tmp_path, monkeypatch):
    """Its simulator had died before the task was drawn, and it counted as done ever after."""
    works = runner.run_episode
    monkeypatch.setattr(
        runner, "run_episode", lambda spec: works(spec) | {"text": "", "reason": "robot: it died"}
    )
    config = BenchConfig(episodes=2, out=tmp_path)
    report = run_suite(config)
    assert (report["not_run"], report["not_drawn"], report["all"]["SR"]["n"]) == (2, 0, 0)
    monkeypatch.setattr(runner, "run_episode", works)
    report = run_suite(config)
    assert (report["not_run"], report["all"]["SR"]["n"]) == (0, 2)
    assert len(ran) == 4


def test_episodes_are_numbered_as_in_the_present_run(ran, tmp_path):
    kinds = ("pick_and_place_simple", "pick_two_obj_and_place")
    run_suite(BenchConfig(episodes=4, kinds=kinds, out=tmp_path))
    report = run_suite(BenchConfig(episodes=3, kinds=kinds[1:], out=tmp_path))
    assert [item["index"] for item in report["episodes"]] == [0, 1, 2]
    assert len(ran) == 5


def test_what_is_named_twice_is_run_once():
    config = BenchConfig(
        episodes=4,
        kinds=("pick_and_place_simple", "pick_and_place_simple"),
        scenes=("FloorPlan1", "FloorPlan2", "FloorPlan1"),
    )
    keys = [spec.key for spec in runner.specs(config)]
    assert len(set(keys)) == 4
