# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's arm behind an action server: its commands to the hand, one at a time."""

from action_msgs.msg import GoalStatus

from egoplan_ros.action import ExecutePrimitive
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.robot import to_error, to_primitive
from egoplan_ros.nodes.drivers.remote_action import Answer, End, RemoteAction, Stopped
from egoplan_ros.world.primitive import ErrorCode, Primitive

SERVER = "device/manipulate"

Outcome = tuple[ErrorCode, str]


class Arm:
    """Has primitives of the hand done by ``device/manipulate``; called on the worker thread.

    Who does not end even when cancelled is out of order: nobody knows what such an arm holds.
    """

    def __init__(self, node: ManagedNode, seconds: float) -> None:
        """``seconds``: time limit of one command."""
        self._action, self._seconds = RemoteAction(node, ExecutePrimitive, SERVER), seconds

    def __call__(self, primitive: Primitive, stopped: Stopped) -> Outcome:
        """Do one primitive; the error and what to tell a person, NONE and "" when it is done."""
        goal = ExecutePrimitive.Goal(primitive=to_primitive(primitive))
        answer = self._action(goal, stopped, self._seconds)
        if answer.result is not None:
            error, message = _told(answer)
            if error is ErrorCode.NONE or answer.end is End.DONE:
                return error, message  # or it was just ready
        when = "when stopped" if stopped() else f"within {self._seconds:g} s"
        check = "check the arm's driver"
        return {
            End.CANCELLED: (ErrorCode.CANCELLED, "stopped"),
            End.LATE: (ErrorCode.OTHER, f"{SERVER} took longer than {self._seconds:g} s"),
            End.ABSENT: (
                ErrorCode.ROBOT_FAULT,
                f"no action server {self._action.path()}; start the arm's driver or set "
                "base.manipulation to human",
            ),
            End.REFUSED: (ErrorCode.NOT_ALLOWED, f"{SERVER} refuses to {primitive}"),
            End.SILENT: (ErrorCode.ROBOT_FAULT, f"{SERVER} did not answer {when}; {check}"),
            End.UNRULY: (
                ErrorCode.ROBOT_FAULT,
                f"{SERVER} goes on although it was cancelled {when}; {check}",
            ),
            End.OVER: (ErrorCode.CANCELLED, "the node ends"),
        }[answer.end]


def _told(answer: Answer) -> Outcome:
    result = answer.result.result
    if result.success and answer.status == GoalStatus.STATUS_SUCCEEDED:
        return ErrorCode.NONE, ""
    error = to_error(result.error)
    if error is ErrorCode.NONE:  # it did not say why
        error = ErrorCode.OTHER
    return error, result.message or f"{SERVER} did not succeed"
