# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What every use of the graph of what blocks shares: a leaf is picked, run, judged (BCR III-B)."""

from collections.abc import Mapping

from py_trees.common import Status

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.selection.selection import Candidate, Context, forget, is_ready
from egoplan_ros.behavior.selection.transition_graph import Node
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.world.skill import SkillResult


def candidate_of(task: TaskContext, node: Node, late: int = 0) -> Candidate:
    """A leaf of the graph as the selection engine sees it.

    Args:
        task: of the graph.
        node: the leaf; one below a blocked action is ranked as that condition's resolutions are.
        late: places in the ranking that it falls back.
    """
    parent = node.parent
    if parent is None or parent.condition is None:
        return Candidate(node.action, None, late, 0)
    order = parent.condition.resolutions
    rank = order.index(node.action) if node.action in order else len(order)
    tries = task.graph.tries(parent, node.action)
    return Candidate(node.action, parent.condition.kind, late + rank, tries)


def judged(task: TaskContext) -> tuple[Node, SkillResult] | None:
    """The leaf that was run and how it went, which graph and engine learn; None when none was."""
    board = task.board
    node, result = board.resolution, board.skill_result
    board.resolution = None
    if node is None or result is None:
        return None
    against = node.parent.condition if node.parent else None
    result = task.blocking.judged(against, result, task.world)
    task.graph.tried(node)
    candidate = Candidate(node.action, against.kind if against else None)
    if result.success and against and task.blocking.only_possible(against, node.action):
        task.unsure[against.action].append(candidate)
    else:
        task.engine.learn(candidate, result.success)
    return node, result


class Picking(Leaf):
    """Lets the selection engine pick among leaves of the graph."""

    def thinks(self, table: Mapping[Candidate, Node], context: Context) -> bool:
        """Whether the engine needs more time."""
        return not is_ready(self.task.engine, list(table), context)

    def pick(self, table: Mapping[Candidate, Node], context: Context) -> Node | None:
        """The leaf of its choice."""
        chosen = self.task.engine.select(list(table), context)
        return None if chosen is None else table[chosen]

    def terminate(self, new_status: Status) -> None:
        """Give up the question when something with a higher priority took over."""
        if new_status is Status.INVALID:
            forget(self.task.engine)
