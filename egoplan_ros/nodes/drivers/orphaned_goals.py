# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A navigation, or an arm, must not go on when who sent its goal is no more."""

import time
from contextlib import suppress
from typing import Any

from rclpy.impl.implementation_singleton import rclpy_implementation

from egoplan_ros.nodes.drivers.call_off import CallOff
from egoplan_ros.nodes.supervision.peers import Peers
from egoplan_ros.nodes.supervision.warden import runs_here

DRIVER = "robot_bridge"
_KIND = "action_msgs/srv/CancelGoal"
_LOOK_SECONDS, _TICK_SECONDS = 0.5, 0.05
_SILENT_SECONDS = 1.5
"""Of three heartbeats, after which the bridge of another host is taken to be gone, or one hangs."""
_STALL_SECONDS = 0.5
"""Between two ticks, in which this process was halted itself and heard nobody."""
_TIMES, _PAUSE_SECONDS = 3, 0.3
"""Cancels that are sent: a goal may be accepted after the first."""


class OrphanedGoals:
    """Learns which action servers ``robot_bridge`` uses, and cancels their goals when it is gone.

    A process of its own, as for :class:`~egoplan_ros.nodes.drivers.dead_man.DeadMan`.
    """

    def __init__(self, node: Any, peers: Peers) -> None:
        """Begin.

        Args:
            node: a :class:`ManagedNode` in another process than the bridge.
            peers: what the heartbeats tell, the bridge's too.
        """
        self._node, self._peers = node, peers
        self._servers: dict[str, CallOff] = {}
        self._started, self._seen = 0, False
        self._left = 0
        self._ticked = self._awake = self._next = time.monotonic()
        node.every(_LOOK_SECONDS, self._look)
        node.every(_TICK_SECONDS, self._tick)

    def _look(self) -> None:
        """Which servers it may cancel goals of, while it lives."""
        space = self._node.get_namespace()
        with suppress(rclpy_implementation.NodeNameNonExistentError):
            for name, kinds in self._node.get_client_names_and_types_by_node(DRIVER, space):
                if _KIND in kinds and name not in self._servers:
                    self._servers[name] = CallOff(self._node, name)

    def _tick(self) -> None:
        now = time.monotonic()
        if now - self._ticked > _STALL_SECONDS:
            self._awake = now
        self._ticked = now
        if not self._gone(now):
            if self._left < _TIMES:
                for cancel in self._servers.values():
                    cancel.replaced()
            self._left, self._next = _TIMES, now
            return
        if not self._servers or self._left == 0 or now < self._next:
            return
        if self._left == _TIMES:
            names = ", ".join(name.partition("/_action/")[0] for name in self._servers)
            self._node.happened(
                "goals", f"{DRIVER} is gone, or hangs; all goals of {names} are cancelled"
            )
        self._left, self._next = self._left - 1, now + _PAUSE_SECONDS
        for cancel in self._servers.values():
            cancel()

    def _gone(self, now: float) -> bool:
        """Whether the bridge that was heard last is no more, or hangs."""
        beat = self._peers.of[DRIVER].beat
        if not beat.started:
            return False
        if beat.started != self._started:
            self._started, self._seen = beat.started, False
        here = runs_here(beat)
        if self._seen and not here:
            return True
        self._seen = here
        return min(self._peers.silence(DRIVER), now - self._awake) > _SILENT_SECONDS
