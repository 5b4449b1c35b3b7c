# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nav2's ``NavigateToPose``: goals, how far they are, why they failed, how near is near enough."""

from importlib import import_module
from typing import Any

from action_msgs.msg import GoalStatus
from geometry_msgs.msg import PoseStamped
from rcl_interfaces.msg import ParameterType
from rcl_interfaces.srv import GetParameters

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.drivers.remote_action import End, RemoteAction, Stopped
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.primitive import ErrorCode

TOLERANCE = 0.25
"""Metres; Nav2's default."""
_ASK_SECONDS = 2.0
_CHECKERS = "goal_checker_plugins"

_BLOCKED: dict[int, str] = {
    0: "gave no reason",
    101: "the controller failed",
    104: "the controller got a path that it cannot follow",
    105: "the controller found no way on for too long",
    106: "the base made no progress",
    107: "the controller found no velocity that is safe",
    201: "the planner failed",
    204: "the base is outside Nav2's map",
    205: "the goal is outside Nav2's map",
    206: "the base stands in an obstacle of Nav2's map",
    207: "the goal is in an obstacle of Nav2's map",
    208: "the planner took too long",
    209: "the planner found no path",
}
_FAULTS: dict[int, str] = {
    102: "there is no such controller; check controller_server",
    103: "the controller lacks a transform; check /tf",
    108: "controller_server did not answer",
    202: "there is no such planner; check planner_server",
    203: "the planner lacks a transform; check /tf",
    9001: "its behavior tree could not be loaded; check bt_navigator",
    9002: "it lacks a transform; check /tf",
}
"""Error codes of Nav2's servers (nav2_msgs) that another way mends, and that none does."""


class Navigation:
    """Sends goals on the worker thread, and cancels them when told to stop.

    Attributes:
        tolerance: of its goal checker, metres; Nav2's default until ``controller_server`` has told.
    """

    def __init__(self, node: ManagedNode, action: str, controller: str) -> None:
        """Begin.

        Args:
            node: that asks.
            action, controller: names of the action and of the node of Nav2's controllers.

        Raises:
            InputError: the type of the action is not installed.
        """
        kind = navigate_to_pose()
        if kind is None:
            raise InputError(
                "nav2_msgs is not installed, and NavigateToPose is not known; apt install "
                "ros-jazzy-nav2-msgs, or set base.motion to goal_pose"
            )
        self._node, self._kind, self.tolerance = node, kind, TOLERANCE
        self._action = RemoteAction(node, kind, action)
        self._parameters = node.ask(GetParameters, f"{controller}/get_parameters")
        self._wanted: list[str] = [_CHECKERS]
        self._asked = False
        node.every(_ASK_SECONDS, self._ask)

    def __call__(
        self, pose: PoseStamped, stopped: Stopped, seconds: float
    ) -> tuple[ErrorCode, str]:
        """Go to a pose; the error and what to tell a person, NONE and "" when it is there."""
        answer = self._action(self._kind.Goal(pose=pose), stopped, seconds, self._tell)
        self._node.monitor.values.pop("navigation", None)
        name = self._action.path()
        if answer.status == GoalStatus.STATUS_SUCCEEDED:
            return ErrorCode.NONE, ""
        if answer.end is End.DONE and answer.status == GoalStatus.STATUS_CANCELED:
            return ErrorCode.PATH_BLOCKED, f"{name}: somebody else cancelled the goal"
        if answer.end is End.DONE:
            return why(name, answer.result)
        return {
            End.CANCELLED: (ErrorCode.CANCELLED, "stopped"),
            End.LATE: (ErrorCode.PATH_BLOCKED, f"{name} took longer than {seconds:.0f} s"),
            End.ABSENT: (
                ErrorCode.ROBOT_FAULT,
                f"no action server {name}; start Nav2, or set base.motion to cmd_vel",
            ),
            End.REFUSED: (ErrorCode.PATH_BLOCKED, f"{name} refuses the goal; is Nav2 active?"),
            End.SILENT: (ErrorCode.ROBOT_FAULT, f"{name} did not answer; check Nav2"),
            End.UNRULY: (
                ErrorCode.ROBOT_FAULT,
                f"{name} goes on although it was cancelled; check Nav2",
            ),
            End.OVER: (ErrorCode.CANCELLED, "the node ends"),
        }[answer.end]

    def _tell(self, feedback: Any) -> None:
        count = feedback.number_of_recoveries
        told = f"{feedback.distance_remaining:.2f} m to go"
        self._node.monitor.values["navigation"] = told + (f", {count} recoveries" if count else "")

    def _ask(self) -> None:
        """Ask for the tolerance, once Nav2 is there: for the goal checkers' names, then of each."""
        if not self._wanted or self._asked or not self._parameters.service_is_ready():
            return
        self._asked = True
        wanted = self._wanted
        sent = self._parameters.call_async(GetParameters.Request(names=wanted))
        sent.add_done_callback(self._node.guarded(lambda done: self._take(wanted, done.result())))

    def _take(self, wanted: list[str], answer: Any) -> None:
        self._asked = False
        values = dict(zip(wanted, answer.values, strict=False)) if answer else {}
        if _CHECKERS in wanted:
            told = values.get(_CHECKERS)
            names = list(told.string_array_value) if told else []
            self._wanted = [f"{name}.xy_goal_tolerance" for name in names or ["goal_checker"]]
            return
        found = [
            item.double_value
            for item in values.values()
            if item.type == ParameterType.PARAMETER_DOUBLE and item.double_value > 0.0
        ]
        self.tolerance = max(found, default=TOLERANCE)
        self._wanted = []
        self._node.get_logger().info(f"Nav2 takes {self.tolerance:g} m for near enough")


def why(name: str, result: Any) -> tuple[ErrorCode, str]:
    """The error that a result of Nav2 stands for, and a line about it."""
    code = int(getattr(result, "error_code", 0))
    told = str(getattr(result, "error_msg", "")) or ""
    known = _FAULTS.get(code) or _BLOCKED.get(code) or f"failed with its error {code}"
    line = f"{name}: {known}" + (f" ({told[:120]})" if told else "")
    return (ErrorCode.ROBOT_FAULT if code in _FAULTS else ErrorCode.PATH_BLOCKED), line


def navigate_to_pose() -> Any:
    """The class of ``nav2_msgs/action/NavigateToPose``, None where it is not installed."""
    try:
        return import_module("nav2_msgs.action").NavigateToPose
    except (ImportError, AttributeError):
        return None
