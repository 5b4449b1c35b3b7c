# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Time of a whole planner call: beliefs in, validated plan out, process starts included."""

import random
from dataclasses import replace

import pytest
from planning_worlds import WorldBuilder, kitchen

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.problem.build import build_model
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology

CLUTTER = ("Plate", "Cup", "Fork", "Spoon", "Pan", "Pot", "Egg", "Bowl", "Kettle", "Book")
GOALS = {
    "clean": "(exists (?m - Mug ?c - CoffeeMachine) (and (clean ?m) (in ?m ?c)))",
    "two": "(exists (?a ?b - SaltShaker ?d - Drawer) (and (not (= ?a ?b)) (in ?a ?d) (in ?b ?d)))",
    "sliced": "(exists (?a - Apple ?t - DiningTable) (and (sliced ?a) (hot ?a) (in ?a ?t)))",
}


def big_kitchen(objects: int) -> WorldBuilder:
    """The kitchen with more cabinets, drawers, counters and clutter, up to a number of objects."""
    world = kitchen()
    choice = random.Random(objects)
    while len(world.objects) < objects:
        kind = choice.choice(["Cabinet", "Drawer", "CounterTop", *CLUTTER, *CLUTTER])
        if kind in CLUTTER:
            world.add(kind, choice.choice(["CounterTop_1", "CounterTop_2", "DiningTable_1"]))
        else:
            world.add(kind, **({} if kind == "CounterTop" else {"open": 0.0, "inspected": True}))
    return world


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("objects", [45, 160])
def test_plan_time(benchmark, goal, objects):
    planner = Planner(load_ontology(), PlannerConfig(reuse=False))
    world = big_kitchen(objects).build()
    formula = parse_goal(GOALS[goal])
    plan = benchmark.pedantic(planner.plan, args=(formula, world), rounds=3, warmup_rounds=1)
    assert plan.status is PlanStatus.SOLVED


def test_relevant_objects_follow_the_goal_not_the_scene():
    planner = Planner(load_ontology())
    goal = parse_goal(GOALS["clean"])
    sizes = []
    for objects in (45, 160, 500):
        text = planner.pddl(goal, big_kitchen(objects).build())[1]
        sizes.append(text.partition("(:init")[0].count(" - "))
    assert max(sizes) <= 2 * min(sizes)
    assert max(sizes) < 30


@pytest.mark.parametrize("goal", GOALS)
def test_no_problem_of_all_objects_is_made(goal, monkeypatch):
    sizes = []

    def build(domain, facts, formula, objects, **more):
        sizes.append(len(objects))
        return build_model(domain, facts, formula, objects, **more)

    monkeypatch.setattr("egoplan_ros.planning.planner.build_model", build)
    planner = Planner(load_ontology(), PlannerConfig(reuse=False))
    plan = planner.plan(parse_goal(GOALS[goal]), big_kitchen(500).build())
    assert plan.status is PlanStatus.SOLVED
    assert sizes
    assert max(sizes) < 30


@pytest.mark.parametrize(
    "text",
    [
        "(forall (?p - Plate) (in ?p DiningTable_1))",
        "(not (exists (?b - Book ?c - CounterTop) (in ?b ?c)))",
    ],
)
def test_goals_about_all_objects_are_pruned_to_the_exceptions(text):
    planner = Planner(load_ontology())
    goal = parse_goal(text)
    world = big_kitchen(500)
    moved = [item for item in world.objects.values() if item.type in ("Plate", "Book")]
    for item in moved[2:]:
        world.objects[item.id] = replace(item, parent="DiningTable_1")
    for item in moved[:2]:
        world.objects[item.id] = replace(item, parent="CounterTop_1")
    problem = planner.pddl(goal, world.build())[1]
    assert problem.partition("(:init")[0].count(" - ") < 20
    plan = planner.plan(goal, world.build())
    assert plan.status is PlanStatus.SOLVED
    assert all(a.name != "PickUp" or a.args[0] in {moved[0].id, moved[1].id} for a in plan.actions)
