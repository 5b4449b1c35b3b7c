# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether an answer is right."""

from dataclasses import replace

import pytest

from egoplan_ros.behavior.answer import Answer
from egoplan_ros.bench.questions.judge import is_right, judge_answer, same_room
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.language.goals.question import ANYTHING, Question, QuestionKind
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.object import Belief, ObjectInstance
from egoplan_ros.world.occupancy import empty_grid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState

ONTOLOGY = load_ontology()
WHETHER, WHERE = QuestionKind.WHETHER, QuestionKind.WHERE
HOW_MANY, WHAT = QuestionKind.HOW_MANY, QuestionKind.WHAT


def thing(name: str, *holders: str, **states: bool) -> dict:
    kind = name.partition("|")[0]
    place = {"x": 0.0, "y": 1.0, "z": 0.0}
    return {
        "objectId": name,
        "objectType": kind,
        "parentReceptacles": list(holders) or None,
        "position": place,
        "isOpen": False,
        "isToggled": False,
        **states,
    }


TRUTH = {
    "objects": [
        thing("DiningTable|1", "Floor|1"),
        thing("Floor|1"),
        thing("Fridge|1"),
        thing("Cabinet|1", isOpen=True),
        thing("SinkBasin|1"),
        thing("Bowl|1", "DiningTable|1"),
        thing("Apple|1", "Bowl|1"),
        thing("Egg|1", "Fridge|1"),
        thing("Mug|1", "DiningTable|1"),
        thing("Mug|2", "Fridge|1"),
        thing("Cup|1", "Cabinet|1"),
        thing("Book|1", "Floor|1"),
        thing("StoveKnob|1"),
        thing("StoveKnob|2", isToggled=True),
        thing("Faucet|1"),
    ]
}


def believed(name: str, parent: str | None = None, **states: float) -> ObjectInstance:
    beliefs = {state: Belief(value) for state, value in states.items()}
    box = ((0.0, 0.0, 1.0), (0.1, 0.1, 0.1))
    return ObjectInstance(name, name.partition("_")[0], *box, states=beliefs, parent=parent)


WORLD = WorldState(
    stamp=0.0,
    robot=RobotState(0.0, 0, 1, Pose2D(), 0.0, 1.5, False),
    objects={
        item.id: item
        for item in (
            believed("DiningTable_1"),
            believed("Fridge_1", open=0.0),
            believed("Mug_1", "DiningTable_1"),
            believed("Mug_9", "SinkBasin_1"),
            believed("Bowl_1", "DiningTable_1"),
            believed("Apple_1", "Bowl_1"),
            believed("Book_1"),
            believed("SinkBasin_1"),
            believed("Faucet_1", toggled=0.0),
        )
    },
    grid=empty_grid(),
)
FRIDGE = (("Fridge", 1),)
MUGS = Question(HOW_MANY, ("Mug",))
TABLE = ("DiningTable",)
STOVE = Question(WHETHER, ("StoveKnob",), states=(("toggled", False),), every=True)
TAP = Question(WHETHER, ("Faucet",), states=(("toggled", True),))


@pytest.mark.parametrize(
    ("question", "answer", "right"),
    [
        (Question(WHETHER, ("Apple",)), Answer("yes", True), True),
        (Question(WHETHER, ("Laptop",)), Answer("yes", True), False),
        (Question(WHETHER, ("Laptop",)), Answer("no", False), True),
        (Question(WHETHER, ("Apple",)), Answer("no", False), False),
        (Question(WHETHER, ("Egg",)), Answer("no", False, unseen=FRIDGE), True),
        (Question(WHETHER, ("Egg",)), Answer("no", False), False),
        (Question(WHETHER, ("Egg",)), Answer("no", False, unseen=(("Box", 2),)), False),
        (Question(WHETHER, ("Cup",)), Answer("no", False, unseen=(("Cabinet", 1),)), False),
        (Question(WHETHER, ("Apple",), TABLE), Answer("yes", True), True),
        (Question(WHETHER, ("Egg",), TABLE), Answer("no", False), True),
        (Question(WHETHER, ("Egg",), ("Fridge",)), Answer("closed", None), True),
        (Question(WHETHER, ("Egg",), TABLE), Answer("closed", None), False),
        (Question(WHETHER, ("Egg",), ("Desk",)), Answer("no desk", None), True),
        (TAP, Answer("no", False), True),
        (TAP, Answer("yes", True), False),
        (TAP, Answer("no tap", None), False),
        (STOVE, Answer("no", False), True),
        (STOVE, Answer("yes", True), False),
        (MUGS, Answer("one", True, ("Mug_1",), FRIDGE), True),
        (MUGS, Answer("one", True, ("Mug_1",)), False),
        (MUGS, Answer("two", True, ("Mug_1", "Mug_9"), FRIDGE), False),
        (MUGS, Answer("none", False, (), FRIDGE), False),
        (Question(WHERE, ("Mug",)), Answer("there", True, ("Mug_1",)), True),
        (Question(WHERE, ("Mug",)), Answer("there", True, ("Mug_9",)), False),
        (Question(WHERE, ("Apple",)), Answer("there", True, ("Apple_1",)), True),
        (Question(WHERE, ("Book",)), Answer("there", True, ("Book_1",)), True),
        (
            Question(WHAT, (ANYTHING,), TABLE),
            Answer("", True, ("Mug_1", "Bowl_1", "Apple_1")),
            True,
        ),
        (Question(WHAT, (ANYTHING,), TABLE), Answer("", True, ("Mug_1",)), False),
        (Question(WHAT, (ANYTHING,), ("SinkBasin",)), Answer("", False), True),
        (Question(WHAT, (ANYTHING,), ("Fridge",)), Answer("closed", None), True),
    ],
)
def test_an_answer_is_right(question: Question, answer: Answer, right: bool) -> None:
    assert is_right(question, answer, WORLD, TRUTH, ONTOLOGY) is right


def changed(name: str, **states: object) -> dict:
    objects = [item | states if item["objectId"] == name else item for item in TRUTH["objects"]]
    return {"objects": objects}


@pytest.mark.parametrize(
    "after",
    [
        changed("Fridge|1", isOpen=True),
        changed("Faucet|1", isToggled=True),
        changed("Mug|1", position={"x": 0.1, "y": 1.0, "z": 0.0}),
        changed("Mug|1", parentReceptacles=["Fridge|1"]),
        changed("Mug|1", isPickedUp=True),
        {"objects": TRUTH["objects"][1:]},
    ],
)
def test_a_room_in_which_anything_was_touched_is_not_the_same(after: dict) -> None:
    assert same_room(TRUTH, TRUTH)
    assert not same_room(TRUTH, after)


def test_right_and_untouched_is_a_success() -> None:
    goal = parse_goal("(exists (?o - Faucet) (toggled ?o))")
    task = BenchTask("FloorPlan1", "state", 0, "is the tap running?", goal, asks="whether")
    result = EpisodeResult(True, "no: the faucet is off")
    told = judge_answer(task, result, WORLD, TRUTH, TRUTH)
    assert (told.success, told.satisfied, told.total) == (True, 2, 2)
    opened = judge_answer(task, result, WORLD, TRUTH, changed("Fridge|1", isOpen=True))
    assert (opened.success, opened.satisfied) == (False, 1)
    other = replace(result, reason="yes: a mug is on the dining table")
    assert not judge_answer(task, other, WORLD, TRUTH, TRUTH).success
    failed = replace(result, success=False)
    assert not judge_answer(task, failed, WORLD, TRUTH, TRUTH).success
