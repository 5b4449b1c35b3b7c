# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Acting without a planner, by blocking conditions and resolutions alone (BCR)."""

import pytest
import symbolic
from http_stub import endpoint, says

from egoplan_ros.agent import Agent
from egoplan_ros.behavior.applicable import count_applicable
from egoplan_ros.behavior.conditions.catalogue import load_catalogue
from egoplan_ros.behavior.conditions.effects import Literal, load_effects
from egoplan_ros.behavior.config import BehaviorConfig, load_strategy
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.behavior.literals import Literals, in_the_way
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.planning.facts import Facts, goal_holds
from egoplan_ros.world.blocking import BlockingKind
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.system.resources import config_path
from egoplan_ros.world.task import Instruction

kitchen = symbolic.kitchen

BCR = {"pursuit": "resolve", "catalogue": "bcr_conditions.yaml", "max_actions": 100}
COFFEE = "(exists (?o - Mug ?r - CoffeeMachine) (and (clean ?o) (in ?o ?r)))"
SLICED = "(exists (?o - Apple ?r - CounterTop) (and (sliced ?o) (in ?o ?r)))"
TWO = "(exists (?o ?p - Mug ?r - Cabinet) (and (not (= ?o ?p)) (in ?o ?r) (in ?p ?r)))"


def pursue(home, goal, **settings):
    return symbolic.pursue(home, goal, 3000, **{**BCR, **settings})


@pytest.mark.parametrize(
    "goal",
    [
        COFFEE,
        SLICED,
        TWO,
        "(exists (?o - Apple) (and (hot ?o) (holding ?o)))",
        "(exists (?o - Bowl ?r - CounterTop) (in ?o ?r))",
        "(not (exists (?o - Mug ?r - CounterTop) (in ?o ?r)))",
        "(exists (?r - Fridge) (open ?r))",
    ],
)
@pytest.mark.parametrize("seen", [True, False])
def test_goals_are_reached_without_a_planner(goal, seen):
    home = kitchen(seen)
    home.planner_faults = None
    result = pursue(home, goal)
    assert result.success, result
    assert result.plans == 0
    assert goal_holds(parse_goal(goal), home.world())
    assert result.decisions
    assert all(candidates >= 1 for candidates, _ in result.decisions)


def test_far_fewer_candidates_than_applicable_actions():
    home = kitchen(seen=True)
    result = pursue(home, COFFEE)
    assert sum(c for c, _ in result.decisions) < 0.5 * sum(a for _, a in result.decisions)


def test_what_a_language_model_was_asked_for_is_in_the_result():
    """Answers outside the list are counted, and the heuristic brings the task to its end."""
    home = kitchen(seen=True)
    with endpoint(lambda n: says("$$ GoTo(Nowhere_1) $$")) as (place, seen):
        result = pursue(home, COFFEE, selection="llm", llm_url=place.url)
    assert result.success
    assert len(seen) == sum(choice.answers for choice in result.choices) > 0
    assert all(choice.outside == choice.answers for choice in result.choices)
    assert {choice.by for choice in result.choices} == {"heuristic"}
    assert pursue(kitchen(seen=True), COFFEE).choices == ()


def test_washing_comes_before_putting_away():
    home = kitchen(seen=True)
    done = [name.split("(")[0] for name, _ in pursue(home, COFFEE).actions]
    assert done.index("Clean") < done.index("Put")


@pytest.mark.parametrize("held", [None, "Knife_1"])
def test_what_lies_in_a_bin_is_taken_out_before_it_is_sliced(held):
    home = kitchen(seen=True)
    home.things["GarbageCan_1"] = symbolic.Thing("GarbageCan")
    home.things["Apple_1"].parent = "GarbageCan_1"
    if held:
        home.things[held].held, home.things[held].parent = True, None
    home.look()
    result = pursue(home, SLICED)
    assert result.success, result
    assert result.blocking["lies_deep"] >= 1
    done = [name for name, _ in result.actions]
    assert done.index("PickUp(Apple_1)") < done.index("Slice(Apple_1)")
    assert goal_holds(parse_goal(SLICED), home.world())


def test_what_is_in_the_hand_is_put_down_first():
    home = kitchen(seen=True)
    home.things["Bowl_1"].held, home.things["Bowl_1"].parent = True, None
    home.look()
    result = pursue(home, COFFEE)
    assert result.success
    assert result.blocking["hand_occupied"] >= 1


@pytest.mark.parametrize(
    "code", [ErrorCode.NOT_VISIBLE, ErrorCode.PATH_BLOCKED, ErrorCode.NO_EFFECT, ErrorCode.LIMIT]
)
@pytest.mark.parametrize("action", ["PickUp", "Clean", "Put"])
def test_failures_are_resolved(action, code):
    home = kitchen(seen=True)
    home.faults[action] = [code]
    result = pursue(home, COFFEE)
    assert result.success, result
    assert result.failed_actions == 1


