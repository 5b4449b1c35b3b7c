# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sequences become plans over known objects, or it is said why not."""

from dataclasses import replace

import pytest
import symbolic

from egoplan_ros.behavior.config import LEARNED, SYMBOLIC, TEMPLATED, BehaviorConfig
from egoplan_ros.behavior.details.detailed_planner import (
    DetailedPlanner,
    make_detailed_planner,
)
from egoplan_ros.behavior.details.frame import detailed
from egoplan_ros.behavior.details.stages import NoDetails
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.primitive import ErrorCode

APPLE = "(exists (?o - Apple ?r - CounterTop) (in ?o ?r))"
HOT = "(exists (?o - Apple) (hot ?o))"
LIT = "(exists (?o - DeskLamp) (toggled ?o))"
SLICED = "(exists (?o - Apple) (sliced ?o))"


@pytest.fixture(scope="module", params=[LEARNED, TEMPLATED])
def planner(request: pytest.FixtureRequest) -> DetailedPlanner:
    found = make_detailed_planner(request.param, symbolic.ONTOLOGY, Weights())
    assert found is not None
    return found


def home(held: str = "", **states: dict[str, bool]) -> symbolic.Home:
    one = symbolic.kitchen()
    one.things |= {"Faucet_1": symbolic.Thing("Faucet"), "Lamp_1": symbolic.Thing("DeskLamp")}
    for name, value in states.items():
        one.things[name].states |= value
    if held:
        one.things[held].held, one.things[held].parent = True, None
    one.reveal({0, 1})
    one.believed = dict(one.things)
    return one


def steps(planner: DetailedPlanner, goal: str, one: symbolic.Home) -> list[str]:
    """The plan's actions, less the ways."""
    plan = planner.plan(parse_goal(goal), one.world())
    return [str(a) for a in plan.actions if a.name != "GoTo"]


FETCHED = ["Open(Fridge_1)", "PickUp(Apple_1)", "Close(Fridge_1)"]
HEATED = [
    "Open(Microwave_1)",
    "Put(Apple_1, Microwave_1)",
    "Close(Microwave_1)",
    "ToggleOn(Microwave_1)",
    "ToggleOff(Microwave_1)",
    "Open(Microwave_1)",
    "PickUp(Apple_1)",
    "Close(Microwave_1)",
]


@pytest.mark.parametrize(
    ("goal", "actions"),
    [
        ("(exists (?o - Apple) (holding ?o))", FETCHED),
        (APPLE, [*FETCHED, "Put(Apple_1, CounterTop_1)"]),
        (HOT, [*FETCHED, *HEATED]),
        (
            "(exists (?o - Apple) (clean ?o))",
            [
                *FETCHED,
                "Put(Apple_1, SinkBasin_1)",
                "ToggleOn(Faucet_1)",
                "ToggleOff(Faucet_1)",
                "PickUp(Apple_1)",
            ],
        ),
        (
            "(exists (?o - Mug) (cold ?o))",
            [
                "PickUp(Mug_1)",
                "Open(Fridge_1)",
                "Put(Mug_1, Fridge_1)",
                "Close(Fridge_1)",
                "Open(Fridge_1)",
                "PickUp(Mug_1)",
                "Close(Fridge_1)",
            ],
        ),
        (SLICED, ["PickUp(Knife_1)", "Open(Fridge_1)", "Slice(Apple_1)", "Close(Fridge_1)"]),
        ("(exists (?o - DeskLamp) (toggled ?o))", ["ToggleOn(Lamp_1)"]),
    ],
)
def test_each_kind_of_subgoal_has_a_plan(planner, goal, actions):
    assert steps(planner, goal, home()) == actions


def test_what_is_so_already_is_left_out(planner):
    one = home(Fridge_1={"open": True})
    assert steps(planner, APPLE, one) == [*FETCHED[1:], "Put(Apple_1, CounterTop_1)"]
    assert steps(planner, HOT, home(held="Apple_1")) == HEATED


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize(
    ("goal", "sequence", "held"),
    [
        ("(exists (?o - Mug) (holding ?o))", ["PickUp thing"], ""),
        ("(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))", ["Put place"], "Mug_1"),
        (SLICED, ["Open place", "Slice thing", "Close place"], "Knife_1"),
        (LIT, ["ToggleOn thing", "ToggleOff thing", "ToggleOn thing"], ""),
    ],
)
def test_what_was_done_just_before_is_left_out_in_whatever_order_effects_are_told(
    goal, sequence, held, flipped
):
    twice = ", ".join(action for action in sequence for _ in range(2))
    planner = DetailedPlanner(lambda frame: detailed(twice), symbolic.ONTOLOGY, Weights())
    if flipped:
        actions = planner.domain.actions.items()
        turned = {name: replace(a, effects=a.effects[::-1]) for name, a in actions}
        planner.domain = replace(planner.domain, actions=turned)
    found = [step.partition("(")[0] for step in steps(planner, goal, home(held=held))]
    assert found == [action.split()[0] for action in sequence]


