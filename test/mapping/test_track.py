from dataclasses import fields

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.mapping.track import Track
from egoplan_ros.world.object import Belief

CHANGES = {
    "low": np.array([-1.0, -1.0, -1.0]),
    "high": np.array([2.0, 2.0, 2.0]),
    "parent": "Table_1",
    "held": True,
    "inspected": True,
    "first_seen": 4.0,
    "last_seen": 5.0,
    "unreachable": 2,
    "hits": 3,
    "misses": 2,
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
