# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""ALFRED's goal conditions of each task type."""

from typing import Any

import pytest

from egoplan_ros.bench.alfred_episodes.judge import goal_of, slots_of
from egoplan_ros.bench.alfred_episodes.reader import parse_episode
from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology


@pytest.mark.parametrize(
    ("kind", "goal"),
    [
        ("pick_and_place_simple", "(in ?o ?r)"),
        ("pick_clean_then_place_in_recep", "(and (clean ?o) (in ?o ?r))"),
        ("pick_heat_then_place_in_recep", "(and (hot ?o) (in ?o ?r))"),
        ("pick_cool_then_place_in_recep", "(and (cold ?o) (in ?o ?r))"),
        ("pick_two_obj_and_place", "(and (not (= ?o ?p)) (in ?o ?r) (in ?p ?r))"),
        ("pick_and_place_with_movable_recep", "(and (in ?o ?m) (in ?m ?r))"),
        ("look_at_obj_in_light", "(and (holding ?o) (toggled ?l))"),
    ],
)
def test_each_type_has_its_conditions(written: dict[str, Any], kind: str, goal: str) -> None:
    written["task_type"] = kind
    written["pddl_params"] |= {"mrecep_target": "Bowl", "toggle_target": "DeskLamp"}
    assert to_pddl(goal_of(parse_episode(written, ""))).endswith(f"{goal})")


def test_slices_are_asked_for_and_types_are_those_of_today(written: dict[str, Any]) -> None:
    written["pddl_params"] |= {"object_sliced": True, "parent_target": "Sink"}
    episode = parse_episode(written, "")
    assert slots_of(episode) == {"target": "Apple", "destination": "SinkBasin"}
    goal = goal_of(episode)
    assert "(sliced ?o)" in to_pddl(goal)

    def met(kind: str) -> bool:
        objects = [
            {"objectId": "a", "objectType": kind, "parentReceptacles": ["s"]},
            {"objectId": "s", "objectType": "SinkBasin"},
        ]
        return evaluate(goal, {"objects": objects}, load_ontology()).success

    assert met("AppleSliced")
    assert not met("Apple")
