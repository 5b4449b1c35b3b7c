# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Floors to learn ways on: drawn ones, and those of simulated rooms as robots get to know them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import pi

import numpy as np
import numpy.typing as npt

from egoplan_ros.bench.true_map import survey
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.skills.paths.lattice import Lattice, Move, Node, edge_key
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN, OccupancyGrid
from egoplan_ros.world.state import WorldState

_SIZE = 0.05
_COARSE = 5
"""Cells of a drawn or surveyed map that are one of a coarse one (0.25 m, as DANLI's voxels)."""
_SEEN = 0.8
"""Share of the goals that are on floor that was seen; the others may be anywhere."""
_PIXELS = 100
"""Of the simulated camera that rooms are surveyed with."""

Grid = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Query:
    """A lattice around a robot, and where it wants to go."""

    lattice: Lattice
    goal: Node


def drawn(rng: np.random.Generator, metres: tuple[float, float]) -> OccupancyGrid:
    """A room with furniture, and in half of the cases a wall with a door.

    Args:
        rng: that draws. metres: shortest and longest side.
    """
    rows, cols = (round(float(side) / _SIZE) for side in rng.uniform(*metres, 2))
    data: Grid = np.full((rows, cols), FREE, np.int8)
    for _ in range(int(rng.integers(1, 2 + rows * cols // 1200))):
        high, wide = rng.integers(4, 24, 2)
        row, col = rng.integers(0, rows), rng.integers(0, cols)
        data[row : row + high, col : col + wide] = OCCUPIED
    if rng.random() < 0.5:
        across = data if rng.random() < 0.5 else data.T
        at = int(rng.integers(across.shape[0] // 4, 1 + 3 * across.shape[0] // 4))
        door = int(rng.integers(1, max(2, across.shape[1] - 18)))
        across[at : at + 2] = OCCUPIED
        across[max(at - 8, 1) : at + 10, door : door + 18] = FREE
    data[[0, -1]] = data[:, [0, -1]] = OCCUPIED
    return OccupancyGrid(data, _SIZE, (0.0, 0.0))


def rooms(
    scenes: Sequence[str], tell: Callable[[str], None] = lambda _: None
) -> Iterator[OccupancyGrid]:
    """True floors of simulated rooms.

    Raises:
        InputError: unknown scene.
        RobotError: the simulator does not start or dies.
    """
    if not scenes:
        return
    robot = ThorRobot(scenes[0], oracle=True, width=_PIXELS, height=_PIXELS)
    try:
        for count, scene in enumerate(scenes, start=1):
            robot.reset(scene)
            yield survey(robot).grid
            if count % 10 == 0 or count == len(scenes):
                tell(f"{count}/{len(scenes)} rooms surveyed")
    finally:
        robot.close()


def queries(grid: OccupancyGrid, count: int, rng: np.random.Generator) -> Iterator[Query]:
    """Ways to plan on a floor that is known in part, with collisions here and there.

    As many as asked for, or fewer where hardly a place is free.
    """
    for _ in range(count):
        seen = _coarse(grid, rng) if rng.random() < 0.5 else grid
        if rng.random() < 0.5:
            seen = _in_part(seen, rng)
        query = _query(seen, rng, _collisions(seen, rng))
        if query is not None:
            yield query


def known_queries(grid: OccupancyGrid, count: int, rng: np.random.Generator) -> Iterator[Query]:
    """Ways to plan on a floor as it is."""
    for _ in range(count):
        query = _query(grid, rng, (), plain=True)
        if query is not None:
            yield query


def _query(
    grid: OccupancyGrid, rng: np.random.Generator, blocked: Sequence[Move], plain: bool = False
) -> Query | None:
    rows, cols = np.nonzero(grid.data == FREE)
    if not len(rows):
        return None
    start = int(rng.integers(len(rows)))
    x, y = grid.point(int(rows[start]), int(cols[start]))
    base = Pose2D(x, y, float(rng.integers(4)) * pi / 2.0)
    robot = RobotState(0.0, 0, 0, base, 0.0, 1.5, radius=0.2, holonomic=plain or rng.random() < 0.8)
    watchful = not plain and bool(rng.random() < 0.3)
    world = WorldState(0.0, robot, {}, grid)
    lattice = Lattice(world, SkillConfig(), 0.0, blocked, watchful)
    possible = np.isfinite(lattice.costs())
    if plain or rng.random() < _SEEN:
        possible &= ~lattice.unknown[..., None]
    reached = np.argwhere(possible)
    if not len(reached):
        return None
    row, col, heading = (int(k) for k in reached[rng.integers(len(reached))])
    goal = Node(col, row, heading)
    return Query(lattice, goal) if goal != lattice.start else None


def _coarse(grid: OccupancyGrid, rng: np.random.Generator) -> OccupancyGrid:
    """With cells of 0.25 m: occupied where something is, unknown where nothing was seen."""
    low, high = rng.integers(0, _COARSE, 2)
    rows, cols = (-(-(k + o) // _COARSE) for k, o in zip(grid.data.shape, (low, high), strict=True))
    data = np.full((rows * _COARSE, cols * _COARSE), UNKNOWN, np.int8)
    data[low : low + grid.data.shape[0], high : high + grid.data.shape[1]] = grid.data
    cells = data.reshape(rows, _COARSE, cols, _COARSE).swapaxes(1, 2).reshape(rows, cols, -1)
    # An obstacle of a cell or two, at the edge of a coarse cell, does not fill it.
    full = np.count_nonzero(cells >= OCCUPIED, axis=2) >= _COARSE
    free = np.count_nonzero(cells == FREE, axis=2) > 0
    merged: Grid = np.where(full, OCCUPIED, np.where(free, FREE, UNKNOWN)).astype(np.int8)
    size = grid.resolution * _COARSE
    origin = (
        grid.origin[0] - float(high) * grid.resolution,
        grid.origin[1] - float(low) * grid.resolution,
    )
    return OccupancyGrid(merged, size, origin)


def _in_part(grid: OccupancyGrid, rng: np.random.Generator) -> OccupancyGrid:
    """With up to three areas that nobody has looked at."""
    data = grid.data.copy()
    for _ in range(int(rng.integers(1, 4))):
        row, col = (int(rng.integers(k)) for k in data.shape)
        high, wide = (int(rng.integers(1, 2 + k // 2)) for k in data.shape)
        data[row : row + high, col : col + wide] = UNKNOWN
    return OccupancyGrid(data, grid.resolution, grid.origin)


def _collisions(grid: OccupancyGrid, rng: np.random.Generator) -> list[Move]:
    """Moves that hit something, on free floor."""
    rows, cols = np.nonzero(grid.data == FREE)
    if not len(rows) or rng.random() < 0.7:
        return []
    places = rng.integers(len(rows), size=int(rng.integers(1, 4)))
    points = [grid.point(int(rows[k]), int(cols[k])) for k in places]
    return [edge_key(x, y, int(rng.integers(4))) for x, y in points]
