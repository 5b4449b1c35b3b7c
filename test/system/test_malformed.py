# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages of any content on every topic, service and action: none dies or wedges, all tell."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from action_msgs.msg import GoalStatus
from egoplan_ros.action import ExecutePrimitive, ExecuteSkill, ExecuteTask
from egoplan_ros.msg import (
    Detections,
    Goal,
    Heartbeat,
    ObjectArray,
    Plan,
    RobotState,
    SkillStatus,
)
from egoplan_ros.srv import LoadMap, PlanTask, QueryObjects, Reset, SaveMap, Understand
from hypothesis import HealthCheck, given, seed, settings
from malformed import messages
from nav_msgs.msg import OccupancyGrid
from rcl_interfaces.srv import SetParameters
from rclpy.action import ActionClient
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import String

from egoplan_ros.nodes.door.door import _MOST_KINDS, _VALUE
from egoplan_ros.nodes.door.rules import RULES
from egoplan_ros.nodes.door.shape import shape_of
from egoplan_ros.nodes.node_table import NODES
from egoplan_ros.nodes.parameters import defaults
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor

TOPICS = {
    "objects": (ObjectArray, LATCHED),
    "map": (OccupancyGrid, LATCHED),
    "robot_state": (RobotState, EVENTS),
    "detections": (Detections, EVENTS),
    "oracle/detections": (Detections, sensor(True)),
    "camera/depth/image_raw": (Image, sensor(True)),
    "camera/color/camera_info": (CameraInfo, sensor(True)),
    "plan": (Plan, LATCHED),
    "goal": (Goal, LATCHED),
    "skill/status": (SkillStatus, EVENTS),
    "heartbeat": (Heartbeat, sensor(True)),
    "objects/unreachable": (String, EVENTS),
    "/clock": (Clock, sensor()),
}
SERVICES = {
    "plan_task": PlanTask,
    "query_objects": QueryObjects,
    "understand": Understand,
    "save_map": SaveMap,
    "load_map": LoadMap,
    "reset": Reset,
}
ACTIONS = {
    "execute_primitive": ExecutePrimitive,
    "execute_skill": ExecuteSkill,
    "execute_task": ExecuteTask,
}
EACH = 40
AT_ONCE = 8
"""Requests under way: a service keeps ten answers for who is slow to take them."""


@pytest.fixture(scope="module")
def scene() -> str:
    return "FloorPlan23"


def many(kind: type) -> list[Any]:
    """The same messages of a type each time."""
    found: list[Any] = []

    @seed(4)
    @settings(max_examples=EACH, database=None, suppress_health_check=list(HealthCheck))
    @given(messages(kind))
    def collect(message: Any) -> None:
        found.append(message)

    collect()
    return found


