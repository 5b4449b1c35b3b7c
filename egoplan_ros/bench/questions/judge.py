# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether an answer is right, by the true state.

Doors are not opened for a question. What is behind one may be anything as long as the answer says
that it was not looked into; what an answer claims has to be true of the whole room.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from egoplan_ros.behavior.answer import Answer, answer
from egoplan_ros.bench.evaluator import Evaluation, TrueState
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.language.goals.question import (
    ANYTHING,
    Question,
    QuestionKind,
    question_about,
)
from egoplan_ros.world.episode import EpisodeResult
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.floor import FLOOR
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.state import WorldState

Truth = Mapping[str, Any]

_STILL = 0.001
"""Metres that do not count as moved."""


def same_room(before: Truth, after: Truth) -> bool:
    """Whether nothing was moved, opened, switched or taken between two true states."""
    first, last = ({item["objectId"]: item for item in x["objects"]} for x in (before, after))
    return first.keys() == last.keys() and all(_same(first[n], last[n]) for n in first)


def _same(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    keys = ("isOpen", "isToggled", "isPickedUp", "parentReceptacles")
    apart = (abs(one["position"][axis] - other["position"][axis]) for axis in "xyz")
    return max(apart) <= _STILL and all(one.get(key) == other.get(key) for key in keys)


def judge_answer(
    task: BenchTask, result: EpisodeResult, world: WorldState, before: Truth, after: Truth
) -> Evaluation:
    """Judge the end of a question: a right answer, and a room that is as it was.

    Args:
        task: the question as it was meant.
        result: of the agent, whose reason is the answer.
        world: what the agent believes.
        before, after: true states.
    """
    ontology = load_ontology()
    meant = question_about(QuestionKind(task.asks), task.goal)
    if meant is None:
        raise InputError(
            f"bench: {to_pddl(task.goal)} asks nothing; see config/suites/questions.yaml"
        )
    told = answer(meant, world, ontology)
    said = result.success and result.reason.startswith(told.text)
    right = said and is_right(meant, told, world, after, ontology)
    still = same_room(before, after)
    return Evaluation(right and still, int(right) + int(still), 2)


def is_right(
    question: Question, told: Answer, world: WorldState, truth: Truth, ontology: Ontology
) -> bool:
    """Whether an answer is right.

    Args:
        question: what was meant, which may have been read otherwise.
        told: the answer.
        world: what was believed when it was given, for what the answer tells of.
        truth: the true state.
        ontology: for subtypes.
    """
    room = _Room(question, truth, ontology)
    unseen = {kind for kind, _ in told.unseen}
    in_sight = [name for name in room.subjects if not room.shut_in(name)]
    open_to = [name for name in in_sight if room.fits(name)]
    behind = [n for n in room.subjects if room.shut_in(n) and room.fits(n) is not question.every]
    all_told = all(room.shut_in(name) <= unseen for name in behind)
    if told.says is None:
        if question.places:
            return room.no_place_open and not open_to
        return not in_sight and all_told
    if question.every:
        misfits = [name for name in in_sight if name not in open_to]
        return bool(in_sight) and (not misfits and all_told if told.says else bool(misfits))
    if not told.says:
        stated = bool(question.states) and not question.places
        return not open_to and all_told and (bool(in_sight) or not stated)
    if question.kind is QuestionKind.WHETHER:
        return bool(open_to or behind)
    items = [world.objects[name] for name in told.items]
    if question.kind is QuestionKind.WHERE:
        parents = (world.objects.get(item.parent or "") for item in items)
        spots = Counter(
            (item.type, parent.type if parent else FLOOR)
            for item, parent in zip(items, parents, strict=True)
        )
        return not spots - Counter(spot for name in in_sight for spot in room.spots(name))
    kinds = Counter(item.type for item in items)
    return kinds == Counter(room.type_of(name) for name in open_to) and all_told


class _Room:
    """The true state as far as a question goes."""

    def __init__(self, question: Question, truth: Truth, ontology: Ontology) -> None:
        self.question, self.ontology = question, ontology
        self.things = {item["objectId"]: item for item in truth["objects"]}
        self.state = TrueState(truth, ontology)
        kinds = [
            name
            for kind in question.types
            for name in (self.things if kind == ANYTHING else self.state.objects_of(kind))
        ]
        self.subjects = [name for name in dict.fromkeys(kinds) if self._loose(name)]

    def _loose(self, name: str) -> bool:
        if self.question.types != (ANYTHING,):
            return True
        known = self.type_of(name) in self.ontology
        able = known and self.ontology.affords(self.type_of(name), "pickupable")
        return able or (known and FLOOR not in self.question.places and bool(self.holders(name)))

    def type_of(self, name: str) -> str:
        return str(self.things[name]["objectType"])

    def holders(self, name: str) -> set[str]:
        """All that a thing is in or on, what that is in or on included if it can be carried."""
        found = set(self.things[name].get("parentReceptacles") or ()) & self.things.keys()
        for holder in list(found):
            if self.ontology.is_carrier(self.type_of(holder)):
                found |= self.holders(holder)
        return found

    def spots(self, name: str) -> set[tuple[str, str]]:
        """A thing's type with that of each place that may be told of it."""
        holders = self.holders(name)
        return {(self.type_of(name), self.type_of(holder)) for holder in holders} or {
            (self.type_of(name), FLOOR)
        }

    def shut_in(self, name: str) -> set[str]:
        """Types of the closed containers around a thing."""
        return {self.type_of(holder) for holder in self.holders(name) if self._shut(holder)}

    def _shut(self, name: str) -> bool:
        return self.ontology.lidded(self.type_of(name)) and not self.things[name].get("isOpen")

    def fits(self, name: str) -> bool:
        if any(self.state.fact(state, (name,)) != on for state, on in self.question.states):
            return False
        kinds = {self.type_of(holder) for holder in self.holders(name)}
        return not self.question.places or not kinds.isdisjoint(self.question.places)

    @property
    def no_place_open(self) -> bool:
        """Whether all places that were asked about are closed, or there is none."""
        places = [n for kind in self.question.places for n in self.state.objects_of(kind)]
        return all(self._shut(name) for name in places)
