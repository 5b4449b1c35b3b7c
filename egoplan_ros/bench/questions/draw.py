# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Draws questions about a room, of which about half have yes, or something to tell, for an answer.

A rule of a suite asks when it has ``forms``, of which one is drawn. ``asks`` tells what kind of
answer is wanted, ``goal`` what is asked, as a formula, ``sentences`` how people ask it. ``target``
and ``destination`` are the types that may be asked about; a room need not contain the target.
``arrange`` has one of the targets switched on or opened, by chance, before the question is asked.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from egoplan_ros.bench.suite import Suite
from egoplan_ros.bench.tasks import BenchTask, Objects, slot_words
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import Ontology

_TURNS = {
    "toggled": ("isToggled", "ToggleObjectOn", "ToggleObjectOff"),
    "open": ("isOpen", "OpenObject", "CloseObject"),
}
"""Where a state is told, what brings it about, and what ends it."""

_ARRANGED = 0.5
"""Share of the questions before which something is switched on or opened."""


def draw_question(
    suite: Suite, kind: str, scene: str, objects: Objects, ontology: Ontology, seed: int
) -> BenchTask | None:
    """A question of a kind about a room, or None where nothing is there to ask about.

    Args:
        suite: the suite.
        kind: one of ``suite.kinds``, with ``asks``.
        scene: the room's name.
        objects: true initial metadata of the room (AI2-THOR ``objects``).
        ontology: for "in" and "on".
        seed: the same seed draws the same question.
    """
    rule = suite.kinds[kind]
    random = Random(f"{scene}/{kind}/{seed}")
    there = sorted({item["objectType"] for item in objects})
    forms = random.sample(rule["forms"], len(rule["forms"]))
    drawn = ((form, _slots(form, objects, there, random)) for form in forms)
    found = next(((form, slots) for form, slots in drawn if slots is not None), None)
    if found is None:
        return None
    rule, slots = {**rule, **found[0]}, found[1]
    text = random.choice(rule["sentences"]).format(**slot_words(suite, slots, ontology))
    return BenchTask(
        scene,
        kind,
        seed,
        text,
        parse_goal(rule["goal"].format(**slots)),
        slots,
        setup=tuple(_arranged(rule, slots, objects, random)),
        asks=rule["asks"],
    )


def _slots(
    rule: Mapping[str, Any], objects: Objects, there: list[str], random: Random
) -> dict[str, str] | None:
    places = [kind for kind in rule.get("destination", ()) if kind in there]
    targets = [kind for kind in rule.get("target", ()) if kind in there]
    absent = [kind for kind in rule.get("target", ()) if kind not in there]
    slots: dict[str, str] = {}
    if "destination" in rule:
        if not places:
            return None
        slots["destination"] = random.choice(places)
    if "target" not in rule:
        return slots
    if rule.get("arrange"):
        absent = []
    inside = sorted(
        {
            item["objectType"]
            for item in objects
            for parent in item.get("parentReceptacles") or ()
            if _type_of(parent, objects) == slots.get("destination")
        }
        & set(targets)
    )
    choices = [kinds for kinds in (inside or targets, targets if inside else absent) if kinds]
    if not choices:
        return None
    slots["target"] = random.choice(random.choice(choices))
    return slots


def _type_of(name: str, objects: Objects) -> str:
    return next((item["objectType"] for item in objects if item["objectId"] == name), "")


def _arranged(
    rule: Mapping[str, Any], slots: Mapping[str, str], objects: Objects, random: Random
) -> Iterator[dict[str, Any]]:
    """Actions that have one of the targets in a state, or none."""
    if "arrange" not in rule:
        return
    flag, begin, end = _TURNS[rule["arrange"]]
    same = [item for item in objects if item["objectType"] == slots["target"]]
    chosen = random.choice(same) if random.random() < _ARRANGED else None
    for item in same:
        if bool(item.get(flag)) != (item is chosen):
            act = begin if item is chosen else end
            yield {"action": act, "objectId": item["objectId"], "forceAction": True}
