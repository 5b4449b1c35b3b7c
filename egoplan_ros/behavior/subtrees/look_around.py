"""Initial perception (EPA Alg. 1, line 1): look around once before the first plan."""

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector, Sequence

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.subtrees.run_action import RunAction
from egoplan_ros.world.action import SymbolicAction


class Looked(Leaf):
    """Whether the first look around is done (or not wanted)."""

    def update(self) -> Status:
        """SUCCESS when done."""
        done = self.board.looked or not self.task.config.look_around
        return self.say(Status.SUCCESS if done else Status.FAILURE)


class TurnAround(RunAction):
    """Runs ``LookAround()``."""

    def action(self) -> SymbolicAction:
        """The action."""
        self.board.phase = "looking around"
        return SymbolicAction("LookAround")


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
