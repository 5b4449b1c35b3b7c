# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ends the process of a node that hangs, so that whoever starts nodes starts it again."""

import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

from egoplan_ros.msg import Heartbeat
from egoplan_ros.nodes.supervision.peers import SILENT_SECONDS, Peers
from egoplan_ros.world.system.resources import PACKAGE


class Warden:
    """Ends nodes that have not answered for too long, each process once.

    Silence counts while this process listens: after it was halted itself, or while it hears nobody
    though others are there, that it heard nothing says nothing of them.

    Args:
        peers: whose silence counts.
        clock: monotonic seconds.
    """

    def __init__(self, peers: Peers, clock: Callable[[], float] = time.monotonic) -> None:
        self._peers, self._clock = peers, clock
        self._looked = self._awake = clock()
        self._ended: set[int] = set()
        self._hung: set[str] = set()

    def look(self, limit: float, unheard: float = 0.0) -> list[str]:
        """End who has been silent for ``limit`` seconds (0: nobody); a line for each.

        Args:
            limit: seconds.
            unheard: for which not one of several others was heard.
        """
        now = self._clock()
        if now - self._looked > SILENT_SECONDS or unheard >= SILENT_SECONDS:
            self._awake = now
        self._looked = now
        if now - self._awake < limit:
            return []
        lines = []
        for name, peer in self._peers.of.items():
            hangs = limit and self._peers.silence(name) >= limit
            if hangs and peer.beat.started not in self._ended:
                self._ended.add(peer.beat.started)
                self._hung.add(name)
                lines.append(end_hung(peer.beat))
        return lines

    def why(self, name: str) -> str:
        """What came of the process of a node that another one has taken the place of."""
        if name not in self._hung:
            return "it died"
        self._hung.remove(name)
        return "it hung and was ended"


def end_hung(beat: Heartbeat) -> str:
    """Kill the process that a heartbeat is of; what was done, one line.

    Its number alone is no proof: it may be of another host, be used again, or be told by a
    stranger. Only a process on this host whose command line is that of the node is ended.
    """
    if beat.host != socket.gethostname():
        return f"{beat.node} hangs on host {beat.host}; end it there"
    words = _words(beat)
    if not words:
        return f"{beat.node} hangs, and its process {beat.pid} is gone"
    if not _named(beat, words):
        return f"{beat.node} hangs, and process {beat.pid} is none of ours"
    try:
        os.kill(beat.pid, signal.SIGKILL)
    except OSError as error:
        return f"{beat.node} hangs, and cannot be ended ({error.strerror})"
    return f"{beat.node} hung and was ended, to be started again"


def runs_here(beat: Heartbeat) -> bool:
    """Whether the process that a heartbeat is of runs on this host."""
    return bool(beat.host == socket.gethostname()) and _named(beat, _words(beat))


def _words(beat: Heartbeat) -> list[str]:
    """The command line of the process of that number; none when there is no such any more."""
    try:
        words = Path(f"/proc/{beat.pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []
    return [word.decode(errors="replace") for word in words if word]


def _named(beat: Heartbeat, words: list[str]) -> bool:
    """Whether a command line is that of the node."""
    named = beat.node in words or any(word.endswith(f"/{beat.node}") for word in words)
    return named and any(PACKAGE in word for word in words)
