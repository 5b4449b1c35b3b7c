# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The same problems in unified-planning: other engines, and an independent plan validator."""

import os
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path

from unified_planning.engines import ValidationResultStatus
from unified_planning.io import PDDLReader
from unified_planning.model import Problem as UnifiedProblem
from unified_planning.plans import ActionInstance, SequentialPlan
from unified_planning.shortcuts import PlanValidator, get_environment

from egoplan_ros.planning.pddl.domain import Domain
from egoplan_ros.planning.problem.problem import Problem, domain_text, problem_text
from egoplan_ros.planning.simulate import Step

# The reader puts quantified variables into the global environment whatever it is given.
get_environment().credits_stream = None
# PDDL keeps action and predicate names apart (action Open, predicate open).
get_environment().error_used_name = False


def to_unified(domain: Domain, problem: Problem) -> UnifiedProblem:
    """The problem as a unified-planning model, by way of PDDL text."""
    with tempfile.TemporaryDirectory(prefix="egoplan-") as name:
        domain_file, problem_file = Path(name) / "domain.pddl", Path(name) / "problem.pddl"
        domain_file.write_text(domain_text(domain, problem), encoding="utf-8")
        problem_file.write_text(problem_text(domain, problem), encoding="utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            return PDDLReader().parse_problem(os.fspath(domain_file), os.fspath(problem_file))


def to_unified_plan(problem: UnifiedProblem, steps: Sequence[Step]) -> SequentialPlan:
    """A plan for a problem of :func:`to_unified`."""
    actions = {action.name.lower(): action for action in problem.actions}
    objects = {item.name.lower(): item for item in problem.all_objects}
    instances = [
        ActionInstance(
            actions[step.action.name.lower()], tuple(objects[arg.lower()] for arg in step.args)
        )
        for step in steps
    ]
    return SequentialPlan(instances, problem.environment)


def is_valid(problem: UnifiedProblem, steps: Sequence[Step]) -> bool:
    """Verdict of unified-planning's SequentialPlanValidator."""
    plan = to_unified_plan(problem, steps)
    with PlanValidator(problem_kind=problem.kind, plan_kind=plan.kind) as validator:
        result = validator.validate(problem, plan)
    return bool(result.status is ValidationResultStatus.VALID)
