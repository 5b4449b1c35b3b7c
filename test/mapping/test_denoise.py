# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Grain of depth images."""

import numpy as np
import pytest

from egoplan_ros.mapping.denoise import grain, smooth


@pytest.mark.parametrize("unknown", [0.0, np.nan])
def test_holes_are_no_depth_however_they_are_told(unknown):
    """Zeros over half of an image made its grain zero, and it was not smoothed."""
    noise = np.random.default_rng(0).standard_normal((240, 320))
    depth = (2.0 + 0.02 * noise).astype(np.float32)
    depth[:, :190] = unknown
    assert grain(depth) == pytest.approx(0.02, rel=0.1)
    calm = smooth(depth)
    assert np.std(calm[4:-4, 196:-4]) < 0.015
    assert np.array_equal(calm[:, :190], depth[:, :190], equal_nan=True)


@pytest.mark.parametrize("unknown", [0.0, np.nan, np.inf])
def test_without_any_depth_there_is_no_grain(unknown):
    assert grain(np.full((32, 32), unknown, np.float32)) == 0.0
