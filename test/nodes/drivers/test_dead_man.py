# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A base whose driver is no more."""

from types import SimpleNamespace

import pytest
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Twist, TwistStamped

from egoplan_ros.nodes.drivers import dead_man
from egoplan_ros.nodes.drivers.dead_man import DeadMan


class Node:
    """A node whose timers and clock are turned by hand."""

    def __init__(self, monkeypatch, kind):
        self.now, self.kind = 100.0, kind
        self.timers, self.sent, self.told = [], [], []
        self.hear = None
        monkeypatch.setattr(dead_man.time, "monotonic", lambda: self.now)

    def every(self, seconds, callback):
        self.timers.append([seconds, self.now + seconds, callback])

    def resolve_topic_name(self, topic):
        return f"/{topic}"

    def get_publishers_info_by_topic(self, topic):
        return [SimpleNamespace(topic_type=f"geometry_msgs/msg/{self.kind}")] if self.kind else []

    def listen(self, kind, topic, callback, qos, **more):
        assert kind.__name__ == self.kind
        self.hear = callback

    def publish_on(self, kind, topic, qos):
        return self.sent.append

    def happened(self, key, line):
        self.told.append(line)

    def get_clock(self):
        return SimpleNamespace(now=lambda: SimpleNamespace(to_msg=lambda: Time(sec=1)))

    def pass_time(self, seconds):
        end = self.now + seconds
        while True:
            timer = min(self.timers, key=lambda timer: timer[1])
            if timer[1] > end:
                break
            self.now = timer[1]
            timer[1] += timer[0]
            timer[2]()
        self.now = end


def velocity(kind, x):
    message = Twist() if kind == "Twist" else TwistStamped()
    getattr(message, "twist", message).linear.x = x
    return message


@pytest.mark.parametrize("kind", ["Twist", "TwistStamped"])
def test_a_base_is_halted_when_its_driver_falls_silent(monkeypatch, kind):
    node = Node(monkeypatch, kind)
    DeadMan(node, 0.3)
    node.pass_time(1.0)
    for _ in range(20):
        node.hear(velocity(kind, 0.2))
        node.pass_time(0.05)
    assert not node.sent
    node.pass_time(0.4)
    assert node.told == ["/cmd_vel fell silent while the base moved; it is halted"]
    assert node.sent
    assert all(getattr(message, "twist", message) == Twist() for message in node.sent)
    node.pass_time(10.0)
    assert len(node.sent) == 5, "said, and said no more"


def test_a_base_at_rest_is_left_alone(monkeypatch):
    node = Node(monkeypatch, "Twist")
    DeadMan(node, 0.3)
    node.pass_time(1.0)
    node.hear(velocity("Twist", 0.2))
    node.hear(velocity("Twist", 0.0))
    node.pass_time(10.0)
    assert not node.sent
    assert not node.told


def test_who_drives_on_is_let(monkeypatch):
    """A stall of the machine, say."""
    node = Node(monkeypatch, "Twist")
    DeadMan(node, 0.3)
    node.pass_time(1.0)
    node.hear(velocity("Twist", 0.2))
    node.pass_time(0.36)
    sent = len(node.sent)
    assert sent
    for _ in range(4):
        node.hear(velocity("Twist", 0.2))
        node.pass_time(0.05)
    assert len(node.sent) == sent


def test_without_a_base_there_is_nothing_to_do(monkeypatch):
    node = Node(monkeypatch, "")
    DeadMan(node, 0.3)
    node.pass_time(5.0)
    assert node.hear is None
