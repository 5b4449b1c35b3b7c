# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What requests mean: plain ones word for word, ALFRED's forms, steps, dialogs, PDDL."""

from pathlib import Path

import pytest

from egoplan_ros.language.model import LanguageModel
from egoplan_ros.world.goal import parse_goal, to_pddl
from egoplan_ros.world.meaning import meaning
from egoplan_ros.world.task import Instruction, Subgoal

REQUESTS = [
    tuple(part.strip() for part in line.split("|"))
    for line in (Path(__file__).parent / "data" / "requests.txt").read_text().splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("text", "goal"), REQUESTS)
def test_requests(model: LanguageModel, text: str, goal: str) -> None:
    found = model.understand(Instruction(text))
    assert meaning(found.formula) == meaning(parse_goal(goal)), to_pddl(found.formula)


def test_all_lights_are_lamps_of_every_kind(model: LanguageModel) -> None:
    text = to_pddl(model.understand(Instruction("turn off all the lights")).formula)
    assert "forall (?d1 - DeskLamp)" in text
    assert "forall (?f1 - FloorLamp)" in text


@pytest.mark.parametrize(
    "text", ["the mug to the sink please", "throw away the tomato", "put the egg on the counter"]
)
def test_states_nobody_spoke_of_are_not_invented(model: LanguageModel, text: str) -> None:
    found = model.understand(Instruction(text))
    assert {subgoal.predicate for subgoal in found.subgoals} == {"in"}


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("put a clean and hot potato in the fridge", {"clean", "hot"}),
        ("put the hot and clean potato in the fridge", {"clean", "hot"}),
        ("put a washed and sliced potato in the fridge", {"clean", "sliced"}),
        ("wash and heat a potato and put it in the fridge", {"clean", "hot"}),
    ],
)
def test_all_states_that_are_told_are_wanted(
    model: LanguageModel, text: str, states: set[str]
) -> None:
    found = model.understand(Instruction(text))
    assert {subgoal.predicate for subgoal in found.subgoals} == states | {"in"}
    assert {subgoal.patient for subgoal in found.subgoals} == {"Potato"}


def test_a_clean_thing_and_a_hot_one_are_two(model: LanguageModel) -> None:
    found = model.understand(Instruction("put a clean apple and a hot potato in the fridge"))
    wanted = {(subgoal.patient, subgoal.predicate) for subgoal in found.subgoals}
    assert wanted == {("Apple", "clean"), ("Potato", "hot"), ("Apple", "in"), ("Potato", "in")}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("cook a tomato", {("Tomato", "hot")}),
        ("put a cooked apple on the counter", {("Apple", "hot"), ("Apple", "in")}),
        ("cook the potato", {("Potato", "cooked")}),
        ("cook the lettuce, then chill it", {("Lettuce", "cold")}),
        ("chill the lettuce, then cook it", {("Lettuce", "hot")}),
        ("cook the tomato, chill it, then heat it", {("Tomato", "hot")}),
        ("heat the tomato, chill it, then cook it", {("Tomato", "hot")}),
        ("put a cold cooked tomato on the counter", {("Tomato", "cold"), ("Tomato", "in")}),
        ("put a cooked cold tomato on the counter", {("Tomato", "cold"), ("Tomato", "in")}),
        ("heat the cold cooked tomato", {("Tomato", "hot")}),
        (
            "cook a potato and a tomato",
            {("Potato", "cooked"), ("Tomato", "hot")},
        ),
    ],
)
def test_cooked_is_hot_where_nothing_else_comes_of_it(
    model: LanguageModel, text: str, wanted: set[tuple[str, str]]
) -> None:
    found = model.understand(Instruction(text))
    assert {(subgoal.patient, subgoal.predicate) for subgoal in found.subgoals} == wanted


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("heat the tomato, then chill it", "(exists (?t - Tomato) (cold ?t))"),
        ("chill the tomato, then heat it", "(exists (?t - Tomato) (hot ?t))"),
        ("heat the tomato, chill it, then heat it", "(exists (?t - Tomato) (hot ?t))"),
        ("heat and chill the potato", "(exists (?p - Potato) (cold ?p))"),
        ("chill and heat the potato", "(exists (?p - Potato) (hot ?p))"),
        ("close the fridge, then open it", "(exists (?f - Fridge) (open ?f))"),
        ("open the fridge and close it", "(exists (?f - Fridge) (not (open ?f)))"),
        ("turn on the tv, turn it off, then turn it on", "(exists (?t - Television) (toggled ?t))"),
        ("empty the cup, then fill it", "(exists (?c - Cup) (filled ?c))"),
        (
            "pick up the apple, put it in the bowl, then pick it up",
            "(exists (?a - Apple) (holding ?a))",
        ),
        ("hold the apple, then put it in the bowl", "(exists (?a - Apple ?b - Bowl) (in ?a ?b))"),
        ("wash and rinse the mug", "(exists (?m - Mug) (clean ?m))"),
        (
            "put the potato in the microwave, take it out of the microwave, put it on the counter",
            "(exists (?p - Potato ?c - CounterTop) (and (hot ?p) (in ?p ?c)))",
        ),
    ],
)
def test_of_what_excludes_each_other_the_last_said_is_wanted(
    model: LanguageModel, text: str, goal: str
) -> None:
    found = model.understand(Instruction(text))
    assert meaning(found.formula) == meaning(parse_goal(goal)), to_pddl(found.formula)


