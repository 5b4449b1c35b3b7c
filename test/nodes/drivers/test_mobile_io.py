# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the drivers of a real base send."""

from concurrent.futures import ThreadPoolExecutor
from math import cos, inf, isfinite, nan, pi, sin
from threading import Event
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from action_msgs.srv import CancelGoal
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Quaternion
from nav_msgs.msg import Odometry
from sensor_msgs.msg import CameraInfo, CompressedImage, Image

from egoplan_ros.nodes.convert.stamps import to_time
from egoplan_ros.nodes.diagnostics import Monitor
from egoplan_ros.nodes.drivers import mobile_io
from egoplan_ros.nodes.drivers.mobile_io import CALL_OFF, COLOR, DEPTH, GOAL, INFO, ODOM, MobileIO
from egoplan_ros.nodes.drivers.pulse import Pulse
from egoplan_ros.nodes.robot_bridge import RobotBridge
from egoplan_ros.robots.continuity import Continuity
from egoplan_ros.robots.motion import MotionLimits
from egoplan_ros.robots.trail import Trail
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.primitive import ErrorCode

SETTINGS = {"manipulation": "human", "camera_tilts": False, "camera_pitch": 0.0}
SETTINGS |= {"map_frame": "map", "base_frame": "base_link", "pose": "auto"}
SETTINGS |= {"transport": "raw"}
SETTINGS |= {"motion": "cmd_vel", "stale": 0.5, "velocity": "Twist", "sync": 0.02}
FRAMES = SETTINGS | {"camera_height": 1.0, "camera_forward": 0.0, "depth_scale": 0.0}
FRAMES |= {"map_frame": "map", "base_frame": "base_link", "pose": "auto", "camera": "auto"}
LIMITS = MotionLimits()


def pose_of(message):
    io = MobileIO.__new__(MobileIO)
    io._pulse, io._trail = Pulse((COLOR, DEPTH, INFO, ODOM)), Trail()
    io._continuity = Continuity(LIMITS)
    io._take_odometry(message)
    return io._odometry.pose


def test_the_heading_is_that_of_the_quaternion():
    message = Odometry()
    message.pose.pose.position.x = 2.0
    message.pose.pose.orientation = Quaternion(x=0.0, y=0.0, z=0.5**0.5, w=0.5**0.5)
    assert pose_of(message).x == 2.0
    assert pose_of(message).yaw == pytest.approx(pi / 2)


@pytest.mark.parametrize("length", [0.6, 0.99, 1.0, 1.5])
def test_a_quaternion_that_is_not_normalised_gives_its_heading(length):
    message = Odometry()
    turn = message.pose.pose.orientation
    turn.z, turn.w = length * sin(pi / 6.0), length * cos(pi / 6.0)
    assert pose_of(message).yaw == pytest.approx(pi / 3.0)


@pytest.mark.parametrize("part", "xyzw")
@pytest.mark.parametrize("bad", [nan, inf, -inf, 1e200])
def test_an_impossible_orientation_gives_no_heading(part, bad):
    message = Odometry()
    setattr(message.pose.pose.orientation, part, bad)
    assert not isfinite(pose_of(message).yaw)


def test_a_camera_or_odometry_that_fell_silent_is_told_for_as_long_as_it_is():
    """The bridge has had a frame, and would say that all is well."""
    io = MobileIO.__new__(MobileIO)
    io._node = SimpleNamespace(resolve_topic_name=lambda topic: topic.replace("device", "/robot"))
    io._settings = {"transport": "raw"}
    silent: list[str] = []
    io._pulse = SimpleNamespace(silent=lambda: silent)
    bridge = SimpleNamespace(_frame=object(), _io=io)
    assert RobotBridge._why_nothing(bridge) == ""
    silent[:] = [ODOM]
    assert RobotBridge._why_nothing(bridge) == "nothing comes on /robot/odom"
    silent[:] = [COLOR, DEPTH]
    assert "/robot/color/image_raw, /robot/depth/image_raw" in RobotBridge._why_nothing(bridge)
    silent.clear()
    assert RobotBridge._why_nothing(bridge) == ""


def test_a_wait_for_a_person_ends_when_it_is_withdrawn():
    io = MobileIO.__new__(MobileIO)
    io._settings, io._answer, asked = {"human_timeout": 60.0}, Event(), Event()
    io._person = SimpleNamespace(ask=lambda text: asked.set())
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(io._ask, "please hand me the mug")
        assert asked.wait(10.0)
        io._withdraw()
        assert waiting.result(10.0) is False


