# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Overlap of boxes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.perception.boxes import areas, edges, overlaps

boxes = st.lists(
    st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 20), st.integers(0, 20)),
    min_size=1,
    max_size=5,
)


@given(boxes, boxes)
def test_overlaps_are_those_of_the_pixels(first, second):
    one, other = (
        np.array([(x, y, x + w, y + h) for x, y, w, h in rows], np.float32)
        for rows in (first, second)
    )
    found = overlaps(edges(one), edges(other))
    for i, j in np.ndindex(*found.shape):
        masks = np.zeros((2, 61, 61), dtype=bool)
        for mask, (left, top, right, bottom) in zip(masks, (one[i], other[j]), strict=True):
            mask[int(top) : int(bottom) + 1, int(left) : int(right) + 1] = True
        assert np.isclose(found[i, j], (masks[0] & masks[1]).sum() / (masks[0] | masks[1]).sum())
        assert areas(edges(one))[i] == masks[0].sum()


def test_boxes_without_extent_overlap_nothing():
    flat = np.array([[3, 3, 3, 9], [5, 5, 1, 1]], np.float32)
    assert not overlaps(flat, flat).any()
    assert overlaps(flat, flat[:0]).shape == (2, 0)
