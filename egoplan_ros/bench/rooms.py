# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which rooms of a split a task type is drawn in: those of a kind that may have what it takes."""

from collections.abc import Iterable, Mapping
from typing import Any

from egoplan_ros.bench.suite import Suite
from egoplan_ros.world.ontology import Ontology

ROOM_KINDS: Mapping[str, str] = {
    "": "kitchen",
    "2": "living_room",
    "3": "bedroom",
    "4": "bathroom",
}
"""By the hundreds of AI2-THOR's numbers: FloorPlan1-30, 201-230, 301-330, 401-430."""


def kind_of_room(scene: str) -> str:
    """Kind of a room of that name, as in config/objects.yaml; "" where the name does not tell."""
    number = scene.removeprefix("FloorPlan").partition("_")[0]
    return ROOM_KINDS.get(number[:-2], "") if number.isdigit() else ""


def suitable(
    suite: Suite, rule: Mapping[str, Any], scenes: Iterable[str], ontology: Ontology
) -> tuple[str, ...]:
    """The rooms in which a task of a rule may be found, by their kinds alone.

    Args:
        suite: for where things are put.
        rule: of the task type.
        scenes: names of rooms.
        ontology: for the kinds of room that types occur in.
    """
    return tuple(scene for scene in scenes if _may_have(suite, rule, kind_of_room(scene), ontology))


def _may_have(suite: Suite, rule: Mapping[str, Any], room: str, ontology: Ontology) -> bool:
    def occurs(name: str) -> bool:
        rooms = ontology.get(name, "bench").rooms
        return not room or not rooms or room in rooms

    if not all(map(occurs, rule.get("needs", ()))):
        return False
    slots = {role: rule[role] for role in ("target", "lamp", "carrier") if role in rule}
    if "{destination}" in rule["goal"]:
        slots["destination"] = rule.get("destination", suite.destinations)
    return all(any(map(occurs, names)) for names in slots.values())
