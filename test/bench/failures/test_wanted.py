# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What of the things a goal speaks of was known, and where the others are."""

from types import SimpleNamespace
from typing import Any, cast

from egoplan_ros.behavior.ports import Event, EventKind
from egoplan_ros.bench.failures.log import Entry, EventLog
from egoplan_ros.bench.failures.wanted import Wanted
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState

GOAL = "(exists (?a ?b - Mug ?r - object) (and (not (= ?a ?b)) (in ?a ?r) (in ?b ?r)))"


def world(*types: str, doubtful: bool = False) -> WorldState:
    rows = [SimpleNamespace(type=name, doubtful=doubtful) for name in types]
    return cast(WorldState, SimpleNamespace(objects=dict(enumerate(rows))))


def item(name: str, *places: str, **values: Any) -> dict[str, Any]:
    kind = name.split("_")[0]
    return {"objectId": name, "objectType": kind, "parentReceptacles": list(places)} | values


def test_counts_by_type() -> None:
    wanted = Wanted(parse_goal(GOAL), load_ontology())
    wanted.look(world("Mug", "Mug", "Cup"))
    wanted.look(world("Mug", doubtful=True))
    shut = item("Fridge_1", openable=True, isOpen=False)
    cupboard = item("Cabinet_1", openable=True, isOpen=True)
    things = [
        item("Mug_1", "Plate_1"),
        item("Plate_1", "Fridge_1"),
        item("Mug_2", "Cabinet_1"),
        shut,
        cupboard,
    ]
    found = wanted.to_json(world("Mug"), {"objects": things})
    assert found == {"Mug": {"needed": 2, "known": 1, "most": 2, "there": 2, "shut_in": 1}}


def test_the_log_has_what_the_rules_need() -> None:
    log = EventLog()
    block = {"condition": "no_effect", "action": "Open(Fridge_1)"}
    log.note(Event(EventKind.ACTION_STARTED, "Open(Fridge_1)", step=3))
    ended = {"action": "Open(Fridge_1)", "code": "no_effect", "primitives": 2, "failures": 1}
    log.note(Event(EventKind.ACTION_ENDED, "Open(Fridge_1): no_effect", step=5, data=ended))
    log.note(Event(EventKind.BLOCKED, "Open(Fridge_1) had no effect", step=5, data=block))
    answer = {"status": "solved", "seconds": 0.25}
    log.note(Event(EventKind.PLANNER, "solved", step=5, data=answer))
    log.note(Event(EventKind.FINISHED, "the goal holds", step=9, data={"success": 1}))
    assert [Entry(*row) for row in cast(Any, log.to_json())] == [
        Entry(5, "action", "Open(Fridge_1)", "no_effect", 1),
        Entry(5, "blocked", "Open(Fridge_1)", "no_effect"),
        Entry(5, "planner", "Plan()", "solved", 0, 0.25),
        Entry(9, "finished", "the goal holds"),
    ]
