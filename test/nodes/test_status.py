# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Who reads the status alone sees at once that a stop is in force, and when it is over."""

import time

import pytest
import rclpy
from egoplan_ros.msg import AgentStatus, RobotState
from rclpy.executors import SingleThreadedExecutor
from std_msgs.msg import Bool

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes import behavior
from egoplan_ros.nodes.behavior import Behavior
from egoplan_ros.nodes.qos import EVENTS, LATCHED


class Graph:
    """Behavior without a task, and what it tells."""

    def __init__(self):
        self.behavior, self.other = Behavior(), rclpy.create_node("other")
        self.executor = SingleThreadedExecutor()
        for node in (self.behavior, self.other):
            self.executor.add_node(node)
        self.told = []
        self.other.create_subscription(AgentStatus, "status", self.told.append, LATCHED)
        self.behavior.trigger_configure()
        self.behavior.trigger_activate()
        self.until(lambda: self.told)

    def until(self, condition):
        end = time.monotonic() + 30.0
        while not condition():
            assert time.monotonic() < end, "not in time"
            self.executor.spin_once(0.05)

    def publish(self, kind, topic, message):
        publisher = self.other.create_publisher(kind, topic, EVENTS)
        self.until(publisher.get_subscription_count)
        publisher.publish(message)

    def until_told(self, phase):
        count = len(self.told)
        self.until(lambda: len(self.told) > count)
        assert self.told[-1].phase == phase
        return self.told[-1]

    def close(self):
        self.executor.shutdown()
        self.behavior.close()
        self.other.destroy_node()


@pytest.fixture
def graph(monkeypatch, tmp_path):
    monkeypatch.setattr(behavior, "node_file", lambda name, ending: tmp_path / ending)
    with own_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        rclpy.init(domain_id=domain)
        made = Graph()
        yield made
        made.close()
        rclpy.shutdown()


def test_a_stop_is_told_at_once_also_without_a_task(graph):
    assert graph.told[-1].state == AgentStatus.IDLE
    graph.publish(Bool, "stop", Bool(data=True))
    halted = graph.until_told("stopped")
    assert halted.state == AgentStatus.IDLE
    assert halted.blocking == "stopped; publish false on stop to go on"
    graph.publish(Bool, "stop", Bool(data=False))
    assert graph.until_told("").blocking == ""


def test_a_reset_ends_the_stop_and_the_first_word_of_the_robot_does_not(graph):
    graph.publish(Bool, "stop", Bool(data=True))
    graph.until_told("stopped")
    for episode in (7, 8):
        assert graph.behavior._stopped
        state = RobotState(episode=episode)
        state.header.frame_id = "map"
        graph.publish(RobotState, "robot_state", state)
        graph.until(lambda episode=episode: graph.behavior._episodes == episode)
    assert not graph.behavior._stopped
    assert graph.until_told("").blocking == ""


def test_a_task_that_is_refused_meanwhile_says_why(graph):
    graph.publish(Bool, "stop", Bool(data=True))
    graph.until_told("stopped")
    message = behavior.to_instruction(behavior.Instruction("put the mug on the table"))
    graph.publish(behavior.InstructionMsg, "instruction", message)
    graph.until(lambda: graph.told[-1].state == AgentStatus.FAILED)
    assert graph.told[-1].phase == "stopped"
