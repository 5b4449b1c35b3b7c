# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A real base whose hand is an arm behind an action server, in a graph of its own."""

import threading
import time
from types import SimpleNamespace

import pytest
import rclpy
from egoplan_ros.action import ExecutePrimitive
from nav_msgs.msg import Odometry
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Bool, Float64

from egoplan_ros.commands.domain import own_domain
from egoplan_ros.nodes import robot_bridge
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.frame import STATE
from egoplan_ros.nodes.convert.robot import to_primitive
from egoplan_ros.nodes.convert.stamps import from_time
from egoplan_ros.nodes.drivers import arm, mobile_io, remote_action
from egoplan_ros.nodes.drivers.mobile_io import ARM, COLOR, DEPTH, HUMAN, INFO, ODOM, TILT, MobileIO
from egoplan_ros.nodes.parameters import defaults
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.remembered import Remembered
from egoplan_ros.nodes.robot_bridge import RobotBridge
from egoplan_ros.robots.motion import MotionLimits
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveKind

PICK = Primitive(PrimitiveKind.PICK, 0.0, (0.25, 0.75), "Mug_1", "Mug")
SETTINGS = {
    name.removeprefix("base."): value
    for name, value in defaults("robot_bridge").items()
    if name.startswith("base.")
}


class Bridge(ManagedNode):
    """The node whose worker thread the arm is used from."""

    NAME = "planner"  # any with a file of parameters


class Hand:
    """An arm's driver on its own thread."""

    def __init__(self, domain):
        self.context = rclpy.Context()
        rclpy.init(context=self.context, domain_id=domain)
        self.node = rclpy.create_node("hand", context=self.context, namespace="here")
        self.asked, self.cancelled = [], threading.Event()
        self.accepts, self.error, self.busy, self.obeys = True, "", False, True
        self.server = ActionServer(
            self.node,
            ExecutePrimitive,
            arm.SERVER,
            self.execute,
            goal_callback=lambda _: GoalResponse.ACCEPT if self.accepts else GoalResponse.REJECT,
            cancel_callback=self.cancel,
            callback_group=ReentrantCallbackGroup(),
        )
        self.executor = MultiThreadedExecutor(3, context=self.context)
        self.executor.add_node(self.node)
        self.thread = threading.Thread(target=self.executor.spin)
        self.thread.start()

    def cancel(self, _):
        self.cancelled.set()
        return CancelResponse.ACCEPT if self.obeys else CancelResponse.REJECT

    def execute(self, handle):
        self.asked.append(handle.request.primitive)
        while self.busy and not (self.obeys and handle.is_cancel_requested):
            time.sleep(0.02)
        result = ExecutePrimitive.Result()
        if self.busy:
            handle.canceled()
        elif self.error:
            result.result.error, result.result.message = self.error, "told by the hand"
            handle.abort()
        else:
            result.result.success = True
            handle.succeed()
        return result

    def publish_camera_and_odometry(self):
        """A picture of 4 x 3 pixels, ten times a second."""
        info = CameraInfo(width=4, height=3, k=[2.0, 0.0, 2.0, 0.0, 2.0, 1.5, 0.0, 0.0, 1.0])
        color = Image(width=4, height=3, encoding="rgb8", step=12, data=bytes(36))
        depth = Image(width=4, height=3, encoding="32FC1", step=16, data=bytes(48))
        sent = [
            (self.node.create_publisher(type(message), topic, sensor()), message)
            for topic, message in ((ODOM, Odometry()), (COLOR, color), (DEPTH, depth), (INFO, info))
        ]

        def publish():
            stamp = self.node.get_clock().now().to_msg()
            for publisher, message in sent:
                message.header.stamp = stamp
                publisher.publish(message)

        sent[0][1].pose.pose.orientation.w = 1.0
        self.node.create_timer(0.1, publish)

    def close(self):
        self.busy = False
        self.executor.shutdown()
        self.thread.join()
        self.server.destroy()  # else it is there for the next test's arm
        self.node.destroy_node()
        rclpy.shutdown(context=self.context)


@pytest.fixture
def graph(request, monkeypatch):
    monkeypatch.setattr(robot_bridge, "_AGAIN_SECONDS", 0.3)
    kind, options = getattr(request, "param", (Bridge, ()))
    with own_domain() as domain:
        monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
        words = [word for option in options for word in ("-p", option)]
        rclpy.init(domain_id=domain, args=["--ros-args", "-r", "__ns:=/here", *words])
        node = kind()
        executor = SingleThreadedExecutor()
        executor.add_node(node)
        thread = threading.Thread(target=executor.spin)
        thread.start()
        node.trigger_configure()
        yield node, domain
        executor.shutdown()
        thread.join()
        node.close()
        rclpy.shutdown()


