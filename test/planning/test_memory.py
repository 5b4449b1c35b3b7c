# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace

import pytest
from planning_worlds import WorldBuilder, kitchen

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.planner import Planner
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.object import Belief, ObjectInstance, View
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.primitive import Primitive, PrimitiveKind, PrimitiveResult

GOAL = parse_goal("(exists (?t - Tomato ?d - DiningTable) (in ?t ?d))")
WHOLE = [
    "GoTo(Fridge_1)",
    "Open(Fridge_1)",
    "GoTo(Tomato_1)",
    "PickUp(Tomato_1)",
    "GoTo(DiningTable_1)",
    "Put(Tomato_1, DiningTable_1)",
]


@pytest.fixture
def planner():
    return Planner(load_ontology())


def names(plan):
    return [str(action) for action in plan.actions]


def change(world: WorldBuilder, name: str, **values) -> ObjectInstance:
    world.objects[name] = replace(world.objects[name], **values)
    return world.objects[name]


def opened() -> WorldBuilder:
    """The kitchen after the first two steps."""
    world = kitchen()
    near = View((0.5, 0.5), 100, 1.0, 0.8)
    change(world, "Fridge_1", states={"open": Belief(1.0)}, center=(0.8, 0.0, 0.9), view=near)
    change(world, "Tomato_1", center=(0.8, 0.0, 0.9))
    return world


def test_what_remains_of_a_plan_is_kept_without_a_solver_call(planner):
    assert names(planner.plan(GOAL, kitchen().build())) == WHOLE
    again = planner.plan(GOAL, kitchen().build())
    assert names(again) == WHOLE
    assert again.times["ground"] == 0.0
    rest = planner.plan(GOAL, opened().build())
    assert rest.status is PlanStatus.SOLVED
    assert names(rest) == WHOLE[2:]
    assert rest.times["ground"] == 0.0
    assert "4 of 6 steps" in rest.message
    assert 0.0 < rest.cost < again.cost


def test_another_plan_when_a_step_no_longer_works(planner):
    planner.plan(GOAL, kitchen().build())
    world = opened()
    change(world, "Tomato_1", parent="Cabinet_1")
    rest = planner.plan(GOAL, world.build())
    assert "Open(Cabinet_1)" in names(rest)
    assert rest.times["ground"] > 0.0


def test_another_plan_when_something_new_turns_up(planner):
    planner.plan(GOAL, kitchen().build())
    world = kitchen()
    world.add("Tomato", "CounterTop_1")
    assert "PickUp(Tomato_2)" in names(planner.plan(GOAL, world.build()))


def test_another_plan_when_a_used_object_failed_or_is_gone(planner):
    goal = parse_goal("(exists (?m - Mug) (holding ?m))")
    world = kitchen()
    first = planner.plan(goal, world.build()).actions[-1].args[0]
    change(world, first, unreachable=3)
    second = planner.plan(goal, world.build()).actions[-1].args[0]
    assert second != first
    del world.objects[second]
    assert planner.plan(goal, world.build()).actions[-1].args == (first,)


def test_a_new_look_after_a_failed_primitive_and_in_a_new_episode(planner):
    planner.plan(GOAL, kitchen().build())
    state = kitchen().build()
    failed = PrimitiveResult(Primitive(PrimitiveKind.OPEN, object_id="Fridge_1"), False)
    for robot in (replace(state.robot, last=failed), replace(state.robot, episode=2)):
        assert planner.plan(GOAL, replace(state, robot=robot)).times["ground"] > 0.0


def test_goals_about_all_objects_are_checked_on_all(planner):
    goal = parse_goal("(forall (?m - Mug) (in ?m DiningTable_1))")
    world = kitchen()
    plan = planner.plan(goal, world.build())
    assert sum(action.name == "Put" for action in plan.actions) == 2
    world.add("Mug", "Cabinet_2")
    plan = planner.plan(goal, world.build())
    assert sum(action.name == "Put" for action in plan.actions) == 3


def test_it_can_be_switched_off():
    planner = Planner(load_ontology(), PlannerConfig(reuse=False))
    for _ in range(2):
        assert planner.plan(GOAL, kitchen().build()).times["ground"] > 0.0
