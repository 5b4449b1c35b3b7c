# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The blackboard: what the subtrees share; keys live in py_trees' storage, for its tools."""

from collections import Counter
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol

from py_trees.blackboard import Blackboard, Client
from py_trees.common import Access

from egoplan_ros.behavior.selection.transition_graph import Node
from egoplan_ros.behavior.subgoals import Part
from egoplan_ros.world.action import Plan, SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition
from egoplan_ros.world.goal import Formula
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.task import TaskUnderstanding

KEYS: dict[str, str] = {
    "understanding": "TaskUnderstanding pursued (settled with what was seen)",
    "new_understanding": "a new goal that takes over at the next tick, or None",
    "goal": "Formula pursued",
    "readings_tried": "frozenset of goal texts given up as unreachable",
    "subgoal": "Part of the goal that is planned for now, or None for all of it",
    "subgoal_since": "steps of the task when that began",
    "given_up": "frozenset of (goal, Part) set aside for the other subgoals",
    "last_round": "goal all of which is planned for, as only what was set aside is left, or None",
    "stop_requested": "reason why somebody wants the task to end, or ''",
    "outcome": "Outcome once the task has ended, else None",
    "phase": "what the robot is doing, one word",
    "looked": "whether the first look around is done",
    "explored": "whether the exploration before the first plan is done",
    "looked_at": "frozenset of ids gone to before the task may end; of a question, of looks",
    "plan": "Plan being executed, or None",
    "plan_index": "index of its present action",
    "replan": "why a new plan is needed, or '' when the present one stands",
    "current": "SymbolicAction under way, or None",
    "skill_result": "SkillResult of the action that ended last, or None",
    "cut_short": "what the last look went to, if something else that was found ended it, or ''",
    "block": "BlockingCondition of the blocked plan action, or None",
    "block_node": "Node of the state-transition graph being resolved, or None",
    "resolution": "Node picked as resolution, or None",
    "block_hidden": "whether the literal that tells the block's end held when it was noticed",
    "resolutions_left": "resolution actions that may still be tried for this block",
    "repeats": "Counter of (action name, object, kind) blocked",
    "steps_at_start": "the robot's step counter when the task started",
    "failed_primitives": "primitives that failed in actions that have ended",
    "failing": "primitives that have failed in the action under way",
    "plans": "planner calls",
    "planner_failures": "planner failures in a row",
    "history": "list of (action, 'ok' or error code)",
    "no_room": "dict of (object, receptacle) that found no room to ids of what was in there",
    "unhelped": "set of questions that nobody helped with, not to be asked again",
    "errors": "list of messages of blocking conditions",
    "blocking_counts": "Counter by blocking kind",
    "decisions": "per choice of an action: (candidates, actions applicable in that state)",
}
"""Every key with its meaning."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the task ended."""

    success: bool
    reason: str


class Board(Protocol):
    """Typed view of the blackboard; attributes as documented in :data:`KEYS`."""

    understanding: TaskUnderstanding
    new_understanding: TaskUnderstanding | None
    goal: Formula
    readings_tried: frozenset[str]
    subgoal: Part | None
    subgoal_since: int
    given_up: frozenset[tuple[Formula, Part]]
    last_round: Formula | None
    stop_requested: str
    outcome: Outcome | None
    phase: str
    looked: bool
    explored: bool
    looked_at: frozenset[str]
    plan: Plan | None
    plan_index: int
    replan: str
    current: SymbolicAction | None
    skill_result: SkillResult | None
    cut_short: str
    block: BlockingCondition | None
    block_node: Node | None
    resolution: Node | None
    block_hidden: bool
    resolutions_left: int
    repeats: Counter[tuple[str, str, str]]
    steps_at_start: int
    failed_primitives: int
    failing: int
    plans: int
    planner_failures: int
    history: list[tuple[str, str]]
    no_room: dict[tuple[str, str], frozenset[str]]
    unhelped: set[str]
    errors: list[str]
    blocking_counts: Counter[str]
    decisions: list[tuple[int, int]]


_NUMBERS = count(1)


def make_board() -> Board:
    """A blackboard client with all keys, in a namespace of its own (``/task_n``)."""
    number = next(_NUMBERS)
    client = Client(name=f"task_{number}", namespace=f"task_{number}")
    for key in KEYS:
        client.register_key(key=key, access=Access.WRITE)
    return client


def clear_board(board: Board, understanding: TaskUnderstanding, step: int) -> None:
    """Start values for a task."""
    values: dict[str, Any] = {
        "understanding": understanding,
        "new_understanding": None,
        "goal": understanding.formula,
        "readings_tried": frozenset(),
        "subgoal": None,
        "subgoal_since": 0,
        "given_up": frozenset(),
        "last_round": None,
        "stop_requested": "",
        "outcome": None,
        "phase": "starting",
        "looked": False,
        "explored": False,
        "looked_at": frozenset(),
        "plan": None,
        "plan_index": 0,
        "replan": "no plan yet",
        "current": None,
        "skill_result": None,
        "cut_short": "",
        "block": None,
        "block_node": None,
        "resolution": None,
        "block_hidden": False,
        "resolutions_left": 0,
        "repeats": Counter(),
        "steps_at_start": step,
        "failed_primitives": 0,
        "failing": 0,
        "plans": 0,
        "planner_failures": 0,
        "history": [],
        "no_room": {},
        "unhelped": set(),
        "errors": [],
        "blocking_counts": Counter(),
        "decisions": [],
    }
    for key, value in values.items():
        setattr(board, key, value)


def release_board(board: Board) -> None:
    """Remove the keys from py_trees' storage; harmless when that was done before."""
    client: Any = board
    if client.id() in Blackboard.clients:
        client.unregister(clear=True)
