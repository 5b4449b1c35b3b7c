# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Alternatives settled by what has been seen: "table" becomes the table that exists."""

import math
from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import lru_cache

from egoplan_ros.language.goals.forms import context_of, subgoals_of, task_type_of
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.language.text.tokens import tokenize
from egoplan_ros.world.goal import Formula, universal_types, variable_types
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.task import GoalAlternative, TaskUnderstanding

HIDDEN = 0.25
"""How likely a small thing is still there although it has not been seen (in a drawer, behind …)."""

USUAL = 0.9
"""The same of what every room of this kind has: that it was not seen yet says next to nothing."""

ABSENT = 0.02
"""The same of furniture and appliances, which are hard to overlook."""


MISNAMED = 0.05
"""How likely a piece of furniture is called by the own name of another one that is there, too."""


def chances(
    formulas: Iterable[Formula], text: str, seen: Collection[str], ontology: Ontology
) -> list[float]:
    """How likely each of several readings of a text is, by what was seen alone."""
    own, misnamed = _furniture(text, set(seen), ontology)
    usual = ontology.usual(seen)
    found = []
    for formula in formulas:
        names = set(variable_types(formula).values())
        every = {n for n in universal_types(formula) if ontology.affords(n, "pickupable")}
        chance = math.prod(_chance(name, seen, ontology, usual) for name in names - every)
        if every:  # "all the bottles": there are some, of one kind or another
            chance *= max(_chance(name, seen, ontology, usual) for name in every)
        found.append(chance * (MISNAMED if names & misnamed and not names & own else 1.0))
    return found


def _chance(name: str, seen: Collection[str], ontology: Ontology, usual: Collection[str]) -> float:
    known = ontology.subtypes(name) if name in ontology or name == "object" else {name}
    if known & set(seen):
        return 1.0
    if name in ontology and not set(usual).isdisjoint(ontology.lineage(name)):
        return USUAL
    return HIDDEN if ontology.affords(name, "pickupable") else ABSENT


def settle(
    understanding: TaskUnderstanding,
    types_seen: Iterable[str],
    ontology: Ontology | None = None,
) -> TaskUnderstanding:
    """Re-rank the alternatives of an understanding by the object types that were seen.

    Each alternative's probability is multiplied, for every type it needs and that was not seen, by
    :data:`HIDDEN`, :data:`USUAL` or :data:`ABSENT` (of the small things of which it speaks of all,
    one kind at least is needed), and by :data:`MISNAMED` when the words are the
    own name of another piece of furniture that was seen ("tv stand" is a dresser only where there
    is no TV stand). Then all are scaled to the sum they had. Nothing changes when nothing was
    seen or there is one alternative only.

    Args:
        understanding: output of :meth:`LanguageModel.understand`.
        types_seen: names of types that exist in the world model.
        ontology: the object types; the shipped ones by default.
    """
    seen = set(types_seen)
    if not seen or len(understanding.alternatives) < 2:
        return understanding
    ontology = ontology or load_ontology()
    formulas = [alternative.formula for alternative in understanding.alternatives]
    shares = chances(formulas, understanding.instruction.text, seen, ontology)
    weights = [
        alternative.probability * share
        for alternative, share in zip(understanding.alternatives, shares, strict=True)
    ]
    mass = sum(alternative.probability for alternative in understanding.alternatives)
    scale = mass / sum(weights) if sum(weights) > 0 else 0.0
    ranked = sorted(
        (
            GoalAlternative(alternative.formula, value * scale)
            for alternative, value in zip(understanding.alternatives, weights, strict=True)
        ),
        key=lambda alternative: -alternative.probability,
    )
    best = ranked[0]
    same = best.formula == understanding.formula
    return replace(
        understanding,
        formula=best.formula,
        confidence=max(best.probability, understanding.confidence if same else 0.0),
        alternatives=tuple(ranked),
        subgoals=subgoals_of(best.formula),
        context=context_of(best.formula, ontology),
        task_type=task_type_of(best.formula) if understanding.task_type else "",
    )


def _furniture(text: str, seen: set[str], ontology: Ontology) -> tuple[set[str], set[str]]:
    """Furniture that was seen and is called by its own name, and what else that name may mean."""
    lexicon = _lexicon(ontology)
    tokens = tokenize(text)
    own: set[str] = set()
    others: set[str] = set()
    for mention in lexicon.find(tokens):
        name = " ".join(tokens[mention.start : mention.end])
        meant = {
            kind
            for kind in mention.types
            if kind in seen
            and not ontology.affords(kind, "pickupable")
            and lexicon.is_first_name(name, kind)
        }
        if meant:
            own |= meant
            others |= set(mention.types) - meant
    return own, others - own


@lru_cache(maxsize=2)
def _lexicon(ontology: Ontology) -> Lexicon:
    return Lexicon(ontology)
