# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The way to a pose, by the planner that is set."""

from importlib import import_module

from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.paths.lattice import Lattice, Node


def path_to(ctx: SkillContext, lattice: Lattice, goal: Node) -> list[Node] | None:
    """Poses after the start up to ``goal``; None when it cannot be reached.

    Where a learned planner leads in a circle, the way is Dijkstra's, and the context counts it.

    Raises:
        InputError: the weights of a learned planner are damaged or missing.
    """
    if (exact := lattice.path(goal)) is None or ctx.config.path_planner != "vin":
        return exact
    from egoplan_ros.skills.paths.value_iteration import way  # late: it imports torch

    ctx.ways += 1
    if (learned := way(lattice, goal)) is not None:
        return learned
    ctx.circles += 1
    return exact


def warm_up(planner: str) -> None:
    """Import what ways are planned with, which is put off, so that no action waits for it.

    Args:
        planner: of ways, see :class:`SkillConfig`.
    """
    import_module("scipy.ndimage")
    import_module("scipy.sparse.csgraph")
    if planner == "vin":
        from egoplan_ros.skills.paths.value_iteration import network

        network()
