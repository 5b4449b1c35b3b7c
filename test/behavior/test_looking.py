# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the world model says about a question, before anything is looked at."""

from dataclasses import replace

import numpy as np
import pytest

from egoplan_ros.behavior.looking import Findings, seen_from_near
from egoplan_ros.language.goals.question import Question, QuestionKind
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.state import WorldState

ON_TABLE = Question(QuestionKind.WHETHER, ("Apple",), ("DiningTable",))


def thing(name: str, parent: str | None = None, **options) -> ObjectInstance:
    return ObjectInstance(
        name, name.partition("_")[0], (1.0, 0.0, 0.5), (0.2, 0.2, 0.2), parent=parent, **options
    )


def findings(question: Question, *things: ObjectInstance) -> Findings:
    robot = RobotState(0.0, 0, 1, Pose2D(0.0, 0.0, 0.0), 0.0, 1.5, False, None)
    grid = OccupancyGrid(np.zeros((80, 80), dtype=np.int8), 0.05, (-2.0, -2.0))
    objects = {item.id: item for item in things}
    return Findings(question, WorldState(0.0, robot, objects, grid), load_ontology())


@pytest.mark.parametrize(
    ("parents", "found"),
    [
        ({"Apple_1": "DiningTable_1"}, True),
        ({"Apple_1": "Plate_1", "Plate_1": "DiningTable_1"}, True),
        ({"Apple_1": "Plate_1", "Plate_1": "Plate_2", "Plate_2": "DiningTable_1"}, True),
        ({"Apple_1": "Plate_1", "Plate_1": "CounterTop_1"}, False),
        ({"Apple_1": "Plate_1"}, False),
        ({"Apple_1": "Fridge_1", "Fridge_1": "DiningTable_1"}, False),
        ({"Apple_1": "Plate_1", "Plate_1": "Plate_2", "Plate_2": "Plate_1"}, False),  # nonsense
        ({"Apple_1": "Plate_9"}, False),
        ({}, False),
    ],
)
def test_a_thing_is_on_a_table_by_itself_or_with_the_dish_it_lies_in(parents, found):
    names = ("Apple_1", "Plate_1", "Plate_2", "Fridge_1", "DiningTable_1", "CounterTop_1")
    shut = {"Fridge_1": {"open": Belief(1.0)}}
    things = [thing(name, parents.get(name), states=shut.get(name, {})) for name in names]
    told = findings(ON_TABLE, *things)
    assert [item.id for item in told.found] == ["Apple_1"] * found
    assert [item.id for item in told.others] == ["Apple_1"] * (not found)
    assert told.known is found


def test_what_is_held_is_on_nothing():
    apple = thing("Apple_1", "DiningTable_1", held=True)
    told = findings(ON_TABLE, apple, thing("DiningTable_1"))
    assert not told.found


@pytest.mark.parametrize(("on", "known"), [((1, 1), False), ((1, 0), True), ((0, 0), True)])
def test_of_all_things_one_that_is_otherwise_settles_the_question(on, known):
    question = Question(
        QuestionKind.WHETHER, ("StoveKnob",), states=(("toggled", True),), every=True
    )
    knobs = [
        thing(f"StoveKnob_{number}", states={"toggled": Belief(float(value))})
        for number, value in enumerate(on)
    ]
    told = findings(question, *knobs)
    assert told.known is known
    assert len(told.found) == sum(on)


def test_what_was_seen_from_near_once_is_known_from_near():
    far = replace(thing("Mug_1"), center=(6.0, 0.0, 0.5))
    world = findings(ON_TABLE, far).facts.world
    assert not seen_from_near(world, far)
    assert seen_from_near(world, replace(far, seen_from=(Pose2D(5.0, 0.0, 0.0),)))
    assert not seen_from_near(world, replace(far, seen_from=(Pose2D(2.0, 0.0, 0.0),)))
    assert seen_from_near(world, thing("Mug_2"))
