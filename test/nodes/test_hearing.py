# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Publishers of every quality of service are heard, and each message once."""

import itertools
import time

import pytest
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
from std_msgs.msg import Bool, Int32

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.drivers.contact import BUMPED, EMERGENCY, STALLED, Contact
from egoplan_ros.nodes.hearing import Hearing
from egoplan_ros.nodes.stop import StopTopic
from egoplan_ros.world.primitive import ErrorCode

OFFERED = [
    QoSProfile(depth=10, reliability=reliability, durability=durability)
    for reliability, durability in itertools.product(
        (ReliabilityPolicy.RELIABLE, ReliabilityPolicy.BEST_EFFORT),
        (DurabilityPolicy.VOLATILE, DurabilityPolicy.TRANSIENT_LOCAL),
    )
]
LATCHED, BEST_EFFORT = OFFERED[1:3]


def name(qos):
    return f"{qos.reliability.name}-{qos.durability.name}".lower()


class Graph:
    """A node that listens, and one that publishes, as of another process."""

    def __init__(self, domain):
        rclpy.init(domain_id=domain)
        self.context = rclpy.Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node, self.other = ManagedNode(), rclpy.create_node("other", context=self.context)
        self.executor = SingleThreadedExecutor()
        self.executor.add_node(self.node)
        self.node.trigger_configure()

    def until(self, condition):
        end = time.monotonic() + 30.0
        while not condition():
            assert time.monotonic() < end, "not in time"
            self.executor.spin_once(0.05)

    def settle(self):
        """All that waits is heard, and what follows from it is done."""
        over = []
        timer = self.node.create_timer(0.2, lambda: over.append(True), clock=self.node._steady)
        self.until(lambda: over)
        self.node.destroy_timer(timer)

    def publisher(self, topic, qos, kind=Bool):
        return self.other.create_publisher(kind, topic, qos)

    def close(self):
        self.executor.shutdown()
        self.node.close()
        self.other.destroy_node()
        rclpy.shutdown(context=self.context)
        rclpy.shutdown()


@pytest.fixture
def graph(monkeypatch):
    monkeypatch.setattr(ManagedNode, "NAME", "planner", raising=False)  # any that has parameters
    with own_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        made = Graph(domain)
        yield made
        made.close()


@pytest.mark.parametrize("qos", OFFERED, ids=name)
@pytest.mark.parametrize("always", [True, False])
def test_each_message_and_each_publisher_counts_once(graph, qos, always):
    heard, came = [], []
    if not always:
        graph.node.trigger_activate()
    Hearing(
        graph.node,
        Int32,
        "topic",
        lambda message, published: heard.append((message.data, published > 0)),
        always=always,
        matched=lambda change: came.append(change.total_count_change),
    )
    publisher = graph.publisher("topic", qos, Int32)
    graph.until(lambda: came and publisher.get_subscription_count())
    graph.settle()
    for number in range(3):
        publisher.publish(Int32(data=number))
    graph.until(lambda: len(heard) >= 3)
    graph.settle()
    assert heard == [(number, True) for number in range(3)]
    assert sum(came) == 1


@pytest.mark.parametrize("qos", [qos for qos in OFFERED if qos != LATCHED], ids=name)
def test_who_latches_nothing_is_asked_for_nothing(graph, qos):
    """It would be warned of a reader that it does not match."""
    publisher = graph.publisher("topic", qos, Int32)
    Hearing(graph.node, Int32, "topic", lambda *_: None, always=True)
    graph.until(publisher.get_subscription_count)
    graph.settle()
    offered = graph.other.get_subscriptions_info_by_topic("/topic")
    assert {item.qos_profile.durability for item in offered} == {DurabilityPolicy.VOLATILE}


def test_of_what_was_latched_before_the_last_counts(graph):
    heard = []
    before = graph.publisher("topic", LATCHED, Int32)
    for number in range(3):
        before.publish(Int32(data=number))
    Hearing(graph.node, Int32, "topic", lambda message, _: heard.append(message.data), always=True)
    graph.until(lambda: heard)
    before.publish(Int32(data=3))
    graph.until(lambda: len(heard) >= 2)
    graph.settle()
    assert heard == [2, 3]


@pytest.mark.parametrize("qos", OFFERED, ids=name)
def test_a_stop_that_is_published_once_is_heard_and_in_no_doubt(graph, qos):
    took = []
    graph.node.trigger_activate()
    StopTopic(graph.node, took.append)
    for stopped in (False, True):
        publisher = graph.publisher("stop", qos)
        graph.until(publisher.get_subscription_count)
        graph.settle()  # we know of it, too
        publisher.publish(Bool(data=stopped))
        graph.until(lambda: took)
        graph.other.destroy_publisher(publisher)
        graph.settle()
        assert took == [stopped]
        took.clear()


@pytest.mark.parametrize("qos", OFFERED, ids=name)
def test_who_comes_and_goes_unheard_is_doubted_once(graph, qos):
    took = []
    StopTopic(graph.node, took.append, always=True)
    publisher = graph.publisher("stop", qos)
    graph.until(publisher.get_subscription_count)
    graph.settle()
    graph.other.destroy_publisher(publisher)
    graph.until(lambda: took)
    graph.settle()
    assert took == [True]


def test_a_stop_that_was_latched_before_is_heard_by_who_always_listens(graph):
    took = []
    before = graph.publisher("stop", LATCHED)
    for stopped in (True, False, True):
        before.publish(Bool(data=stopped))
    StopTopic(graph.node, took.append, always=True)
    graph.until(lambda: took)
    graph.settle()
    assert took == [True]


@pytest.mark.parametrize("topic", [BUMPED, STALLED, EMERGENCY])
def test_what_a_base_feels_is_heard_though_it_is_told_with_best_effort(graph, topic):
    contact = Contact(graph.node)
    publisher = graph.publisher(topic, BEST_EFFORT)
    for pressed in (True, False):

        def told(pressed=pressed):
            publisher.publish(Bool(data=pressed))
            return bool(contact(0.0)) is pressed

        graph.until(told)


def test_an_emergency_stop_that_was_pressed_before_is_heard(graph):
    graph.publisher(EMERGENCY, LATCHED).publish(Bool(data=True))
    contact = Contact(graph.node)
    graph.until(lambda: contact(graph.node.now()))
    error, _ = contact(graph.node.now())
    assert error is ErrorCode.ROBOT_FAULT
