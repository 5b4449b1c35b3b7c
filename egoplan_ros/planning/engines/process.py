# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Runs a program in its own process group under a hard wall-clock limit.

Whatever way the call ends (exit, time-out, cancel, exception) no process of the group survives it;
unified-planning's issue 681, Fast Downward outliving its time-out, is what this prevents.
"""

import os
import resource
import select
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

POLL_SECONDS = 0.01
"""How often a cancel request is looked at."""


class Ending(StrEnum):
    """Why a program ended."""

    EXITED = "exited"
    TIMEOUT = "timeout"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a program ended; ``code`` is its exit status, negative for a signal."""

    ending: Ending
    code: int
    seconds: float


def run_group(
    command: Sequence[str],
    *,
    directory: Path,
    timeout_s: float,
    memory_bytes: int,
    cancelled: Callable[[], bool] | None = None,
    stdin: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Outcome:
    """Run a command to its end, or kill its whole process group.

    Args:
        command: program and arguments.
        directory: working directory; output goes to ``output.txt`` there.
        timeout_s: wall-clock limit in seconds.
        memory_bytes: limit of the address space.
        cancelled: polled about 100 times a second.
        stdin: file to read from.
        environment: environment variables.
    """
    start = time.perf_counter()
    source = stdin or Path(os.devnull)
    with source.open("rb") as input_file, (directory / "output.txt").open("ab") as output:
        process = subprocess.Popen(
            list(command),
            cwd=directory,
            stdin=input_file,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=None if environment is None else dict(environment),
        )
        ending = Ending.TIMEOUT
        try:
            _limit(process.pid, memory_bytes, timeout_s)
            ending = _await(process, start + timeout_s, cancelled)
        finally:
            _kill_group(process)
    return Outcome(ending, process.returncode, time.perf_counter() - start)


def _limit(pid: int, memory_bytes: int, timeout_s: float) -> None:
    """Limit memory, and CPU time in case this process dies before the program."""
    seconds = int(timeout_s) + 2
    try:
        resource.prlimit(pid, resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.prlimit(pid, resource.RLIMIT_CPU, (seconds, seconds))
    except ProcessLookupError:
        return


def _await(
    process: subprocess.Popen[bytes], deadline: float, cancelled: Callable[[], bool] | None
) -> Ending:
    descriptor = os.pidfd_open(process.pid)
    try:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        while True:
            left = deadline - time.perf_counter()
            wait = left if cancelled is None else min(left, POLL_SECONDS)
            if poller.poll(max(wait, 0.0) * 1000.0):
                return Ending.EXITED
            if cancelled is not None and cancelled():
                return Ending.CANCELLED
            if time.perf_counter() >= deadline:
                return Ending.TIMEOUT
    finally:
        os.close(descriptor)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    # The group id stays ours until the leader is reaped, so kill first and wait afterwards.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
