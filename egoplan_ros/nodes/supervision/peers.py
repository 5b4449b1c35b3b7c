# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the heartbeats tell of other nodes: who is there, who hangs, who was started again."""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from math import inf

from egoplan_ros.msg import Heartbeat, Restart
from egoplan_ros.nodes.convert.stamps import from_duration

RESTARTS = "restarts"
"""Topic on which the lifecycle manager tells who was started again."""
SILENT_SECONDS = 3.0
"""Without a beat, or free thread, after which a node does not answer."""


@dataclass(slots=True)
class Peer:
    """Another node.

    Attributes:
        beat: its latest heartbeat.
        heard: when that came, monotonic seconds.
    """

    beat: Heartbeat = field(default_factory=Heartbeat)
    heard: float = -inf

    def silence(self, now: float) -> float:
        """Seconds for which it has not answered, less what it was right to need; 0 when well."""
        beat = self.beat
        quiet = now - self.heard if self.heard > -inf else 0.0
        stuck = max(0.0, from_duration(beat.stuck) - from_duration(beat.allowed))
        return max(quiet, stuck + quiet if stuck else 0.0)


class Peers:
    """Listens to heartbeats.

    Args:
        names: nodes that matter; others are passed over.
        restarted: gets the name of a node of which another process beats than before.
        clock: monotonic seconds.
    """

    def __init__(
        self,
        names: Collection[str],
        restarted: Callable[[str], None] = lambda name: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._restarted, self._clock = restarted, clock
        self.of = {name: Peer() for name in names}

    def take(self, beat: Heartbeat) -> None:
        """A heartbeat has come."""
        peer = self.of.get(beat.node)
        now = self._clock()
        if peer is None:
            return
        if beat.started < peer.beat.started and now - peer.heard < SILENT_SECONDS:
            return  # a former process that has not quite ended
        again = peer.beat.started not in (0, beat.started)
        peer.beat, peer.heard = beat, now
        if again:
            self._restarted(beat.node)

    def told(self, restart: Restart) -> None:
        """The lifecycle manager has heard another process; its first beat may not come here yet."""
        peer = self.of.get(restart.node)
        if peer is None or not 0 < peer.beat.started < restart.started:
            return
        peer.beat = Heartbeat(node=restart.node, started=restart.started, state="unconfigured")
        peer.heard = self._clock()
        self._restarted(restart.node)

    def started(self, name: str) -> int:
        """What tells one process of a node from the next; 0 while none was heard."""
        return int(self.of[name].beat.started)

    def ready(self, name: str) -> bool:
        """Whether a node can be asked: it is active and answers. Who never beat is not doubted."""
        peer = self.of[name]
        if peer.heard == -inf:
            return True
        return bool(peer.beat.state == "active") and self.silence(name) < SILENT_SECONDS

    def silence(self, name: str) -> float:
        """Seconds for which a node that was heard has not answered."""
        return self.of[name].silence(self._clock())

    def silent(self) -> list[str]:
        """Nodes that do not answer."""
        return [name for name in self.of if self.silence(name) >= SILENT_SECONDS]


class Silence:
    """Tells people which nodes do not answer, once, and that they do again.

    Args:
        peers: whose silence is told.
    """

    def __init__(self, peers: Peers) -> None:
        self._peers = peers
        self._silent: set[str] = set()

    def lines(self) -> list[str]:
        """What is new."""
        before, self._silent = self._silent, set(self._peers.silent())
        found = [f"{name} does not answer" for name in sorted(self._silent - before)]
        return found + [f"{name} answers again" for name in sorted(before - self._silent)]
