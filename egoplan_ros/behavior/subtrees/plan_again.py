# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A new plan after each motion of the base, in the middle of an action (OGAMUS Alg. 1)."""

from py_trees.common import Status

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.ports import EventKind, Pending
from egoplan_ros.behavior.pursuit import ask_for_plan
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.geometry import Pose2D

MOTION = "GoTo"


class PlannedAgain(Leaf):
    """While a plan to the goal has the robot go somewhere: whether planning again begins alike.

    The way goes on while it is what the new plan begins with, and is cancelled else. Going is the
    action that is made of motions; one that uses things is not left half-way. An exploration is
    gone through to its end, or until a plan may be there (OGAMUS 3.2).
    """

    def __init__(self, name: str, task: TaskContext) -> None:
        super().__init__(name, task)
        self._pending: Pending[Plan] | None = None
        self._action: SymbolicAction | None = None
        self._place: Pose2D | None = None

    def update(self) -> Status:
        """SUCCESS, or FAILURE with ``replan`` set."""
        board, task = self.board, self.task
        plan, action = board.plan, board.current
        to_goal = plan is not None and plan.status is PlanStatus.SOLVED
        if action is None or action.name != MOTION or not to_goal:
            self._forget()
            return self.say(Status.SUCCESS)
        place = task.world.robot.base
        if action is not self._action:
            self._forget()
            self._action, self._place = action, place
        if self._pending is None:
            if place == self._place or board.plans >= task.config.max_plans:
                return self.say(Status.SUCCESS)
            self._place = place
            board.plans += 1
            self._pending = ask_for_plan(task)
        if not self._pending.done():
            return self.say(Status.SUCCESS, "planning meanwhile")
        again, self._pending = self._pending.result(), None
        if again.usable and again.actions[:1] == (action,):
            return self.say(Status.SUCCESS, "the same again")
        board.replan = "there is another plan from here"
        task.tell(EventKind.SURPRISE, board.replan)
        return self.say(Status.FAILURE, board.replan)

    def terminate(self, new_status: Status) -> None:
        """Stop the planner when something with a higher priority took over."""
        if new_status is Status.INVALID:
            self._forget()

    def _forget(self) -> None:
        if self._pending is not None:
            self._pending.cancel()
        self._pending = self._action = self._place = None
