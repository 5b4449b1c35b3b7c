# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where base and camera are, by whoever knows."""

from math import cos, inf, nan, pi, sin
from types import SimpleNamespace

import numpy as np
import pytest
from geometry_msgs.msg import TransformStamped

from egoplan_ros.nodes.convert.geometry import to_transform
from egoplan_ros.nodes.convert.stamps import to_time
from egoplan_ros.nodes.drivers.transform_listener import TransformListener
from egoplan_ros.nodes.drivers.whereabouts import Whereabouts
from egoplan_ros.robots.motion import Odometry
from egoplan_ros.robots.trail import Trail
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import (
    OPTICAL_ROTATION,
    Pose,
    Pose2D,
    camera_optical_pose,
    compose,
    flat,
    multiply,
    pitch_quaternion,
    yaw_quaternion,
)

pytest.importorskip("tf2_msgs")
SETTINGS = {"map_frame": "map", "base_frame": "base_link", "pose": "auto", "camera": "auto"}
SETTINGS |= {"stale": 0.5, "camera_height": 1.2, "camera_forward": 0.1}
LENS = "camera_color_optical_frame"


class Node:
    """A node that hears transforms by hand."""

    resolve_topic_name = staticmethod(str)

    def __init__(self):
        self.topics, self.told, self.happenings = {}, {}, []
        self.monitor = SimpleNamespace(clear=lambda key: self.told.pop(key, None))

    def listen(self, kind, topic, callback, qos, **more):
        assert more["always"]
        self.topics[topic] = kind, callback

    def caution(self, key, line):
        self.told[key] = line

    def happened(self, key, line):
        self.happenings.append(line)

    def hear(self, parent, child, pose, stamp=1.0, topic="/tf"):
        item = TransformStamped(child_frame_id=child, transform=to_transform(pose))
        item.header.frame_id, item.header.stamp = parent, to_time(stamp)
        kind, callback = self.topics[topic]
        callback(kind(transforms=[item]))


def made(**settings):
    node = Node()
    return node, Whereabouts(node, TransformListener(node).tree, SETTINGS | settings)


def trail(pose, stamp=1.0):
    found = Trail()
    found.add(Odometry(stamp, pose))
    return found


def at(whereabouts, stamp=1.0, frame=LENS, odometry=None):
    return whereabouts.at(stamp, frame, odometry or Trail(), 0.3, "/odom")


def test_without_transforms_odometry_and_parameters_are_taken_and_told():
    node, whereabouts = made()
    base = Pose2D(2.0, 1.0, 0.7)
    state, optical = at(whereabouts, odometry=trail(base))
    assert state.base == base
    assert (state.camera_pitch, state.camera_height) == (0.3, 1.2)
    assert optical == camera_optical_pose(base, 1.2, 0.3, 0.1)
    assert "odometry is taken" in node.told["tf pose"]
    assert "camera_height" in node.told["tf camera"]


def test_slam_moves_the_base_and_the_urdf_tells_of_the_camera():
    """map -> odom of SLAM, a camera aside of the middle that looks 20 degrees to the left."""
    node, whereabouts = made()
    node.hear("map", "odom", flat(Pose2D(0.5, -0.2, 0.1)))
    node.hear("odom", "base_link", flat(Pose2D(2.0, 1.0, 0.7)))
    turn = multiply(yaw_quaternion(pi / 9), multiply(pitch_quaternion(0.4), OPTICAL_ROTATION))
    node.hear("base_link", LENS, Pose((0.2, 0.15, 0.9), turn), topic="/tf_static")
    state, optical = at(whereabouts, odometry=trail(Pose2D(9.0, 9.0, 9.0)))
    assert not node.told
    x = 0.5 + cos(0.1) * 2.0 - sin(0.1) * 1.0
    y = -0.2 + sin(0.1) * 2.0 + cos(0.1) * 1.0
    assert (state.base.x, state.base.y, state.base.yaw) == pytest.approx((x, y, 0.8))
    assert state.camera_height == pytest.approx(0.9)
    assert state.camera_pitch == pytest.approx(0.4)
    expected = compose(flat(Pose2D(x, y, 0.8)), Pose((0.2, 0.15, 0.9), turn))
    np.testing.assert_allclose(optical.matrix(), expected.matrix(), atol=1e-9)


