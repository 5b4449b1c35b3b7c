# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks of crops in one label image."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.perception.learned.painting import extents, paint, twins

FULL = np.full((32, 32), 4.0, dtype=np.float32)


def test_a_full_mask_fills_its_window() -> None:
    labels = paint(FULL[None], np.array([[20.0, 30.0, 16.0]], np.float32), np.ones(1), (64, 64))
    rows, columns = np.nonzero(labels)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (22, 38, 12, 28)


def test_half_a_mask_is_where_it_belongs() -> None:
    mask = np.tile(np.where(np.arange(32) < 16, 4.0, -4.0), (32, 1)).astype(np.float32)
    labels = paint(mask[None], np.array([[31.5, 31.5, 32.0]], np.float32), np.ones(1), (64, 64))
    columns = np.nonzero(labels)[1]
    assert (columns.min(), columns.max()) == (16, 31)


@given(
    st.lists(
        st.tuples(st.floats(-20, 80), st.floats(-20, 80), st.floats(4, 200), st.floats(0.1, 1.0)),
        min_size=1,
        max_size=6,
    )
)
def test_the_surest_has_each_pixel_wherever_windows_lie(rows: list[tuple[float, ...]]) -> None:
    windows = np.array(rows, dtype=np.float32)[:, :3]
    scores = np.array(rows, dtype=np.float32)[:, 3]
    labels = paint(np.stack([FULL] * len(rows)), windows, scores, (64, 48))
    for k in range(len(rows)):
        for y, x in ((10, 10), (60, 40), (32, 24)):
            inside = np.all(np.abs(np.array([x, y]) - windows[k, :2]) < windows[k, 2] / 2 - 1)
            if inside:
                assert labels[y, x] > 0
                assert scores[labels[y, x] - 1] >= scores[k]


def test_two_masks_of_one_thing_are_one() -> None:
    windows = np.array([[30, 30, 20], [31, 30, 21], [70, 30, 20], [30, 30, 8]], dtype=np.float32)
    masks = np.stack([FULL] * 4)
    scores = np.array([0.6, 0.9, 0.8, 0.7], dtype=np.float32)
    assert list(twins(masks, windows, scores)) == [0]


def test_extents_are_the_boxes_of_masks() -> None:
    masks = np.full((3, 4, 4), -1.0, np.float32)
    masks[0, 1:3, 2] = 1.0
    masks[1] = 1.0
    windows = np.array([[10.0, 20.0, 8.0], [3.0, 3.0, 4.0], [5.0, 5.0, 8.0]], np.float32)
    found = extents(masks, windows)
    assert found[0].tolist() == [10.0, 18.0, 11.0, 21.0]
    assert found[1].tolist() == [1.0, 1.0, 4.0, 4.0]
    assert found[2, 2] < found[2, 0]
