# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The command line's end of the graph: waits for it, gives it a task, watches, judges, records."""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self
from uuid import uuid4

import numpy as np
import numpy.typing as npt
import rclpy
from action_msgs.msg import GoalStatus
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from nav_msgs.msg import OccupancyGrid as OccupancyGridMessage
from rclpy.action import ActionClient
from rclpy.clock import Clock, ClockType
from rclpy.context import Context
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node
from rclpy.qos import qos_profile_sensor_data
from sensor_msgs.msg import Image
from std_srvs.srv import Trigger

from egoplan_ros.action import ExecuteTask
from egoplan_ros.msg import AgentStatus, Detections, Event, Heartbeat, ObjectArray, Restart
from egoplan_ros.nodes.clients.recorder import Recorder
from egoplan_ros.nodes.convert.outlines import outlines_of
from egoplan_ros.nodes.convert.pixels import rgb
from egoplan_ros.nodes.convert.stamps import nanoseconds
from egoplan_ros.nodes.convert.task import to_instruction
from egoplan_ros.nodes.door.door import Door, publishers
from egoplan_ros.nodes.node_table import LOCALHOST, NODES, enclave, middleware_environment
from egoplan_ros.nodes.qos import EVENTS, LATCHED
from egoplan_ros.nodes.supervision.executor import GuardedExecutor
from egoplan_ros.nodes.supervision.heart import PERIOD, TOPIC
from egoplan_ros.nodes.supervision.joining import joining
from egoplan_ros.nodes.supervision.peers import RESTARTS, Peers, Silence
from egoplan_ros.perception.outlines import Outline
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.task import Instruction

POLL_SECONDS = 0.1
ANSWER_SECONDS = 30.0
"""For behavior to take or refuse a task."""

STUCK_SECONDS = 15.0
"""A node that complains for so long without a break will not come up."""

_NAME, BEHAVIOR = "egoplan_cli", "behavior"
_TRIES = 6
"""Times that a task is sent within ``ANSWER_SECONDS``: an answer may get lost."""

BACK_SECONDS = 60.0
"""For behavior to come back after it died."""

_WAITING = 4
"""Images that wait for their detections; the oldest of more goes without."""

RECENT_SECONDS = 4.0
"""How long a diagnostic of a node counts as its present one."""


class Watcher(Protocol):
    """What a task client tells; every method is called from another thread."""

    def on_status(self, status: AgentStatus) -> None:
        """A new status."""

    def on_image(self, image: npt.NDArray[np.uint8], seen: tuple[Outline, ...]) -> None:
        """A camera image, uint8 RGB, and outlines of what was detected in it; () for nothing."""

    def on_map(self, grid: OccupancyGrid) -> None:
        """A new map."""

    def on_objects(self, objects: ObjectArray) -> None:
        """A new world model."""

    def on_event(self, event: Event) -> None:
        """Something happened in the episode."""

    def on_note(self, line: str) -> None:
        """Something about the graph itself that a person should know."""


class _Restarted(Exception):
    """The process that pursued the task has died, and another one is there."""


class _Ended(Exception):
    """The client leaves the graph."""


def _end() -> None:
    raise _Ended


