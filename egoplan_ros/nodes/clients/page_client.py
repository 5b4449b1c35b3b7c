# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The page's end of the graph: hears what it shows, and gives tasks, answers and stops."""

import os
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from typing import Any

import rclpy
from nav_msgs.msg import OccupancyGrid
from rclpy.action import ActionClient
from rclpy.clock import Clock, ClockType
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from sensor_msgs.msg import Image, PointCloud2
from std_msgs.msg import Bool, String

from egoplan_ros.action import ExecuteTask
from egoplan_ros.msg import (
    AgentStatus,
    BehaviorTree,
    BlockingCondition,
    Detections,
    EpisodeResult,
    Goal,
    Heartbeat,
    HumanAnswer,
    HumanRequest,
    Instruction,
    ObjectArray,
)
from egoplan_ros.nodes.clients.person import ANSWER, REQUEST
from egoplan_ros.nodes.clients.task_client import log_folder
from egoplan_ros.nodes.door.door import Door, publishers
from egoplan_ros.nodes.node_table import LOCALHOST, NODES, enclave, middleware_environment
from egoplan_ros.nodes.qos import EVENTS, LATCHED, sensor
from egoplan_ros.nodes.supervision.executor import GuardedExecutor
from egoplan_ros.nodes.supervision.heart import TOPIC
from egoplan_ros.nodes.supervision.joining import joining
from egoplan_ros.nodes.supervision.peers import Peers
from egoplan_ros.world.errors import RobotError

_NAME = "egoplan_page"
_KINDS: dict[str, tuple[type, Any]] = {
    "camera/color/image_raw": (Image, sensor()),
    "detections": (Detections, EVENTS),
    "objects": (ObjectArray, LATCHED),
    "map": (OccupancyGrid, LATCHED),
    "voxels": (PointCloud2, EVENTS),
    "voxels/full": (PointCloud2, LATCHED),
    "status": (AgentStatus, LATCHED),
    "blocking_condition": (BlockingCondition, EVENTS),
    "behavior/tree": (BehaviorTree, LATCHED),
    "goal": (Goal, LATCHED),
    "question": (String, LATCHED),
    REQUEST: (HumanRequest, EVENTS),
    ANSWER: (HumanAnswer, EVENTS),
    "stopped": (Bool, LATCHED),
    "result": (EpisodeResult, LATCHED),
}
_LOOK_SECONDS = 1.0
_ANSWER_SECONDS = 5.0
"""For behavior to take or refuse a task."""


class _Ended(Exception):
    """The page leaves the graph."""


def _end() -> None:
    raise _Ended


class PageClient:
    """A node of a context of its own; what it hears it tells from its own thread.

    Args:
        topics: to listen to, relative to the namespace.
        take: gets topic and message. graph: gets whether anything was ever heard of the graph,
            whether it lives, and which nodes do not answer.
        domain: ROS domain id; None is that of the environment.
        namespace: of the graph's nodes. discovery: who takes part in the graph; None
            leaves it to the environment. logs: folder of our own ROS log; None leaves it to ROS.
    """

    def __init__(
        self,
        topics: Iterable[str],
        take: Callable[[str, Any], None],
        graph: Callable[[bool, bool, list[str]], None],
        domain: int | None = None,
        namespace: str = "",
        discovery: str | None = LOCALHOST,
        logs: Path | None = None,
    ) -> None:
        self._graph = graph
        self._context = Context()
        if discovery is not None:
            os.environ.update(middleware_environment(discovery))
        words = ["--ros-args", "--enclave", enclave(_NAME)]
        with joining(self._context), log_folder(logs):
            rclpy.init(args=words, context=self._context, domain_id=domain)
            self._node = Node(
                _NAME, context=self._context, namespace=namespace, start_parameter_services=False
            )
        self._executor = GuardedExecutor(lambda line: None, (_Ended,), self._context)
        self._executor.add_node(self._node)
        self._peers = Peers([entry.name for entry in NODES])
        self._node.create_subscription(Heartbeat, TOPIC, self._peers.take, sensor())
        for topic in topics:
            self._listen(topic, take)
        self._tasks = ActionClient(self._node, ExecuteTask, "execute_task")
        self._answers = self._node.create_publisher(String, "answer", EVENTS)
        self._helped = self._node.create_publisher(HumanAnswer, ANSWER, EVENTS)
        self._stops = self._node.create_publisher(Bool, "stop", EVENTS)
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        self._node.create_timer(_LOOK_SECONDS, self._look, clock=clock)
        self._thread = threading.Thread(target=self._spin, name="page-client", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave the graph; harmless when repeated."""
        if self._context.ok():
            self._executor.create_task(_end)
            self._thread.join(timeout=2.0)
            self._executor.shutdown(timeout_sec=2.0)
            self._node.destroy_node()
            self._context.try_shutdown()

    def instruct(self, text: str) -> None:
        """Give a task; it replaces the one in hand.

        Raises:
            RobotError: nobody takes it.
        """
        if not self._tasks.server_is_ready():
            raise RobotError("nobody takes tasks at present: the graph is not there or not ready")
        goal = ExecuteTask.Goal(instruction=Instruction(text=text))
        done: Future[bool] = Future()

        def settle(answer: Any) -> None:
            done.set_result(bool(answer.result().accepted))

        self._executor.create_task(
            lambda: self._tasks.send_goal_async(goal).add_done_callback(settle)
        )
        try:
            taken = done.result(timeout=_ANSWER_SECONDS)
        except FutureTimeout:
            raise RobotError(f"no answer in {_ANSWER_SECONDS:.0f} s; is behavior alive?") from None
        if not taken:
            raise RobotError("the task was refused; the log of behavior says why")

    def answer(self, text: str) -> None:
        """Answer the question which of two readings is meant."""
        self._answers.publish(String(data=text))

    def help(self, request: str, done: bool) -> None:
        """Tell what came of the request of that id to a person."""
        self._helped.publish(HumanAnswer(id=request, done=done))

    def stop(self, on: bool) -> None:
        """Halt at once, or allow motion again.

        Raises:
            RobotError: nobody hears it.
        """
        if not self._stops.get_subscription_count():
            raise RobotError("nobody hears the stop: the graph is not there; stop the robot itself")
        self._stops.publish(Bool(data=on))

    def _listen(self, topic: str, take: Callable[[str, Any], None]) -> None:
        kind, quality = _KINDS[topic]
        door = Door(kind, topic, lambda line, new: None)

        def pass_on(message: Any) -> None:
            if door.passes(message, lambda: publishers(self._node, topic)):
                take(topic, message)

        self._node.create_subscription(kind, topic, pass_on, quality)

    def _look(self) -> None:
        heard = [name for name in self._peers.of if self._peers.started(name)]
        silent = [name for name in self._peers.silent() if name in heard]
        self._graph(bool(heard), len(silent) < len(heard), silent)

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except (ExternalShutdownException, _Ended):
            return
