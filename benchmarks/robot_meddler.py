# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Between a robot's drivers and the graph: hands on what they say, or something else."""

import os
import threading
import time
from collections import deque
from collections.abc import Callable
from math import atan2, hypot, nan
from typing import Any

import numpy as np
import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from egoplan_ros.action import ExecutePrimitive
from geometry_msgs.msg import PoseStamped, Twist
from nav_msgs.msg import Odometry
from rclpy.action import ActionClient
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.qos import QoSProfile
from sensor_msgs.msg import Image
from std_msgs.msg import Bool
from std_srvs.srv import SetBool, Trigger

from egoplan_ros.nodes.convert.robot import to_primitive
from egoplan_ros.nodes.node_table import middleware_environment
from egoplan_ros.nodes.qos import EVENTS, sensor
from egoplan_ros.nodes.robot_sim.robot import tf_message
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.geometry import Pose2D, wrap_angle
from egoplan_ros.world.primitive import Primitive, PrimitiveKind

KILL = "bridge killed"
FAULTS = (
    "depth zeros",
    "depth silent",
    "depth unit",
    "odometry leap",
    "odometry nan",
    "odometry silent",
    "commands lost",
    KILL,
)
_DEPTH, _ODOM, _TF, _COMMANDS = "depth/image_raw", "odom", "tf", "cmd_vel"
RELAYED = {
    "device/depth/image_raw": f"/meddler/{_DEPTH}",
    "device/odom": f"/meddler/{_ODOM}",
    "/tf": f"/meddler/{_TF}",
    "cmd_vel": f"/meddler/{_COMMANDS}",
}
"""What the graph listens to and sends to, for what the drivers do."""

_LEAP_METRES = 3.0
_TRACK = 4000
"""True poses that are kept, 50 a second."""
_KINDS = {"ahead": PrimitiveKind.MOVE_AHEAD, "left": PrimitiveKind.ROTATE_LEFT}

Notes = deque[tuple[float, str, str]]


