# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where episodes are run: in this process, in processes beside it, or on a Ray cluster."""

from collections.abc import Generator, Sequence
from typing import Any, Protocol

Episodes = Generator[dict[str, Any]]


class Executor(Protocol):
    """Runs independent episodes; what becomes of each does not depend on where it is run."""

    def run(self, todo: Sequence[Any]) -> Episodes:
        """Episodes as they end, in any order; closed, it ends those that are under way.

        Raises:
            ProcessLost: a process that ran an episode is gone; the others are given up.
            InputError: the episodes cannot be run there, with the remedy.
        """


class ProcessLost(RuntimeError):
    """A process that ran an episode was killed from outside."""
