"""Alternatives settled by what has been seen: "table" becomes the table that exists."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from egoplan_ros.language.forms import context_of, subgoals_of, task_type_of
from egoplan_ros.world.goal import variable_types
from egoplan_ros.world.ontology import Ontology, load_ontology
from egoplan_ros.world.task import GoalAlternative, TaskUnderstanding

HIDDEN = 0.25
"""How likely a small thing is still there although it has not been seen (in a drawer, behind …)."""

ABSENT = 0.02
"""The same of furniture and appliances, which are hard to overlook."""


def likelihood(names: Collection[str], seen: Collection[str], ontology: Ontology) -> float:
    """How likely it is that types exist, by the types that were seen."""
    result = 1.0
    for name in names:
        known = ontology.subtypes(name) if name in ontology or name == "object" else {name}
        if not known & set(seen):
            result *= HIDDEN if ontology.affords(name, "pickupable") else ABSENT
    return result


def settle(
    understanding: TaskUnderstanding,
    types_seen: Iterable[str],
    ontology: Ontology | None = None,
) -> TaskUnderstanding:
    """Re-rank the alternatives of an understanding by the object types that were seen.

    Each alternative's probability is multiplied, for every type it needs and that was not seen, by
    :data:`HIDDEN` or :data:`ABSENT`, then all are scaled to the sum they had. Nothing changes when
    nothing was seen or there is one alternative only.

    Args:
        understanding: output of :meth:`LanguageModel.understand`.
        types_seen: names of types that exist in the world model.
        ontology: the object types; the shipped ones by default.
    """
    seen = set(types_seen)
    if not seen or len(understanding.alternatives) < 2:
        return understanding
    ontology = ontology or load_ontology()

    weights = [
        item.probability * likelihood(set(variable_types(item.formula).values()), seen, ontology)
        for item in understanding.alternatives
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
    return replace(
        understanding,
        formula=best.formula,
        confidence=best.probability,
        alternatives=tuple(ranked),
        subgoals=subgoals_of(best.formula),
        context=context_of(best.formula),
        task_type=task_type_of(best.formula) if understanding.task_type else "",
    )
