"""Where on a surface there is room, as far as the object memory knows."""

import numpy as np
import numpy.typing as npt
from scipy.ndimage import binary_dilation

from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import FREE, OccupancyGrid
from egoplan_ros.world.state import WorldState

_RASTER = 0.05
_GAP = 0.01
_RIM = 0.05
_BESIDE = 0.06


def free_spots(
    surface: ObjectInstance, item: ObjectInstance | None, world: WorldState
) -> npt.NDArray[np.float64]:
    """Centres ``(n, 3)`` on top of a surface where an object's footprint meets no other object.

    Args:
        surface: what to put it on.
        item: what to put; None is taken as a small object.
        world: newest world state.
    """
    size = (0.1, 0.1, 0.1) if item is None else item.size
    # The footprint may be turned by 90 degrees, so its shorter side decides what could fit.
    half = min(size[0], size[1]) / 2.0 + _GAP
    low = np.array(surface.center[:2]) - np.array(surface.size[:2]) / 2.0 + half
    high = np.array(surface.center[:2]) + np.array(surface.size[:2]) / 2.0 - half
    if np.any(low > high):
        return np.empty((0, 3))
    xs = np.arange(low[0], high[0] + 1e-6, _RASTER)
    ys = np.arange(low[1], high[1] + 1e-6, _RASTER)
    points = np.stack([axis.ravel() for axis in np.meshgrid(xs, ys)], axis=1)
    free = np.ones(len(points), dtype=bool)
    for other in world.objects.values():
        if other.id == surface.id or other.held or not _stands_on(other, surface):
            continue
        reach = np.array(other.size[:2]) / 2.0 + half
        free &= ~np.all(np.abs(points - np.array(other.center[:2])) < reach, axis=1)
    found = _solid(points[free], world.grid)
    return np.column_stack([found, np.full(len(found), surface.top)])


def _solid(points: npt.NDArray[np.float64], grid: OccupancyGrid) -> npt.NDArray[np.float64]:
    """Those below which there is no free floor: the box of an L-shaped counter is mostly air.

    All of them when there is free floor below each: what is too high is not on the map.
    """
    free = binary_dilation(grid.data == FREE)
    rows = np.floor((points[:, 1] - grid.origin[1]) / grid.resolution).astype(int)
    cols = np.floor((points[:, 0] - grid.origin[0]) / grid.resolution).astype(int)
    solid = (rows < 0) | (rows >= free.shape[0]) | (cols < 0) | (cols >= free.shape[1])
    solid[~solid] = ~free[rows[~solid], cols[~solid]]
    return points[solid] if solid.any() else points


def nearest_spot(spots: npt.NDArray[np.float64], x: float, y: float) -> Vector3:
    """The spot nearest to a floor point."""
    best = spots[int(np.argmin(np.hypot(spots[:, 0] - x, spots[:, 1] - y)))]
    return float(best[0]), float(best[1]), float(best[2])


def let_in(surface: ObjectInstance, world: WorldState, x: float, y: float) -> bool:
    """Whether the surface has a hole at a floor point or close to it: a basin let into it."""
    for other in world.objects.values():
        if other.id == surface.id or other.held or not _stands_on(other, surface):
            continue
        sunk = other.bottom < surface.bottom - _GAP and other.top < surface.top + _RIM
        if sunk and other.planar_distance(x, y) < _BESIDE:
            return True
    return False


def _stands_on(other: ObjectInstance, surface: ObjectInstance) -> bool:
    low = other.bottom
    return other.parent == surface.id or surface.top - 0.15 < low < surface.top + 0.3
