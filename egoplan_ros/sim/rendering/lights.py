# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What lights a home: ceiling lamps, lamps that are switched on, and the sun through windows."""

import colorsys
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.world import World

BELOW = 0.2
"""Metres that a lamp without a fixture of its own hangs below the ceiling."""
MEMBERS = 4
"""Lamps of one room; those that cast shadows come first and share the sixteen probes."""
SWITCHED_OFF = 0.25
GLOWING = {
    "DeskLamp": ((1.0, 0.86, 0.6), 0.55),
    "FloorLamp": ((1.0, 0.86, 0.62), 0.7),
    "Candle": ((1.0, 0.62, 0.25), 0.16),
    "Television": ((0.6, 0.75, 1.0), 0.22),
    "StoveBurner": ((1.0, 0.45, 0.2), 0.12),
    "Toaster": ((1.0, 0.45, 0.2), 0.08),
    "Microwave": ((1.0, 0.85, 0.6), 0.12),
    "Laptop": ((0.7, 0.8, 1.0), 0.08),
}
"""Colour and strength of what shines while it is on."""


@dataclass(slots=True)
class Lighting:
    """All lights of a world, for the shading kernels.

    Args:
        lamps: (L, 8) position, side of the square (0: casts no shadows), colour times strength,
            reach in metres.
        rooms: (R, 4) floor rectangles x0, z0, x1, z1.
        members: (R, MEMBERS) the lamps of each room, -1 for none.
        panes: (P, 10) windows that let the sun in: corner, one side, other side, room.
        sun: (6,) direction towards the sun, colour times strength.
        ambient: (3,) colour times strength of light from everywhere.
    """

    lamps: NDArray[np.float32]
    rooms: NDArray[np.float32]
    members: NDArray[np.int64]
    panes: NDArray[np.float32]
    sun: NDArray[np.float32]
    ambient: NDArray[np.float32]


def lighting(world: World) -> Lighting:
    """The lights as things and settings of a world have them now."""
    ceilings = [t.bounds() for t in world.things if t.kind == "Ceiling"]
    if not ceilings:
        ceilings = [np.concatenate([[world.low[0], world.level + 2.5, world.low[2]], world.high])]
    rooms = np.array([b[[0, 2, 3, 5]] for b in ceilings], np.float32)
    rng = np.random.default_rng([zlib.crc32(world.scene.encode()), *world.relit])
    lamps: list[list[float]] = []
    members = np.full((len(rooms), MEMBERS), -1, np.int64)
    fixtures = [t for t in world.things if t.kind == "CeilingLamp" and not t.hidden]
    off = any(t.kind == "LightSwitch" and not t.toggled and t.listed for t in world.things)
    for number, box in enumerate(ceilings):
        mine = [t for t in fixtures if room_of(t.position[0], t.position[2], rooms) == number]
        places = [_under(t) for t in mine[: MEMBERS - 1]] or _middle(box)
        color = warmth(float(rng.uniform(2700, 6000)))
        strength = (SWITCHED_OFF if off else 1.0) * world.light * float(rng.uniform(0.9, 1.1))
        for slot, place in enumerate(places):
            members[number, slot] = len(lamps)
            share = strength / len(places) ** 0.75
            lamps.append([*place, 0.45, *(c * share for c in color), 12.0])
    for thing in world.things:
        if thing.toggled and thing.kind in GLOWING and not thing.out_of_sight and not thing.broken:
            number = room_of(thing.position[0], thing.position[2], rooms)
            free = np.flatnonzero(members[number] < 0)
            if len(free):
                members[number, free[0]] = len(lamps)
                lamps.append(_glowing(thing))
    direction, panes = _windows(world, rooms, rng)
    glare = 1.1 * world.light if len(panes) else 0.0
    ambient = np.array(warmth(float(rng.uniform(4500, 7500)))) * (0.3 + 0.7 * world.light)
    return Lighting(
        np.array(lamps, np.float32),
        rooms,
        members,
        panes,
        np.array([*direction, glare, glare * 0.93, glare * 0.8], np.float32),
        (ambient * (0.8 if off else 1.0)).astype(np.float32),
    )


def room_of(x: float, z: float, rooms: NDArray[np.float32]) -> int:
    """Row of the room whose floor is nearest to a place."""
    dx = np.maximum(np.maximum(rooms[:, 0] - x, x - rooms[:, 2]), 0)
    dz = np.maximum(np.maximum(rooms[:, 1] - z, z - rooms[:, 3]), 0)
    return int(np.argmin(dx + dz))


def warmth(kelvin: float) -> tuple[float, float, float]:
    """Colour of a lamp of a colour temperature, brightest component 1, mildly as eyes adapt."""
    share = (kelvin - 5500.0) / 3500.0
    hue = 0.09 if share < 0 else 0.6
    return colorsys.hsv_to_rgb(hue, min(abs(share) * 0.28, 0.35), 1.0)


def _under(fixture: Thing) -> list[float]:
    box = fixture.bounds()
    return [(box[0] + box[3]) / 2, box[1] - 0.03, (box[2] + box[5]) / 2]


def _middle(box: Array) -> list[list[float]]:
    return [[(box[0] + box[3]) / 2, box[1] - BELOW, (box[2] + box[5]) / 2]]


def _glowing(thing: Thing) -> list[float]:
    color, strength = GLOWING[thing.kind]
    shining = [p for p in thing.shape.parts if p.role == "glow"]
    parts = shining or thing.shape.parts
    points = np.concatenate([thing.to_world(p.vertices, p.link) for p in parts])
    place = (points.min(0) + points.max(0)) / 2
    if thing.kind in ("Television", "Laptop", "Microwave"):
        # Screens shine forwards: from a little before them.
        place = place + thing.matrix[:, 2] * 0.25
    # Its own shade would hide it: it lights its surroundings without shadows.
    return [*place.tolist(), 0.0, *(c * strength for c in color), 3.0]


def _windows(
    world: World, rooms: NDArray[np.float32], rng: np.random.Generator
) -> tuple[Array, NDArray[np.float32]]:
    """Direction to the sun (3,) and the panes (P, 10) through which it shines."""
    azimuth, height = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(22, 52))
    sun = np.array(
        [np.sin(azimuth) * np.cos(height), np.sin(height), np.cos(azimuth) * np.cos(height)]
    )
    rows = []
    for thing in world.things:
        if thing.kind != "Window" or thing.hidden:
            continue
        low, high = thing.bounds().reshape(2, 3)
        number = room_of((low[0] + high[0]) / 2, (low[2] + high[2]) / 2, rooms)
        axis = 0 if high[0] - low[0] < high[2] - low[2] else 2
        x0, z0, x1, z1 = rooms[number]
        center = (low + high) / 2
        outward = np.zeros(3)
        outward[axis] = np.sign(center[axis] - ((x0 + x1) / 2 if axis == 0 else (z0 + z1) / 2))
        if outward @ sun < 0.15 or high[1] - low[1] < 0.3:
            continue
        along = 2 - axis
        corner = low.copy()
        # Just inside the pane, so that it does not shade itself.
        corner[axis] = (low if outward[axis] > 0 else high)[axis] - 0.02 * outward[axis]
        one, two = np.zeros(3), np.zeros(3)
        one[along], two[1] = high[along] - low[along], high[1] - low[1]
        rows.append([*corner, *one, *two, number])
    return sun, np.array(rows, np.float32).reshape(-1, 10)
