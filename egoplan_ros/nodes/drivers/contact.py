# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a base feels: its bumper, wheels that stall, its emergency stop; all of them optional."""

from functools import partial

from std_msgs.msg import Bool

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.hearing import Hearing
from egoplan_ros.world.primitive import ErrorCode

BUMPED, STALLED, EMERGENCY = "device/bumped", "device/stalled", "device/emergency_stop"
_HELD = {
    BUMPED: "the base's bumper was touched",
    STALLED: "the base's wheels stall",
}


class Contact:
    """Listens to what a base feels, as ``std_msgs/msg/Bool``; also to what was latched before.

    A touch ends the motion in which it begins: with the bumper still pressed the base may back off.
    An emergency stop lets nothing move for as long as it is pressed.
    """

    def __init__(self, node: ManagedNode) -> None:
        self._node = node
        self._since: dict[str, float] = {}
        self._latest: dict[str, int] = {}
        for topic in (BUMPED, STALLED, EMERGENCY):
            Hearing(node, Bool, topic, partial(self._take, topic), always=True)

    def __call__(self, since: float) -> tuple[ErrorCode, str] | None:
        """Why a motion that began at a time (seconds of the node's clock) has to end."""
        if EMERGENCY in self._since:
            return ErrorCode.ROBOT_FAULT, "the base's emergency stop is pressed; release it"
        for topic, line in _HELD.items():
            if self._since.get(topic, -1.0) >= since:
                return ErrorCode.COLLISION, line
        return None

    def _take(self, topic: str, message: Bool, published: int) -> None:
        if 0 < published < self._latest.get(topic, 0):
            return  # sent again: it was lost before what was heard since
        self._latest[topic] = published
        if not message.data:
            self._since.pop(topic, None)
        elif topic not in self._since:
            self._since[topic] = self._node.now()