@pytest.fixture
def bridge(graph):
    return graph[0]


@pytest.fixture
def hand(graph):
    made = Hand(graph[1])
    yield made
    made.close()


def no():
    return False


def test_what_the_arm_did_is_told(bridge, hand):
    use = arm.Arm(bridge, 20.0)
    assert use(PICK, no) == (ErrorCode.NONE, "")
    asked = hand.asked[0]
    assert (asked.kind, asked.object_id, asked.object_type) == ("pick", "Mug_1", "Mug")
    assert (asked.has_point, asked.x, asked.y) == (True, 0.25, 0.75)
    hand.error = "out_of_reach"
    assert use(PICK, no) == (ErrorCode.OUT_OF_REACH, "told by the hand")
    hand.error = "what no list has"
    assert use(PICK, no) == (ErrorCode.OTHER, "told by the hand")
    hand.accepts = False
    error, message = use(PICK, no)
    assert error is ErrorCode.NOT_ALLOWED
    assert "refuses" in message


def test_an_arm_that_is_not_there_is_told(bridge, monkeypatch):
    monkeypatch.setattr(remote_action, "_THERE_SECONDS", 0.3)
    error, message = arm.Arm(bridge, 20.0)(PICK, no)
    assert error is ErrorCode.ROBOT_FAULT
    assert "/here/device/manipulate" in message
    assert "base.manipulation" in message


@pytest.mark.parametrize("obeys", [True, False])
def test_who_takes_too_long_is_cancelled(bridge, hand, monkeypatch, obeys):
    monkeypatch.setattr(remote_action, "_CANCEL_SECONDS", 2.0 if obeys else 0.3)
    hand.busy, hand.obeys = True, obeys
    error, message = arm.Arm(bridge, 1.0)(PICK, no)
    assert hand.cancelled.is_set()
    assert error is (ErrorCode.OTHER if obeys else ErrorCode.ROBOT_FAULT), message
    assert "1 s" in message


def test_a_stop_cancels_what_the_arm_does(bridge, hand):
    hand.busy = True
    began = time.monotonic()
    error, _ = arm.Arm(bridge, 60.0)(PICK, lambda: bool(hand.asked))
    assert error is ErrorCode.CANCELLED
    assert hand.cancelled.is_set()
    assert time.monotonic() - began < 20.0


@pytest.mark.parametrize("manipulation", [HUMAN, ARM])
def test_who_manipulates_is_a_setting(bridge, manipulation):
    found = MobileIO(
        bridge, {**SETTINGS, "manipulation": manipulation}, MotionLimits()
    ).connections()
    assert isinstance(found["manipulate"], arm.Arm) == (manipulation == ARM)
    assert found["tilt"] is None


def test_a_person_helps_by_default():
    assert SETTINGS["manipulation"] == HUMAN
    choices = {item.name: item.choices for item in RobotBridge.PARAMETERS}
    assert choices["base.manipulation"] == (HUMAN, ARM)


def test_a_camera_that_tilts(bridge, hand, monkeypatch):
    monkeypatch.setattr(mobile_io, "_LISTENER_SECONDS", 0.2)
    io = MobileIO(bridge, {**SETTINGS, "camera_tilts": True, "tilt_seconds": 0.0}, MotionLimits())
    tilt = io.connections()["tilt"]
    assert not tilt(0.5), "nobody listens"
    assert io._pitch == SETTINGS["camera_pitch"]
    heard = []
    hand.node.create_subscription(Float64, TILT, lambda m: heard.append(m.data), LATCHED)
    end = time.monotonic() + 20.0
    while not tilt(0.5) and time.monotonic() < end:
        time.sleep(0.05)
    assert io._pitch == 0.5
    while not heard and time.monotonic() < end:
        time.sleep(0.05)
    assert heard[-1] == 0.5


