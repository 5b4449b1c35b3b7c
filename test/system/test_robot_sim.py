# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robot's node on a stand-in that publishes as real drivers do."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from action_msgs.msg import GoalStatus, GoalStatusArray
from egoplan_ros.action import ExecutePrimitive
from geometry_msgs.msg import PoseStamped
from lifecycle_msgs.msg import State, Transition
from nav_msgs.msg import Odometry
from rclpy.action import ActionClient
from rclpy.qos import qos_profile_action_status_default
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Image
from std_msgs.msg import Bool, String
from std_srvs.srv import Trigger

from egoplan_ros.nodes.convert.geometry import from_pose
from egoplan_ros.nodes.convert.robot import to_primitive
from egoplan_ros.nodes.convert.stamps import from_time
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.robot_sim.robot import TICK_SECONDS
from egoplan_ros.world.geometry import Pose2D, apart, compose2d
from egoplan_ros.world.primitive import Primitive, PrimitiveKind
from egoplan_ros.world.transforms import flattened

DEVICE = {
    "device/color/image_raw": "/camera/color/image_raw",
    "device/color/camera_info": "/camera/color/camera_info",
    "device/depth/image_raw": "/camera/aligned_depth_to_color/image_raw",
    "device/odom": "/odom",
}
SMALL = ("--size", "160", "120", "--rate", "3", "--dropped", "0")
BASE = ("robot:=mobile_base", "oracle:=false", "publish_tf:=false", "base.holonomic:=false")
BASE += ("publish_odom:=false", "base.stale:=3.0")  # whoever shares the machine


class Robot:
    """The stand-in, and the node that drives it."""

    def __init__(self, probe: Any, process: subprocess.Popen[bytes], node: Any) -> None:
        self.probe, self.process, self.node = probe, process, node
        self.true: Pose2D | None = None
        self.odometry: Pose2D | None = None
        self.truths = 0
        probe.node.create_subscription(PoseStamped, "/robot_sim/true_pose", self._truth, EVENTS)
        probe.node.create_subscription(Odometry, "/odom", self._odometry, sensor())
        self.client = ActionClient(probe.node, ExecutePrimitive, "execute_primitive")

    def _truth(self, message: PoseStamped) -> None:
        self.true = Pose2D(*flattened(from_pose(message.pose)))
        self.truths += 1

    def _odometry(self, message: Odometry) -> None:
        self.odometry = Pose2D(*flattened(from_pose(message.pose.pose)))

    def begin(self, kind: PrimitiveKind, magnitude: float) -> Any:
        goal = ExecutePrimitive.Goal(primitive=to_primitive(Primitive(kind, magnitude)))
        self.probe.until(self.client.server_is_ready, 30.0, "execute_primitive")
        sent = self.client.send_goal_async(goal)
        self.probe.until(sent.done, 30.0, "acceptance")
        return sent.result().get_result_async()

    def do(self, kind: PrimitiveKind, magnitude: float) -> Any:
        ending = self.begin(kind, magnitude)
        self.probe.until(ending.done, 60.0, f"end of {kind}")
        return ending.result().result

    def moved(self, since: Pose2D) -> tuple[float, float]:
        assert self.true is not None
        return apart(self.true, since)

    def rest(self, seconds: float) -> None:
        """Let some of the robot's time pass: its own ticks, for the machine may stall it."""
        clock = self.probe.node.get_clock()
        end, ticks = clock.now().nanoseconds + seconds * 1e9, self.truths + seconds / TICK_SECONDS
        self.probe.until(
            lambda: clock.now().nanoseconds > end and self.truths > ticks, seconds + 60.0, "time"
        )


Start = Callable[..., Robot]


@pytest.fixture
def start(solo: Callable[..., Any], tmp_path: Path) -> Iterator[Start]:
    processes: list[subprocess.Popen[bytes]] = []

    def begin(*options: str, parameters: tuple[str, ...] = (), manager: bool = False) -> Robot:
        words = [word for name in (*BASE, *parameters) for word in ("-p", name)]
        words += [word for topic, name in DEVICE.items() for word in ("-r", f"{topic}:={name}")]
        node, probe = solo("robot_bridge", *words)
        processes.append(
            subprocess.Popen(
                [sys.executable, "-m", "egoplan_ros.cli", "robot-sim", *SMALL, *options],
                stdin=subprocess.DEVNULL,
                env={**os.environ, "ROS_DOMAIN_ID": str(probe.domain)},
            )
        )
        robot = Robot(probe, processes[-1], node)
        probe.until(lambda: robot.true, 60.0, "the stand-in")
        if manager:
            solo(
                "lifecycle_manager",
                *("-p", "velocity_timeout:=0.3", "-p", "autostart:=false"),
                beside=probe,
            )
        assert probe.change("robot_bridge", Transition.TRANSITION_CONFIGURE)
        assert probe.change("robot_bridge", Transition.TRANSITION_ACTIVATE)
        probe.until(
            lambda: probe.state("robot_bridge") == State.PRIMARY_STATE_ACTIVE, 60.0, "the bridge"
        )
        return robot

    yield begin
    for process in processes:
        process.send_signal(signal.SIGINT)
        assert process.wait(20.0) in (0, 130)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["--stamped", ""])
