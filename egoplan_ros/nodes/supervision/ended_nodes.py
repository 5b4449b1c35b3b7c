# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Nodes that somebody shut down by hand: no manager can bring them up again."""

import time
from collections.abc import Callable

from egoplan_ros.msg import Heartbeat
from egoplan_ros.nodes.node_table import NODES
from egoplan_ros.nodes.supervision.peers import SILENT_SECONDS

FINALIZED = "finalized"
_NEEDED = frozenset(entry.name for entry in NODES if entry.managed)


class EndedNodes:
    """Listens to heartbeats for the end of a life cycle (``lifecycle set NODE shutdown``).

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._ended: dict[str, tuple[Heartbeat, float]] = {}

    def take(self, beat: Heartbeat) -> None:
        """A heartbeat has come; that of another process says that the node was started again."""
        if beat.node not in _NEEDED:
            return
        if beat.state == FINALIZED:
            self._ended[beat.node] = beat, self._clock()
        else:
            self._ended.pop(beat.node, None)

    def problem(self) -> str:
        """Who was shut down, and the remedy; "" for nobody."""
        now = self._clock()
        for beat, heard in self._ended.values():
            if now - heard < SILENT_SECONDS:
                return (
                    f"{beat.node} was shut down; end its process ({beat.pid} on {beat.host}), and "
                    "start it again"
                )
        return ""
