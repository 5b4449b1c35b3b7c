"""How many actions could be tried in a believed state: what a forward search would branch into."""

from egoplan_ros.planning.facts import Facts
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.state import WorldState

COMPOSITES = {
    "SinkBasin": ("Clean", "Fill"),
    "Microwave": ("Heat", "Cook"),
    "Fridge": ("Cool",),
    "Toaster": ("Cook",),
    "StoveBurner": ("HeatOnStove",),
    "CoffeeMachine": ("Brew",),
}
"""Chores by the type of appliance; they need the object in hand."""


def count_applicable(world: WorldState, ontology: Ontology) -> int:
    """Ground actions of the domain whose preconditions hold (compare BCR table 3)."""
    facts = Facts(world, ontology)
    held = world.held
    knife = held is not None and held.type in ("Knife", "ButterKnife")
    total = 1 + len(world.frontiers)
    for item in facts.objects.values():
        if item.held or facts.unary("hidden", item):
            continue
        total += 1  # GoTo
        total += held is None and facts.unary("pickupable", item)
        total += facts.unary("openable", item)
        total += facts.unary("toggleable", item)
        total += knife and facts.unary("sliceable", item) and not facts.unary("sliced", item)
        if facts.unary("receptacle", item):
            total += not facts.unary("pickupable", item)  # Inspect
            if held is not None and ontology.fits(held.type, item.type):
                total += facts.unary("accessible", item) and not facts.unary("full", item)
                total += len(COMPOSITES.get(item.type, ()))
    return total
