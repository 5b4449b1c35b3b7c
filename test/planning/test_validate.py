# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Our plan checker against unified-planning's, and every plan against both."""

import pytest
from planning_usual import build_model, relevant_objects
from planning_worlds import WorldBuilder, bedroom, kitchen

from egoplan_ros.planning.engines.fast_downward import solve
from egoplan_ros.planning.engines.unified import is_valid, to_unified
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.simulate import Step
from egoplan_ros.planning.validate import validate
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import Formula, parse_goal
from egoplan_ros.world.ontology import load_ontology

ONTOLOGY = load_ontology()
PLANNER = Planner(ONTOLOGY)

GOALS = [
    "(exists (?a - Apple ?t - DiningTable) (and (sliced ?a) (hot ?a) (in ?a ?t)))",
    "(exists (?b - Bowl ?p - Plate) (and (clean ?b) (holding ?b) (not (dirty ?p))))",
    "(exists (?s - Spoon ?b - Bowl ?f - Fridge) (and (in ?s ?b) (in ?b ?f) (not (open ?f))))",
]


def solved(world: WorldBuilder, goal: Formula):
    facts = Facts(world.build(), ONTOLOGY)
    objects = relevant_objects(goal, PLANNER.domain, facts)
    model = build_model(PLANNER.domain, facts, goal, sorted(objects))
    answer = solve(
        PLANNER.domain,
        model.problem,
        searches=PLANNER.config.searches,
        timeout_s=20.0,
        memory_bytes=2 << 30,
    )
    assert answer.status is PlanStatus.SOLVED
    return model.problem, answer.steps


@pytest.mark.parametrize(
    "text", [GOALS[0], *(pytest.param(text, marks=pytest.mark.slow) for text in GOALS[1:])]
)
def test_same_verdict_as_unified_planning(text):
    problem, steps = solved(kitchen(), parse_goal(text))
    unified = to_unified(PLANNER.domain, problem)
    variants = [
        steps,
        steps[:-1],
        steps[1:],
        steps[:2] + steps[3:],
        steps[::-1],
        (*steps, steps[0]),
    ]
    verdicts = [not validate(PLANNER.domain, problem, variant).problem for variant in variants]
    assert verdicts[0]
    assert not all(verdicts)
    assert verdicts == [is_valid(unified, variant) for variant in variants]


def test_wrong_arguments_are_told():
    problem, steps = solved(kitchen(), parse_goal(GOALS[0]))
    action = steps[0].action
    assert "arguments" in validate(PLANNER.domain, problem, [Step(action, ())]).problem
    slicing = next(step.action for step in steps if step.action.name == "Slice")
    report = validate(PLANNER.domain, problem, [Step(slicing, ("diningtable_1",))])
    assert "is not a item" in report.problem


@pytest.mark.slow
def test_look_at_in_light_is_valid_for_unified_planning():
    goal = parse_goal("(exists (?b - Book ?l - DeskLamp) (and (holding ?b) (toggled ?l)))")
    problem, steps = solved(bedroom(), goal)
    assert is_valid(to_unified(PLANNER.domain, problem), steps)
