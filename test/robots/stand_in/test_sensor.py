# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A camera with errors."""

import numpy as np
import pytest

from egoplan_ros.robots.stand_in.sensor import NoisyCamera, SensorModel

MODEL = SensorModel(grain=0.002, nearest=0.3, farthest=5.0, lost=0.05, edges=0.5)


def seen(true: np.ndarray, seed: int = 0) -> np.ndarray:
    return NoisyCamera(MODEL, seed).depth(true.astype(np.float32))


@pytest.mark.parametrize("metres", [0.5, 1.0, 3.0])
def test_grain_grows_with_the_square_of_the_distance(metres: float) -> None:
    found = seen(np.full((240, 320), metres))
    known = found[found > 0] / 1000.0
    assert known.mean() == pytest.approx(metres, abs=0.001)
    assert known.std() == pytest.approx(0.002 * metres**2, rel=0.1, abs=3e-4)
    assert (found == 0).mean() == pytest.approx(0.05, abs=0.02)


@pytest.mark.parametrize("metres", [0.1, 9.0, np.inf, np.nan, 0.0])
def test_what_is_out_of_range_is_unknown(metres: float) -> None:
    assert not seen(np.full((60, 80), metres)).any()


def test_edges_are_frayed() -> None:
    true = np.full((240, 320), 2.0)
    true[:, 160:] = 1.0
    found = seen(true)
    assert (found[:, 159:161] == 0).mean() > 0.3
    assert (found[:, 20:140] == 0).mean() < 0.1


def test_the_same_seed_spoils_alike() -> None:
    true = np.full((60, 80), 1.0)
    assert (seen(true, 1) == seen(true, 1)).all()
    assert (seen(true, 1) != seen(true, 2)).any()


def test_colours_are_noisy_and_stay_colours() -> None:
    camera = NoisyCamera(SensorModel(colour=4.0), 0)
    found = camera.color(np.full((120, 160, 3), 128, np.uint8))
    assert found.std() == pytest.approx(4.0, rel=0.1)
    assert camera.color(np.full((8, 8, 3), 255, np.uint8)).max() == 255
