# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A room's true floor, and how well a map of it fits."""

import numpy as np
import pytest

from egoplan_ros.bench.true_map import TrueMap, judge, survey
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN, OccupancyGrid

SIZE = 0.05


def room(shift: float = 0.0) -> OccupancyGrid:
    """Walls of a room of 3 m x 2 m, shifted along x."""
    data = np.full((60, 80), UNKNOWN, np.int8)
    column = 10 + round(shift / SIZE)
    data[10:50, column : column + 60] = FREE
    data[10, column : column + 60] = data[49, column : column + 60] = OCCUPIED
    data[10:50, column] = data[10:50, column + 59] = OCCUPIED
    return OccupancyGrid(data, SIZE, (-1.0, -0.5))


FREE_PLACES = np.array([(x, y) for x in np.arange(0.0, 2.0, 0.25) for y in (0.5, 1.0)])
TRUE = TrueMap(room(), FREE_PLACES)


@pytest.mark.parametrize(("shift", "fit"), [(0.0, 1.0), (0.1, 1.0), (0.3, 0.59)])
def test_cells_within_10_cm_fit(shift, fit):
    found = judge(room(shift), TRUE, Pose2D())
    assert found["fit"] == pytest.approx(fit, abs=0.03)
    assert found["cells"] == 196


def test_a_map_begins_where_the_robot_does():
    """The same room, as a robot tells of it that stands at (1, 0.5) and looks along +y."""
    start = Pose2D(1.0, 0.5, np.pi / 2.0)
    data = np.rot90(room().data)
    corner = (-0.5 - 0.5, -(-1.0 + 80 * SIZE) + 1.0)
    found = judge(OccupancyGrid(np.ascontiguousarray(data), SIZE, corner), TRUE, start)
    assert found["fit"] == 1.0
    assert found["coverage"] == 1.0


def test_what_nobody_looked_at_is_not_covered():
    half = room()
    half.data[:, 40:] = UNKNOWN
    assert 0.3 < judge(half, TRUE, Pose2D())["coverage"] < 0.7


def test_a_map_of_nothing_fits_nothing():
    blank = OccupancyGrid(np.full((5, 5), UNKNOWN, np.int8), SIZE, (0.0, 0.0))
    assert judge(blank, TRUE, Pose2D()) == {"cells": 0, "fit": 0.0, "coverage": 0.0}


def test_a_room_is_surveyed():
    robot = ThorRobot("FloorPlan401", oracle=True, width=120, height=120)
    try:
        robot.reset()
        true = survey(robot)
    finally:
        robot.close()
    told = [true.grid.value(x, y) for x, y in true.free]
    assert np.mean(np.array(told) == FREE) > 0.95
    assert (true.grid.data == OCCUPIED).sum() > 200
