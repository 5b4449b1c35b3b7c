# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ending what a navigation of the robot's own pursues."""

from action_msgs.srv import CancelGoal

from egoplan_ros.nodes.base import ManagedNode

_AGAIN_SECONDS = 0.1


class CallOff:
    """Has an action server give up all its goals, whoever sent them; called from any thread.

    A goal may be of a process before this one, which knew its id and is no more.
    """

    def __init__(self, node: ManagedNode, service: str) -> None:
        """``service``: ``…/_action/cancel_goal`` of the server, or where that is remapped to."""
        self._client = node.ask(CancelGoal, service)
        self._owed = False
        node.every(_AGAIN_SECONDS, self._again, always=True)

    def __call__(self) -> bool:
        """Cancel; whether anybody was there to be told. Who is not yet is told when found."""
        self._owed = not self._client.service_is_ready()
        if not self._owed:
            self._client.call_async(CancelGoal.Request())  # neither id nor time: all goals
        return not self._owed

    def replaced(self) -> None:
        """A goal of ours is sent, which takes the place of those that were there."""
        self._owed = False

    def _again(self) -> None:
        if self._owed:
            self()
