# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which places are hardly large enough: cupboards for what a goal wants in them, and seats and
stands for what is to be put down anywhere."""

from egoplan_ros.planning.facts import Facts
from egoplan_ros.planning.problem.removal import to_be_moved
from egoplan_ros.world.goal import Formula, literals
from egoplan_ros.world.object import ObjectInstance

_ROOM_ALONG, _ROOM_ABOVE = 1.7, 2.5
"""How many times as wide as a thing is long, and as high as it is, a cupboard is that has room for
it: it has walls, mostly two boards, and other things in it."""
_PART = 0.2
"""Metres: of what seems narrower or lower little was seen yet."""


def snug_places(goal: Formula, facts: Facts) -> frozenset[str]:
    """Ids of places in which, or on which, what is to be put there may find no room.

    These are containers with a door in which the goal wants something, and furniture without one
    for what is in the hand, or is to be taken away from somewhere.

    Args:
        goal: over ids or typed variables.
        facts: beliefs; of a thing in hand its size, else that of the smallest one known.
    """
    found: set[str] = set()
    for literal in literals(goal):
        atom = literal.atom
        if atom.predicate != "in" or not literal.positive or len(atom.args) != 2:
            continue
        things, places = (
            [facts.objects[name] for name in _meant(arg, kind, facts)]
            for arg, kind in zip(atom.args, literal.kinds, strict=True)
        )
        things = [item for item in things if item.held] or things
        if not things:
            continue
        length = min(max(item.size[:2]) for item in things)
        height = min(item.size[2] for item in things)
        found |= {
            place.id for place in places if _closes(place, facts) and _tight(place, length, height)
        }
    if moved := to_be_moved(goal, facts):
        least = min(moved, key=lambda item: max(item.size[:2]))
        for place in facts.objects.values():
            seat = facts.ontology.get(place.type).seat is not None
            if _bare(place, facts) and place.narrow_for(least, seat):
                found.add(place.id)
    return frozenset(found)


def _meant(arg: str, kind: str, facts: Facts) -> list[str]:
    if arg.startswith("?"):
        return list(facts.objects_of(kind))
    return [arg] if arg in facts.objects else []


def _closes(place: ObjectInstance, facts: Facts) -> bool:
    """Whether it is a cupboard: what is pulled out is seen from above, and has no boards."""
    inside = facts.ontology.get(place.type).contains == "inside"
    door = facts.lidded(place.type) and not facts.ontology.pulled_out(place.type)
    return inside and door and not facts.ontology.affords(place.type, "pickupable")


def _tight(place: ObjectInstance, length: float, height: float) -> bool:
    body = place.as_closed()
    width, top = max(body.size[:2]), body.size[2]
    return _PART < width < _ROOM_ALONG * length or _PART < top < _ROOM_ABOVE * height


def _bare(place: ObjectInstance, facts: Facts) -> bool:
    """Whether it is furniture that takes any number of things on it."""
    kind = facts.ontology.get(place.type)
    return kind.contains == "surface" and kind.capacity is None and "pickupable" not in kind.affords
