# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""BCR's state-transition graph (III-B): which actions are blocked, and what may unblock them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind


@dataclass(eq=False, slots=True)
class Node:
    """An action in the graph.

    Attributes:
        action: what it would do.
        parent: the blocked action it may unblock; None for a root.
        condition: what blocks it; None when it can be tried.
        children: actions that may resolve ``condition``.
        literal: what a root achieves; roots with the same literal are siblings.
        attempts: how often it was tried.
    """

    action: SymbolicAction
    parent: "Node | None" = None
    condition: BlockingCondition | None = None
    children: list["Node"] = field(default_factory=list)
    literal: str = ""
    attempts: int = 0

    @property
    def root(self) -> "Node":
        """The root above (or the node itself)."""
        return self if self.parent is None else self.parent.root

    @property
    def depth(self) -> int:
        """Number of blocked actions above."""
        return 0 if self.parent is None else self.parent.depth + 1

    def walk(self) -> Iterator["Node"]:
        """The node and everything below."""
        yield self
        for child in self.children:
            yield from child.walk()


class StateTransitionGraph:
    """A forest of actions; its leaves are the candidates for the next decision.

    A resolution is not offered when it is already being attempted above (it would resolve itself)
    or was tried ``attempts`` times against the same block; both break loops. A blocked node
    without resolutions left is a dead end and is removed, upwards, until another choice is left.

    Attributes:
        roots: what is wanted.
        memory: how often a resolution was tried, by (blocked action, resolution, kind of block).
    """

    def __init__(self, attempts: int = 2, depth: int = 4) -> None:
        self.attempts = attempts
        self.depth = depth
        self.roots: list[Node] = []
        self.memory: Counter[tuple[SymbolicAction, SymbolicAction, str]] = Counter()

    def add_root(self, action: SymbolicAction, literal: str = "") -> Node:
        """The root for an action that achieves a goal literal; the existing one, if any."""
        for root in self.roots:
            if root.action == action and root.literal == literal:
                return root
        root = Node(action, literal=literal)
        self.roots.append(root)
        return root

    def keep(self, actions: Iterable[SymbolicAction]) -> None:
        """Drop the roots of other actions, e.g. when a new plan no longer has them."""
        wanted = set(actions)
        self.roots = [root for root in self.roots if root.action in wanted]

    def block(self, node: Node, condition: BlockingCondition) -> list[Node]:
        """Grow the resolutions of what blocks a node as its children; returns those added."""
        node.condition = condition
        node.children = []
        if node.depth < self.depth:
            above = set(self._lineage(node))
            for action in condition.resolutions:
                if action not in above and self.tries(node, action) < self.attempts:
                    node.children.append(Node(action, node))
        return node.children

    def tried(self, node: Node) -> None:
        """Count an attempt of a node."""
        node.attempts += 1
        if node.parent is not None and node.parent.condition is not None:
            self.memory[self._key(node.parent, node.action)] += 1

    def tries(self, parent: Node, action: SymbolicAction) -> int:
        """How often a resolution was tried against a parent's present condition."""
        return self.memory[self._key(parent, action)]

    def succeed(self, node: Node) -> Node | None:
        """Remove a node and its siblings; its parent becomes a leaf again and is returned.

        That the parent was blocked does not count against it: what blocked it is gone.
        """
        parent = node.parent
        if parent is None:
            self.roots = [
                r
                for r in self.roots
                if r is not node and (not node.literal or r.literal != node.literal)
            ]
            return None
        parent.children = []
        parent.condition = None
        above = parent.parent
        if above is not None and above.condition is not None and self.tries(above, parent.action):
            self.memory[self._key(above, parent.action)] -= 1
        return parent

    def unblock(self, node: Node) -> None:
        """What blocked a node is gone: remove its resolutions, it can be tried again."""
        node.children = []
        node.condition = None

    def path(self, node: Node) -> list[Node]:
        """The node and its blocked actions above, root first."""
        return [*self.path(node.parent), node] if node.parent else [node]

    def fail(self, node: Node) -> Node:
        """Remove a dead end and blocked nodes above without a choice left; the topmost removed."""
        while node.parent is not None:
            parent = node.parent
            parent.children = [child for child in parent.children if child is not node]
            if parent.children or parent.parent is None:
                return node
            node = parent
        self.roots = [root for root in self.roots if root is not node]
        return node

    def leaves(self, under: Node | None = None) -> list[Node]:
        """Candidates: nodes that nothing is known to block."""
        tops = self.roots if under is None else [under]
        return [n for top in tops for n in top.walk() if not n.children and n.condition is None]

    def to_data(self) -> list[dict[str, str | int]]:
        """Rows in depth-first order: depth, action, what blocks it, attempts."""
        return [
            {
                "depth": node.depth,
                "action": str(node.action),
                "blocked_by": str(node.condition.kind) if node.condition else "",
                "attempts": node.attempts,
            }
            for root in self.roots
            for node in root.walk()
        ]

    @staticmethod
    def _lineage(node: Node) -> Iterator[SymbolicAction]:
        at: Node | None = node
        while at is not None:
            yield at.action
            at = at.parent

    @staticmethod
    def _key(parent: Node, action: SymbolicAction) -> tuple[SymbolicAction, SymbolicAction, str]:
        kind = parent.condition.kind if parent.condition else BlockingKind.NO_EFFECT
        return parent.action, action, kind
