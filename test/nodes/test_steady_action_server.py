# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Results of actions are kept for seconds that pass, whatever the simulated time does."""

import pytest
import rclpy
from egoplan_ros.action import ExecutePrimitive
from rclpy.action import ActionClient
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.parameter import Parameter
from waiting import until

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.steady_action_server import SteadyActionServer


@pytest.fixture
def nodes():
    with own_domain() as domain:
        rclpy.init(domain_id=domain)
        simulated = Node("one", parameter_overrides=[Parameter("use_sim_time", value=True)])
        executor, made = SingleThreadedExecutor(), (simulated, Node("other"))
        for node in made:
            executor.add_node(node)
        yield *made, executor
        for node in made:
            node.destroy_node()
        rclpy.shutdown()


def test_they_are_thrown_away_though_the_simulated_time_stands_still(nodes):
    simulated, other, executor = nodes

    def run(goal):
        goal.succeed()
        return ExecutePrimitive.Result()

    before = simulated.get_clock()
    server = SteadyActionServer(simulated, ExecutePrimitive, "act", run, result_timeout=1)
    assert simulated.get_clock() is before
    client = ActionClient(other, ExecutePrimitive, "act")

    def spun(condition):
        def look():
            executor.spin_once(timeout_sec=0.02)
            return condition()

        until(look)

    spun(client.server_is_ready)
    sent = client.send_goal_async(ExecutePrimitive.Goal())
    spun(sent.done)
    result = sent.result().get_result_async()
    spun(result.done)
    assert server._goal_handles
    spun(lambda: not server._goal_handles)
    server.destroy()
    client.destroy()
