"""A request that has one of ALFRED's seven forms: what its words allow for each slot."""

from collections.abc import Sequence
from dataclasses import dataclass

from egoplan_ros.language.nouns import Thing
from egoplan_ros.language.slots import LAMPS

_STATE_FORM = {
    "clean": "pick_clean_then_place_in_recep",
    "hot": "pick_heat_then_place_in_recep",
    "cooked": "pick_heat_then_place_in_recep",
    "cold": "pick_cool_then_place_in_recep",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """Task type, and types each slot may have by the words used ("table" allows four)."""

    task_type: str
    object: tuple[str, ...]
    mrecep: tuple[str, ...] = ()
    recep: tuple[str, ...] = ()
    toggle: tuple[str, ...] = ()
    sliced: bool = False


def frame_of(things: Sequence[Thing]) -> Frame | None:
    """The frame of what the grammar read, or None when it is no such form."""
    if any(thing.every or (thing.place and thing.place.every) for thing in things):
        return None
    holders = {id(thing.place) for thing in things if thing.place}
    inner = [thing for thing in things if thing.place and thing.place.place]
    moved = [thing for thing in things if thing.place and not thing.place.place]
    lamps = [thing for thing in things if thing.states.get("toggled") and not thing.place]
    if len(things) == 2 and len(lamps) == 1:
        held = next(thing for thing in things if thing is not lamps[0])
        wanted = {key: value for key, value in held.states.items() if key != "sliced"}
        kinds = tuple(kind for kind in lamps[0].types if kind in LAMPS)
        if wanted == {"holding": True} and not held.place and held.count == 1 and kinds:
            cut = bool(held.states.get("sliced"))
            return Frame("look_at_obj_in_light", held.types, toggle=kinds, sliced=cut)
        return None
    states = {key for thing in things for key, value in thing.states.items()}
    if any(not value for thing in things for value in thing.states.values()):
        return None
    cut = "sliced" in states
    states -= {"sliced"}
    if len(things) == 2 and len(inner) == len(moved) == 1 and id(moved[0]) in holders:
        if states or inner[0].count > 1 or moved[0].count > 1:
            return None
        carrier = moved[0]
        assert carrier.place is not None
        return Frame(
            "pick_and_place_with_movable_recep",
            inner[0].types,
            mrecep=carrier.types,
            recep=carrier.place.types,
            sliced=cut,
        )
    if len(things) != 1 or not moved or len(states) > 1:
        return None
    thing = moved[0]
    assert thing.place is not None
    if thing.count == 2 and not states:
        kind = "pick_two_obj_and_place"
    elif thing.count == 1 and not states:
        kind = "pick_and_place_simple"
    elif thing.count == 1 and states <= set(_STATE_FORM):
        kind = _STATE_FORM[states.pop()]
    else:
        return None
    return Frame(kind, thing.types, recep=thing.place.types, sliced=cut)
