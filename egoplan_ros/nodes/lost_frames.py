# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Has a frame sent again of which a part was lost on the way."""

import time
from collections.abc import Callable

from std_srvs.srv import Trigger

from egoplan_ros.nodes.base import ManagedNode
from egoplan_ros.nodes.sync import ExactSync

_LEAST_SECONDS, _MOST_SECONDS = 1.0, 8.0
_LOOK_SECONDS = 0.5


class LostFrames:
    """Watches for frames that stay incomplete, and asks the robot for the latest one.

    Whoever is slow (a detector) is not asked for the same frame again and again, which would keep
    it longer still: a frame is given twice as long as frames took lately, and twice that when it
    was asked for before.

    Args:
        node: that needs the frames.
        sync: joins their parts.
        satisfied: whether there ever was a whole frame.
    """

    def __init__(self, node: ManagedNode, sync: ExactSync, satisfied: Callable[[], bool]) -> None:
        self._sync, self._satisfied = sync, satisfied
        self._again = node.ask(Trigger, "resend_frame")
        self._stamp, self._asked, self._patience = 0, time.monotonic(), _LEAST_SECONDS
        node.every(_LOOK_SECONDS, self.look)

    def look(self) -> None:
        """Ask when it is time; called regularly."""
        now = time.monotonic()
        stamp, since = self._sync.newest()
        patience = max(_LEAST_SECONDS, 2.0 * self._sync.usual)
        if stamp != self._stamp:
            self._stamp, self._patience = stamp, patience
        if not stamp and self._satisfied():
            return
        if now - max(self._asked, since) > self._patience:
            self._patience = min(2.0 * self._patience, max(_MOST_SECONDS, patience))
            self.ask()

    def ask(self) -> None:
        """Have the latest frame sent again."""
        self._asked = time.monotonic()
        if self._again.service_is_ready():
            self._again.call_async(Trigger.Request())
