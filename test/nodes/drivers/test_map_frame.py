# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""map -> odom where nobody else publishes it, and only there."""

from types import SimpleNamespace

import pytest
from geometry_msgs.msg import TransformStamped

from egoplan_ros.nodes.convert.geometry import from_xyz, to_transform
from egoplan_ros.nodes.convert.stamps import to_time
from egoplan_ros.nodes.drivers.map_frame import MapFrame
from egoplan_ros.nodes.drivers.transform_listener import TransformListener
from egoplan_ros.world.geometry import Pose2D, flat

pytest.importorskip("tf2_msgs")


class Node:
    """A robot's node, whose messages come back to it as on a topic."""

    def __init__(self):
        self.time, self.sent, self.told, self.topics = 0.0, [], {}, {}
        self.monitor = SimpleNamespace(clear=lambda key: self.told.pop(key, None))
        self.odometry = ("odom", Pose2D(), Pose2D(1.0, 0.0, 0.0))
        self.listener = TransformListener(self)
        self.frame = MapFrame(self, self.listener, ("map", "base_link"), lambda: self.odometry)

    def listen(self, kind, topic, callback, qos, **more):
        self.topics[topic] = kind, callback

    def publish_on(self, kind, topic, qos):
        assert topic == "/tf"
        return self.publish

    def publish(self, message):
        self.sent.append(message)
        self.topics["/tf"][1](message)

    def every(self, seconds, callback):
        assert seconds <= 0.1
        self.seconds, self.tick = seconds, callback

    def now(self):
        return self.time

    def caution(self, key, line):
        self.told[key] = line

    def hear(self, parent, child):
        item = TransformStamped(child_frame_id=child, transform=to_transform(flat(Pose2D())))
        item.header.frame_id, item.header.stamp = parent, to_time(self.time)
        kind, callback = self.topics["/tf"]
        callback(kind(transforms=[item]))

    def go_on(self, seconds):
        for _ in range(round(seconds / self.seconds)):
            self.time += self.seconds
            self.tick()

    def names(self):
        return [
            (item.header.frame_id, item.child_frame_id)
            for message in self.sent
            for item in message.transforms
        ]


def test_it_is_published_and_told_when_nobody_does_and_ends_when_somebody_does():
    node = Node()
    node.hear("odom", "base_link")
    node.go_on(2.5)
    assert not node.sent
    node.go_on(2.0)
    assert set(node.names()) == {("map", "odom")}
    assert len(node.sent) > 15
    assert "nobody publishes map -> odom" in node.told["map frame"]
    assert not node.listener.tree.knows("map", "base_link"), "its own word is no localisation"
    count = len(node.sent)
    node.time += 0.013
    node.hear("map", "odom")
    node.go_on(5.0)
    assert len(node.sent) == count
    assert not node.told


def test_a_base_without_transforms_gets_both():
    node = Node()
    node.go_on(4.0)
    assert set(node.names()) == {("map", "odom"), ("odom", "base_link")}
    places = {item.child_frame_id: item.transform for item in node.sent[-1].transforms}
    assert from_xyz(places["base_link"].translation) == (1.0, 0.0, 0.0)


def test_between_a_base_and_map_there_may_be_more_frames():
    node = Node()
    node.hear("wheels", "base_link")
    node.hear("odom_combined", "wheels")
    node.odometry = ("odom", Pose2D(0.5, 0.0, 0.0), Pose2D())
    node.go_on(4.0)
    assert set(node.names()) == {("map", "odom_combined")}
    assert node.sent[-1].transforms[0].transform.translation.x == 0.5


def test_without_odometry_nothing_is_known():
    node = Node()
    node.odometry = None
    node.go_on(5.0)
    assert not node.sent


def test_who_is_localised_is_left_alone():
    node = Node()
    node.hear("map", "odom")
    node.hear("odom", "base_link")
    node.go_on(5.0)
    assert not node.sent
    assert not node.told
