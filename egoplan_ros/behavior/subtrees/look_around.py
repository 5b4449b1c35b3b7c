# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Initial perception (EPA Alg. 1, line 1): look around once before the first plan."""

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector, Sequence

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.ports import Pending
from egoplan_ros.behavior.subtrees.goal import rivals
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.subtrees.run_action import RunAction
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.goal import universal_types


class Looked(Leaf):
    """Whether the first look around is done (or not wanted)."""

    def update(self) -> Status:
        """SUCCESS when done."""
        done = self.board.looked or not self.task.config.look_around
        return self.say(Status.SUCCESS if done else Status.FAILURE)


class TurnAround(RunAction):
    """Runs ``LookAround()``, as far as it is needed.

    With ``stop_looking`` the planner is asked after each look: who can reach the goal with what is
    in sight need not turn any further. While the words leave open what is meant, everything
    around counts.
    """

    def __init__(self, name: str, task: TaskContext) -> None:
        super().__init__(name, task)
        self._planning: Pending[Plan] | None = None
        self._asked: int | None = None

    def action(self) -> SymbolicAction:
        """The action."""
        self.board.phase = "looking around"
        self._planning, self._asked = None, None
        return SymbolicAction("LookAround")

    def enough(self, action: SymbolicAction) -> str:
        """Whether there is a plan to the goal, not only to explore, or nothing left to do.

        What is said of all things of a type may still be untrue of those not seen yet.
        """
        if (
            not self.task.config.stop_looking
            or len(rivals(self.board.understanding, self.task.config.weights.rival_share)) > 1
        ):
            return ""
        if self._planning is None:
            if self.task.world.version == self._asked:
                return ""
            self._asked = self.task.world.version
            self._planning = self.task.ports.plan(self.board.goal)
        if not self._planning.done():
            return ""
        plan, self._planning = self._planning.result(), None
        if plan.status is PlanStatus.SATISFIED and not universal_types(self.board.goal):
            return "the goal holds already"
        return "all it takes is in sight" if plan.status is PlanStatus.SOLVED else ""

    def terminate(self, new_status: Status) -> None:
        """Stop the planner, too."""
        if self._planning is not None:
            self._planning.cancel()
            self._planning = None
        super().terminate(new_status)


class NoteLooked(Leaf):
    """Remembers it, however it went: a robot that cannot turn may still do the task."""

    def update(self) -> Status:
        """SUCCESS."""
        self.board.looked = True
        return self.say(Status.SUCCESS)


def look_around(task: TaskContext) -> Behaviour:
    """The subtree."""
    look = Sequence("look", memory=True)
    look.add_children([TurnAround("turn around", task), NoteLooked("note looked", task)])
    tree = Selector("initial perception", memory=False)
    tree.add_children([Looked("looked?", task), look])
    return tree
