# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A person at the running graph: gives tasks, interrupts them, and notes what comes when.

One thread: whoever waits here spins, so that the time of arrival of a message is the time at which
it came.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import rclpy
from action_msgs.msg import GoalStatus
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from egoplan_ros.action import ExecuteTask
from egoplan_ros.msg import AgentStatus, EpisodeResult, ObjectArray, RobotState, SkillStatus
from rclpy.action import ActionClient
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import Bool
from std_srvs.srv import Trigger

from egoplan_ros.nodes.node_table import middleware_environment
from egoplan_ros.nodes.qos import LATCHED
from egoplan_ros.world.errors import RobotError

_ANSWER_SECONDS = 30.0


@dataclass(slots=True)
class Task:
    """A task under way, or ended.

    Attributes:
        handle: of the action's goal.
        ended: monotonic seconds at which the result came; 0 before.
        status, result: of the action; None before.
    """

    handle: Any
    ended: float = 0.0
    status: int = GoalStatus.STATUS_UNKNOWN
    result: EpisodeResult = field(default_factory=EpisodeResult)

    def end(self, answer: Any) -> None:
        """Take the result."""
        self.ended = time.monotonic()
        self.status, self.result = answer.result().status, answer.result().result.result


class Operator:
    """A node of its own in the graph's domain; a context manager.

    Attributes:
        robot, skill, status, told, world: the latest message of robot_state, skill/status, status,
            result and objects; None before the first.
        moved, skill_ended: monotonic seconds of the latest robot_state, and of the latest end of a
            skill with the robot's step counter at that time.
    """

    def __init__(self, domain: int, check: Callable[[], None]) -> None:
        """Join the graph; ``check`` is called while waiting, and may raise to give up."""
        self._check = check
        self._context = Context()
        os.environ.update(middleware_environment())  # as the nodes have it, or they are not found
        rclpy.init(context=self._context, domain_id=domain)
        self._node = Node("operator", context=self._context, start_parameter_services=False)
        self._executor = SingleThreadedExecutor(context=self._context)
        self._executor.add_node(self._node)
        self.robot: RobotState | None = None
        self.skill: SkillStatus | None = None
        self.status: AgentStatus | None = None
        self.told: EpisodeResult | None = None
        self.world: ObjectArray | None = None
        self.moved, self.skill_ended = 0.0, (0.0, 0)
        self.complaints: dict[str, str] = {}
        self._tasks = ActionClient(self._node, ExecuteTask, "execute_task")
        self._truth = self._node.create_client(Trigger, "ground_truth")
        self._active = self._node.create_client(Trigger, "is_active")
        self._buttons = {
            name: self._node.create_publisher(Bool, name, 10) for name in ("stop", "pause")
        }
        for kind, topic, take, qos in (
            (RobotState, "robot_state", self._take_robot, 50),
            (SkillStatus, "skill/status", self._take_skill, 50),
            (AgentStatus, "status", lambda m: setattr(self, "status", m), LATCHED),
            (EpisodeResult, "result", lambda m: setattr(self, "told", m), LATCHED),
            (ObjectArray, "objects", lambda m: setattr(self, "world", m), LATCHED),
            (DiagnosticArray, "/diagnostics", self._diagnosed, 50),
        ):
            self._node.create_subscription(kind, topic, take, qos)

    def __enter__(self) -> "Operator":
        return self

    def __exit__(self, *_: object) -> None:
        self._executor.shutdown(timeout_sec=2.0)
        self._node.destroy_node()
        self._context.try_shutdown()

    # -- waiting ---------------------------------------------------------------------------------

    def until(self, condition: Callable[[], Any], seconds: float, what: str) -> Any:
        """Spin until a condition is true; what it returned.

        Raises:
            RobotError: not within so many seconds.
        """
        end = time.monotonic() + seconds
        while not (found := condition()):
            self._check()
            if time.monotonic() > end:
                trouble = "; ".join(f"{k}: {v}" for k, v in sorted(self.complaints.items()))
                raise RobotError(f"{what}: not within {seconds:g} s; {trouble or 'no complaints'}")
            self._executor.spin_once(timeout_sec=0.02)
        return found

    def wait(self, seconds: float, unless: Callable[[], Any] = lambda: False) -> None:
        """Spin for some time, less when a condition becomes true."""
        end = time.monotonic() + seconds
        self.until(lambda: unless() or time.monotonic() >= end, seconds + 10.0, "time")

    def wait_until_up(self, seconds: float) -> None:
        """All nodes active, everything connected, and a first picture of the world there."""
        end = time.monotonic() + seconds
        self.until(self._active.service_is_ready, seconds, "the lifecycle manager")
        while not self._ask(self._active, "is_active", seconds).success:
            if time.monotonic() > end:
                raise RobotError(f"the graph is not up after {seconds:g} s")
            self.wait(0.2)
        self.until(self._tasks.server_is_ready, seconds, "execute_task")
        self.until(lambda: self.robot and self.world, seconds, "the world")
        for name, least in (("stop", 3), ("pause", 1)):
            button = self._buttons[name]
            self.until(lambda b=button, n=least: b.get_subscription_count() >= n, 20.0, name)

    # -- acting ----------------------------------------------------------------------------------

    def give(self, text: str, goal: str) -> Task:
        """Give a task by its words, or, when these are empty, by its goal."""
        message = ExecuteTask.Goal()
        message.instruction.text, message.instruction.goal = text, "" if text else goal
        sent = self._tasks.send_goal_async(message)
        self.until(sent.done, _ANSWER_SECONDS, "acceptance of the task")
        if not sent.result().accepted:
            raise RobotError("the task was refused")
        task = Task(sent.result())
        task.handle.get_result_async().add_done_callback(task.end)
        return task

    def press(self, button: str, down: bool) -> None:
        """Publish on ``stop`` or ``pause``."""
        self._buttons[button].publish(Bool(data=down))

    def truth(self) -> dict[str, Any]:
        """The simulator's state."""
        answer = self._ask(self._truth, "ground_truth", _ANSWER_SECONDS)
        if not answer.success:
            raise RobotError(f"ground_truth: {answer.message}")
        found: dict[str, Any] = json.loads(answer.message)
        return found

    @property
    def step(self) -> int:
        """The robot's step counter, as known here."""
        return int(self.robot.step) if self.robot is not None else 0

    @property
    def skill_runs(self) -> bool:
        """Whether a skill was under way when we last heard."""
        return self.skill is not None and self.skill.state == "running"

    def come_to_rest(self, quiet: float) -> None:
        """Wait until no skill runs, nothing has moved for some time, and the world is current."""
        self.until(
            lambda: not self.skill_runs and time.monotonic() - self.moved > quiet, 60.0, "rest"
        )
        self.until(lambda: _at(self.world) >= _at(self.robot), 20.0, "a world as new as the robot")

    # -- listening -------------------------------------------------------------------------------

    def _ask(self, client: Any, what: str, seconds: float) -> Any:
        self.until(client.service_is_ready, seconds, what)
        answer = client.call_async(Trigger.Request())
        self.until(answer.done, seconds, f"answer of {what}")
        return answer.result()

    def _take_robot(self, message: RobotState) -> None:
        if self.robot is None or _at(message) > _at(self.robot):  # not one that was sent again
            self.robot, self.moved = message, time.monotonic()

    def _take_skill(self, message: SkillStatus) -> None:
        self.skill = message
        if message.state != "running":
            self.skill_ended = (time.monotonic(), self.step)

    def _diagnosed(self, message: DiagnosticArray) -> None:
        for status in message.status:
            if status.level == DiagnosticStatus.OK:
                self.complaints.pop(status.hardware_id, None)
            else:
                self.complaints[status.hardware_id] = status.message


def _at(message: Any) -> tuple[int, int]:
    return message.header.stamp.sec, message.header.stamp.nanosec
