"""The way to a pose, by the planner that is set."""

from egoplan_ros.skills.context import SkillContext
from egoplan_ros.skills.navigation.lattice import Lattice, Node


def path_to(ctx: SkillContext, lattice: Lattice, goal: Node) -> list[Node] | None:
    """Poses after the start up to ``goal``; None when it cannot be reached.

    Where a learned planner leads in a circle, the way is Dijkstra's, and the context counts it.

    Raises:
        InputError: the weights of a learned planner are damaged or missing.
    """
    if (exact := lattice.path(goal)) is None or ctx.config.path_planner != "vin":
        return exact
    from egoplan_ros.skills.navigation.value_iteration import way  # late: it imports torch

    ctx.ways += 1
    if (learned := way(lattice, goal)) is not None:
        return learned
    ctx.circles += 1
    return exact
