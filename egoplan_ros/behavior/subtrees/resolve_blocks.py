# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Acting without a planner: roots that achieve the goal, leaves as candidates (BCR III-B).

Each decision takes one leaf of the state-transition graph. Success removes it and its siblings;
what blocks it gives it children. Effects that are only possibly true do not unblock by themselves:
the blocked action is looked at again, and while it is blocked its resolutions grow anew.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Sequence

from egoplan_ros.behavior.applicable import count_applicable
from egoplan_ros.behavior.conditions.blocking import PLAN
from egoplan_ros.behavior.conditions.effects import Effects, Literal, load_effects, nearest, type_of
from egoplan_ros.behavior.conditions.situation import NOT_OBJECTS
from egoplan_ros.behavior.context import TaskContext, repeat_key
from egoplan_ros.behavior.literals import Literals, in_the_way
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.behavior.selection.selection import Candidate
from egoplan_ros.behavior.selection.transition_graph import Node, StateTransitionGraph
from egoplan_ros.behavior.subtrees.decision import Picking, candidate_of, judged
from egoplan_ros.behavior.subtrees.execute import (
    NOWHERE_BETTER,
    give_up_look,
    tidying,
)
from egoplan_ros.behavior.subtrees.goal import next_look
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.subtrees.run_action import RunUntilFound
from egoplan_ros.behavior.surprise_monitor import EXPLORING
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.pddl.domain import EXPLORATION_ACTIONS
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind
from egoplan_ros.world.floor import speaks_of_floor
from egoplan_ros.world.system.resources import config_path


@dataclass(slots=True)
class Decisions:
    """What the leaves of this subtree share.

    Attributes:
        effects: which actions achieve a literal.
        literals: of the goal, for the objects meant now.
        follow_ups: actions that belong to a resolution that succeeded.
        by_literal: literal of each root, by its text.
        dead_ends: how often a root ran out of resolutions.
        stuck: whether the goal's own actions are used up, and something new must be found.
        graph: the one that all this belongs to.
    """

    effects: Effects
    literals: tuple[Literal, ...] = ()
    follow_ups: list[SymbolicAction] = field(default_factory=list)
    by_literal: dict[str, Literal] = field(default_factory=dict)
    dead_ends: Counter[SymbolicAction] = field(default_factory=Counter)
    stuck: bool = False
    graph: StateTransitionGraph | None = None

    def belong_to(self, graph: StateTransitionGraph) -> None:
        """Start afresh when another goal has brought a graph of its own."""
        if self.graph is not graph:
            self.graph, self.stuck = graph, False
            self.follow_ups, self.by_literal, self.dead_ends = [], {}, Counter()
            self.literals = ()


class DecisionLeaf(Leaf):
    """A leaf that shares the decisions' state."""

    def __init__(self, name: str, task: TaskContext, state: Decisions) -> None:
        super().__init__(name, task)
        self.state = state
        self.weights = task.config.weights

    def unknown_types(self, action: SymbolicAction) -> tuple[str, ...]:
        """Types an action names because no instance is known."""
        if action.name in NOT_OBJECTS:
            return ()
        known = self.task.world.objects
        return tuple(a for a in action.args if a not in known and a in self.task.ontology)

    def grow(self, node: Node, condition: BlockingCondition) -> bool:
        """Make a node blocked; False when nothing (untried) may resolve it."""
        missing = self.unknown_types(condition.action) or None
        condition = self.task.block(condition, missing)
        self.board.block = condition
        name, failures = self.task.blocking.to_mark(
            condition, self.task.world, self.board.repeats[repeat_key(condition)]
        )
        if condition.stamp == self.task.world.stamp and name and not missing:
            self.task.mark(name, failures)
        return bool(self.task.graph.block(node, condition))

    def dead_end(self, node: Node) -> None:
        """Remove a node that nothing helps; its objects are avoided when it happens again."""
        root = node.root
        top = self.task.graph.fail(node)
        if top is root or (root.condition is not None and not root.children):
            self.task.graph.roots = [r for r in self.task.graph.roots if r is not root]
            self.state.dead_ends[root.action] += 1
            if self.state.dead_ends[root.action] >= self.weights.dead_ends:
                for name in root.action.args:
                    if name in self.task.world.objects:
                        self.task.mark(name, self.weights.given_up)


