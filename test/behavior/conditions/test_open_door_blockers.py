# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which open doors bar a way: by the map, however many there are."""

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.behavior.conditions.blocking import Blocking
from egoplan_ros.behavior.conditions.catalogue import load_catalogue
from egoplan_ros.behavior.conditions.open_door_blockers import barring_doors
from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingKind
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance, View
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import WorldState

MUG = ObjectInstance("Mug_1", "Mug", (3.5, 0.0, 1.0), (0.1, 0.1, 0.1))


def door(name, x, side=1):
    """A cupboard at the wall whose open leaf stands at x, across one half of the corridor."""
    return ObjectInstance(
        name,
        "Cabinet",
        (x + 0.25, side * 0.25, 0.4),
        (0.5, 0.5, 0.8),
        states={"open": Belief(1.0)},
        closed_box=((x + 0.25, side * 0.5, 0.4), (0.5, 0.02, 0.8)),
    )


def corridor(*leaves, objects=(MUG,)):
    """From x = 0 to 4, a metre wide, with leaves (x, side) in it; the robot at one end."""
    data = np.full((40, 100), 100, dtype=np.int8)
    data[10:30, 10:90] = 0  # y from -0.5 to 0.5, x from 0 to 4
    for x, side in leaves:
        rows = slice(20, 30) if side > 0 else slice(10, 20)
        data[rows, round((x + 0.5) / 0.05) : round((x + 0.5) / 0.05) + 2] = 100
    robot = RobotState(1.0, 1, 1, Pose2D(0.4, 0.0), 0.0, 1.5, False)
    grid = OccupancyGrid(data, 0.05, (-0.5, -1.0))
    return WorldState(1.0, robot, {item.id: item for item in objects}, grid)


def named(doors):
    return [item.id for item in doors]


def test_a_free_way_is_barred_by_nothing():
    assert barring_doors(corridor(), MUG, [door("Cabinet_1", 2.0)]) == []


def test_one_door_across_the_way():
    world = corridor((2.0, 1), (2.0, -1))
    doors = [door("Cabinet_3", 0.6), door("Cabinet_1", 2.0), door("Cabinet_2", 2.0, -1)]
    assert named(barring_doors(world, MUG, doors)) == ["Cabinet_1"]
    assert named(barring_doors(world, MUG, doors[::-1])) == ["Cabinet_2"]


def test_as_few_doors_as_do_together():
    world = corridor((1.5, 1), (1.5, -1), (2.5, 1), (2.5, -1))
    places = enumerate([(1.5, 1), (1.5, -1), (2.5, 1)])
    doors = [door(f"Cabinet_{k}", *place) for k, place in places]
    found = named(barring_doors(world, MUG, doors))
    assert len(found) == 2
    assert "Cabinet_2" in found


def test_walls_are_no_doors():
    world = corridor((2.0, 1), (2.0, -1))
    assert barring_doors(world, MUG, [door("Cabinet_1", 1.0)]) == []
    never_closed = replace(door("Cabinet_1", 2.0), closed_box=None)
    assert barring_doors(world, MUG, [never_closed]) == []


@pytest.mark.parametrize("action", ["GoTo", "Inspect", "PickUp"])
def test_the_catalogue_has_the_door_shut(action):
    blocking = Blocking(load_catalogue(BehaviorConfig().catalogue_path), load_ontology(), Weights())
    doors = (door("Cabinet_1", 2.0), door("Cabinet_2", 3.0, -1))
    failed = SkillResult(
        SymbolicAction(action, ("Mug_1",)), False, ErrorCode.OUT_OF_REACH, objects=("Mug_1",)
    )
    world = corridor((2.0, 1), (2.0, -1), objects=(MUG, *doors))
    condition = blocking.after(failed, world)
    assert condition.kind is BlockingKind.WAY_BARRED
    assert condition.message.startswith("Cabinet_1, left open, bars the way to Mug_1")
    offered = blocking.resolutions(condition, world)
    assert offered == (SymbolicAction("Close", ("Cabinet_1",)),)
    world = corridor(objects=(MUG, *doors))
    looked = action == "Inspect"  # what is looked into may be hidden by any open door near it
    expected = BlockingKind.WAY_BARRED if looked else BlockingKind.OUT_OF_REACH
    assert blocking.after(failed, world).kind is expected


LEAF = replace(
    door("Cabinet_1", 0.0),
    center=(0.8, -0.35, 1.2),
    size=(0.4, 1.3, 0.7),
    closed_box=((0.8, -0.8, 1.2), (0.4, 0.4, 0.7)),
)


def unseen(action, *others):
    """The condition after an action on an unseen mug was blocked, and what resolves it."""
    blocking = Blocking(load_catalogue(BehaviorConfig().catalogue_path), load_ontology(), Weights())
    failed = SkillResult(
        SymbolicAction(action, ("Mug_1",)), False, ErrorCode.NOT_VISIBLE, objects=("Mug_1",)
    )
    world = corridor(objects=others)
    condition = blocking.after(failed, world)
    return condition, blocking.resolutions(condition, world)


def test_what_hides_an_object_is_shut():
    mug = replace(MUG, center=(1.6, 0.0, 1.2))
    condition, resolutions = unseen("GoTo", mug, LEAF)
    assert condition.kind is BlockingKind.WAY_BARRED
    assert resolutions == (SymbolicAction("Close", ("Cabinet_1",)),)


def test_what_an_object_is_in_is_not_shut():
    """Then it could be seen even less."""
    mug = replace(MUG, center=(1.6, 0.0, 1.2), parent="Cabinet_1")
    condition, _ = unseen("GoTo", mug, LEAF)
    assert condition.kind is BlockingKind.NOT_VISIBLE


def test_what_stands_in_front_in_a_container_is_taken_out():
    """A potato behind the loaf in the microwave."""
    microwave = replace(LEAF, id="Microwave_1", type="Microwave")
    mug = replace(MUG, parent="Microwave_1")
    view = View((0.5, 0.5), 200, 1.0, 0.8)
    loaf = replace(MUG, id="Bread_1", type="Bread", parent="Microwave_1", view=view)
    egg = replace(loaf, id="Egg_1", type="Egg", size=(0.05, 0.05, 0.05))
    hidden = replace(loaf, id="Cup_1", type="Cup", view=None)
    condition, resolutions = unseen("PickUp", microwave, mug, egg, loaf, hidden)
    assert condition.kind is BlockingKind.CONTENT_IN_FRONT
    assert resolutions == tuple(SymbolicAction("PickUp", (n,)) for n in ("Bread_1", "Egg_1"))
    condition, _ = unseen("PickUp", microwave, mug, loaf, replace(egg, held=True))
    assert condition.kind is BlockingKind.NOT_VISIBLE  # with one hand nothing can be taken out
