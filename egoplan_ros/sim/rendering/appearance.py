# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How an object's state shows: which parts are there, and what their surfaces look like."""

import zlib

import numpy as np

from egoplan_ros.sim.rendering.shards import shards
from egoplan_ros.sim.rendering.surfaces import COLUMNS
from egoplan_ros.sim.rendering.textures import Key, key_of
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.solid import Part
from egoplan_ros.sim.textures.catalogue import TEXTURES
from egoplan_ros.sim.thing import Thing

LIQUIDS = {"water": (0.5, 0.68, 0.86), "coffee": (0.25, 0.13, 0.06), "wine": (0.45, 0.05, 0.12)}
GLOW = {
    "StoveBurner": (1.0, 0.42, 0.15),
    "Toaster": (1.0, 0.45, 0.18),
    "Microwave": (1.0, 0.85, 0.5),
    "DeskLamp": (1.0, 0.95, 0.78),
    "FloorLamp": (1.0, 0.94, 0.78),
    "CeilingLamp": (1.0, 0.95, 0.82),
    "Candle": (1.0, 0.75, 0.3),
    "StoveKnob": (1.0, 0.3, 0.2),
    "CoffeeMachine": (0.4, 1.0, 0.4),
}
"""Colour of what shines while it is on, where it shows no image."""

DECALS = {"broken": "crack", "dirty": "stain", "cooked": "browned"}
"""Images laid over a thing in a state; the first that holds."""
HUES = (0.7, 1.25)


def parts(thing: Thing) -> list[Part]:
    """What is drawn of a thing in its present state."""
    present = [p for p in thing.shape.parts if _there(thing, p)]
    if shatters(thing):
        return shards(thing.shape, present, zlib.crc32(thing.object_id.encode()))
    return present


def shatters(thing: Thing) -> bool:
    """Whether only pieces are left of it; what stands fast or opens gets cracks instead."""
    whole = not thing.broken or _draws(thing, "broken")
    return not whole and thing.can("pick") and not thing.shape.links


def _draws(thing: Thing, state: str) -> bool:
    """Whether the shape has parts of its own for a state."""
    return any(p.when == state for p in thing.shape.parts)


def _there(thing: Thing, part: Part) -> bool:
    if not part.when:
        return True
    state = part.when.removeprefix("!")
    holds = thing.openness > 0 if state == "open" else bool(getattr(thing, state))
    return holds != part.when.startswith("!")


def flows(part: Part) -> bool:
    """Whether it is water, flame or another part that comes and goes and hides nothing."""
    return part.when in ("filled", "toggled")


def decal(thing: Thing) -> Key | None:
    """The image laid over all of a thing by its state."""
    states = [s for s in DECALS if getattr(thing, s) and not _draws(thing, s)]
    if not states or shatters(thing):
        return None
    name = DECALS[states[0]]
    return name, zlib.crc32(thing.object_id.encode()) % TEXTURES[name].count


def surface(thing: Thing, part: Part) -> Material:
    """The material of a part in the present state, colours exchanged if the room was restyled."""
    base = part.material
    if part.role == "liquid" and thing.liquid:
        return Material(LIQUIDS[thing.liquid], gloss=0.5, rough=0.1)
    if thing.restyled and part.role not in ("liquid", "sky"):
        rng = np.random.default_rng(
            [thing.restyled, zlib.crc32(thing.name.encode()), *(int(255 * c) for c in base.color)]
        )
        low, high = HUES
        r, g, b = (float(min(c * rng.uniform(low, high), 1.0)) for c in base.color)
        number = int(rng.integers(1 << 16)) if base.texture else 0
        return Material(
            (r, g, b),
            base.texture,
            number,
            base.span,
            base.gloss,
            base.rough,
            base.mirror,
            base.clear,
        )
    return base


def row(thing: Thing, part: Part, scale: float) -> tuple[np.ndarray, Key | None, Key | None]:
    """The row of a part in the table of materials (COLUMNS,), its image and its decal still to be
    numbered; `scale` is the extent of the thing in metres."""
    material = surface(thing, part)
    out = np.zeros(COLUMNS, np.float32)
    out[0:3] = material.color
    out[4] = material.gloss
    # Blinn's exponent: 400 polished, 4 chalky.
    out[5] = 4.0 * 100.0 ** (1.0 - material.rough)
    out[6], out[7] = material.mirror, material.clear
    if part.role == "sky":
        out[8], out[11] = 1.05, 1.0
    elif part.role == "glow" and thing.toggled and not thing.broken:
        out[8] = 1.15
        if not material.texture:
            out[0:3] = GLOW.get(thing.kind, (0.7, 0.85, 1.0))
    key = key_of(material)
    if key is not None and TEXTURES[key[0]].span:
        # Things of one material do not all begin at the same grain.
        seed = zlib.crc32(thing.object_id.encode())
        out[12], out[13] = (seed & 0xFFFF) / 65536.0, (seed >> 16) / 65536.0
    over = None if part.role == "liquid" else decal(thing)
    if over is not None:
        # Dirt and cracks show on mirrors and panes, too.
        out[6:8] *= 0.55
    out[10] = max(scale, 0.02) * 1.05
    return out, key, over