class Meddler:
    """A node in the robot's domain; a context manager.

    Attributes:
        fault: of :data:`FAULTS`, put upon what is relayed; "" for none.
        track: (monotonic seconds, true pose in map), the latest last.
        idle: no motion is under way. last: what came of the last one.
        taken: the bridge answered that it takes it on; a bridge that was killed may be asked still.
    """

    def __init__(
        self, domain: int, namespace: str, check: Callable[[], None], notes: Notes
    ) -> None:
        """Join; ``check`` is called while waiting, and may raise to give up.

        ``notes`` has what others told: monotonic seconds, who, and the words; more is added.
        """
        self.fault, self.idle, self.last, self.taken = "", True, "", False
        self.track: deque[tuple[float, Pose2D]] = deque(maxlen=_TRACK)
        self._check, self._told = check, notes
        self._ended = 0.0
        self._domain, self._space = domain, namespace
        os.environ.update(middleware_environment())
        self._context = Context()
        rclpy.init(context=self._context, domain_id=domain)
        self._node = Node("meddler", context=self._context, start_parameter_services=False)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        node = self._node
        self._relay(
            Image, "/camera/aligned_depth_to_color/image_raw", RELAYED["device/depth/image_raw"]
        )
        self._relay(Odometry, "/odom", RELAYED["device/odom"])
        self._relay(tf_message(), "/tf", RELAYED["/tf"], EVENTS)
        self._relay(Twist, RELAYED["cmd_vel"], "/cmd_vel", EVENTS)
        node.create_subscription(PoseStamped, "/robot_sim/true_pose", self._take_true, EVENTS)
        node.create_subscription(DiagnosticArray, "/diagnostics", self._take_diagnosis, EVENTS)
        self._moves = ActionClient(node, ExecutePrimitive, f"{namespace}/execute_primitive")
        self._active = node.create_client(Trigger, f"{namespace}/is_active")
        self._release = node.create_client(SetBool, f"{namespace}/stop")
        self._thread = threading.Thread(target=self._executor.spin, daemon=True)
        self._thread.start()

    def __enter__(self) -> "Meddler":
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(timeout_sec=2.0)
        self._thread.join(2.0)
        self._node.destroy_node()
        self._context.try_shutdown()

    # -- the robot -------------------------------------------------------------------------------

    @property
    def true(self) -> Pose2D | None:
        """Where it truly is."""
        return self.track[-1][1] if self.track else None

    @property
    def speed(self) -> float:
        """m/s over the last fifth of a second."""
        return self._rate(lambda a, b: hypot(a.x - b.x, a.y - b.y))

    @property
    def turning(self) -> float:
        """rad/s over the last fifth of a second."""
        return self._rate(lambda a, b: abs(wrap_angle(a.yaw - b.yaw)))

    def _rate(self, apart: Callable[[Pose2D, Pose2D], float]) -> float:
        recent = [entry for entry in list(self.track)[-40:] if entry[0] > time.monotonic() - 0.2]
        if len(recent) < 2 or recent[-1][0] - recent[0][0] < 0.05:
            return 0.0
        return apart(recent[0][1], recent[-1][1]) / (recent[-1][0] - recent[0][0])

    def still_from(self, at: float, rest: tuple[float, float, float]) -> bool:
        """Whether it moved less than metres and radians in so many seconds from a moment on."""
        seconds, metres, radians = rest
        track = list(self.track)
        poses = [pose for when, pose in track if at <= when <= at + seconds]
        return at + seconds <= track[-1][0] and all(
            hypot(pose.x - poses[0].x, pose.y - poses[0].y) < metres
            and abs(wrap_angle(pose.yaw - poses[0].yaw)) < radians
            for pose in poses
        )

    def drive(self, kind: str, magnitude: float) -> None:
        """Begin a motion, metres or radians."""
        goal = ExecutePrimitive.Goal(primitive=to_primitive(Primitive(_KINDS[kind], magnitude)))
        self.idle = self.taken = False
        self._executor.create_task(self._begin, goal)

    def _begin(self, goal: Any) -> None:
        self._moves.send_goal_async(goal).add_done_callback(self._accepted)

    def _accepted(self, sent: Any) -> None:
        self.taken = True
        if not sent.result().accepted:
            self._end("refused")
        else:
            sent.result().get_result_async().add_done_callback(
                lambda answer: self._end(answer.result().result.result.error)
            )

    def _end(self, error: str) -> None:
        self.idle, self.last, self._ended = True, error, time.monotonic()

    def stop_once(self, qos: QoSProfile) -> float:
        """One message on ``stop`` by a publisher made for it; monotonic seconds of its sending."""
        context = Context()
        rclpy.init(context=context, domain_id=self._domain)
        node = Node("passer_by", context=context, start_parameter_services=False)
        try:
            publisher = node.create_publisher(Bool, f"{self._space}/stop", qos)
            # As `ros2 topic pub --once`: until somebody listens, not until all do.
            self.until(publisher.get_subscription_count, 20.0, "a listener to stop")
            sent = time.monotonic()
            publisher.publish(Bool(data=True))
            time.sleep(0.1)
            return sent
        finally:
            node.destroy_node()
            context.try_shutdown()

    def release(self) -> None:
        """Let it move again."""
        self._asked(self._release, SetBool.Request(data=False), "the release")

    # -- waiting ---------------------------------------------------------------------------------

    def spin(self, seconds: float) -> None:
        """Let time pass."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._check()
            time.sleep(0.01)

    def until(self, condition: Callable[[], Any], seconds: float, what: str) -> Any:
        """Wait for a condition; what it returned.

        Raises:
            RobotError: not within so many seconds.
        """
        end = time.monotonic() + seconds
        while not (found := condition()):
            self._check()
            if time.monotonic() > end:
                raise RobotError(f"{what}: not within {seconds:g} s; {list(self._told)[-3:]}")
            time.sleep(0.01)
        return found

    def wait_until_up(self, seconds: float) -> None:
        """All nodes active, and the bridge ready to move."""
        end = time.monotonic() + seconds
        while not self._asked(self._active, Trigger.Request(), "is_active").success:
            if time.monotonic() > end:
                raise RobotError(f"not up after {seconds:g} s; {list(self._told)[-3:]}")
            self.spin(0.2)
        self.until(self._moves.server_is_ready, seconds, "execute_primitive")
        self.spin(1.5)  # whoever was told of a fault hears that it is over
        self.idle = True

    def _asked(self, client: Any, request: Any, what: str) -> Any:
        self.until(client.service_is_ready, 60.0, what)
        answers: list[Any] = []
        self._executor.create_task(
            lambda: client.call_async(request).add_done_callback(
                lambda answer: answers.append(answer.result())
            )
        )
        self.until(lambda: answers, 60.0, what)
        return answers[0]

    # -- what is told ----------------------------------------------------------------------------

    def known(self) -> set[tuple[str, str]]:
        """What diagnostics complained of in the last two seconds."""
        since = time.monotonic() - 2.0
        return {(name, words) for at, name, words in list(self._told) if at > since}

    def told_since(self, moment: float, known: set[tuple[str, str]]) -> tuple[float, str] | None:
        """When something new was complained of, by diagnostics or the motion's end, and what."""
        found = [
            (at, f"{name}: {words}")
            for at, name, words in list(self._told)
            if at > moment and (name, words) not in known
        ]
        if self._ended > moment and self.last:
            found.append((self._ended, f"motion: {self.last}"))
        return min(found, default=None)

    def _take_diagnosis(self, message: DiagnosticArray) -> None:
        for status in message.status:
            if status.level != DiagnosticStatus.OK:
                self._told.append((time.monotonic(), status.name, status.message))

    def _take_true(self, message: PoseStamped) -> None:
        place, turn = message.pose.position, message.pose.orientation
        yaw = 2.0 * atan2(turn.z, turn.w)
        self.track.append((time.monotonic(), Pose2D(place.x, place.y, wrap_angle(yaw))))

    # -- the relay -------------------------------------------------------------------------------

    def _relay(self, kind: Any, one: str, other: str, qos: QoSProfile | None = None) -> None:
        publisher = self._node.create_publisher(kind, other, qos or sensor(True))

        def hand_on(message: Any) -> None:
            topic = one if other == "/cmd_vel" else other
            if (changed := self._meddled(topic, message)) is not None:
                publisher.publish(changed)

        self._node.create_subscription(kind, one, hand_on, qos or sensor(True))

    def _meddled(self, topic: str, message: Any) -> Any:
        """A message as the fault has it; None where it is not handed on."""
        what, _, how = self.fault.partition(" ")
        if what == "depth" and topic.endswith(_DEPTH):
            return None if how == "silent" else _spoilt_depth(message, how)
        if what == "odometry" and topic.endswith(_ODOM):
            return None if how == "silent" else _moved(message, message.pose.pose.position, how)
        if what == "odometry" and topic.endswith(f"/{_TF}"):
            kept = [t for t in message.transforms if "base" not in t.child_frame_id]
            moved = [t for t in message.transforms if "base" in t.child_frame_id]
            for transform in moved:
                _moved(transform, transform.transform.translation, how)
            message.transforms = kept if how == "silent" else kept + moved
            return message
        if what == "commands" and topic.endswith(_COMMANDS):
            return None
        return message


def _spoilt_depth(message: Image, how: str) -> Image:
    if how == "zeros":
        message.data = bytes(len(message.data))
    else:  # millimetres, told as metres
        values = np.frombuffer(message.data, np.uint16).astype(np.float32)
        message.encoding, message.step = "32FC1", message.width * 4
        message.data = values.tobytes()
    return message


def _moved(message: Any, place: Any, how: str) -> Any:
    place.x = nan if how == "nan" else place.x + _LEAP_METRES
    return message