def batched(items: list[Any], size: int) -> Iterator[list[Any]]:
    """The items, so many at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def key(problem: str) -> str:
    """What tells one problem from another: its words, not the values in it."""
    return _VALUE.sub("", problem)


def wrong(kind: type, sent: list[Any]) -> set[str]:
    """The problems of what was sent, as far as they do not depend on what came before."""
    shape = shape_of(kind, RULES)
    found = (" ".join(" ".join(shape.problem(message)).split()) for message in sent)
    return {key(problem) for problem in found if problem}


def told(graph: Any, name: str) -> dict[str, Counter[str]]:
    """By node, how often it has told each problem of what came on a topic, service or action."""
    line = re.compile(
        rf"\]: {re.escape(name)}: (.*); (ignored|refused), it (?:came|may be) from (.*)"
    )
    found: dict[str, Counter[str]] = {}
    for entry in NODES:
        log = (graph.logs / f"{entry.name}.log").read_text(encoding="utf-8", errors="replace")
        for match in filter(None, map(line.search, log.split("\n"))):
            # Of a request, ROS does not tell who sent it, and a new client may not be known yet.
            assert match[2] == "refused" or graph.probe.node.get_name() in match[3], match[0]
            found.setdefault(entry.name, Counter())[key(match[1])] += 1
    return found


def is_told(graph: Any, name: str, problems: set[str], surely: bool = True) -> None:
    """Each problem is told once by whoever listens; of so many, the first."""
    if not problems:
        return
    graph.probe.until(lambda: told(graph, name), 10.0, f"what is wrong on {name}")
    before: list[Any] = []

    def settled() -> bool:
        """Nobody has told anything more for half a second."""
        now = told(graph, name)
        if not before or before[-1][1] != now:
            before.append((time.monotonic(), now))
        return time.monotonic() - before[-1][0] > 0.5

    graph.probe.until(settled, 20.0, f"the last of {name}")
    for node, lines in told(graph, name).items():
        often = {problem: times for problem, times in lines.items() if times > 1}
        assert not often, f"{node} tells of {name} again and again"
        assert not surely or len(lines) >= min(len(problems), _MOST_KINDS), (node, lines, problems)


def all_listen(probe: Any, publisher: Any, topic: str) -> bool:
    """Whether all that listen to a topic have found a publisher."""
    there = len(probe.node.get_subscriptions_info_by_topic(probe.node.resolve_topic_name(topic)))
    return 0 < there <= int(publisher.get_subscription_count())


def goes_on(graph: Any) -> None:
    """All nodes are those that they were, and answer."""
    probe = graph.probe
    probe.wait_until_up()
    answer = probe.call(QueryObjects, "query_objects", QueryObjects.Request(type="Mug"))
    assert answer.success, answer.message
    restarted = {name: node.restarts for name, node in graph.processes.nodes.items()}
    assert not any(restarted.values()), restarted


def test_no_message_ends_or_wedges_a_node_and_each_is_told(graph: Any) -> None:
    probe = graph.probe
    for topic, (kind, qos) in TOPICS.items():
        publisher = probe.node.create_publisher(kind, topic, qos)
        probe.until(partial(all_listen, probe, publisher, topic), 20.0, f"listeners of {topic}")
        sent = many(kind)
        assert len(sent) >= EACH
        for message in sent:
            publisher.publish(message)
            probe.executor.spin_once(timeout_sec=0.005)
        # Of what is latched or a sensor's, the latest alone has to arrive.
        is_told(graph, topic, wrong(kind, sent), qos is EVENTS)
        probe.node.destroy_publisher(publisher)
    goes_on(graph)


@pytest.fixture
def impatient(graph: Any) -> Iterator[None]:
    """A planner that does not wait long for worlds that are yet to come."""

    def wait(seconds: float) -> None:
        value = Parameter("world_timeout", value=seconds).to_parameter_msg()
        request = SetParameters.Request(parameters=[value])
        assert graph.probe.call(SetParameters, "planner/set_parameters", request).results

    wait(0.3)
    yield
    wait(float(defaults("planner")["world_timeout"]))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("name", SERVICES)
def test_no_request_ends_or_wedges_a_node_and_each_is_answered(graph: Any, name: str) -> None:
    probe, kind = graph.probe, SERVICES[name]
    client = probe.node.create_client(kind, name)
    probe.until(client.service_is_ready, 30.0, name)
    sent = many(kind.Request)[: 12 if name == "reset" else EACH]
    for few in batched(sent, AT_ONCE):
        for request, answer in [(request, client.call_async(request)) for request in few]:
            probe.until(answer.done, 60.0, f"answer to {request}")
            if wrong(kind.Request, [request]):
                response = answer.result()
                said = response.plan if hasattr(response, "plan") else response
                assert not getattr(response, "success", False)
                assert name in said.message
    is_told(graph, name, wrong(kind.Request, sent))
    probe.node.destroy_client(client)
    goes_on(graph)


@pytest.mark.parametrize("name", ACTIONS)
def test_no_goal_ends_or_wedges_a_node_and_each_is_answered(graph: Any, name: str) -> None:
    probe, kind = graph.probe, ACTIONS[name]
    client = ActionClient(probe.node, kind, name)
    probe.until(client.server_is_ready, 30.0, name)
    sent = many(kind.Goal)
    for goal in sent:
        accepted = client.send_goal_async(goal)
        probe.until(accepted.done, 30.0, f"acceptance of {goal}")
        ending = accepted.result().get_result_async()
        if not wrong(kind.Goal, [goal]):
            accepted.result().cancel_goal_async()
        probe.until(ending.done, 60.0, f"end of {goal}")
        if wrong(kind.Goal, [goal]):
            assert ending.result().status == GoalStatus.STATUS_ABORTED
            assert name in str(ending.result().result)
    is_told(graph, name, wrong(kind.Goal, sent))
    client.destroy()
    goes_on(graph)


def test_what_is_good_is_taken_after_all_that(graph: Any) -> None:
    probe = graph.probe
    assert probe.call(Reset, "reset", Reset.Request(seed=-1), seconds=120.0).success
    status, result = probe.do("put a mug in the sink")
    assert status == GoalStatus.STATUS_SUCCEEDED, result.reason
    goes_on(graph)
