# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The 2D occupancy grid (nav_msgs/OccupancyGrid conventions)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

UNKNOWN = -1
FREE = 0
OCCUPIED = 100
OBSTACLE = 50
"""Value from which on a cell is taken for occupied, in percent: maps of others have all of them."""


@dataclass(frozen=True, slots=True)
class OccupancyGrid:
    """Occupancy of the floor plane.

    Attributes:
        data: int8 ``(rows, cols)``; row index grows with y, column index with x; -1 unknown,
            0 free ... 100 occupied.
        resolution: metres per cell.
        origin: map (x, y) of the outer corner of cell (0, 0).
    """

    data: npt.NDArray[np.int8]
    resolution: float
    origin: tuple[float, float]

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """(row, col) of a map point; may lie outside the grid."""
        return (
            int(np.floor((y - self.origin[1]) / self.resolution)),
            int(np.floor((x - self.origin[0]) / self.resolution)),
        )

    def point(self, row: int, col: int) -> tuple[float, float]:
        """Map (x, y) of a cell's centre."""
        return (
            self.origin[0] + (col + 0.5) * self.resolution,
            self.origin[1] + (row + 0.5) * self.resolution,
        )

    def inside(self, row: int, col: int) -> bool:
        """Whether a cell lies in the grid."""
        return bool(0 <= row < self.data.shape[0] and 0 <= col < self.data.shape[1])

    def value(self, x: float, y: float) -> int:
        """Occupancy at a map point; unknown outside the grid."""
        row, col = self.cell(x, y)
        return int(self.data[row, col]) if self.inside(row, col) else UNKNOWN

    def free_area(self, x: float, y: float, reach: float) -> float:
        """Square metres of free floor in the square of half side ``reach`` around a map point."""
        (low_row, low_col), (row, col) = (
            self.cell(x - reach, y - reach),
            self.cell(x + reach, y + reach),
        )
        around = self.data[max(low_row, 0) : max(row + 1, 0), max(low_col, 0) : max(col + 1, 0)]
        return float(np.count_nonzero(around == FREE)) * self.resolution**2


def empty_grid(resolution: float = 0.05) -> OccupancyGrid:
    """A grid of one unknown cell at the origin."""
    return OccupancyGrid(np.full((1, 1), UNKNOWN, dtype=np.int8), resolution, (0.0, 0.0))
