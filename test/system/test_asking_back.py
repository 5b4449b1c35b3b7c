# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A request that fits two things: the node asks, guesses meanwhile, takes the answer."""

from collections.abc import Callable
from typing import Any

import pytest
from egoplan_ros.msg import (
    Goal,
    Instruction,
    ObjectArray,
    SkillStatus,
    SubgoalArray,
    SymbolicAction,
)
from lifecycle_msgs.msg import Transition
from seen import objects
from std_msgs.msg import String

from egoplan_ros.nodes.qos import EVENTS, LATCHED

NAME = "subgoal_prediction"
REQUEST = "turn on the lamp"
LAMPS = {"DeskLamp": "desk lamp", "FloorLamp": "floor lamp"}


class Room:
    """Speaks to the node and hears what it says."""

    def __init__(self, probe: Any) -> None:
        self.probe = probe
        self.questions: list[str] = []
        self.goals: list[Goal] = []
        node = probe.node
        node.create_subscription(
            String, "question", lambda message: self.questions.append(message.data), EVENTS
        )
        node.create_subscription(Goal, "goal", self.goals.append, LATCHED)
        self.instruction = node.create_publisher(Instruction, "instruction", EVENTS)
        self.answer = node.create_publisher(String, "answer", EVENTS)
        self.objects = node.create_publisher(ObjectArray, "objects", LATCHED)
        self.heard = (self.instruction, self.answer, self.objects)
        self.until(lambda: all(p.get_subscription_count() for p in self.heard), "listens")
        self.until(lambda: node.count_publishers("question"), "a publisher of question")

    def until(self, condition: Callable[[], Any], what: str) -> Any:
        return self.probe.until(condition, 30.0, what)

    def see(self, *types: str) -> None:
        self.objects.publish(objects(*types))

    def lamp(self) -> str:
        """The lamp the latest goal speaks of."""
        (found,) = (kind for kind in LAMPS if kind in self.goals[-1].formula)
        return found


@pytest.fixture
def room(solo: Callable[..., Any]) -> Room:
    _, probe = solo(NAME)
    assert probe.change(NAME, Transition.TRANSITION_CONFIGURE)
    assert probe.change(NAME, Transition.TRANSITION_ACTIVATE)
    return Room(probe)


def test_a_question_is_asked_and_an_answer_decides(room: Room) -> None:
    room.instruction.publish(Instruction(text=REQUEST))
    room.until(lambda: room.goals, "a best guess at once")
    assert room.questions == []  # nothing was seen: the other lamp may not exist
    guess = room.lamp()

    room.see(*LAMPS)
    (question,) = room.until(lambda: room.questions, "a question")
    assert all(name in question for name in LAMPS.values())
    assert room.lamp() == guess  # pursued until somebody answers

    (other,) = set(LAMPS) - {guess}
    told = len(room.goals)
    room.answer.publish(String(data="the one in the corner"))
    room.answer.publish(String(data=f"the {LAMPS[other]}, please"))
    room.until(lambda: len(room.goals) > told, "the goal after the answer")
    assert room.lamp() == other
    assert len(room.goals) == told + 1  # what named neither lamp changed nothing

    room.see(*LAMPS, "Mug")
    room.instruction.publish(Instruction(text="put a mug in the sink"))
    room.until(lambda: "Mug" in room.goals[-1].formula, "the next goal")
    assert room.questions == [question]


def test_without_an_answer_what_was_pursued_is_pursued_on(room: Room) -> None:
    room.see("FloorLamp")
    room.instruction.publish(Instruction(text=REQUEST))
    room.until(lambda: room.goals and room.lamp() == "FloorLamp", "the lamp that is there")
    assert room.questions == []
    room.see(*LAMPS)  # now there are two, as likely as each other
    room.until(lambda: room.questions, "a question")
    room.see(*LAMPS, "Mug")
    room.instruction.publish(Instruction(text="put a mug in the sink"))
    room.until(lambda: "Mug" in room.goals[-1].formula, "the next goal")
    lamps = [goal for goal in room.goals if "Mug" not in goal.formula]
    assert "FloorLamp" in lamps[-1].formula
    assert len(room.questions) == 1


def test_what_the_robot_does_completes_subgoals(room: Room) -> None:
    told: list[SubgoalArray] = []
    node = room.probe.node
    node.create_subscription(SubgoalArray, "subgoals", told.append, LATCHED)
    status = node.create_publisher(SkillStatus, "skill/status", EVENTS)
    room.until(status.get_subscription_count, "listens to skill/status")
    room.instruction.publish(Instruction(text="put a clean mug in the coffee machine"))

    def completed() -> list[bool]:
        return [item.completed for item in told[-1].subgoals] if told else []

    room.until(lambda: completed() == [False, False], "the subgoals")
    for name, args, state in (
        ("PickUp", ["Mug_1"], "succeeded"),
        ("Clean", ["Mug_1", "SinkBasin_1"], "failed"),
        ("Clean", ["Mug_1", "SinkBasin_1"], "succeeded"),
    ):
        status.publish(SkillStatus(action=SymbolicAction(name=name, args=args), state=state))
    room.until(lambda: completed() == [True, False], "the mug is clean")
    done = SymbolicAction(name="Put", args=["Mug_1", "CoffeeMachine_1"])
    status.publish(SkillStatus(action=done, state="succeeded"))
    room.until(lambda: completed() == [True, True], "all is done")
    room.instruction.publish(Instruction(text="put a mug in the sink"))
    room.until(lambda: completed() == [False], "the next task")
