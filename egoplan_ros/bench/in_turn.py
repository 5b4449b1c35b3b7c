# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Episodes in this process, one after the other."""

from collections.abc import Callable, Sequence
from typing import Any

from egoplan_ros.bench.executor import Episodes


class InTurn:
    """The executor that needs no other process.

    Args:
        work: runs an episode; of what it is about, ``todo`` is a list.
    """

    def __init__(self, work: Callable[[Any], dict[str, Any]]) -> None:
        self._work = work

    def run(self, todo: Sequence[Any]) -> Episodes:
        """Episodes in the order given."""
        yield from map(self._work, todo)
