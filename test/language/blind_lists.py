# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Requests that nothing was trained on, and whether a goal means what is expected."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from egoplan_ros.language.goals.question import question_asked
from egoplan_ros.language.model import LanguageModel
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.goal import And, Atom, Equal, Exists, Forall, Formula, Not
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.task import Instruction

ONTOLOGY = load_ontology()
DATA = Path(__file__).parent / "data" / "blind"
LEAST = {
    "chosen_on": 0.855,
    "first_try": 0.84,
    "second_try": 0.895,
    "third_try": 0.84,
    "fourth_try": 0.91,
    "fifth_try": 0.84,
    "sixth_try": 0.795,
    "refusals_chosen_on": 0.835,
    "refusals": 0.86,
}
"""Share of each list that has to be understood: what is understood now, or a little less."""
STATES = frozenset("open toggled sliced clean dirty hot cold cooked filled brewed holding".split())

Meaning = tuple[frozenset[tuple[tuple[str, str], int]], frozenset[tuple[tuple[str, ...], int]]]
"""Variables by quantifier and type, and literals by the types in them, each with its count."""


@dataclass(frozen=True)
class Case:
    """One request; ``meanings`` holds None where a refusal is right."""

    kind: str
    instruction: Instruction
    text: str
    meanings: tuple[Meaning | None, ...]


def cases(path: Path) -> list[Case]:
    """All requests of a list."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            kind, text, goal = (part.strip() for part in line.split("|"))
            wanted = tuple(None if g == "refuse" else expected(g) for g in goal.split(" OR "))
            found.append(Case(kind, _instruction(kind, text), text, wanted))
    return found


def _instruction(kind: str, text: str) -> Instruction:
    if kind != "dialog":
        return Instruction(text)
    turns = [turn.strip() for turn in text.split(" / ")]
    spoken = (
        (t.removeprefix("r: "), "Driver" if t.startswith("r: ") else "Commander") for t in turns
    )
    return Instruction("", dialog=tuple((who, said) for said, who in spoken))


def expected(text: str) -> Meaning:
    """Meaning of the short notation of the list."""
    variables: Counter[tuple[str, str]] = Counter()
    facts: Counter[tuple[str, ...]] = Counter()
    for part in text.split(";"):
        words = part.split()
        quantifier = "forall" if words[0] == "every" else "exists"
        words = words[quantifier == "forall" :]
        name, _, number = words[0].partition("*")
        count = int(number or 1)
        variables[quantifier, name] = max(count, variables[quantifier, name])
        if "except" in words:
            at = words.index("except")
            for kind in _others(words[at - 1], words[at + 1]):
                variables["forall", kind] = facts["!in", kind, words[at - 1]] = 1
            variables["forall", words[at - 1]] = facts[("handempty",)] = 1
            del variables["forall", name]
            continue
        if "!in" in words:  # taken away from all such places, and put down
            variables["forall", words[-1]] = facts[("handempty",)] = 1
            facts["!in", name, words[-1]] = 1
            if name == "object":
                facts["!pickupable", name] = 1
            continue
        states = words[1 : words.index("in") if "in" in words else None]
        assert all(state.lstrip("!") in STATES for state in states), text
        for state in states:
            facts[state, name] += count
        if "in" in words:
            place = words[-1]
            variables["exists", place] = max(1, variables["exists", place])
            facts["in", name, place] += count
    if any(fact[0] == "holding" for fact in facts):
        del facts[("handempty",)]
    return _counted(variables, facts)


def _counted(variables: Counter[tuple[str, str]], facts: Counter[tuple[str, ...]]) -> Meaning:
    """One of a type is no more than all of it."""
    for quantifier, name in list(variables):
        if quantifier == "exists" and ("forall", name) in variables:
            del variables[quantifier, name]
    return frozenset(variables.items()), frozenset(facts.items())


def _others(place: str, spared: str) -> Iterator[str]:
    """Types of what can be taken out of a place, but for one."""
    for kind in ONTOLOGY.types:
        if ONTOLOGY.affords(kind, "pickupable") and ONTOLOGY.fits(kind, place) and kind != spared:
            yield kind


def meaning(formula: Formula) -> Meaning:
    """Meaning of a goal, whatever its variables are called."""
    variables: Counter[tuple[str, str]] = Counter()
    facts: Counter[tuple[str, ...]] = Counter()

    def walk(part: Formula, types: dict[str, str], sign: str) -> None:
        match part:
            case And(parts):
                for each in parts:
                    walk(each, types, sign)
            case Not(body):
                if not isinstance(body, Equal):
                    walk(body, types, "!")
            case Exists(found, body) | Forall(found, body):
                quantifier = "exists" if isinstance(part, Exists) else "forall"
                variables.update((quantifier, kind) for _, kind in found)
                walk(body, types | dict(found), sign)
            case Atom(predicate, args):
                facts[(sign + predicate, *(types[arg] for arg in args))] += 1

    walk(formula, {}, "")
    return _counted(variables, facts)


def judged(
    model: LanguageModel, path: Path, most: int | None = None
) -> Iterator[tuple[Case, bool, str]]:
    """Each case, or ``most`` of them evenly from the whole list: whether it was understood, and
    what came out."""
    found = cases(path)
    for case in found[:: 1 if most is None else -(-len(found) // most)]:
        try:
            found = model.understand(case.instruction)
        except InputError as error:
            yield case, None in case.meanings, f"refused: {error}"
            continue
        if question_asked(found) is not None:  # nothing is done about it
            yield case, None in case.meanings, "asked"
            continue
        got = meaning(found.formula)
        yield case, got in case.meanings, str(sorted(map(str, got[1])))
