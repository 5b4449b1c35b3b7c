"""What a person asks for, and what was understood."""

from dataclasses import dataclass, field

from egoplan_ros.world.goal import Formula


@dataclass(frozen=True, slots=True)
class Instruction:
    """A request.

    Attributes:
        text: goal sentence.
        steps: step-by-step sentences, if given.
        dialog: (speaker, utterance) pairs, if given.
        goal: PDDL text; when set, it is taken as is and nothing is predicted.
    """

    text: str
    steps: tuple[str, ...] = ()
    dialog: tuple[tuple[str, str], ...] = ()
    goal: str = ""


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
