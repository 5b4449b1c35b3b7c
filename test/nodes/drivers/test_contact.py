# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a base feels, and what it may do then."""

from std_msgs.msg import Bool

from egoplan_ros.nodes.drivers.contact import BUMPED, EMERGENCY, STALLED, Contact
from egoplan_ros.world.primitive import ErrorCode


class Node:
    def __init__(self):
        self.time, self.callbacks = 0.0, {}

    def listen(self, kind, topic, callback, qos, **more):
        assert not more["needed"]
        self.callbacks[topic] = callback

    def guarded(self, call, what=""):
        return call

    def now(self):
        return self.time

    def hear(self, topic, value, published=0):
        self.callbacks[topic](Bool(data=value), published)


def test_a_touch_ends_the_motion_in_which_it_begins_and_no_other():
    node = Node()
    contact = Contact(node)
    assert contact(0.0) is None
    for topic, word in ((BUMPED, "bumper"), (STALLED, "stall")):
        node.time += 1.0
        began = node.time
        node.time += 1.0
        node.hear(topic, True)
        error, line = contact(began)
        assert error is ErrorCode.COLLISION
        assert word in line
        node.time += 1.0
        assert contact(node.time) is None, "it may back off"
        node.hear(topic, True)
        assert contact(node.time) is None, "that is the same touch"
        node.hear(topic, False)
        node.hear(topic, True)
        assert contact(node.time) is not None
        node.hear(topic, False)


def test_an_emergency_stop_lets_nothing_move_until_it_is_released():
    node = Node()
    contact = Contact(node)
    node.hear(EMERGENCY, True)
    node.time += 100.0
    error, line = contact(node.time)
    assert error is ErrorCode.ROBOT_FAULT
    assert "release it" in line
    node.hear(EMERGENCY, False)
    assert contact(node.time) is None


def test_what_is_sent_again_late_releases_no_emergency_stop():
    node = Node()
    contact = Contact(node)
    node.hear(EMERGENCY, True, published=200)
    node.hear(EMERGENCY, False, published=100)
    assert contact(node.time) is not None
    node.hear(EMERGENCY, False, published=300)
    assert contact(node.time) is None
