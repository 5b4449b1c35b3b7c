# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bowls, pans and boxes that other things are put into only to be carried in them."""

from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.goal import Formula, literals
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology


def only_carries(place: ObjectInstance, goal: Formula, ontology: Ontology) -> bool:
    """Whether an object can be carried with things in it, and a goal wants nothing in it."""
    if not ontology.is_carrier(place.type):
        return False
    meant = {place.id, "object", *ontology.lineage(place.type)}
    return not any(
        wish.positive
        and wish.atom.predicate == "in"
        and not meant.isdisjoint((wish.atom.args[1], wish.kinds[1]))
        for wish in literals(goal)
    )


def spent_carriers(goal: Formula, facts: Facts, max_unreachable: int) -> frozenset[str]:
    """Ids of carriers that took nothing more, or failed otherwise, too often to be used as such.

    Args:
        goal: over ids or typed variables.
        facts: beliefs.
        max_unreachable: failures after which one is spent.
    """
    return frozenset(
        item.id
        for item in facts.objects.values()
        if item.unreachable > max_unreachable and only_carries(item, goal, facts.ontology)
    )