def test_an_instance_that_never_works_is_replaced_by_another():
    home = kitchen(seen=True)
    home.faults["PickUp(Mug_1)"] = [ErrorCode.OUT_OF_REACH] * 50
    result = pursue(home, COFFEE, max_failed_primitives=20)
    assert result.success, result
    assert home.things["Mug_2"].parent == "CoffeeMachine_1"


@pytest.mark.parametrize(
    "goal",
    ["(not (exists (?o - Mug) (holding ?o)))", "(exists (?o - Mug) (not (holding ?o)))"],
)
def test_what_is_not_to_be_held_is_put_down(goal):
    home = kitchen(seen=True)
    del home.things["Mug_2"], home.believed["Mug_2"]
    home.things["Mug_1"].held, home.things["Mug_1"].parent = True, None
    home.look()
    result = pursue(home, goal)
    assert result.success, result.reason
    assert home.held is None


@pytest.mark.parametrize("times", [2, 3])
def test_the_only_one_there_is_is_tried_again_when_no_other_is_found(times):
    """Given up for one that may be somewhere, it was never thought of again."""
    home = symbolic.kitchen(seen=True)
    del home.things["Mug_2"], home.believed["Mug_2"]
    home.faults["PickUp(Mug_1)"] = [ErrorCode.NOT_VISIBLE] * times
    result = pursue(home, "(exists (?o - Mug) (holding ?o))")
    assert result.success, result.reason


def test_one_that_never_works_ends_the_task():
    home = symbolic.kitchen(seen=True)
    del home.things["Mug_2"], home.believed["Mug_2"]
    home.faults["PickUp(Mug_1)"] = [ErrorCode.NOT_VISIBLE] * 100
    result = pursue(home, "(exists (?o - Mug) (holding ?o))")
    assert not result.success
    assert [a for a, _ in result.actions].count("PickUp(Mug_1)") <= 10


def test_what_belonged_to_the_old_goal_is_not_done_for_the_new_one():
    """What was taken out to make room for the mug is itself what is wanted now."""
    home = kitchen(seen=True)
    home.things["Cup_1"] = symbolic.Thing("Cup", "CoffeeMachine_1")
    home.look()
    executive = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(**BCR))
    executive.start(symbolic.understanding("(exists (?o - Mug ?r - CoffeeMachine) (in ?o ?r))"))
    while ("PickUp(Cup_1)", "ok") not in executive.result().actions:
        assert executive.tick().name == "RUNNING"
    before = len(executive.result().actions)
    executive.new_goal(symbolic.understanding("(exists (?o - Cup ?r - Cabinet) (in ?o ?r))"))
    while executive.tick().name == "RUNNING":
        pass
    assert executive.result().success, executive.result()
    puts = [a for a, _ in executive.result().actions[before:] if a.startswith("Put")]
    assert set(puts) == {"Put(Cup_1, Cabinet_1)"}
    executive.close()


def test_a_door_before_a_place_worth_a_look_is_shut():
    home = symbolic.barred(kitchen())
    home.things["Cup_1"] = symbolic.Thing("Cup", "Cabinet_1", home.things["Cabinet_1"].zone)
    result = pursue(home, "(exists (?o - Cup) (holding ?o))")
    actions = [action for action, code in result.actions if code == "ok"]
    assert actions.index("Close(Fridge_1)") < actions.index("Inspect(Cabinet_1)")
    assert result.success


def test_what_is_not_there_ends_with_the_reason():
    result = pursue(kitchen(), "(exists (?o - Plate) (holding ?o))")
    assert not result.success
    assert "no plan" in result.reason or "budget" in result.reason
    assert len(result.actions) <= 100


def test_the_number_of_decisions_is_limited():
    result = pursue(kitchen(), COFFEE, max_decisions=2)
    assert not result.success
    assert "2 decisions" in result.reason


def test_the_preset_and_its_files_are_sound():
    config = load_strategy("bcr")
    assert config.pursuit == "resolve"
    catalogue = load_catalogue(config.catalogue_path)
    shipped = load_catalogue(config_path("blocking_conditions.yaml"))
    assert set(catalogue) == set(shipped)
    assert catalogue[BlockingKind.HAND_EMPTY] != shipped[BlockingKind.HAND_EMPTY]
    assert catalogue[BlockingKind.ROBOT_FAULT] == shipped[BlockingKind.ROBOT_FAULT]


def test_objects_are_chosen_so_that_little_is_left_to_do():
    home = kitchen(seen=True)
    home.things["Mug_2"].states["clean"] = True
    home.look()
    effects = load_effects(config_path("effects.yaml"))
    literals = Literals(Facts(home.world(), symbolic.ONTOLOGY), effects, Weights())
    assert Literal("clean", ("Mug_2",)) in literals.of(parse_goal(COFFEE))


