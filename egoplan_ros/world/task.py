# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a person asks for, and what was understood."""

from dataclasses import dataclass, field
from typing import Any

from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.goal import Formula
from egoplan_ros.world.primitive import PrimitiveKind
from egoplan_ros.world.system.arguments import require


@dataclass(frozen=True, slots=True)
class ActedStep:
    """One step of an action history (TEACh's execution from dialog history, DANLI 4.1).

    Attributes:
        action: an interaction, or to drop what is held.
        object_type: ontology type of what was acted on; of a put the receptacle.
        object_id: tells it from others of its type within the history; "" where not known.
        success: whether it worked; what did not changes nothing.
        position: of a put where the thing was put, else the middle of what was acted on, map,
            metres; None where not known.
    """

    action: PrimitiveKind
    object_type: str
    object_id: str = ""
    success: bool = True
    position: Vector3 | None = None


@dataclass(frozen=True, slots=True)
class Instruction:
    """A request.

    Attributes:
        text: goal sentence.
        steps: step-by-step sentences, if given.
        dialog: (speaker, utterance) pairs, if given.
        goal: PDDL text; when set, it is taken as is and nothing is predicted.
        history: what was done before, in order, by whomever; a prior, which what is seen outranks.

    Raises:
        InputError: a value of another kind, e.g. one sentence where ``steps`` are several.
    """

    text: str
    steps: tuple[str, ...] = ()
    dialog: tuple[tuple[str, str], ...] = ()
    goal: str = ""
    history: tuple[ActedStep, ...] = ()

    def __post_init__(self) -> None:
        spoken = _several(self.dialog, list | tuple) and all(
            len(said) == 2 and _several(said, str) for said in self.dialog
        )
        for fits, name, wanted, value in (
            (isinstance(self.text, str), "text", "a sentence", self.text),
            (_several(self.steps, str), "steps", "a list of sentences", self.steps),
            (spoken, "dialog", "pairs of speaker and utterance", self.dialog),
            (isinstance(self.goal, str), "goal", "PDDL text", self.goal),
            (_several(self.history, ActedStep), "history", "a list of ActedStep", self.history),
        ):
            require(fits, f"instruction: {name}", wanted, value)


def _several(values: Any, kind: Any) -> bool:
    return isinstance(values, list | tuple) and all(isinstance(value, kind) for value in values)


@dataclass(frozen=True, slots=True)
class Subgoal:
    """A (patient, predicate, destination) triple (DANLI 3.2), types of the ontology."""

    patient: str
    predicate: str
    destination: str = ""


@dataclass(frozen=True, slots=True)
class GoalAlternative:
    """A possible reading with its probability."""

    formula: Formula
    probability: float


@dataclass(frozen=True, slots=True)
class TaskUnderstanding:
    """Output of the language room.

    Attributes:
        instruction: what was asked.
        formula: most likely goal.
        confidence: its calibrated probability.
        alternatives: ranked readings, the first equals ``formula``.
        subgoals: in order.
        context: CAPEAM's context by role: target, carrier, destination, appliance.
        task_type: name of the recognised form, "" when given as PDDL.
    """

    instruction: Instruction
    formula: Formula
    confidence: float
    alternatives: tuple[GoalAlternative, ...] = ()
    subgoals: tuple[Subgoal, ...] = ()
    context: dict[str, str] = field(default_factory=dict)
    task_type: str = ""

    @property
    def decided(self) -> bool:
        """Whether a person chose among the readings: one is ruled out, with probability 0.

        What is seen only makes readings less likely; nothing ranks them anew after this.
        """
        return any(reading.probability == 0.0 for reading in self.alternatives)

    def overrules(self, earlier: "TaskUnderstanding") -> bool:
        """Whether this says more than ``earlier``, not only how likely the same readings are.

        It has a goal that was none of the readings, or rules one out that was possible.
        """
        possible = {r.formula for r in earlier.alternatives if r.probability > 0.0}
        possible = possible or {earlier.formula}
        ruled_out = {r.formula for r in self.alternatives if r.probability == 0.0}
        return self.formula not in possible or bool(ruled_out & possible)
