"""How a skill talks to whoever drives it.

A skill is a generator: it yields the next :class:`Primitive` and is sent a :class:`Feedback` with
the outcome and a world state that is newer than the primitive's end (the loop rule). It returns a
:class:`SkillResult`. The skill executor node and the in-process agent drive the same generators;
closing the generator cancels the skill between two primitives.
"""

from collections.abc import Generator
from dataclasses import dataclass, field

from egoplan_ros.world.action import SymbolicAction
from egoplan_ros.world.primitive import ErrorCode, Primitive, PrimitiveResult
from egoplan_ros.world.state import WorldState


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
