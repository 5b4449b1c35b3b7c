# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which floor was seen from near, for who tells objects from near alone (EPA F.2).

EPA's graph knows a place by having been there, and stores of it what is within reach. So floor that
was only seen from afar is yet to be explored.
"""

from math import atan2

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.remapping import Moves
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import wrap_angle
from egoplan_ros.world.occupancy import FREE, UNKNOWN, OccupancyGrid

_STEP = 0.25
"""Metres between two nodes of EPA's graph (F.2)."""

Cells = npt.NDArray[np.int64]


class SeenFloor:
    """Nodes of a lattice that were in view within ``reach`` metres, measured along the floor."""

    def __init__(self, reach: float) -> None:
        self.reach = reach
        self.cells: set[tuple[int, int]] = set()

    def look(self, frame: RgbdFrame) -> None:
        """Take what a frame shows."""
        base, camera = frame.robot.base, frame.camera
        half = atan2(camera.width / 2.0, camera.fx)
        count = int(self.reach / _STEP) + 1
        col, row = (int(np.floor(value / _STEP)) for value in (base.x, base.y))
        for c in range(col - count, col + count + 1):
            for r in range(row - count, row + count + 1):
                dx, dy = (c + 0.5) * _STEP - base.x, (r + 0.5) * _STEP - base.y
                away = float(np.hypot(dx, dy))
                ahead = abs(wrap_angle(atan2(dy, dx) - base.yaw)) <= half
                if away <= _STEP or (away <= self.reach and ahead):
                    self.cells.add((c, r))

    def known(self, grid: OccupancyGrid) -> OccupancyGrid:
        """The grid in which free floor that was not seen from near is unknown."""
        rows, cols = np.nonzero(grid.data == FREE)
        at = np.stack([cols, rows], axis=1) + 0.5
        nodes = np.floor((at * grid.resolution + np.array(grid.origin)) / _STEP).astype(np.int64)
        far = ~np.isin(_code(nodes), _code(self.to_array()))
        data = grid.data.copy()
        data[rows[far], cols[far]] = UNKNOWN
        return OccupancyGrid(data, grid.resolution, grid.origin)

    def move(self, moves: Moves) -> None:
        """The robot's pose was corrected, and what it saw with it."""
        self.cells = {(int(c), int(r)) for c, r in moves.cells(self.to_array(), _STEP)}

    def to_array(self) -> Cells:
        """Columns and rows, ``(n, 2)``."""
        return np.array(sorted(self.cells), dtype=np.int64).reshape(-1, 2)


def _code(cells: Cells) -> npt.NDArray[np.int64]:
    return np.asarray(cells[:, 0] * (1 << 32) + cells[:, 1])
