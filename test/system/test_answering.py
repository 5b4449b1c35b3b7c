# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The whole graph: who answers the question sees the other lamp pursued."""

import json
from typing import Any

import pytest
from egoplan_ros.msg import Goal
from std_msgs.msg import String
from std_srvs.srv import Trigger

from egoplan_ros.nodes.qos import EVENTS, LATCHED

LAMPS = {"DeskLamp": "desk lamp", "FloorLamp": "floor lamp"}


@pytest.fixture(scope="module")
def scene() -> str:
    """Both lamps are here, and both are on."""
    return "FloorPlan218"


def lamps_in(goal: str) -> list[str]:
    return [kind for kind in LAMPS if kind in goal]


def lit(probe: Any) -> set[str]:
    """Types of the lamps that are on in truth."""
    truth = json.loads(probe.call(Trigger, "ground_truth").message)
    things = truth["objects"]
    return {o["objectType"] for o in things if o["objectType"] in LAMPS and o["isToggled"]}


def test_the_lamp_that_was_answered_is_turned_off(graph: Any) -> None:
    probe, node = graph.probe, graph.probe.node
    pursued: list[str] = []
    node.create_subscription(Goal, "goal", lambda m: None, LATCHED)
    answer = node.create_publisher(String, "answer", EVENTS)
    probe.until(
        lambda: answer.get_subscription_count() and probe.asked.get_publisher_count(),
        30.0,
        "who asks and hears",
    )
    assert lit(probe) == set(LAMPS)
    handle = probe.send("turn off the lamp", lambda status: pursued.append(status.goal))
    probe.during(handle, lambda: probe.questions and any(pursued), 120.0, "a question")
    (guess,) = lamps_in(pursued[-1])
    (other,) = set(LAMPS) - {guess}
    answer.publish(String(data=f"the {LAMPS[other]}"))
    probe.during(handle, lambda: lamps_in(pursued[-1]) == [other], 30.0, "the other goal")
    _, result = probe.outcome(handle)
    assert result.success, result.reason
    assert lamps_in(result.goal) == [other]
    assert other not in lit(probe)
    changes = [goal for goal, last in zip(pursued[1:], pursued, strict=False) if goal != last]
    assert [lamps_in(goal) for goal in changes if goal] in ([[other]], [[guess], [other]])
