# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Evaluates conditions of the catalogue on a world state."""

from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.geometry import Vector3
from egoplan_ros.world.goal import Formula, holds
from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

NOT_OBJECTS = frozenset({"LookAround", "Search", "Roam", "AskHuman", "Plan"})
"""Actions whose arguments are not ids of the object memory."""

_SLACK = 0.05
"""Metres by which a thing may lie beyond its container's box."""
_DEPTH = 0.45
"""Metres behind the front of a container that its inside may reach."""


class Situation:
    """Closed-world truth of literals in one world state.

    Besides what planning knows (goal predicates, affordances, ``(hidden x)``, ``(accessible r)``,
    ``(full r)`` ...) there are ``(known x)``: in memory, or a frontier that is still there; and
    ``(unreachable x)``: an attempt to use it failed.
    """

    def __init__(self, world: WorldState, ontology: Ontology) -> None:
        self.world = world
        self.facts = Facts(world, ontology, floor=True)

    def true(self, formula: Formula) -> bool:
        """Whether a formula without free variables holds."""
        return holds(formula, self.facts.objects_of, self._fact)

    def _fact(self, predicate: str, args: tuple[str, ...]) -> bool:
        if predicate == "known":
            known = args[0] in self.facts.objects or args[0] in self.world.objects
            return known or self.world.frontier(args[0]) is not None
        if predicate == "unreachable":
            item = self.world.objects.get(args[0])
            return item is not None and item.unreachable > 0
        return self.facts.fact(predicate, args)


def containers_of(world: WorldState, item: ObjectInstance) -> list[str]:
    """Receptacles around an object, innermost first."""
    found: list[str] = []
    around: ObjectInstance | None = item
    while around is not None and around.parent and around.parent not in (item.id, *found):
        found.append(around.parent)
        around = world.objects.get(around.parent)
    return found


def closed_containers(world: WorldState, ontology: Ontology, name: str) -> list[str]:
    """Receptacles around an object that are believed closed, outermost first."""
    facts = Facts(world, ontology)
    item = world.objects.get(name)
    around = [] if item is None else [n for n in containers_of(world, item) if n in world.objects]
    return [n for n in reversed(around) if not facts.fact("accessible", (n,))]


def containers_about(world: WorldState, ontology: Ontology, name: str) -> list[str]:
    """Closed containers in whose place an object is believed to be, nearest first.

    Nothing says that it is in there, but what is seen through a crack of a drawer is nowhere to be
    seen from before it.
    """
    item = world.objects.get(name)
    if item is None:
        return []
    facts = Facts(world, ontology)
    found = [
        (other.planar_distance(item.center[0], item.center[1]), other.id)
        for other in world.objects.values()
        if other.id != name
        and facts.lidded(other.type)
        and not other.is_("open")
        and not ontology.affords(other.type, "pickupable")
        and _behind_front(item.center, other)
    ]
    return [other for _, other in sorted(found)]


def _behind_front(point: Vector3, container: ObjectInstance) -> bool:
    """Whether a point may be inside a closed container, of which mostly the front is known."""
    half = [extent / 2.0 + _SLACK for extent in container.size]
    thin = 0 if container.size[0] < container.size[1] else 1
    half[thin] = max(half[thin], _DEPTH)
    return all(abs(point[k] - container.center[k]) <= half[k] for k in range(3))
