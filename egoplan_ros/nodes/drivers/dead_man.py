# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A base must not go on when who drives it is no more."""

import time
from typing import Any

from geometry_msgs.msg import Twist

from egoplan_ros.nodes.drivers.velocity import KINDS, TOPIC
from egoplan_ros.nodes.qos import EVENTS

_LOOK_SECONDS, _TICK_SECONDS = 0.5, 0.05
_TIMES = 5
"""Zeros that are sent: who is just being restarted may lose one."""


class DeadMan:
    """Hears the velocities of the graph; where they end without a zero, it sends one.

    A process of its own, for who drives may be killed; a base's own watchdog is to be there
    besides, for all may be.
    """

    def __init__(self, node: Any, seconds: float) -> None:
        """Begin.

        Args:
            node: a :class:`ManagedNode` in another process than the one that drives.
            seconds: of silence after a velocity that is not zero.
        """
        self._node, self._seconds = node, seconds
        self._kind = ""
        self._send: Any = None
        self._moving = False
        self._heard = 0.0
        self._left = 0
        node.every(_LOOK_SECONDS, self._look)
        node.every(_TICK_SECONDS, self._tick)

    def _look(self) -> None:
        """Wait for whoever drives, and take its type of message."""
        if self._kind:
            return
        topic = self._node.resolve_topic_name(TOPIC)
        for info in self._node.get_publishers_info_by_topic(topic):
            kind = info.topic_type.rpartition("/")[2]
            if kind in KINDS:
                self._kind = kind
                self._node.listen(
                    KINDS[kind], TOPIC, self._take, EVENTS, always=True, needed=False, checked=False
                )
                self._send = self._node.publish_on(KINDS[kind], TOPIC, EVENTS)
                return

    def _take(self, message: Any) -> None:
        twist: Twist = message.twist if self._kind == "TwistStamped" else message
        parts = (twist.linear.x, twist.linear.y, twist.angular.z)
        self._moving, self._heard = any(parts), time.monotonic()
        if self._moving:
            self._left = 0

    def _tick(self) -> None:
        if self._moving and time.monotonic() - self._heard > self._seconds:
            self._moving, self._left = False, _TIMES
            self._node.happened(
                TOPIC,
                f"{self._node.resolve_topic_name(TOPIC)} fell silent while the base moved; "
                "it is halted",
            )
        if self._left > 0:
            self._left -= 1
            message = KINDS[self._kind]()
            if self._kind == "TwistStamped":
                message.header.stamp = self._node.get_clock().now().to_msg()
                message.header.frame_id = "base_link"
            self._send(message)
