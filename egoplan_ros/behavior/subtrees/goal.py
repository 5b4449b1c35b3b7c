# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Settles which reading of the instruction is meant, and checks whether the goal holds."""

from dataclasses import replace

from py_trees.common import Status

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.behavior.subtrees.closer_look import doubtful, look_closer
from egoplan_ros.behavior.subtrees.guards import spent
from egoplan_ros.behavior.subtrees.leaf import Leaf
from egoplan_ros.planning.costs import USUAL
from egoplan_ros.planning.exploration import rank_anchors
from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.problem.unseen import unseen_that_matter
from egoplan_ros.world.action import PlanStatus, SymbolicAction
from egoplan_ros.world.goal import to_pddl, universal_types, variable_types
from egoplan_ros.world.task import GoalAlternative, TaskUnderstanding


def rivals(understanding: TaskUnderstanding, share: float) -> tuple[GoalAlternative, ...]:
    """The readings of an instruction that are as likely as that share of the best one."""
    readings = understanding.alternatives
    floor = share * max((reading.probability for reading in readings), default=0.0)
    return tuple(reading for reading in readings if reading.probability >= floor)


def next_look(task: TaskContext) -> SymbolicAction | None:
    """Where, best, something nobody has seen yet may make a goal about all of a type false."""
    types, places = unseen_that_matter(task.board.goal)
    if not types and not places:
        return None
    facts, after = Facts(task.world, task.ontology), task.config.weights.given_up_after
    anchors = rank_anchors(types, facts, after, USUAL, inside=places)
    return SymbolicAction(anchors[0].action, (anchors[0].id,)) if anchors else None


class SettleGoal(Leaf):
    """Re-ranks the readings with the types seen so far, between two plans.

    A type that was not seen may still turn up, so only readings that are about as likely from
    the words alone compete here, and all plausible ones of which everything was seen once that is
    so of the likeliest. The others have their turn when the likelier ones have no plan.
    A reading that was given up as unreachable is not taken up again, and what a person chose stays.
    """

    def update(self) -> Status:
        """SUCCESS always; changes ``goal`` when another reading has become the best."""
        board, task = self.board, self.task
        if task.settle is None or not board.replan or board.block is not None or board.current:
            return self.say(Status.SUCCESS)
        types = {item.type for item in task.world.objects.values()}
        readings = self._competing(types)
        understanding = board.understanding
        if board.readings_tried or understanding.decided or len(understanding.alternatives) < 2:
            return self.say(Status.SUCCESS)
        settled = task.settle(replace(understanding, alternatives=readings), types)
        if settled.formula != board.goal:
            board.goal = settled.formula
            task.tell(EventKind.GOAL, to_pddl(settled.formula))
        return self.say(Status.SUCCESS, task.goal_text)

    def _competing(self, types: set[str]) -> tuple[GoalAlternative, ...]:
        ontology = self.task.ontology

        def seen(reading: GoalAlternative) -> bool:
            kinds = set(variable_types(reading.formula).values()) - {"object"}
            return all(ontology.subtypes(kind) & types for kind in kinds if kind in ontology)

        understanding = self.board.understanding
        weights = self.task.config.weights
        alike = rivals(understanding, weights.rival_share)
        if not alike or not seen(alike[0]):
            return alike
        plausible = (r for r in understanding.alternatives if r.probability >= weights.plausible)
        return (*alike, *(r for r in plausible if r not in alike and seen(r)))


class GoalHolds(Leaf):
    """Success of the task: the goal holds in the world model (EPA Alg. 1, line 30).

    Looked at between actions only: half-way through an action beliefs are in flux, and stopping
    there could leave the object somewhere else. What is said of all things of a type may be true
    of those that were seen: then the planner says whether to look for others, and ends the task.
    What was hardly seen is gone to before the task ends.
    """

    def update(self) -> Status:
        """SUCCESS with the outcome set, or FAILURE."""
        board, task = self.board, self.task
        if board.current is not None or not task.goal_reached():
            return self.say(Status.FAILURE)
        if task.config.pursuit != "plan" and next_look(task) is not None and not spent(task):
            return self.say(Status.FAILURE, "the goal holds for what was seen")
        if task.config.pursuit == "plan" and universal_types(board.goal) and not spent(task):
            if board.plan is not None and board.plan.status is PlanStatus.SOLVED:
                board.replan = "the goal holds for what was seen"
            return self.say(Status.FAILURE, "the goal holds for what was seen")
        if task.config.pursuit == "plan" and not spent(task) and (name := doubtful(task)):
            if look_closer(task, name):
                return self.say(Status.FAILURE, f"{name} was hardly seen")
            return self.say(Status.FAILURE, f"{name} cannot be looked at")
        task.end(True, "the goal holds")
        return self.say(Status.SUCCESS, "the goal holds")