class UpdateRoots(DecisionLeaf):
    """Keeps roots for the literals that are not true yet, and forgets blocks that are gone."""

    def update(self) -> Status:
        """SUCCESS always."""
        task, state, board = self.task, self.state, self.board
        state.belong_to(task.graph)
        if board.current is not None:
            return self.say(Status.SUCCESS)
        board.phase = "deciding"
        world = task.world
        kept = {arg for literal in state.literals for arg in literal.args}
        facts = Facts(world, task.ontology, floor=speaks_of_floor(board.goal))
        chooser = Literals(facts, state.effects, self.weights, kept, self._lost())
        state.literals = chooser.of(board.goal)
        pending = [literal for literal in state.literals if not chooser.true(literal)]
        state.by_literal = {str(literal): literal for literal in pending}
        wanted: set[tuple[SymbolicAction, str]] = set()
        for literal in pending:
            for action in state.effects.actions(literal, world, task.ontology, self.weights):
                if state.dead_ends[action] <= self.weights.dead_ends:
                    wanted.add((action, str(literal)))
        if not pending and (look := next_look(task)):
            wanted.add((look, ""))
        state.stuck = not wanted
        if state.stuck:
            wanted.add((PLAN, ""))
        self._name(wanted)
        task.graph.roots = [r for r in task.graph.roots if (r.action, r.literal) in wanted]
        for action, text in sorted(wanted, key=str):
            task.graph.add_root(action, text)
        self._review()
        return self.say(Status.SUCCESS, ", ".join(state.by_literal))

    def _lost(self) -> set[str]:
        """Types of which one was looked for in vain wherever it could be."""
        most = self.weights.dead_ends
        dead = (action for action, n in self.state.dead_ends.items() if n > most)
        return {kind for action in dead for kind in self.unknown_types(action)}

    def _name(self, wanted: set[tuple[SymbolicAction, str]]) -> None:
        """Put the instances found in place of types, so that what was grown below is kept."""
        present = {(root.action, root.literal) for root in self.task.graph.roots}
        for root in self.task.graph.roots:
            if (root.action, root.literal) in wanted or not self.unknown_types(root.action):
                continue
            for action, text in sorted(wanted - present, key=str):
                names = self._instances(root.action, action)
                if names is not None:
                    present.add((action, text))
                    root.literal = text
                    self._rename(root, names)
                    break

    def _instances(self, old: SymbolicAction, new: SymbolicAction) -> dict[str, str] | None:
        """What the types of an action were found to be; None when it is another action."""
        unknown = self.unknown_types(old)
        if old.name != new.name or len(old.args) != len(new.args):
            return None
        names = {a: b for a, b in zip(old.args, new.args, strict=True) if a != b}
        world, ontology = self.task.world, self.task.ontology
        fits = all(
            a in unknown and type_of(b, world) in ontology.subtypes(a) for a, b in names.items()
        )
        return names if fits else None

    def _rename(self, root: Node, names: dict[str, str]) -> None:
        for node in root.walk():
            args = tuple(names.get(arg, arg) for arg in node.action.args)
            node.action = SymbolicAction(node.action.name, args)

    def _review(self) -> None:
        """Blocks known beforehand are gone when the check before execution finds them no more."""
        task = self.task
        for root in task.graph.roots:
            for node in list(root.walk()):
                for kind in self.unknown_types(node.action) if node is not root else ():
                    self._rename(node, {kind: nearest(kind, task.world, task.ontology)})
                if node.condition is None or node.action == PLAN or node.condition.stamp >= 0.0:
                    continue
                now = task.blocking.before(node.action, task.world)
                if now is None or self._gone(node.condition, now):
                    task.graph.unblock(node)
                    continue
                if now.kind is not node.condition.kind:
                    continue
                missing = self.unknown_types(node.action)
                useful = task.resolutions(now, missing)
                node.children = [c for c in node.children if c.condition or c.action in useful]
                if not node.children:
                    task.graph.unblock(node)

    def _gone(self, was: BlockingCondition, now: BlockingCondition) -> bool:
        """Whether another block than before is one in its place, not one on top of it."""
        if self.task.blocking.entries[was.kind].resolved is None:
            return now.kind is not was.kind
        return self.task.blocking.resolved(was, self.task.world)


