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
