# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""An engine of a plug-in as the solver, in a program and process group of its own.

Run as a program: ``plugged_solver.py ENGINE DOMAIN PROBLEM PLAN TIMEOUT``.
"""

import sys
from pathlib import Path

from egoplan_ros.planning.engines.exit_codes import SOLVED, UNSOLVABLE


def main(engine: str, domain: str, problem: str, plan: str, timeout: float) -> int:
    """Solve PDDL files and write the plan; returns an exit code as Fast Downward's."""
    from egoplan_ros.planning.engines.registry import ENGINES

    texts = [Path(name).read_text(encoding="utf-8") for name in (domain, problem)]
    found = ENGINES.get(engine)(texts[0], texts[1], timeout)
    if found is None:
        return UNSOLVABLE
    Path(plan).write_text(found, encoding="utf-8")
    return SOLVED


if __name__ == "__main__":
    name, domain_path, problem_path, plan_path, seconds = sys.argv[1:]
    sys.exit(main(name, domain_path, problem_path, plan_path, float(seconds)))
