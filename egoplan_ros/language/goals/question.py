# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A question about how things are: what is asked, and how a formula tells it."""

from dataclasses import dataclass
from enum import StrEnum

from egoplan_ros.world.goal import And, Atom, Exists, Forall, Formula, Not, Or, literals
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.task import GoalAlternative, Instruction, TaskUnderstanding
from egoplan_ros.world.words.english import plural
from egoplan_ros.world.words.goal_words import STATES, counted_words, place_words, type_words

ANYTHING = "object"
"""The type of whatever lies or stands in or on something."""

_TASK = "ask_"
"""How the task form of a question begins."""


class QuestionKind(StrEnum):
    """What an answer tells."""

    WHETHER = "whether"
    WHERE = "where"
    HOW_MANY = "how_many"
    WHAT = "what"


_KINDS = {f"{_TASK}{kind}": kind for kind in QuestionKind}


@dataclass(frozen=True, slots=True)
class Question:
    """What somebody wants to know.

    Attributes:
        kind: what the answer tells.
        types: of what is asked about, any of them; :data:`ANYTHING` for whatever is there.
        places: types of what it is in or on, any of them; () is anywhere.
        states: (state, whether it holds) of what is asked about.
        every: asks whether places and states hold for all of the types, not for one.
    """

    kind: QuestionKind
    types: tuple[str, ...]
    places: tuple[str, ...] = ()
    states: tuple[tuple[str, bool], ...] = ()
    every: bool = False

    @property
    def formula(self) -> Formula:
        """What holds where the answer is yes, or where there is something to tell."""
        quantified = Forall if self.every else Exists
        each = tuple(
            quantified(((name, kind),), self._said(name))
            for name, kind in zip(_names("o", self.types), self.types, strict=True)
        )
        if len(each) == 1:
            return each[0]
        return And(each) if self.every else Or(each)

    def _said(self, name: str) -> Formula:
        """What is asked of one thing."""
        body: list[Formula] = []
        for state, value in self.states:
            body.append(Atom(state, (name,)) if value else Not(Atom(state, (name,))))
        there = tuple(
            Exists(((place, kind),), Atom("in", (name, place)))
            for place, kind in zip(_names("p", self.places), self.places, strict=True)
        )
        if there:
            body.append(there[0] if len(there) == 1 else Or(there))
        return body[0] if len(body) == 1 else And(tuple(body))

    def understood(self, instruction: Instruction) -> TaskUnderstanding:
        """The question as what is to be done about an instruction."""
        formula = self.formula
        return TaskUnderstanding(
            instruction,
            formula,
            1.0,
            (GoalAlternative(formula, 1.0),),
            task_type=f"{_TASK}{self.kind}",
        )

    def words(self, ontology: Ontology) -> str:
        """What is asked, in plain words: "whether every stove knob is off"."""
        one = self.kind in (QuestionKind.WHETHER, QuestionKind.WHERE)
        if self.types == (ANYTHING,):
            noun = "something" if one else ""
        elif one:
            noun = " or ".join(counted_words(kind, 1, self.every, ontology) for kind in self.types)
        else:
            noun = " or ".join(plural(type_words(kind, ontology)) for kind in self.types)
        told = [STATES.get(state, (state, f"not {state}"))[not on] for state, on in self.states]
        places = (f"the {type_words(kind, ontology)}" for kind in self.places)
        if self.places:
            told.append(place_words(self.places[0], " or ".join(places), ontology))
        rest = " and ".join(told) or ("there" if self.kind is not QuestionKind.WHERE else "")
        verb = "is" if one or not noun else "are"
        return " ".join(filter(None, (self.kind.replace("_", " "), noun, verb, rest)))


def _names(letter: str, kinds: tuple[str, ...]) -> list[str]:
    """A variable for each type."""
    return [f"?{letter}{number}" for number, _ in enumerate(kinds, 1)]


def question_asked(understanding: TaskUnderstanding) -> Question | None:
    """The question that an understanding is; None for what is to be brought about."""
    kind = _KINDS.get(understanding.task_type)
    return None if kind is None else question_about(kind, understanding.formula)


def question_about(kind: QuestionKind, formula: Formula) -> Question | None:
    """The question of a kind of which that is the formula; None where it is of none."""
    parts = formula.parts if isinstance(formula, And | Or) else (formula,)
    kinds = [part.variables[0][1] for part in parts if isinstance(part, Exists | Forall)]
    if not kinds or len(kinds) < len(parts):
        return None
    said = list(literals(parts[0]))
    return Question(
        kind,
        tuple(kinds),
        tuple(x.kinds[-1] for x in said if x.atom.predicate == "in"),
        tuple((x.atom.predicate, x.positive) for x in said if x.atom.predicate != "in"),
        isinstance(parts[0], Forall),
    )