class Node:
    """What the subscriptions and names go to."""

    def __init__(self):
        self.callbacks = {}
        self.failed = []
        self.monitor = Monitor("/robot_bridge", lambda topic: 1)
        self.sent = []
        self.clients = {}
        self.timers, self.told, self.time = [], 0, 10.0

    def listen(self, kind, topic, callback, qos, **more):
        self.callbacks[topic] = callback

    def publish_on(self, kind, topic, qos):
        return lambda message: self.sent.append((topic, message))

    def every(self, seconds, callback, **_):
        self.timers.append(callback)

    def tell(self):
        self.told += 1

    def ask(self, kind, name):
        self.clients[name] = client = SimpleNamespace(
            service_is_ready=lambda: bool(client.served),
            call_async=lambda request: self.sent.append((name, request)),
            served=True,
        )
        return client

    def now(self):
        return self.time

    def get_clock(self):
        stamp = Time(sec=10)
        now = SimpleNamespace(to_msg=lambda: stamp)
        return SimpleNamespace(now=lambda: now)

    def caution(self, key, message):
        self.monitor.warn(key, message)

    def guarded(self, call, what=""):
        def safe(*words):
            try:
                call(*words)
            except InputError as error:
                self.failed.append((what, str(error)))

        return safe

    def resolve_topic_name(self, topic):
        return f"/robot/{topic.removeprefix('device/')}"


def test_what_a_frame_waits_for_is_told_by_its_topics(monkeypatch):
    now = 100.0
    monkeypatch.setattr(mobile_io.time, "monotonic", lambda: now)
    node = Node()
    missing = MobileIO(node, SETTINGS, LIMITS).connections()["missing"]
    now = 101.0
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
    assert "new stamps within 0.02 s" in missing()
    now = 200.0
    assert missing().startswith("nothing comes on /robot/color/image_raw")


def test_compressed_images_come_below_their_topics():
    node = Node()
    io = MobileIO(node, FRAMES | {"transport": "compressed"}, LIMITS)
    node.callbacks[ODOM](odometry(1.0))
    for topic, form, pixels in (
        (f"/robot/{COLOR.removeprefix('device/')}/compressed", "rgb8; jpeg compressed bgr8",
         np.zeros((3, 4, 3), np.uint8)),
        (f"/robot/{DEPTH.removeprefix('device/')}/compressedDepth", "16UC1; compressedDepth png",
         np.full((3, 4), 1500, np.uint16)),
    ):  # fmt: skip
        data = cv2.imencode(".png", pixels)[1].tobytes()
        data = bytes(12) + data if "Depth" in form else data
        message = CompressedImage(format=form, data=data)
        message.header.stamp = to_time(1.0)
        node.callbacks[topic](message)
    info = frame()[INFO]
    info.header.stamp = to_time(1.0)
    node.callbacks[INFO](info)
    seen = io.connections()["look"]()
    assert seen is not None, node.failed
    assert seen.depth == pytest.approx(1.5)


def frame(encoding="rgb8", focal=2.0):
    color = Image(width=4, height=3, encoding=encoding, step=12, data=bytes(36))
    depth = Image(width=4, height=3, encoding="32FC1", step=16, data=bytes(48))
    k = [focal, 0.0, 2.0, 0.0, focal, 1.5, 0.0, 0.0, 1.0]
    return {COLOR: color, DEPTH: depth, INFO: CameraInfo(width=4, height=3, k=k)}


def odometry(stamp, yaw=0.0):
    message = Odometry()
    message.header.stamp = to_time(stamp)
    turn = message.pose.pose.orientation
    turn.z, turn.w = sin(yaw / 2.0), cos(yaw / 2.0)
    return message


def show(node, stamp, messages=None):
    for topic, message in (messages or frame()).items():
        message.header.stamp = to_time(stamp)
        node.callbacks[topic](message)


def test_an_image_has_the_odometry_of_its_stamp():
    """It had that which came last: 5 degrees off in a turn, with depth 0.1 s late."""
    node = Node()
    look = MobileIO(node, FRAMES, LIMITS).connections()["look"]
    for step in range(27):
        node.callbacks[ODOM](odometry(step * 0.02, 0.8 * step * 0.02))
    show(node, 0.41)
    assert look().stamp == pytest.approx(0.41)
    assert look().robot.base.yaw == pytest.approx(0.8 * 0.41, abs=1e-6)
    show(node, 0.55)
    assert look().robot.base.yaw == pytest.approx(0.8 * 0.52, abs=1e-6), "newer has not come yet"


