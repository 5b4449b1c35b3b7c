# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Asking back when two readings stay equally likely, and taking the answer."""

import pytest

from egoplan_ros.language.disambiguation.asking import answered, question_of
from egoplan_ros.language.disambiguation.settle import settle
from egoplan_ros.language.goals.forms import goal_of
from egoplan_ros.language.goals.slots import Slots
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.world.goal import parse_goal, variable_types
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import GoalAlternative, Instruction, TaskUnderstanding

LEXICON = Lexicon(load_ontology())


def torn(*chances: float) -> TaskUnderstanding:
    """A book that goes to one of three tables."""
    tables = ("SideTable", "DiningTable", "CoffeeTable")
    found = tuple(
        GoalAlternative(goal_of(Slots("pick_and_place_simple", "Book", recep=table)), chance)
        for table, chance in zip(tables, chances, strict=False)
    )
    first = found[0]
    return TaskUnderstanding(Instruction("x"), first.formula, first.probability, found)


def place(found: TaskUnderstanding) -> str:
    return variable_types(found.formula)["?r"]


def test_two_tables_that_are_there_are_asked_about() -> None:
    question = question_of(torn(0.4, 0.4, 0.2), ["SideTable", "DiningTable", "Book"])
    assert question == "Do you mean the side table or the dining table?"


@pytest.mark.parametrize(
    ("chances", "seen"),
    [
        ((0.4, 0.4), ["SideTable"]),  # the other may not be there
        ((0.6, 0.3), ["SideTable", "DiningTable"]),  # one is likelier
        ((0.9,), ["SideTable"]),
        ((0.4, 0.4), []),
    ],
)
def test_otherwise_nothing_is_asked(chances: tuple[float, ...], seen: list[str]) -> None:
    assert question_of(torn(*chances), seen) == ""


def test_an_answer_decides_and_stays() -> None:
    found = answered(torn(0.4, 0.4, 0.1), "the dining table, please", LEXICON)
    assert found is not None
    assert place(found) == "DiningTable"
    assert found.confidence == pytest.approx(0.8)
    assert found.context["destination"] == "DiningTable"
    assert question_of(found, ["SideTable", "DiningTable"]) == ""
    assert place(settle(found, ["SideTable", "DiningTable"])) == "DiningTable"
    stays = answered(torn(0.4, 0.4), "side table", LEXICON)
    assert stays is not None
    assert place(stays) == "SideTable"


@pytest.mark.parametrize("answer", ["", "yes", "the fridge", "side table or dining table", "book"])
def test_an_answer_that_tells_nothing_changes_nothing(answer: str) -> None:
    assert answered(torn(0.4, 0.4), answer, LEXICON) is None


def unsure(*chances: float) -> TaskUnderstanding:
    """A mug that shall be washed, or be put into the sink."""
    goals = (
        "(exists (?m - Mug) (clean ?m))",
        "(exists (?m - Mug ?s - SinkBasin) (in ?m ?s))",
    )
    found = tuple(
        GoalAlternative(parse_goal(goal), chance)
        for goal, chance in zip(goals, chances, strict=True)
    )
    return TaskUnderstanding(Instruction("x"), found[0].formula, chances[0], found)


def test_what_shall_be_done_is_asked_where_it_is_not_sure() -> None:
    question = question_of(unsure(0.4, 0.3), [])
    assert question == "Shall it be so that (1) a mug is clean, or that (2) a mug is in a sink?"
    assert question_of(unsure(0.6, 0.3), []) == ""
    assert question_of(unsure(0.4, 0.05), []) == ""


@pytest.mark.parametrize(("answer", "best"), [("the second", 1), ("1", 0), ("in the sink", 1)])
def test_an_answer_tells_what_shall_be_done(answer: str, best: int) -> None:
    torn = unsure(0.4, 0.3)
    found = answered(torn, answer, LEXICON)
    assert found is not None
    assert found.formula == torn.alternatives[best].formula
    assert question_of(found, []) == ""
    assert answered(torn, "whatever", LEXICON) is None
