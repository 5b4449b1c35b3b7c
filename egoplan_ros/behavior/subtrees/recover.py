# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Gets past a blocking condition: BCR's loop on its graph, bounded, then a new plan."""

from dataclasses import replace

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector, Sequence

from egoplan_ros.behavior.conditions.blocking import PLAN
from egoplan_ros.behavior.context import TaskContext, repeat_key
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.behavior.pursuit import set_aside
from egoplan_ros.behavior.relevance import in_place, missing_types
from egoplan_ros.behavior.selection.selection import Candidate
from egoplan_ros.behavior.selection.transition_graph import Node
from egoplan_ros.behavior.subtrees.decision import Picking, candidate_of, judged
from egoplan_ros.behavior.subtrees.execute import NOWHERE_BETTER, tidying
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.subtrees.run_action import RunUntilFound
from egoplan_ros.behavior.surprise_monitor import EXPLORING
from egoplan_ros.planning.pddl.domain import EXPLORATION_ACTIONS
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind
from egoplan_ros.world.goal import Formula, to_pddl
from egoplan_ros.world.task import GoalAlternative


def candidates(task: TaskContext) -> list[Node]:
    """Leaves that may be tried now; a person is asked even when the other attempts are used up."""
    root = task.board.block_node
    if root is None:
        return []
    leaves = [node for node in task.graph.leaves(root) if node is not root]
    if task.board.resolutions_left > 0:
        return leaves
    return [node for node in leaves if node.action.name == "AskHuman"]


def other_reading(task: TaskContext) -> GoalAlternative | None:
    """The plausible reading not given up yet that is likeliest with what was seen.

    None that lacks what the present one lacks: it would be no better off. None at all when a
    person chose: another one is not what was meant.
    """
    board = task.board
    if board.understanding.decided:
        return None
    lacking = set(missing_types(board.goal, task.world, task.ontology))
    tried = board.readings_tried | {to_pddl(board.goal)}
    least = task.config.weights.plausible
    readings = [r for r in board.understanding.alternatives if r.probability >= least]
    if task.settle is not None and len(readings) > 1:
        types = {item.type for item in task.world.objects.values()}
        plausible = replace(board.understanding, alternatives=tuple(readings))
        readings = list(task.settle(plausible, types).alternatives)
    for reading in readings:
        lacks = set(missing_types(reading.formula, task.world, task.ontology))
        if to_pddl(reading.formula) not in tried and not (lacking and lacking <= lacks):
            return reading
    return None


def _as_likely(task: TaskContext, reading: GoalAlternative) -> bool:
    """Whether a reading is worth a try before places are searched again for the present one.

    What every room of the kind has is there and was overlooked: then the words decide.
    """
    goal = task.board.goal
    words = {r.formula: r.probability for r in task.board.understanding.alternatives}
    lacking = set(missing_types(goal, task.world, task.ontology))
    seen = {item.type for item in task.world.objects.values()}
    there = bool(lacking) and lacking <= task.ontology.usual(seen)
    share = 1.0 if there else task.config.weights.search_share
    return words.get(reading.formula, 0.0) >= share * words.get(goal, 0.0)


def read_as(task: TaskContext, goal: Formula) -> None:
    """Give up the present reading of the instruction for another one."""
    board = task.board
    board.readings_tried |= {to_pddl(board.goal)}
    board.goal, board.planner_failures = goal, 0
    board.replan = "another reading of the instruction"
    task.tell(EventKind.GOAL, to_pddl(goal))


class NotBlocked(Leaf):
    """Whether no plan action is blocked."""

    def update(self) -> Status:
        """SUCCESS when nothing blocks."""
        block = self.board.block
        return self.say(Status.FAILURE if block else Status.SUCCESS, block.message if block else "")


