# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Starts the graph as processes where ``ros2 launch`` is not installed; reads the node table."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from egoplan_ros.nodes.main import BAD_INPUT
from egoplan_ros.nodes.node_table import (
    LOCALHOST,
    NODES,
    SHUTDOWN_SECONDS,
    NodeEntry,
    Parameters,
    middleware_environment,
    parameter_files,
    parameters_text,
    ros_arguments,
)
from egoplan_ros.nodes.supervision.shared_memory import sweep
from egoplan_ros.world.system.files import write_whole
from egoplan_ros.world.system.signals import end_with_parent

_POLL = 0.1
_STEADY = 30.0
_PAUSE, _LONGEST_PAUSE = 0.5, 8.0
"""Seconds until one that died soon is started again: the first time, and at most."""

Command = Callable[[NodeEntry], list[str]]


@dataclass(slots=True)
class NodeProcess:
    """A node's process.

    Attributes:
        entry: of the node table.
        log: file that has its output.
        process: None while it is down.
        restarts: how often it was started again.
        last_exit: how it ended last, one line.
        given_up: it refused its input; starting it again would not help.
    """

    entry: NodeEntry
    log: Path
    process: subprocess.Popen[bytes] | None = None
    restarts: int = 0
    last_exit: str = ""
    given_up: bool = False
    started: float = 0.0
    again: float = 0.0
    pause: float = 0.0
    output: IO[bytes] | None = field(default=None, repr=False)

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self.process is not None and self.process.poll() is None


