# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A baseline: any action that can be done as things stand, one after the other (OGAMUS table 2)."""

from random import Random

from py_trees.behaviour import Behaviour

from egoplan_ros.behavior.applicable import choices
from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.subtrees.run_action import RunAction
from egoplan_ros.world.action import SymbolicAction

ROAM = SymbolicAction("Roam")


class AnyAction(RunAction):
    """Runs one of the actions whose preconditions hold, or goes to any place.

    What came of it changes nothing but what is believed.
    """

    def action(self) -> SymbolicAction:
        """The action; the same in the same moment of the same episode."""
        task, world = self.task, self.task.world
        self.board.phase = "executing"
        chance = Random(f"{world.robot.episode}/{world.stamp}/{len(self.board.history)}")
        return chance.choice([*choices(world, task.ontology), ROAM])


def random_walk(task: TaskContext) -> Behaviour:
    """The subtree; it takes the place of recover, plan and execute."""
    return AnyAction("any action", task)
