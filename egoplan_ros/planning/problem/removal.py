# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Goals that want things away from where they are, wherever else they go."""

from collections.abc import Collection

from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.floor import FLOOR, THE_FLOOR
from egoplan_ros.world.goal import Formula, literals
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState


def unwanted_in(
    goal: Formula, name: str, place: str, world: WorldState, ontology: Ontology
) -> bool:
    """Whether a goal wants an object, by its id, not to be in or on another."""
    kinds = []
    for known in (name, place):
        item = THE_FLOOR if known == THE_FLOOR.id else world.objects.get(known)
        kinds.append({known, "object", *(ontology.lineage(item.type) if item else ())})
    for literal in literals(goal):
        if literal.atom.predicate != "in" or literal.positive:
            continue
        meant = (
            kind if arg[0] == "?" else arg
            for arg, kind in zip(literal.atom.args, literal.kinds, strict=True)
        )
        if all(one in any_of for one, any_of in zip(meant, kinds, strict=True)):
            return True
    return False


def to_be_moved(goal: Formula, facts: Facts) -> list[ObjectInstance]:
    """What is in the hand, and what is where a goal wants it not to be."""
    found = {item.id: item for item in facts.objects.values() if item.held}
    if any(x.atom.predicate == "in" and not x.positive for x in literals(goal)):
        for item in facts.objects.values():
            parent = item.parent or ""
            movable = facts.unary("pickupable", item)
            if movable and unwanted_in(goal, item.id, parent, facts.world, facts.ontology):
                found[item.id] = item
    return list(found.values())


def stranded(goal: Formula, facts: Facts, hopeless: Collection[str] = ()) -> frozenset[str]:
    """Types of furniture to look for: a goal wants the hand empty, and nothing known takes what is
    to be put down. Empty when something does.

    Args:
        goal: over ids or typed variables.
        facts: beliefs.
        hopeless: ids of what failed too often to count.
    """
    if not any(x.atom.predicate == "handempty" and x.positive for x in literals(goal)):
        return frozenset()
    ontology = facts.ontology
    for item in to_be_moved(goal, facts):
        places = (place for place in facts.objects.values() if place.id not in hopeless)
        if not any(_takes(place, item, goal, facts) for place in places):
            return frozenset(
                kind
                for kind in ontology.with_affordance("receptacle")
                if ontology.fits(item.type, kind)
                and not ontology.affords(kind, "pickupable")
                and kind != FLOOR
            )
    return frozenset()


def _takes(place: ObjectInstance, item: ObjectInstance, goal: Formula, facts: Facts) -> bool:
    """Whether an object may be put into or onto another one that stays where it is."""
    return (
        bool(facts.placement(item.type, place.type))
        and not facts.unary("pickupable", place)
        and not unwanted_in(goal, item.id, place.id, facts.world, facts.ontology)
    )
