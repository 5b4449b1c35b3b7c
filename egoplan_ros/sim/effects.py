# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What happens by itself after each action: water, heat, cold, coffee, time (section 4.4)."""

import numpy as np

from egoplan_ros.sim.catalog import COOKED_BY_HEAT
from egoplan_ros.sim.thing import Thing
from egoplan_ros.sim.world import World

SECONDS_PER_ACTION = 0.1
AT_HAND = 0.6
"""Metres from a tap to the basin that it fills at most."""


def pass_time(world: World, seconds: float = SECONDS_PER_ACTION) -> None:
    """Advance simulated time and apply all contextual effects."""
    world.time += seconds
    for thing in world.things:
        if thing.hidden or thing.facts is None:
            continue
        if thing.toggled:
            _running(world, thing)
        if thing.kind == "Fridge":
            for item in thing.within():
                set_temperature(world, item, "Cold")
    for thing in world.things:
        if thing.temperature != "RoomTemp" and world.decay and world.time >= thing.cools_at:
            thing.temperature = "RoomTemp"
            thing.changed()


def set_temperature(world: World, thing: Thing, temperature: str) -> None:
    """Heat or cool; the thing returns to room temperature some time after the last exposure."""
    if thing.facts is None or not thing.can("pick"):
        return
    wait = thing.decay_time if thing.decay_time is not None else world.decay_seconds
    thing.cools_at = world.time + wait
    if thing.temperature != temperature:
        thing.temperature = temperature
        thing.changed()


def cook(thing: Thing) -> None:
    """Mark food as cooked."""
    if thing.can("cook") and not thing.cooked:
        thing.cooked = True
        thing.changed()


def fill(world: World, thing: Thing, liquid: str) -> None:
    """Fill a vessel."""
    thing.filled, thing.liquid = True, liquid
    thing.changed()
    if liquid == "coffee":
        set_temperature(world, thing, "Hot")


def _running(world: World, thing: Thing) -> None:
    if thing.kind in ("Faucet", "ShowerHead"):
        for basin in basins_under(world, thing):
            for item in basin.within():
                _rinse(world, item)
    elif thing.kind == "Microwave":
        for item in thing.within():
            set_temperature(world, item, "Hot")
            if item.kind in COOKED_BY_HEAT:
                cook(item)
    elif thing.kind == "StoveBurner":
        for item in thing.within():
            set_temperature(world, item, "Hot")
            if item.kind in COOKED_BY_HEAT or item.kind == "BreadSliced":
                cook(item)
            if item.kind == "Candle" and not item.toggled:
                item.toggled = True
                item.changed()
    elif thing.kind == "Toaster":
        for item in thing.within():
            set_temperature(world, item, "Hot")
            cook(item)
    elif thing.kind == "CoffeeMachine":
        for item in thing.within():
            if item.can("fill") and not item.filled:
                fill(world, item, "coffee")


def basins_under(world: World, tap: Thing) -> list[Thing]:
    """Basins that a faucet or shower head pours into: the one it is over, or the nearest at hand.

    The tap of a bathtub is at its end, nearer to its edge than to its middle.
    """
    near = []
    for number, thing in enumerate(world.things):
        if thing.kind in ("SinkBasin", "BathtubBasin") and not thing.hidden:
            box, at = thing.bounds(), tap.position
            gap = np.maximum(np.maximum(box[:3] - at, at - box[3:]), 0.0)[[0, 2]].sum()
            middle = np.abs(thing.position - at)[[0, 2]].sum()
            near.append((round(float(gap), 2), float(middle), number, thing))
    close = [entry for entry in near if entry[0] < AT_HAND]
    return [min(close)[3]] if close else []


def _rinse(world: World, item: Thing) -> None:
    if item.can("dirt") and item.dirty:
        item.dirty = False
        item.changed()
    if item.can("fill") and not item.filled:
        fill(world, item, "water")
    if item.kind == "Candle" and item.toggled:
        item.toggled = False
        item.changed()
