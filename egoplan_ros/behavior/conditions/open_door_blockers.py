# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which open doors cut the robot off from an object, by the map."""

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import FREE, OBSTACLE
from egoplan_ros.world.state import WorldState

Mask = npt.NDArray[np.bool_]

_REACH = 1.05
"""Metres from an object's box within which somebody who uses it stands."""
_TIGHT = 0.05
"""Metres by which a way may be narrower on the map than the robot is."""
_PAD = 0.06
"""Metres about the box of a door whose cells it may have marked."""
_FEW_CELLS = 4
"""Cells of reachable floor near a thing from which on one gets there."""


def barring_doors(
    world: WorldState, item: ObjectInstance, doors: list[ObjectInstance]
) -> list[ObjectInstance]:
    """The doors without whose open leaves the robot could walk up to an object.

    Args:
        world: robot and map.
        item: what is to be reached.
        doors: open doors, lids and drawers; those never seen closed do not count, for nobody knows
            which part of them is leaf.

    Returns:
        One of them, if closing it suffices; else as few of them as do together; in the order
        given. Empty when the way is free, or not barred by doors.
    """
    leaves = [(door, _leaf(world, door)) for door in doors if door.closed_box is not None]
    leaves = [(door, leaf) for door, leaf in leaves if leaf.any()]
    if not leaves or _connected(world, item, None):
        return []
    for door, leaf in leaves:
        if _connected(world, item, leaf):
            return [door]
    if not _connected(world, item, _union([leaf for _, leaf in leaves])):
        return []
    for pair in list(leaves):
        others = [other for other in leaves if other is not pair]
        if others and _connected(world, item, _union([leaf for _, leaf in others])):
            leaves = others
    return [door for door, _ in leaves]


def _union(masks: list[Mask]) -> Mask:
    return np.asarray(np.logical_or.reduce(masks))


def _leaf(world: WorldState, door: ObjectInstance) -> Mask:
    """Occupied cells that the open door covers and the closed one does not."""
    grid = world.grid
    occupied = grid.data >= OBSTACLE
    return occupied & _footprint(world, door, _PAD) & ~_footprint(world, door.as_closed(), 0.0)


def _footprint(world: WorldState, item: ObjectInstance, pad: float) -> Mask:
    grid = world.grid
    half = (item.size[0] / 2.0 + pad, item.size[1] / 2.0 + pad)
    low = grid.cell(item.center[0] - half[0], item.center[1] - half[1])
    high = grid.cell(item.center[0] + half[0], item.center[1] + half[1])
    mask = np.zeros(grid.data.shape, dtype=bool)
    rows = slice(max(low[0], 0), max(high[0] + 1, 0))
    mask[rows, max(low[1], 0) : max(high[1] + 1, 0)] = True
    return mask


def _about(world: WorldState, item: ObjectInstance) -> Mask:
    """Cells within reach of the object's box."""
    grid = world.grid
    rows, cols = grid.data.shape
    xs = grid.origin[0] + (np.arange(cols) + 0.5) * grid.resolution
    ys = grid.origin[1] + (np.arange(rows) + 0.5) * grid.resolution
    dx = np.maximum(np.abs(xs - item.center[0]) - item.size[0] / 2.0, 0.0)
    dy = np.maximum(np.abs(ys - item.center[1]) - item.size[1] / 2.0, 0.0)
    return np.asarray(np.hypot(dx[None, :], dy[:, None]) <= _REACH)


def _connected(world: WorldState, item: ObjectInstance, without: Mask | None) -> bool:
    """Whether known floor near the object is joined to the robot's, were some cells not there."""
    # Late: it is slow to import, and few tasks come to a barred way.
    from scipy.ndimage import binary_dilation, distance_transform_edt, label

    grid, robot = world.grid, world.robot
    occupied = grid.data >= OBSTACLE
    known = grid.data >= FREE
    if without is not None:
        occupied = occupied & ~without
    if not occupied.any():
        return True
    clearance = distance_transform_edt(~occupied) * grid.resolution
    free = known & (clearance >= robot.radius - _TIGHT)
    row, col = grid.cell(robot.base.x, robot.base.y)
    if not grid.inside(row, col):
        return True
    around = np.zeros_like(free)
    around[row, col] = True
    cells = max(int(np.ceil(robot.radius / grid.resolution)), 1)
    around = binary_dilation(around, iterations=cells)
    regions, _ = label(free | (around & ~occupied))
    mine = np.unique(regions[around & (regions > 0)])
    near = _about(world, item) & free
    return bool(np.count_nonzero(np.isin(regions, mine) & near) >= _FEW_CELLS)
