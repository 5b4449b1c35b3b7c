# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Executes the plan's next action and judges what came of it (EPA Alg. 1, lines 17-29)."""

from dataclasses import replace

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Sequence

from egoplan_ros.behavior.context import TaskContext, repeat_key
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.behavior.subtrees.closer_look import note_look
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.subtrees.plan_again import PlannedAgain
from egoplan_ros.behavior.subtrees.run_action import RunAction
from egoplan_ros.behavior.surprise_monitor import EXPLORING
from egoplan_ros.planning.pddl.domain import EXPLORATION_ACTIONS
from egoplan_ros.world.action import PlanStatus, SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition, BlockingKind
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import WorldState

ROBOTS_OWN = (BlockingKind.ROBOT_FAULT, BlockingKind.PERCEPTION_STALE)
"""What is wrong with the robot or its picture, and says nothing about a place."""

NOWHERE_BETTER = (BlockingKind.WAY_BARRED, *ROBOTS_OWN)
"""What is resolved while exploring, too; when something else blocks, another place does as well."""


def present_action(task: TaskContext) -> SymbolicAction | None:
    """The plan's present action."""
    plan = task.board.plan
    if plan is None or task.board.plan_index >= len(plan.actions):
        return None
    return plan.actions[task.board.plan_index]


def give_up_look(task: TaskContext, look: SymbolicAction) -> None:
    """Leave out an anchor that is as unknown as before (EPA: C): another look shows no more.

    Not one from which the robot was called off, by what it saw on the way: it was not looked into.
    """
    name = look.args[0]
    item = task.world.objects.get(name)
    if item is None:
        unknown = task.world.frontier(name) is not None
    else:
        unknown = item.doubtful or not item.inspected
    if unknown and name != task.board.cut_short:
        task.ports.mark_explored(name)


def tidying(
    task: TaskContext, action: SymbolicAction, world: WorldState
) -> tuple[SymbolicAction, ...]:
    """Pushes a drawer back in which nothing that matters was found.

    Open drawers hide those below and narrow the way before them. Doors stay open: shutting each
    would double the number of actions that may fail, and those few that turn out to be in the way
    are shut then (``$ajar`` in the catalogue). Where much fails, tidiness would spend the failures
    that are left for the task itself.
    """
    if 2 * task.board.failed_primitives >= task.config.max_failed_primitives:
        return ()
    if action.name != "Inspect" or not task.config.close_after_inspect:
        return ()
    item = world.objects.get(action.args[0])
    if item is None or not task.ontology.pulled_out(item.type) or not item.is_("open"):
        return ()
    if task.watch.relevant_inside(item.id, world):
        return ()
    return (SymbolicAction("Close", (item.id,)),)


def blocked(task: TaskContext, condition: BlockingCondition) -> None:
    """Make the plan's present action blocked."""
    task.board.block = task.block(condition)
    task.board.block_node = None
    task.board.replan = condition.message


class NothingFound(Leaf):
    """While exploring: whether nothing that matters has come into view.

    Fails once for each discovery, which interrupts the exploration and makes a new plan.
    """

    def update(self) -> Status:
        """SUCCESS, or FAILURE with ``replan`` set."""
        current = self.board.current
        if (
            current is None
            or current.name not in EXPLORING
            or not self.task.config.interrupt_exploration
        ):
            return self.say(Status.SUCCESS)
        found = self.task.watch.discovery(self.task.world)
        if not found:
            return self.say(Status.SUCCESS)
        self.board.replan = f"a {found} was found"
        self.task.tell(EventKind.SURPRISE, self.board.replan)
        return self.say(Status.FAILURE, self.board.replan)


class StillThere(Leaf):
    """While an action runs: whether what it is about is still where it was when it began.

    Fails once for each change of place, which cancels the action and makes a new plan. All else
    that is new is looked at between two actions.
    """

    def __init__(self, name: str, task: TaskContext) -> None:
        super().__init__(name, task)
        self._version: int | None = None

    def update(self) -> Status:
        """SUCCESS, or FAILURE with ``replan`` set."""
        version = self.task.world.version
        if not self.task.config.execution_monitoring:
            return self.say(Status.SUCCESS)
        if self.board.current is None or version == self._version:
            return self.say(Status.SUCCESS)
        self._version = version
        moved = self.task.watch.disturbed(self.task.world)
        if not moved:
            return self.say(Status.SUCCESS)
        self.board.replan = moved
        self.task.tell(EventKind.SURPRISE, moved)
        return self.say(Status.FAILURE, moved)


