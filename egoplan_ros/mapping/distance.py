# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Distance to the nearest obstacle: a Euclidean signed distance field, made on request."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.ndimage import distance_transform_edt

from egoplan_ros.mapping.voxel_map import VoxelMap
from egoplan_ros.world.errors import InputError


@dataclass(frozen=True, slots=True)
class DistanceField:
    """Signed distances of a box of the map.

    Attributes:
        values: float32 ``[ix, iy, iz]``, metres from the middle of a voxel to the middle of the
            nearest occupied one; inside of obstacles minus the distance to the nearest that is not
            occupied. Infinite where nothing is occupied.
        origin: outer corner of voxel (0, 0, 0), map metres. resolution: metres.
    """

    values: npt.NDArray[np.float32]
    origin: npt.NDArray[np.float64]
    resolution: float

    def at(self, points: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Distances at map points ``(..., 3)``; NaN outside of the box."""
        place = np.asarray(points, dtype=np.float64)
        index = np.floor((place - self.origin) / self.resolution).astype(np.int64)
        inside = np.all((index >= 0) & (index < self.values.shape), axis=-1)
        index = np.where(inside[..., None], index, 0)
        found = self.values[index[..., 0], index[..., 1], index[..., 2]]
        return np.where(inside, found, np.float32(np.nan)).astype(np.float32)


def distance_field(
    voxels: VoxelMap,
    low: tuple[float, float, float] | None = None,
    high: tuple[float, float, float] | None = None,
    unknown_is_obstacle: bool = False,
) -> DistanceField:
    """The field of the whole map, or of a box of it.

    Args:
        voxels: the map.
        low: corner of the box, map metres; obstacles outside of the box count for nothing.
        high: opposite corner.
        unknown_is_obstacle: keep away from what was never seen, too.

    Raises:
        InputError: the box holds no voxel of the map.
    """
    size = np.array(voxels.odds.shape)
    first, last = np.zeros(3, dtype=np.int64), size
    if low is not None:
        first = np.floor(_cells(voxels, low) + 1e-6).astype(np.int64)
    if high is not None:
        last = np.ceil(_cells(voxels, high) - 1e-6).astype(np.int64)
    first, last = np.maximum(first, 0), np.minimum(last, size)
    if np.any(first >= last):
        raise InputError(
            f"distance field: the box {low} ... {high} lies outside of the map; "
            "look there first, or leave the corners out"
        )
    part = tuple(slice(int(a), int(b)) for a, b in zip(first, last, strict=True))
    blocked = voxels.odds[part] > 0
    if unknown_is_obstacle:
        blocked |= voxels.seen[part] == 0
    values = np.full(blocked.shape, np.inf, dtype=np.float32)
    if blocked.any():
        outside = distance_transform_edt(~blocked)
        within = distance_transform_edt(blocked) if not blocked.all() else np.inf
        values = np.where(blocked, -within, outside).astype(np.float32) * voxels.resolution
    return DistanceField(
        values.astype(np.float32), voxels.origin + first * voxels.resolution, voxels.resolution
    )


def _cells(voxels: VoxelMap, point: tuple[float, float, float]) -> npt.NDArray[np.float64]:
    return np.asarray((np.asarray(point) - voxels.origin) / voxels.resolution)
