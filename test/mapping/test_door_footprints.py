# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which open doors stand between the robot and what it looks at."""

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.mapping.door_footprints import hiding_doors
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState

OPEN = {"open": Belief(1.0)}
INSIDE = ObjectInstance(
    "Cabinet_1",
    "Cabinet",
    (1.2, 0.0, 1.9),
    (0.4, 0.6, 0.7),
    states=OPEN,
    closed_box=((1.2, 0.0, 1.9), (0.4, 0.6, 0.7)),
)
ROUND_THE_CORNER = ObjectInstance(
    "Cabinet_2",
    "Cabinet",
    (0.8, -0.35, 1.9),
    (0.4, 1.3, 0.7),
    states=OPEN,
    closed_box=((0.8, -0.8, 1.9), (0.4, 0.4, 0.7)),
)
"""Its front faces +y and its open door stands before the other's front, which faces -x."""


def world(x, y):
    robot = RobotState(1.0, 1, 1, Pose2D(x, y), 0.0, 1.575, False)
    grid = OccupancyGrid(np.zeros((4, 4), dtype=np.int8), 1.0, (-2.0, -2.0))
    return WorldState(1.0, robot, {}, grid)


def test_the_door_round_the_corner_hides_an_inside():
    assert hiding_doors(world(0.0, 0.0), INSIDE, [ROUND_THE_CORNER], load_ontology()) == [
        ROUND_THE_CORNER
    ]


@pytest.mark.parametrize(
    "door",
    [
        replace(ROUND_THE_CORNER, closed_box=None),
        replace(ROUND_THE_CORNER, size=(0.4, 0.4, 0.7), center=(0.8, -0.8, 1.9)),
        replace(
            ROUND_THE_CORNER,
            center=(0.8, -0.35, 0.4),
            closed_box=((0.8, -0.8, 0.4), (0.4, 0.4, 0.7)),
        ),
        replace(
            ROUND_THE_CORNER,
            center=(0.8, -1.0, 1.9),
            size=(0.4, 2.6, 0.7),
            closed_box=((0.8, -2.1, 1.9), (0.4, 0.4, 0.7)),
        ),
    ],
    ids=["leaf not known", "reaches out nowhere", "below the line of sight", "too far away"],
)
def test_other_doors_hide_nothing(door):
    assert hiding_doors(world(0.0, 0.0), INSIDE, [door], load_ontology()) == []


def test_from_the_side_nothing_is_hidden():
    mug = ObjectInstance("Mug_1", "Mug", (0.8, 0.8, 1.0), (0.1, 0.1, 0.1))
    assert hiding_doors(world(0.0, 0.8), mug, [ROUND_THE_CORNER], load_ontology()) == []