def test_mug_and_cup_are_told_apart_by_where_they_fit(model: LanguageModel) -> None:
    found = model.understand(Instruction("put the cup in the coffee machine"))
    assert "- Mug" in to_pddl(found.formula)


def test_three_of_a_kind_must_differ(model: LanguageModel) -> None:
    text = to_pddl(model.understand(Instruction("put three apples in the bowl")).formula)
    assert text.count("- Apple") == 3
    assert text.count("(not (=") == 3


def test_understanding_is_complete(model: LanguageModel) -> None:
    found = model.understand(Instruction("put a clean mug in the coffee machine"))
    assert found.task_type == "pick_clean_then_place_in_recep"
    assert found.subgoals == (Subgoal("Mug", "clean"), Subgoal("Mug", "in", "CoffeeMachine"))
    assert found.context == {
        "target": "Mug",
        "destination": "CoffeeMachine",
        "appliance": "SinkBasin",
    }
    assert 0.5 < found.confidence <= 1.0
    assert found.alternatives[0].formula == found.formula
    assert sum(item.probability for item in found.alternatives) <= 1.0 + 1e-6


def test_carrier_is_in_the_context_and_filled_first(model: LanguageModel) -> None:
    found = model.understand(Instruction("put the pan with the spatula in it on the dining table"))
    assert found.context["carrier"] == "Pan"
    assert found.context["destination"] == "DiningTable"
    assert [s.destination for s in found.subgoals] == ["Pan", "DiningTable"]


def test_steps_name_what_the_goal_leaves_out(model: LanguageModel) -> None:
    found = model.understand(
        Instruction(
            "put the chilled one on the table by the window",
            steps=(
                "go to the counter and take the tomato",
                "open the fridge, put the tomato in, wait, take it out and close the fridge",
                "walk to the dining table",
                "put the tomato down on the dining table",
            ),
        )
    )
    goal = "(exists (?o - Tomato ?r - DiningTable) (and (cold ?o) (in ?o ?r)))"
    assert to_pddl(found.formula) == goal


def test_a_dialog_is_read_as_a_whole(model: LanguageModel) -> None:
    dialog = (
        ("Driver", "what shall I do?"),
        ("Commander", "wash the fork"),
        ("Driver", "done. anything else?"),
        ("Commander", "put it in the drawer"),
    )
    found = model.understand(Instruction("", dialog=dialog))
    assert {(s.patient, s.predicate) for s in found.subgoals} == {("Fork", "clean"), ("Fork", "in")}


def test_a_dialog_may_be_about_one_of_teachs_tasks(model: LanguageModel) -> None:
    dialog = (
        ("Driver", "what shall I do today?"),
        ("Commander", "we need to water the plant"),
        ("Driver", "where is the watering cup?"),
        ("Commander", "use the cup next to the sink, fill it, pour it onto the plant"),
    )
    found = model.understand(Instruction("", dialog=dialog))
    assert "HousePlant" in to_pddl(found.formula)


def test_a_dialog_is_about_nothing_that_cannot_be(model: LanguageModel) -> None:
    """The reader of TEACh's dialogs alone would put all pots into a pot."""
    said = (
        ("Commander", "The pots are dirty. Wash all of them."),
        ("Follower", "Where should I start?"),
        ("Commander", "There is one on the stove."),
    )
    found = model.understand(Instruction("", (), said))
    assert meaning(found.formula) == meaning(parse_goal("(forall (?o - Pot) (clean ?o))"))


def test_pddl_is_taken_as_it_is(model: LanguageModel) -> None:
    text = "(exists (?m - Mug ?t - DiningTable) (and (in ?m ?t) (not (dirty ?m))))"
    found = model.understand(Instruction("whatever", goal=text))
    assert found.formula == parse_goal(text)
    assert found.confidence == 1.0
    assert found.task_type == ""
    assert Subgoal("Mug", "not dirty") in found.subgoals


@pytest.mark.parametrize(
    ("things", "kind"),
    [
        ("cell phones", "CellPhone"),
        ("alarm clocks", "AlarmClock"),
        ("credit cards", "CreditCard"),
        ("books", "Book"),
    ],
)
def test_the_things_are_all_of_them_and_not_one(
    model: LanguageModel, things: str, kind: str
) -> None:
    found = model.understand(Instruction(f"Put the {things} on the desk.")).formula
    assert meaning(found) == meaning(
        parse_goal(f"(exists (?d - Desk) (forall (?o - {kind}) (in ?o ?d)))")
    )
