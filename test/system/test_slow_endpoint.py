# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An endpoint that is slow or hangs: asked once for each request, then the offline goal."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from egoplan_ros.msg import Goal, Instruction, ObjectArray
from egoplan_ros.srv import Understand
from http_stub import endpoint, says
from lifecycle_msgs.msg import Transition
from seen import objects
from std_msgs.msg import String

from egoplan_ros.nodes.diagnostics import READING
from egoplan_ros.nodes.qos import EVENTS, LATCHED

NAME = "subgoal_prediction"
PLATE, MUG = "put a plate in the cabinet", "put a mug in the sink"
GOOD = json.dumps({"goal": "(exists (?p - Plate ?t - DiningTable) (in ?p ?t))"})


def start(probe: Any, name: str) -> None:
    assert probe.change(name, Transition.TRANSITION_CONFIGURE)
    assert probe.change(name, Transition.TRANSITION_ACTIVATE)


class Reader:
    """Speaks to the node and hears what it says."""

    def __init__(self, solo: Callable[..., Any], url: str, seconds: float) -> None:
        self.solo, self.probe = solo(NAME, "-p", f"llm_url:={url}", "-p", f"llm_seconds:={seconds}")
        start(self.probe, NAME)
        node = self.probe.node
        self.goals: list[str] = []
        node.create_subscription(Goal, "goal", lambda m: self.goals.append(m.formula), EVENTS)
        self.instruction = node.create_publisher(Instruction, "instruction", EVENTS)
        self.understand = node.create_client(Understand, "understand")
        self.until(self.instruction.get_subscription_count, "listens")
        self.until(lambda: node.count_publishers("goal"), "a publisher of goal")
        self.until(self.understand.service_is_ready, "serves")

    def until(self, condition: Callable[[], Any], what: str, seconds: float = 30.0) -> Any:
        return self.probe.until(condition, seconds, what)

    def ask(self, text: str) -> Any:
        request = Understand.Request(instruction=Instruction(text=text))
        return self.understand.call_async(request)

    def reads(self) -> bool:
        """Whether the node tells that it reads."""
        status = self.probe.diagnostics.get(NAME)
        return status is not None and any(
            item.key == READING and item.value != "0" for item in status.values
        )


def test_while_an_endpoint_hangs_the_node_lives_and_then_answers_offline(
    solo: Callable[..., Any],
) -> None:
    with endpoint(lambda _: None) as (place, seen):
        reader = Reader(solo, place.url, 4.0)
        answer = reader.ask(PLATE)
        reader.until(reader.reads, "word that it reads")
        assert not answer.done()
        reader.until(answer.done, "an answer")
        assert answer.result().success
        assert "Cabinet" in answer.result().goal.formula
        reader.probe.complains(NAME, "endpoint not used: no answer within 4 s")
        assert len(seen) == 1
    assert reader.solo.text.count("endpoint not used") == 1


def test_topic_and_service_share_one_reading(solo: Callable[..., Any]) -> None:
    def slowly(number: int) -> str:
        time.sleep(1.0)
        return says(GOOD) if number == 1 else says("nothing")

    with endpoint(slowly) as (place, seen):
        reader = Reader(solo, place.url, 10.0)
        reader.instruction.publish(Instruction(text=PLATE))
        answers = [reader.ask(PLATE), reader.ask(PLATE)]
        reader.until(lambda: all(answer.done() for answer in answers), "answers")
        late = reader.ask(PLATE)
        reader.until(late.done, "an answer soon after")
        found = {answer.result().goal.formula for answer in (*answers, late)}
        reader.until(lambda: reader.goals, "a goal")
        assert found == set(reader.goals)
        assert "DiningTable" in reader.goals[0]
        assert len(reader.goals) == len(seen) == 1


def test_a_later_request_does_not_wait_for_the_endpoint(solo: Callable[..., Any]) -> None:
    hangs = {1}
    with endpoint(lambda number: None if number in hangs else says(GOOD)) as (place, seen):
        reader = Reader(solo, place.url, 15.0)
        began = time.monotonic()
        first = reader.ask(PLATE)
        reader.until(lambda: seen, "a question to the endpoint")
        second = reader.ask(MUG)
        reader.until(lambda: first.done() and second.done(), "both answers")
        assert time.monotonic() - began < 12.0
        assert "Cabinet" in first.result().goal.formula  # the offline model's
        assert "DiningTable" in second.result().goal.formula
        reader.until(lambda: reader.goals, "a goal")
        assert len(reader.goals) == 1  # nobody is told of what was replaced
        assert "DiningTable" in reader.goals[0]


def test_a_refused_request_leaves_nothing_to_answer(solo: Callable[..., Any]) -> None:
    _, probe = solo(NAME)
    start(probe, NAME)
    node = probe.node
    goals: list[str] = []
    questions: list[str] = []
    node.create_subscription(Goal, "goal", lambda m: goals.append(m.formula), EVENTS)
    node.create_subscription(String, "question", lambda m: questions.append(m.data), EVENTS)
    instruction = node.create_publisher(Instruction, "instruction", EVENTS)
    answer = node.create_publisher(String, "answer", EVENTS)
    world = node.create_publisher(ObjectArray, "objects", LATCHED)
    heard = (instruction, answer, world)
    probe.until(lambda: all(p.get_subscription_count() for p in heard), 30.0, "listens")
    probe.until(lambda: node.count_publishers("question"), 30.0, "a publisher of question")
    lamps = ("DeskLamp", "FloorLamp")
    world.publish(objects(*lamps))
    instruction.publish(Instruction(text="turn on the lamp"))
    probe.until(lambda: questions, 30.0, "a question")
    instruction.publish(Instruction(text="put the frobnicator on the bed"))
    probe.complaint(NAME, "frobnicator")
    told = len(goals)
    for lamp in ("floor lamp", "desk lamp"):  # one of them is not what was guessed
        answer.publish(String(data=f"the {lamp}"))
        end = time.monotonic() + 1.0  # a goal that is replaced at once may never come
        probe.until(lambda end=end: time.monotonic() > end, 5.0, "time to tell a goal")
    instruction.publish(Instruction(text=MUG))
    probe.until(lambda: "Mug" in goals[-1], 30.0, "the next goal")
    assert len(goals) == told + 1


@pytest.mark.slow
def test_a_task_waits_for_a_slow_endpoint(solo: Callable[..., Any]) -> None:
    """Longer than a node that is well takes for an answer; asked once."""
    with endpoint(lambda _: None) as (place, seen):
        reader = Reader(solo, place.url, 8.0)
        probe = reader.probe
        solo("behavior", "-p", "world_timeout:=1.0", beside=probe)
        start(probe, "behavior")
        _, result = probe.do(PLATE)
        assert "no world model" in result.reason, result.reason  # so the goal was there
        assert len(seen) == 1
        handle = probe.send(MUG)
        probe.until(lambda: len(seen) == 2, 30.0, "the next question")
        cancelling = handle.cancel_goal_async()
        probe.until(cancelling.done, 10.0, "cancelled")
        began = time.monotonic()
        _, result = probe.outcome(handle, 20.0)
        assert result.reason == "cancelled"
        assert time.monotonic() - began < 3.0
