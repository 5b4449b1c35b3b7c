"""A stop that only the robot's node heard ends the task, too, and no task begins meanwhile."""

import math
import time
from types import SimpleNamespace

import pytest
from std_msgs.msg import Bool

from egoplan_ros.nodes.behavior import Behavior
from egoplan_ros.nodes.stop import StopTopic


@pytest.fixture
def node():
    """What of the node the callbacks use."""
    reasons = []
    return SimpleNamespace(
        _stopped=False, _stop_heard=-math.inf, _cancel=reasons.append, reasons=reasons
    )


def test_what_only_the_bridge_heard_ends_the_task_once(node):
    Behavior._bridge_stopped(node, True)
    Behavior._bridge_stopped(node, True)
    assert node._stopped
    assert node.reasons == ["stopped"]
    Behavior._bridge_stopped(node, False)
    assert not node._stopped


def test_a_late_word_of_the_bridge_does_not_undo_what_was_heard(node):
    Behavior._stop(node, True)
    Behavior._stop(node, False)
    Behavior._bridge_stopped(node, True)
    assert not node._stopped
    assert node.reasons == ["stopped"]
    node._stop_heard = time.monotonic() - 10.0
    Behavior._bridge_stopped(node, True)
    assert node._stopped


class Wires:
    """A node's end of the topics, each message under the test's control."""

    def __init__(self):
        self.sent, self.heard, self.took = [], {}, []
        self.topic = StopTopic(self, self.took.append)

    def publish_on(self, kind, topic, qos):
        return self.sent.append

    def listen(self, kind, topic, callback, qos, **more):
        self.heard[topic] = callback


PRESSED, RELEASED = 1_700_000_000_000_000_001, 1_700_000_001_000_000_000


@pytest.mark.parametrize("late", [0, 1, 2])
def test_who_hears_late_what_was_relayed_neither_stops_anew_nor_lets_go(late):
    """The same two messages: one node hears them at once, the other one after what was relayed."""
    first, second = Wires(), Wires()
    for published, stopped in ((PRESSED, True), (RELEASED, False)):
        first.heard["stop"](Bool(data=stopped), published)
    for k, relayed in enumerate(first.sent):
        second.heard["stop/relayed"](relayed)
        if k >= late:
            second.heard["stop"](Bool(data=True), PRESSED)
    second.heard["stop"](Bool(data=False), RELEASED)
    assert first.took == second.took == [True, False]
    assert not second.sent, "they were relayed already"


def test_each_press_counts_though_nothing_is_known_of_when_it_was():
    wires = Wires()
    for stopped in (True, True, False):
        wires.heard["stop"](Bool(data=stopped), 0)
    assert wires.took == [True, True, False]
    assert [message.data for message in wires.sent] == [True, True, False]


def test_what_the_service_sets_is_relayed_once():
    first, second = Wires(), Wires()
    first.topic.set(True)
    (relayed,) = first.sent
    for wires in (first, second):
        wires.heard["stop/relayed"](relayed)
    assert first.took == second.took == [True]
