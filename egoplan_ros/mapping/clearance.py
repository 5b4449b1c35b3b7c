# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which floor has room around it, brought up to date where obstacles changed."""

from math import ceil

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.world.occupancy import OBSTACLE, OccupancyGrid

_FAR = 2
"""Cells beside what is within reach of a change: the distance transform looks at two on each side.
"""

Mask = npt.NDArray[np.bool_]


class Clearance:
    """Tells which cells are far enough from obstacles, for one grid after another."""

    def __init__(self) -> None:
        self._place: tuple[tuple[float, float], float] | None = None
        self._obstacles: Mask = np.zeros((0, 0), dtype=bool)
        self._wide: Mask = self._obstacles

    def wide(self, grid: OccupancyGrid, room: float) -> Mask:
        """Cells whose distance to the nearest obstacle is at least ``room`` metres, ``(h, w)``.

        The array belongs to this object and changes with the next call.
        """
        obstacles = grid.data >= OBSTACLE
        place = (grid.origin, room)
        if place != self._place or obstacles.shape != self._obstacles.shape:
            self._place, self._wide = place, _wide(obstacles, grid.resolution, room)
        else:
            changed = obstacles != self._obstacles
            rows, cols = (np.flatnonzero(changed.any(axis=axis)) for axis in (1, 0))
            if rows.size:
                reach = ceil(room / grid.resolution) + _FAR
                part = _around(rows, reach), _around(cols, reach)
                # What tells the distance of a cell there lies no farther off than that again.
                whole = _around(rows, 2 * reach), _around(cols, 2 * reach)
                top, left = (p.start - w.start for p, w in zip(part, whole, strict=True))
                found = _wide(obstacles[whole], grid.resolution, room)[top:, left:]
                target = self._wide[part]
                target[:] = found[: target.shape[0], : target.shape[1]]
        self._obstacles = obstacles
        return self._wide


def _wide(obstacles: Mask, resolution: float, room: float) -> Mask:
    clear = cv2.distanceTransform((~obstacles).astype(np.uint8), cv2.DIST_L2, 5) * resolution
    return np.asarray(clear >= room)


def _around(cells: npt.NDArray[np.int64], reach: int) -> slice:
    return slice(max(int(cells[0]) - reach, 0), int(cells[-1]) + reach + 1)