class GrowGraph(Leaf):
    """Adds the blocked action as a root with its resolutions as children (BCR III-B, step 3).

    Fails, so that a plan is made instead, when strategy or catalogue say that planning is better:
    recovery ``replan``, another object or reading that may serve, or no resolution.
    """

    def update(self) -> Status:
        """SUCCESS when there is something to try."""
        task, board = self.task, self.board
        condition = board.block
        if condition is None:
            return self.say(Status.FAILURE)
        if board.block_node is None:
            task.mark(
                *task.blocking.to_mark(condition, task.world, board.repeats[repeat_key(condition)])
            )
            if condition.action.name in EXPLORATION_ACTIONS and not self._nowhere_better(condition):
                # Anchors are interchangeable: look elsewhere.
                task.mark(condition.action.args[0], task.config.weights.given_up)
                return self.say(Status.FAILURE, "exploring elsewhere")
            if task.config.recovery != "graph":
                return self.say(Status.FAILURE, "replanning")
            other = other_reading(task) if condition.kind is BlockingKind.NO_PLAN else None
            if other is not None and _as_likely(task, other):
                return self.say(Status.FAILURE, "the instruction can be read otherwise")
            served = in_place(board.goal, task.world, task.ontology)
            if task.blocking.has_other(condition, task.world, served):
                return self.say(Status.FAILURE, "another object may serve")
            board.phase = "recovering"
            board.block_node = task.graph.add_root(condition.action, condition.action.name)
            board.resolutions_left = task.config.resolutions_per_block
            board.block_hidden = task.blocking.resolved(condition, task.world)
            if not task.graph.block(board.block_node, condition):
                return self.say(Status.FAILURE, "nothing resolves it")
        return self.say(Status.SUCCESS, condition.message)

    def _nowhere_better(self, condition: BlockingCondition) -> bool:
        # Who only plans anew closes no door: there, another place is better.
        closes = self.task.config.recovery == "graph"
        return condition.kind in NOWHERE_BETTER and (
            closes or condition.kind is not BlockingKind.WAY_BARRED
        )


class PickResolution(Picking):
    """Lets the selection engine pick a leaf, and checks what is known to block that one."""

    def update(self) -> Status:
        """SUCCESS with ``resolution`` set."""
        task, board = self.task, self.board
        board.resolution = None
        while table := self._candidates():
            context = task.selection_context()
            if self.thinks(table, context):
                return self.say(Status.RUNNING, "the selection engine thinks")
            node = self.pick(table, context)
            if node is None:  # none is worth trying, says the engine
                for refused in table.values():
                    task.graph.fail(refused)
                break
            condition = task.blocking.before(node.action, task.world)
            if condition is None:
                board.resolution = node
                task.tell(EventKind.RESOLUTION, f"trying {node.action}")
                return self.say(Status.SUCCESS, str(node.action))
            board.resolutions_left -= 1
            task.graph.tried(node)
            if not task.graph.block(node, task.block(condition)):
                task.graph.fail(node)
        return self.say(Status.FAILURE, "nothing left to try")

    def _candidates(self) -> dict[Candidate, Node]:
        table: dict[Candidate, Node] = {}
        for node in candidates(self.task):
            if node.parent is not None and node.parent.condition is not None:
                table.setdefault(candidate_of(self.task, node), node)
        return table


class RunResolution(RunUntilFound):
    """Runs the picked resolution."""

    def action(self) -> SymbolicAction | None:
        """The action."""
        node = self.board.resolution
        self.task.watch.aim(self.board.goal, self.task.world)
        return node.action if node else None


