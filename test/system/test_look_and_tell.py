# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question through the running graph."""

import json
from typing import Any

from action_msgs.msg import GoalStatus
from std_msgs.msg import String
from std_srvs.srv import Trigger

from egoplan_ros.behavior.looking import LOOKS
from egoplan_ros.nodes.qos import LATCHED


def truth(graph: Any) -> dict[str, tuple[Any, ...]]:
    """Place and states of each thing."""
    answer = graph.probe.call(Trigger, "ground_truth")
    assert answer.success, answer.message
    keys = ("position", "isOpen", "isToggled", "isPickedUp", "parentReceptacles")
    objects = json.loads(answer.message)["objects"]
    return {item["objectId"]: tuple(map(item.get, keys)) for item in objects}


def test_a_question_is_answered_on_a_topic_and_nothing_is_touched(graph: Any) -> None:
    probe = graph.probe
    told: list[str] = []
    heard = probe.node.create_subscription(
        String, "told", lambda message: told.append(message.data), LATCHED
    )
    before = truth(graph)
    try:
        status, result = probe.do("could you tell me how many mugs there are?")
        assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
        assert result.success
        mugs = sum(name.startswith("Mug|") for name in before)
        assert mugs == 1
        assert result.reason.startswith("a mug: on ")
        probe.until(lambda: told == [result.reason], 20.0, "the answer on the topic told")
        assert {action.partition("(")[0] for action in result.actions} <= LOOKS
        assert truth(graph) == before

        status, result = probe.do("is the dog asleep?")
        assert status == GoalStatus.STATUS_ABORTED
        assert len(told) == 1
    finally:
        probe.node.destroy_subscription(heard)


def test_a_task_after_a_question_is_done(graph: Any) -> None:
    status, result = graph.probe.do("open the microwave")
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
    assert any(action.startswith("Open") for action in result.actions)
