# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A goal in plain words: "a mug is clean and in a drawer"."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not, Or
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.words.english import number_words, plural, split_name

STATES = {
    "toggled": ("on", "off"),
    "open": ("open", "closed"),
    "holding": ("in the robot's hand", "not in the robot's hand"),
    "near": ("within reach", "not within reach"),
    "filled": ("full of water", "empty"),
    "brewed": ("full of coffee", "without coffee"),
    "dirty": ("dirty", "clean"),
}
"""Words for a state and for its opposite; other states are called by their own names."""


@dataclass(slots=True)
class _Thing:
    """A variable with what is said of it."""

    kind: str
    every: bool
    states: list[str] = field(default_factory=list)
    places: list[tuple[bool, str]] = field(default_factory=list)


def goal_words(goal: Formula, ontology: Ontology, names: Mapping[str, str] = {}) -> str:
    """What holds when a goal is fulfilled, as an English clause without a full stop.

    Args:
        goal: closed; objects that it names are told by their names.
        ontology: for "in" and "on", and for what people call a type.
        names: what free variables are called.
    """
    match goal:
        case Or(parts):
            return " or ".join(goal_words(part, ontology, names) for part in parts)
        case And(parts) if any(isinstance(part, Exists | Forall | Or) for part in parts):
            return ", and ".join(goal_words(part, ontology, names) for part in parts)
        case Not(part) if not isinstance(part, Atom | Equal):
            return f"it is not so that {goal_words(part, ontology, names)}"
    things = {name: _Thing(called, False) for name, called in names.items()}
    loose: list[str] = []
    _collect(goal, things, loose, ontology)
    clauses = _clauses(things, ontology)
    return ", and ".join([*clauses, *loose]) or "nothing is to be done"


def type_words(kind: str, ontology: Ontology) -> str:
    """What people call a type."""
    names = ontology.types[kind].names if kind in ontology else ()
    return names[0] if names else " ".join(split_name(kind))


def _collect(
    formula: Formula, things: dict[str, _Thing], loose: list[str], ontology: Ontology
) -> None:
    match formula:
        case Exists(variables, body) | Forall(variables, body):
            every = isinstance(formula, Forall)
            things.update((name, _Thing(kind, every)) for name, kind in variables)
            _collect(body, things, loose, ontology)
        case And(parts):
            for part in parts:
                _collect(part, things, loose, ontology)
        case Atom(predicate, terms):
            _note(predicate, terms, True, things, loose)
        case Not(Atom(predicate, terms)):
            _note(predicate, terms, False, things, loose)
        case Equal() | Not(Equal()):
            pass  # different ones are counted
        case _:
            loose.append(goal_words(formula, ontology, _called(things, ontology)))


def _called(things: Mapping[str, _Thing], ontology: Ontology) -> dict[str, str]:
    """What variables are called once they are introduced: "the mug"."""
    return {
        name: f"the {type_words(thing.kind, ontology)}" if thing.kind in ontology else thing.kind
        for name, thing in things.items()
    }


def _note(
    predicate: str,
    terms: Sequence[str],
    positive: bool,
    things: dict[str, _Thing],
    loose: list[str],
) -> None:
    if not terms:
        plain = {"handempty": ("the hand is empty", "the hand is full")}
        words = plain.get(predicate, (f"{predicate} holds", f"{predicate} does not hold"))
        loose.append(words[not positive])
        return
    for term in terms:
        things.setdefault(term, _Thing(term, False))
    if predicate == "in" and len(terms) == 2:
        things[terms[0]].places.append((positive, terms[1]))
        return
    yes, no = STATES.get(predicate, (predicate, f"not {predicate}"))
    others = "".join(f" {things[term].kind}" for term in terms[1:])
    things[terms[0]].states.append((yes if positive else no) + others)


def _clauses(things: Mapping[str, _Thing], ontology: Ontology) -> list[str]:
    """One clause for each kind of thing that something is said of, alike ones counted."""
    counts: dict[tuple[str, str, bool], int] = {}
    for thing in things.values():
        told = " and ".join([*thing.states, *_places(thing, things, ontology)])
        if told:
            key = (thing.kind, told, thing.every)
            counts[key] = counts.get(key, 0) + 1
    return [
        f"{counted_words(kind, count, every, ontology)} {'are' if count > 1 else 'is'} {told}"
        for (kind, told, every), count in counts.items()
    ]


def _places(thing: _Thing, things: Mapping[str, _Thing], ontology: Ontology) -> Iterable[str]:
    for positive, name in thing.places:
        place = things[name]
        where = place_words(
            place.kind, counted_words(place.kind, 1, place.every, ontology), ontology
        )
        yield where if positive else f"not {where.replace(' every ', ' any ')}"


def place_words(kind: str, called: str, ontology: Ontology) -> str:
    """In or on what, by its type and what it is called."""
    inside = kind in ontology and ontology.types[kind].contains == "inside"
    return f"{'in' if inside else 'on'} {called}"


def counted_words(kind: str, count: int, every: bool, ontology: Ontology) -> str:
    """A type or "object" with its number: "an apple", "two mugs", "no fork", "every lamp"; an
    object's name as it is."""
    if kind not in ontology and kind != "object":
        return kind  # an object's name
    word = "thing" if kind == "object" else type_words(kind, ontology)
    if every:
        return f"every {word}"
    if count == 0:
        return f"no {word}"
    if count > 1:
        return f"{number_words(count)} {plural(word)}"
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
