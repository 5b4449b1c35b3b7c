"""The sign of life of a node: told twice a second from a thread of its own."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rclpy.clock import Clock, ClockType
from rclpy.node import Node

from egoplan_ros.msg import Heartbeat
from egoplan_ros.nodes.convert.stamps import to_duration
from egoplan_ros.nodes.qos import sensor

TOPIC = "heartbeat"
PERIOD = 0.5
"""Seconds between two beats."""
_FREE_SECONDS = 0.25


class Heart:
    """Beats while the process lives, and tells for how long its thread has not been free.

    A thread beats, so that a long computation is told from a process that is dead or halted; a
    timer on the node's own thread notes that callbacks are still served.

    Args:
        node: whose heart it is.
        state: its lifecycle state.
        group: callback group of the timer.
    """

    def __init__(self, node: Node, state: Callable[[], str], group: Any) -> None:
        self._state = state
        self._beat = Heartbeat(
            node=node.get_name(),
            started=time.clock_gettime_ns(time.CLOCK_BOOTTIME),  # never set back
            host=socket.gethostname(),
            pid=os.getpid(),
        )
        self._free = time.monotonic()
        self._allowed = 0.0
        self._publisher = node.create_publisher(Heartbeat, TOPIC, sensor())
        self._ended = threading.Event()
        steady = Clock(clock_type=ClockType.STEADY_TIME)
        node.create_timer(_FREE_SECONDS, self._note, group, clock=steady)
        self._thread = threading.Thread(target=self._run, name="heart", daemon=True)
        self._thread.start()

    @contextmanager
    def allowing(self, seconds: float) -> Iterator[None]:
        """What is done within may rightly keep the node's thread for so long."""
        before, self._allowed = self._allowed, seconds
        try:
            yield
        finally:
            self._note()
            self._allowed = before

    def stop(self) -> None:
        """Beat no more; before the node is destroyed."""
        self._ended.set()
        self._thread.join(timeout=2.0 * PERIOD)

    def _note(self) -> None:
        self._free = time.monotonic()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._beat.state, self._beat.allowed = self._state(), to_duration(self._allowed)
            self._beat.stuck = to_duration(time.monotonic() - self._free - _FREE_SECONDS)
            try:
                self._publisher.publish(self._beat)
            except Exception:  # the node is being destroyed
                return
            self._ended.wait(PERIOD)