class TaskClient:
    """A node that is used like a plain object; a context manager."""

    def __init__(
        self,
        watcher: Watcher,
        domain: int,
        recording: Path | None = None,
        logs: Path | None = None,
        discovery: str = LOCALHOST,
        namespace: str = "",
        truth: str = "ground_truth",
    ) -> None:
        """Join the graph.

        Args:
            watcher: is told what happens.
            domain: ROS domain id.
            recording: rosbag2 folder to write; None records nothing.
            logs: folder of our own ROS log; None leaves it to ROS, which wants to write to HOME.
            discovery: who may take part in the graph, as its nodes were started.
            namespace: of the graph's nodes.
            truth: name of the service that tells the true state.
        """
        self._watcher = watcher
        self._context = Context()
        os.environ.update(
            middleware_environment(discovery)
        )  # read when the first participant is made
        words = ["--ros-args", "--enclave", enclave(_NAME)]
        with joining(self._context), log_folder(logs):
            rclpy.init(args=words, context=self._context, domain_id=domain)
            self._node = Node(
                _NAME, context=self._context, namespace=namespace, start_parameter_services=False
            )
        self._executor = GuardedExecutor(watcher.on_note, (_Ended,), self._context)
        self._executor.add_node(self._node)
        self._problems: dict[str, tuple[float, str]] = {}
        self._goal: Any = None
        self._seen = threading.Event()
        self._images: dict[int, npt.NDArray[np.uint8]] = {}
        self._peers = Peers([entry.name for entry in NODES])
        self._news = Silence(self._peers)
        self._tasks = ActionClient(self._node, ExecuteTask, "execute_task")
        self._truth = self._node.create_client(Trigger, truth)
        self._subscribe()
        self.recorder = Recorder(self._node, recording) if recording else None
        self._thread = threading.Thread(target=self._spin, name="task-client", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the graph and finish the recording; harmless when repeated."""
        if self.recorder is not None:
            self.recorder.close()
        if self._context.ok():
            # Shut down while its thread spins, an executor may fail in that thread.
            self._executor.create_task(_end)
            self._thread.join(timeout=2.0)
            self._executor.shutdown(timeout_sec=2.0)
            self._node.destroy_node()
            self._context.try_shutdown()

    def problems(self) -> list[str]:
        """What nodes complain of at present, ``node: message``."""
        now = time.monotonic()
        return [
            f"{name}: {message}"
            for name, (seen, message) in sorted(self._problems.items())
            if now - seen < RECENT_SECONDS
        ]

    def wait_until_ready(
        self, timeout: float, check: Callable[[], None], note: Callable[[str], None]
    ) -> None:
        """Wait until all managed nodes are active, the task server is there, and images come.

        Args:
            timeout: seconds.
            check: called often; may raise to give up.
            note: is told what is being waited for, when that changes.

        Raises:
            RobotError: not ready in time.
        """
        end = time.monotonic() + timeout
        told, stuck_since = "", None
        while time.monotonic() < end:
            check()
            stuck_since = (stuck_since or time.monotonic()) if self.problems() else None
            if stuck_since and time.monotonic() - stuck_since > STUCK_SECONDS:
                break
            waiting = self._waiting()
            if not waiting and self._tasks.server_is_ready() and self._seen.is_set():
                return
            line = f"waiting for {', '.join(waiting) or 'the first image'}"
            if line != told:
                note(line)
                told = line
            time.sleep(POLL_SECONDS)
        why = "; ".join(self.problems()) or f"not active: {', '.join(self._waiting())}"
        seconds = timeout - (end - time.monotonic())
        raise RobotError(f"graph: not ready after {seconds:.0f} s: {why}")

    def _waiting(self) -> list[str]:
        """Nodes that have not told that they are active."""
        known = self._peers.of
        return sorted(e.name for e in NODES if e.managed and known[e.name].beat.state != "active")

    def execute(
        self, instruction: Instruction, timeout: float, check: Callable[[], None]
    ) -> tuple[str, Any]:
        """Give the task and wait for its end.

        Returns:
            (state, EpisodeResult message): state is succeeded, failed or cancelled; the reason of a
            task that was cut off by ``timeout`` begins with ``timeout``.

        Raises:
            RobotError: the goal was refused, or the server went away.
        """
        goal = ExecuteTask.Goal(instruction=to_instruction(instruction), task=uuid4().hex)
        end = time.monotonic() + timeout
        late = False
        while True:
            behavior = self._peers.started(BEHAVIOR)

            def watch(behavior: int = behavior) -> None:
                check()
                if self._peers.started(BEHAVIOR) != behavior:
                    raise _Restarted

            try:
                self._send(goal, watch)
                answer = self._ask(self._goal.get_result_async, end - time.monotonic(), watch)
                break
            except FutureTimeout:
                late, answer = True, self.cancel()
                break
            except _Restarted:
                self._watcher.on_note("behavior was started again; it goes on with the task")
                self._wait_for_behavior(check)
        if answer is None:
            raise RobotError(f"task: no result after {timeout:.0f} s, not even when cancelled")
        names = {
            GoalStatus.STATUS_SUCCEEDED: "succeeded",
            GoalStatus.STATUS_CANCELED: "cancelled",
        }
        result = answer.result
        if late:
            result.reason = f"timeout after {timeout:.0f} s; {result.reason}"
        return names.get(answer.status, "failed"), result

    def _send(self, goal: Any, check: Callable[[], None]) -> None:
        """Have behavior take the task; sent again, the same goal joins what it began."""
        for _ in range(_TRIES):
            try:
                self._goal = self._ask(
                    lambda: self._tasks.send_goal_async(goal, self._feedback),
                    ANSWER_SECONDS / _TRIES,
                    check,
                )
                break
            except FutureTimeout:
                continue
        else:
            raise RobotError(f"task: no answer in {ANSWER_SECONDS:.0f} s; see behavior.log")
        if not self._goal.accepted:
            why = "; ".join(self.problems()) or "see the log of behavior"
            raise RobotError(f"task: refused: {why}")

    def _feedback(self, item: Any) -> None:
        self._watcher.on_status(item.feedback.status)

    def _wait_for_behavior(self, check: Callable[[], None]) -> None:
        end = time.monotonic() + BACK_SECONDS
        while not (self._peers.ready(BEHAVIOR) and self._tasks.server_is_ready()):
            check()
            if time.monotonic() > end:
                why = "; ".join(self.problems()) or "see behavior.log"
                raise RobotError(f"task: behavior died and does not come back: {why}")
            time.sleep(POLL_SECONDS)

    def cancel(self, timeout: float = 15.0) -> Any:
        """Cancel the task in hand; its result, or None when none came in time."""
        if self._goal is None or not self._goal.accepted:
            return None
        try:
            self._executor.create_task(self._goal.cancel_goal_async)
            return self._ask(self._goal.get_result_async, timeout, lambda: None)
        except FutureTimeout:
            return None

    def ground_truth(self, timeout: float = 10.0) -> dict[str, Any]:
        """The simulator's true state; ``{}`` on a real robot or when the simulator is dead."""
        if not self._truth.wait_for_service(timeout_sec=2.0):
            return {}
        try:
            answer = self._ask(
                lambda: self._truth.call_async(Trigger.Request()), timeout, lambda: None
            )
        except FutureTimeout:
            return {}
        found: dict[str, Any] = json.loads(answer.message) if answer.success else {}
        return found

    def _ask(self, ask: Callable[[], Any], timeout: float, check: Callable[[], None]) -> Any:
        """Ask from the executor's thread and wait here for the answer.

        Asked from this thread, the answer may be there before rclpy's action client has noted the
        question, and is then thrown away.
        """
        end = time.monotonic() + timeout
        done: Future[Any] = Future()

        def settle(answer: Any) -> None:
            if answer.exception() is not None:
                done.set_exception(answer.exception())
            else:
                done.set_result(answer.result())

        self._executor.create_task(lambda: ask().add_done_callback(settle))
        while True:
            try:
                return done.result(timeout=min(POLL_SECONDS, max(0.0, end - time.monotonic())))
            except FutureTimeout:
                check()
                if time.monotonic() >= end:
                    raise

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except (ExternalShutdownException, _Ended):
            return

    def _subscribe(self) -> None:
        watcher = self._watcher
        sensors = qos_profile_sensor_data
        self._listen(AgentStatus, "status", watcher.on_status, 10)
        self._listen(Image, "camera/color/image_raw", self._image, sensors)
        self._listen(Detections, "detections", self._detections, EVENTS)
        self._listen(OccupancyGridMessage, "map", lambda item: watcher.on_map(_grid(item)), LATCHED)
        self._listen(ObjectArray, "objects", watcher.on_objects, LATCHED)
        self._listen(Event, "events", watcher.on_event, EVENTS)
        self._listen(DiagnosticArray, "/diagnostics", self._diagnostics, 50)
        self._listen(Heartbeat, TOPIC, self._peers.take, sensors)
        self._listen(Restart, RESTARTS, self._peers.told, LATCHED)
        clock = Clock(clock_type=ClockType.STEADY_TIME)
        self._node.create_timer(PERIOD, self._tell_of_silence, clock=clock)

    def _tell_of_silence(self) -> None:
        for line in self._news.lines():
            self._watcher.on_note(line)

    def _listen(self, kind: type, topic: str, callback: Callable[[Any], None], qos: Any) -> None:
        """Subscribe; what is no such message does not come in."""

        def tell(line: str, new: bool) -> None:
            if new:
                self._watcher.on_note(line)

        door = Door(kind, topic, tell)

        def take(message: Any) -> None:
            if door.passes(message, lambda: publishers(self._node, topic)):
                callback(message)

        self._node.create_subscription(kind, topic, take, qos)

    def _image(self, message: Image) -> None:
        """Images wait for their detections, but not for long."""
        self._seen.set()
        self._images[nanoseconds(message.header.stamp)] = rgb(message)
        while len(self._images) > _WAITING:
            self._watcher.on_image(self._images.pop(min(self._images)), ())

    def _detections(self, message: Detections) -> None:
        stamp = nanoseconds(message.header.stamp)
        image = self._images.pop(stamp, None)
        if image is None:
            return
        self._images = {other: kept for other, kept in self._images.items() if other > stamp}
        self._watcher.on_image(image, outlines_of(message))

    def _diagnostics(self, message: DiagnosticArray) -> None:
        for status in message.status:
            name = status.name.split(":")[0].strip("/ ")
            if status.level == DiagnosticStatus.ERROR:
                self._problems[name] = (time.monotonic(), status.message)
            else:
                self._problems.pop(name, None)


@contextmanager
def log_folder(path: Path | None) -> Iterator[None]:
    """Have ROS log there; it looks when it is initialised."""
    before = os.environ.get("ROS_LOG_DIR")
    if path is not None:
        os.environ["ROS_LOG_DIR"] = str(path)
    try:
        yield
    finally:
        if before is not None:
            os.environ["ROS_LOG_DIR"] = before
        elif path is not None:
            del os.environ["ROS_LOG_DIR"]


def _grid(message: OccupancyGridMessage) -> OccupancyGrid:
    data = np.asarray(message.data, dtype=np.int8)
    origin = message.info.origin.position
    return OccupancyGrid(
        data.reshape(message.info.height, message.info.width),
        message.info.resolution,
        (origin.x, origin.y),
    )