def test_a_plan_tells_the_condition_that_it_leads_to(planner):
    both = f"(and {APPLE} {LIT})"
    plan = planner.plan(parse_goal(both), home().world())
    assert plan.goal == "(in Apple_1 CounterTop_1)"


def test_a_hand_full_of_something_else_is_emptied_first(planner):
    found = steps(planner, APPLE, home(held="Mug_1"))
    assert found[0].startswith("Put(Mug_1, ")
    assert found[1:] == [*FETCHED, "Put(Apple_1, CounterTop_1)"]


def test_ways_lead_to_what_is_not_near(planner):
    plan = planner.plan(parse_goal("(exists (?o - DeskLamp) (toggled ?o))"), home().world())
    assert [str(action) for action in plan.actions] == ["GoTo(Lamp_1)", "ToggleOn(Lamp_1)"]


@pytest.mark.parametrize(
    ("goal", "states", "why"),
    [
        ("(exists (?o - Bread) (holding ?o))", {}, "no Bread is known"),
        ("(exists (?o - Mug) (filled ?o))", {}, "no kind of sub-goal"),
        (HOT, {"Microwave_1": {"toggled": True}}, "toggled"),
    ],
)
def test_where_there_is_none_the_reason_is_told(planner, goal, states, why):
    one = home(**states)
    with pytest.raises(NoDetails, match=why):
        planner.plan(parse_goal(goal), one.world())


@pytest.mark.parametrize(
    ("sequence", "why"),
    [
        ("", "no sequence for toggle DeskLamp"),
        ("ToggleOff thing", "does not lead to"),
        ("Wave thing", "no action Wave"),
        ("Open place", "has no place to Open"),
        ("Open thing, ToggleOn thing", "openable"),
        ("ToggleOn Toaster", "no Toaster is known"),
    ],
)
def test_a_sequence_that_cannot_be_is_none(sequence, why):
    planner = DetailedPlanner(lambda frame: detailed(sequence), symbolic.ONTOLOGY, Weights())
    with pytest.raises(NoDetails, match=why):
        planner.plan(parse_goal("(exists (?o - DeskLamp) (toggled ?o))"), home().world())


def test_a_sequence_that_leaves_out_the_place_does_not_put_anything_there():
    planner = DetailedPlanner(lambda frame: detailed("PickUp thing"), symbolic.ONTOLOGY, Weights())
    mug = "(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))"
    with pytest.raises(NoDetails, match="does not lead to"):
        planner.plan(parse_goal(mug), home().world())


def told(one: symbolic.Home) -> list[str]:
    return [event.text for event in one.events if event.kind is EventKind.DETAILS]


@pytest.mark.parametrize("how", [LEARNED, TEMPLATED])
def test_what_fails_is_done_anew_from_where_things_stand(how):
    one = home()
    one.faults["Put"] = [ErrorCode.NO_EFFECT]
    one.plan = None  # no planner is needed
    result = symbolic.pursue(one, APPLE, details=how, recovery="replan", look_around=False)
    assert result.success, result
    assert told(one) == ["pick_up Apple Fridge, put Apple CounterTop", "put Apple CounterTop"]
    assert [str(action) for action in one.started].count("PickUp(Apple_1)") == 1


def test_the_planner_searches_for_what_is_not_known_and_that_is_told():
    one = symbolic.kitchen()
    result = symbolic.pursue(
        one,
        "(exists (?o - Knife ?r - CoffeeMachine) (holding ?o))",
        details=TEMPLATED,
        recovery="replan",
    )
    assert result.success, result
    assert told(one)[0].startswith("the planner is asked: no ")
    assert told(one)[-1] == "pick_up Knife"


def test_who_plans_is_chosen_by_name():
    assert make_detailed_planner(SYMBOLIC, symbolic.ONTOLOGY, Weights()) is None
    with pytest.raises(InputError, match="details 'magic' are unknown"):
        BehaviorConfig(details="magic")
