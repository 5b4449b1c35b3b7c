# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What must hold at every tick: no stop is wanted, budgets are left, the goal is current."""

from collections import Counter

from py_trees.common import Status

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.behavior.subtrees.closer_look import looks_closer
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.world.goal import to_pddl


class NotStopped(Leaf):
    """Fails as soon as a stop is requested; the running action is cancelled within the tick."""

    def update(self) -> Status:
        """SUCCESS, or FAILURE with the outcome set."""
        reason = self.board.stop_requested
        if not reason:
            return self.say(Status.SUCCESS)
        self.task.end(False, reason)
        return self.say(Status.FAILURE, reason)


def spent(task: TaskContext) -> str:
    """The budget that is spent, in words; "" while none is. Plans are counted where one is made."""
    config, board = task.config, task.board
    if task.steps >= config.max_steps:
        return f"{config.max_steps} steps"
    if board.failed_primitives + board.failing >= config.max_failed_primitives:
        return f"{config.max_failed_primitives} failed primitives"
    if len(board.history) >= config.max_actions:
        return f"{config.max_actions} actions"
    if config.max_seconds and task.seconds >= config.max_seconds:
        return f"{config.max_seconds:g} seconds"
    return ""


def end_spent(task: TaskContext, budget: str) -> None:
    """End the task for want of a budget."""
    errors = task.board.errors
    task.end(False, f"budget spent: {budget}{f'; last obstacle: {errors[-1]}' if errors else ''}")


class WithinBudgets(Leaf):
    """Fails when a budget is spent, unless the goal holds already."""

    def update(self) -> Status:
        """SUCCESS, or FAILURE with the outcome set."""
        budget = spent(self.task)
        if not budget:
            return self.say(Status.SUCCESS)
        if self._between_actions() and self.task.goal_reached():
            if self.board.current is None:
                return self.say(Status.SUCCESS, f"{budget}, but the goal holds")
            self.task.end(True, "the goal holds")  # nothing is left to look once more with
            return self.say(Status.FAILURE, budget)
        end_spent(self.task, budget)
        return self.say(Status.FAILURE, budget)

    def _between_actions(self) -> bool:
        """So is who only goes to look once more at what is believed to be in place."""
        return self.board.current is None or looks_closer(self.task)


class GoalIsCurrent(Leaf):
    """Lets a new goal take over at once: FAILURE cancels what runs, the next tick starts afresh.

    Budgets go on; what the old goal used up in vain does not count against the new one.
    """

    def update(self) -> Status:
        """SUCCESS, or FAILURE for the one tick in which the goal changes."""
        new = self.board.new_understanding
        if new is None:
            return self.say(Status.SUCCESS)
        board = self.board
        board.understanding, board.new_understanding = new, None
        board.goal = new.formula
        board.readings_tried = board.looked_at = frozenset()
        board.subgoal, board.given_up, board.last_round = None, frozenset(), None
        board.block = board.block_node = board.resolution = None
        board.planner_failures, board.repeats, board.unhelped = 0, Counter(), set()
        board.plan, board.plan_index, board.replan = None, 0, "new goal"
        board.errors = []
        self.task.new_graph()
        self.task.watch.new_goal(board.history)
        self.task.tell(EventKind.GOAL, to_pddl(new.formula))
        return self.say(Status.FAILURE, "new goal")
