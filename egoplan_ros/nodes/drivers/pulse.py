# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which of a robot's topics have fallen silent, by what is usual for each."""

import time
from collections.abc import Sequence

SILENT_SECONDS = 0.6
"""A topic is silent after so long without a message, or after longer where ..."""
_PERIODS = 3.0
"""... so many times the usual time between two messages is more than that."""
_SMOOTH = 0.2
"""Share of the latest time between two messages in what is usual."""


class Pulse:
    """Notes when topics were heard."""

    def __init__(self, topics: Sequence[str]) -> None:
        self._last = dict.fromkeys(topics, time.monotonic())
        self._period = dict.fromkeys(topics, 0.0)

    def beat(self, topic: str) -> None:
        """A message has come."""
        now = time.monotonic()
        # A pause is not how the topic usually is.
        usual = min(now - self._last[topic], SILENT_SECONDS + _PERIODS * self._period[topic])
        self._period[topic] += _SMOOTH * (usual - self._period[topic])
        self._last[topic] = now

    def patience(self, topic: str) -> float:
        """Seconds without a message after which the topic is silent."""
        return max(SILENT_SECONDS, _PERIODS * self._period[topic])

    def silent(self) -> list[str]:
        """Topics that were not heard for longer than is usual."""
        now = time.monotonic()
        return [topic for topic, last in self._last.items() if now - last > self.patience(topic)]
