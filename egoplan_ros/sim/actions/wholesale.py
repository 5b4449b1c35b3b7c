# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Changing many objects at once: what may move or break, and the set-up calls of older versions."""

from dataclasses import replace
from typing import Any

from egoplan_ros.sim.actions.devices import switch_as_can_be
from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.dispatch import action, truth
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Thing


def _give(thing: Thing, prop: str, wanted: bool) -> None:
    """Add or take an affordance of one object."""
    if thing.facts is None or thing.can(prop) == wanted:
        return
    props = thing.facts.props | {prop} if wanted else thing.facts.props - {prop}
    thing.facts = replace(thing.facts, props=frozenset(props))
    thing.changed()


@action("MakeAllObjectsMoveable", "MakeAllObjectsStationary", bag=True)
def make_all_moveable(sim: Simulation) -> None:
    """Accepted: loose things rest where they are until an action moves them."""


@action("MakeAllObjectsBreakable", bag=True)
def make_all_breakable(sim: Simulation) -> None:
    """Undo MakeAllObjectsUnbreakable for the types that can break."""
    for thing in sim.world.objects():
        _give(thing, "break", catalog()[thing.kind].can("break"))


@action("MakeAllObjectsUnbreakable", bag=True)
def make_all_unbreakable(sim: Simulation) -> None:
    """Nothing breaks any more."""
    for thing in sim.world.objects():
        _give(thing, "break", False)


@action("MakeObjectsOfTypeUnbreakable", bag=True)
def make_type_unbreakable(sim: Simulation, object_type: str) -> None:
    """Objects of one type do not break any more."""
    for thing in sim.world.objects():
        if thing.kind == object_type:
            _give(thing, "break", False)


@action("MakeObjectBreakable", bag=True)
def make_breakable(sim: Simulation, object_id: str) -> None:
    """One object can break."""
    _give(sim.known(object_id), "break", True)


@action("SetObjectToggles", bag=True)
def set_toggles(sim: Simulation, object_toggles: list[Any]) -> None:
    """Switch all objects of the listed types: [{objectType, isOn}] (ALFRED's set-up call)."""
    wanted = {}
    for entry in object_toggles:
        if not isinstance(entry, dict) or not isinstance(entry.get("objectType"), str):
            raise Refused("objectToggles must be a list of {objectType, isOn}")
        wanted[entry["objectType"]] = truth(entry.get("isOn")) is True
    for thing in sim.world.objects():
        if thing.kind in wanted and thing.can("toggle") and not thing.broken:
            switch_as_can_be(sim, thing, wanted[thing.kind])


@action("SetStateOfAllObjects", bag=True)
def set_state_of_all(sim: Simulation, state_change: str, force_action: bool = True) -> None:
    """One state for all objects that can have it (ALFRED's set-up call)."""
    changes: dict[str, tuple[str, dict[str, Any]]] = {
        "CanBeDirty": ("dirt", {"dirty": True}),
        "CanBeFilled": ("fill", {"filled": False, "liquid": None}),
        "CanBeCooked": ("cook", {"cooked": True}),
        "CanBeUsedUp": ("use", {"used_up": True}),
    }
    if state_change not in changes:
        raise Refused(f"stateChange must be one of {', '.join(changes)}, not {state_change!r}")
    prop, values = changes[state_change]
    for thing in sim.world.objects():
        if thing.can(prop):
            for name, value in values.items():
                setattr(thing, name, value)
            thing.changed()
