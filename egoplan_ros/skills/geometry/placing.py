# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where on a surface there is room, as far as the object memory knows."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.occupancy import FREE, OCCUPIED, OccupancyGrid
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

_RASTER = 0.05
"""Metres between places that are compared."""
_RISES = 0.3
"""Metres that other furniture reaches below and above a surface which cannot be there, then."""
_GAP = 0.01
"""Metres between things that stand side by side."""
_RIM = 0.05
"""Metres by which the rim of a basin stands up from what it is let into, at most."""
_OFF_HOLE = 0.06
"""Metres from a hole within which a thing may fall in."""
_SLAB = 0.3
"""Metres: what is flatter may be any shape seen from above."""
_INSET = 2
"""Cells: this far within what is on the map a surface is taken for sure."""
_LOWEST = 0.6
"""Metres: what lies lower does so on the shelf below a table, or in it."""
_BELOW = 0.1
"""Metres below the end of a box from which on things are not taken to lie on its top."""
_BOARD = 0.75
"""Metres: where the board of a desk is whose box reaches above the eye, as far as unknown."""


def free_spots(
    surface: ObjectInstance, item: ObjectInstance | None, world: WorldState, ontology: Ontology
) -> npt.NDArray[np.float64]:
    """Centres ``(n, 3)`` on top of a surface where an object's footprint meets no other object.

    Args:
        surface: what to put it on.
        item: what to put; None is taken as a small object.
        world: newest world state.
        ontology: tells drawers.
    """
    size = (0.1, 0.1, 0.1) if item is None else item.size
    half = np.array(size[:2]) / 2.0 + _GAP
    # It may be turned by 90 degrees.
    ways = [half] if abs(half[0] - half[1]) < _GAP else [half, half[::-1]]
    found = np.concatenate([_unoccupied(surface, way, world) for way in ways])
    found = _solid(np.unique(found.round(6), axis=0), world.grid)
    beside = ~_covered(found, pulled_out(surface, world, ontology))
    found = found[beside] if beside.any() else found
    return np.column_stack([found, np.full(len(found), surface.top)])


def _unoccupied(
    surface: ObjectInstance, half: npt.NDArray[np.float64], world: WorldState
) -> npt.NDArray[np.float64]:
    """Centres ``(n, 2)`` of free footprints with half the given sides."""
    low = np.array(surface.center[:2]) - np.array(surface.size[:2]) / 2.0 + half
    high = np.array(surface.center[:2]) + np.array(surface.size[:2]) / 2.0 - half
    if np.any(low > high):
        return np.empty((0, 2))
    points = _raster(low, high).reshape(-1, 2)
    free = np.ones(len(points), dtype=bool)
    for other in world.objects.values():
        if other.id == surface.id or other.held or not _stands_on(other, surface):
            continue
        reach = np.array(other.size[:2]) / 2.0 + half
        free &= ~np.all(np.abs(points - np.array(other.center[:2])) < reach, axis=1)
    return points[free]


