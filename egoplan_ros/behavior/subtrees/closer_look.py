# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A look from near at what is believed to be where the goal wants it, before the task ends."""

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.behavior.looking import seen_from_near
from egoplan_ros.behavior.ports import EventKind
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.action import Plan, PlanStatus, SymbolicAction
from egoplan_ros.world.blocking import BlockingKind
from egoplan_ros.world.floor import speaks_of_floor
from egoplan_ros.world.goal import atoms
from egoplan_ros.world.skill import SkillResult

_CLOSER = "a closer look"
_ROBOTS_OWN = (BlockingKind.ROBOT_FAULT, BlockingKind.PERCEPTION_STALE)
"""What says nothing about the place that was to be looked at."""


def doubtful(task: TaskContext) -> str:
    """An object believed to be where the goal wants it that was hardly seen there; or "".

    From afar a pot in the sink looks as if it stood on the counter, and so does an apple of which
    the rim hides all but a sliver.
    """
    _note_blocked(task)
    world, goal = task.world, task.board.goal
    facts = Facts(world, task.ontology, floor=speaks_of_floor(goal))
    found = facts.witness(goal) or {}
    placed = (atom.args[0] for atom in atoms(goal) if atom.predicate == "in")
    for name in dict.fromkeys(found.get(variable, "") for variable in placed):
        item = world.objects.get(name)
        if item is None or item.held or name in task.board.looked_at or not item.seen_from:
            continue
        if facts.hidden(item):
            continue
        if task.ontology.hardly_shows(item.type, item.size) or not seen_from_near(world, item):
            return name
    return ""


def look_closer(task: TaskContext, name: str) -> bool:
    """Make going to an object the plan, for what was planned or blocked is of no use any more.

    False while the robot's own trouble keeps it from going there.
    """
    board = task.board
    action = SymbolicAction("GoTo", (name,))
    block = board.block
    if block is not None and block.action == action and block.kind in _ROBOTS_OWN:
        return False
    board.block = board.block_node = board.resolution = None
    board.plan = Plan(PlanStatus.SOLVED, (action,), message=_CLOSER)
    board.plan_index, board.replan = 0, ""
    task.watch.planned(board.plan, board.goal, task.world)
    task.tell(EventKind.PLAN, str(action), status=str(PlanStatus.SOLVED))
    return True


def looks_closer(task: TaskContext) -> bool:
    """Whether the plan in hand is such a look."""
    return task.board.plan is not None and task.board.plan.message == _CLOSER


def note_look(task: TaskContext, result: SkillResult) -> None:
    """Remember what was gone to; not when the look was called off, or who did it died."""
    if looks_closer(task) and result.success:
        task.board.looked_at |= set(result.action.args)


def _note_blocked(task: TaskContext) -> None:
    """What cannot be gone to counts as looked at: another try would show no more."""
    block = task.board.block
    if block is not None and looks_closer(task) and block.kind not in _ROBOTS_OWN:
        task.board.looked_at |= set(block.action.args)
