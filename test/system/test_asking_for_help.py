# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Help is asked for on a topic: the wait shows a sign of life, and a cancel ends it."""

from collections.abc import Callable
from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from egoplan_ros.action import ExecuteSkill
from egoplan_ros.msg import HumanAnswer, HumanRequest, SkillStatus, SymbolicAction
from lifecycle_msgs.msg import Transition
from rclpy.action import ActionClient

from egoplan_ros.nodes.qos import EVENTS

NAME = "skill_executor"
QUESTION = "the robot reports a fault; can you help with: put a mug in the sink?"


class Person:
    """Has help asked for, hears the request, and may answer."""

    def __init__(self, probe: Any) -> None:
        self.probe = probe
        self.requests: list[HumanRequest] = []
        self.statuses: list[SkillStatus] = []
        node = probe.node
        self.heard = node.create_subscription(
            HumanRequest, "human/request", self.requests.append, EVENTS
        )
        self.told = node.create_subscription(
            SkillStatus, "skill/status", self.statuses.append, EVENTS
        )
        self.answers = node.create_publisher(HumanAnswer, "human/answer", EVENTS)
        self.skills = ActionClient(node, ExecuteSkill, "execute_skill")
        self.until(self.skills.server_is_ready, "execute_skill")
        self.until(self.answers.get_subscription_count, "listens")
        self.until(lambda: node.count_publishers("human/request"), "a publisher of the request")

    def until(self, condition: Callable[[], Any], what: str) -> Any:
        return self.probe.until(condition, 30.0, what)

    def ask(self) -> Any:
        """The goal handle of a question that has arrived."""
        count = len(self.requests)
        action = SymbolicAction(name="AskHuman", args=[QUESTION])
        sent = self.skills.send_goal_async(ExecuteSkill.Goal(action=action))
        self.until(lambda: sent.done() and len(self.requests) > count, "the request")
        assert self.requests[-1].text == QUESTION
        return sent.result()

    def result(self, handle: Any) -> tuple[int, ExecuteSkill.Result]:
        ending = handle.get_result_async()
        self.until(ending.done, "end of the question")
        return ending.result().status, ending.result().result


@pytest.fixture
def person(solo: Callable[..., Any]) -> Person:
    _, probe = solo(NAME, "-p", "human_timeout:=4.0")
    assert probe.change(NAME, Transition.TRANSITION_CONFIGURE)
    assert probe.change(NAME, Transition.TRANSITION_ACTIVATE)
    return Person(probe)


def test_an_answer_decides_and_meanwhile_the_wait_is_told(person: Person) -> None:
    for agreed in (True, False):
        handle = person.ask()
        old = person.requests[-1].id
        told = len(person.statuses)
        # Once a second; behavior holds an executor for dead that is silent for long.
        person.until(lambda told=told: len(person.statuses) >= told + 2, "signs of life")
        assert person.statuses[-1].state == "running"
        assert "human/answer" in person.statuses[-1].message
        person.answers.publish(HumanAnswer(id=f"not {old}", done=not agreed))
        person.answers.publish(HumanAnswer(id=old if agreed else "", done=agreed))
        _, result = person.result(handle)
        assert (result.state == "succeeded") == agreed
        assert result.error == ("" if agreed else "nobody_helped")


def test_who_gets_no_answer_says_so(person: Person) -> None:
    _, result = person.result(person.ask())
    assert result.error == "nobody_helped"
    assert QUESTION in result.message


def test_a_cancel_ends_the_wait(person: Person) -> None:
    handle = person.ask()
    handle.cancel_goal_async()
    status, result = person.result(handle)
    assert status == GoalStatus.STATUS_CANCELED
    assert result.error == "cancelled"
    person.ask()  # the next one waits for nobody
