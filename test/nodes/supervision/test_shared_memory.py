# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What dead processes left is swept up, and nothing else."""

import fcntl
import os
import time

import pytest

from egoplan_ros.nodes.supervision.shared_memory import port_of, sweep

OLD = time.time() - 3600.0


@pytest.fixture
def left(tmp_path):
    """Makes files as old ones."""

    def make(*names):
        for name in names:
            (tmp_path / name).touch()
            os.utime(tmp_path / name, (OLD, OLD))

    return make


def test_a_segment_of_a_dead_process_goes_and_that_of_a_living_one_stays(tmp_path, left):
    dead, living = f"fastrtps_{'a' * 16}", f"fastrtps_{'b' * 16}"
    left(dead, f"{dead}_el", living, f"{living}_el")
    with (tmp_path / f"{living}_el").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert sweep(folder=tmp_path) == 2
    assert sorted(item.name for item in tmp_path.iterdir()) == [living, f"{living}_el"]


def test_what_is_shared_is_alive(tmp_path, left):
    left("fastrtps_port7400", "fastrtps_port7400_sl", "sem.fastrtps_port7400_mutex")
    with (tmp_path / "fastrtps_port7400_sl").open() as held:
        fcntl.flock(held, fcntl.LOCK_SH)
        assert sweep(0, folder=tmp_path) == 0
    assert sweep(0, folder=tmp_path) == 3


def test_ports_without_a_lock_go_where_the_domain_is_ours(tmp_path, left):
    ours, other = f"fastrtps_port{port_of(7, 3)}", f"fastrtps_port{port_of(8, 3)}"
    left(ours, other, f"sem.{ours}_mutex")
    assert sweep(folder=tmp_path) == 0
    assert sweep(7, folder=tmp_path) == 2
    assert [item.name for item in tmp_path.iterdir()] == [other]


def test_others_files_and_young_ones_stay(tmp_path, left):
    left("mine", "fastrtps_short", "fastrtps_port7400.txt")
    (tmp_path / f"fastrtps_{'c' * 16}").touch()
    assert sweep(0, folder=tmp_path) == 0
    assert sweep(0, folder=tmp_path / "nowhere") == 0


def test_a_thousand_are_swept_quickly(tmp_path, left):
    names = [f"fastrtps_{number:016x}" for number in range(1000)]
    left(*names, *(f"{name}_el" for name in names))
    began = time.monotonic()
    assert sweep(folder=tmp_path) == 2000
    assert time.monotonic() - began < 5.0


def test_what_is_left_of_a_segment_that_is_gone_goes_too(tmp_path, left):
    """Who sweeps at the same time, or is killed over it, takes the segment and leaves its locks."""
    segment, port = f"fastrtps_{'d' * 16}", f"fastrtps_port{port_of(7, 3)}"
    other = f"fastrtps_port{port_of(8, 3)}"
    left(f"{segment}_el", f"{port}_sl", f"sem.{port}_mutex", f"sem.{other}_mutex")
    living = f"fastrtps_{'e' * 16}_el"
    left(living)
    (tmp_path / f"fastrtps_{'f' * 16}_el").touch()  # a segment that is being made
    with (tmp_path / living).open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert sweep(7, folder=tmp_path) == 3
    assert sorted(item.name for item in tmp_path.iterdir()) == sorted(
        [living, f"fastrtps_{'f' * 16}_el", f"sem.{other}_mutex"]
    )
