# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""TEACh's twelve tasks: drawn from a room, told as dialogs, with TEACh's goals."""

from typing import Any

import pytest

from egoplan_ros.bench.evaluator import conditions
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tasks import BenchTask, draw_task
from egoplan_ros.language.dialog.dialog_model import DialogTask
from egoplan_ros.language.dialog.teach import goal_of_task
from egoplan_ros.world.goal import variable_types
from egoplan_ros.world.meaning import meaning
from egoplan_ros.world.ontology import load_ontology

SUITE = load_suite("teach")
ONTOLOGY = load_ontology()
TASKS = {
    "coffee": "Coffee",
    "water_plant": "Water Plant",
    "plate_of_toast": "Plate Of Toast",
    "clean_all": "Clean All X",
    "put_all_on": "Put All X On Y",
    "put_all_in_one": "Put All X In One Y",
    "boil_potato": "Boil X",
    "slices": "N Slices Of X In Y",
    "cooked_slices": "N Cooked Slices Of X In Y",
    "breakfast": "Breakfast",
    "sandwich": "Sandwich",
    "salad": "Salad",
}
ALL = ("clean_all", "put_all_on", "put_all_in_one")


def _room(*names: str) -> list[dict[str, Any]]:
    pairs = [name.partition("@") for name in names]
    ids = {kind: f"{kind}|{i}" for i, (kind, _, _) in enumerate(pairs)}
    return [
        {
            "objectId": f"{kind}|{i}",
            "objectType": kind,
            "pickupable": "pickupable" in ONTOLOGY.get(kind).affords,
            "parentReceptacles": [ids[parent]] if parent else None,
        }
        for i, (kind, _, parent) in enumerate(pairs)
    ]


ROOM = _room(
    *("CounterTop", "Fridge", "SinkBasin", "Faucet", "CoffeeMachine", "Toaster", "Microwave"),
    *("DiningTable", "Mug@CounterTop", "Mug@Fridge", "Plate@CounterTop", "Bowl@CounterTop"),
    *("Knife@CounterTop", "Bread@CounterTop", "Tomato@Fridge", "Lettuce@Fridge", "Apple"),
    *("Potato@SinkBasin", "HousePlant@CounterTop", "Pot@CounterTop"),
)


def _drawn(kind: str, seed: int) -> BenchTask:
    task = draw_task(SUITE, kind, "FloorPlan1", ROOM, ONTOLOGY, seed)
    assert task is not None
    return task


def test_the_suite_has_teachs_twelve_tasks_and_its_budget() -> None:
    assert set(SUITE.kinds) == set(TASKS)
    assert SUITE.settings == ("behavior.max_steps=1000", "behavior.max_failed_primitives=30")


@pytest.mark.parametrize("kind", TASKS)
@pytest.mark.parametrize("seed", range(12))
def test_a_task_is_told_as_a_dialog_alone(kind: str, seed: int) -> None:
    task = _drawn(kind, seed)
    assert task == _drawn(kind, seed)
    assert task.told == ""
    assert {who for who, _ in task.dialog} <= {"Commander", "Follower"}
    assert any(who == "Commander" for who, _ in task.dialog)
    for _, text in task.dialog:
        assert text in task.text
        assert text[0] == text[0].upper()
        assert not {"{", "}"} & set(text)


@pytest.mark.parametrize("kind", [kind for kind in TASKS if kind not in ALL])
@pytest.mark.parametrize("seed", range(6))
def test_its_goal_is_that_of_the_language_room(kind: str, seed: int) -> None:
    task = _drawn(kind, seed)
    slots = task.slots
    pieces = [one for one, of in variable_types(task.goal).items() if of == slots["target"]]
    params = {
        "boil_potato": ("Potato",),
        "slices": (str(len(pieces)), slots["target"], "in", slots.get("destination", "")),
        "cooked_slices": (str(len(pieces)), slots["target"], "in", slots.get("destination", "")),
    }
    told = goal_of_task(DialogTask(TASKS[kind], params.get(kind, ()), 1.0), ONTOLOGY)
    assert told is not None
    assert meaning(task.goal) == meaning(told)


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("seed", range(12))
def test_all_are_at_least_two_and_each_counts(kind: str, seed: int) -> None:
    task = _drawn(kind, seed)
    target = task.slots["target"]
    present = sum(item["objectType"] == target for item in ROOM)
    assert sum(of == target for of in variable_types(task.goal).values()) == max(2, present)
    assert conditions(task.goal) == max(2, present)
    spawned = [act for act in task.setup if act["action"] == "InitialRandomSpawn"]
    assert bool(spawned) is (present < 2)


def test_of_very_many_not_all_are_asked_for() -> None:
    crowd = [*ROOM, *_room(*["Mug"] * 9)]
    for seed in range(30):
        task = draw_task(SUITE, "clean_all", "FloorPlan1", crowd, ONTOLOGY, seed)
        assert task is not None
        assert task.slots["target"] != "Mug"


def test_what_is_to_be_washed_is_dirty_and_what_is_to_be_watered_dry() -> None:
    wanted = {"clean_all": ("isDirty", True), "water_plant": ("isFilledWithLiquid", False)}
    for kind, (state, value) in wanted.items():
        task = _drawn(kind, 0)
        last = task.setup[-1]
        assert last["action"] == "SetObjectStates"
        assert last["SetObjectStates"]["objectType"] == task.slots["target"]
        assert last["SetObjectStates"][state] is value


def test_where_things_are_is_true() -> None:
    said = " ".join(_drawn("slices", seed).text for seed in range(40))
    assert "the tomato is in the fridge" in said.lower()
    assert "the tomato is on the counter" not in said.lower()
