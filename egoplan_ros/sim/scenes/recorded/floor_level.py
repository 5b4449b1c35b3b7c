# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded floors that are not at height 0.

The floor of AI2-THOR's FloorPlan3 is at 0.22 m, those of a few others at 1 to 5 cm; all that is in
such a room, the agent and what episodes tell of it are as much higher. Shapes are recovered above
a floor at 0, and the room is lifted to its own afterwards.
"""

from dataclasses import replace

import numpy as np

from egoplan_ros.sim.scenes.recorded.dumped import Dump
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.world import World


def level(dump: Dump) -> float:
    """Height of the upper side of the floor, of several the largest, metres; 0 without a floor."""
    floors = [e for e in dump.entries if e.kind == "Floor"]
    if not floors:
        return 0.0
    return float(max(floors, key=lambda e: float(e.size[0] * e.size[2])).box[4])


def lowered(dump: Dump, by: float) -> Dump:
    """The recording with everything so many metres lower."""
    down = np.array([0.0, by, 0.0])
    entries = [
        replace(
            entry,
            position=entry.position - down,
            box=entry.box - np.tile(down, 2),
            corners=entry.corners - down if entry.corners is not None else None,
        )
        for entry in dump.entries
    ]
    return replace(dump, entries=entries)


def lift(world: World, by: float) -> None:
    """Bring a room, its bounds, and who is in it up by so many metres."""
    up = np.array([0.0, by, 0.0])
    for thing in world.things:
        _lift(thing, up)
    world.low, world.high, world.level = world.low + up, world.high + up, world.level + by
    for body in world.bodies:
        body.floor += by


def _lift(thing: Thing, up: Array) -> None:
    record, still = thing.record, thing.record is not None and thing.record.key == thing.pose_key()
    thing.place(thing.position + up)
    if record is not None:
        thing.record = replace(
            record,
            key=thing.pose_key() if still else record.key,
            position=record.position + up,
            box=record.box + np.tile(up, 2),
        )
