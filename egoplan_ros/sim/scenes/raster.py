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
        xs, zs = self.centers()
        out = self.empty()
        for x, z in points:
            a, b = np.searchsorted(xs, [x - radius - self.step[0], x + radius + self.step[0]])
            c, d = np.searchsorted(zs, [z - radius - self.step[1], z + radius + self.step[1]])
            dx = np.maximum(np.abs(xs[a:b, None] - x) - self.step[0] / 2, 0)
            dz = np.maximum(np.abs(zs[None, c:d] - z) - self.step[1] / 2, 0)
            out[a:b, c:d] |= np.hypot(dx, dz) < radius
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
