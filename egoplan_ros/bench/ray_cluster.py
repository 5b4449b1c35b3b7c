# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes on a Ray cluster: one started for the run, or one that is there.

Ray is an optional package. Each episode is a Ray task of one processor. The machines of a cluster
need this package in the same version, and the same files at the same paths.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from itertools import islice
from typing import Any

from egoplan_ros.bench.episode import EpisodeSpec, run_episode
from egoplan_ros.bench.executor import Episodes, ProcessLost
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.signals import stop_signals

PATIENCE = 60.0
"""Seconds that interrupted episodes get to end; one over ROS has a graph of processes to end."""

ANSWER_SECONDS = 5.0
"""For a connection to the cluster."""


class RayCluster:
    """The executor of ``--ray``."""

    def __init__(self, address: str = "", jobs: int | None = None) -> None:
        """Find Ray; nothing is started yet.

        Args:
            address: of the cluster, as for ``ray.init``; "" is the one that RAY_ADDRESS names or
                that runs on this machine, else one is started and ended with the run.
            jobs: episodes at a time; None is as many as the cluster has processors for.

        Raises:
            InputError: Ray is not installed.
        """
        try:
            import ray
        except ImportError as error:
            raise InputError(
                "bench: --ray needs Ray, which is not installed; "
                "pip install -r requirements/optional/ray.txt"
            ) from error
        self._ray: Any = ray
        self._address, self._jobs = address, jobs

    def run(self, todo: Sequence[EpisodeSpec]) -> Episodes:
        """Episodes as they end.

        Raises:
            ProcessLost: a worker, or its machine, is gone.
            InputError: no cluster at the address, or one of other files or packages.
        """
        if not todo:
            return
        with self._connected():
            yield from self._episodes(todo)

    @contextmanager
    def _connected(self) -> Iterator[None]:
        where = self._address or os.environ.get("RAY_ADDRESS", "")
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster of ours tells nobody
        stop = signal.getsignal(signal.SIGTERM)
        # What Ray tells of its processes it prints, and the report goes to the standard output.
        with redirect_stdout(sys.stderr):
            try:
                _check_answers(where)
                self._ray.init(
                    self._address or None,
                    include_dashboard=False,
                    log_to_driver=False,
                    logging_level="ERROR",
                )
            except (OSError, RuntimeError, ValueError, self._ray.exceptions.RayError) as error:
                why = " ".join(str(error).split()).rstrip(".")
                raise InputError(
                    f"bench: --ray {where}: no Ray cluster to be had ({why}); `ray start --head` "
                    "starts one (where that asks for a token, set RAY_AUTH_MODE=token here, too), "
                    "without an address one is started for the run"
                ) from error
            if threading.current_thread() is threading.main_thread():
                signal.signal(signal.SIGTERM, stop)  # Ray takes it to leave at once
            try:
                yield
            finally:
                self._ray.shutdown()

    def _episodes(self, todo: Sequence[EpisodeSpec]) -> Episodes:
        errors = self._ray.exceptions
        task = self._ray.remote(num_cpus=1, max_retries=0)(run_on_worker)
        left = ((spec, spec.key) for spec in todo)
        running = [task.remote(*item) for item in islice(left, self._jobs or len(todo))]
        try:
            while running:
                (ready,), running = self._ray.wait(running, num_returns=1)
                episode = self._ray.get(ready)
                running += [task.remote(*item) for item in islice(left, 1)]
                yield episode
        except errors.RayTaskError as error:
            self._give_up(running)
            raise error.cause from error
        except errors.RayError as error:
            self._give_up(running)
            raise ProcessLost from error
        except BaseException:
            self._give_up(running)
            raise

    def _give_up(self, running: Sequence[Any]) -> None:
        """End what is under way, in a cluster that goes on without us."""
        with suppress(self._ray.exceptions.RayError):
            for episode in running:
                self._ray.cancel(episode)
            if running:
                self._ray.wait(running, num_returns=len(running), timeout=PATIENCE)


def _check_answers(address: str) -> None:
    """Raise OSError where nobody listens at ``host:port``; Ray would wait for two minutes."""
    host, _, port = address.rpartition(":")
    if host and "/" not in host and port.isdigit():
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()


def run_on_worker(spec: EpisodeSpec, key: str) -> dict[str, Any]:
    """An episode in a process of Ray's.

    Args:
        key: of the episode where it was asked for.

    Raises:
        InputError: it would be another episode here.
    """
    try:
        why = "" if spec.key == key else "rooms, faults, suite or strategy are others there"
    except InputError as error:
        why = str(error)
    if why:
        raise InputError(
            f"bench: Ray's worker on {socket.gethostname()}: {why}; each machine of the cluster "
            "needs this package and the same files at the same paths"
        )
    with stop_signals(once=True):
        return run_episode(spec)
