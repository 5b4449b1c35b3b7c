# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Candidate goals of several readers, ranked together.

How likely a candidate is: by the reader that found it, by the style of the text which that reader
knows (a mixture of experts, Jacobs et al. 1991), less for what no word of the text tells, and for
each name or state in it that the candidate has no use for. The weights are those that were right
most often on floor plans and lists of requests that no reader was trained on.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from math import exp, log, log1p

import numpy as np

from egoplan_ros.language.reader.style import Style
from egoplan_ros.world.goal import Formula, literals
from egoplan_ros.world.meaning import meaning
from egoplan_ros.world.ontology import Ontology

STYLE, REQUEST = 2.0, 3.0
"""Weight of the log odds of the style, and odds in favour of taking people at their word."""

UNTOLD, UNUSED, MOST = 3.0, 1.0, 3
"""Log odds that a candidate loses for each thing in it that no word tells, and for each name or
state in the text that it leaves out; at most so many of either count."""

LITERAL = (-2.947, 0.079, -0.475, 1.133)
"""Log odds that the best candidate is right, where its reader takes people at their word: offset,
and weights of the log odds of being the best, of refusal and of what its reader says."""

DESCRIBED = {"annotation": (-0.618, 0.859), "steps": (0.0, 1.0)}
"""The same for a description, by kind of text: offset, and weight of the log odds of what its
reader says, which is calibrated; that others read it otherwise tells nothing more (logistic
regressions on the same data)."""

_SURE = 2e-3
"""Nobody is surer than this."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A goal that a text may mean.

    Attributes:
        formula: the goal.
        probability: as its reader has it.
        literal: whether the reader takes people at their word.
        untold: number of things in it that no word of the text tells.
        types: types it speaks of.
    """

    formula: Formula
    probability: float
    literal: bool
    untold: int
    types: frozenset[str]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with the probability that it is right."""

    candidate: Candidate
    probability: float


def taken_literally(style: Style) -> bool:
    """Whether a text is a request by its style, all else equal."""
    return STYLE * (_log(style.request) - _log(style.annotation)) + REQUEST > 0


def ranked(
    candidates: Sequence[Candidate],
    names: Sequence[Sequence[str]],
    told: frozenset[str],
    style: Style,
    kind: str,
    refusal: float,
    ontology: Ontology,
) -> list[Ranked]:
    """Candidates of different meaning, best first.

    Args:
        candidates: of all readers.
        names: types that each name in the text may stand for.
        told: states that some word tells.
        style: of the text.
        kind: of the text, one of :data:`DESCRIBED`.
        refusal: probability that the request cannot be done, or not all of it.
        ontology: to tell which types a name covers.
    """
    merged: dict[Hashable, tuple[float, Candidate]] = {}
    agreed: set[Hashable] = set()
    for item in candidates:
        score = _score(item, names, told, style, ontology)
        key = meaning(item.formula)
        if key in merged:
            other, first = merged[key]
            agreed.add(key)
            most = max(item.probability, first.probability)
            first = replace(item if score > other else first, probability=most)
            merged[key] = max(score, other) + log1p(exp(-abs(score - other))), first
        else:
            merged[key] = score, item
    order = sorted(merged.values(), key=lambda pair: -pair[0])
    if not order:
        return []
    scores = np.array([score for score, _ in order])
    items = [item for _, item in order]
    shares = np.exp(scores - scores[0]) / np.exp(scores - scores[0]).sum()
    both = meaning(items[0].formula) in agreed
    if both and not taken_literally(style):
        chances = _shared(items, shares, lambda _, sure: _described_odds(sure, kind))
    elif items[0].literal or both:
        chances = _literal(items, shares, refusal)
    else:
        chances = _described(items, shares, kind)
    found = [Ranked(x, float(chance)) for x, chance in zip(items, chances, strict=True)]
    return sorted(found, key=lambda item: -item.probability)


def _literal(items: Sequence[Candidate], shares: np.ndarray, refusal: float) -> np.ndarray:
    """Probability of each candidate, of which the best one takes people at their word."""

    def odds(mass: float, sure: float) -> float:
        values = (1.0, _odds(mass), _odds(refusal), _odds(sure))
        return sum(a * b for a, b in zip(LITERAL, values, strict=True))

    return _shared(items, shares, odds)


def _shared(
    items: Sequence[Candidate], shares: np.ndarray, odds: Callable[[float, float], float]
) -> np.ndarray:
    """The same by the log odds that the best's form is right, given its share and probability.

    What differs from the best in types alone shares this; others get the rest, and the best stays
    the best.
    """
    alike = np.array([shape(item.formula) == shape(items[0].formula) for item in items])
    sure = sum(item.probability for item, same in zip(items, alike, strict=True) if same)
    mass = float(shares[alike].sum())
    right = _logistic(odds(mass, min(sure, 1.0)))
    chances = np.where(alike, right * shares / mass, (1 - right) * shares / max(1 - mass, _SURE))
    result: np.ndarray = np.minimum(chances, chances[0])
    return result


def _described(items: Sequence[Candidate], shares: np.ndarray, kind: str) -> np.ndarray:
    """The same, of which the best one is a description: its reader says how sure it is."""
    stated = np.array([0.0 if item.literal else item.probability for item in items])
    right = _logistic(_described_odds(stated[0], kind))
    chances = right * stated / max(stated[0], _SURE)
    others = np.where(stated > 0, 0.0, shares)
    left = max(1 - float(chances.sum()), 0.0) * others / max(float(others.sum()), _SURE)
    result: np.ndarray = np.minimum(chances + left, right)
    return result


def shape(formula: Formula) -> tuple[tuple[str, int], ...]:
    """What a goal asks for, whatever of: predicates with their signs, and how often."""
    signed = ((x.atom.predicate, x.positive) for x in literals(formula))
    found = Counter(name if positive else f"!{name}" for name, positive in signed)
    return tuple(sorted(found.items()))


def _score(
    item: Candidate,
    names: Sequence[Sequence[str]],
    told: frozenset[str],
    style: Style,
    ontology: Ontology,
) -> float:
    states = {literal.atom.predicate for literal in literals(item.formula)}
    states |= {"hot"} if states & {"cooked", "brewed"} else set()
    unused = unused_names(item.types, names, ontology) + len(told - states)
    style_odds = style.request if item.literal else style.annotation
    return (
        _log(item.probability)
        + STYLE * _log(style_odds)
        + (REQUEST if item.literal else 0.0)
        - UNTOLD * min(item.untold, MOST)
        - UNUSED * min(unused, MOST)
    )


def untold_types(types: frozenset[str], names: Sequence[Sequence[str]], ontology: Ontology) -> int:
    """Number of types that no name in the text may stand for."""
    told = {kind for each in names for name in each for kind in _family(name, ontology)}
    return len(types - told)


def unused_names(types: frozenset[str], names: Sequence[Sequence[str]], ontology: Ontology) -> int:
    """Number of names in the text that stand for none of some types."""
    covered = {name for kind in types for name in _family(kind, ontology)}
    return sum(covered.isdisjoint(each) for each in names)


def _family(kind: str, ontology: Ontology) -> set[str]:
    if kind not in ontology:
        return {kind}
    return {kind, *ontology.subtypes(kind), *ontology.lineage(kind)}


def _described_odds(probability: float, kind: str) -> float:
    offset, weight = DESCRIBED[kind]
    return offset + weight * _odds(probability)


def _logistic(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def _odds(chance: float) -> float:
    chance = min(max(chance, _SURE), 1 - _SURE)
    return log(chance / (1 - chance))


def _log(chance: float) -> float:
    return log(max(chance, 1e-6))
