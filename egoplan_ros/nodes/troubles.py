# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What keeps the first picture of the world from coming, as the nodes on its way tell it."""

import time
from collections.abc import Callable
from math import inf

from diagnostic_msgs.msg import DiagnosticStatus

_WAY = ("robot_bridge", "perception", "mapping")
"""Nodes that a frame passes, in order: the first one that complains has the cause."""
_CHANGED_SECONDS, _AGAIN_SECONDS = 2.0, 10.0
"""Between two lines, when the cause is another, and when it is the same."""
NO_TROUBLE = "no frame has come through robot_bridge, perception and mapping yet"


class Troubles:
    """Collects diagnostics, and tells the cause now and then.

    Attributes:
        told: the latest line that was told, "" before and after.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._complaints: dict[str, str] = {}
        self._when = -inf
        self.told = ""

    def take(self, node: str, status: DiagnosticStatus) -> None:
        """What a node told of itself; its name is without namespace."""
        if node in _WAY:
            fine = status.level == DiagnosticStatus.OK
            self._complaints[node] = "" if fine else status.message

    def first(self) -> str:
        """The cause, as far as it is known."""
        found = ((node, self._complaints.get(node, "")) for node in _WAY)
        return next((f"{node}: {line}" for node, line in found if line), "")

    def news(self) -> str:
        """A line that is worth telling now, "" for none."""
        line, now = self.first() or NO_TROUBLE, self._clock()
        pause = _AGAIN_SECONDS if line == self.told else _CHANGED_SECONDS
        if now - self._when < pause:
            return ""
        self._when, self.told = now, line
        return line

    def end(self) -> None:
        """It has come."""
        self._when, self.told = -inf, ""
