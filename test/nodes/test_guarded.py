# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nothing that comes in ends a node: not a time that is none, nor what is malformed."""

import math

import pytest
import rclpy
from builtin_interfaces.msg import Time
from egoplan_ros.action import ExecuteSkill
from egoplan_ros.msg import RobotState
from egoplan_ros.srv import PlanTask, QueryObjects
from rclpy.action import ActionClient, CancelResponse
from rclpy.parameter import Parameter
from rosgraph_msgs.msg import Clock

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.qos import EVENTS
from egoplan_ros.nodes.supervision.executor import GuardedExecutor


class Listener(ManagedNode):
    """Notes what comes in."""

    NAME = "planner"  # any with a file of parameters

    def configure(self):
        self.heard, self.asked = [], []
        self.listen(RobotState, "robot_state", self.heard.append, EVENTS)
        self.serve(QueryObjects, "query", self._answer)
        self.serve(PlanTask, "plan", self._answer, refused=self._refuse)
        self.serve_action(
            ExecuteSkill,
            "work",
            self._work,
            lambda _: CancelResponse.ACCEPT,
            lambda line: ExecuteSkill.Result(message=line),
        )

    def _answer(self, request, response):
        self.asked.append(request)
        response.success = True
        return response

    def _refuse(self, response, line):
        response.plan.message = line

    async def _work(self, handle):
        raise RuntimeError("broken inside")


@pytest.fixture
def graph(monkeypatch):
    with own_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        rclpy.init(domain_id=domain)
        node, other = Listener(), rclpy.create_node("stranger")
        told = []
        executor = GuardedExecutor(told.append)
        executor.add_node(node)
        executor.add_node(other)
        node.trigger_configure()
        node.trigger_activate()
        yield executor, node, other, told
        executor.shutdown()
        node.close()
        other.destroy_node()
        rclpy.shutdown()


def until(executor, condition):
    for _ in range(400):
        if condition():
            return
        executor.spin_once(0.05)
    raise AssertionError("not in time")


def answer(executor, future):
    executor.spin_until_future_complete(future, 20.0)
    return future.result()


def good(step):
    message = RobotState(step=step)
    message.header.frame_id = "map"
    return message


def test_a_message_that_is_none_is_told_with_its_sender_and_the_next_one_comes_in(graph):
    executor, node, other, _ = graph
    publisher = other.create_publisher(RobotState, "robot_state", EVENTS)
    until(executor, lambda: publisher.get_subscription_count())
    wrong = good(1)
    wrong.base.x = math.nan
    publisher.publish(wrong)
    publisher.publish(good(2))
    until(executor, lambda: node.heard)
    assert [message.step for message in node.heard] == [2]
    (line,) = [text for text in node.monitor.warnings.values() if "robot_state" in text]
    assert "base.x is nan" in line
    assert "/stranger" in line


def test_who_else_publishes_what_is_ours_is_told(graph):
    executor, node, other, _ = graph
    node.publish_on(Clock, "own", EVENTS)
    node.publish_on(Clock, "human/request", EVENTS)
    told = [other.create_publisher(Clock, topic, EVENTS) for topic in ("own", "human/request")]
    until(executor, lambda: "rivals" in node.monitor.warnings)
    assert node.monitor.warnings["rivals"].startswith("/own: /stranger on this host")
    for publisher in told:
        other.destroy_publisher(publisher)
    until(executor, lambda: "rivals" not in node.monitor.warnings)


def test_a_complaint_fades(graph):
    executor, node, *_ = graph
    node.happened("door of x", "x: wrong")
    assert "x: wrong" in node.monitor.warnings.values()
    node._fading["door of x"] -= 60.0
    until(executor, lambda: "door of x" not in node.monitor.warnings)


def test_a_time_that_is_none_keeps_the_last_one(graph):
    executor, node, other, told = graph
    node.set_parameters([Parameter("use_sim_time", value=True)])
    clock = other.create_publisher(Clock, "/clock", 10)

    def be_at(second):
        clock.publish(Clock(clock=Time(sec=second)))

    def came():
        be_at(7)
        return node.now() == 7.0

    until(executor, came)
    be_at(-3)
    until(executor, lambda: any("/clock" in text for text in node.monitor.warnings.values()))
    assert node.now() == 7.0
    assert told == []


def test_what_leaves_a_callback_of_rclpys_own_is_told_and_the_executor_goes_on(graph):
    executor, _, other, told = graph
    other.create_timer(0.01, lambda: 1 / 0)
    until(executor, lambda: len(told) >= 2)
    assert told[0].startswith("ZeroDivisionError")


def test_who_fails_for_ever_is_ended(graph):
    executor, _, other, _ = graph
    executor.remove_node(graph[1])
    other.create_timer(0.001, lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        until(executor, lambda: False)


def test_a_request_that_is_none_is_refused(graph):
    executor, node, other, _ = graph
    client = other.create_client(QueryObjects, "query")
    planner = other.create_client(PlanTask, "plan")
    assert client.wait_for_service(20.0)
    assert planner.wait_for_service(20.0)
    got = answer(executor, client.call_async(QueryObjects.Request(min_confidence=math.nan)))
    assert not got.success
    assert "min_confidence is nan" in got.message
    request = PlanTask.Request(not_before=Time(sec=-1))
    assert "not_before.sec is no time" in answer(executor, planner.call_async(request)).plan.message
    assert node.asked == []


@pytest.mark.parametrize(
    ("name", "line"), [("not a name", "is no name"), ("Look", "broken inside")]
)
def test_a_goal_that_is_none_or_breaks_ends(graph, name, line):
    executor, _, other, _ = graph
    client = ActionClient(other, ExecuteSkill, "work")
    assert client.wait_for_server(20.0)
    goal = ExecuteSkill.Goal()
    goal.action.name = name
    sent = answer(executor, client.send_goal_async(goal))
    ended = answer(executor, sent.get_result_async())
    assert line in ended.result.message
    client.destroy()
