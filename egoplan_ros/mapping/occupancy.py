# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The robot's 2D occupancy: projection of the voxel map plus what its body has felt."""

from math import ceil, cos, hypot, pi, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.remapping import Moves
from egoplan_ros.mapping.voxel_map import VoxelMap
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN, OccupancyGrid, empty_grid
from egoplan_ros.world.primitive import ErrorCode, PrimitiveKind, PrimitiveResult

_BEARING = {
    PrimitiveKind.MOVE_AHEAD: 0.0,
    PrimitiveKind.MOVE_BACK: pi,
    PrimitiveKind.MOVE_LEFT: pi / 2,
    PrimitiveKind.MOVE_RIGHT: -pi / 2,
}
_STEP = 0.25
"""Metres ahead of where it came to rest within which is what it ran into."""
_KNEE = 0.30
"""Metres above the lower edge of the band within which something must be known to call it free."""
_FORGIVEN, _LASTING = -1, 1_000_000
"""Counts of collisions with what may have moved, and with what came back after that."""


class Occupancy:
    """Makes the grid of each frame; remembers collisions and trodden ground."""

    def __init__(self, config: MappingConfig) -> None:
        self.config = config
        self.clear()

    def clear(self) -> None:
        """Forget collisions and trodden ground."""
        self._bumps: dict[tuple[int, int], int] = {}
        self._trodden: set[tuple[int, int]] = set()
        self._trodden_cells = np.zeros((0, 2), dtype=np.int64)

    def _key(self, x: float, y: float) -> tuple[int, int]:
        size = self.config.resolution
        return int(np.floor(x / size)), int(np.floor(y / size))

    def feel(self, robot: RobotState, result: PrimitiveResult) -> None:
        """Learn from a primitive: a collision marks the cells that the footprint ran into."""
        kind = result.primitive.kind
        if result.success:
            if kind in (PrimitiveKind.OPEN, PrimitiveKind.CLOSE):
                self.forgive(robot.base.x, robot.base.y, 2.0)
            return
        if result.error is not ErrorCode.COLLISION or kind not in _BEARING:
            return
        size = self.config.resolution
        heading = robot.base.yaw + _BEARING[kind]
        step = min(result.primitive.magnitude or _STEP, _STEP)
        # The middle of the strip that the footprint would have swept; narrow, so that the places
        # beside it stay reachable.
        for ahead in np.arange(robot.radius + 0.5 * size, robot.radius + 0.6 * step, size / 2):
            for aside in (-0.5 * size, 0.5 * size):
                x = robot.base.x + ahead * cos(heading) - aside * sin(heading)
                y = robot.base.y + ahead * sin(heading) + aside * cos(heading)
                key = self._key(x, y)
                before = self._bumps.get(key, 0)
                self._bumps[key] = _LASTING if before == _FORGIVEN else before + 1

    def forgive(self, x: float, y: float, reach: float) -> None:
        """Lift collision marks near a point: what blocked the way may have moved.

        What blocks the same place again has not, and is not forgiven a second time.
        """
        size = self.config.resolution
        for (i, j), count in self._bumps.items():
            near = hypot((i + 0.5) * size - x, (j + 0.5) * size - y) <= reach
            if near and count < _LASTING:
                self._bumps[i, j] = _FORGIVEN

    def move(self, moves: Moves) -> None:
        """What was felt and trodden lies elsewhere: the robot's pose was corrected."""
        size = self.config.resolution
        bumps = np.array(list(self._bumps), dtype=np.int64).reshape(-1, 2)
        counts = list(self._bumps.values())
        found = moves.cells(bumps, size).tolist()
        self._bumps = {(i, j): n for (i, j), n in zip(found, counts, strict=True)}
        trodden = np.array(sorted(self._trodden), dtype=np.int64).reshape(-1, 2)
        self._trodden, self._trodden_cells = set(), self._trodden_cells[:0]
        self._tread({(i, j) for i, j in moves.cells(trodden, size).tolist()})

    def grid(self, voxels: VoxelMap, robot: RobotState) -> OccupancyGrid:
        """The grid of this moment.

        Cells are occupied when a voxel of the height band is, free when the floor or the lower part
        of the band is known to be empty; a collision mark is occupied, the ground under the robot
        is free and stays known.
        """
        pose = robot.base
        reach = robot.radius + 0.05
        voxels.cover((pose.x - reach, pose.y - reach), (pose.x + reach, pose.y + reach))
        nx, ny, nz = voxels.odds.shape
        if not nx or not ny:
            return empty_grid(self.config.resolution)
        size = self.config.resolution

        def layer(height: float) -> int:
            return min(max(round((height - self.config.z_min) / size), 0), nz)

        low = layer(self.config.band_low)
        knee = min(low + round(_KNEE / size), nz)
        data = voxels.columns((layer(-0.1), low, knee, layer(self.config.band_high)))
        origin = voxels.origin
        grid = OccupancyGrid(data, size, (float(origin[0]), float(origin[1])))
        footprint = self._footprint(pose, robot.radius)
        self._tread(footprint - self._trodden)
        for key in footprint:
            self._bumps.pop(key, None)
        shift = (round(origin[0] / size), round(origin[1] / size))
        self._paint(data, shift, self._trodden_cells, FREE, only=UNKNOWN)
        marked = {key for key, count in self._bumps.items() if count != _FORGIVEN}
        self._paint(data, shift, _cells(marked), OCCUPIED)
        self._paint(data, shift, _cells(footprint), FREE)
        return grid

    def _tread(self, fresh: set[tuple[int, int]]) -> None:
        self._trodden |= fresh
        if fresh:
            self._trodden_cells = np.concatenate([self._trodden_cells, _cells(fresh)])

    def _footprint(self, pose: Pose2D, radius: float) -> set[tuple[int, int]]:
        size = self.config.resolution
        n = ceil(radius / size) + 1
        offsets = range(-n, n + 1)
        home = self._key(pose.x, pose.y)
        return {
            (home[0] + i, home[1] + j)
            for i in offsets
            for j in offsets
            if hypot((home[0] + i + 0.5) * size - pose.x, (home[1] + j + 0.5) * size - pose.y)
            <= radius
        }

    @staticmethod
    def _paint(
        data: np.ndarray,
        shift: tuple[int, int],
        cells: npt.NDArray[np.int64],
        value: int,
        only: int | None = None,
    ) -> None:
        if not len(cells):
            return
        cells = cells - np.array(shift)
        good = np.all((cells >= 0) & (cells < np.array([data.shape[1], data.shape[0]])), axis=1)
        cols, rows = cells[good].T
        if only is not None:
            match = data[rows, cols] == only
            rows, cols = rows[match], cols[match]
        data[rows, cols] = value

    def to_arrays(self) -> dict[str, Any]:
        """What :meth:`from_arrays` needs."""
        bumps = np.array([(*key, count) for key, count in self._bumps.items()], dtype=np.int64)
        trodden = np.array(sorted(self._trodden), dtype=np.int64)
        return {"bumps": bumps.reshape(-1, 3), "trodden": trodden.reshape(-1, 2)}

    def from_arrays(self, arrays: dict[str, Any]) -> None:
        """Become what was stored."""
        self._bumps = {(int(i), int(j)): int(n) for i, j, n in arrays["bumps"]}
        self._trodden, self._trodden_cells = set(), self._trodden_cells[:0]
        self._tread({(int(i), int(j)) for i, j in arrays["trodden"]})


def _cells(keys: set[tuple[int, int]]) -> npt.NDArray[np.int64]:
    """Columns and rows, ``(n, 2)``."""
    return np.array(list(keys), dtype=np.int64).reshape(-1, 2)
