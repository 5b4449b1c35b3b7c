# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The answer to a question as a sentence, from what the world model knows."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from egoplan_ros.behavior.looking import Findings
from egoplan_ros.language.goals.question import ANYTHING, Question, QuestionKind
from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.floor import FLOOR
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState
from egoplan_ros.world.words.english import number_words, plural
from egoplan_ros.world.words.goal_words import (
    STATES,
    counted_words,
    place_words,
    type_words,
)

_TELLING_DISTANCE = 1.5
"""Metres from a thing within which a piece of furniture tells where it is."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is told.

    Attributes:
        text: one clause, without a full stop.
        says: whether what is asked is so; None where that could not be seen. Of a question for
            places, numbers or contents: whether there is anything to tell.
        items: ids of what is told of.
        unseen: types of closed containers that may hold more, by number.
    """

    text: str
    says: bool | None
    items: tuple[str, ...] = ()
    unseen: tuple[tuple[str, int], ...] = ()


def answer(question: Question, world: WorldState, ontology: Ontology, spent: str = "") -> Answer:
    """What can be told of a question by now.

    Args:
        question: what is asked.
        world: what is believed.
        ontology: for names.
        spent: the budget that ended the looking before its end; "" if none did.
    """
    findings = Findings(question, world, ontology)
    says, text, items = _Speaker(findings).told()
    shut = Counter(() if findings.known else (item.type for item in findings.shut))
    if shut and says is not None:
        text += f"; not looked into: {_listed(_the(k, n, findings) for k, n in shut.items())}"
    if spent and not findings.known:
        text += f"; not everything was looked at ({spent} were used up)"
    return Answer(text, says, tuple(item.id for item in items), tuple(sorted(shut.items())))


def whereabouts(item: ObjectInstance, facts: Facts) -> str:
    """Where a thing is, as people tell it: "on the desk near the bed"."""
    if item.held:
        return "in my hand"
    parent = facts.objects.get(item.parent or "")
    said = [] if parent is None else [_place(parent, facts)]
    if parent is not None and facts.ontology.is_carrier(parent.type) and parent.parent:
        outer = facts.objects.get(parent.parent)
        said += [] if outer is None else [_place(outer, facts)]
    near = _landmark(item, parent, facts)
    if near is not None:
        said.append(f"near {_called(near, facts)}")
    return " ".join(said) or "in plain view"


def _landmark(
    item: ObjectInstance, parent: ObjectInstance | None, facts: Facts
) -> ObjectInstance | None:
    """The nearest piece of furniture of a kind of which there is but one."""
    kinds = Counter(other.type for other in facts.objects.values())

    def away(other: ObjectInstance) -> float:
        return other.planar_distance(item.center[0], item.center[1])

    furniture = [
        other
        for other in facts.objects.values()
        if other.type != FLOOR
        and kinds[other.type] == 1
        and other.id != item.id
        and (parent is None or other.id != parent.id)
        and facts.unary("receptacle", other)
        and not facts.unary("pickupable", other)
    ]
    nearest = min(furniture, key=away, default=None)
    return nearest if nearest is not None and away(nearest) <= _TELLING_DISTANCE else None


def _place(place: ObjectInstance, facts: Facts) -> str:
    return place_words(place.type, _called(place, facts), facts.ontology)


def _called(item: ObjectInstance, facts: Facts) -> str:
    """ "The fridge" where there is one, else "a cabinet"."""
    alike = sum(other.type == item.type for other in facts.objects.values())
    word = type_words(item.type, facts.ontology)
    return f"the {word}" if alike == 1 else counted_words(item.type, 1, False, facts.ontology)


def _the(kind: str, count: int, findings: Findings) -> str:
    ontology = findings.facts.ontology
    alone = count == len(findings.facts.objects_of(kind)) == 1
    if alone:
        return f"the {type_words(kind, ontology)}"
    return counted_words(kind, count, False, ontology)


def _listed(words: Iterable[str]) -> str:
    *first, last = list(words)
    return f"{', '.join(first)} and {last}" if first else last