class SelectAction(DecisionLeaf, Picking):
    """The selection engine picks among the leaves; what is known to block one grows the graph."""

    def update(self) -> Status:
        """SUCCESS with ``resolution`` set, FAILURE to decide again, or the end of the task."""
        task, board, state = self.task, self.board, self.state
        board.resolution = None
        if state.follow_ups:
            board.resolution = Node(state.follow_ups.pop(0))
            return self.say(Status.SUCCESS, str(board.resolution.action))
        if len(board.decisions) >= task.config.max_decisions:
            task.end(False, f"budget spent: {task.config.max_decisions} decisions")
            return self.say(Status.FAILURE, "budget spent")
        table = self._candidates()
        context = task.selection_context(*self._goal_parts())
        if self.thinks(table, context):
            return self.say(Status.RUNNING, "the selection engine thinks")
        node = self.pick(table, context)
        if node is None:
            return self._nothing()
        board.decisions.append((len(table), count_applicable(task.world, task.ontology)))
        task.tell(
            EventKind.RESOLUTION,
            f"chose {node.action} among {len(table)}",
            candidates=len(table),
            applicable=board.decisions[-1][1],
        )
        condition = self._before(node)
        if condition is None:
            board.resolution = node
            return self.say(Status.SUCCESS, str(node.action))
        if node.action not in (PLAN,):
            task.graph.tried(node)
        # The negative stamp tells a block that was foreseen from one that was run into.
        if not self.grow(node, replace(condition, stamp=-1.0)):
            self.dead_end(node)
            if node.action == PLAN:
                return self._end(condition.message)
        return self.say(Status.FAILURE, condition.message)

    def _before(self, node: Node) -> BlockingCondition | None:
        task = self.task
        if node.action == PLAN:
            return task.blocking.named(BlockingKind.NO_PLAN, PLAN, task.world)
        return task.blocking.before(node.action, task.world)

    def _candidates(self) -> dict[Candidate, Node]:
        task = self.task
        pending = list(self.state.by_literal.values())
        table: dict[Candidate, Node] = {}
        for node in task.graph.leaves():
            literal = self.state.by_literal.get(node.root.literal)
            before = in_the_way(literal, pending, self.state.effects) if literal else 0
            before += self._in_the_way_of_others(node.action, pending)
            late = self.weights.order_weight * before
            table.setdefault(candidate_of(task, node, late), node)
        return {c: n for c, n in table.items() if not task.unwanted(c.action)} or table

    @staticmethod
    def _in_the_way_of_others(action: SymbolicAction, pending: list[Literal]) -> bool:
        """Whether something would be put down where another thing is to go."""
        return action.name == "Put" and any(
            x.predicate == "in" and x.args[1] == action.args[1] and x.args[0] != action.args[0]
            for x in pending
        )

    def _goal_parts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        remaining = tuple(self.state.by_literal)
        done = tuple(str(x) for x in self.state.literals if str(x) not in self.state.by_literal)
        return done, remaining

    def _nothing(self) -> Status:
        if self.state.stuck or self.state.dead_ends[PLAN] > 0:
            return self._end("nothing is left to try")
        self.board.decisions.append((0, 0))
        return self.say(Status.FAILURE, "looking for another way")

    def _end(self, why: str) -> Status:
        last = self.board.errors[-1] if self.board.errors else why
        self.task.give_up(f"{why}; last obstacle: {last}")
        return self.say(Status.FAILURE, why)


class RunChosen(RunUntilFound):
    """Runs the chosen action."""

    def action(self) -> SymbolicAction | None:
        """The action."""
        node = self.board.resolution
        if node is None:
            return None
        self.task.watch.aim(self.board.goal, self.task.world)
        self.board.phase = "exploring" if node.action.name in EXPLORING else "executing"
        return node.action


class JudgeChosen(DecisionLeaf):
    """Updates the graph with how it went (BCR III-B, step 3)."""

    def update(self) -> Status:
        """SUCCESS when the action did what it should."""
        task, tried = self.task, judged(self.task)
        if tried is None:
            return self.say(Status.FAILURE)
        node, result = tried
        if result.success:
            self.board.block = None
            return self._succeeded(node, result.action)
        reason = task.blocking.after(result, task.world)
        elsewhere = reason.kind not in NOWHERE_BETTER
        exploring = node.action.name in EXPLORING and elsewhere
        if node.action.name in EXPLORATION_ACTIONS and elsewhere:
            task.mark(node.action.args[0], self.weights.given_up)
        if not self.grow(node, reason) or exploring:
            self.dead_end(node)
            if reason.kind is BlockingKind.ROBOT_FAULT:
                task.give_up(reason.message)
        return self.say(Status.FAILURE, reason.message)

    def _succeeded(self, node: Node, action: SymbolicAction) -> Status:
        task, world = self.task, self.task.world
        parent = node.parent
        if action.name in EXPLORATION_ACTIONS:
            give_up_look(task, action)
        circles = task.watch.circles(action, task.board.history)
        if max(task.watch.visits(action, world), circles) > task.config.loop_limit:
            task.watch.circled(action, task.board.history)
            message = f"{action} was done again and again and nothing changed"
            nothing = task.blocking.named(BlockingKind.NO_EFFECT, action, world, message)
            if not self.grow(node, nothing):
                self.dead_end(node)
            return self.say(Status.FAILURE, message)
        condition = parent.condition if parent else None
        task.graph.succeed(node)
        if parent is not None and condition is not None:
            self._look_again(parent, condition)
            follow_up = task.blocking.follow_up(condition, action, world)
            self.state.follow_ups += [follow_up] if follow_up else tidying(task, action, world)
        return self.say(Status.SUCCESS, str(action))

    def _look_again(self, node: Node, condition: BlockingCondition) -> None:
        """An effect that was only possible may not have come true: the resolutions grow anew."""
        task = self.task
        foreseen = task.blocking.before(node.action, task.world)
        now = condition if node.action == PLAN else foreseen
        if now is not None and now.kind is condition.kind:
            missing = self.unknown_types(node.action)
            actions = task.resolutions(now, missing)
            if not task.graph.block(node, replace(now, resolutions=actions, stamp=-1.0)):
                task.graph.unblock(node)


def resolve_blocks(task: TaskContext) -> Behaviour:
    """The subtree; it takes the place of recover, plan and execute."""
    state = Decisions(load_effects(config_path("effects.yaml")))
    act = Sequence("act", memory=True)
    act.add_children(
        [
            UpdateRoots("update roots", task, state),
            SelectAction("select action", task, state),
            RunChosen("run action", task),
            JudgeChosen("judge", task, state),
        ]
    )
    return act
