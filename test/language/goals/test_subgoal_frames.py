# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""CAPEAM's frames filled with the context are the subgoals of the goal itself."""

from dataclasses import replace

import pytest

from egoplan_ros.language.goals.forms import goal_of, subgoals_of
from egoplan_ros.language.goals.slots import NONE, Slots
from egoplan_ros.language.goals.subgoal_frames import FRAMES, filled_frames
from egoplan_ros.language.model import understood
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import GoalAlternative, Instruction, Subgoal


def told(task_type, sliced=False):
    slots = Slots(
        task_type=task_type,
        object="Apple",
        mrecep="Bowl" if "movable" in task_type else NONE,
        recep=NONE if "light" in task_type else "CounterTop",
        toggle="FloorLamp" if "light" in task_type else NONE,
        sliced=sliced,
    )
    return understood(Instruction("do it"), [GoalAlternative(goal_of(slots), 1.0)], load_ontology())


@pytest.mark.parametrize("task_type", FRAMES)
@pytest.mark.parametrize("sliced", [False, True])
def test_all_forms(task_type, sliced):
    known = told(task_type, sliced)
    assert filled_frames(known) == known.subgoals


def test_objects_come_from_the_context_alone():
    known = told("pick_and_place_with_movable_recep")
    other = replace(known, context={"target": "Egg", "carrier": "Cup", "destination": "Desk"})
    assert filled_frames(other) == (Subgoal("Egg", "in", "Cup"), Subgoal("Cup", "in", "Desk"))


def test_none_without_a_form_or_a_role():
    known = told("pick_and_place_simple")
    assert filled_frames(replace(known, task_type="composed")) == ()
    assert filled_frames(replace(known, context={"target": "Apple"})) == ()


def test_the_same_variable_may_stand_for_two_things():
    """Each quantifier has its own: what is washed is the mug."""
    goal = "(and (exists (?o - Mug) (clean ?o)) (exists (?o - Apple ?r - Desk) (in ?o ?r)))"
    assert subgoals_of(parse_goal(goal)) == (
        Subgoal("Mug", "clean"),
        Subgoal("Apple", "in", "Desk"),
    )
