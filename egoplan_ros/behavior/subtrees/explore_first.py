# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Random exploration before the first plan, for so many steps (EPA 3 and F.3: 500 of them)."""

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector, Sequence
from py_trees.decorators import SuccessIsRunning

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.subtrees.execute import give_up_look
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.subtrees.run_action import RunAction
from egoplan_ros.planning.costs import USUAL
from egoplan_ros.planning.exploration import rank_anchors
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.action import SymbolicAction


def _anywhere(task: TaskContext) -> SymbolicAction:
    """To any frontier; when the floor is known as far as it can be got to, to any place."""
    anchors = rank_anchors(
        (),
        Facts(task.world, task.ontology),
        task.config.weights.given_up_after,
        USUAL,
        policy="random",
    )
    found = next((anchor for anchor in anchors if anchor.action == "Explore"), None)
    return SymbolicAction("Roam") if found is None else SymbolicAction(found.action, (found.id,))


class Explored(Leaf):
    """Whether that many steps were spent, or there is nowhere to go."""

    def update(self) -> Status:
        """SUCCESS when done."""
        board = self.board
        board.explored = board.explored or self.task.steps >= self.task.config.explore_steps
        return self.say(Status.SUCCESS if board.explored else Status.FAILURE)


class ExploreAnywhere(RunAction):
    """Goes somewhere and looks."""

    def action(self) -> SymbolicAction | None:
        """The action."""
        self.board.phase = "exploring"
        return _anywhere(self.task)


class NoteExplored(Leaf):
    """Leaves out a frontier that cannot be got to, or shows no more; ends where nobody can move."""

    def update(self) -> Status:
        """SUCCESS."""
        result = self.board.skill_result
        if result is None:
            return self.say(Status.SUCCESS)
        if result.action.name == "Roam":
            self.board.explored = not result.success
        elif result.success:
            give_up_look(self.task, result.action)
        else:
            self.task.mark(result.action.args[0])
        return self.say(Status.SUCCESS)


def explore_first(task: TaskContext) -> Behaviour:
    """The subtree."""
    explore = Sequence("explore", memory=True)
    explore.add_children(
        [ExploreAnywhere("explore anywhere", task), NoteExplored("note explored", task)]
    )
    tree = Selector("first exploration", memory=False)
    tree.add_children([Explored("explored?", task), SuccessIsRunning("explore on", explore)])
    return tree
