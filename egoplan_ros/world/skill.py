# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How a skill talks to whoever drives it.

A skill is a generator: it yields the next :class:`Primitive` and is sent a :class:`Feedback` with
the outcome and a world state that is newer than the primitive's end (the loop rule). It returns a
:class:`SkillResult`. The skill executor node and the in-process agent drive the same generators;
closing the generator cancels the skill between two primitives.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from inspect import Parameter, signature
from typing import Any

from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveResult
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.system.registry import Registry


@dataclass(frozen=True, slots=True)
class Feedback:
    """Outcome of the primitive just executed, and the world seen after it."""

    result: PrimitiveResult
    world: WorldState


@dataclass(frozen=True, slots=True)
class SkillResult:
    """Outcome of a skill.

    Attributes:
        action: what was asked for.
        success: post-condition was observed.
        error: code when it failed.
        message: one line for people.
        objects: ids involved in the failure (e.g. the obstacle, the closed receptacle).
        primitives: number executed.
        failures: number of primitives the robot reported as failed.
    """

    action: SymbolicAction
    success: bool
    error: ErrorCode = ErrorCode.NONE
    message: str = ""
    objects: tuple[str, ...] = field(default=())
    primitives: int = 0
    failures: int = 0


SkillSteps = Generator[Primitive, Feedback, SkillResult]

GROUP = "egoplan_ros.skills"
"""Entry points of other packages' skills: functions as those of the room ``skills``."""


def argument_count(name: str, steps: Any) -> int:
    """Objects that a skill's function needs beside the context, which comes first."""
    needed = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
    own = [item for item in signature(steps).parameters.values() if item.kind in needed]
    if not own:
        raise TypeError(f"{name} must take the context first")
    return sum(item.default is Parameter.empty for item in own) - 1


SIGNATURES: Registry[int] = Registry(
    "skill",
    GROUP,
    {
        **dict.fromkeys(("Roam", "LookAround"), 0),
        **dict.fromkeys(("GoTo", "PickUp", "Open", "Close", "ToggleOn", "ToggleOff", "Slice"), 1),
        **dict.fromkeys(("Pour", "Explore", "Inspect", "Search", "AskHuman"), 1),
        **dict.fromkeys(("Put", "Clean", "Heat", "HeatOnStove", "Cool", "Cook", "Fill", "Brew"), 2),
        "Water": 3,
    },
    argument_count,
)
"""Number of arguments of each skill: what a planning domain and a catalogue may name."""
