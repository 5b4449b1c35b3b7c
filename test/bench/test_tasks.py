# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Tasks are drawn from what a room holds, and say what they mean."""

from dataclasses import replace
from typing import Any

import pytest

from egoplan_ros.bench.runner import BenchConfig, specs
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tasks import draw_task
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import atoms, to_pddl, variable_types
from egoplan_ros.world.ontology import load_ontology


def _room(*names: str) -> list[dict[str, Any]]:
    return [
        {
            "objectId": f"{kind}|{i}",
            "objectType": kind,
            "parentReceptacles": [parent] if parent else None,
        }
        for i, (kind, _, parent) in enumerate(name.partition("@") for name in names)
    ]


SUITES = ("alfred", "novel", "ogamus", "objectnav")
KINDS = tuple(load_suite("alfred").kinds)
ROOM = _room(
    *("Mug@CounterTop|1", "Mug@Cabinet|1", "Apple@Bowl|1", "Bowl@CounterTop|1", "Knife"),
    *(
        "CoffeeMachine",
        "CounterTop",
        "Cabinet",
        "Drawer",
        "Fridge",
        "Microwave",
        "SinkBasin",
        "Faucet",
    ),
    *("DeskLamp", "Book"),
)


@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in SUITES for kind in load_suite(name).kinds]
)
@pytest.mark.parametrize("seed", range(20))
def test_every_slot_of_a_drawn_task_is_in_the_room(name: str, kind: str, seed: int) -> None:
    suite, ontology = load_suite(name), load_ontology()
    task = draw_task(suite, kind, "FloorPlan1", ROOM, ontology, seed)
    assert task is not None
    present = {item["objectType"] for item in ROOM}
    assert set(variable_types(task.goal).values()) <= present
    assert set(task.slots.values()) <= present
    assert list(atoms(task.goal))
    assert "{" not in task.text
    destination = task.slots.get("destination")
    carried = task.slots.get("carrier", task.slots["target"])
    assert destination is None or ontology.fits(carried, destination)
    second = task.slots.get("second")
    assert second is None or (ontology.fits(second, destination) and second != task.slots["target"])
    assert task.told == ("" if name == "alfred" else to_pddl(task.goal))
    assert task == draw_task(suite, kind, "FloorPlan1", ROOM, ontology, seed)


def test_two_things_are_never_asked_of_a_place_for_one() -> None:
    suite, ontology = load_suite("alfred"), load_ontology()
    for seed in range(50):
        task = draw_task(suite, "pick_two_obj_and_place", "r", ROOM, ontology, seed)
        assert task is not None
        assert task.slots["destination"] != "CoffeeMachine"


def test_rooms_are_arranged_as_the_task_needs() -> None:
    suite, ontology = load_suite("alfred"), load_ontology()
    room = _room("Apple@CounterTop|1", "CounterTop", "Fridge")
    task = draw_task(suite, "pick_two_obj_and_place", "r", room, ontology, 3)
    assert task is not None
    assert task.setup[0]["numDuplicatesOfType"] == [{"objectType": "Apple", "count": 2}]
    lit = [
        *_room("Book@Bed|1", "Bed"),
        {"objectId": "L", "objectType": "DeskLamp", "isToggled": True},
    ]
    task = draw_task(suite, "look_at_obj_in_light", "r", lit, ontology, 0)
    assert task is not None
    assert [item["action"] for item in task.setup] == ["ToggleObjectOff"]


def test_nobody_asks_for_two_laptops_on_a_tiny_table() -> None:
    suite, ontology = load_suite("alfred"), load_ontology()
    room = _room("Laptop@Bed|1", "SideTable", "Desk")
    for thing, width in zip(room, (0.4, 0.5, 1.0), strict=True):
        thing["axisAlignedBoundingBox"] = {"size": {"x": width, "y": 0.1, "z": 0.4}}
    for seed in range(20):
        task = draw_task(suite, "pick_two_obj_and_place", "r", room, ontology, seed)
        assert task is not None
        assert task.slots["destination"] == "Desk"


def test_no_task_where_the_room_lacks_what_it_takes() -> None:
    suite, ontology = load_suite("alfred"), load_ontology()
    bare = _room("Mug", "CounterTop")
    assert draw_task(suite, "pick_heat_then_place_in_recep", "r", bare, ontology, 0) is None
    assert draw_task(suite, "look_at_obj_in_light", "r", bare, ontology, 0) is None