class Feasible(Leaf):
    """Whether nothing is known that blocks the present action (DANLI: pre-execution errors).

    What the planner did not know when it planned is a surprise, and planning again is the remedy;
    only when it comes up again is it a blocking condition to resolve.
    """

    def update(self) -> Status:
        """SUCCESS, or FAILURE with ``replan`` or ``block`` set."""
        task, board = self.task, self.board
        action = present_action(task)
        if action is None or board.plan is None:
            return self.say(Status.FAILURE, "no action")
        world, monitors = task.world, task.config.execution_monitoring
        surprise = monitors and task.watch.surprise(board.plan, board.plan_index, world)
        if surprise:
            board.replan = surprise
            task.tell(EventKind.SURPRISE, surprise)
            return self.say(Status.FAILURE, surprise)
        condition = task.blocking.before(action, world)
        if condition is None:
            return self.say(Status.SUCCESS, str(action))
        if monitors and board.repeats[repeat_key(condition)] == 0 and board.plan_index > 0:
            board.repeats[repeat_key(condition)] += 1
            board.replan = condition.message
            task.tell(EventKind.SURPRISE, condition.message)
        else:
            blocked(task, condition)
        return self.say(Status.FAILURE, condition.message)


class RunPlanned(RunAction):
    """Runs the plan's present action."""

    def action(self) -> SymbolicAction | None:
        """The action."""
        action = present_action(self.task)
        exploring = self.board.plan is not None and self.board.plan.status is PlanStatus.EXPLORE
        self.board.phase = "exploring" if exploring else "executing"
        if action is not None:
            self.task.watch.begin(action, self.task.world)
        return action

    def repeats(self, lost: SkillResult) -> bool:
        """Never: how far it got nobody knows, so that a new plan is made."""
        return False


class Judge(Leaf):
    """Advances the plan, or says what blocked it."""

    def update(self) -> Status:
        """SUCCESS when the action did what it should."""
        task, board = self.task, self.board
        result, plan = board.skill_result, board.plan
        if result is None or plan is None:
            return self.say(Status.FAILURE)
        world = task.world
        note_look(task, result)
        if not result.success:
            if result.error is ErrorCode.CANCELLED:
                board.replan = "the action was cancelled"
                return self.say(Status.FAILURE, board.replan)
            if result.error is ErrorCode.SERVER_LOST:
                board.replan = result.message
                return self.say(Status.FAILURE, board.replan)
            if result.action.name == "Close" and plan.status is PlanStatus.EXPLORE:
                give_up_look(task, result.action)
                board.replan = "could not tidy up"
                return self.say(Status.FAILURE, result.message)
            blocked(task, task.blocking.after(result, world))
            return self.say(Status.FAILURE, result.message)
        action = result.action
        board.plan_index += 1
        task.watch.manipulated(action, world)
        circles = task.watch.circles(action, board.history)
        if max(task.watch.visits(action, world), circles) > task.config.loop_limit:
            # What is used, or the place where a thing does not stay that is put there.
            at = slice(-1, None) if action.name == "Put" else slice(1)
            task.mark(next(iter(action.args[at]), ""), task.config.weights.given_up)
            message = f"{action} was done again and again and nothing changed"
            task.watch.circled(action, board.history)
            blocked(task, task.blocking.named(BlockingKind.NO_EFFECT, action, world, message))
            if board.block and board.repeats[repeat_key(board.block)] > task.config.repeat_limit:
                task.end(False, message)
            return self.say(Status.FAILURE, message)
        if plan.status is PlanStatus.EXPLORE:
            tidy = tidying(task, action, world)
            plan = replace(plan, actions=(*plan.actions, *tidy))
            board.plan = plan
            ends_look = action.name in EXPLORATION_ACTIONS and not tidy
            if ends_look or action.name == "Close":
                give_up_look(task, action)
        done = board.plan_index >= len(plan.actions)
        if action.name in task.config.replan_after:
            board.replan = f"after {action.name}"
        elif done:
            explored = plan.status is PlanStatus.EXPLORE
            board.replan = "explored" if explored else "the plan has ended"
        return self.say(Status.SUCCESS, str(action))


def execute(task: TaskContext) -> Behaviour:
    """The subtree: one action."""
    act = Sequence("act", memory=True)
    act.add_children(
        [Feasible("feasible?", task), RunPlanned("run action", task), Judge("judge", task)]
    )
    tree = Sequence("execute", memory=False)
    meanwhile = [NothingFound("nothing found?", task), StillThere("still there?", task)]
    if task.config.replan_after_motion:
        meanwhile.append(PlannedAgain("planned again?", task))
    tree.add_children([*meanwhile, act])
    return tree
