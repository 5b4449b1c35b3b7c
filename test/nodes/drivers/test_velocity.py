# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Velocities in the type that the base takes."""

from types import SimpleNamespace

import pytest
from builtin_interfaces.msg import Time

from egoplan_ros.nodes.drivers.velocity import AUTO, VelocityTopic


class Node:
    """A graph in which some types are taken on ``cmd_vel``."""

    def __init__(self, *types: str) -> None:
        self.types, self.offered, self.sent, self.matched = types, [], [], True

    driver = "base"

    def get_namespace(self):
        return "/egoplan"

    def resolve_topic_name(self, topic):
        return f"/{topic}"

    def get_subscriptions_info_by_topic(self, topic):
        assert topic == "/cmd_vel"

        def endpoint(kind, node, space):
            return SimpleNamespace(
                topic_type=f"geometry_msgs/msg/{kind}", node_name=node, node_namespace=space
            )

        own = endpoint("Twist", "lifecycle_manager", "/egoplan")
        theirs = (endpoint(name, self.driver, "/") for name in self.types)
        return [own, *theirs]

    def publish_on(self, kind, topic, qos):
        self.offered.append(kind.__name__)

        def send(message):
            self.sent.append(message)

        send.wanted = self.matched
        return send

    def get_clock(self):
        return SimpleNamespace(now=lambda: SimpleNamespace(to_msg=lambda: Time(sec=7)))


@pytest.mark.parametrize("kind", ["Twist", "TwistStamped"])
@pytest.mark.parametrize("told", [True, False])
def test_a_base_gets_what_it_takes(kind, told):
    node = Node(kind)
    velocity = VelocityTopic(node, kind if told else AUTO)
    assert velocity.problem() == ""
    velocity((0.1, 0.0, -0.2))
    assert node.offered == [kind]
    message = node.sent.pop()
    twist = message.twist if kind == "TwistStamped" else message
    assert (twist.linear.x, twist.angular.z) == (0.1, -0.2)
    if kind == "TwistStamped":
        assert (message.header.stamp.sec, message.header.frame_id) == (7, "base_link")


@pytest.mark.parametrize(
    ("types", "kind", "words"),
    [
        ((), AUTO, "nobody listens on /cmd_vel"),
        ((), "Twist", "nobody listens on /cmd_vel"),
        (("Twist", "TwistStamped"), AUTO, "Twist and TwistStamped are taken"),
        (("String",), AUTO, "String are taken"),
        (("TwistStamped",), "Twist", "TwistStamped is taken on /cmd_vel, Twist is sent"),
        (("Twist",), "TwistStamped", "Twist is taken on /cmd_vel, TwistStamped is sent"),
    ],
)
def test_a_base_that_takes_something_else_is_told_by_name(types, kind, words):
    node = Node(*types)
    velocity = VelocityTopic(node, kind)
    assert words in velocity.problem()
    velocity((0.1, 0.0, 0.0))
    assert kind != AUTO or not node.offered


def test_a_base_that_is_not_connected_yet_is_waited_for():
    node = Node("Twist")
    node.matched = False
    assert "not connected yet" in VelocityTopic(node, AUTO).problem()


def test_a_driver_that_comes_later_is_found():
    node = Node()
    velocity = VelocityTopic(node, AUTO)
    assert velocity.problem()
    node.types = ("TwistStamped",)
    assert velocity.problem() == ""


def test_a_driver_may_be_called_as_a_node_of_ours_is():
    node = Node("Twist")
    node.driver = "robot_bridge"
    assert VelocityTopic(node, AUTO).problem() == ""
