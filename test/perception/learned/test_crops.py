# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Crops show what their boxes hold, at any size."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.perception.learned.channels import CHANNELS
from egoplan_ros.perception.learned.crops import FACTS, SIZE, crops, pyramid, windows

FOCAL = 150.0


@given(st.integers(0, 90), st.integers(0, 90), st.integers(4, 100), st.integers(4, 100))
def test_the_box_lies_in_the_middle(x: int, y: int, width: int, height: int) -> None:
    frame = torch.zeros(CHANNELS, 200, 200)
    frame[0, y : y + height, x : x + width] = 1.0
    box = torch.tensor([[x, y, x + width - 1.0, y + height - 1.0]])
    cut, facts = crops(pyramid(frame), box, FOCAL)
    assert cut.shape == (1, CHANNELS + 2, SIZE, SIZE)
    assert facts.shape == (1, FACTS)
    seen, inside = cut[0, 0].numpy(), cut[0, -1].numpy() > 0
    # A pixel of the crop blends those of the frame up to 1.5 pixels of its level away.
    window = windows(box)[0].numpy()
    reach = 1.5 * 2.0 ** np.clip(np.rint(np.log2(max(window[2] / SIZE, 1.0))), 0, 2)
    line = ((np.arange(SIZE) + 0.5) / SIZE - 0.5) * window[2]
    far = [
        np.minimum(at - (low - 0.5), (low + extent - 0.5) - at)
        for at, low, extent in (
            (window[0] + line, x, width),
            (window[1] + line, y, height),
        )
    ]
    depth = np.minimum(far[0][None, :], far[1][:, None])  # below 0 outside of the box
    assert np.allclose(seen[depth > reach], 1.0, atol=1e-5)
    assert np.allclose(seen[depth < -reach], 0.0, atol=1e-5)
    assert inside[depth > 1e-3].all()
    assert not inside[depth < -1e-3].any()


def test_metres_and_height_are_read_from_depth() -> None:
    frame = torch.zeros(CHANNELS, 100, 100)
    frame[3] = 2 * 0.25 / 2.0  # two metres away
    frame[4] = -0.2
    box = torch.tensor([[20.0, 30.0, 49.0, 44.0]])
    _, facts = crops(pyramid(frame), box, FOCAL)
    width, height = 0.3 * 2.0 ** facts[0, :2].numpy()
    assert width == pytest.approx(30 * 2.0 / FOCAL, rel=0.02)
    assert height == pytest.approx(15 * 2.0 / FOCAL, rel=0.02)
    assert float(facts[0, 2]) == pytest.approx(-0.2, abs=1e-3)
    assert 4 * float(facts[0, 3]) == pytest.approx(2.0, rel=0.02)


def test_without_depth_nothing_is_made_up() -> None:
    frame = torch.rand(CHANNELS, 50, 50)
    frame[3:] = 0.0
    cut, facts = crops(pyramid(frame), torch.tensor([[5.0, 5.0, 20.0, 30.0]]), FOCAL)
    assert not cut[:, CHANNELS].any()
    assert not facts[:, :4].any()
    assert bool(torch.isfinite(cut).all())


def test_windows_are_square_and_never_tiny() -> None:
    found = windows(torch.tensor([[10.0, 10.0, 11.0, 10.0], [0.0, 0.0, 99.0, 49.0]]))
    assert np.allclose(found.numpy(), [[10.5, 10.0, 12.0], [49.5, 24.5, 150.0]])