def await_(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    assert condition()


WITH_ARM = (RobotBridge, ("robot:=mobile_base", "base.manipulation:=action", "oracle:=false"))


@pytest.mark.parametrize("graph", [WITH_ARM], indirect=True)
def test_the_graph_reaches_the_arm_and_a_stop_halts_it(bridge, hand):
    """As it is launched on a real robot: what is to be picked goes to the arm."""
    hand.publish_camera_and_odometry()
    client = ActionClient(hand.node, ExecutePrimitive, "execute_primitive")
    stop = hand.node.create_publisher(Bool, "stop", EVENTS)
    bridge.trigger_activate()
    await_(lambda: bridge._frame is not None)
    assert client.wait_for_server(20.0)

    def ended(kind, busy=False):
        goal = ExecutePrimitive.Goal(primitive=to_primitive(Primitive(kind, object_type="Mug")))
        sent = client.send_goal_async(goal)
        if busy:
            await_(lambda: len(hand.asked) >= 2)
            stop.publish(Bool(data=True))
        await_(sent.done)
        answer = sent.result().get_result_async()
        await_(answer.done)
        return answer.result().result

    picked = ended(PrimitiveKind.PICK)
    assert picked.result.success, picked.result.message
    assert picked.state.holding
    hand.busy = True
    stopped = ended(PrimitiveKind.OPEN, busy=True)
    assert (stopped.result.success, stopped.result.error) == (False, "cancelled")
    assert hand.cancelled.is_set()


@pytest.mark.parametrize("graph", [WITH_ARM], indirect=True)
def test_the_episode_of_a_base_goes_on_when_its_node_is_started_again(
    bridge, hand, monkeypatch, tmp_path
):
    """The process died; the home, the odometry and what is in the hand are as they were."""
    monkeypatch.setattr(robot_bridge, "node_file", lambda name, ending: tmp_path / ending)
    bridge.trigger_cleanup()
    bridge.trigger_configure()
    hand.publish_camera_and_odometry()
    bridge.trigger_activate()
    await_(lambda: bridge._frame is not None)
    client = ActionClient(hand.node, ExecutePrimitive, "execute_primitive")
    assert client.wait_for_server(20.0)
    for kind in (PrimitiveKind.PICK, PrimitiveKind.OBSERVE):
        goal = ExecutePrimitive.Goal(primitive=to_primitive(Primitive(kind, object_type="Mug")))
        sent = client.send_goal_async(goal)
        await_(sent.done)
        await_(sent.result().get_result_async().done)
    before = bridge._messages[STATE]
    assert (before.step, before.holding) == (2, True)
    kept = (tmp_path / "journal").read_bytes()
    bridge.trigger_deactivate()
    bridge.trigger_cleanup()
    (tmp_path / "journal").write_bytes(kept)  # as who is killed leaves it
    bridge.trigger_configure()
    assert bridge._frame is None
    bridge.trigger_activate()
    await_(lambda: bridge._frame is not None)
    after = bridge._messages[STATE]
    assert (after.episode, after.step, after.holding) == (before.episode, 2, True)
    assert not bridge._robot.base.stopped
    assert from_time(after.header.stamp) > from_time(before.header.stamp)
    bridge.begin(lambda: bridge._begin(None, None), "robot")
    await_(lambda: bridge._messages[STATE].episode == before.episode + 1)
    assert bridge._messages[STATE].step == 0


ON_A_BASE = (RobotBridge, ("robot:=mobile_base", "oracle:=false"))


@pytest.mark.parametrize("graph", [ON_A_BASE], indirect=True)
def test_drivers_that_come_after_the_robot_is_begun_with_are_heard(bridge, hand):
    """Seen with a camera started after the graph: every task ended with the fault of long ago."""
    bridge.trigger_activate()
    await_(lambda: "robot" in bridge.monitor.faults)
    hand.publish_camera_and_odometry()
    await_(lambda: bridge._frame is not None)
    assert "robot" not in bridge.monitor.faults


@pytest.mark.parametrize("graph", [ON_A_BASE], indirect=True)
def test_a_stop_outlasts_the_wait_for_drivers(bridge, hand):
    bridge.trigger_activate()
    await_(lambda: "robot" in bridge.monitor.faults)
    bridge._take_stop(True)
    hand.publish_camera_and_odometry()
    bridge._again()
    assert bridge._stopped
    assert bridge._robot.base.stopped
    bridge._take_stop(False)
    await_(lambda: bridge._frame is not None)


class Unlucky:
    """A robot whose camera is lost in a command, which is cancelled."""

    def __init__(self):
        self.running, self.halted = threading.Event(), threading.Event()

    def execute(self, primitive):
        self.running.set()
        self.halted.wait(20.0)
        raise RobotError("no camera image")

    def stop(self):
        self.halted.set()

    def resume(self):
        self.halted.clear()

    close = stop


@pytest.mark.parametrize("graph", [ON_A_BASE], indirect=True)
def test_a_cancelled_command_that_ends_with_a_fault_leaves_no_stop_behind(bridge, hand):
    """Seen with a camera that was lost then: every later command was cancelled, too."""
    bridge._robot = robot = Unlucky()
    bridge._frame = SimpleNamespace(stamp=0.0)  # as if it had been begun with
    bridge.trigger_activate()
    client = ActionClient(hand.node, ExecutePrimitive, "execute_primitive")
    assert client.wait_for_server(20.0)
    primitive = to_primitive(Primitive(PrimitiveKind.MOVE_AHEAD))
    sent = client.send_goal_async(ExecutePrimitive.Goal(primitive=primitive))
    await_(robot.running.is_set)
    await_(sent.done)
    sent.result().cancel_goal_async()
    answer = sent.result().get_result_async()
    await_(answer.done)
    assert answer.result().result.result.error == "robot_fault"
    await_(lambda: not robot.halted.is_set())


@pytest.mark.parametrize("graph", [ON_A_BASE], indirect=True)
def test_a_stop_outlasts_the_process_that_heard_it(bridge, hand, monkeypatch, tmp_path):
    """The node died and was started again: the base moved although nobody had allowed it."""
    bridge._stop = Remembered(tmp_path / "stopped", "the launch")
    bridge._take_stop(True)
    monkeypatch.setattr(robot_bridge, "Remembered", lambda path: bridge._stop)
    monkeypatch.setattr(bridge._stop, "clear", lambda: None)  # as who is killed
    bridge.trigger_cleanup()
    monkeypatch.undo()
    monkeypatch.setattr(
        robot_bridge, "Remembered", lambda path: Remembered(tmp_path / "stopped", "the launch")
    )
    bridge.trigger_configure()
    hand.publish_camera_and_odometry()
    bridge.trigger_activate()
    await_(lambda: bridge._frame is not None)
    assert bridge._stopped
    assert bridge._robot.base.stopped
    assert "stopped" in bridge.monitor.warnings
    bridge._take_stop(False)
    assert not bridge._robot.base.stopped
    assert not Remembered(tmp_path / "stopped", "the launch")


@pytest.mark.parametrize("graph", [ON_A_BASE], indirect=True)
def test_a_base_halts_when_its_node_is_deactivated(bridge, hand):
    hand.publish_camera_and_odometry()
    bridge.trigger_activate()
    await_(lambda: bridge._frame is not None)
    bridge.trigger_deactivate()
    assert bridge._robot.base.stopped
    bridge.trigger_activate()
    assert not bridge._robot.base.stopped


class Busy:
    """A robot whose first command takes until it is stopped."""

    def __init__(self):
        self.done, self.halted = [], threading.Event()

    def execute(self, primitive):
        self.done.append(primitive.kind)
        self.halted.wait(20.0)
        raise RobotError("no camera image")

    def stop(self):
        self.halted.set()

    def resume(self):
        pass

    close = stop


@pytest.mark.parametrize("graph", [ON_A_BASE], indirect=True)
def test_a_stop_that_is_released_at_once_ends_what_was_not_begun_yet_too(bridge, hand):
    """No driver knows of a command that waits for the one before it."""
    bridge._robot = robot = Busy()
    bridge._frame = SimpleNamespace(stamp=0.0)  # as if it had been begun with
    bridge.trigger_activate()
    client = ActionClient(hand.node, ExecutePrimitive, "execute_primitive")
    assert client.wait_for_server(20.0)
    answers = []
    for kind in (PrimitiveKind.MOVE_AHEAD, PrimitiveKind.ROTATE_LEFT):
        primitive = to_primitive(Primitive(kind))
        sent = client.send_goal_async(ExecutePrimitive.Goal(primitive=primitive))
        await_(sent.done)
        answers.append(sent.result().get_result_async())
    await_(lambda: robot.done and bridge._workers._work_queue.qsize() == 1)
    bridge._take_stop(True)
    bridge._take_stop(False)
    await_(lambda: all(answer.done() for answer in answers))
    assert answers[1].result().result.result.error == "cancelled"
    assert robot.done == [PrimitiveKind.MOVE_AHEAD]


@pytest.mark.parametrize("graph", [ON_A_BASE], indirect=True)
def test_a_bridge_that_is_not_active_moves_nothing(bridge, hand):
    """Configured alone, it asked people for a hand and drove once false came on stop."""
    bridge._robot = robot = Busy()
    bridge._frame = SimpleNamespace(stamp=0.0)  # as if it had been begun with
    client = ActionClient(hand.node, ExecutePrimitive, "execute_primitive")
    assert client.wait_for_server(20.0)

    def told():
        primitive = to_primitive(Primitive(PrimitiveKind.MOVE_AHEAD))
        sent = client.send_goal_async(ExecutePrimitive.Goal(primitive=primitive))
        await_(sent.done)
        answer = sent.result().get_result_async()
        await_(answer.done)
        return answer.result().result.result.message

    assert told() == "robot_bridge is inactive; activate it first"
    bridge.trigger_activate()
    bridge.trigger_deactivate()
    bridge._take_stop(False)
    assert told() == "robot_bridge is inactive; activate it first"
    assert not robot.done
