# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Runs one symbolic action through the skill port."""

from abc import abstractmethod
from dataclasses import replace

from py_trees.common import Status

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.ports import EventKind, Pending
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.surprise_monitor import EXPLORING
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.primitive import ErrorCode
from egoplan_ros.world.skill import SkillResult


class RunAction(Leaf):
    """Starts a skill, waits for it without blocking, and cancels it when interrupted.

    What failed in it until then counts as what fails in any other.

    Always ends in SUCCESS with ``board.skill_result`` set; judging it is another leaf's work.
    """

    def __init__(self, name: str, task: TaskContext) -> None:
        super().__init__(name, task)
        self._pending: Pending[SkillResult] | None = None
        self._lost = 0

    @abstractmethod
    def action(self) -> SymbolicAction | None:
        """The action to run; None when there is nothing to run."""

    def enough(self, action: SymbolicAction) -> str:
        """Why the action has done its service before its end, or ""."""
        return ""

    def repeats(self, lost: SkillResult) -> bool:
        """Begin anew with an action that nobody works at any more; whether that is worth while."""
        self._lost += 1
        if self._lost > self.task.config.weights.lost_limit:
            return False
        self.board.failed_primitives += lost.failures
        self._pending = self.task.ports.start_skill(lost.action)
        return True

    def initialise(self) -> None:
        """Start the skill."""
        action = self.action()
        self._pending, self._lost = None, 0
        if action is not None:
            self.board.current = action
            self.board.skill_result = None
            self.task.tell(EventKind.ACTION_STARTED, str(action))
            self._pending = self.task.ports.start_skill(action)

    def update(self) -> Status:
        """RUNNING until the skill has ended."""
        pending, action = self._pending, self.board.current
        if pending is None or action is None:
            return self.say(Status.FAILURE, "nothing to do")
        enough = ""
        if pending.done():
            result = pending.result()
            if result.error is ErrorCode.SERVER_LOST and self.repeats(result):
                return self.say(Status.RUNNING, result.message)
        elif enough := self.enough(action):
            so_far = pending.cancel() or SkillResult(action, False)
            result = replace(so_far, success=True, error=ErrorCode.NONE, message=enough)
        else:
            self.board.failing = getattr(pending, "failures", 0)
            return self.say(Status.RUNNING, str(action))
        self._pending = None
        board = self.board
        if action.name in EXPLORING:
            board.cut_short = next(iter(action.args), "") if enough else ""
        board.failing = 0
        board.skill_result = result
        board.current = None
        board.failed_primitives += result.failures
        if result.error is ErrorCode.NOBODY_HELPED:
            board.unhelped |= set(action.args)
        if result.success:
            self.task.learn(action)
        code = "ok" if result.success else str(result.error) or "other"
        board.history.append((str(action), code))
        self.task.tell(
            EventKind.ACTION_ENDED,
            f"{action}: {code}{f' ({result.message})' if result.message else ''}",
            action=str(action),
            code=code,
            primitives=result.primitives,
            failures=result.failures,
        )
        return self.say(Status.SUCCESS, f"{action}: {code}")

    def terminate(self, new_status: Status) -> None:
        """Cancel the skill when something with a higher priority took over."""
        if new_status is Status.INVALID and self._pending is not None:
            so_far = self._pending.cancel()
            self._pending, self.board.failing = None, 0
            self.board.failed_primitives += so_far.failures if so_far else 0
            if self.board.current is not None:
                self.board.history.append((str(self.board.current), "cancelled"))
            self.board.current = None


class RunUntilFound(RunAction):
    """An action of which an exploration ends as soon as something that matters comes into view."""

    def enough(self, action: SymbolicAction) -> str:
        """What was found."""
        if action.name not in EXPLORING or not self.task.config.interrupt_exploration:
            return ""
        found = self.task.watch.discovery(self.task.world)
        return f"a {found} was found" if found else ""
