# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import fields

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.world.object import Belief, Source

CHANGES = {
    "low": np.array([-1.0, -1.0, -1.0]),
    "high": np.array([2.0, 2.0, 2.0]),
    "parent": "Table_1",
    "held": True,
    "inspected": True,
    "first_seen": 4.0,
    "last_seen": 5.0,
    "unreachable": 2,
    "openness": 0.6,
    "hits": 3,
    "existence": -0.5,
    "candidates": (("Mug", 0.6), ("Cup", 0.3)),
    "doubtful": True,
    "pending": True,
    "closed_box": (np.zeros(3), np.array([1.0, 2.0, 3.0])),
    "states": {"open": Belief(0.4)},
}


def track() -> Track:
    return Track("Mug_1", "Mug", np.zeros(3), np.ones(3), np.zeros((0, 3), np.float32))


@given(st.lists(st.sampled_from(sorted(CHANGES)), max_size=6), st.booleans())
def test_a_row_that_is_kept_is_the_row_that_would_be_made(names, within):
    kept = track()
    for name in names:
        before = kept.snapshot()
        assert kept.snapshot() is before
        setattr(kept, name, CHANGES[name])
        if within:
            kept.states["dirty"] = Belief(0.1 * len(kept.states))
        fresh = Track(**{f.name: getattr(kept, f.name) for f in fields(Track) if f.name != "row"})
        assert kept.snapshot() == fresh.snapshot()


def test_what_turns_out_to_be_a_part_of_a_thing_tells_of_the_whole():
    kept, other = track(), track()
    corners = np.zeros(3), np.ones(3)
    kept.states = {
        "dirty": Belief(1.0, Source.OBSERVED, 9.0),
        "hot": Belief(0.0, Source.PRIOR, 1.0),
    }
    other.states = {
        "dirty": Belief(0.0, Source.EFFECT, 2.0),
        "hot": Belief(0.5, Source.PRIOR, 0.0),
        "open": Belief(1.0, Source.OBSERVED, 1.0),
    }
    kept.looked_into, other.looked_into = np.array([True, False]), np.array([False, True])
    other.closed_box, other.used, other.placed = corners, 3.0, "Sink_1"
    other.explored, other.unreachable, other.doubted = True, 2, 1.5
    other.openness = 0.6
    kept.apart, other.apart = {"Mug_3": 2}, {"Mug_3": 1, "Mug_4": 3}
    kept.merge(other)
    assert {name: belief.probability for name, belief in kept.states.items()} == {
        "dirty": 0.0,
        "hot": 0.0,
        "open": 1.0,
    }
    assert kept.looked_into.all()
    assert kept.closed_box is corners
    assert (kept.used, kept.placed, kept.explored) == (3.0, "Sink_1", True)
    assert (kept.unreachable, kept.doubted, kept.openness) == (2, 1.5, 0.6)
    assert kept.apart == {"Mug_3": 2, "Mug_4": 3}


def test_what_is_dated_back_keeps_all_ages():
    item = track()
    item.last_seen, item.doubted = 10.0, 9.0
    item.date_back(100.0)
    assert item.last_seen - item.doubted == 1.0
    item.doubted = 0.0
    item.date_back(1.0)
    assert not item.doubted


def test_a_name_that_goes_is_forgotten_everywhere():
    mug = track()
    mug.parent, mug.placed = "Table_2", "Table_2"
    mug.renamed("Table_2", "Table_1")
    assert (mug.parent, mug.placed) == ("Table_1", "Table_1")
    mug.renamed("Table_3", "Table_4")
    assert (mug.parent, mug.placed) == ("Table_1", "Table_1")