def test_an_image_without_odometry_of_its_time_is_no_frame():
    node = Node()
    connections = MobileIO(node, FRAMES, LIMITS).connections()
    node.callbacks[ODOM](odometry(1.0))
    for stamp in (1.6, 3600.0):
        show(node, stamp)
    assert connections["look"]() is None
    told = connections["missing"]()
    assert "/robot/odom" in told
    assert "0.5 s" in told
    assert node.failed == [("frame", told)] * 2, "the same words: it is logged once"
    show(node, 1.4)
    assert connections["look"]().stamp == pytest.approx(1.4)


def test_an_image_that_comes_before_odometry_after_a_pause_is_no_fault():
    node = Node()
    io = MobileIO(node, FRAMES, LIMITS)
    node.callbacks[ODOM](odometry(1.0))
    io.forget_odometry()
    show(node, 3600.0)
    assert not node.failed
    assert io.connections()["look"]() is None
    node.callbacks[ODOM](odometry(3600.1))
    show(node, 3600.1)
    assert io.connections()["look"]().stamp == pytest.approx(3600.1)


@pytest.mark.parametrize(
    ("wrong", "told"), [({"encoding": "mono8"}, "mono8"), ({"focal": nan}, "finite")]
)
def test_a_frame_that_cannot_be_used_is_told_once_whatever_comes_last(wrong, told):
    """Before, it was told for each topic anew, and a task was told of stamps that differ."""
    node = Node()
    connections = MobileIO(node, FRAMES, LIMITS).connections()

    def send(messages, order, second):
        node.callbacks[ODOM](odometry(second))
        for topic in order:
            messages[topic].header.stamp.sec = second
            node.callbacks[topic](messages[topic])

    send(frame(**wrong), (COLOR, DEPTH, INFO), 1)
    send(frame(**wrong), (INFO, DEPTH, COLOR), 2)
    assert [key for key, _ in node.failed] == ["frame", "frame"]
    assert told in node.failed[0][1]
    assert told in connections["missing"]()
    send(frame(), (INFO, COLOR, DEPTH), 3)
    assert "stamps of 7.0 s ago" in connections["missing"]()
    assert connections["look"]().stamp == 3.0


def test_a_lens_that_distorts_is_told_until_images_are_rectified():
    node = Node()
    connections = MobileIO(node, FRAMES, LIMITS).connections()
    node.callbacks[ODOM](odometry(1.0))
    for stamp, bent, told in ((1.1, -0.35, True), (1.2, 0.01, False)):
        messages = frame()
        messages[INFO].d = [bent, 0.0, 0.0, 0.0, 0.0]
        show(node, stamp, messages)
        assert connections["look"]().stamp == pytest.approx(stamp)
        assert ("distortion" in node.monitor.warnings) is told
    messages = frame()
    messages[INFO].distortion_model = "equidistant"
    show(node, 1.3, messages)
    assert "rectified" in connections["missing"]()
    assert connections["look"]().stamp == pytest.approx(1.2)


def test_a_navigation_is_sent_poses_in_the_frame_of_the_odometry():
    node = Node()
    connections = MobileIO(node, SETTINGS | {"motion": "goal_pose"}, LIMITS).connections()
    odometry = Odometry()
    odometry.header.frame_id = "odom_combined"
    node.callbacks[ODOM](odometry)
    connections["send_goal"](Pose2D(1.0, -2.0, pi / 2))
    topic, goal = node.sent.pop()
    assert topic == GOAL
    assert goal.header.frame_id == "odom_combined"
    assert (goal.pose.position.x, goal.pose.position.y) == (1.0, -2.0)
    assert goal.pose.orientation.z == pytest.approx(0.5**0.5)
    assert goal.header.stamp.sec == 10


def test_a_navigation_is_called_off_where_that_is_served():
    node = Node()
    call_off = MobileIO(node, SETTINGS | {"motion": "goal_pose"}, LIMITS).connections()["call_off"]
    assert call_off()
    # Neither an id nor a time: all goals.
    assert node.sent == [(CALL_OFF, CancelGoal.Request())]
    node.clients[CALL_OFF].served = False
    assert not call_off()


def test_nav2_is_called_off_by_its_own_action(monkeypatch):
    """Goals of a process before this one, too, whose ids nobody knows any more."""
    monkeypatch.setattr(mobile_io, "Navigation", lambda *words: lambda *goal: goal)
    node = Node()
    settings = SETTINGS | {"motion": "navigate_to_pose", "navigation": "/nav", "controller": "/c"}
    connections = MobileIO(node, settings, LIMITS).connections()
    cancel = "/nav/_action/cancel_goal"
    assert connections["call_off"]()
    assert node.sent == [(cancel, CancelGoal.Request())]
    node.clients[cancel].served = False
    assert not connections["call_off"]()
    connections["navigate"](Pose2D(1.0), bool, 9.0)
    node.clients[cancel].served = True
    for tick in node.timers:
        tick()
    assert len(node.sent) == 1, "a goal of ours has come first"


