"""What the drivers of a real base send."""

from concurrent.futures import ThreadPoolExecutor
from math import inf, isfinite, nan, pi
from threading import Event

import pytest
from geometry_msgs.msg import Quaternion
from nav_msgs.msg import Odometry
from sensor_msgs.msg import CameraInfo, Image

from egoplan_ros.nodes import mobile_io
from egoplan_ros.nodes.mobile_io import COLOR, DEPTH, INFO, ODOM, MobileIO


def pose_of(message):
    io = MobileIO.__new__(MobileIO)
    io._heard = {}
    io._take_odometry(message)
    return io._odometry.pose


def test_the_heading_is_that_of_the_quaternion():
    message = Odometry()
    message.pose.pose.position.x = 2.0
    message.pose.pose.orientation = Quaternion(x=0.0, y=0.0, z=0.5**0.5, w=0.5**0.5)
    assert pose_of(message).x == 2.0
    assert pose_of(message).yaw == pytest.approx(pi / 2)


@pytest.mark.parametrize("part", "xyzw")
@pytest.mark.parametrize("bad", [nan, inf, -inf, 1e200])
def test_an_impossible_orientation_gives_no_heading(part, bad):
    message = Odometry()
    setattr(message.pose.pose.orientation, part, bad)
    assert not isfinite(pose_of(message).yaw)


def test_a_wait_for_a_person_ends_when_it_is_withdrawn():
    io = MobileIO.__new__(MobileIO)
    io._settings, io._answer, asked = {"human_timeout": 60.0}, Event(), Event()
    io._request = lambda message: asked.set()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(io._ask, "please hand me the mug")
        assert asked.wait(10.0)
        io._withdraw()
        assert waiting.result(10.0) is False


class Node:
    """What the subscriptions and names go to."""

    def __init__(self):
        self.callbacks = {}

    def listen(self, kind, topic, callback, qos, **more):
        self.callbacks[topic] = callback

    def publish_on(self, kind, topic, qos):
        return lambda message: None

    def resolve_topic_name(self, topic):
        return f"/robot/{topic.removeprefix('device/')}"


def test_what_a_frame_waits_for_is_told_by_its_topics(monkeypatch):
    now = 100.0
    monkeypatch.setattr(mobile_io.time, "monotonic", lambda: now)
    node = Node()
    settings = {"manipulation": "human", "camera_tilts": False, "camera_pitch": 0.0}
    missing = MobileIO(node, settings).connections()["missing"]
    assert missing() == (
        "nothing comes on /robot/color/image_raw, /robot/depth/image_raw, "
        "/robot/color/camera_info, /robot/odom"
    )
    node.callbacks[ODOM](Odometry())
    for topic, kind in ((COLOR, Image), (INFO, CameraInfo)):
        node.callbacks[topic](kind())
    assert missing() == "nothing comes on /robot/depth/image_raw"
    late = Image()
    late.header.stamp.sec = 1
    node.callbacks[DEPTH](late)
    assert "same new stamp" in missing()
    now = 200.0
    assert missing().startswith("nothing comes on /robot/color/image_raw")
