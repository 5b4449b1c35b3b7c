# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Faults end when they should."""

import resource
import subprocess
import sys
import threading

import pytest

from egoplan_ros.nodes.chaos import faults
from egoplan_ros.nodes.chaos.faults import DISK, Fault, inflict


class Processes:
    """One process, whatever node is asked for."""

    def __init__(self, pid):
        self._pid = pid

    def pid(self, name):
        return self._pid


@pytest.fixture
def process():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        yield child.pid
        child.kill()


def test_a_disk_that_is_filled_again_while_it_is_full_has_room_in_the_end(process, monkeypatch):
    """The second fault took the first one's limit for the process's own, and left it for good."""
    monkeypatch.setattr(faults, "_DISK_SECONDS", 0.2)
    before = resource.prlimit(process, resource.RLIMIT_FSIZE)
    for _ in range(2):
        inflict(Fault(DISK, "mapping"), Processes(process), None)
        assert resource.prlimit(process, resource.RLIMIT_FSIZE)[0] == 0
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):  # which gives the room back
            thread.join(10.0)
    assert resource.prlimit(process, resource.RLIMIT_FSIZE) == before
