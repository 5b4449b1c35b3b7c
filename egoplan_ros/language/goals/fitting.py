# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What goes into or onto what, and what can get into which state, by the ontology."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from egoplan_ros.world.ontology import Ontology

Pairs = Collection[tuple[str, str]]

Need = tuple[Callable[[str], bool], str]
"""Which types are able to do something, and what the others cannot do, in words."""

NEEDS = {
    "cleared": ("receptacle", "be emptied: nothing is put in or on it"),
    "holding": ("pickupable", "be picked up"),
    "open": ("openable", "be opened or closed"),
    "toggled": ("toggleable", "be turned on or off"),
    "sliced": ("sliceable", "be sliced"),
    "filled": ("fillable", "be filled"),
    "brewed": ("fillable", "be filled with coffee"),
    "clean": ("pickupable", "be carried to a sink to be washed"),
    "hot": ("pickupable", "be carried to an appliance to be heated"),
    "cold": ("pickupable", "be carried to a fridge to be cooled"),
    "cooked": ("pickupable", "be carried to an appliance to be cooked"),
}
"""What a state needs of a type."""

_APPLIANCES = {
    "brewed": (
        ("brewer",),
        "be filled with coffee: it does not go into a coffee machine",
    ),
    "hot": (
        ("heater", "burner"),
        "be heated: it goes neither into a microwave nor onto a burner",
    ),
    "cold": (("cooler",), "be cooled: it does not go into a fridge"),
}
"""Where a thing must go to get into a state: what plays one of these roles."""


def needs_of(ontology: Ontology, state: str, wanted: bool, sliced: bool) -> Iterator[Need]:
    """What a type must be able to do for a state of an object, or for the end of one.

    Args:
        ontology: the object types.
        state: name of the predicate.
        wanted: whether the object shall get into the state, or out of it.
        sliced: whether a slice of the object is meant.
    """
    if state in NEEDS:
        affordance, words = NEEDS[state]
        yield lambda kind: ontology.affords(kind, affordance), words
    if state == "cooked" and wanted:
        yield lambda kind: made_by_cooking(ontology, kind) == "cooked", "be cooked"
    if state in _APPLIANCES and wanted:
        roles, words = _APPLIANCES[state]
        yield partial(_goes, ontology, ontology.playing(*roles), sliced), words


def made_by_cooking(ontology: Ontology, kind: str) -> str:
    """The state of a thing that was cooked; "" for what is no food, which nobody cooks.

    It is ``cooked`` where that changes the thing, or what it becomes when it is cut or cracked, and
    ``hot`` with other food, which is what can be cut.
    """
    if any(ontology.affords(each, "cookable") for each in ontology.subtypes(kind)):
        return "cooked"
    food = any(ontology.affords(each, "sliceable") for each in ontology.lineage(kind))
    return "hot" if food else ""


def _goes(ontology: Ontology, appliances: Sequence[str], sliced: bool, kind: str) -> bool:
    """Whether an appliance takes a thing; for food that is left to the planner."""
    return ontology.affords(kind, "sliceable") or any(
        goes_into(ontology, kind, appliance, sliced=sliced) for appliance in appliances
    )


def goes_into(
    ontology: Ontology, item: str, target: str, seen: Pairs = (), sliced: bool = False
) -> bool:
    """Whether an object type may be put into or onto a receptacle type.

    Args:
        ontology: the object types.
        item: type of the thing put down.
        target: type of the receptacle.
        seen: pairs that fit as well.
        sliced: whether a slice of the item is meant, which may fit where the whole does not.
    """
    if item == target or not ontology.affords(target, "receptacle"):
        return False
    if ontology.fits(item, target) or (item, target) in seen:
        return True
    return sliced and any(
        ontology.fits(part, target)
        for part in ontology.subtypes(item)
        if ontology.types[part].states.get("sliced")
    )


def places_for(ontology: Ontology, item: str, count: int = 8) -> str:
    """Some receptacle types an item goes into, as text."""
    fits = ontology.types[item].fits or ontology.with_affordance("receptacle")
    return ", ".join(sorted(fits)[:count])
