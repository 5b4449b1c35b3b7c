# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is noted of an episode while it runs."""

from types import SimpleNamespace
from typing import cast

from egoplan_ros.behavior.ports import Event, EventKind
from egoplan_ros.bench.failures.notes import EpisodeNotes
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState

GOAL = parse_goal("(exists (?o - Mug ?r - Fridge) (in ?o ?r))")
TRUTH = {"objects": [{"objectId": "Mug_1", "objectType": "Mug", "parentReceptacles": None}]}


def world(*types: str) -> WorldState:
    rows = [SimpleNamespace(type=name, doubtful=False) for name in types]
    return cast(WorldState, SimpleNamespace(objects=dict(enumerate(rows))))


def ended(action: str, primitives: int | str) -> Event:
    data = {"action": action, "code": "ok", "primitives": primitives, "failures": 0}
    return Event(EventKind.ACTION_ENDED, f"{action}: ok", data=data)


def test_each_kind_of_action_has_its_primitives_and_the_most_that_was_known_is_kept() -> None:
    notes = EpisodeNotes(GOAL, load_ontology())
    notes.note(ended("GoTo(Mug_1)", 4), lambda: world("Mug", "Fridge"))
    notes.note(ended("GoTo(Fridge_1)", "3"), lambda: None)  # of a graph, all data are text
    notes.note(Event(EventKind.PLAN, "PickUp(Mug_1)"), lambda: world("Mug", "Mug"))
    found = notes.to_json(world(), TRUTH)
    assert found["spent"] == {"GoTo": 7}
    assert [row[2] for row in found["events"]] == ["GoTo(Mug_1)", "GoTo(Fridge_1)"]
    assert found["wanted"]["Mug"] == {"needed": 1, "known": 0, "most": 1, "there": 1, "shut_in": 0}


def test_without_a_goal_or_a_true_state_nobody_says_what_was_known() -> None:
    assert "wanted" not in EpisodeNotes(None, load_ontology()).to_json(world("Mug"), TRUTH)
    assert "wanted" not in EpisodeNotes(GOAL, load_ontology()).to_json(world("Mug"), {})
    assert "wanted" not in EpisodeNotes(GOAL, load_ontology()).to_json(None, TRUTH)