def test_bread_is_not_toasted_in_a_microwave():
    """It would only get warm there, and the judge of a toast looks at whether it is cooked."""
    home = kitchen(seen=True)
    home.things["Bread_1"] = symbolic.Thing("BreadSliced", "CounterTop_1")
    home.things["Toaster_1"] = symbolic.Thing("Toaster")
    home.things["Potato_1"] = symbolic.Thing("Potato", "CounterTop_1")
    home.look()
    effects = load_effects(config_path("effects.yaml"))

    def ways(name: str) -> list[str]:
        literal = Literal("cooked", (name,))
        return [
            a.args[1] for a in effects.actions(literal, home.world(), symbolic.ONTOLOGY, Weights())
        ]

    assert ways("Bread_1") == ["Toaster_1"]
    assert ways("Bread") == ["Toaster_1"]
    assert ways("Potato_1") == ["Microwave_1"]


def test_the_hand_is_emptied_onto_what_is_open_and_fits():
    home = kitchen(seen=True)
    home.things["Mug_1"].held, home.things["Mug_1"].parent = True, None
    home.look()
    effects = load_effects(config_path("effects.yaml"))
    empty = Literal("handempty", ())
    places = {a.args for a in effects.actions(empty, home.world(), symbolic.ONTOLOGY, Weights())}
    assert ("Mug_1", "CounterTop_1") in places
    assert all(name == "Mug_1" and not place.startswith("Fridge") for name, place in places)
    home.things["Mug_1"].held, home.things["Mug_1"].parent = False, "CounterTop_1"
    home.look()
    assert not effects.actions(empty, home.world(), symbolic.ONTOLOGY, Weights())


def test_inner_things_go_in_first():
    effects = load_effects(config_path("effects.yaml"))
    inner, outer = Literal("in", ("Apple_1", "Bowl_1")), Literal("in", ("Bowl_1", "Fridge_1"))
    assert in_the_way(outer, [inner, outer], effects) == 1
    assert in_the_way(inner, [inner, outer], effects) == 0


def test_applicable_actions_grow_with_what_is_known():
    assert count_applicable(kitchen().world(), symbolic.ONTOLOGY) < count_applicable(
        kitchen(seen=True).world(), symbolic.ONTOLOGY
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("clean: []", "'true' and 'false'"),
        ('"true": {clean: 3}', "list of actions"),
        ('"true": {clean: [{action: Clean}]}', "'action' and 'args'"),
        ('"true": {clean: [{action: Clean, args: [$7]}]}', "unknown argument"),
    ],
)
def test_mistakes_in_the_table_of_effects_are_told(tmp_path, text, words):
    path = tmp_path / "effects.yaml"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        load_effects(path)


def test_an_apple_gets_into_the_fridge_in_the_simulator():
    goal = "(exists (?o - Apple ?r - Fridge) (in ?o ?r))"
    with Agent(scene="FloorPlan1", strategy="bcr") as agent:
        result = agent.follow(Instruction("apple", goal=goal))
        assert result.success, result
        apples = [o for o in agent.robot.truth()["objects"] if o["objectType"] == "Apple"]
        assert any("Fridge" in str(apple["parentReceptacles"]) for apple in apples)
    assert result.plans == 0
    assert len(result.actions) <= 100


def test_a_washed_mug_is_emptied_for_coffee_in_the_simulator():
    """Nobody plans ahead: that the mug is full of water blocks brewing, and pouring resolves it."""
    goal = "(exists (?o - Mug) (and (clean ?o) (brewed ?o)))"
    with Agent(scene="FloorPlan4", seed=3, strategy="bcr") as agent:
        result = agent.follow(Instruction("coffee", goal=goal))
        assert result.success, result
        mugs = [o for o in agent.robot.truth()["objects"] if o["objectType"] == "Mug"]
        assert any(mug["fillLiquid"] == "coffee" and not mug["isDirty"] for mug in mugs)
    done = [text.split("(")[0] for text, code in result.actions if code == "ok"]
    assert done.index("Clean") < done.index("Pour") < done.index("Brew")


@pytest.mark.slow
def test_all_of_something_is_looked_for_before_all_of_it_counts_as_done():
    """The first look around shows no mug: nothing was put anywhere, and success was claimed."""
    goal = "(exists (?s - SinkBasin) (forall (?m - Mug) (in ?m ?s)))"
    with Agent(scene="FloorPlan1", seed=5, strategy="bcr") as agent:
        result = agent.follow(Instruction("mugs", goal=goal))
        assert result.success, result
        mugs = [o for o in agent.robot.truth()["objects"] if o["objectType"] == "Mug"]
    assert mugs
    assert all("Sink" in str(mug["parentReceptacles"]) for mug in mugs)
