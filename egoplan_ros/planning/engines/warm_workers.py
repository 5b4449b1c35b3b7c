# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Runs a Python module again and again in a process that is kept warm (see fork_server.py).

The same promises as :func:`~egoplan_ros.planning.engines.process.run_group`: hard limits of time
and memory, and no process outlives a time-out or a cancel. A worker that was killed, or that died,
is replaced when it is next needed. Workers belong to the process that started them: they end with
it, and a fork of it starts its own."""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from egoplan_ros.planning.engines.process import POLL_SECONDS, Ending, Outcome

SERVER = Path(__file__).with_name("fork_server.py")
_DIED = -1
"""Exit code where there is none."""


class Worker:
    """One warm process; not to be used by two threads at once."""

    def __init__(self, folder: Path, module: str, preload: Sequence[str]) -> None:
        # -S: without site-packages, whose start-up files cost more than the program itself.
        command = [sys.executable, "-S", "-B", "-P", str(SERVER)]
        command += [str(os.getpid()), str(folder), module, *preload]
        self._process = subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            # The order of sets decides between equal plans; it should be the same every time.
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )

    @property
    def pid(self) -> int:
        """Of the warm process, which leads its process group."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether it can take a request."""
        return self._process.poll() is None

    def run(
        self,
        arguments: Sequence[str],
        *,
        directory: Path,
        timeout_s: float,
        memory_bytes: int,
        cancelled: Callable[[], bool] | None = None,
    ) -> Outcome:
        """Run the module; arguments as for ``run_group``. The worker is dead unless it EXITED.

        Raises:
            BrokenPipeError: the worker died before it took the request.
        """
        start = time.perf_counter()
        request = {
            "directory": str(directory),
            "arguments": list(arguments),
            "memory_bytes": memory_bytes,
            "cpu_s": int(timeout_s) + 2,
        }
        ending, code = Ending.TIMEOUT, _DIED
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            ending = self._await(start + timeout_s, cancelled)
            if ending is Ending.EXITED:
                assert self._process.stdout is not None
                answer = self._process.stdout.readline()
                if not answer:
                    raise BrokenPipeError("the warm process ended")
                code = int(answer)
        except BaseException:
            self.kill()
            raise
        if ending is not Ending.EXITED:
            self.kill()
        return Outcome(ending, code, time.perf_counter() - start)

    def _await(self, deadline: float, cancelled: Callable[[], bool] | None) -> Ending:
        poller = select.poll()
        poller.register(self._process.stdout, select.POLLIN)  # type: ignore[arg-type]
        while True:
            left = deadline - time.perf_counter()
            wait = left if cancelled is None else min(left, POLL_SECONDS)
            if poller.poll(max(wait, 0.0) * 1000.0):
                return Ending.EXITED
            if cancelled is not None and cancelled():
                return Ending.CANCELLED
            if time.perf_counter() >= deadline:
                return Ending.TIMEOUT

    def kill(self) -> None:
        """End it and what it runs."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._close()

    def forget(self) -> None:
        """Let go of a worker that belongs to the process this one was forked from."""
        self._process.returncode = 0
        self._close()

    def _close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


class WarmModule:
    """A module to run in warm processes: one is kept, more are started while calls overlap.

    Args:
        folder: where the module is found.
        module: run as ``python -m`` would.
        preload: modules to import beforehand.
    """

    def __init__(self, folder: Path, module: str, preload: Sequence[str]) -> None:
        self._command = (folder, module, tuple(preload))
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        self._busy: list[Worker] = []
        atexit.register(self.close)
        os.register_at_fork(after_in_child=self._after_fork)

    @property
    def pids(self) -> set[int]:
        """Of the warm processes there are now."""
        with self._lock:
            return {worker.pid for worker in (*self._idle, *self._busy)}

    def warm_up(self) -> None:
        """Start a process ahead of the first run; returns at once."""
        with self._lock:
            if not self._idle and not self._busy:
                self._idle.append(Worker(*self._command))

    def run(
        self,
        arguments: Sequence[str],
        *,
        directory: Path,
        timeout_s: float,
        memory_bytes: int,
        cancelled: Callable[[], bool] | None = None,
    ) -> Outcome:
        """Run the module to its end, or kill it; output goes to ``output.txt``.

        Args:
            arguments: of the module.
            directory: working directory.
            timeout_s: wall-clock limit in seconds.
            memory_bytes: limit of the address space.
            cancelled: polled about 100 times a second.
        """
        for _ in range(2):
            worker = self._take()
            try:
                return worker.run(
                    arguments,
                    directory=directory,
                    timeout_s=timeout_s,
                    memory_bytes=memory_bytes,
                    cancelled=cancelled,
                )
            except BrokenPipeError:
                # It was killed from outside while idle or at work; a fresh one does it again.
                continue
            finally:
                self._give_back(worker)
        return Outcome(Ending.EXITED, _DIED, 0.0)

    def close(self) -> None:
        """End all warm processes; the next run starts a new one."""
        with self._lock:
            workers, self._idle, self._busy = [*self._idle, *self._busy], [], []
        for worker in workers:
            worker.kill()

    def _take(self) -> Worker:
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.alive:
                    break
                worker.kill()
            else:
                worker = Worker(*self._command)
            self._busy.append(worker)
            return worker

    def _give_back(self, worker: Worker) -> None:
        with self._lock:
            if worker not in self._busy:
                return
            self._busy.remove(worker)
            if worker.alive and not self._idle:
                self._idle.append(worker)
                return
        worker.kill()
        self.warm_up()

    def _after_fork(self) -> None:
        self._lock = threading.Lock()
        for worker in (*self._idle, *self._busy):
            worker.forget()
        self._idle, self._busy = [], []