class GraphProcesses:
    """All nodes of the table, each its own process; use it as a context manager.

    A node that dies is started again at once if it ran for half a minute, else after 0.5, 1, 2 …
    8 s; the new process tells about it in
    /diagnostics. A node that ends with exit code 2 (bad input) is not started again. Nodes end
    with us, even when we are killed. Shared memory that killed processes left is swept up at start
    and end, as far as a domain is given in ``environment`` that of its ports, too.

    Args:
        variant: "simulated", "thor" or "robot".
        parameters: values by node name ("*": all) and parameter name.
        params_file: a ROS parameter file of the user, "" for none.
        log_dir: folder for one log file per node; created.
        environment: additions to the environment of the nodes.
        tell: gets one line whenever a node dies or is started again.
        command: command line for a node; for tests.
        entries: nodes to start.
        discovery: "localhost" or "subnet": who may take part.
        remappings: of all nodes, ``from:=to``.
        namespace: of all nodes, begins with /; "" for none.

    Raises:
        InputError: unknown variant, missing or malformed parameter file.
    """

    def __init__(
        self,
        variant: str = "simulated",
        parameters: Parameters | None = None,
        params_file: str | Path = "",
        log_dir: Path | str = "log",
        environment: Mapping[str, str] | None = None,
        tell: Callable[[str], None] | None = None,
        command: Command | None = None,
        entries: tuple[NodeEntry, ...] = NODES,
        discovery: str = LOCALHOST,
        remappings: Sequence[str] = (),
        namespace: str = "",
    ) -> None:
        folder = Path(log_dir)
        folder.mkdir(parents=True, exist_ok=True)
        files = parameter_files(variant, params_file)
        if text := parameters_text(parameters or {}, namespace):
            files.append(folder / "parameters.yaml")
            write_whole(files[-1], text)
        self._command = command or (
            lambda entry: [
                sys.executable,
                "-m",
                "egoplan_ros.nodes.main",
                entry.name,
                *ros_arguments(entry, files, namespace),
                *(word for name in remappings for word in ("-r", name)),
            ]
        )
        self._domain = int((environment or {}).get("ROS_DOMAIN_ID", -1))
        self._environment = {
            **os.environ,
            **middleware_environment(discovery),
            **(environment or {}),
        }
        self._tell = tell or (lambda line: None)
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._watch: threading.Thread | None = None
        self.nodes = {
            entry.name: NodeProcess(entry, folder / f"{entry.name}.log") for entry in entries
        }

    def __enter__(self) -> "GraphProcesses":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start all nodes and the thread that watches them."""
        if self._watch is not None:
            return
        sweep(self._domain)
        self._watch = threading.Thread(target=self._run, name="node starter", daemon=True)
        self._watch.start()

    def alive(self) -> bool:
        """Whether every node runs."""
        with self._lock:
            return all(node.alive for node in self.nodes.values())

    def failures(self) -> list[str]:
        """Nodes that refused their input, with the last line each wrote."""
        with self._lock:
            refused = [node for node in self.nodes.values() if node.given_up]
        return [last_line(node.log) or f"{node.entry.name}: {node.last_exit}" for node in refused]

    def pid(self, name: str) -> int | None:
        """Process id of a node, None while it is down."""
        with self._lock:
            node = self.nodes[name]
            return node.process.pid if node.process is not None and node.alive else None

    def close(self) -> None:
        """End all nodes; may be repeated.

        SIGINT; to those that live after ``SHUTDOWN_SECONDS`` SIGTERM, half a second later SIGKILL.
        """
        self._stopping.set()
        if self._watch is not None and self._watch is not threading.current_thread():
            self._watch.join()
        with self._lock:
            waits = (
                (signal.SIGINT, SHUTDOWN_SECONDS),
                (signal.SIGTERM, 0.5),
                (signal.SIGKILL, 0.5),
            )
            for sign, patience in waits:
                self._signal(sign, patience)
            for node in self.nodes.values():
                if node.output is not None:
                    node.output.close()
                    node.output = None
        sweep(self._domain)

    def _signal(self, sign: signal.Signals, patience: float) -> None:
        running = [node.process for node in self.nodes.values() if node.process and node.alive]
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                if sign == signal.SIGKILL:
                    os.killpg(process.pid, sign)
                else:
                    process.send_signal(sign)
        deadline = time.monotonic() + patience
        for process in running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, deadline - time.monotonic()))

    def _run(self) -> None:
        # One thread starts all processes and outlives them: their parent-death signal is tied to
        # the thread that forked them.
        with self._lock:
            for node in self.nodes.values():
                self._launch(node)
        while not self._stopping.wait(_POLL):
            with self._lock:
                for node in self.nodes.values():
                    self._look_after(node)

    def _look_after(self, node: NodeProcess) -> None:
        now = time.monotonic()
        if node.process is None:
            if not node.given_up and now >= node.again:
                node.restarts += 1
                self._launch(node)
                self._tell(f"{node.entry.name} is started again ({node.restarts}.)")
            return
        code = node.process.poll()
        if code is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(node.process.pid, signal.SIGKILL)  # what it left behind
        node.process = None
        node.last_exit = _how(code)
        if code == BAD_INPUT:
            node.given_up = True
            self._tell(last_line(node.log) or f"{node.entry.name} {node.last_exit}")
            return
        steady = now - node.started > _STEADY
        node.pause = 0.0 if steady else min(max(_PAUSE, 2 * node.pause), _LONGEST_PAUSE)
        node.again = now + node.pause
        wait = f" in {node.pause:g} s" if node.pause else ""
        self._tell(f"{node.entry.name} {node.last_exit}; starting it again{wait}")

    def _launch(self, node: NodeProcess) -> None:
        environment = dict(self._environment)
        environment["EGOPLAN_RESTARTS"] = str(node.restarts)
        environment["EGOPLAN_LAST_EXIT"] = node.last_exit
        environment.setdefault("PYTHONUNBUFFERED", "1")
        if node.output is None:
            node.output = node.log.open("ab")
        node.started = time.monotonic()
        node.process = subprocess.Popen(
            self._command(node.entry),
            stdin=subprocess.DEVNULL,
            stdout=node.output,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
            preexec_fn=end_with_parent,
        )


def _how(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    return f"was killed by signal {-code} ({signal.Signals(-code).name})"


def last_line(path: Path) -> str:
    """The last non-empty line of a log file, "" when there is none."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        return ""
    return next((line.strip() for line in reversed(lines) if line.strip()), "")
