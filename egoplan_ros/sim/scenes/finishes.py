# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Colour and texture for the materials that ProcTHOR's houses name."""

import re
import zlib
from dataclasses import replace
from typing import Any

import numpy as np

from egoplan_ros.sim.shapes.look import CLOTH, STEEL, WOODS
from egoplan_ros.sim.shapes.material import Color, Material

MANY = 1 << 16
# Words of a material's name, the class of textures they are drawn with, and which colours it has.
STUFFS: tuple[tuple[str, str, tuple[Color, ...]], ...] = (
    ("brick", "tile", ((0.55, 0.27, 0.2), (0.62, 0.36, 0.27))),
    ("tile|mosaic|checker", "tile", ((0.75, 0.72, 0.67), (0.82, 0.82, 0.8), (0.55, 0.6, 0.64))),
    (
        r"\w*wood|oak|walnut|maple|pine|birch|plank|parquet|bamboo|laminate",
        "wood",
        tuple((min(1.5 * r, 1.0), min(1.5 * g, 1.0), min(1.5 * b, 1.0)) for r, g, b in WOODS),
    ),
    ("carpet|rug|wool|felt", "carpet", CLOTH),
    ("fabric|cloth|linen", "fabric", CLOTH),
    ("leather", "leather", CLOTH),
    ("marble|granite|stone|slate|terrazzo|quartz", "stone", ((0.9, 0.88, 0.85), (0.6, 0.6, 0.6))),
    ("concrete|cement|plaster|worn", "plaster", ((0.6, 0.6, 0.59), (0.7, 0.69, 0.67))),
    ("metal|steel|chrome|alumin|brass|copper|iron", "metal", STEEL),
)
PLAIN = "plaster"
GLOSS = {"tile": 0.3, "wood": 0.15, "planks": 0.2, "stone": 0.3, "metal": 0.5}
PAINTS: tuple[Color, ...] = ((0.85, 0.83, 0.77), (0.88, 0.82, 0.7), (0.8, 0.83, 0.85))
HUES: dict[str, Color] = {
    "white": (0.92, 0.92, 0.9),
    "black": (0.1, 0.1, 0.1),
    "gray": (0.5, 0.5, 0.5),
    "grey": (0.5, 0.5, 0.5),
    "red": (0.65, 0.17, 0.14),
    "orange": (0.85, 0.5, 0.2),
    "yellow": (0.88, 0.78, 0.32),
    "green": (0.35, 0.55, 0.35),
    "teal": (0.2, 0.5, 0.5),
    "blue": (0.3, 0.42, 0.65),
    "purple": (0.45, 0.32, 0.55),
    "pink": (0.85, 0.6, 0.62),
    "brown": (0.4, 0.27, 0.17),
    "beige": (0.8, 0.73, 0.6),
    "tan": (0.75, 0.62, 0.45),
    "cream": (0.92, 0.87, 0.75),
}


def finish(material: Any, usual: Material, color: Any = None) -> Material:
    """How something of a material looks.

    Args:
        material: its name, or ProcTHOR's ``{"name": ..., "color": {"r", "g", "b"}}``.
        usual: what has no material, and no colour, looks so.
        color: a colour beside the material, as older houses have it.

    Raises:
        ValueError, TypeError, KeyError: for a colour that is none.
    """
    if isinstance(material, dict):
        name, color = material.get("name"), material.get("color") or color
    else:
        name = material
    named = isinstance(name, str) and bool(name)
    base = _named(str(name)) if named else usual
    if color is None:
        return base
    # A pattern keeps its own lights and darks; plain paint is the colour itself.
    return replace(base, color=_rgb(color)) if named else Material(_rgb(color))


def on_floor(surface: Material) -> Material:
    """Wood on a floor lies in planks."""
    return replace(surface, texture="planks") if surface.texture == "wood" else surface


def _rgb(color: Any) -> Color:
    values = [float(color[k]) for k in ("r", "g", "b")]
    if not np.isfinite(values).all():
        raise ValueError(f"{color} is no colour")
    r, g, b = (float(np.clip(v, 0.0, 1.0)) for v in values)
    return r, g, b


def _named(name: str) -> Material:
    """Colour and texture by the words of a material's name, the same for the same name."""
    words = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower()
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    texture, colors = PLAIN, PAINTS
    number = int(rng.integers(MANY))
    for pattern, stuff, families in STUFFS:
        if re.search(rf"\b(?:{pattern})", words):
            texture, colors = stuff, families
            break
    base = colors[int(rng.integers(len(colors)))]
    hue = next((HUES[word] for word in HUES if re.search(rf"\b{word}(?![a-z])", words)), None)
    if hue is not None:
        base = hue
    gain = 0.55 if "dark" in words else 1.2 if "light" in words else 1.0
    r, g, b = (float(np.clip(v * gain, 0.0, 1.0)) for v in base)
    return Material((r, g, b), texture, number, gloss=GLOSS.get(texture, 0.05))
