# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Keeps a current plan (EPA Alg. 1, lines 6-15)."""

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector

from egoplan_ros.behavior.conditions.blocking import PLAN
from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.ports import EventKind, Pending
from egoplan_ros.behavior.pursuit import ask_for_plan
from egoplan_ros.behavior.subtrees.guards import end_spent
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.subtrees.recover import other_reading, read_as
from egoplan_ros.world.action import Plan, PlanStatus
from egoplan_ros.world.blocking import BlockingKind
from egoplan_ros.world.goal import Formula


class PlanStands(Leaf):
    """Whether the present plan need not be replaced."""

    def update(self) -> Status:
        """SUCCESS when it stands."""
        board = self.board
        if (
            board.plan is not None
            and not board.replan
            and board.plan_index >= len(board.plan.actions)
        ):
            board.replan = "the plan has ended"
        stands = board.plan is not None and not board.replan
        return self.say(Status.SUCCESS if stands else Status.FAILURE, board.replan)


class MakePlan(Leaf):
    """Asks the planner; a failure to find a plan becomes a blocking condition of ``Plan()``."""

    def __init__(self, name: str, task: TaskContext) -> None:
        super().__init__(name, task)
        self._pending: Pending[Plan] | None = None
        self._goal: Formula | None = None

    def initialise(self) -> None:
        """Ask for a plan."""
        self.board.phase = "planning"
        self._pending = None
        if self.board.plans >= self.task.config.max_plans:
            return
        self.board.plans += 1
        self._goal = self.board.goal
        self._pending = ask_for_plan(self.task)

    def update(self) -> Status:
        """RUNNING until the planner answers; FAILURE when there is nothing to execute."""
        if self._pending is None:
            end_spent(self.task, f"{self.task.config.max_plans} plans")
            return self.say(Status.FAILURE, "no plan is left to make")
        if not self._pending.done():
            return self.say(Status.RUNNING, self.board.replan)
        plan, self._pending = self._pending.result(), None
        board, task = self.board, self.task
        seconds = round(plan.times.get("total", 0.0), 3)
        task.tell(EventKind.PLANNER, str(plan.status), status=str(plan.status), seconds=seconds)
        if board.goal != self._goal:
            # What was seen meanwhile has settled on another reading: this plan is not for it.
            self.initialise()
            return self.say(Status.RUNNING, "the goal has changed")
        if plan.usable:
            board.plan, board.plan_index, board.replan = plan, 0, ""
            board.planner_failures = 0
            task.graph.keep([*plan.actions, PLAN])
            task.watch.planned(plan, board.goal, task.world)
            steps = " ".join(map(str, plan.actions))
            task.tell(EventKind.PLAN, steps, status=str(plan.status), cost=plan.cost)
            return self.say(Status.SUCCESS, f"{plan.status}: {len(plan.actions)} actions")
        board.plan = None
        if plan.status is PlanStatus.CANCELLED:
            return self.say(Status.FAILURE, "cancelled")
        if plan.status is PlanStatus.SATISFIED and task.goal_reached():
            task.end(True, "the goal holds")
            return self.say(Status.FAILURE, "the goal holds, and all was looked at")
        if plan.status is PlanStatus.UNSUPPORTED:
            task.end(False, f"the planner does not support this goal: {plan.message}")
            return self.say(Status.FAILURE, plan.message)
        if plan.status is PlanStatus.IMPOSSIBLE and other_reading(task) is None:
            if board.goal != board.understanding.formula:
                # The likeliest reading was left before all was tried for it.
                read_as(task, board.understanding.formula)
            else:
                task.end(False, f"this cannot be done: {plan.message}")
            return self.say(Status.FAILURE, plan.message)
        board.planner_failures += 1
        board.replan = f"planner: {plan.status}"
        silent = (PlanStatus.TIMEOUT, PlanStatus.CRASH)
        kind = BlockingKind.PLANNER_TIMEOUT if plan.status in silent else BlockingKind.NO_PLAN
        board.block = task.block(task.blocking.named(kind, PLAN, task.world, plan.message))
        board.block_node = None
        return self.say(Status.FAILURE, f"{plan.status}: {plan.message}")

    def terminate(self, new_status: Status) -> None:
        """Stop the planner when something with a higher priority took over."""
        if new_status is Status.INVALID and self._pending is not None:
            self._pending.cancel()
            self._pending = None


def make_plan(task: TaskContext) -> Behaviour:
    """The subtree."""
    tree = Selector("plan", memory=False)
    tree.add_children([PlanStands("plan stands?", task), MakePlan("make plan", task)])
    return tree
