# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An action server of the robot's own, used from the worker thread: one goal at a time."""

import time
from collections.abc import Callable
from concurrent.futures import Future as ThreadFuture
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from rclpy.action import ActionClient
from rclpy.task import Future

from egoplan_ros.nodes.base import ManagedNode

_THERE_SECONDS = 5.0
_CANCEL_SECONDS = 2.0
_SLICE_SECONDS = 0.05

Stopped = Callable[[], bool]


class End(Enum):
    """What came of a goal."""

    DONE = auto()
    """It has a result, whatever that is, also when it was just ready as it was cancelled."""
    CANCELLED = auto()
    """Cancelled for a stop, and ended."""
    LATE = auto()
    """Cancelled as it took too long, and ended."""
    ABSENT = auto()
    REFUSED = auto()
    SILENT = auto()
    """It was not answered: nobody knows what its server does."""
    UNRULY = auto()
    """It goes on although it was cancelled."""
    OVER = auto()
    """Our node ends."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a goal, with ``result`` and ``status`` (GoalStatus) where there is a result."""

    end: End
    result: Any = None
    status: int = 0


class RemoteAction:
    """Has goals pursued; a stop cancels them, and so does the time limit."""

    def __init__(self, node: ManagedNode, kind: Any, server: str) -> None:
        self._node, self.name = node, server
        self._client: Any = ActionClient(node, kind, server)
        node.own(self._client, self._client.destroy)

    def path(self) -> str:
        """The action's full name."""
        return str(self._node.resolve_service_name(self.name))

    def __call__(
        self,
        goal: Any,
        stopped: Stopped,
        seconds: float,
        feedback: Callable[[Any], None] | None = None,
    ) -> Answer:
        """Wait on the worker thread for a goal's end; ``feedback`` is called on the node's."""
        outcome: ThreadFuture[Answer] = ThreadFuture()

        async def job() -> None:
            try:
                outcome.set_result(await self._pursued(goal, stopped, seconds, feedback))
            except Exception as error:
                outcome.set_exception(error)

        executor = self._node.executor
        if executor is None:
            return Answer(End.OVER)
        executor.create_task(job)
        while True:
            try:
                return outcome.result(_SLICE_SECONDS)
            except NotYet:
                if not self._node.context.ok():
                    return Answer(End.OVER)

    async def _pursued(
        self,
        goal: Any,
        stopped: Stopped,
        seconds: float,
        feedback: Callable[[Any], None] | None,
    ) -> Answer:
        end = time.monotonic() + seconds
        if not await self._there(stopped):
            return Answer(End.CANCELLED if stopped() else End.ABSENT)
        told = None if feedback is None else lambda message: feedback(message.feedback)
        sent = self._client.send_goal_async(goal, feedback_callback=told)
        if not await self._until(sent, stopped, end):
            sent.add_done_callback(cancel_after_all)
            return Answer(End.SILENT)
        handle = sent.result()
        if not handle.accepted:
            return Answer(End.REFUSED)
        ending = handle.get_result_async()
        if await self._until(ending, stopped, end):
            return Answer(End.DONE, ending.result().result, ending.result().status)
        handle.cancel_goal_async()
        if not await self._node.within(ending, _CANCEL_SECONDS):
            return Answer(End.UNRULY)
        how = End.CANCELLED if stopped() else End.LATE
        return Answer(how, ending.result().result, ending.result().status)

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


def cancel_after_all(sent: Any) -> None:
    """What is accepted when nobody waits for it any more must not move the arm, or the base."""
    handle = sent.result() if not sent.cancelled() and sent.exception() is None else None
    if handle is not None and handle.accepted:
        handle.cancel_goal_async()
