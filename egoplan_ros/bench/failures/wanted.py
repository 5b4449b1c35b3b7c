# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What of the things a goal speaks of the agent knew, and where the others were."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from egoplan_ros.world.goal import Formula, variable_types
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

ANYTHING = "object"
"""The type of which everything is; that one of it is not known says nothing."""


class Wanted:
    """Counts, while an episode runs, the things known of each type that its goal speaks of."""

    def __init__(self, goal: Formula, ontology: Ontology) -> None:
        self._ontology = ontology
        self._needed = Counter(variable_types(goal).values())
        self._needed.pop(ANYTHING, None)
        self._most: Counter[str] = Counter()

    def look(self, world: WorldState) -> Counter[str]:
        """How many of each are known now; the most is kept."""
        told = Counter(row.type for row in world.objects.values() if not row.doubtful)
        known = Counter(
            {
                kind: sum(told[name] for name in self._ontology.subtypes(kind))
                for kind in self._needed
                if kind in self._ontology
            }
        )
        self._most |= known
        return known

    def to_json(self, world: WorldState, truth: Mapping[str, Any]) -> dict[str, dict[str, int]]:
        """By type: how many are needed, known in the end, were known at most, are there, and are
        there behind a closed door, lid or drawer front."""
        known = self.look(world)
        things = {item["objectId"]: item for item in truth["objects"]}
        found = {}
        for kind, needed in self._needed.items():
            if kind not in self._ontology:
                continue
            kinds = self._ontology.subtypes(kind)
            there = [item for item in things.values() if item["objectType"] in kinds]
            shut = sum(any(_shut(place) for place in _places(item, things)) for item in there)
            found[kind] = {
                "needed": needed,
                "known": known[kind],
                "most": self._most[kind],
                "there": len(there),
                "shut_in": shut,
            }
        return found


def _places(item: Mapping[str, Any], things: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Receptacles around a thing, those around these included."""
    left, seen = list(item.get("parentReceptacles") or ()), set()
    while left:
        if (name := left.pop()) in things and name not in seen:
            seen.add(name)
            yield things[name]
            left += things[name].get("parentReceptacles") or ()


def _shut(place: Mapping[str, Any]) -> bool:
    return bool(place.get("openable")) and not place.get("isOpen")
