# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What was tried in vain, or is nowhere: another one is taken, or it is told."""

import pytest
from planning_worlds import WorldBuilder, kitchen

from egoplan_ros.planning.planner import Planner
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

HOT = "(exists (?o - Apple ?r - CounterTop) (and (hot ?o) (in ?o ?r)))"


@pytest.fixture(scope="module")
def planner():
    return Planner(load_ontology())


def names(plan):
    return [str(action) for action in plan.actions]


def test_missing_microwave_is_told_without_a_solver_call(planner):
    # Cook could also make things hot, but apples cannot be cooked.
    world = kitchen()
    del world.objects["Microwave_1"]
    world.frontier("frontier_1", 2.0, 0.0)
    plan = planner.plan(parse_goal(HOT), world.build())
    assert plan.status is PlanStatus.EXPLORE
    assert plan.times["ground"] == 0.0
    assert "Microwave" in plan.message


def test_failed_place_is_exchanged_for_another(planner):
    world = WorldBuilder()
    world.add("Cup", held=True)
    world.add("CounterTop", x=1.0, y=0.0, unreachable=1)
    world.add("CounterTop", x=-2.5, y=0.0)
    goal = parse_goal("(exists (?c - Cup ?t - CounterTop) (in ?c ?t))")
    assert names(planner.plan(goal, world.build()))[-1] == "Put(Cup_1, CounterTop_2)"


def test_hopeless_objects_are_tried_again_only_after_exploring(planner):
    world = WorldBuilder()
    world.add("Mug", unreachable=9)
    world.frontier("frontier_1", 2.0, 0.0)
    goal = parse_goal("(exists (?m - Mug) (holding ?m))")
    assert planner.plan(goal, world.build()).status is PlanStatus.EXPLORE
    world.explored.add("frontier_1")
    assert names(planner.plan(goal, world.build())) == ["GoTo(Mug_1)", "PickUp(Mug_1)"]


def test_instead_of_a_hopeless_appliance_another_is_looked_for_and_nothing_else(planner):
    """No cupboard holds one: rather than into those, the robot looks at it again."""
    world = WorldBuilder()
    world.add("Cup", held=True)
    world.add("Microwave", x=1.0, open=0.0, toggled=0.0, unreachable=9)
    world.add("SinkBasin", x=2.0)
    world.add("Cabinet", x=0.5, open=0.0)
    world.frontier("frontier_1", 2.0, 0.0)
    goal = parse_goal("(exists (?c - Cup ?s - SinkBasin) (and (hot ?c) (in ?c ?s)))")
    plan = planner.plan(goal, world.build())
    assert plan.status is PlanStatus.EXPLORE
    assert "other Microwave" in plan.message
    assert names(plan) == ["Explore(frontier_1)"]
    world.explored.add("frontier_1")
    plan = planner.plan(goal, world.build())
    assert plan.status is PlanStatus.SOLVED
    assert "Heat(Cup_1, Microwave_1)" in names(plan)
