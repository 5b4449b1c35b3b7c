# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Changing the state of objects: slice, cook, dirty, fill, break, use up, temperature."""

import zlib
from typing import Any

import numpy as np

from egoplan_ros.sim.actions.devices import switch_as_can_be
from egoplan_ros.sim.catalog import catalog
from egoplan_ros.sim.dispatch import action, truth
from egoplan_ros.sim.effects import cook, fill
from egoplan_ros.sim.placing import before_walls, let_go, settle
from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.rendering.appearance import LIQUIDS
from egoplan_ros.sim.shapes import build
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Thing

# Metres that breakable things fall without breaking.
UNHARMED = 0.6
SLICES = {"Apple": 6, "Bread": 8, "Tomato": 6, "Potato": 6, "Lettuce": 6, "Egg": 1}


@action("SliceObject", bag=True)
def slice_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Replace food by its slices where it lies."""
    thing, _ = sim.target(object_id, x, y, force_action)
    if not thing.can("slice"):
        raise Refused(f"{thing.object_id} Does not have the CanBeSliced property!")
    if thing.picked_up:
        raise Refused("target object cannot be sliced if it is in the agent's hand")
    if not thing.sliced:
        cut(sim, thing)


def cut(sim: Simulation, thing: Thing) -> None:
    """Slices stand side by side along the longest axis of the original."""
    world = sim.world
    assert thing.facts is not None
    kind = thing.facts.slices
    if kind is None:
        raise Refused(f"{thing.object_id} Does not have the CanBeSliced property!")
    box = thing.bounds()
    size = box[3:] - box[:3]
    axis = 0 if size[0] >= size[2] else 2
    parent, link = thing.parent, thing.link
    count = SLICES[thing.kind]
    seed = zlib.crc32(thing.object_id.encode())
    skins = {p.material.texture: p.material for p in thing.shape.parts if p.material.texture}
    pieces = []
    for number in range(count):
        # All slices of one thing are alike, in its own skin.
        shape = build(kind, Look(np.random.default_rng(seed)))
        for part in shape.parts:
            part.material = skins.get(part.material.texture, part.material)
        height = shape.height
        if count == 1:
            rotation = np.zeros(3)
            position = np.array(
                [(box[0] + box[3]) / 2, box[1] + height / 2 + 0.001, (box[2] + box[5]) / 2]
            )
        else:
            # Standing on edge: the flat axis of a slice lies along the cut direction.
            rotation = np.array([90.0, 90.0, 0.0]) if axis == 0 else np.array([90.0, 0.0, 0.0])
            position = np.array([(box[0] + box[3]) / 2, 0.0, (box[2] + box[5]) / 2])
            position[axis] = box[axis] + size[axis] * (number + 0.5) / count
            position[1] = box[1] + shape.half[2] + 0.001
        piece = Thing(
            kind,
            f"{thing.object_id}|{kind}_{number}",
            f"{thing.name}_{kind}_{number}",
            shape,
            position,
            rotation,
            facts=catalog()[kind],
            asset_id=f"{kind}_1",
            temperature=thing.temperature,
            cools_at=thing.cools_at,
            cooked=thing.cooked and catalog()[kind].can("cook"),
        )
        pieces.append(piece)
    world.detach(thing)
    thing.sliced = True
    thing.hidden = True
    thing.moved()
    first_structure = next(
        (i for i, t in enumerate(world.things) if t.facts is None), len(world.things)
    )
    world.things[first_structure:first_structure] = pieces
    for piece in pieces:
        world.attach(piece, parent, link)
    world.reindex()


def break_thing(sim: Simulation, thing: Thing) -> None:
    """Break: contents fall out, devices go off, an egg runs out."""
    world = sim.world
    holder = next((body for body in world.bodies if body.held is thing), None)
    if holder is not None:
        place = before_walls(world, holder, thing, thing.position)
        let_go(world, thing)
        if place is not thing.position:
            world.move(thing, place)
        settle(world, thing)
    for item in list(thing.children):
        settle(world, item)
    if thing.kind == "Egg" and not thing.sliced:
        cut(sim, thing)
    thing.broken = True
    thing.toggled = False
    thing.filled, thing.liquid = False, None
    thing.changed()


def crash(sim: Simulation, thing: Thing, fallen: float) -> None:
    """What a fall of so many metres does to a thing."""
    if thing.can("break") and not thing.broken and fallen > UNHARMED:
        break_thing(sim, thing)


def _target(
    sim: Simulation,
    object_id: str | None,
    x: float | None,
    y: float | None,
    force: bool,
    prop: str,
    name: str,
) -> Thing:
    thing, _ = sim.target(object_id, x, y, force)
    if not thing.can(prop):
        raise Refused(f"{thing.object_id} does not have the {name} property!")
    return thing


@action("BreakObject", bag=True)
def break_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Break an object; also the held one."""
    held = sim.world.body.held
    force = force_action or (held is not None and held.object_id == object_id)
    break_thing(sim, _target(sim, object_id, x, y, force, "break", "CanBreak"))


