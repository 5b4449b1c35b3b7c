# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes in several processes of this machine."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from egoplan_ros.bench.executor import Episodes, ProcessLost
from egoplan_ros.world.system.signals import stop_signals
from egoplan_ros.world.system.threads import share_cores


class ProcessPool:
    """An executor with so many processes, each of which runs one episode after the other.

    Args:
        jobs: how many.
        work: runs an episode, a function of a module; of what it is about, ``todo`` is a list.
    """

    def __init__(self, jobs: int, work: Callable[[Any], dict[str, Any]]) -> None:
        self._jobs, self._work = jobs, work

    def run(self, todo: Sequence[Any]) -> Episodes:
        """Episodes as they end.

        Raises:
            ProcessLost: one of the processes was killed, for want of memory, say.
        """
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self._jobs, context, share_cores, (self._jobs,)) as pool:
            waiting: set[Future[dict[str, Any]]] = {
                pool.submit(_work, self._work, spec) for spec in todo
            }
            try:
                while waiting:
                    ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in ready:
                        yield future.result()
            except (KeyboardInterrupt, GeneratorExit):
                for process in multiprocessing.active_children():
                    process.terminate()  # the pool breaks, and what waits in it is given up
                raise
            except BrokenProcessPool as error:
                raise ProcessLost from error
            except Exception:
                for future in waiting:
                    future.cancel()
                raise


def _work(work: Callable[[Any], dict[str, Any]], spec: Any) -> dict[str, Any]:
    """An episode in a process of its own, which ends with it when it is interrupted."""
    try:
        with stop_signals(once=True):
            return work(spec)
    except KeyboardInterrupt:
        os._exit(130)  # the pool would go on with the next episode
