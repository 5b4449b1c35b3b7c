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
