# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Symbolic actions and plans."""

from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class SymbolicAction:
    """A grounded action of household.pddl, e.g. ``PutObject(Mug_1, CoffeeMachine_1)``.

    ``args`` are ids of the object memory, or ids of exploration anchors (``frontier_3``).
    """

    name: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.args)})"


class PlanStatus(StrEnum):
    """Typed outcome of a planner call."""

    SOLVED = "solved"
    EXPLORE = "explore"
    SATISFIED = "satisfied"
    UNSOLVABLE = "unsolvable"
    IMPOSSIBLE = "impossible"
    TIMEOUT = "timeout"
    UNSUPPORTED = "unsupported"
    CRASH = "crash"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan, or why there is none.

    Attributes:
        status: SOLVED reaches the goal; EXPLORE reaches ``(explored)`` (EPA Alg. 1, line 15);
            SATISFIED means the goal already holds; the rest are failures, of which IMPOSSIBLE
            is one that nothing yet to be seen can change.
        actions: in order of execution.
        cost: planner's cost.
        goal: PDDL text of the goal (or alternative) it was made for.
        message: why, for failures.
        times: seconds by stage: model, ground, search, total.
        stamp: of the world state it was made from, seconds.
    """

    status: PlanStatus
    actions: tuple[SymbolicAction, ...] = ()
    cost: float = 0.0
    goal: str = ""
    message: str = ""
    times: dict[str, float] = field(default_factory=dict)
    stamp: float = 0.0

    @property
    def usable(self) -> bool:
        """Whether there is something to execute."""
        return self.status in (PlanStatus.SOLVED, PlanStatus.EXPLORE) and bool(self.actions)
