# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frontiers in space: where known air borders on what was never seen (Yamauchi 1997, in 3D).

The floor's frontiers (:mod:`frontiers`) tell where to go; these tell where to look from there: over
a counter, under a table, behind a door. Made on request, as the distance field is.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.voxel_map import VoxelMap


@dataclass(frozen=True, slots=True)
class Frontier3D:
    """One connected border of known air.

    Attributes:
        center: the free voxel of the border nearest to its mean, map metres.
        normal: unit vector from the air into the unknown, mean of the border.
        area: m² of voxel faces between air and unknown.
        low, high: corners of its box, map metres.
    """

    center: tuple[float, float, float]
    normal: tuple[float, float, float]
    area: float
    low: tuple[float, float, float]
    high: tuple[float, float, float]


def frontiers_3d(
    voxels: VoxelMap,
    low: tuple[float, float, float] | None = None,
    high: tuple[float, float, float] | None = None,
    smallest: float = 0.05,
) -> list[Frontier3D]:
    """The frontiers of the map, the largest first.

    Args:
        voxels: the map.
        low, high: corners of a box that the free voxels must lie in, map metres.
        smallest: m² below which a frontier is left out; rays leave gaps of single voxels.
    """
    from scipy.ndimage import label

    known = voxels.seen > 0
    if not known.any():
        return []
    free = known & (voxels.odds <= 0)
    if low is not None:
        free &= _beyond(voxels, low, 1)
    if high is not None:
        free &= _beyond(voxels, high, -1)
    into = np.zeros((*free.shape, 3), dtype=np.int8)
    faces = np.zeros(free.shape, dtype=np.int8)
    for axis in range(3):
        for step in (-1, 1):
            # The map's own edge is no border: nothing is known of what lies beyond.
            unknown = ~np.roll(known, -step, axis)
            edge: list[slice | int] = [slice(None)] * 3
            edge[axis] = -1 if step > 0 else 0
            unknown[tuple(edge)] = False
            border = free & unknown
            faces += border
            into[..., axis] += (step * border).astype(np.int8)
    owner, count = label(faces > 0, np.ones((3, 3, 3)))
    cells = np.argwhere(owner)
    mine = owner[tuple(cells.T)] - 1
    amount = faces[tuple(cells.T)]
    area = np.bincount(mine, amount, minlength=count) * voxels.resolution**2
    found = []
    for k in np.argsort(-area, kind="stable"):
        if area[k] < smallest:
            break
        part = cells[mine == k]
        found.append(_frontier(voxels, part, into[tuple(part.T)].sum(axis=0), float(area[k])))
    return found


def _frontier(
    voxels: VoxelMap, cells: npt.NDArray[np.int64], into: npt.NDArray[np.int64], area: float
) -> Frontier3D:
    size, origin = voxels.resolution, voxels.origin
    best = cells[int(np.argmin(((cells - cells.mean(axis=0)) ** 2).sum(axis=1)))]
    length = float(np.linalg.norm(into))
    normal = into / length if length else np.zeros(3)
    corners = (best + 0.5, cells.min(axis=0), cells.max(axis=0) + 1)
    center, low, high = (_point(origin + size * corner) for corner in corners)
    return Frontier3D(center, _point(normal), area, low, high)


def _point(values: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])


def _beyond(
    voxels: VoxelMap, corner: tuple[float, float, float], side: int
) -> npt.NDArray[np.bool_]:
    """Voxels whose middles lie above (side 1) or below (-1) a corner on all axes."""
    inside = np.ones(voxels.odds.shape, dtype=np.bool_)
    for axis, value in enumerate(corner):
        middles = (np.arange(inside.shape[axis]) + 0.5) * voxels.resolution + voxels.origin[axis]
        shape = [1, 1, 1]
        shape[axis] = -1
        inside &= (side * (middles - value) >= 0).reshape(shape)
    return inside
