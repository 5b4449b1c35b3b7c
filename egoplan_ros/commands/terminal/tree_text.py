# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A snapshot of the behavior tree as a py_trees tree again, so that its own tools show it."""

from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from py_trees import behaviour, behaviours, composites, decorators
from py_trees.common import ParallelPolicy, Status
from py_trees.display import dot_tree, unicode_tree

from egoplan_ros.behavior.snapshot import TreeNode
from egoplan_ros.commands.pictures.tree_picture import draw_rows, tree_picture_rows
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import write_whole

FORMATS = (".dot", ".png", ".txt")
FEEDBACK = 60
"""Letters of what a node says that are shown."""


def rebuilt(nodes: Sequence[TreeNode]) -> behaviour.Behaviour:
    """The tree of a snapshot, root first; to look at, not to tick.

    Raises:
        InputError: no nodes.
    """
    if not nodes:
        raise InputError("behavior tree: it is empty; no task has begun")
    made: dict[int, behaviour.Behaviour] = {}
    for index in reversed(range(len(nodes))):  # children come after their parents
        row = nodes[index]
        node = _node(row, [made[child] for child in row.children])
        node.status = Status(row.status)
        node.feedback_message = row.feedback[:FEEDBACK]
        made[index] = node
    return made[0]


def _node(row: TreeNode, children: list[behaviour.Behaviour]) -> behaviour.Behaviour:
    if row.type == "sequence":
        return composites.Sequence(row.name, memory=False, children=children)
    if row.type == "selector":
        return composites.Selector(row.name, memory=False, children=children)
    if row.type == "parallel":
        return composites.Parallel(row.name, ParallelPolicy.SuccessOnOne(), children)
    if row.type == "decorator" and len(children) == 1:
        return decorators.PassThrough(row.name, children[0])
    return behaviours.Dummy(row.name)


def tree_text(nodes: Sequence[TreeNode]) -> str:
    """The tree as py_trees shows it on a terminal.

    What lies below a node that was not reached at the last tick is left out, unless that is all.
    """
    root = rebuilt(nodes)
    reached: dict[UUID, Status] = {
        node.id: node.status for node in root.iterate() if node.status is not Status.INVALID
    }
    return unicode_tree(
        root, show_only_visited=bool(reached), show_status=True, visited=reached
    ).rstrip()


def write_tree(path: Path, nodes: Sequence[TreeNode]) -> None:
    """Write the tree: ``.dot`` by py_trees, for Graphviz; ``.png`` needs no drawing program.

    Raises:
        InputError: another ending, an empty tree, or the file cannot be written.
    """
    check_format(path)
    root = rebuilt(nodes)
    if path.suffix == ".png":
        draw_rows(path, tree_picture_rows(nodes))
    elif path.suffix == ".dot":
        write_whole(path, dot_tree(root).to_string())
    else:
        write_whole(path, unicode_tree(root, show_status=True))


def check_format(path: Path) -> None:
    """Refuse a file that cannot be written by its ending.

    Raises:
        InputError: with the endings there are.
    """
    if path.suffix not in FORMATS:
        raise InputError(f"--tree {path}: give a file that ends in {', '.join(FORMATS)}")