def test_the_way_since_the_last_correction_is_told():
    """Odometry by TF, for what its topic tells is of other moments than its transform."""
    node, whereabouts = made()
    node.hear("map", "odom", Pose())
    node.hear("odom", "base_link", Pose())
    assert at(whereabouts)[0].odometry == Pose2D()
    for stamp, x, corrected, way in (
        (1.1, 0.4, Pose2D(), 0.4), (1.2, 0.7, Pose2D(0.1, 0.0, 0.02), 0.0),
        (1.3, 1.0, Pose2D(0.1, 0.0, 0.02), 0.3),
    ):  # fmt: skip
        node.hear("map", "odom", flat(corrected), stamp)
        node.hear("odom", "base_link", flat(Pose2D(x, 0.0, 0.0)), stamp)
        state, _ = at(whereabouts, stamp, odometry=trail(Pose2D(9.0), stamp))
        assert (state.odometry.x, state.odometry.y) == pytest.approx((x, 0.0))
        assert state.uncorrected == pytest.approx(way)
        assert state.base.x == pytest.approx(x * cos(corrected.yaw) + corrected.x)


def test_odometry_that_begins_anew_is_no_correction():
    """Its driver was started again at 0.8 m, and SLAM has taken that into account."""
    node, whereabouts = made()
    for stamp, corrected, x, leapt in (
        (1.0, 0.0, 0.0, 0.0), (1.1, 0.0, 0.8, 0.0), (1.2, 0.8, 0.1, 0.8), (1.3, 0.8, 0.2, 0.8)
    ):  # fmt: skip
        node.hear("map", "odom", flat(Pose2D(corrected)), stamp)
        node.hear("odom", "base_link", flat(Pose2D(x)), stamp)
        state, _ = whereabouts.at(stamp, LENS, Trail(), 0.3, "/odom", Pose2D(leapt))
        assert state.odometry.x == pytest.approx(state.base.x)
    assert state.uncorrected == pytest.approx(1.0)


def test_without_slam_odometry_is_never_corrected_until_there_is_one():
    node, whereabouts = made()
    for stamp, x in ((1.0, 0.0), (1.1, 0.5)):
        state, _ = at(whereabouts, stamp, odometry=trail(Pose2D(x), stamp))
        assert state.odometry == state.base == Pose2D(x)
    assert state.uncorrected == pytest.approx(0.5)
    node.hear("odom", "base_link", flat(Pose2D(0.5)), 1.2)
    node.hear("map", "odom", flat(Pose2D(3.0, 1.0, 0.5)), 1.2)
    state, _ = at(whereabouts, 1.2, odometry=trail(Pose2D(0.5), 1.2))
    assert state.odometry.x == pytest.approx(0.5)
    assert state.uncorrected == 0.0


def test_a_pose_is_that_of_the_images_stamp():
    node, whereabouts = made()
    node.hear("map", "odom", Pose())
    for tenth in range(10):
        node.hear("odom", "base_link", flat(Pose2D(0.0, 0.0, 0.08 * tenth)), 1.0 + 0.1 * tenth)
        node.hear("map", "odom", Pose(), 1.0 + 0.1 * tenth)
    assert at(whereabouts, 1.45)[0].base.yaw == pytest.approx(0.36)
    with pytest.raises(InputError, match="older"):
        at(whereabouts, 3.0)


def test_the_parts_may_come_from_different_sources():
    node, whereabouts = made()
    node.hear("base_link", LENS, Pose((0.0, 0.0, 1.0), OPTICAL_ROTATION), topic="/tf_static")
    state, optical = at(whereabouts, odometry=trail(Pose2D(3.0, 0.0, 0.0)))
    assert optical.position == pytest.approx((3.0, 0.0, 1.0))
    assert state.camera_pitch == pytest.approx(0.0)
    assert list(node.told) == ["tf pose"]
    node.hear("map", "base_link", flat(Pose2D(4.0, 0.0, 0.0)))
    assert at(whereabouts)[1].position == pytest.approx((4.0, 0.0, 1.0))
    assert not node.told


def test_who_wants_tf_alone_or_none_gets_that():
    node, whereabouts = made(pose="tf")
    with pytest.raises(InputError, match="no transform from map to base_link"):
        at(whereabouts, odometry=trail(Pose2D()))
    node, whereabouts = made(pose="parameters", camera="parameters")
    node.hear("map", "base_link", flat(Pose2D(4.0, 0.0, 0.0)))
    node.hear("base_link", LENS, Pose())
    state, optical = at(whereabouts, odometry=trail(Pose2D(1.0, 0.0, 0.0)))
    assert state.base.x == 1.0
    assert optical.position == pytest.approx((1.1, 0.0, 1.2))
    assert not node.told


@pytest.mark.parametrize("bad", [nan, inf])
def test_a_transform_that_is_none_is_left_out_and_told(bad):
    node, whereabouts = made(pose="tf")
    node.hear("map", "base_link", Pose((bad, 0.0, 0.0)))
    node.hear("map", "base_link", Pose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)))
    assert len(node.happenings) == 2
    with pytest.raises(InputError):
        at(whereabouts)