class JudgeResolution(Leaf):
    """Updates the graph with how the resolution went (BCR III-B, step 3)."""

    def update(self) -> Status:
        """SUCCESS when the plan's action is no longer blocked; FAILURE to go on resolving."""
        task, board = self.task, self.board
        condition, tried = board.block, judged(task)
        if condition is None or tried is None:
            return self.say(Status.FAILURE)
        node, result = tried
        board.resolutions_left -= 1
        if result.success:
            parent = task.graph.succeed(node)
            shown = not board.block_hidden and task.blocking.resolved(condition, task.world)
            if parent is board.block_node or shown:
                self._unblocked(f"{node.action} resolved it")
                self._finish(node.action, condition)
                return self.say(Status.SUCCESS, board.replan)
            self._unblock_above(parent)
            return self.say(Status.FAILURE, f"{node.action} done")
        reason = task.block(task.blocking.after(result, task.world))
        elsewhere = node.action.name in EXPLORING and reason.kind not in NOWHERE_BETTER
        if elsewhere or not task.graph.block(node, reason):
            task.graph.fail(node)
            if reason.kind is BlockingKind.ROBOT_FAULT:
                task.give_up(reason.message)
        return self.say(Status.FAILURE, reason.message)

    def _unblock_above(self, node: Node | None) -> None:
        """A success may have removed what blocked an action further up."""
        task = self.task
        for above in task.graph.path(node)[1:] if node else ():
            if above.condition and task.blocking.resolved(above.condition, task.world):
                task.graph.unblock(above)
                return

    def _unblocked(self, text: str) -> None:
        self.board.block = self.board.block_node = None
        self.board.replan = text

    def _finish(self, action: SymbolicAction, condition: BlockingCondition) -> None:
        """Make what belongs to the resolution the plan; its end asks for a new one."""
        task, board = self.task, self.board
        follow_up = task.blocking.follow_up(condition, action, task.world)
        actions = (follow_up,) if follow_up else tidying(task, action, task.world)
        if actions:
            board.plan, board.plan_index, board.replan = Plan(PlanStatus.EXPLORE, actions), 0, ""


class LeaveIt(Leaf):
    """Nothing resolves the condition: plan around it, read the goal differently, or give up."""

    def update(self) -> Status:
        """SUCCESS when the robot goes on in another way; FAILURE while resolving goes on."""
        task, board = self.task, self.board
        condition = board.block
        if condition is None:
            return self.say(Status.SUCCESS)
        if candidates(task):
            return self.say(Status.FAILURE, "other resolutions are left")
        board.block = board.block_node = board.resolution = None
        if condition.kind is BlockingKind.ROBOT_FAULT:
            task.give_up(condition.message)
        elif condition.action == PLAN:
            self._no_plan(condition)
        elif task.config.recovery == "none" and condition.action.name not in EXPLORING:
            if not set_aside(task, condition.message):
                task.give_up(f"{condition.action} failed: {condition.message}")
        elif board.repeats[repeat_key(condition)] > task.config.repeat_limit:
            reason = f"{condition.action} keeps failing: {condition.message}"
            board.block = task.block(
                task.blocking.named(BlockingKind.NO_PLAN, PLAN, task.world, reason)
            )
            # Planning in this tick would only find the same plan again.
            return self.say(Status.FAILURE, reason)
        else:
            board.replan = condition.message
        return self.say(Status.SUCCESS, board.replan)

    def _no_plan(self, condition: BlockingCondition) -> None:
        task, board = self.task, self.board
        if (
            condition.kind is BlockingKind.PLANNER_TIMEOUT
            and board.planner_failures < task.config.max_planner_failures
        ):
            board.replan = condition.message
            return
        other = other_reading(task)
        if other is not None:
            read_as(task, other.formula)
        elif board.goal != board.understanding.formula:
            # None of the readings has a plan: do what can be done for the likeliest one.
            read_as(task, board.understanding.formula)
        elif not set_aside(task, condition.message):
            task.give_up(condition.message)


def recover(task: TaskContext) -> Behaviour:
    """The subtree; FAILURE means that recovering goes on in the next tick."""
    resolve = Sequence("resolve", memory=True)
    resolve.add_children(
        [
            GrowGraph("grow graph", task),
            PickResolution("pick resolution", task),
            RunResolution("run resolution", task),
            JudgeResolution("judge resolution", task),
        ]
    )
    attempt = Selector("attempt", memory=True)
    attempt.add_children([resolve, LeaveIt("leave it", task)])
    tree = Selector("recover", memory=False)
    tree.add_children([NotBlocked("not blocked?", task), attempt])
    return tree
