# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The planners' engines by name: Fast Downward, plug-ins', and those of unified-planning."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from egoplan_ros.planning.engines.fast_downward import Answer, solve, solve_apart
from egoplan_ros.world.system.registry import Registry

Engine = Callable[[str, str, float], str | None]
"""Texts of a PDDL domain and problem, and seconds to do it in; gives the plan, a line
``(action object ...)`` a step, or None for a problem that has none. It runs as a program of its own
with a hard limit, so that it may hang or crash."""

ENGINES: Registry[Engine] = Registry("planner engine", "egoplan_ros.engines", {})
"""Engines of plug-ins; what is not among them is a name of unified-planning's."""

_PLUGGED = Path(__file__).with_name("plugged_solver.py")
_UNIFIED = Path(__file__).with_name("unified_solver.py")


def find_engine(name: str, searches: Sequence[str]) -> Callable[..., Answer]:
    """What solves a problem, as :func:`~egoplan_ros.planning.engines.fast_downward.solve` does.

    Args:
        name: "" is Fast Downward, called directly.
        searches: Fast Downward's.

    Raises:
        InputError: a plug-in that is broken.
    """
    if not name:
        return partial(solve, searches=searches)
    if name in ENGINES:
        ENGINES.get(name)
        return partial(solve_apart, _PLUGGED, name)
    return partial(solve_apart, _UNIFIED, name)
