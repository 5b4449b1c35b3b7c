# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The judge reads true metadata as ALFRED does."""

from typing import Any

import pytest

from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology


def _thing(name: str, parents: tuple[str, ...] = (), **flags: Any) -> dict[str, Any]:
    kind = name.split("_")[0]
    return {"objectId": name, "objectType": kind, "parentReceptacles": list(parents), **flags}


TRUTH = {
    "objects": [
        _thing("Mug_1", ("CoffeeMachine_1",)),
        _thing("Mug_2", ("CounterTop_1",), isPickedUp=False),
        _thing("Cup_1", isFilledWithLiquid=True, fillLiquid="water"),
        _thing("Bottle_1", isFilledWithLiquid=True, fillLiquid="coffee"),
        _thing("Apple_1", isSliced=True),
        _thing("AppleSliced_1", ("Plate_1",)),
        _thing("Plate_1", ("Fridge_1",)),
        _thing("Fridge_1", isOpen=True),
        _thing("CoffeeMachine_1"),
        _thing("CounterTop_1"),
        _thing("DeskLamp_1", isToggled=True),
        _thing("Book_1", isPickedUp=True),
    ],
    "history": {"cleaned": ["Mug_2"], "heated": [], "cooled": ["Plate_1"]},
}


@pytest.mark.parametrize(
    ("goal", "success", "satisfied", "total"),
    [
        ("(exists (?m - Mug ?c - CoffeeMachine) (in ?m ?c))", True, 1, 1),
        ("(exists (?m - Mug ?c - CoffeeMachine) (and (clean ?m) (in ?m ?c)))", False, 1, 2),
        ("(exists (?m - Mug ?c - CounterTop) (and (clean ?m) (in ?m ?c)))", True, 2, 2),
        ("(exists (?a - Apple ?p - Plate) (and (sliced ?a) (in ?a ?p)))", True, 2, 2),
        (
            "(exists (?a - Apple ?p - Plate ?f - Fridge) (and (in ?a ?p) (in ?p ?f)))",
            True,
            2,
            2,
        ),
        (
            "(exists (?a ?b - Mug ?c - CounterTop) (and (not (= ?a ?b)) (in ?a ?c) (in ?b ?c)))",
            False,
            1,
            2,
        ),
        ("(exists (?b - Book ?l - DeskLamp) (and (holding ?b) (toggled ?l)))", True, 2, 2),
        ("(handempty)", False, 0, 1),
        ("(exists (?p - Plate) (cold ?p))", True, 1, 1),
        ("(exists (?p - Pan) (cold ?p))", False, 0, 1),
        ("(exists (?c - Cup) (and (filled ?c) (brewed ?c)))", False, 1, 2),
        ("(exists (?b - Bottle) (brewed ?b))", True, 1, 1),
        ("(forall (?m - Mug) (exists (?c - CounterTop) (in ?m ?c)))", False, 0, 1),
    ],
)
def test_goals_on_the_true_state(goal: str, success: bool, satisfied: int, total: int) -> None:
    result = evaluate(parse_goal(goal), TRUTH, load_ontology())
    assert (result.success, result.satisfied, result.total) == (success, satisfied, total)


def test_a_cut_up_apple_no_longer_counts() -> None:
    goal = parse_goal("(exists (?a - Apple) (not (sliced ?a)))")
    assert not evaluate(goal, TRUTH, load_ontology()).success


def _at(name: str, x: float, **flags: Any) -> dict[str, Any]:
    return _thing(name, **flags) | {"position": {"x": x, "y": 0.9, "z": 0.0}}


HALL = {
    "agent": {"position": {"x": 0.0, "y": 0.9, "z": 0.0}},
    "objects": [
        _at("Mug_1", 3.0, visible=False),
        _at("Mug_2", -2.0, visible=False),
        _at("Fridge_1", 4.5, visible=True, isOpen=True),
        _at("Apple_1", 9.0, isPickedUp=True, visible=False),
    ],
}


@pytest.mark.parametrize(("kind", "near"), [("Mug", False), ("Fridge", True), ("Apple", True)])
def test_near_is_in_view_and_in_reach_as_the_simulator_says(kind: str, near: bool) -> None:
    goal = parse_goal(f"(exists (?o - {kind}) (near ?o))")
    assert evaluate(goal, HALL, load_ontology()).success is near


@pytest.mark.parametrize(
    ("goal", "metres"),
    [
        ("(exists (?o - Mug) (near ?o))", 2.0),  # OGAMUS's DTS: the agent from the closest one
        ("(exists (?o - Mug) (open ?o))", 2.0),
        ("(exists (?o - Fridge) (not (open ?o)))", 4.5),
        ("(exists (?o - Mug ?r - Fridge) (in ?o ?r))", 1.5),  # the closest two from each other
        ("(exists (?o - Pan) (near ?o))", None),
        ("(exists (?o - Fridge) (near ?o))", 0.0),
        ("(handempty)", None),
    ],
)
def test_how_far_from_success(goal: str, metres: float | None) -> None:
    assert evaluate(parse_goal(goal), HALL, load_ontology()).distance_to_success == metres
