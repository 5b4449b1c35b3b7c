# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the behavior room needs from outside; it never imports skills, nodes or rclpy.

The ROS behavior node implements :class:`Ports` with action and service clients, the in-process
agent with direct calls; both run the same tree.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, Protocol, TypeVar, runtime_checkable

from egoplan_ros.world.action import Plan, SymbolicAction
from egoplan_ros.world.blocking import BlockingCondition
from egoplan_ros.world.goal import Formula
from egoplan_ros.world.skill import SkillResult
from egoplan_ros.world.state import WorldState

Result_co = TypeVar("Result_co", covariant=True)
Value = TypeVar("Value")


class EventKind(StrEnum):
    """What an :class:`Event` tells."""

    STARTED = "started"
    GOAL = "goal"
    SUBGOAL = "subgoal"
    DETAILS = "details"
    PLANNER = "planner"
    PLAN = "plan"
    ACTION_STARTED = "action_started"
    ACTION_ENDED = "action_ended"
    BLOCKED = "blocked"
    RESOLUTION = "resolution"
    SURPRISE = "surprise"
    MARKED = "marked"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Event:
    """Something worth telling a person or writing to a log.

    Attributes:
        kind: what happened.
        text: one line for people.
        stamp: of the world state it happened in, seconds.
        step: primitives executed so far in the episode.
        data: plain values for logs.
    """

    kind: EventKind
    text: str
    stamp: float = 0.0
    step: int = 0
    data: Mapping[str, str | int | float] = field(default_factory=dict)


@runtime_checkable
class Pending(Protocol[Result_co]):
    """Work under way. None of the methods may block for longer than one primitive.

    A skill may tell ``failures``, primitives that have failed in it; their budget may end it.
    """

    def done(self) -> bool:
        """Whether the result is there; an in-process skill advances by one primitive per call."""
        ...

    def result(self) -> Result_co:
        """The outcome; only asked for after ``done()`` was True."""
        ...

    def cancel(self) -> Result_co | None:
        """Give up the work; harmless when it is done. Nothing is asked of it afterwards.

        Returns:
            the outcome so far, which tells what was spent in vain; None when nothing is known.
        """
        ...


@dataclass(frozen=True, slots=True)
class Ready(Generic[Value]):
    """A result that is there at once."""

    value: Value

    def done(self) -> bool:
        """It is."""
        return True

    def result(self) -> Value:
        """The outcome."""
        return self.value

    def cancel(self) -> None:
        """Nothing is left to give up."""


@runtime_checkable
class Ports(Protocol):
    """The outside of the behavior tree."""

    def world(self) -> WorldState:
        """The latest world state; newer than the end of the last finished skill (loop rule)."""
        ...

    def plan(self, goal: Formula) -> Pending[Plan]:
        """Ask for a plan (or exploration plan) from the latest world state."""
        ...

    def start_skill(self, action: SymbolicAction) -> Pending[SkillResult]:
        """Start a skill; besides the planner's actions: ``LookAround()``, ``Search(type)``,
        ``AskHuman(text)``. A failure to start it is a failed :class:`SkillResult`, not an error.
        """
        ...

    def say(self, condition: BlockingCondition) -> None:
        """Publish a blocking condition."""
        ...

    def mark_unreachable(self, name: str) -> None:
        """Tell the world model that using an object (or reaching a frontier) failed again."""
        ...

    def mark_explored(self, name: str) -> None:
        """Tell the world model that a place shows no more than is known by now."""
        ...

    def record(self, event: Event) -> None:
        """Take note of an event for progress display and logs."""
        ...
