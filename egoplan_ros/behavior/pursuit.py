# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which part of the goal is planned for next, by whom, and when one is given up for the others."""

from egoplan_ros.behavior.config import WHOLE
from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.details.stages import NoDetails
from egoplan_ros.behavior.ports import EventKind, Pending, Ready
from egoplan_ros.behavior.subgoals import (
    Part,
    next_part,
    parts_in_order,
    subgoals_to_pursue,
)
from egoplan_ros.world.action import Plan
from egoplan_ros.world.goal import Formula


def ask_for_plan(task: TaskContext) -> Pending[Plan]:
    """Ask for a plan to what is to be reached now.

    Who plans in detail is asked first, if there is such (CAPEAM 3.1.2); the planner then, which
    also looks for what is not known.
    """
    goal = aim(task)
    if task.detailed_planner is not None:
        old = task.board.plan.actions if task.board.plan else ()
        try:
            kept = {name for action in old for name in action.args}
            plan = task.detailed_planner.plan(goal, task.world, kept)
        except NoDetails as why:
            task.tell(EventKind.DETAILS, f"the planner is asked: {why}")
        else:
            task.tell(EventKind.DETAILS, plan.message)
            return Ready(plan)
    return task.ports.plan(goal)


def aim(task: TaskContext) -> Formula:
    """What to plan for now; noted on the board.

    With subgoals, that is the first that does not hold. One that takes too long is set aside while
    others are left ("gives up and moves on to the next subgoal", DANLI 3.3). What was set aside is
    returned to when nothing else is left: then the whole goal is planned for, to the end.
    """
    board = task.board
    if task.config.subgoals == WHOLE or board.last_round == board.goal:
        return board.goal
    goal, part = _next(task)
    if part is None and _given_up(task):
        board.last_round = board.goal
    if part != board.subgoal:
        board.subgoal, board.subgoal_since = part, task.steps
        task.tell(EventKind.SUBGOAL, str(part or "what was set aside"))
    elif part is not None and task.steps - board.subgoal_since >= task.config.subgoal_steps:
        if set_aside(task, f"{task.config.subgoal_steps} steps"):
            return aim(task)
        board.subgoal_since = task.steps
    return goal


def set_aside(task: TaskContext, why: str) -> bool:
    """Give up the present subgoal for now; False when no other is left to move on to."""
    board = task.board
    part = board.subgoal
    if task.config.subgoals == WHOLE or board.last_round == board.goal or part is None:
        return False
    given_up = board.given_up | {(board.goal, part)}
    if _next(task, given_up)[1] is None and not _given_up(task):
        return False
    board.given_up = given_up
    board.planner_failures = 0
    task.new_graph()
    board.replan = f"{part} was set aside: {why}"
    task.tell(EventKind.SURPRISE, board.replan)
    return True


def _next(
    task: TaskContext, given_up: frozenset[tuple[Formula, Part]] | None = None
) -> tuple[Formula, Part | None]:
    goal, world = task.board.goal, task.world
    return next_part(
        goal,
        _order(task),
        lambda formula: task.goal_holds(formula, world),
        _given_up(task, given_up),
    )


def _order(task: TaskContext) -> tuple[Part, ...]:
    board = task.board
    told = subgoals_to_pursue(board.understanding, board.goal, task.config.subgoals, task.ontology)
    return parts_in_order(board.goal, told)


def _given_up(
    task: TaskContext, given_up: frozenset[tuple[Formula, Part]] | None = None
) -> set[Part]:
    found = task.board.given_up if given_up is None else given_up
    return {part for goal, part in found if goal == task.board.goal}
