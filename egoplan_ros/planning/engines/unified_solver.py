# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Any engine of unified-planning as the solver, in a program and process group of its own.

Slower than calling Fast Downward directly (unified-planning reads, converts and writes the problem
again), but every installed engine can be tried: ``PlannerConfig(engine="fast-downward")``.

Run as a program: ``unified_solver.py ENGINE DOMAIN PROBLEM PLAN TIMEOUT``.
"""

import sys
from pathlib import Path

from egoplan_ros.planning.engines.exit_codes import (
    FAILED,
    SOLVED,
    TIMEOUT,
    UNSOLVABLE,
    UNSUPPORTED,
)


def main(engine: str, domain: str, problem: str, plan: str, timeout: float) -> int:
    """Solve PDDL files and write the plan; returns an exit code as Fast Downward's."""
    import warnings

    from unified_planning.engines import PlanGenerationResultStatus as Status
    from unified_planning.exceptions import UPNoRequestedEngineAvailableException
    from unified_planning.io import PDDLReader
    from unified_planning.shortcuts import OneshotPlanner, get_environment

    warnings.simplefilter("ignore")
    get_environment().credits_stream = None
    get_environment().error_used_name = False
    model = PDDLReader().parse_problem(domain, problem)
    try:
        with OneshotPlanner(name=engine) as planner:
            # Engines understate what they support (quantified effects in Fast Downward's case).
            planner.skip_checks = True
            result = planner.solve(model, timeout=timeout)
    except UPNoRequestedEngineAvailableException:
        known = ", ".join(get_environment().factory.engines)
        print(f"engine {engine} is not installed; choose from {known}")
        return UNSUPPORTED
    if result.plan is not None:
        lines = (
            f"({' '.join([step.action.name, *(str(arg) for arg in step.actual_parameters)])})"
            for step in result.plan.actions
        )
        Path(plan).write_text("\n".join(lines), encoding="utf-8")
        return SOLVED
    if result.status in (Status.UNSOLVABLE_PROVEN, Status.UNSOLVABLE_INCOMPLETELY):
        return UNSOLVABLE
    print(f"engine {engine}: {result.status.name}")
    return TIMEOUT if result.status is Status.TIMEOUT else FAILED


if __name__ == "__main__":
    name, domain_path, problem_path, plan_path, seconds = sys.argv[1:]
    sys.exit(main(name, domain_path, problem_path, plan_path, float(seconds)))
