# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The process starter, with small commands in place of nodes."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from egoplan_ros.nodes.node_table import NodeEntry
from egoplan_ros.nodes.startup.starter import GraphProcesses, last_line

ENTRIES = (NodeEntry("one", "m", "K"), NodeEntry("two", "m", "K"))

SLEEPER = "import signal; print('up', flush=True); signal.pause()"
STUBBORN = (
    "import signal\n"
    "for s in (signal.SIGINT, signal.SIGTERM): signal.signal(s, signal.SIG_IGN)\n"
    "print('up', flush=True)\n"
    "signal.pause()"
)
REFUSING = "import sys; print('one: scene Mars is unknown', file=sys.stderr); sys.exit(2)"
DYING = (
    "import os\n"
    "print(os.environ['EGOPLAN_RESTARTS'], os.environ['EGOPLAN_LAST_EXIT'], flush=True)\n"
    "os._exit(3)"
)


class Told:
    """Lines told by the starter, to wait for."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._more = threading.Condition()

    def __call__(self, line: str) -> None:
        with self._more:
            self.lines.append(line)
            self._more.notify_all()

    def wait(self, part: str, seconds: float = 15.0) -> str:
        def found() -> str:
            return next((line for line in self.lines if part in line), "")

        with self._more:
            assert self._more.wait_for(found, seconds), self.lines
            return found()


def until(condition: Callable[[], object], seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    poll = threading.Event()
    while not condition():
        assert time.monotonic() < end, "condition did not come true in time"
        poll.wait(0.02)


def processes(folder: Path, programs: dict[str, str], told: Told) -> GraphProcesses:
    return GraphProcesses(
        log_dir=folder,
        tell=told,
        entries=ENTRIES,
        command=lambda entry: [sys.executable, "-c", programs[entry.name]],
    )


def test_processes_run_until_closed(tmp_path: Path) -> None:
    with processes(tmp_path, {"one": SLEEPER, "two": SLEEPER}, Told()) as graph:
        until(lambda: last_line(tmp_path / "one.log") == "up" and graph.alive())
        pids = [graph.pid("one"), graph.pid("two")]
        assert None not in pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    graph.close()


def test_a_stubborn_process_is_killed_within_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("egoplan_ros.nodes.startup.starter.SHUTDOWN_SECONDS", 1.0)
    with processes(tmp_path, {"one": STUBBORN, "two": SLEEPER}, Told()) as graph:
        until(lambda: last_line(tmp_path / "one.log") == "up")
        pid = graph.pid("one")
        assert pid is not None
        began = time.monotonic()
    assert time.monotonic() - began < 3.5
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_dead_process_comes_back_and_knows_why(tmp_path: Path) -> None:
    told = Told()
    with processes(tmp_path, {"one": SLEEPER, "two": SLEEPER}, told) as graph:
        until(lambda: graph.pid("one"))
        first = graph.pid("one")
        assert first is not None
        os.kill(first, signal.SIGKILL)
        told.wait("one was killed by signal 9 (SIGKILL)")
        told.wait("one is started again")
        until(lambda: graph.pid("one") not in (None, first))
        assert graph.nodes["one"].restarts == 1
        assert graph.nodes["two"].restarts == 0


def test_pauses_grow(tmp_path: Path) -> None:
    told = Told()
    with processes(tmp_path, {"one": DYING, "two": SLEEPER}, told):
        told.wait("starting it again in 0.5 s")
        told.wait("starting it again in 1 s")
        told.wait("is started again (2.)")
        until(lambda: last_line(tmp_path / "one.log").startswith("2"))
    assert last_line(tmp_path / "one.log") == "2 ended with exit code 3"


def test_bad_input_is_not_tried_again(tmp_path: Path) -> None:
    told = Told()
    with processes(tmp_path, {"one": REFUSING, "two": SLEEPER}, told) as graph:
        told.wait("scene Mars is unknown")
        until(graph.failures)
        assert graph.failures() == ["one: scene Mars is unknown"]
        assert graph.nodes["one"].restarts == 0


def test_nothing_outlives_a_killed_starter(tmp_path: Path) -> None:
    told = f"import os; print(os.getpid(), flush=True); {SLEEPER}"
    program = (
        "import sys, threading\n"
        "from egoplan_ros.nodes.startup.starter import GraphProcesses\n"
        "from egoplan_ros.nodes.node_table import NodeEntry\n"
        f"graph = GraphProcesses(log_dir={str(tmp_path)!r},\n"
        "    entries=(NodeEntry('one', 'm', 'K'),),\n"
        f"    command=lambda entry: [sys.executable, '-c', {told!r}])\n"
        "graph.start()\n"
        "threading.Event().wait()\n"
    )
    log = tmp_path / "one.log"
    with subprocess.Popen([sys.executable, "-c", program]) as starter:
        until(lambda: last_line(log) == "up")
        starter.kill()
    pid = int(log.read_text(encoding="utf-8").split()[0])

    def gone() -> bool:
        try:
            state = (
                Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
            )
        except FileNotFoundError:
            return True
        return state == "Z"

    until(gone)
