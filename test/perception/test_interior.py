# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from egoplan_ros.perception.interior import interior_point


@given(npst.arrays(bool, st.tuples(st.integers(1, 25), st.integers(1, 25))))
def test_the_point_lies_in_the_mask(mask):
    if not mask.any():
        with pytest.raises(ValueError, match="empty"):
            interior_point(mask)
        return
    u, v = interior_point(mask)
    assert mask[v, u]


def test_middle_of_a_square():
    mask = np.zeros((40, 40), dtype=bool)
    mask[10:21, 5:16] = True
    assert interior_point(mask) == (10, 15)


def test_a_ring_is_hit_on_its_band():
    rows, cols = np.ogrid[:61, :61]
    radius = np.hypot(rows - 30, cols - 30)
    mask = (radius < 28) & (radius > 16)
    u, v = interior_point(mask)
    assert 18 < np.hypot(u - 30, v - 30) < 26


def test_stays_off_the_image_border():
    mask = np.zeros((30, 30), dtype=bool)
    mask[:, 20:] = True
    u, v = interior_point(mask)
    assert 23 <= u <= 26
    assert 3 <= v <= 26


def test_a_box_only_narrows_the_search():
    mask = np.zeros((30, 30), dtype=bool)
    mask[3:8, 2:9] = True
    assert interior_point(mask, (2, 3, 8, 7)) == interior_point(mask)
