# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Floor plans as bitmaps: cells of 5 cm that cover, keep off and come apart into rectangles."""

from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.thing import Array

Mask = NDArray[np.bool_]
CELL = 0.05


@dataclass(slots=True)
class Raster:
    """A grid over the rectangle (x0, z0, x1, z1); `shape` counts cells along x and z."""

    x0: float
    z0: float
    step: tuple[float, float]
    shape: tuple[int, int]

    @classmethod
    def over(cls, x0: float, z0: float, x1: float, z1: float, cell: float = CELL) -> "Raster":
        """A grid that fits the rectangle exactly with cells of about `cell` metres."""
        n, m = max(int(np.ceil((x1 - x0) / cell)), 1), max(int(np.ceil((z1 - z0) / cell)), 1)
        return cls(x0, z0, ((x1 - x0) / n, (z1 - z0) / m), (n, m))

    def centers(self) -> tuple[Array, Array]:
        """Coordinates of the cell centres along x and along z."""
        xs = self.x0 + (np.arange(self.shape[0], dtype=np.float64) + 0.5) * self.step[0]
        zs = self.z0 + (np.arange(self.shape[1], dtype=np.float64) + 0.5) * self.step[1]
        return xs, zs

    def empty(self) -> Mask:
        """No cell set."""
        return np.zeros(self.shape, bool)

    def fill(self, mask: Mask, x0: float, z0: float, x1: float, z1: float) -> None:
        """Set the cells whose centre lies in a rectangle."""
        xs, zs = self.centers()
        a, b = np.searchsorted(xs, [x0, x1])
        c, d = np.searchsorted(zs, [z0, z1])
        mask[a:b, c:d] = True

    def near(self, points: Array, radius: float) -> Mask:
        """Cells any part of which is closer than `radius` to one of the points (N, 2)."""
        out = self.empty()
        _cover(out, np.asarray(points, float), radius, self.x0, self.z0, *self.step)
        return out

    def rectangles(self, mask: Mask) -> list[tuple[float, float, float, float]]:
        """Disjoint rectangles (x0, z0, x1, z1) that cover the set cells, large ones first."""
        left = mask.copy()
        out = []
        while left.any():
            a, b, c, d = _largest(left)
            left[a:b, c:d] = False
            out.append(
                (
                    self.x0 + a * self.step[0],
                    self.z0 + c * self.step[1],
                    self.x0 + b * self.step[0],
                    self.z0 + d * self.step[1],
                )
            )
        return out


@njit(cache=True)
def _cover(
    out: Mask, points: Array, radius: float, x0: float, z0: float, dx: float, dz: float
) -> None:  # pragma: no cover
    """Set the cells of which a part is closer than `radius` to one of the points."""
    n, m = out.shape
    for p in range(len(points)):
        x, z = points[p, 0], points[p, 1]
        for i in range(max(int((x - radius - x0) / dx) - 1, 0), n):
            low = x0 + i * dx
            if low > x + radius:
                break
            gap_x = max(low - x, x - low - dx, 0.0)
            for j in range(max(int((z - radius - z0) / dz) - 1, 0), m):
                low = z0 + j * dz
                if low > z + radius:
                    break
                gap_z = max(low - z, z - low - dz, 0.0)
                if gap_x * gap_x + gap_z * gap_z < radius * radius:
                    out[i, j] = True


@njit(cache=True)
def _largest(mask: Mask) -> tuple[int, int, int, int]:  # pragma: no cover
    """Largest all-set rectangle as (row0, row1, column0, column1), by stacked histograms."""
    rows, columns = mask.shape
    heights = np.zeros(columns + 1, np.int64)
    stack = np.zeros(columns + 1, np.int64)
    best = 0
    where = (0, 0, 0, 0)
    for row in range(rows):
        for column in range(columns):
            heights[column] = heights[column] + 1 if mask[row, column] else 0
        held = 0
        for column in range(columns + 1):
            while held > 0 and heights[stack[held - 1]] >= heights[column]:
                held -= 1
                height = heights[stack[held]]
                begin = stack[held - 1] + 1 if held > 0 else 0
                if height * (column - begin) > best:
                    best = height * (column - begin)
                    where = (row - height + 1, row + 1, begin, column)
            stack[held] = column
            held += 1
    return where
