# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which faults there are, how they are drawn, and how they are put upon a graph."""

import os
import random
import resource
import signal
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from egoplan_ros.nodes.chaos.stranger import TOPICS, Stranger
from egoplan_ros.nodes.node_table import NODES
from egoplan_ros.nodes.startup.starter import GraphProcesses

NONE, KILL, HANG, PAUSE, SIMULATOR = "none", "kill", "hang", "pause", "simulator"
MALFORMED, FLOOD, AGAIN, CLOCK, DISK = "malformed", "flood", "again", "clock", "disk"
KINDS = (KILL, HANG, PAUSE, MALFORMED, FLOOD, AGAIN, CLOCK, DISK, SIMULATOR, NONE)
"""A process killed; halted for good; halted for a while; a false message; hundreds of them; a true
one sent again; time that leaps; a full disk; the simulator killed; nothing, to compare with."""

SILENT = frozenset({NONE, AGAIN, DISK, CLOCK})
"""Faults that need not be told: they do no harm, or come true by themselves."""

_PAUSE_SECONDS, _FLOOD_SECONDS, _FLOOD_HERTZ = 5.0, 2.0, 200.0
_DISK_SECONDS = 10.0
_REPEATED = ("robot_state", "objects", "map", "skill/status", "goal")
_KEEPING = ("mapping", "behavior", "robot_bridge")
"""Nodes that write files while they work."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Attributes:
        kind: of :data:`KINDS`.
        where: node or topic.
        way: picks among what can be wrong.
        step: strikes after so many steps of the robot since the task was given.
    """

    kind: str
    where: str = ""
    way: int = 0
    step: int = 0


def drawn(choice: random.Random, kinds: tuple[str, ...] = KINDS, latest: int = 12) -> Fault:
    """A random fault after a random number of steps."""
    kind = choice.choice(kinds)
    where = ""
    if kind in (KILL, HANG, PAUSE):
        where = choice.choice([entry.name for entry in NODES])
    elif kind in (MALFORMED, FLOOD):
        where = choice.choice(sorted(TOPICS))
    elif kind == AGAIN:
        where = choice.choice(_REPEATED)
    elif kind == DISK:
        where = choice.choice(_KEEPING)
    return Fault(kind, where, choice.randrange(60), choice.randint(0, latest))


def inflict(fault: Fault, processes: GraphProcesses, stranger: Stranger) -> None:
    """Put a fault upon a running graph; what ends by itself does so in the background."""
    if fault.kind in (KILL, HANG, PAUSE):
        pid = processes.pid(fault.where)
        if pid is None:
            return
        os.kill(pid, signal.SIGKILL if fault.kind == KILL else signal.SIGSTOP)
        if fault.kind == PAUSE:
            _later(_PAUSE_SECONDS, pid, signal.SIGCONT)
    elif fault.kind == SIMULATOR:
        for pid in _children(processes.pid("robot_bridge")):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
    elif fault.kind == MALFORMED:
        stranger.send_false(fault.where, fault.way)
    elif fault.kind == FLOOD:
        end = time.monotonic() + _FLOOD_SECONDS
        while time.monotonic() < end:
            stranger.send_false(fault.where, fault.way)
            time.sleep(1.0 / _FLOOD_HERTZ)
    elif fault.kind == AGAIN:
        stranger.send_again(fault.where)
    elif fault.kind == CLOCK:
        stranger.send_time(100_000 if fault.way % 2 else 0)
    elif fault.kind == DISK:
        _fill_disk(processes.pid(fault.where))


def _later(seconds: float, pid: int, sign: signal.Signals) -> None:
    def send() -> None:
        with suppress(OSError):
            os.kill(pid, sign)

    timer = Timer(seconds, send)
    timer.daemon = True
    timer.start()


def _fill_disk(pid: int | None) -> None:
    """Have every write of a process fail for a while, as on a full disk."""
    if pid is None:
        return
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))

    def give_back() -> None:
        with suppress(OSError, ValueError):
            # 0 is what such a fault before this one had set.
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft or hard, hard))

    timer = Timer(_DISK_SECONDS, give_back)
    timer.daemon = True
    timer.start()


def _children(pid: int | None) -> list[int]:
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found |= {int(word) for word in task.read_text(encoding="ascii").split()}
    return sorted(found)
