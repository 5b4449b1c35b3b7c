# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A stop counts in every state of a bridge that is configured, and stays when that changes."""

import time

import pytest
import rclpy
from nav_msgs.msg import Odometry
from rclpy.executors import SingleThreadedExecutor
from std_msgs.msg import Bool
from std_srvs.srv import SetBool

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes import robot_bridge
from egoplan_ros.nodes.drivers.mobile_io import ODOM
from egoplan_ros.nodes.qos import LATCHED, sensor
from egoplan_ros.nodes.robot_bridge import RobotBridge


class Graph:
    """A bridge, and a base at rest whose odometry comes; the camera is missing."""

    def __init__(self):
        self.bridge, self.other = RobotBridge(), rclpy.create_node("other")
        self.executor = SingleThreadedExecutor()
        for node in (self.bridge, self.other):
            self.executor.add_node(node)
        self._odometry = self.other.create_publisher(Odometry, ODOM, sensor())
        self.other.create_timer(0.05, self._tell)
        self.told = []
        take = lambda message: self.told.append(message.data)  # noqa: E731
        self.other.create_subscription(Bool, "stopped", take, LATCHED)
        self._client = self.other.create_client(SetBool, "stop")

    def _tell(self):
        message = Odometry()
        message.header.stamp = self.other.get_clock().now().to_msg()
        message.pose.pose.orientation.w = 1.0
        self._odometry.publish(message)

    def until(self, condition):
        end = time.monotonic() + 30.0
        while not condition():
            assert time.monotonic() < end, "not in time"
            self.executor.spin_once(0.05)

    def stop(self, stopped):
        self.until(self._client.service_is_ready)
        answer = self._client.call_async(SetBool.Request(data=stopped))
        self.until(answer.done)
        return answer.result()

    def close(self):
        self.executor.shutdown()
        self.bridge.close()
        self.other.destroy_node()


@pytest.fixture
def graph(monkeypatch, tmp_path):
    monkeypatch.setattr(robot_bridge, "node_file", lambda name, ending: tmp_path / ending)
    with own_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        words = ["--ros-args", "-p", "robot:=mobile_base", "-p", "oracle:=false"]
        rclpy.init(domain_id=domain, args=words)
        made = Graph()
        yield made
        made.close()
        rclpy.shutdown()


def test_it_halts_a_bridge_that_is_not_active_and_stays_when_that_becomes_so(graph):
    graph.bridge.trigger_configure()
    answer = graph.stop(True)
    assert answer.success, answer.message
    assert "the base is at rest" in answer.message
    graph.until(lambda: graph.told and graph.told[-1])
    graph.bridge.trigger_activate()
    graph.until(lambda: not graph.bridge._beginning)
    assert graph.bridge._stopped
    graph.bridge.trigger_deactivate()
    assert graph.stop(False).success
    graph.until(lambda: not graph.told[-1])
    assert not graph.bridge._stopped


def test_a_stop_that_comes_while_the_first_episode_is_begun_stays(graph):
    graph.bridge.trigger_configure()
    graph.bridge.trigger_activate()
    graph.bridge._take_stop(True)
    graph.until(lambda: graph.bridge._beginning)
    assert graph.bridge._stopped
