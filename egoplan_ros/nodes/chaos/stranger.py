# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A node that does not belong to the graph: sends what is none, and notes what the graph tells."""

import math
import time
from copy import deepcopy
from threading import Lock, Thread
from typing import Any

import rclpy
from builtin_interfaces.msg import Duration, Time
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from nav_msgs.msg import OccupancyGrid
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from std_srvs.srv import Trigger

from egoplan_ros.msg import Goal, Heartbeat, ObjectArray, Plan, RobotState, SkillStatus
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.supervision.executor import GuardedExecutor
from egoplan_ros.srv import Reset
from egoplan_ros.world.errors import RobotError

TOPICS: dict[str, tuple[type, Any]] = {
    "objects": (ObjectArray, LATCHED),
    "map": (OccupancyGrid, LATCHED),
    "robot_state": (RobotState, EVENTS),
    "plan": (Plan, LATCHED),
    "goal": (Goal, LATCHED),
    "skill/status": (SkillStatus, EVENTS),
    "heartbeat": (Heartbeat, sensor()),
    "/clock": (Clock, sensor()),
}
"""What it listens to, and sends false ones of."""

_NAME = "chaos_stranger"


class Stranger:
    """Used like a plain object; a context manager.

    Attributes:
        moves: when the robot's step counter changed, monotonic seconds.
        told: when diagnostics named the stranger, or had an error; monotonic seconds.
    """

    def __init__(self, domain: int) -> None:
        self._context = Context()
        rclpy.init(context=self._context, domain_id=domain)
        self._node = Node(_NAME, context=self._context, start_parameter_services=False)
        self._executor = GuardedExecutor(lambda line: None, context=self._context)
        self._executor.add_node(self._node)
        self.moves: list[float] = []
        self.told: list[float] = []
        self._step = 0
        self._latest: dict[str, Any] = {}
        self._lock = Lock()
        self._publishers: dict[str, Any] = {}
        for topic, (kind, qos) in TOPICS.items():
            self._node.create_subscription(kind, topic, self._keeper(topic), qos)
        self._node.create_subscription(DiagnosticArray, "/diagnostics", self._diagnosed, 50)
        self._reset = self._node.create_client(Reset, "reset")
        self._active = self._node.create_client(Trigger, "is_active")
        self._thread = Thread(target=self._spin, name=_NAME, daemon=True)
        self._thread.start()

    def __enter__(self) -> "Stranger":
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(timeout_sec=2.0)
        self._thread.join(timeout=2.0)
        self._node.destroy_node()
        self._context.try_shutdown()

    def reset(self, seed: int, seconds: float = 60.0) -> None:
        """Begin a new episode with another arrangement, once all nodes are active.

        Raises:
            RobotError: not in time, or refused.
        """
        end = time.monotonic() + seconds
        while not self._answer(self._active, Trigger.Request(), 5.0, end).success:
            if time.monotonic() > end:
                raise RobotError(f"chaos: not all nodes are active after {seconds:g} s")
            time.sleep(0.1)
        answer = self._answer(self._reset, Reset.Request(seed=seed), seconds, end)
        if not answer.success:
            raise RobotError(f"chaos: reset: {answer.message}")

    def send_false(self, topic: str, way: int) -> None:
        """Publish something that is none of what the topic carries; ``way`` picks what is wrong."""
        message = self._copy(topic)
        for name in _spoilt(message, way):
            if name == "stamp":
                message.header.stamp = Time(sec=-5)
        self._publish(topic, message)

    def send_again(self, topic: str, times: int = 3) -> None:
        """Publish once more what was heard last."""
        message = self._copy(topic)
        for _ in range(times):
            self._publish(topic, message)

    def send_time(self, seconds: int) -> None:
        """Have the clock leap."""
        self._publish("/clock", Clock(clock=Time(sec=seconds)))

    def leave(self) -> None:
        """Publish nothing any more; who is no rival is not told as one."""
        with self._lock:
            for publisher in self._publishers.values():
                self._node.destroy_publisher(publisher)
            self._publishers.clear()

    def _publish(self, topic: str, message: Any) -> None:
        with self._lock:
            if topic not in self._publishers:
                kind, qos = TOPICS[topic]
                made = self._publishers[topic] = self._node.create_publisher(kind, topic, qos)
                end = time.monotonic() + 2.0
                while made.get_subscription_count() < 2 and time.monotonic() < end:
                    time.sleep(0.02)
            self._publishers[topic].publish(message)

    def _copy(self, topic: str) -> Any:
        return deepcopy(self._latest.get(topic) or TOPICS[topic][0]())

    def _keeper(self, topic: str) -> Any:
        def keep(message: Any) -> None:
            self._latest[topic] = message
            if topic == "robot_state" and message.step != self._step:
                if message.step > self._step:  # less: another episode
                    self.moves.append(time.monotonic())
                self._step = int(message.step)

        return keep

    def _diagnosed(self, message: DiagnosticArray) -> None:
        for status in message.status:
            named = _NAME in status.message
            if named or status.level == DiagnosticStatus.ERROR:
                self.told.append(time.monotonic())

    def _answer(self, client: Any, request: Any, seconds: float, end: float) -> Any:
        """Ask until there is an answer: one may be lost while a node is being started again."""
        while True:
            if client.service_is_ready():
                asked = client.call_async(request)
                limit = time.monotonic() + seconds
                while not asked.done() and time.monotonic() < min(limit, end):
                    time.sleep(0.02)
                if asked.done():
                    return asked.result()
            if time.monotonic() > end:
                raise RobotError(f"chaos: no answer of {client.srv_name}")
            time.sleep(0.05)

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except ExternalShutdownException:
            return


def _spoilt(message: Any, way: int) -> list[str]:
    """Spoil one field of a message; names of what the caller is to spoil yet."""
    if isinstance(message, Clock):
        message.clock = Time(sec=-1 - way)
    elif isinstance(message, ObjectArray):
        _spoil_objects(message, way)
    elif isinstance(message, OccupancyGrid):
        if way % 2:
            message.info.width += 7
        else:
            message.info.resolution = math.nan
    elif isinstance(message, RobotState):
        if way % 3 == 0:
            message.base.x = math.nan
        elif way % 3 == 1:
            message.episode, message.step = message.episode + 50, message.step + 100
        else:
            message.header.frame_id = "moon"
    elif isinstance(message, Plan):
        message.status = "perhaps"
    elif isinstance(message, Goal):
        message.formula = "(and (open"
    elif isinstance(message, SkillStatus):
        message.state = "dreaming"
    elif isinstance(message, Heartbeat):
        message.stuck = Duration(sec=-1)
    return ["stamp"] if way % 5 == 4 and hasattr(message, "header") else []


def _spoil_objects(message: ObjectArray, way: int) -> None:
    if not message.objects or way % 4 == 0:
        message.header.frame_id = "moon"
        return
    item = message.objects[way % len(message.objects)]
    if way % 4 == 1:
        item.center.x = math.inf
    elif way % 4 == 2:
        item.type = "Unicorn"
    else:
        message.objects.append(item)
