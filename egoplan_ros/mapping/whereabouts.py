"""Where an object that has not been seen may be: the co-occurrence prior, less where was looked.

The ontology's ``found`` is the share of a type's objects that were first found in or on each type
of receptacle (counted over recorded rooms). Here it becomes a probability for every receptacle in
memory and for the unexplored regions; looking somewhere without finding takes from there.
"""

from collections import Counter

from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

OVERLOOKED = 0.1
"""Probability that a thing is missed where one has looked."""
ELSEWHERE = 0.25
"""Share of objects that lie where their type is not usually found."""
UNSEEN_ROOM = 0.35
"""Share of the usual places that have not come into view, while there are frontiers."""


def whereabouts(kind: str, world: WorldState, ontology: Ontology) -> dict[str, float]:
    """Probability by receptacle id and frontier id; they sum to 1, or nothing is left to look at.

    Args:
        kind: type looked for. world: what is believed. ontology: usual places.

    Raises:
        InputError: unknown type.
    """
    usual = _usual(kind, ontology)
    places = {
        item.id: item
        for item in world.objects.values()
        if ontology.fits(kind, item.type) and not item.held
    }
    counts = Counter(item.type for item in places.values())
    frontiers = [f for f in world.frontiers if f.id not in world.explored]
    weight: dict[str, float] = {}
    for name, item in places.items():
        share = usual.get(item.type, 0.0) / counts[item.type]
        prior = (1.0 - ELSEWHERE) * share + ELSEWHERE / len(places)
        weight[name] = prior * (OVERLOOKED if item.inspected else 1.0)
    if frontiers:
        # Usual places of which none is known are out there.
        unknown = sum(share for place, share in usual.items() if not counts[place])
        out_there = UNSEEN_ROOM + (1.0 - UNSEEN_ROOM) * unknown if usual else UNSEEN_ROOM
        total = sum(max(f.gain, 1e-3) for f in frontiers)
        weight = {name: (1.0 - out_there) * value for name, value in weight.items()}
        weight |= {f.id: out_there * max(f.gain, 1e-3) / total for f in frontiers}
    mass = sum(weight.values())
    return {name: value / mass for name, value in weight.items()} if mass else {}


def _usual(kind: str, ontology: Ontology) -> dict[str, float]:
    ontology.get(kind, "whereabouts")
    for name in ontology.lineage(kind):
        if ontology.types[name].found:
            found = ontology.types[name].found
            total = sum(found.values())
            return {place: share / total for place, share in found.items()}
    return {}
