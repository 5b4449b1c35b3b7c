# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a node tells on /diagnostics: rates, latency, drops, faults, and why nothing comes out."""

import os
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from diagnostic_msgs.msg import DiagnosticStatus, KeyValue

OK, WARN, ERROR = DiagnosticStatus.OK, DiagnosticStatus.WARN, DiagnosticStatus.ERROR
_WINDOW = 50


@dataclass(slots=True)
class Flow:
    """Counts what comes in or goes out on one topic."""

    name: str
    count: int = 0
    dropped: int = 0
    times: deque[float] = field(default_factory=lambda: deque(maxlen=_WINDOW))

    def tick(self) -> None:
        """One more message, now."""
        self.count += 1
        self.times.append(time.monotonic())

    def rate(self) -> float:
        """Messages per second over the last ones, 0 when they stopped."""
        if len(self.times) < 2:
            return 0.0
        span = time.monotonic() - self.times[0]
        return (len(self.times) - 1) / span if span > 0 else 0.0


STOPPED = "stopped by the stop topic"
"""What the bridge tells in /diagnostics while nothing moves."""

READING = "requests being read"
"""The value in /diagnostics that says how many requests language has in hand."""


class Monitor:
    """Collects what a node has to tell about itself.

    Args:
        name: full name of the node.
        publishers: number of publishers of a topic, as the graph shows it.
        resolve: a topic's full name, remapped.
    """

    def __init__(
        self, name: str, publishers: Callable[[str], int], resolve: Callable[[str], str] = str
    ) -> None:
        self.name = name
        self._publishers, self._resolve = publishers, resolve
        self.inputs: dict[str, Flow] = {}
        self.outputs: dict[str, Flow] = {}
        self.latency: deque[float] = deque(maxlen=_WINDOW)
        self.values: dict[str, str] = {}
        self.faults: dict[str, str] = {}
        self.warnings: dict[str, str] = {}
        self.reason: Callable[[], str] = str
        self.restarts = os.environ.get("EGOPLAN_RESTARTS", "0")
        self.last_exit = os.environ.get("EGOPLAN_LAST_EXIT", "")

    def expect(self, topic: str) -> Flow:
        """Count a topic the node needs; the node tells when nothing has come yet."""
        return self.inputs.setdefault(topic, Flow(topic))

    def output(self, topic: str) -> Flow:
        """Count a topic the node publishes."""
        return self.outputs.setdefault(topic, Flow(topic))

    def fault(self, key: str, message: str) -> bool:
        """An error that stands until :meth:`clear`; whether it is new."""
        new = self.faults.get(key) != message
        self.faults[key] = message
        return new

    def warn(self, key: str, message: str) -> bool:
        """A warning that stands until :meth:`clear`; whether it is new."""
        new = self.warnings.get(key) != message
        self.warnings[key] = message
        return new

    def clear(self, key: str) -> None:
        """Take a fault or warning back."""
        self.faults.pop(key, None)
        self.warnings.pop(key, None)

    def missing(self) -> list[str]:
        """Topics of which nothing has been received, one line each."""
        topics = [self._resolve(flow.name) for flow in self.inputs.values() if not flow.count]
        return [
            f"nothing received on {topic} ({self._publishers(topic)} publishers)"
            for topic in topics
        ]

    def status(self, state: str) -> DiagnosticStatus:
        """The message for the present lifecycle state."""
        notes = list(self.warnings.values())
        if state == "active":
            notes += self.missing()
            if why := self.reason():
                notes.append(why)
        level, text = OK, state
        if self.faults:
            level, text = ERROR, "; ".join(self.faults.values())
        elif notes:
            level, text = WARN, "; ".join(notes)
        elif self.last_exit:
            level, text = WARN, f"{state}; was restarted: {self.last_exit}"
        values = {"state": state, "restarts": self.restarts, **self.values}
        if self.last_exit:
            values["last exit"] = self.last_exit
        for flow in (*self.inputs.values(), *self.outputs.values()):
            values[f"{flow.name} rate"] = f"{flow.rate():.1f} Hz"
            values[f"{flow.name} count"] = str(flow.count)
            if flow.dropped:
                values[f"{flow.name} dropped"] = str(flow.dropped)
        if self.latency:
            ordered = sorted(self.latency)
            values["latency median"] = f"{ordered[len(ordered) // 2] * 1e3:.1f} ms"
            values["latency max"] = f"{ordered[-1] * 1e3:.1f} ms"
        return DiagnosticStatus(
            level=level,
            name=f"{self.name.lstrip('/')}: node",
            message=text,
            hardware_id=self.name.lstrip("/"),
            values=[KeyValue(key=key, value=value) for key, value in values.items()],
        )
