# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Room around floor: what is brought up to date is what would be found anew."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.mapping.clearance import Clearance
from egoplan_ros.world.occupancy import OBSTACLE, OccupancyGrid

SIZE = 0.05


def anew(grid: OccupancyGrid, room: float) -> np.ndarray:
    free = (grid.data < OBSTACLE).astype(np.uint8)
    return cv2.distanceTransform(free, cv2.DIST_L2, 5) * SIZE >= room


@settings(deadline=None, derandomize=True, database=None, max_examples=60)
@given(
    seed=st.integers(0, 1 << 30),
    shape=st.tuples(st.integers(1, 70), st.integers(1, 90)),
    rooms=st.lists(st.sampled_from([0.18, 0.23, 0.31, 0.6]), min_size=1, max_size=2),
)
def test_a_series_of_grids(seed, shape, rooms):
    dice, clearance = np.random.default_rng(seed), Clearance()
    data = dice.choice(np.array([-1, 0, 100], np.int8), shape, p=[0.3, 0.68, 0.02])
    for turn in range(6):
        grid = OccupancyGrid(data, SIZE, (0.0, 0.0))
        for room in rooms:
            assert np.array_equal(clearance.wide(grid, room), anew(grid, room)), turn
        data = data.copy()
        row, col = (int(dice.integers(0, size)) for size in shape)
        patch = data[row : row + 5, col : col + 9]
        values = dice.choice(np.array([-1, 0, 49, 50, 100], np.int8), patch.shape)
        patch[:] = np.where(dice.random(patch.shape) < 0.3, values, patch)


def test_a_map_that_grew_or_lies_elsewhere_is_looked_at_anew():
    clearance = Clearance()
    data = np.zeros((20, 20), np.int8)
    data[3, 3] = 100
    first = OccupancyGrid(data, SIZE, (0.0, 0.0))
    assert np.array_equal(clearance.wide(first, 0.2), anew(first, 0.2))
    grown = OccupancyGrid(np.pad(data, ((0, 16), (16, 0))), SIZE, (-0.8, 0.0))
    assert np.array_equal(clearance.wide(grown, 0.2), anew(grown, 0.2))
    turned = OccupancyGrid(np.ascontiguousarray(grown.data[::-1]), SIZE, (5.0, 0.0))
    assert np.array_equal(clearance.wide(turned, 0.2), anew(turned, 0.2))
