# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.perception.learned.proposer import FOCAL
from egoplan_ros.training.perception.frames import frame_of
from egoplan_ros.training.perception.shards import Sample
from egoplan_ros.training.perception.views import halved, part, views


def test_a_halved_frame_shows_the_same_at_half_the_size(sample: Callable[[int], Sample]) -> None:
    for seed in range(10):
        frame = frame_of(sample(seed))
        half = halved(frame.sample, 1)
        assert half.sample.camera.fx == frame.sample.camera.fx / 2
        assert half.channels.shape[1:] == half.sample.labels.shape == (32, 32)
        assert not half.cut.any()
        for box, count, item in zip(half.boxes, half.pixels, half.sample.items, strict=True):
            assert count == (half.sample.labels == item.label).sum() > 0
            whole = frame.boxes[[i.label for i in frame.sample.items].index(item.label)]
            np.testing.assert_allclose(
                (box + 0.5) * 2, whole + 0.5, atol=0.5, err_msg="middles of pixels coincide"
            )


def test_what_no_pixel_shows_any_more_is_left_out(sample: Callable[[int], Sample]) -> None:
    whole = sample(3)
    labels = np.zeros_like(whole.labels)
    labels[10:20, 10:20], labels[30, 30] = 1, 2
    items = tuple(replace(whole.items[0], label=label) for label in (1, 2))
    half = halved(replace(whole, labels=labels, items=items), 1)
    assert [item.label for item in half.sample.items] == [1]
    assert half.boxes.tolist() == [[5.0, 5.0, 9.0, 9.0]]


@pytest.mark.parametrize("seed", range(10))
def test_a_part_is_as_the_whole_there(sample: Callable[[int], Sample], seed: int) -> None:
    whole = frame_of(sample(seed))
    some = part(whole.sample, np.random.default_rng(seed))
    height, width = some.sample.labels.shape
    assert (height, width) == (32, 32)
    assert some.sample.camera.fx == pytest.approx(whole.sample.camera.fx)
    x, y = (
        round(w - p)
        for w, p in zip(
            (whole.sample.camera.cx, whole.sample.camera.cy),
            (some.sample.camera.cx, some.sample.camera.cy),
            strict=True,
        )
    )
    here = np.s_[y : y + height, x : x + width]
    np.testing.assert_array_equal(some.sample.labels, whole.sample.labels[here])
    inside = np.s_[:, 1:-1, 1:-1]  # normals at the edges are read from what is cut off
    expected = whole.channels[:, *here]
    np.testing.assert_allclose(some.channels[inside], expected[inside], atol=1e-4)
    labels = [item.label for item in whole.sample.items]
    for box, cut, item in zip(some.boxes, some.cut, some.sample.items, strict=True):
        before = labels.index(item.label)
        np.testing.assert_allclose(box + np.array([x, y, x, y]), whole.boxes[before])
        assert cut == ((some.sample.labels == item.label).sum() < whole.pixels[before])


def test_coarse_frames_are_taken_as_they_are_and_fine_ones_twice(
    sample: Callable[[int], Sample],
) -> None:
    rng = np.random.default_rng(0)
    one = sample(0)
    fine = replace(one, fov=2.0 * np.arctan(one.depth.shape[0] / (4.0 * FOCAL)))
    assert [len(views(s, "", rng)) for s in (one, fine)] == [1, 2]
    assert len({view.channels.shape for view in views(fine, "", rng)}) == 1
