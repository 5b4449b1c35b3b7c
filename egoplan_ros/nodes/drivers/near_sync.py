# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Joins a camera's messages whose stamps are near to each other, but not the same."""

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

Complete = Callable[[Mapping[str, Any]], None]


class NearSync:
    """For each message of the first topic, the nearest one of each other topic.

    A set is complete once nothing nearer can come: with equal stamps at once, else when each other
    topic has gone past the first one's stamp (the adaptive policy of message_filters waits for the
    same).
    """

    def __init__(
        self, names: tuple[str, ...], complete: Complete, within: float, keep: int = 16
    ) -> None:
        """Set up.

        Args:
            names: topics; the first gives the stamp.
            complete: gets each set, in order of the first topic's stamps.
            within: seconds that stamps of one set may be apart; 0: equal ones alone.
            keep: messages kept of each topic.
        """
        self._names, self._complete = names, complete
        self._within = round(within * 1e9)
        self._kept: dict[str, deque[tuple[int, Any]]] = {name: deque(maxlen=keep) for name in names}
        self._last: dict[str, int] = {}
        self.dropped = 0

    def add(self, name: str, stamp: int, message: Any) -> None:
        """Take a message; ``stamp`` in nanoseconds."""
        last = self._last.get(name, stamp - 1)
        if stamp == last:
            return  # sent twice
        if stamp < last:
            self.clear()  # the clock was set back
        self._last[name] = stamp
        self._kept[name].append((stamp, message))
        first = self._kept[self._names[0]]
        while first and (others := self._others(first[0][0])) is not None:
            at, message = first.popleft()
            found = {self._names[0]: message}
            for other, nearest in others.items():
                if nearest is None:
                    self.dropped += 1
                    break
                found[other] = nearest[1]
                while self._kept[other] and self._kept[other][0][0] < min(nearest[0], at):
                    self._kept[other].popleft()
            else:
                self._complete(found)

    def clear(self) -> None:
        """Forget what has come."""
        for kept in self._kept.values():
            kept.clear()
        self._last.clear()

    def _others(self, stamp: int) -> dict[str, tuple[int, Any] | None] | None:
        """The nearest of each other topic, None where none is near; None: nearer ones may come."""
        found: dict[str, tuple[int, Any] | None] = {}
        for name in self._names[1:]:
            kept = self._kept[name]
            if not kept or kept[-1][0] < stamp:
                return None
            nearest = min(kept, key=lambda entry: abs(entry[0] - stamp))
            found[name] = nearest if abs(nearest[0] - stamp) <= self._within else None
        return found
