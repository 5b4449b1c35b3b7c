# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Joining messages by exact stamp."""

from collections.abc import Mapping
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.nodes.sync import ExactSync

NAMES = ("color", "depth", "state")


@given(st.permutations([(name, stamp) for name in NAMES for stamp in (1, 2, 3)]))
def test_each_complete_set_is_of_one_stamp(order: list[tuple[str, int]]) -> None:
    sets: list[Mapping[str, Any]] = []
    sync = ExactSync(NAMES, sets.append)
    for name, stamp in order:
        sync.add(name, stamp, (name, stamp))
    stamps = []
    for found in sets:
        assert set(found) == set(NAMES)
        assert len({stamp for _, stamp in found.values()}) == 1
        stamps.append(found["color"][1])
    assert 3 in stamps
    assert len(stamps) == len(set(stamps))


def test_an_incomplete_set_gives_way_to_a_newer_one() -> None:
    sets: list[Mapping[str, Any]] = []
    sync = ExactSync(NAMES, sets.append)
    sync.add("color", 1, "lost")
    for name in NAMES:
        sync.add(name, 2, name)
    assert len(sets) == 1
    assert sync.dropped == 1
    assert sync.waiting() == ""


def test_what_was_sent_before_the_clock_was_set_back_is_given_up() -> None:
    sets: list[Mapping[str, Any]] = []
    sync = ExactSync(NAMES, sets.append)
    sync.add("color", 900_000_000_000, "from ahead")
    for name in NAMES:
        sync.add(name, 2_000_000_000, name)
    assert len(sets) == 1
    assert sync.dropped == 1
    assert sync.waiting() == ""


def test_a_repeated_frame_completes_a_broken_set() -> None:
    sets: list[Mapping[str, Any]] = []
    sync = ExactSync(NAMES, sets.append)
    sync.add("state", 5_000_000_000, 0)
    assert sync.waiting() == "frame of 5.000 s waits for color, depth"
    for name in NAMES:
        sync.add(name, 5_000_000_000, name)
    assert sets == [{name: name for name in NAMES} | {"state": "state"}] or len(sets) == 1


def test_memory_is_bounded() -> None:
    sync = ExactSync(NAMES, lambda _: None, keep=3)
    for stamp in range(10):
        sync.add("color", stamp, stamp)
    assert sync.dropped == 7


def test_a_part_of_what_was_complete_is_not_missed() -> None:
    """Sent again for somebody else, a frame came once more in part, and counted as lost."""
    sets: list[Mapping[str, Any]] = []
    sync = ExactSync(NAMES, sets.append)
    for name in NAMES:
        sync.add(name, 7, name)
    sync.add("depth", 7, "again")
    assert sync.waiting() == ""
    assert sync.newest() == (0, 0.0)
    for name in NAMES:
        sync.add(name, 8, name)
    assert (len(sets), sync.dropped) == (2, 0)


def test_a_frame_that_is_sent_again_whole_is_passed_on_once_more() -> None:
    """Perception answers a frame that mapping asked for."""
    sets: list[Mapping[str, Any]] = []
    sync = ExactSync(NAMES, sets.append)
    for name in NAMES * 2:
        sync.add(name, 7, name)
    assert len(sets) == 2


def test_after_a_new_beginning_a_frame_known_before_is_waited_for() -> None:
    sync = ExactSync(NAMES, lambda _: None)
    for name in NAMES:
        sync.add(name, 7, name)
    sync.clear()
    sync.add("depth", 7, "")
    assert sync.newest()[0] == 7
