# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Exact synchronisation by stamp: what belongs to one frame comes together."""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

_SET_BACK = 5_000_000_000
"""Nanoseconds."""

_FADING = 0.8

Complete = Callable[[Mapping[str, Any]], None]


class ExactSync:
    """Collects one message of each name per stamp.

    Args:
        names: what a complete set has.
        complete: gets each complete set, in order of completion.
        keep: incomplete sets kept; older ones are dropped and counted.

    Attributes:
        dropped: number of sets given up.
        usual: seconds that sets took lately from their first part to their last, the longest of
            them for a while.

    A frame that is sent again for somebody else may come in part: of the stamp that was completed
    last nothing is missed, but whole it is passed on once more.
    """

    def __init__(self, names: tuple[str, ...], complete: Complete, keep: int = 8) -> None:
        self.names = names
        self._complete = complete
        self._keep = keep
        self._sets: OrderedDict[int, dict[str, Any]] = OrderedDict()
        self._since: dict[int, float] = {}
        self._completed = -1
        self.dropped, self.usual = 0, 0.0

    def add(self, name: str, stamp: int, message: Any) -> None:
        """Take a message; ``stamp`` in nanoseconds."""
        entry = self._sets.setdefault(stamp, {})
        since = self._since.setdefault(stamp, time.monotonic())
        entry[name] = message
        if len(entry) == len(self.names):
            del self._sets[stamp]
            if stamp != self._completed:
                self.usual = max(time.monotonic() - since, _FADING * self.usual)
            # Those from far ahead were sent before the clock was set back.
            for old in [other for other in self._sets if not 0 <= other - stamp < _SET_BACK]:
                self._drop(old)
            self._completed = stamp
            self._complete(entry)
        while len(self._sets) > self._keep:
            self._drop(next(iter(self._sets)))
        self._since = {stamp: since for stamp, since in self._since.items() if stamp in self._sets}

    def clear(self) -> None:
        """Forget incomplete sets."""
        self._sets.clear()
        self._since.clear()
        self._completed = -1

    def newest(self) -> tuple[int, float]:
        """Stamp of the newest incomplete set, and since when it is (monotonic); zeros for none."""
        stamp = max(self._missed(), default=0)
        return stamp, self._since.get(stamp, 0.0)

    def waiting(self) -> str:
        """What the newest incomplete set lacks, "" when there is none."""
        stamp = max(self._missed(), default=None)
        if stamp is None:
            return ""
        lacking = ", ".join(name for name in self.names if name not in self._sets[stamp])
        return f"frame of {stamp * 1e-9:.3f} s waits for {lacking}"

    def _missed(self) -> list[int]:
        return [stamp for stamp in self._sets if stamp != self._completed]

    def _drop(self, stamp: int) -> None:
        del self._sets[stamp]
        self.dropped += stamp != self._completed
