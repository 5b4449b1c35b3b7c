# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plain-data views of the running tree and of the progress, for messages and displays."""

from collections.abc import Iterator
from dataclasses import dataclass

from py_trees.behaviour import Behaviour
from py_trees.composites import Parallel, Selector, Sequence
from py_trees.decorators import Decorator

from egoplan_ros.world.blocking import BlockingCondition


@dataclass(frozen=True, slots=True)
class TreeNode:
    """One row of the tree, in depth-first order.

    Attributes:
        name: of the behaviour.
        type: sequence, selector, parallel, decorator or leaf.
        status: py_trees status: INVALID, RUNNING, SUCCESS, FAILURE.
        feedback: one line, may be empty.
        depth: 0 for the root.
        children: indices of the children's rows.
    """

    name: str
    type: str
    status: str
    feedback: str
    depth: int
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a task stands.

    Attributes:
        phase: one word: starting, looking around, planning, exploring, executing, recovering ...
        goal: PDDL text.
        plan: actions of the present plan.
        plan_index: index of its present action.
        action: what is being done now, a resolution perhaps; "" between actions.
        block: what blocks the plan, or None.
        steps, failures, plans: counters.
        seconds: wall time.
    """

    phase: str
    goal: str
    plan: tuple[str, ...]
    plan_index: int
    action: str
    block: BlockingCondition | None
    steps: int
    failures: int
    plans: int
    seconds: float


def tree_rows(root: Behaviour) -> tuple[TreeNode, ...]:
    """All rows of a tree."""
    order = list(_walk(root, 0))
    index = {id(node): number for number, (node, _) in enumerate(order)}
    return tuple(
        TreeNode(
            name=node.name,
            type=_type(node),
            status=node.status.value,
            feedback=node.feedback_message,
            depth=depth,
            children=tuple(index[id(child)] for child in node.children),
        )
        for node, depth in order
    )


def rows_of(items: list[tuple[str, str, int, str, str]]) -> tuple[TreeNode, ...]:
    """All rows of a tree told as (name, type, parent's index, status, feedback), parents first."""
    children: dict[int, list[int]] = {}
    depths: list[int] = []
    for index, (_, _, parent, _, _) in enumerate(items):
        inside = 0 <= parent < index
        depths.append(depths[parent] + 1 if inside else 0)
        if inside:
            children.setdefault(parent, []).append(index)
    return tuple(
        TreeNode(name, kind, status.upper(), said, depths[index], tuple(children.get(index, ())))
        for index, (name, kind, _, status, said) in enumerate(items)
    )


def _walk(node: Behaviour, depth: int) -> Iterator[tuple[Behaviour, int]]:
    yield node, depth
    for child in node.children:
        yield from _walk(child, depth + 1)


def _type(node: Behaviour) -> str:
    for kind, name in (
        (Sequence, "sequence"),
        (Selector, "selector"),
        (Parallel, "parallel"),
        (Decorator, "decorator"),
    ):
        if isinstance(node, kind):
            return name
    return "leaf"
