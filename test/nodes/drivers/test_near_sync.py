# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A camera whose topics have stamps of their own."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.nodes.drivers.near_sync import NearSync

NAMES = ("color", "depth", "info")
MS = 1_000_000


def joined(events, within=0.02):
    sets = []
    sync = NearSync(NAMES, sets.append, within)
    for name, stamp in events:
        sync.add(name, stamp, (name, stamp))
    return [{name: message[1] for name, message in one.items()} for one in sets], sync


def test_equal_stamps_come_at_once_in_any_order():
    for order in (NAMES, NAMES[::-1], ("depth", "color", "info")):
        sets, _ = joined([(name, 5 * MS) for name in order], within=0.0)
        assert sets == [dict.fromkeys(NAMES, 5 * MS)]


@given(st.integers(0, 16), st.integers(0, 33), st.integers(2, 30))
def test_each_picture_gets_the_nearest_depth(late, offset, count):
    """Two streams of 30 Hz, one of them behind in time and in arrival."""
    colors = [(k * 33 * MS, "color") for k in range(count)]
    depths = [(k * 33 * MS + late * MS - 16 * MS, "depth") for k in range(count + 2)]
    infos = [(k * 33 * MS, "info") for k in range(count)]
    arrivals = sorted(
        [*colors, *infos, *depths],
        key=lambda event: event[0] + (offset * MS if event[1] == "depth" else 0),
    )
    sets, sync = joined([(name, stamp) for stamp, name in arrivals])
    assert [one["color"] for one in sets] == [stamp for stamp, _ in colors]
    for one in sets:
        nearest = min(abs(stamp - one["color"]) for stamp, _ in depths)
        assert abs(one["depth"] - one["color"]) == nearest
        assert one["info"] == one["color"]
    assert sync.dropped == 0


def test_what_is_too_far_apart_is_left_out():
    events = [("color", 0), ("info", 0), ("depth", 30 * MS), ("color", 33 * MS), ("info", 33 * MS)]
    sets, sync = joined([*events, ("depth", 63 * MS)], within=0.01)
    assert [one["color"] for one in sets] == [33 * MS]
    assert sync.dropped == 1


def test_a_clock_that_is_set_back_is_followed():
    events = [(name, 900 * MS) for name in NAMES] + [(name, 10 * MS) for name in NAMES]
    sets, _ = joined(events)
    assert [one["color"] for one in sets] == [900 * MS, 10 * MS]


@pytest.mark.parametrize("seed", range(5))
def test_lost_messages_lose_their_sets_alone(seed):
    rng = random.Random(seed)
    lost = {(name, k) for name in NAMES for k in range(100) if rng.random() < 0.03}
    events = [(name, k * 33 * MS) for k in range(100) for name in NAMES if (name, k) not in lost]
    sets, _ = joined(events, within=0.0)
    whole = [k * 33 * MS for k in range(100) if not any((name, k) in lost for name in NAMES)]
    assert [one["color"] for one in sets] == whole
