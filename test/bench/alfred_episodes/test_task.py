# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An episode is a task of the bench."""

from typing import Any

import pytest

from egoplan_ros.bench.alfred_episodes.arrangement import arrange
from egoplan_ros.bench.alfred_episodes.episode import INSTRUCTIONS
from egoplan_ros.bench.alfred_episodes.reader import parse_episode
from egoplan_ros.bench.alfred_episodes.task import bench_task
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import to_pddl


def test_an_episode_says_what_to_do_and_is_judged(written: dict[str, Any]) -> None:
    episode = parse_episode(written, "")
    task = bench_task(episode, [])
    assert task.text == "Put an apple on the counter."
    assert (task.scene, task.kind, task.seed) == ("FloorPlan5", "pick_and_place_simple", 0)
    assert task.slots == {"target": "Apple", "destination": "CounterTop"}
    assert to_pddl(task.goal) == "(exists (?o - Apple ?r - CounterTop) (in ?o ?r))"
    assert task.setup == arrange(episode, [])
    with pytest.raises(InputError, match="trial_1: no annotation 1; there are 1"):
        bench_task(episode, [], 1)


def test_goal_steps_or_truth_are_told(written: dict[str, Any]) -> None:
    episode = parse_episode(written, "")
    found = {how: bench_task(episode, [], 0, how) for how in INSTRUCTIONS}
    goal = to_pddl(found["goal"].goal)
    told = {how: (task.steps, task.told) for how, task in found.items()}
    assert told == {"goal": ((), ""), "steps": (("Go.", "Put."), ""), "truth": ((), goal)}
    with pytest.raises(InputError, match="'all'; use one of goal, steps, truth"):
        bench_task(episode, [], 0, "all")


def test_what_nobody_asked_for_is_told_as_the_goal_alone(written: dict[str, Any]) -> None:
    episode = parse_episode(written | {"turk_annotations": {}}, "")
    assert bench_task(episode, [], 0, "truth").text.startswith("(exists (?o - Apple")
    with pytest.raises(InputError, match="no annotation 0; there are 0"):
        bench_task(episode, [])