class _Speaker:
    """Words for one question."""

    def __init__(self, findings: Findings) -> None:
        self.findings, self.facts = findings, findings.facts
        self.question, self.ontology = findings.question, findings.facts.ontology

    def told(self) -> tuple[bool | None, str, Sequence[ObjectInstance]]:
        """Whether it is so, the sentence, and what that is about."""
        findings, question = self.findings, self.question
        if question.places and not findings.found and (why := self.hindered()):
            return None, why, ()
        match question.kind:
            case QuestionKind.WHETHER if question.every:
                return self.of_all()
            case QuestionKind.WHETHER if findings.found and question.states and not question.places:
                return True, f"yes: {self.alike(findings.found, True)}", findings.found
            case QuestionKind.WHETHER if findings.found:
                return True, f"yes: {self.clauses(findings.found)}", findings.found
            case QuestionKind.WHETHER:
                return self.of_none()
            case QuestionKind.WHAT:
                return self.contents()
        if not findings.found:
            return False, f"{self.none()} seen{self.rest()}", ()
        if question.kind is QuestionKind.WHERE:
            return True, self.clauses(findings.found), findings.found
        return True, self.numbers(), findings.found

    def hindered(self) -> str:
        """Why nothing can be told of the places asked about; "" where it can."""
        places, kinds = self.findings.places, self.question.places
        if not places:
            names = " or ".join(type_words(kind, self.ontology) for kind in kinds)
            return f"no {names} seen"
        if len(self.findings.shut) < len(places):
            return ""
        shut = Counter(item.type for item in places)
        names = _listed(_the(kind, count, self.findings) for kind, count in shut.items())
        return f"that cannot be seen: {names} {'is' if len(places) == 1 else 'are'} closed"

    def of_all(self) -> tuple[bool | None, str, Sequence[ObjectInstance]]:
        subjects, others = self.findings.subjects, self.findings.others
        if not subjects:
            return None, f"{self.none()} seen", ()
        if not others:
            return True, f"yes: {self.alike(subjects, True)}", subjects
        return False, f"no: {self.alike(others, False)}", others

    def of_none(self) -> tuple[bool | None, str, Sequence[ObjectInstance]]:
        question, subjects = self.question, self.findings.subjects
        if question.states and not question.places:
            if not subjects:
                return None, f"{self.none()} seen", ()
            return False, f"no: {self.alike(subjects, False)}", subjects
        text = f"no: {self.none()} is {self.rest().strip()}" if self.rest() else ""
        return False, text or f"no: {self.none()} seen", subjects if question.places else ()

    def contents(self) -> tuple[bool | None, str, Sequence[ObjectInstance]]:
        there: dict[str, dict[str, ObjectInstance]] = {}
        for place in self.findings.places:
            inside = [item for item in self.findings.found if self.findings.within(item, place)]
            there.setdefault(place.type, {}).update({item.id: item for item in inside})
        said = []
        for kind, items in there.items():
            if items:
                word = type_words(kind, self.ontology)
                several = len(self.facts.objects_of(kind)) > 1
                name = f"the {plural(word) if several else word}"
                where = place_words(kind, name, self.ontology)
                said.append(f"{where}: {self.kinds(items.values())}")
        if said:
            return True, "; ".join(said), self.findings.found
        none = "nothing" if self.question.types == (ANYTHING,) else self.none()
        return False, f"{none} is {self.rest().strip()}", ()

    def numbers(self) -> str:
        """How many there are, and where."""
        found = self.findings.found
        total = self.kinds(found)
        spots = Counter(self.spot(item) for item in found)
        if len(found) == 1 or len(spots) == 1:
            return f"{total}: {next(iter(spots))}"
        return f"{total}: {', '.join(f'{count} {spot}' for spot, count in spots.items())}"

    def spot(self, item: ObjectInstance) -> str:
        parent = self.facts.objects.get(item.parent or "")
        return whereabouts(item, self.facts) if parent is None else _place(parent, self.facts)

    def clauses(self, items: Sequence[ObjectInstance]) -> str:
        """What is where, and how."""
        there: dict[str, list[ObjectInstance]] = {}
        for item in items:
            there.setdefault(whereabouts(item, self.facts), []).append(item)
        states = self.states(True)
        return "; ".join(
            f"{self.kinds(some)} {'is' if len(some) == 1 else 'are'} "
            f"{f'{states} ' if states else ''}{where}"
            for where, some in there.items()
        )

    def kinds(self, items: Iterable[ObjectInstance]) -> str:
        """Things by their types: "two mugs and an apple"."""
        counts = Counter(item.type for item in items)
        return _listed(counted_words(k, n, False, self.ontology) for k, n in counts.items())

    def alike(self, items: Sequence[ObjectInstance], so: bool) -> str:
        """How all of some things are, or that so many of all are otherwise."""
        kinds, every = (
            Counter(item.type for item in some) for some in (items, self.findings.subjects)
        )
        rest = self.states(so) or f"{'' if so else 'not '}{self.rest().strip()}"
        parts = []
        for kind, count in kinds.items():
            if every[kind] == 1:
                parts.append(f"the {type_words(kind, self.ontology)} is {rest}")
            elif count == every[kind]:
                words = counted_words(kind, count, False, self.ontology)
                parts.append(f"{'all' if count > 2 else 'both'} {words} are {rest}")
            else:
                all_told = counted_words(kind, every[kind], False, self.ontology)
                verb = "is" if count == 1 else "are"
                parts.append(f"{number_words(count)} of {all_told} {verb} {rest}")
        return _listed(parts).replace("both two ", "both ")

    def states(self, so: bool) -> str:
        """What is asked of a thing, or its opposite."""
        return " and ".join(
            STATES.get(state, (state, f"not {state}"))[on is not so]
            for state, on in self.question.states
        )

    def rest(self) -> str:
        """The places asked about: " in the sink"."""
        if not self.question.places:
            return ""
        kinds = self.question.places
        seen = [kind for kind in kinds if self.facts.objects_of(kind)] or list(kinds)
        names = " or ".join(f"the {type_words(kind, self.ontology)}" for kind in seen)
        return f" {place_words(seen[0], names, self.ontology)}"

    def none(self) -> str:
        if self.question.types == (ANYTHING,):
            return "nothing"
        return f"no {' or '.join(type_words(kind, self.ontology) for kind in self.question.types)}"
