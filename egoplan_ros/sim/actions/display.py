# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is drawn at all: hiding objects from the cameras and showing them up (protocol 3.9).

Only pictures and sight change; what is hidden stays where it is, in metadata and in the way.
"""

from collections.abc import Iterable
from dataclasses import replace

from egoplan_ros.sim.dispatch import action
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.simulation import Simulation
from egoplan_ros.sim.thing import Thing

MAGENTA = Material((1.0, 0.0, 1.0))


def _veil(things: Iterable[Thing], veiled: bool) -> None:
    for thing in things:
        if thing.veiled != veiled:
            thing.veiled = veiled
            thing.changed()


def _mask(thing: Thing, masked: bool) -> None:
    if masked == (thing.unmasked is not None):
        return
    if thing.unmasked is None:
        thing.unmasked = thing.shape
        parts = [replace(p, material=MAGENTA, role="") for p in thing.shape.parts]
        thing.shape = replace(thing.shape, parts=parts)
    else:
        thing.shape, thing.unmasked = thing.unmasked, None
    thing.changed()
    thing.moved()


@action("HideObject", bag=True)
def hide(sim: Simulation, object_id: str) -> None:
    """Draw an object no more."""
    _veil([sim.known(object_id)], True)


@action("UnhideObject", bag=True)
def unhide(sim: Simulation, object_id: str) -> None:
    """Draw an object again."""
    _veil([sim.known(object_id)], False)


@action("HideAllObjectsExcept", bag=True)
def hide_others(sim: Simulation, object_id: str) -> None:
    """Draw one object only."""
    shown = sim.known(object_id)
    _veil([t for t in sim.world.things if t is not shown], True)
    _veil([shown], False)


@action("UnhideAllObjects", bag=True)
def unhide_all(sim: Simulation) -> None:
    """Draw everything again."""
    _veil(sim.world.things, False)


@action("EmphasizeObject", bag=True)
def emphasize(sim: Simulation, object_id: str) -> None:
    """Draw one object only, in magenta."""
    hide_others(sim, object_id)
    _mask(sim.known(object_id), True)


@action("UnemphasizeAll", bag=True)
def unemphasize(sim: Simulation) -> None:
    """Draw everything again, in the colours it came with."""
    _veil(sim.world.things, False)
    for thing in sim.world.things:
        _mask(thing, False)


@action("MaskObject", bag=True)
def mask(sim: Simulation, object_id: str) -> None:
    """Draw an object in magenta."""
    _mask(sim.known(object_id), True)


@action("UnmaskObject", bag=True)
def unmask(sim: Simulation, object_id: str) -> None:
    """Draw an object in the colours it came with."""
    _mask(sim.known(object_id), False)
