# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Checks a plan before it is executed, independently of the solver that made it."""

from collections.abc import Iterable
from dataclasses import dataclass

from egoplan_ros.planning.pddl.domain import Domain
from egoplan_ros.planning.problem.problem import Problem
from egoplan_ros.planning.simulate import Simulator, Step


@dataclass(frozen=True, slots=True)
class Report:
    """Outcome of a check: ``problem`` is "" for a valid plan; ``cost`` in planner units."""

    problem: str
    cost: int


def validate(domain: Domain, problem: Problem, steps: Iterable[Step]) -> Report:
    """Execute the plan symbolically: each action must be applicable and the goal hold at the end.

    Tests hold this against unified-planning's SequentialPlanValidator, which takes some hundred
    times longer.
    """
    simulator = Simulator(domain, problem)
    for step in steps:
        if trouble := simulator.apply(step):
            return Report(trouble, simulator.cost)
    if not simulator.holds(problem.goal):
        return Report("the goal does not hold at the end of the plan", simulator.cost)
    return Report("", simulator.cost)
