# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A service that awaits something does not keep its node from hearing of it; nothing is kept."""

import pytest
import rclpy
from action_msgs.msg import GoalStatus, GoalStatusArray
from egoplan_ros.action import ExecuteSkill
from egoplan_ros.msg import SymbolicAction
from rclpy.action import ActionClient, CancelResponse
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import qos_profile_action_status_default
from rclpy.task import Future
from std_msgs.msg import Bool
from std_srvs.srv import Trigger

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes import steady_action_server
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.qos import EVENTS
from egoplan_ros.nodes.steady_action_server import SteadyActionServer

GOAL = ExecuteSkill.Goal(action=SymbolicAction(name="Look"))


class Waiter(ManagedNode):
    """Answers once there is news, or when it has waited long enough."""

    NAME = "planner"  # any with a file of parameters

    def configure(self):
        self._news = Future()
        self.listen(Bool, "news", self._news.set_result, EVENTS)
        self.serve(Trigger, "wait", self._wait)
        self.serve_action(
            ExecuteSkill,
            "work",
            self._work,
            lambda _: CancelResponse.ACCEPT,
            lambda line: ExecuteSkill.Result(),
        )

    async def _wait(self, request, response):
        response.success = await self.within(self._news, 2.0)
        return response

    async def _work(self, handle):
        await self.within(Future(), 0.001)
        handle.succeed()
        return ExecuteSkill.Result()


@pytest.fixture
def graph(monkeypatch):
    with own_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        monkeypatch.setattr(steady_action_server, "RESULT_SECONDS", 3)
        rclpy.init(domain_id=domain)
        node, other = Waiter(), rclpy.create_node("other")
        executor = SingleThreadedExecutor()
        executor.add_node(node)
        executor.add_node(other)
        node.trigger_configure()
        node.trigger_activate()
        yield executor, node, other
        executor.shutdown()
        node.close()
        other.destroy_node()
        rclpy.shutdown()


@pytest.mark.parametrize("news", [True, False])
def test_what_a_service_waits_for_is_heard(graph, news):
    executor, _, other = graph
    client = other.create_client(Trigger, "wait")
    publisher = other.create_publisher(Bool, "news", EVENTS)
    assert client.wait_for_service(20.0)
    answer = client.call_async(Trigger.Request())
    if news:
        other.create_timer(0.1, lambda: publisher.publish(Bool()))
    executor.spin_until_future_complete(answer, 20.0)
    assert answer.done()
    assert answer.result().success is news


@pytest.mark.parametrize("there", [True, False])
def test_a_service_that_is_not_there_yet_is_waited_for(graph, there):
    executor, node, other = graph
    client = node.ask(Trigger, "late")
    ended = Future()

    async def ask():
        ended.set_result(await node.found(client, 20.0 if there else 0.2))

    node.begin(ask, "late")
    for _ in range(5):
        executor.spin_once(0.02)
    assert not ended.done()
    if there:
        other.create_service(Trigger, "late", lambda _, response: response)
    executor.spin_until_future_complete(ended, 20.0)
    assert ended.result() is there
    assert client.service_is_ready() is there


@pytest.mark.timeout(60)
def test_goals_that_ended_and_waits_that_are_over_are_forgotten(graph):
    executor, node, other = graph
    told = []
    qos = qos_profile_action_status_default
    other.create_subscription(GoalStatusArray, "work/_action/status", told.append, qos)
    client = ActionClient(other, ExecuteSkill, "work")
    assert client.wait_for_server(20.0)

    def work():
        sent = client.send_goal_async(GOAL)
        executor.spin_until_future_complete(sent, 20.0)
        ending = sent.result().get_result_async()
        executor.spin_until_future_complete(ending, 20.0)
        assert ending.result().status == GoalStatus.STATUS_SUCCEEDED

    before = len(node._open.entities)
    for _ in range(5):
        work()
    assert len(node._open.entities) == before
    assert len(told[-1].status_list) == 5
    [server] = [thing for _, thing in node._owned if isinstance(thing, SteadyActionServer)]
    while server._goal_handles:  # pytest ends it in time
        executor.spin_once(0.1)
    work()
    assert len(told[-1].status_list) == 1
    client.destroy()
