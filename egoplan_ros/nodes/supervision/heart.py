"""The sign of life of a node: told twice a second from a thread of its own."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from rclpy.callback_groups import CallbackGroup
from rclpy.clock import Clock, ClockType
from rclpy.impl.implementation_singleton import rclpy_implementation
from rclpy.node import Node

from egoplan_ros.msg import Heartbeat
from egoplan_ros.nodes.convert.stamps import to_duration
from egoplan_ros.nodes.qos import sensor

TOPIC = "heartbeat"
PERIOD = 0.5
"""Seconds between two beats."""
_FREE_SECONDS = 0.25
_HEARD_SECONDS = 2.0
"""Without a beat of any other node, after which this one may be deaf: four were missed of each."""
_WHOLE_GRAPH = 3
"""Nodes from which on silence is our own fault; of two, the other one may hang."""


class _Unwatched(CallbackGroup):
    """Of what is read now and then: nobody waits for it, so that its messages wake nobody."""

    def can_execute(self, entity: Any) -> bool:
        return False

    def beginning_execution(self, entity: Any) -> bool:
        return False

    def ending_execution(self, entity: Any) -> None:
        pass


class Heart:
    """Beats while the process lives, and tells for how long it has not been fit to answer.

    A thread beats, so that a long computation is told from a process that is dead or halted; a
    timer on the node's own thread notes that callbacks are still served. Who hears none of the
    others, though they are there, is asked in vain, too: a process that was halted in the middle of
    reading may read nothing any more from its middleware's shared memory.

    Args:
        node: whose heart it is.
        state: its lifecycle state.
        group: callback group of the timer.
    """

    def __init__(self, node: Node, state: Callable[[], str], group: Any) -> None:
        self._state, self._node = state, node
        self._beat = Heartbeat(
            node=node.get_name(),
            started=time.clock_gettime_ns(time.CLOCK_BOOTTIME),  # never set back
            host=socket.gethostname(),
            pid=os.getpid(),
        )
        self._free = self._heard = time.monotonic()
        self._allowed = 0.0
        self._publisher = node.create_publisher(Heartbeat, TOPIC, sensor())
        self._others = node.create_subscription(
            Heartbeat, TOPIC, lambda beat: None, sensor(), callback_group=_Unwatched()
        )
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

    def _stuck(self) -> float:
        """Seconds for which the thread was not free, or others were there and not heard."""
        heard = {beat.started for beat in self._beats()} - {self._beat.started}
        if heard or self._node.count_publishers(TOPIC) < _WHOLE_GRAPH:
            self._heard = time.monotonic()
        since = min(self._free + _FREE_SECONDS, self._heard + _HEARD_SECONDS)
        return time.monotonic() - since

    def _beats(self) -> Iterator[Heartbeat]:
        """What has come since the last call; what cannot be decoded ends it."""
        handle = self._others.handle
        with suppress(rclpy_implementation.RCLError), handle:
            while (taken := handle.take_message(Heartbeat, False)) is not None:
                yield taken[0]

    def _run(self) -> None:
        while not self._ended.is_set():
            self._beat.state, self._beat.allowed = self._state(), to_duration(self._allowed)
            try:
                self._beat.stuck = to_duration(self._stuck())
                self._publisher.publish(self._beat)
            except Exception:  # the node is being destroyed
                return
            self._ended.wait(PERIOD)