def test_slam_tells_where_the_base_is_and_the_base_gets_the_commands_it_takes(
    start: Start, kind: str
) -> None:
    """Wheels that are off by a fifth of the way, a camera that looks 15 degrees to the left."""
    options = ["--slam", "--drift", "10", "--mount", "0.1", "0.05", "15", *([kind] if kind else [])]
    robot = start(*options, parameters=("base.guard:=false",))
    for primitive, amount in (
        (PrimitiveKind.ROTATE_RIGHT, 0.8), (PrimitiveKind.MOVE_BACK, 0.4),
        (PrimitiveKind.ROTATE_LEFT, 0.8),
    ):  # fmt: skip
        answer = robot.do(primitive, amount)
        assert answer.result.success, answer.result.message
    assert robot.true is not None
    assert robot.odometry is not None
    assert robot.moved(Pose2D())[0] > 0.2
    robot.rest(1.5)  # a correction of SLAM's
    answer = robot.do(PrimitiveKind.OBSERVE, 0.0)
    base = answer.state.base
    far, wide = apart(Pose2D(base.x, base.y, base.theta), robot.true)
    assert far < 0.03
    assert wide < 0.03
    assert max(apart(robot.odometry, robot.true)) > 0.03, "its odometry is off"


@pytest.mark.slow
def test_nav2_drives_long_ways_and_what_it_leaves_is_driven_by_us(start: Start) -> None:
    """Its goal checker is content 0.3 m before the goal, and with goals that near at once."""
    robot = start(
        "--nav2", "0.3",
        parameters=("base.motion:=navigate_to_pose", "base.guard:=false"),
    )  # fmt: skip
    begun = robot.true
    assert begun is not None
    answer = robot.do(PrimitiveKind.MOVE_BACK, 0.6)
    assert answer.result.success, answer.result.message
    there = compose2d(begun, Pose2D(-0.6, 0.0, 0.0))
    far, wide = robot.moved(there)
    assert far < 0.1
    assert wide < 0.1
    for _ in range(3):  # nearer than it would set out for
        answer = robot.do(PrimitiveKind.MOVE_AHEAD, 0.2)
        assert answer.result.success, answer.result.message
    assert robot.moved(begun)[0] < 0.15
    ending = robot.begin(PrimitiveKind.MOVE_BACK, 0.6)
    halfway = robot.true
    robot.probe.until(lambda: max(robot.moved(halfway)) > 0.2, 30.0, "it sets out")
    stop = robot.probe.node.create_publisher(Bool, "stop", EVENTS)
    robot.probe.until(stop.get_subscription_count, 20.0, "a listener to stop")
    stop.publish(Bool(data=True))
    robot.probe.until(ending.done, 20.0, "end of the motion")
    assert ending.result().result.result.error == "cancelled"
    robot.rest(1.0)
    there = robot.true
    robot.rest(1.0)
    assert robot.true == there


