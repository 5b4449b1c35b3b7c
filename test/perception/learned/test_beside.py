# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What masks tell of each other."""

import numpy as np
import pytest

from egoplan_ros.perception.learned.beside import BESIDE, beside
from egoplan_ros.perception.learned.painting import paint

ALONE = np.array([[2.0, 1.0, 3.0, 1.0], [1.0, 0.5, 2.0, 1.0], [0.0, 0.0, 1.0, 1.0]], np.float32)
MUG, BED = np.eye(2, dtype=np.float32)
SCORES = np.array([0.9, 0.6, 0.5])


def told(windows: list[list[float]], types: list[np.ndarray], looks: list[np.ndarray]):
    count = len(windows)
    masks = np.full((count, 32, 32), 4.0, dtype=np.float32)
    place = np.array(windows, dtype=np.float32)
    labels = paint(masks, place, SCORES[:count], (80, 80))
    return beside(labels, masks, place, ALONE[:count], np.stack(types), np.stack(looks), 40.0)


def test_the_rest_of_a_thing_that_a_surer_mask_shows_differs_from_a_thing_beside_it() -> None:
    windows = [[30, 30, 20], [34, 30, 20], [65, 30, 10]]
    evidence, boxes = told(windows, [MUG, MUG, MUG], [MUG, MUG, MUG])
    whole, rest, other = evidence
    assert evidence.shape == (3, BESIDE)
    np.testing.assert_array_equal(evidence[:, :3], ALONE[:, :3])
    assert whole[7] == whole[8] == other[7] == other[8] == 0.0
    assert np.exp(rest[5]) == pytest.approx(0.2, abs=0.05)  # of its width
    assert np.exp(whole[5]) == np.exp(other[5]) == pytest.approx(1.0, abs=0.15)
    assert boxes[1].tolist() == [41, 20, 44, 40]


def test_what_lies_in_another_thing_counts_by_how_alike_they_are() -> None:
    inside = [[30, 30, 40], [30, 30, 8]]
    masks = np.full((2, 32, 32), 4.0, dtype=np.float32)
    windows = np.array(inside, dtype=np.float32)
    labels = paint(masks, windows, np.array([0.5, 0.9]), (80, 80))  # the small one shows
    for types, looks, by_looks, by_types in (
        ([MUG, MUG], [MUG, MUG], 1.0, 1.0),
        ([MUG, MUG], [MUG, BED], 0.0, 1.0),
        ([MUG, BED], [MUG, MUG], 1.0, 0.0),
    ):
        small = beside(labels, masks, windows, ALONE[:2], np.stack(types), np.stack(looks), 40.0)[
            0
        ][1]
        assert small[7:9].tolist() == pytest.approx([by_looks, by_types])


def test_a_mask_of_which_nothing_is_left_has_no_box() -> None:
    evidence, boxes = told([[30, 30, 30], [30, 30, 10]], [MUG, MUG], [MUG, MUG])
    assert boxes[1, 2] < boxes[1, 0]
    assert np.isfinite(evidence).all()


def test_no_masks_at_all() -> None:
    evidence, boxes = beside(
        np.zeros((8, 8), np.uint16),
        np.empty((0, 32, 32), np.float32),
        np.empty((0, 3), np.float32),
        np.empty((0, 4), np.float32),
        np.empty((0, 2), np.float32),
        np.empty((0, 2), np.float32),
        40.0,
    )
    assert evidence.shape == (0, BESIDE)
    assert boxes.shape == (0, 4)
