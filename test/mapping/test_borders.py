# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Borders of known floor: looked for around what can be reached, found as on the whole map."""

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from egoplan_ros.mapping.borders import borders
from egoplan_ros.world.occupancy import OccupancyGrid

SIZE = 0.05


def on_all(grid, reachable, within, exhausted, least):
    """The same on the whole map, in plain steps; groups short enough not to be split."""
    data = np.pad(grid.data, 1, constant_values=-1)
    unknown = data == -1
    beside = np.zeros_like(unknown)
    for axis in (0, 1):
        for step in (-1, 1):
            beside |= np.roll(unknown, step, axis)
    radius = round(within / SIZE)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    edge = beside[1:-1, 1:-1] & (grid.data == 0)
    edge &= cv2.dilate(reachable.astype(np.uint8), disc) > 0
    dc, dr = (round(value / SIZE) for value in grid.origin)
    for c, r in exhausted:
        row, col = r - dr, c - dc
        if 0 <= row < edge.shape[0] and 0 <= col < edge.shape[1]:
            edge[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2] = False
    count, component = cv2.connectedComponents(edge.astype(np.uint8), connectivity=8)
    groups = [np.argwhere(component == k)[:, ::-1] + (dc, dr) for k in range(1, count)]
    return [group for group in groups if len(group) >= least]


@settings(deadline=None, derandomize=True, database=None, max_examples=150)
@given(
    seed=st.integers(0, 1 << 30),
    shape=st.tuples(st.integers(2, 60), st.integers(2, 60)),
    within=st.sampled_from([0.2, 0.45]),
    left_out=st.integers(0, 30),
)
def test_the_groups_and_their_order_are_those_of_the_whole_map(seed, shape, within, left_out):
    dice = np.random.default_rng(seed)
    coarse = dice.choice(np.array([-1, 0, 0, 100], np.int8), [-(-n // 5) for n in shape])
    data = np.kron(coarse, np.ones((5, 5), np.int8))[: shape[0], : shape[1]]
    grid = OccupancyGrid(data, SIZE, (0.05 * int(dice.integers(-9, 9)), -0.8))
    reachable = np.zeros(shape, dtype=bool)
    row, col = (int(dice.integers(0, n)) for n in shape)
    reachable[row : row + 8, col : col + 8] = data[row : row + 8, col : col + 8] == 0
    dc, dr = (round(value / SIZE) for value in grid.origin)
    cells = dice.integers(-3, 63, (left_out, 2)) + np.array([dc, dr])
    exhausted = {(int(c), int(r)) for c, r in cells}
    found = borders(grid, reachable, within, exhausted, 2)
    expected = on_all(grid, reachable, within, exhausted, 2)
    if all(np.ptp(group, axis=0).max() <= 30 for group in expected):
        assert len(found) == len(expected)
        assert all(map(np.array_equal, found, expected))
    cells_of = [set(map(tuple, group.tolist())) for group in found]
    assert set().union(*cells_of) <= {tuple(c) for group in expected for c in group.tolist()}
