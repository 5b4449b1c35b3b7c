# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Each episode has a seed of its own for what goes wrong, the same one each time it is run."""

import json
from pathlib import Path

from egoplan_ros.bench.own_faults import own_faults
from egoplan_ros.sim.faults import load_faults

NOTHING: frozenset[str] = frozenset()


def _seed(file: Path, episode: str) -> int:
    with own_faults({}, str(file), episode, NOTHING) as own:
        return load_faults(Path(own.path)).seed


def test_seeds_differ_between_episodes_and_not_between_runs(tmp_path: Path) -> None:
    path = tmp_path / "faults.yaml"
    path.write_text("seed: 7\ndoor: {p: 0.5}\n", encoding="utf-8")
    episodes = ["put/FloorPlan1/3", "put/FloorPlan2/3", "put/FloorPlan1/4", "wash/FloorPlan1/3"]
    seeds = [_seed(path, episode) for episode in episodes]
    assert len(set(seeds)) == 4
    assert seeds == [_seed(path, episode) for episode in episodes]
    path.write_text("seed: 8\ndoor: {p: 0.5}\n", encoding="utf-8")
    assert _seed(path, episodes[0]) not in seeds


def test_what_happened_is_counted_and_told_in_the_log_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "faults.yaml"
    path.write_text("log: what.jsonl\ndoor: {p: 0.5}\n", encoding="utf-8")
    for _ in range(2):
        with own_faults({}, str(path), "one", NOTHING) as own:
            faults = load_faults(Path(own.path))
            assert faults.settings["door"]["p"] == 0.5
            assert own.counts() == {}
            faults._tell("door", "OpenObject")
            faults._tell("door", "OpenObject")
            assert own.counts() == {"door": 2}
        assert not Path(own.path).exists()
    rows = [json.loads(line) for line in (tmp_path / "what.jsonl").read_text().splitlines()]
    assert [row["fault"] for row in rows] == ["door"] * 4


def test_faults_of_a_suite_are_about_the_task_and_those_of_the_user_win(tmp_path: Path) -> None:
    suite = {"about": "task", "roll": {"p": 0.3}, "full": {"p": 0.2}}
    path = tmp_path / "faults.yaml"
    path.write_text("full: {p: 0.9}\n", encoding="utf-8")
    with own_faults(suite, str(path), "one", frozenset({"Mug", "Fridge"})) as own:
        faults = load_faults(Path(own.path))
    assert faults.about == {"Mug", "Fridge"}
    assert (faults.settings["roll"]["p"], faults.settings["full"]["p"]) == (0.3, 0.9)


def test_without_faults_nothing_is_written() -> None:
    with own_faults({}, "", "one", NOTHING) as own:
        assert own.path == ""
        assert own.counts() == {}