def test_a_detector_an_arm_a_description_and_a_time_of_its_own(start: Start) -> None:
    vision_msgs = pytest.importorskip("vision_msgs.msg")
    options = ("--arm", "/hand", "--detections", "0", "--clock")
    robot = start(*options, parameters=("use_sim_time:=true", "base.guard:=false"))
    probe, node = robot.probe, robot.probe.node
    heard: dict[str, list[Any]] = {"images": [], "boxes": [], "clock": [], "urdf": []}
    for kind, topic, name, qos in (
        (Image, DEVICE["device/color/image_raw"], "images", sensor()),
        (vision_msgs.Detection2DArray, "/robot_sim/detections", "boxes", sensor()),
        (Clock, "/clock", "clock", sensor()),
        (String, "/robot_description", "urdf", LATCHED),
    ):
        node.create_subscription(kind, topic, heard[name].append, qos)
    probe.until(lambda: len(heard["boxes"]) > 3 and all(heard.values()), 60.0, "all its topics")
    begun = robot.true
    assert begun is not None
    answer = robot.do(PrimitiveKind.ROTATE_LEFT, 0.4)
    assert answer.result.success, answer.result.message
    assert robot.moved(begun)[1] == pytest.approx(0.4, abs=0.1)
    for _ in range(6):  # until there is something to be seen
        if heard["boxes"][-1].detections:
            break
        robot.do(PrimitiveKind.ROTATE_LEFT, 1.0)
        count = len(heard["boxes"])
        probe.until(lambda: len(heard["boxes"]) > count + 1, 30.0, "newer boxes")  # noqa: B023
    stamps = {from_time(message.header.stamp) for message in heard["images"]}
    told = [message for message in heard["boxes"] if from_time(message.header.stamp) in stamps]
    assert any(message.detections for message in told), "boxes are of an image's stamp"
    assert all(0.0 < stamp < 1e5 for stamp in stamps)
    times = [from_time(message.clock) for message in heard["clock"]]
    assert times == sorted(times)
    assert "camera_color_optical_frame" in heard["urdf"][0].data

    def truth() -> Any:
        client = node.create_client(Trigger, "/robot_sim/truth")
        probe.until(client.service_is_ready, 30.0, "the truth")
        sent = client.call_async(Trigger.Request())
        probe.until(sent.done, 30.0, "the truth")
        return json.loads(sent.result().message)

    assert truth()["account"]["collisions"] == 0
    robot.client = ActionClient(node, ExecutePrimitive, "/hand")

    def hand(primitive: Primitive) -> Any:
        probe.until(robot.client.server_is_ready, 30.0, "the arm")
        sent = robot.client.send_goal_async(
            ExecutePrimitive.Goal(primitive=to_primitive(primitive))
        )
        probe.until(sent.done, 30.0, "acceptance")
        ending = sent.result().get_result_async()
        probe.until(ending.done, 30.0, "the hand")
        return ending.result().result.result

    assert hand(Primitive(PrimitiveKind.PUT, 0.0, (0.5, 0.5))).error == "hand_empty"
    assert hand(Primitive(PrimitiveKind.MOVE_AHEAD, 0.3)).error == "not_allowed"
    box = heard["boxes"][-1].detections[0].bbox.center.position
    answer = hand(Primitive(PrimitiveKind.PICK, 0.0, (box.x / 160.0, box.y / 120.0)))
    assert answer.success == bool(truth()["inventory"]), answer.error


def test_a_base_whose_bridge_is_killed_comes_to_rest(start: Start) -> None:
    robot = start(manager=True)
    begun = robot.true
    assert begun is not None
    robot.begin(PrimitiveKind.ROTATE_LEFT, 3.0)
    robot.probe.until(lambda: robot.moved(begun)[1] > 0.3, 30.0, "a turn")
    killed = robot.true
    assert killed is not None
    robot.node.process.kill()
    robot.rest(2.0)
    assert robot.moved(killed)[1] < 0.7, "0.3 s at 0.8 rad/s, and what it takes to brake"
    there = robot.true
    robot.rest(1.0)
    assert robot.true == there


@pytest.mark.slow
def test_nav2_s_goal_ends_with_the_bridge_that_sent_it(start: Start) -> None:
    """It drove on to its goal; zeros on cmd_vel do not hold a base that Nav2 drives."""
    robot = start(
        "--nav2", "0.1", manager=True,
        parameters=("base.motion:=navigate_to_pose", "base.guard:=false", "base.blind:=1.0"),
    )  # fmt: skip
    told: list[int] = []
    robot.probe.node.create_subscription(
        GoalStatusArray,
        "/navigate_to_pose/_action/status",
        lambda message: told.extend(goal.status for goal in message.status_list),
        qos_profile_action_status_default,
    )

    def watched() -> bool:
        if ("lifecycle_manager", "/") not in robot.probe.node.get_node_names_and_namespaces():
            return False
        clients = robot.probe.node.get_client_names_and_types_by_node("lifecycle_manager", "/")
        return "/navigate_to_pose/_action/cancel_goal" in dict(clients)

    robot.probe.until(watched, 60.0, "the manager, which knows Nav2")
    begun = robot.true
    assert begun is not None
    robot.begin(PrimitiveKind.MOVE_BACK, 1.4)
    robot.probe.until(lambda: max(robot.moved(begun)) > 0.2, 30.0, "it sets out")
    robot.node.process.kill()
    ends = {GoalStatus.STATUS_CANCELED, GoalStatus.STATUS_SUCCEEDED, GoalStatus.STATUS_ABORTED}
    robot.probe.until(lambda: ends & {*told}, 30.0, "end of the goal")
    assert told[-1] == GoalStatus.STATUS_CANCELED
    robot.rest(1.0)
    there = robot.true
    robot.rest(1.0)
    assert robot.true == there


def test_one_message_on_stop_brings_it_to_rest(start: Start) -> None:
    robot = start()
    probe = robot.probe
    stop = probe.node.create_publisher(Bool, "stop", EVENTS)
    probe.until(stop.get_subscription_count, 20.0, "a listener to stop")
    begun = robot.true
    assert begun is not None
    ending = robot.begin(PrimitiveKind.ROTATE_LEFT, 3.0)
    probe.until(lambda: robot.moved(begun)[1] > 0.3, 30.0, "a turn")
    stop.publish(Bool(data=True))
    probe.until(ending.done, 20.0, "end of the turn")
    assert ending.result().result.result.error == "cancelled"
    robot.rest(1.0)
    there = robot.true
    robot.rest(1.0)
    assert robot.true == there
