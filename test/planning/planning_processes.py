# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Looks at the process table, for tests that count what is left over."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path


def _living() -> Iterator[tuple[int, int, int, int]]:
    """(pid, parent, group, session) of every process that is not a zombie, from /proc."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            yield int(folder.name), int(fields[1]), int(fields[2]), int(fields[3])


def living(pid: int) -> bool:
    """Whether a process runs."""
    return any(found == pid for found, *_ in _living())


def children() -> set[int]:
    """Living children of this process."""
    return {pid for pid, parent, _, _ in _living() if parent == os.getpid()}


def in_group(leader: int) -> list[int]:
    """Living processes of a group."""
    return [pid for pid, _, group, _ in _living() if group == leader]


def in_session(leader: int) -> list[int]:
    """Living processes of a session, wherever they were re-parented to."""
    return [pid for pid, _, _, session in _living() if session == leader]


def wait_until(condition: Callable[[], bool]) -> bool:
    """Whether a condition comes true within ten seconds."""
    end = time.monotonic() + 10.0
    while time.monotonic() < end:
        if condition():
            return True
    return False
