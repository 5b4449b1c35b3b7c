# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Borders between free and unknown floor, as groups of cells."""

from collections.abc import Collection
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.world.occupancy import FREE, UNKNOWN, OccupancyGrid

_SPLIT = 1.5
"""Metres: longer borders are split."""
_CROSS = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], dtype=np.uint8)

Cells = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


def borders(
    grid: OccupancyGrid,
    reachable: Mask,
    within: float,
    exhausted: Collection[tuple[int, int]],
    least: int,
) -> list[Cells]:
    """Free cells beside unknown ones, joined to groups and split where these are long.

    Args:
        grid: the floor.
        reachable: cells that can be got to, ``(h, w)``; only around these is looked.
        within: metres from there to a border, at most.
        exhausted: absolute (column, row) of cells that are left out with the eight around each.
        least: cells of a group.

    Returns:
        Absolute (column, row) of the cells of each group, ``(n, 2)``.
    """
    radius = round(within / grid.resolution)
    part = _around(reachable, radius + 1)
    if part is None:
        return []
    column = round(grid.origin[0] / grid.resolution) + part[1].start
    row = round(grid.origin[1] / grid.resolution) + part[0].start
    edge = _edge(grid.data[part])
    # Only where the floor itself leads on, or can be looked at.
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
    edge &= _within(edge, reachable[part], disc)
    if exhausted:
        edge &= ~_with_neighbours(np.array(list(exhausted)) - (column, row), edge.shape)
    count, component = cv2.connectedComponents(edge.astype(np.uint8), connectivity=8)
    found = np.flatnonzero(edge)
    rows, cols = np.divmod(found, edge.shape[1])
    owner = component.ravel()[found]
    order = np.argsort(owner, kind="stable")
    cells = np.stack([cols + column, rows + row], axis=1)[order]
    starts = np.searchsorted(owner[order], np.arange(1, count + 1))
    groups: list[Cells] = []
    for k in range(count - 1):
        group = cells[starts[k] : starts[k + 1]]
        if len(group) >= least:
            groups += _split(group, _SPLIT / grid.resolution)
    return [group for group in groups if len(group) >= least]


def middle(cells: Cells, size: float) -> tuple[float, float]:
    """Map point of the member nearest to the mean, so that the middle of a bow lies on it.

    Args:
        cells: absolute (column, row), ``(n, 2)``. size: metres a cell.
    """
    mean = cells.mean(axis=0)
    best = cells[int(np.argmin(((cells - mean) ** 2).sum(axis=1)))]
    return (float(best[0]) + 0.5) * size, (float(best[1]) + 0.5) * size


def _around(mask: Mask, reach: int) -> tuple[slice, slice] | None:
    """Rows and columns of the rectangle around what is marked, so many cells farther; None for
    nothing.

    It begins at even ones: components are numbered by their first 2 x 2 cells.
    """
    rows, cols = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    if not rows.size:
        return None
    top, left = (max(int(cells[0]) - reach, 0) & ~1 for cells in (rows, cols))
    return slice(top, int(rows[-1]) + reach + 1), slice(left, int(cols[-1]) + reach + 1)


def _edge(data: npt.NDArray[np.int8]) -> Mask:
    """Free cells beside unknown ones. Beyond the border nothing is known: so it is with a map; that
    of a part is too far off to count."""
    unknown = np.pad((data == UNKNOWN).astype(np.uint8), 1, constant_values=1)
    return np.asarray((cv2.dilate(unknown, _CROSS)[1:-1, 1:-1] > 0) & (data == FREE))


def _within(edge: Mask, reachable: Mask, disc: npt.NDArray[Any]) -> Mask:
    """Which cells of an edge lie within a disc of what can be reached; others may not be marked."""
    near = np.zeros_like(edge)
    part = _around(edge, disc.shape[0] // 2)
    if part is not None:
        near[part] = cv2.dilate(reachable[part].astype(np.uint8), disc) > 0
    return near


def _with_neighbours(cells: Cells, shape: tuple[int, ...]) -> Mask:
    """Those (column, row) that lie in the shape, with the eight cells around each."""
    cols, rows = cells.T
    inside = (rows >= 0) & (rows < shape[0]) & (cols >= 0) & (cols < shape[1])
    marked = np.zeros((shape[0] + 2, shape[1] + 2), dtype=bool)
    around = np.arange(3)
    marked[rows[inside, None, None] + around[:, None], cols[inside, None, None] + around] = True
    return marked[1:-1, 1:-1]


def _split(cells: Cells, limit: float) -> list[Cells]:
    centred = cells - cells.mean(axis=0)
    if len(cells) < 4 or np.ptp(centred, axis=0).max() <= limit:
        return [cells]
    axis = np.linalg.svd(centred, full_matrices=False)[2][0]
    along = centred @ axis
    halfway = 0.5 * (along.min() + along.max())
    first, second = cells[along <= halfway], cells[along > halfway]
    if not len(first) or not len(second) or np.ptp(along) <= limit:
        return [cells]
    return _split(first, limit) + _split(second, limit)
