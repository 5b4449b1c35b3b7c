# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question is answered by looking alone."""

import pytest
import symbolic
from symbolic import Thing

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.executive import TaskExecutive
from egoplan_ros.behavior.looking import LOOKS
from egoplan_ros.language.goals.question import ANYTHING, Question, QuestionKind
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.task import Instruction

WHETHER, WHERE = QuestionKind.WHETHER, QuestionKind.WHERE
HOW_MANY, WHAT = QuestionKind.HOW_MANY, QuestionKind.WHAT
OFF, ON = (("toggled", False),), (("toggled", True),)


def stove(*on: bool) -> symbolic.Home:
    """A home with a knob for each, some of them where it is not seen at first."""
    home = symbolic.kitchen()
    for number, toggled in enumerate(on, 1):
        name = f"StoveKnob_{number}"
        home.things[name] = Thing("StoveKnob", zone=number % 2, states={"toggled": toggled})
    return home


def begun(home: symbolic.Home, question: Question, **settings) -> TaskExecutive:
    executive = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig(**settings))
    executive.start(question.understood(Instruction("?")))
    return executive


def told(home: symbolic.Home, question: Question, **settings):
    """The result of a question; nothing was touched for it."""
    before = {name: (x.parent, dict(x.states), x.held) for name, x in home.things.items()}
    result = symbolic.ended(begun(home, question, **settings), home)
    assert {action.name for action in home.started} <= LOOKS
    assert before == {name: (x.parent, x.states, x.held) for name, x in home.things.items()}
    return result


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (Question(WHETHER, ("Mug",)), "yes: a mug is on the counter"),
        (
            Question(WHETHER, ("Apple",)),
            "no: no apple seen; not looked into: the fridge and the microwave",
        ),
        (Question(WHETHER, ("Laptop",)), "no: no laptop seen"),
        (Question(WHETHER, ("Apple",), ("Fridge",)), "that cannot be seen: the fridge is closed"),
        (Question(WHETHER, ("Mug",), ("SinkBasin",)), "no: no mug is in the sink"),
        (Question(WHETHER, ("Mug",), ("DiningTable",)), "no dining table seen"),
        (Question(WHETHER, ("Knife",), ("CounterTop",)), "yes: a knife is on a counter"),
        (Question(WHERE, ("Knife",)), "a knife is on a counter"),
        (Question(WHERE, ("Book",)), "no book seen"),
        (Question(HOW_MANY, ("Mug",), ("CounterTop",)), "two mugs: on a counter"),
        (Question(HOW_MANY, ("Fork",), ("CounterTop",)), "no fork seen on the counter"),
        (Question(WHAT, (ANYTHING,), ("CounterTop",)), "on the counters: two mugs and a knife"),
        (Question(WHAT, (ANYTHING,), ("SinkBasin",)), "nothing is in the sink"),
        (Question(WHETHER, ("Fridge",), states=(("open", True),)), "no: the fridge is closed"),
        (
            Question(WHETHER, ("Fridge",), states=(("open", False),), every=True),
            "yes: the fridge is closed",
        ),
        (Question(WHETHER, ("Faucet",), states=ON), "no faucet seen"),
    ],
)
def test_an_answer(question: Question, answer: str) -> None:
    result = told(symbolic.kitchen(), question)
    assert result.success
    assert result.reason.startswith(answer)


@pytest.mark.parametrize(
    ("knobs", "answer"),
    [
        ((False, False), "yes: both stove knobs are off"),
        ((False, True, False, False), "no: one of two stove knobs is on"),
        ((False, True), "no: the stove knob is on"),
    ],
)
def test_the_stove_is_off_when_all_of_it_is(knobs: tuple[bool, ...], answer: str) -> None:
    question = Question(WHETHER, ("StoveKnob",), states=OFF, every=True)
    assert told(stove(*knobs), question, explore_steps=0).reason == answer


def test_what_is_known_ends_the_looking() -> None:
    home = symbolic.kitchen()
    told(home, Question(WHETHER, ("Mug",)))
    assert [action.name for action in home.started] == ["LookAround"]


def test_everything_is_looked_at_before_things_are_counted() -> None:
    home = symbolic.kitchen()
    assert told(home, Question(HOW_MANY, ("Mug",))).reason.startswith("two mugs: on a counter")
    assert "Explore" in {action.name for action in home.started}


def test_an_open_container_is_looked_into_and_stays_as_it_is() -> None:
    home = symbolic.kitchen()
    home.things["Fridge_1"].states["open"] = True
    result = told(home, Question(WHERE, ("Apple",)))
    assert result.reason.startswith("an apple is in the fridge")


def test_an_answer_tells_when_the_steps_are_used_up() -> None:
    result = told(symbolic.kitchen(), Question(HOW_MANY, ("Mug",)), max_steps=4)
    assert result.success
    assert result.reason.endswith("not everything was looked at (4 steps were used up)")


def test_a_place_that_cannot_be_got_to_is_left_out() -> None:
    home = symbolic.kitchen()
    home.faults = {"Inspect(SinkBasin_1)": [ErrorCode.PATH_BLOCKED] * 9}
    result = told(home, Question(WHETHER, ("Laptop",), ("SinkBasin",)))
    assert result.reason == "no: no laptop is in the sink"
    assert [str(action) for action in home.started].count("Inspect(SinkBasin_1)") == 1


def test_a_robot_that_is_out_of_order_tells_nothing() -> None:
    home = symbolic.kitchen()
    home.faults = {"LookAround": [ErrorCode.ROBOT_FAULT]}
    result = told(home, Question(WHETHER, ("Mug",)))
    assert not result.success
    assert result.reason == "robot_fault"


def test_it_can_be_stopped() -> None:
    home = symbolic.kitchen()
    executive = begun(home, Question(HOW_MANY, ("Mug",)))
    executive.tick()
    executive.cancel("enough")
    result = symbolic.ended(executive, home)
    assert (result.success, result.reason) == (False, "enough")


def test_it_is_taken_up_again_where_it_was() -> None:
    home, question = symbolic.kitchen(), Question(HOW_MANY, ("Mug",))
    first = begun(home, question)
    while not any(action.name == "Explore" for action in home.started):
        first.tick()
    kept = first.checkpoint()
    first.close()
    second = TaskExecutive(home, symbolic.ONTOLOGY, BehaviorConfig())
    second.start(question.understood(Instruction("?")), kept)
    assert symbolic.ended(second, home).reason.startswith("two mugs")
    assert [action.name for action in home.started].count("LookAround") == 1


def test_a_goal_may_take_over_from_a_question() -> None:
    home = symbolic.kitchen()
    executive = begun(home, Question(HOW_MANY, ("Mug",)))
    executive.tick()
    executive.new_goal(symbolic.understanding("(exists (?o - Mug) (holding ?o))"))
    assert symbolic.ended(executive, home).reason == "the goal holds"
    assert home.held in ("Mug_1", "Mug_2")
