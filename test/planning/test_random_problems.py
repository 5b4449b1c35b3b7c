# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Random worlds and goals: no plan is ever wrong, and no solvable goal is called unsolvable."""

import pytest
from hypothesis import HealthCheck, given, settings
from planning_random import ONTOLOGY, problems
from planning_usual import build_model
from planning_worlds import WorldBuilder

from egoplan_ros.planning.config import SEARCHES, PlannerConfig
from egoplan_ros.planning.engines.fast_downward import solve
from egoplan_ros.planning.planner import Planner
from egoplan_ros.planning.problem.requirements import missing_types, wholes
from egoplan_ros.planning.simulate import Simulator, Step
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.goal import Atom, Formula, parse_goal, to_pddl

GIVEN_UP = (PlanStatus.CRASH, PlanStatus.UNSUPPORTED, PlanStatus.CANCELLED, PlanStatus.EXPLORE)


def check(builder: WorldBuilder, goal: Formula, timeout_s: float, unpruned_s: float) -> PlanStatus:
    """One problem: plans are executed on all that is known, refusals put to the plain planner."""
    config = PlannerConfig(timeout_s=timeout_s, widen_s=timeout_s / 4.0)
    planner = Planner(ONTOLOGY, config)
    world = builder.build()
    plan = planner.plan(goal, world, explore=False)
    assert plan.status not in GIVEN_UP, plan.message
    facts = planner._facts(goal, world)
    assert (plan.status is PlanStatus.SATISFIED) == facts.holds(goal)
    model = build_model(planner.domain, facts, goal, sorted(facts.objects))
    if plan.status is PlanStatus.SOLVED:
        names = {original: name for name, original in model.ids.items()}
        simulator = Simulator(planner.domain, model.problem)
        for action in plan.actions:
            schema = planner.domain.actions[action.name]
            assert simulator.apply(Step(schema, tuple(names[a] for a in action.args))) == ""
        # Slices are no objects before something is cut, which is a plan of its own.
        pursued = parse_goal(plan.goal)
        cut = wholes(goal, facts)
        known = missing_types(goal, planner.domain, facts) <= cut.keys()
        if not (
            known and pursued in [Atom("sliced", (name,)) for row in cut.values() for name in row]
        ):
            pursued = goal
        wanted = build_model(planner.domain, facts, pursued, sorted(facts.objects)).problem.goal
        assert simulator.holds(wanted), to_pddl(pursued)
        assert planner.plan(goal, world, explore=False).actions == plan.actions
    elif plan.status in (PlanStatus.UNSOLVABLE, PlanStatus.IMPOSSIBLE):
        answer = solve(
            planner.domain,
            model.problem,
            searches=SEARCHES["lama_first"],
            timeout_s=unpruned_s,
            memory_bytes=2 << 30,
            small=0,  # grounded by the translator, which knows nothing of ours
        )
        assert answer.status is not PlanStatus.SOLVED, f"{to_pddl(goal)}: {plan.message}"
    return plan.status


COMMON = settings(
    deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)


@settings(COMMON, max_examples=40)
@given(problem=problems())
def test_a_sample(problem):
    check(*problem, timeout_s=1.0, unpruned_s=2.0)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@settings(COMMON, max_examples=1000)
@given(problem=problems())
def test_a_thousand(problem):
    check(*problem, timeout_s=5.0, unpruned_s=30.0)
