"""What goes into or onto what: the ontology, slices, and what people have asked for."""

from collections.abc import Collection

from egoplan_ros.world.ontology import Ontology

Pairs = Collection[tuple[str, str]]


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
