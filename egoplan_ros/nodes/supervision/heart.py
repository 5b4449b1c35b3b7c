# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

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
_WHOLE_GRAPH = 3
"""Nodes from which on silence is our own fault; of two, the other one may hang."""
_READ = 20
"""Beats that are read at once, at most."""


class _Unwatched(CallbackGroup):
    """Of what is read now and then: nobody waits for it, so that its messages wake nobody."""

    def can_execute(self, entity: Any) -> bool:
        return False

    def beginning_execution(self, entity: Any) -> bool:
        return False

    def ending_execution(self, entity: Any) -> None:
        pass


class Heart:
    """Beats while the process lives, and tells for how long its thread has not been free.

    A thread beats, so that a long computation is told from a process that is dead or halted; a
    timer on the node's own thread notes that callbacks are still served. The thread also looks
    whether the others' beats come: a process that was halted in the middle of reading may read
    nothing any more from its middleware's shared memory, and then is asked in vain.

    Args:
        node: whose heart it is.
        state: its lifecycle state.
        group: callback group of the timer.

    Attributes:
        unheard: seconds for which other nodes were there and none of them was heard.
    """

    def __init__(self, node: Node, state: Callable[[], str], group: Any) -> None:
        self._state, self._node = state, node
        self._beat = Heartbeat(
            node=node.get_name(),
            started=time.clock_gettime_ns(time.CLOCK_BOOTTIME),  # never set back
            host=socket.gethostname(),
            pid=os.getpid(),
        )
        self._free = self._listened = time.monotonic()
        self.unheard = 0.0
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

    def _listen(self) -> None:
        """Note whether others are heard; time in which this process was halted itself is none."""
        before, self._listened = self._listened, time.monotonic()
        alone = self._node.count_publishers(TOPIC) < _WHOLE_GRAPH
        if alone or self._heard():
            self.unheard = 0.0
        else:
            self.unheard += min(self._listened - before, 2.0 * PERIOD)

    def _heard(self) -> bool:
        """Whether a beat of another process has come since the last call."""
        handle, found = self._others.handle, False
        for _ in range(_READ):
            with suppress(rclpy_implementation.RCLError), handle:  # one that cannot be decoded
                taken = handle.take_message(Heartbeat, False)
                if taken is None:
                    break
                found = found or taken[0].started != self._beat.started
        return found

    def _run(self) -> None:
        while not self._ended.is_set():
            self._beat.state, self._beat.allowed = self._state(), to_duration(self._allowed)
            self._beat.stuck = to_duration(time.monotonic() - self._free - _FREE_SECONDS)
            try:
                self._publisher.publish(self._beat)
                self._listen()
            except rclpy_implementation.InvalidHandle:  # the node is being destroyed
                return
            except Exception:
                if not self._node.context.ok():
                    return
            self._ended.wait(PERIOD)
