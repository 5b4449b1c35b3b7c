# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What finishes a room without being an object of it: lamps under the ceiling and rugs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from egoplan_ros.sim.shapes.furniture.ceiling_lamps import CEILING_LAMPS, ceiling_lamp
from egoplan_ros.sim.shapes.furniture.rugs import THICK, rug
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.solid import Maker
from egoplan_ros.sim.thing import Array, Thing

if TYPE_CHECKING:
    from egoplan_ros.sim.scenes.room import Room

LONG = 1.45
"""Ratio of a room's sides from which on it has lamps in a row."""
EDGE = 0.08
"""Metres of floor that a rug leaves along walls."""
WIDE = 5.0
"""Metres; so long a room has lamps in a row, too."""


def _structure(kind: str, maker: Maker, at: Array, yaw: float, top: bool) -> Thing:
    """A thing that is no sim object; its upper or its lower end comes to `at`."""
    shape = maker.finish()
    place = np.array(at, float)
    place[1] += -shape.half[1] if top else shape.half[1]
    name = "|".join([kind, *(f"{float(v):+06.2f}" for v in place)])
    return Thing(kind, name, name, shape, place, np.array([0.0, yaw, 0.0]))


def ceiling_lamps(low: Array, high: Array, look: Look) -> list[Thing]:
    """One to three lamps of kind `CeilingLamp` below a ceiling.

    Args:
        low, high: corners (3,) of the room; `high[1]` is the height of its ceiling.
        look: of the room; the same room always gets the same lamps.
    """
    look = replace(look, rng=np.random.default_rng([look.seed, 1]))
    form = int(look.rng.integers(CEILING_LAMPS))
    sides = (high - low)[[0, 2]]
    long = int(np.argmax(sides))
    count = 1
    if sides[long] > WIDE or sides[long] / max(float(sides.min()), 0.1) > LONG:
        count = 3 if sides[long] > 1.4 * WIDE else 2
    out = []
    state = look.rng.bit_generator.state
    for k in range(count):
        # All lamps of a room are of one make.
        look.rng.bit_generator.state = state
        maker = Maker()
        ceiling_lamp(maker, look, form)
        place = (low + high) / 2
        axis = (0, 2)[long]
        place[axis] = low[axis] + sides[long] * (k + 0.5) / count
        place[1] = high[1]
        lamp = _structure("CeilingLamp", maker, place, 90.0 * long, top=True)
        lamp.toggled = True
        out.append(lamp)
    return out


def floor_rug(
    rect: tuple[float, float, float, float], look: Look, yaw: float = 0.0, level: float = 0.0
) -> Thing:
    """A rug of kind `Rug` that fills a floor rectangle (x0, z0, x1, z1) at the floor's height.

    `yaw` is 0 or 90: which way its pattern runs; one that is about square may be round.
    """
    x0, z0, x1, z1 = rect
    size = (x1 - x0, z1 - z0) if yaw % 180 == 0 else (z1 - z0, x1 - x0)
    circle = max(size) < 1.3 * min(size) and bool(look.rng.random() < 0.5)
    maker = Maker()
    rug(maker, look, size, circle)
    return _structure(
        "Rug", maker, np.array([(x0 + x1) / 2, level + THICK, (z0 + z1) / 2]), yaw, top=True
    )


def lay(room: Room, wall: int, s: float, width: float, off0: float, off1: float) -> None:
    """A rug on a strip along a wall, drawn up to a little smaller; it takes no room."""
    rng = np.random.default_rng([room.look.seed, 2, wall])
    look = replace(room.look, rng=rng)
    wide, deep = (
        width * float(rng.uniform(0.85, 1.0)),
        (off1 - off0) * float(rng.uniform(0.85, 1.0)),
    )
    middle = (off0 + off1) / 2
    x0, z0, x1, z1 = room.rect(wall, s, wide, middle - deep / 2, middle + deep / 2)
    low, high = room.low + EDGE, room.high - EDGE
    rect = (max(x0, low[0]), max(z0, low[2]), min(x1, high[0]), min(z1, high[2]))
    room.things.append(floor_rug(rect, look, 90.0 * (wall % 2)))
