# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Look and tell: looks until a question can be answered, and touches nothing.

The subtree runs no action but those of :data:`~egoplan_ros.behavior.looking.LOOKS`.
"""

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector, Sequence
from py_trees.decorators import SuccessIsRunning

from egoplan_ros.behavior.answer import answer
from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.looking import AGAIN, LOOKS, Findings
from egoplan_ros.behavior.subtrees.execute import give_up_look
from egoplan_ros.behavior.subtrees.guards import spent
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.subtrees.run_action import RunAction
from egoplan_ros.language.goals.question import Question, question_asked
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.primitive import ErrorCode

_ROBOTS_OWN = (ErrorCode.ROBOT_FAULT, ErrorCode.PERCEPTION_STALE, ErrorCode.SERVER_LOST)
"""What says nothing about the place that was to be looked at."""


def _question(task: TaskContext) -> Question:
    question = question_asked(task.board.understanding)
    if question is None:
        raise ValueError("what is pursued is no question")
    return question


def _findings(task: TaskContext) -> Findings:
    return Findings(_question(task), task.world, task.ontology)


def _next_look(task: TaskContext) -> SymbolicAction | None:
    """The next look; LookAround comes first, and nothing is looked at twice."""
    if not task.board.looked and task.config.look_around:
        return SymbolicAction("LookAround")
    after = task.config.weights.given_up_after
    return _findings(task).next_look(task.board.looked_at, after)


class Answered(Leaf):
    """Whether the answer is known, or nothing is left to look at or to look with: it is told then.

    With it the task ends, and its reason is the answer.
    """

    def update(self) -> Status:
        """SUCCESS with the outcome set, or FAILURE."""
        task, budget = self.task, spent(self.task)
        if not budget and (self.board.current is not None or _next_look(task) is not None):
            return self.say(Status.FAILURE)
        told = answer(_question(task), task.world, task.ontology, budget)
        task.end(True, told.text)
        return self.say(Status.SUCCESS, told.text)


class Look(RunAction):
    """Takes the next look; what it shows may end it before its end."""

    def action(self) -> SymbolicAction | None:
        """The action."""
        self.board.phase = "looking"
        self._version = self.task.world.version
        action = _next_look(self.task)
        if action is not None and action.name not in LOOKS:
            raise ValueError(f"{action} is more than a look")
        return action

    def enough(self, action: SymbolicAction) -> str:
        """Whether the answer is known."""
        version = self.task.world.version
        if action.name == "GoTo" or version == self._version:
            return ""
        self._version = version
        return "what is asked was seen" if _findings(self.task).known else ""


class NoteLook(Leaf):
    """Remembers what was looked at, and leaves out what cannot be."""

    def update(self) -> Status:
        """SUCCESS; with the outcome set when the robot can look no more."""
        board, result = self.board, self.board.skill_result
        if result is None or result.error is ErrorCode.CANCELLED:
            return self.say(Status.SUCCESS)
        if result.error in _ROBOTS_OWN:
            self.task.give_up(result.message or str(result.error))
            return self.say(Status.SUCCESS, result.message)
        action = result.action
        if not action.args:
            board.looked = True
        elif not result.success:
            self.task.mark(action.args[0])
        elif action.name != "GoTo":
            give_up_look(self.task, action)
        if board.cut_short not in action.args:
            again = AGAIN if str(action) in board.looked_at else ""
            board.looked_at |= {f"{action}{again}"}
        board.cut_short = ""
        return self.say(Status.SUCCESS)


def answer_question(task: TaskContext) -> Behaviour:
    """The subtree."""
    look = Sequence("look", memory=True)
    look.add_children([Look("take a look", task), NoteLook("note look", task)])
    tree = Selector("answer", memory=False)
    tree.add_children([Answered("answered?", task), SuccessIsRunning("look on", look)])
    return tree
