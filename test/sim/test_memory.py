# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Free memory does not stay with the process."""

import ctypes
from pathlib import Path

from egoplan_ros.sim.memory import give_back

PAGE = 4096
CHUNK, COUNT = 16 * 1024, 2000


def resident() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * PAGE


def test_a_hole_in_the_heap_is_given_back():
    libc = ctypes.CDLL(None)
    give_back()  # what was free before is not what is measured
    libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    libc.free.argtypes = [ctypes.c_void_p]
    chunks = [libc.malloc(CHUNK) for _ in range(COUNT)]
    for chunk in chunks:
        ctypes.memset(chunk, 1, CHUNK)
    # As large, for something small may find room before them; then the heap would end with them.
    behind = libc.malloc(CHUNK)
    for chunk in chunks:
        libc.free(chunk)
    before = resident()
    give_back()
    assert before - resident() > CHUNK * COUNT / 2
    libc.free(behind)