def test_rooms_follow_split_and_kind() -> None:
    chosen = list(specs(BenchConfig(episodes=140, split="validation")))
    assert len({spec.key for spec in chosen}) == 140
    rooms = {kind: {spec.scene for spec in chosen if spec.kind == kind} for kind in KINDS}
    kitchens, living, bedrooms, bathrooms = (
        {f"FloorPlan{base + n}" for n in range(21, 26)} for base in (0, 200, 300, 400)
    )
    assert rooms["pick_and_place_simple"] == kitchens | living | bedrooms | bathrooms
    assert rooms["look_at_obj_in_light"] == living | bedrooms
    assert rooms["pick_clean_then_place_in_recep"] == kitchens | bathrooms
    assert rooms["pick_heat_then_place_in_recep"] == kitchens
    # In each room once before one is drawn in again.
    assert all(spec.visit == spec.seed == 0 for spec in chosen if spec.kind == KINDS[0])
    assert {spec.visit for spec in chosen if spec.kind == "pick_heat_then_place_in_recep"} == {
        0,
        1,
        2,
        3,
    }


def test_rooms_that_are_named_are_taken_as_they_are() -> None:
    named = ("FloorPlan401", "FloorPlan1")
    config = BenchConfig("bcr", episodes=8, split="train", scenes=named)
    assert {spec.scene for spec in specs(config)} == set(named)
    plain = list(specs(replace(config, scenes=())))
    assert {spec.scene for spec in plain} <= {f"FloorPlan{n}" for n in range(1, 21)}


def test_another_visit_asks_for_something_else() -> None:
    suite, ontology = load_suite("objectnav"), load_ontology()
    room = _room("Book", "Fridge", "FloorLamp")
    for seed in range(5):
        drawn = []
        for visit in range(6):
            task = draw_task(suite, "objnav", "r", room, ontology, seed + visit, visit=visit)
            drawn.append(task.slots["target"] if task else None)
        assert set(drawn[:3]) == {"Book", "Fridge", "FloorLamp"}
        # What is fixed is where it was; a book is placed anew.
        assert set(drawn[3:]) == {"Book"}


def test_what_is_fixed_is_asked_for_once() -> None:
    suite, ontology = load_suite("ogamus"), load_ontology()
    room = _room("Fridge", "Microwave")
    drawn = [draw_task(suite, "open", "r", room, ontology, n, visit=n) for n in range(4)]
    targets = [task and task.slots["target"] for task in drawn]
    assert set(targets[:2]) == {"Fridge", "Microwave"}
    assert targets[2:] == [None, None]


@pytest.mark.parametrize(
    "bad", [{"suite": "nothing"}, {"split": "all"}, {"kinds": ("juggle",)}, {"episodes": 0}]
)
def test_unknown_names_are_told(bad: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="bench"):
        list(specs(BenchConfig(**bad)))


def test_the_four_tasks_of_bcr() -> None:
    suite, ontology = load_suite("bcr"), load_ontology()
    room = _room("Mug", "Apple", "Bread", "Knife", "CoffeeMachine", "Fridge", "SinkBasin", "Faucet")
    room += _room("Toaster")
    drawn = {kind: draw_task(suite, kind, "r", room, ontology, 0) for kind in suite.kinds}
    assert set(drawn) == {"coffee", "apple", "mug", "toast"}
    for kind, task in drawn.items():
        assert task is not None, kind
        assert task.told == to_pddl(task.goal)
        assert "{" not in task.told
    cold = _room("Apple@Fridge|1", "Fridge")
    assert draw_task(suite, "apple", "r", cold, ontology, 0) is None
    assert draw_task(suite, "toast", "r", _room("Bread", "Toaster"), ontology, 0) is None


def test_what_is_to_be_opened_is_closed_at_first_and_the_other_way_round() -> None:
    room, suite = _room("Fridge", "Fridge", "Cabinet"), load_suite("ogamus")
    for kind, act in (("open", "CloseObject"), ("close", "OpenObject")):
        task = draw_task(suite, kind, "FloorPlan1", room, load_ontology(), 1)
        assert task is not None
        mine = [item["objectId"] for item in room if item["objectType"] == task.slots["target"]]
        assert [(a["action"], a["objectId"]) for a in task.setup] == [(act, name) for name in mine]


def test_what_is_found_at_first_is_not_asked_for() -> None:
    room = [item | {"visible": item["objectType"] == "Fridge"} for item in _room("Fridge", "Book")]
    tasks = (
        draw_task(load_suite("objectnav"), "objnav", "FloorPlan1", room, load_ontology(), seed)
        for seed in range(10)
    )
    assert {task.slots["target"] for task in tasks if task is not None} == {"Book"}
