# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A ROS domain id of one's own, so that two runs on one machine do not hear each other."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from egoplan_ros.world.errors import InputError

FIRST, LAST = 20, 101
"""Domain ids whose ports lie below Linux's ephemeral range; the low ones are left to people."""


@contextmanager
def own_domain() -> Iterator[int]:
    """Hold a domain id that no other run on this machine uses.

    Raises:
        InputError: all are taken.
    """
    count = LAST - FIRST + 1
    for offset in range(count):
        number = FIRST + (os.getpid() + offset) % count
        path = Path(tempfile.gettempdir()) / f"egoplan-domain-{number}.lock"
        try:
            handle = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o666)
        except OSError:  # of another user
            continue
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            continue
        try:
            yield number
        finally:
            os.close(handle)
        return
    raise InputError(f"ROS: all domain ids {FIRST} to {LAST} are in use here; end some runs")