def _raster(low: npt.NDArray[np.float64], high: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Map points ``(rows, cols, 2)`` of a rectangle."""
    xs, ys = (np.arange(low[axis], high[axis] + 1e-6, _RASTER) for axis in range(2))
    return np.stack(np.meshgrid(xs, ys), axis=-1)


def level(surface: ObjectInstance, world: WorldState, ontology: Ontology) -> float:
    """Height in metres of the place where things lie on a surface.

    Its box may reach above that: a sofa has a back, a desk has shelves.
    """
    seat = ontology.types[surface.type].seat
    if seat is not None:
        return min(surface.top, seat)
    eye = world.robot.camera_height
    bottoms = [item.bottom for item in world.contents(surface.id) if not item.held]
    below = [bottom for bottom in bottoms if bottom < eye]
    lying = float(np.median(below)) if below else surface.top
    if _LOWEST < lying < surface.top - _BELOW:
        return lying
    return surface.top if surface.top < eye else max(_BOARD, surface.bottom)


def _solid(points: npt.NDArray[np.float64], grid: OccupancyGrid) -> npt.NDArray[np.float64]:
    """Those below which there is no free floor: the box of an L-shaped counter is mostly air.

    All of them when there is free floor below each: what is too high is not on the map.
    """
    from scipy.ndimage import binary_dilation  # late: it is slow to import

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


def rising_through(surface: ObjectInstance, world: WorldState) -> list[ObjectInstance]:
    """What reaches from well below a surface to well above it, as a refrigerator in the angle of
    an L-shaped counter does, whose box holds both."""
    return [
        other
        for other in world.objects.values()
        if other.id != surface.id
        and not other.held
        and other.bottom < surface.top - _RISES
        and other.top > surface.top + _RISES
    ]


def pulled_out(
    surface: ObjectInstance, world: WorldState, ontology: Ontology
) -> list[ObjectInstance]:
    """Open drawers below a surface: on the map they are as solid as that, and in the angle of an
    L-shaped counter they lie in its box."""
    return [
        other
        for other in world.objects.values()
        if ontology.pulled_out(other.type)
        and other.is_("open")
        and other.id != surface.id
        and other.top < surface.top + _GAP
    ]


def nearest_part(
    surface: ObjectInstance,
    grid: OccupancyGrid,
    x: float,
    y: float,
    others: Iterable[ObjectInstance] = (),
) -> tuple[float, float] | None:
    """The map point nearest to ``(x, y)`` where the surface is: its box may be wider than it.

    The corners of the box of a round table, of one that stands askew and of an L-shaped counter
    are air, or ``others`` stand there. None for a flat one under which the map shows nothing but
    free floor, and where there is nothing but others.
    """
    others = list(others)
    elsewhere = bool(_covered(np.array([[x, y]]), others)[0])
    if grid.value(x, y) == OCCUPIED and not elsewhere:
        return x, y
    low, high = (
        np.array(surface.center[:2]) + sign * np.array(surface.size[:2]) / 2.0 for sign in (-1, 1)
    )
    raster = _raster(low, high)
    spots = raster.reshape(-1, 2)
    values = np.array([grid.value(*spot) for spot in spots])
    covered = _covered(spots, others)
    if covered.all():
        return None
    values[covered] = FREE
    if not (values == OCCUPIED).any():
        # Too high or too flat to be on the map.
        flat = grid.value(x, y) == FREE and surface.size[2] < _SLAB
        return None if flat or elsewhere else (x, y)
    from scipy.ndimage import binary_erosion  # late: it is slow to import

    # What is unknown may well be the surface: it hides the floor below it.
    solid = binary_erosion(
        (values != FREE).reshape(raster.shape[:2]), iterations=_INSET, border_value=1
    ).ravel() & (values == OCCUPIED)
    if not solid.any():
        solid = values == OCCUPIED
    gap = np.hypot(spots[:, 0] - x, spots[:, 1] - y)
    best = spots[int(np.argmin(np.where(solid, gap, np.inf)))]
    return float(best[0]), float(best[1])


def _covered(spots: npt.NDArray[np.float64], others: list[ObjectInstance]) -> npt.NDArray[np.bool_]:
    """Which floor points ``(n, 2)`` lie under the boxes of others."""
    result = np.zeros(len(spots), dtype=bool)
    for other in others:
        half = np.array(other.size[:2]) / 2.0
        result |= (np.abs(spots - np.array(other.center[:2])) <= half).all(axis=1)
    return result


def let_in(surface: ObjectInstance, world: WorldState, x: float, y: float) -> bool:
    """Whether the surface has a hole at a floor point or close to it: a basin let into it."""
    for other in world.objects.values():
        if other.id == surface.id or other.held or not _stands_on(other, surface):
            continue
        sunk = other.bottom < surface.bottom - _GAP and other.top < surface.top + _RIM
        if sunk and other.planar_distance(x, y) < _OFF_HOLE:
            return True
    return False


def _stands_on(other: ObjectInstance, surface: ObjectInstance) -> bool:
    low = other.bottom
    return other.parent == surface.id or surface.top - 0.15 < low < surface.top + 0.3
