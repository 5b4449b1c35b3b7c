"""Random exploration before the first plan, for so many steps (EPA 3 and F.2: 500 of them)."""

from py_trees.behaviour import Behaviour
from py_trees.common import Status
from py_trees.composites import Selector, Sequence
from py_trees.decorators import SuccessIsRunning

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.subtrees.execute import give_up_look
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.behavior.subtrees.run_action import RunAction
from egoplan_ros.planning.exploration import rank_anchors
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.action import SymbolicAction


def _frontier(task: TaskContext) -> SymbolicAction | None:
    """Any frontier; None when the floor is known as far as it can be got to."""
    anchors = rank_anchors((), Facts(task.world, task.ontology), policy="random")
    found = next((anchor for anchor in anchors if anchor.action == "Explore"), None)
    return None if found is None else SymbolicAction(found.action, (found.id,))


class Explored(Leaf):
    """Whether that many steps were spent (or none are wanted), or nothing is left to explore."""

    def update(self) -> Status:
        """SUCCESS when done."""
        board, most = self.board, self.task.config.explore_steps
        if not board.explored and (
            self.task.steps >= most or (board.current is None and _frontier(self.task) is None)
        ):
            board.explored = True
        return self.say(Status.SUCCESS if board.explored else Status.FAILURE)


class ExploreAnywhere(RunAction):
    """Goes to a frontier and looks."""

    def action(self) -> SymbolicAction | None:
        """The action."""
        self.board.phase = "exploring"
        return _frontier(self.task)


class NoteExplored(Leaf):
    """Leaves out a frontier that cannot be got to, or shows no more."""

    def update(self) -> Status:
        """SUCCESS."""
        result = self.board.skill_result
        if result is not None and result.success:
            give_up_look(self.task, result.action)
        elif result is not None:
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
