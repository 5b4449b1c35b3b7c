# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Boxes as arrays: what is near, while rows change, come and go."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.mapping.objects.association import box_gap
from egoplan_ros.mapping.objects.boxes import Boxes
from egoplan_ros.mapping.objects.track import Track

BLANK = np.empty((0, 3), dtype=np.float32)


def track(dice: np.random.Generator, name: str) -> Track:
    low = dice.uniform(0.0, 3.0, 3).round(1)
    return Track(name, "Mug", low, low + dice.uniform(0.0, 0.6, 3).round(1), BLANK)


@settings(deadline=None, derandomize=True, database=None, max_examples=60)
@given(
    seed=st.integers(0, 1 << 30),
    acts=st.lists(st.sampled_from(["new", "drop", "place", "swap", "none"]), max_size=8),
)
def test_they_are_as_if_made_anew(seed, acts):
    dice = np.random.default_rng(seed)
    tracks = [track(dice, f"Mug_{k}") for k in range(int(dice.integers(0, 6)))]
    boxes = Boxes(tracks)
    for number, act in enumerate(acts):
        k = int(dice.integers(0, len(tracks))) if tracks else -1
        if act == "new":
            tracks = [*tracks, track(dice, f"new_{number}")]
        elif k >= 0 and act == "drop":
            tracks = [item for item in tracks if item is not tracks[k]]
        elif k >= 0 and act == "place":
            tracks[k].place(dice.uniform(0.0, 3.0, 3))
        elif k >= 0 and act == "swap":
            tracks = [*tracks[k:], *tracks[:k]]
        boxes.refresh(tracks)
        assert boxes.tracks == tracks
        assert np.array_equal(boxes.lows, np.array([t.low for t in tracks]).reshape(-1, 3))
        assert np.array_equal(boxes.highs, np.array([t.high for t in tracks]).reshape(-1, 3))
        one, reach = track(dice, "asked"), 0.5
        near = boxes.near(one.low, one.high, reach)
        touching = [t for t in tracks if box_gap(one.low, one.high, t.low, t.high) <= reach]
        assert [t for t in near if t in touching] == touching
        apart = [np.maximum(t.low - one.high, one.low - t.high) for t in tracks]
        close = [t for t, gap in zip(tracks, apart, strict=True) if gap.max() <= reach + 1e-9]
        beside = [t for t, gap in zip(tracks, apart, strict=True) if gap[:2].max() <= reach + 1e-9]
        assert near == close
        assert boxes.beside(one.low, one.high, reach) == beside
