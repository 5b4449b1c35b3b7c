"""A robot's arm behind an action server: its commands to the hand, one at a time."""

import time
from collections.abc import Callable
from concurrent.futures import Future as ThreadFuture
from concurrent.futures import TimeoutError as NotYet
from typing import Any

from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from rclpy.task import Future

from egoplan_ros.action import ExecutePrimitive
from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.convert.robot import to_error, to_primitive
from egoplan_ros.world.primitive import ErrorCode, Primitive

SERVER = "device/manipulate"
_THERE_SECONDS = 5.0
_CANCEL_SECONDS = 2.0
_SLICE_SECONDS = 0.05

Stopped = Callable[[], bool]
Outcome = tuple[ErrorCode, str]


class Arm:
    """Has primitives of the hand done by ``device/manipulate``; called on the worker thread.

    A stop cancels what the arm does, and so does the time limit. Who does not end even then is out
    of order: nobody knows what such an arm holds.
    """

    def __init__(self, node: ManagedNode, seconds: float) -> None:
        """``seconds``: time limit of one command."""
        self._node, self._seconds = node, seconds
        self._client: Any = ActionClient(node, ExecutePrimitive, SERVER)
        node.own(self._client, self._client.destroy)

    def __call__(self, primitive: Primitive, stopped: Stopped) -> Outcome:
        """Do one primitive; the error and what to tell a person, NONE and "" when it is done."""
        outcome: ThreadFuture[Outcome] = ThreadFuture()

        async def job() -> None:
            try:
                outcome.set_result(await self._done(primitive, stopped))
            except Exception as error:
                outcome.set_exception(error)

        executor = self._node.executor
        if executor is None:
            return ErrorCode.ROBOT_FAULT, f"{SERVER}: the node does not run"
        executor.create_task(job)
        while True:
            try:
                return outcome.result(_SLICE_SECONDS)
            except NotYet:
                if not self._node.context.ok():
                    return ErrorCode.CANCELLED, "the node ends"

    async def _done(self, primitive: Primitive, stopped: Stopped) -> Outcome:
        """The same on the node's own thread."""
        end = time.monotonic() + self._seconds
        if not await self._there(stopped):
            if stopped():
                return ErrorCode.CANCELLED, "stopped"
            return ErrorCode.ROBOT_FAULT, (
                f"no action server {self._node.resolve_topic_name(SERVER)}; start the arm's driver "
                "or set base.manipulation to human"
            )
        sent = self._client.send_goal_async(
            ExecutePrimitive.Goal(primitive=to_primitive(primitive))
        )
        if not await self._until(sent, stopped, end):
            sent.add_done_callback(cancel_after_all)
            return self._cut_short(stopped, "did not answer")
        handle = sent.result()
        if not handle.accepted:
            return ErrorCode.NOT_ALLOWED, f"{SERVER} refuses to {primitive}"
        ending = handle.get_result_async()
        if not await self._until(ending, stopped, end):
            handle.cancel_goal_async()
            if not await self._node.within(ending, _CANCEL_SECONDS):
                return self._cut_short(stopped, "goes on although it was cancelled")
            error, message = _told(ending.result())
            if error is ErrorCode.NONE:
                return error, message  # it was just ready
            return (
                (ErrorCode.CANCELLED, "stopped")
                if stopped()
                else (ErrorCode.OTHER, f"{SERVER} took longer than {self._seconds:g} s")
            )
        return _told(ending.result())

    async def _there(self, stopped: Stopped) -> bool:
        end = time.monotonic() + _THERE_SECONDS
        while not self._client.server_is_ready():
            if stopped() or time.monotonic() > end:
                return False
            await self._node.within(Future(), _SLICE_SECONDS)
        return True

    async def _until(self, future: Any, stopped: Stopped, end: float) -> bool:
        """Wait for a future; False when stopped or out of time before."""
        while not future.done():
            if stopped() or time.monotonic() > end:
                return False
            await self._node.within(future, _SLICE_SECONDS)
        return True

    def _cut_short(self, stopped: Stopped, what: str) -> Outcome:
        when = "when stopped" if stopped() else f"within {self._seconds:g} s"
        return ErrorCode.ROBOT_FAULT, f"{SERVER} {what} {when}; check the arm's driver"


def _told(answer: Any) -> Outcome:
    result = answer.result.result
    if result.success and answer.status == GoalStatus.STATUS_SUCCEEDED:
        return ErrorCode.NONE, ""
    error = to_error(result.error)
    if error is ErrorCode.NONE:  # it did not say why
        error = ErrorCode.OTHER
    return error, result.message or f"{SERVER} did not succeed"


def cancel_after_all(sent: Any) -> None:
    """What is accepted when nobody waits for it any more must not move the arm, or the base."""
    handle = sent.result() if not sent.cancelled() and sent.exception() is None else None
    if handle is not None and handle.accepted:
        handle.cancel_goal_async()