@action("CookObject", bag=True)
def cook_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Cook at once."""
    thing, _ = sim.target(object_id, x, y, force_action)
    if not thing.can("cook"):
        raise Refused("target object is not cookable")
    if thing.cooked:
        raise Refused(f"{thing.object_id} is already Toasted!")
    cook(thing)


@action("DirtyObject", bag=True)
def dirty_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Make dirty."""
    thing = _target(sim, object_id, x, y, force_action, "dirt", "CanBeDirty / dirtyable")
    if thing.dirty:
        raise Refused(f"{thing.object_id} is already dirty!")
    thing.dirty = True
    thing.changed()


@action("CleanObject", bag=True)
def clean_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Make clean."""
    thing = _target(sim, object_id, x, y, force_action, "dirt", "CanBeDirty / dirtyable")
    if not thing.dirty:
        raise Refused(f"{thing.object_id} is already Clean!")
    thing.dirty = False
    thing.changed()


@action("FillObjectWithLiquid", bag=True)
def fill_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    fill_liquid: str | None = None,
    force_action: bool = False,
) -> None:
    """Fill with water, coffee or wine."""
    thing = _target(sim, object_id, x, y, force_action, "fill", "CanBeFilled")
    if fill_liquid is None:
        raise Refused("Missing Liquid string for FillObject action")
    liquid = fill_liquid.lower()
    if liquid not in LIQUIDS:
        raise Refused(f"{fill_liquid} is not a valid Liquid Type")
    if thing.filled:
        raise Refused(f"{thing.object_id} is already Filled!")
    fill(sim.world, thing, liquid)


@action("EmptyLiquidFromObject", bag=True)
def empty_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Pour out."""
    thing = _target(sim, object_id, x, y, force_action, "fill", "CanBeFilled")
    if not thing.filled:
        raise Refused("object already empty")
    thing.filled, thing.liquid = False, None
    thing.changed()


@action("UseUpObject", bag=True)
def use_up_object(
    sim: Simulation,
    object_id: str | None = None,
    x: float | None = None,
    y: float | None = None,
    force_action: bool = False,
) -> None:
    """Use up paper or soap."""
    thing = _target(sim, object_id, x, y, force_action, "use", "CanBeUsedUp")
    if thing.used_up:
        raise Refused("object already used up!")
    thing.used_up = True
    thing.changed()


@action("SetTemperatureDecayTime", bag=True)
def set_decay_time(sim: Simulation, time_until_room_temp: float) -> None:
    """Seconds until heated or cooled objects are at room temperature."""
    if time_until_room_temp < 0:
        raise Refused("TimeUntilRoomTemp must be >= 0")
    sim.world.decay_seconds = time_until_room_temp


@action("SetRoomTempDecayTimeForType", bag=True)
def set_decay_time_for_type(sim: Simulation, object_type: str, time_until_room_temp: float) -> None:
    """The same for one type."""
    if time_until_room_temp < 0:
        raise Refused("TimeUntilRoomTemp must be >= 0")
    for thing in sim.world.things:
        if thing.kind == object_type:
            thing.decay_time = time_until_room_temp


@action("SetDecayTemperatureBool", bag=True)
def set_decay(sim: Simulation, allow_decay_temperature: bool = True) -> None:
    """Switch temperature decay on or off."""
    sim.world.decay = allow_decay_temperature


@action("EnableTemperatureDecay", bag=True)
def enable_decay(sim: Simulation) -> None:
    """Switch temperature decay on."""
    sim.world.decay = True


@action("DisableTemperatureDecay", bag=True)
def disable_decay(sim: Simulation) -> None:
    """Switch temperature decay off."""
    sim.world.decay = False


@action("SetObjectStates", bag=True)
def set_object_states(sim: Simulation, set_object_states: dict[str, Any]) -> None:
    """Set one state for all objects of a type, or of all types when none is given."""
    kind, change = set_object_states.get("objectType"), set_object_states.get("stateChange")
    table = {
        "openable": ("open", "openness", "isOpen"),
        "toggleable": ("toggle", "toggled", "isToggled"),
        "breakable": ("break", "broken", "isBroken"),
        "canFillWithLiquid": ("fill", "filled", "isFilledWithLiquid"),
        "dirtyable": ("dirt", "dirty", "isDirty"),
        "cookable": ("cook", "cooked", "isCooked"),
        "sliceable": ("slice", "sliced", "isSliced"),
        "canBeUsedUp": ("use", "used_up", "isUsedUp"),
    }
    if change not in table:
        raise Refused(f"{change} is not a valid stateChange")
    prop, attribute, word = table[change]
    value = truth(set_object_states.get(word, False)) is True
    for thing in list(sim.world.things):
        if (kind and thing.kind != kind) or not thing.can(prop) or thing.hidden:
            continue
        if change == "openable":
            if value and thing.kind == "Microwave" and thing.toggled:
                continue  # it never runs open
            sim.world.set_openness(thing, float(value))
        elif change == "toggleable":
            switch_as_can_be(sim, thing, value)
        elif change == "sliceable":
            if value and not thing.picked_up:
                cut(sim, thing)
        elif change == "breakable":
            if value:
                break_thing(sim, thing)
        else:
            setattr(thing, attribute, value)
            if change == "canFillWithLiquid":
                thing.liquid = "water" if value else None
        thing.changed()
