# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a task has to know when whoever pursues it is started again: small, and plain values."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from egoplan_ros.behavior.context import TaskContext
from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.goal import parse_goal, to_pddl

_ERRORS = 20
"""Messages of blocking conditions that are kept; only the latest are looked at."""
_PLAIN = (
    "looked",
    "explored",
    "steps_at_start",
    "failed_primitives",
    "plans",
    "planner_failures",
)
"""Keys of the board that are kept as they are."""


def taken(task: TaskContext) -> dict[str, Any]:
    """What is pursued, what was done and tried, and what was spent, for JSON.

    The plan in hand is left out, and so is the action under way: both are decided on anew, from the
    world as it is then. The graph of what blocks grows again where something still blocks; what was
    tried in vain is kept.
    """
    board = task.board
    history = [list(item) for item in board.history]
    if board.current is not None:
        history.append([str(board.current), "interrupted"])
    found: dict[str, Any] = {key: getattr(board, key) for key in _PLAIN}
    return found | {
        "goal": to_pddl(board.goal),
        "failed_primitives": board.failed_primitives + board.failing,
        "readings_tried": sorted(board.readings_tried),
        "looked_at": sorted(board.looked_at),
        "history": history,
        "no_room": [[*key, *sorted(crowd)] for key, crowd in board.no_room.items()],
        "unhelped": sorted(board.unhelped),
        "errors": board.errors[-_ERRORS:],
        "blocking_counts": dict(board.blocking_counts),
        "repeats": [[*key, count] for key, count in board.repeats.items()],
        "tried": [
            [_plain(action), _plain(resolution), kind, count]
            for (action, resolution, kind), count in task.graph.memory.items()
        ],
        "seconds": task.seconds,
    }


def give_back(task: TaskContext, kept: Mapping[str, Any]) -> None:
    """Put what :func:`taken` told onto a fresh board, and into a fresh graph.

    Raises:
        InputError: a goal that is none.
        KeyError, TypeError, ValueError: it is something else.
    """
    board = task.board
    values: dict[str, Any] = {key: type(getattr(board, key))(kept[key]) for key in _PLAIN}
    values |= {
        "goal": parse_goal(kept["goal"]),
        "readings_tried": frozenset(map(str, kept["readings_tried"])),
        "looked_at": frozenset(map(str, kept["looked_at"])),
        "history": [(str(action), str(code)) for action, code in kept["history"]],
        "no_room": {(thing, place): frozenset(crowd) for thing, place, *crowd in kept["no_room"]},
        "unhelped": set(map(str, kept["unhelped"])),
        "errors": list(map(str, kept["errors"])),
        "blocking_counts": Counter(kept["blocking_counts"]),
        "repeats": Counter({(a, b, c): int(count) for a, b, c, count in kept["repeats"]}),
        "replan": "taken up again",
    }
    tried = Counter(
        {
            (_action(action), _action(resolution), str(kind)): int(count)
            for action, resolution, kind, count in kept["tried"]
        }
    )
    started = task.clock() - float(kept["seconds"])
    for key, value in values.items():
        setattr(board, key, value)
    task.graph.memory.update(tried)
    task.started = started


def _plain(action: SymbolicAction) -> list[str]:
    return [action.name, *action.args]


def _action(words: list[str]) -> SymbolicAction:
    name, *args = words
    return SymbolicAction(name, tuple(args))