def test_a_base_driven_by_velocities_has_no_navigation():
    node = Node()
    connections = MobileIO(node, SETTINGS, LIMITS).connections()
    assert connections["send_goal"] is None
    assert not connections["call_off"]()
    assert not node.clients


def measured(metres, encoding="32FC1"):
    """A frame of a wall, in a unit of its own."""
    kind = np.float32 if encoding == "32FC1" else np.uint16
    data = np.full((60, 80), metres, kind)
    messages = frame(focal=60.0)
    messages[DEPTH] = Image(
        width=80, height=60, encoding=encoding, step=80 * data.itemsize, data=data.tobytes()
    )
    messages[COLOR] = Image(width=80, height=60, encoding="rgb8", step=240, data=bytes(14400))
    messages[INFO].width, messages[INFO].height = 80, 60
    return messages


@pytest.mark.parametrize(
    ("value", "encoding", "scale"), [(900.0, "32FC1", 0.001), (4500, "16UC1", 0.0002)]
)
def test_depth_of_another_unit_is_refused_until_the_unit_is_told(value, encoding, scale):
    node = Node()
    settings = FRAMES | {"camera_pitch": 0.6}
    connections = MobileIO(node, settings, LIMITS).connections()
    node.callbacks[ODOM](odometry(1.0))
    show(node, 1.0, measured(value, encoding))
    assert connections["look"]() is None
    assert "depth_scale" in connections["missing"]()
    node = Node()
    look = MobileIO(node, settings | {"depth_scale": scale}, LIMITS).connections()["look"]
    node.callbacks[ODOM](odometry(1.0))
    show(node, 1.0, measured(value, encoding))
    assert look().depth[0, 0] == pytest.approx(0.9)


def test_odometry_that_leaps_is_told_and_the_map_keeps_its_place():
    node = Node()
    connections = MobileIO(node, FRAMES | {"motion": "goal_pose"}, LIMITS).connections()
    for stamp, x in ((1.0, 4.0), (1.1, 4.02), (1.2, 0.0), (1.3, 0.02)):
        message = odometry(stamp)
        message.pose.pose.position.x = x
        node.callbacks[ODOM](message)
    assert connections["read_odometry"]().pose.x == pytest.approx(4.04)
    assert "leapt by 4.02 m" in node.monitor.warnings["odometry"]
    connections["send_goal"](Pose2D(5.0, 0.0, 0.0))
    assert node.sent.pop()[1].pose.position.x == pytest.approx(0.98), "in its frame as it is now"


def test_a_leap_of_odometry_ends_the_motion_in_which_it_comes_and_no_other():
    node = Node()
    connections = MobileIO(node, FRAMES, LIMITS).connections()
    held = connections["contact"]
    for stamp, x in ((1.0, 4.0), (1.1, 4.02)):
        message = odometry(stamp)
        message.pose.pose.position.x = x
        node.callbacks[ODOM](message)
    assert held(9.0) is None
    node.callbacks[ODOM](odometry(1.2))
    assert held(9.0) == (ErrorCode.ROBOT_FAULT, "odometry leapt; check the base's driver")
    assert held(10.5) is None
    node.time = 0.5  # the clock was set back since
    assert held(0.2) is None
    node.time = 20.0
    assert held(9.0) is None


def test_what_falls_silent_is_told_at_once_and_once(monkeypatch):
    node = Node()
    io = MobileIO(node, FRAMES, LIMITS)
    silent: list[str] = []
    monkeypatch.setattr(io._pulse, "silent", lambda: list(silent))
    watch = io._watch
    assert watch in node.timers
    watch()
    assert node.told == 0
    silent.append(DEPTH)
    watch()
    watch()
    assert node.told == 1
    silent.clear()
    watch()
    assert node.told == 2


def test_a_base_that_does_not_follow_is_told_of_at_once_and_until_it_does():
    node = Node()
    io = MobileIO(node, SETTINGS, LIMITS)
    doubt = io.connections()["doubt"]
    doubt("")
    assert node.told == 0
    doubt("less than 50% of 0.25 m/s ahead is measured")
    (line,) = node.monitor.warnings.values()
    assert "cmd_vel" in line
    assert "commands are lost" in line
    assert "of 0.25 m/s ahead" in line
    told = node.told
    doubt("")
    assert not node.monitor.warnings
    assert node.told == told + 1
