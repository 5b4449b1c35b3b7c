"""Colour and texture for the materials that ProcTHOR's houses name."""

import re
import zlib
from typing import Any

import numpy as np

from egoplan_ros.sim.shapes.look import CLOTH, STEEL, WOODS
from egoplan_ros.sim.shapes.solid import (
    FABRIC,
    METAL,
    PLAIN,
    PLANK,
    SPECKLE,
    STONE,
    TILE,
    WOOD,
    Color,
)

Finish = tuple[Color, int]
# Words of a material's name, what they are made of, and which colours that has.
STUFFS: tuple[tuple[str, int, tuple[Color, ...]], ...] = (
    ("brick", TILE, ((0.55, 0.27, 0.2), (0.62, 0.36, 0.27))),
    ("tile|mosaic|checker", TILE, ((0.75, 0.72, 0.67), (0.82, 0.82, 0.8), (0.55, 0.6, 0.64))),
    (r"\w*wood|oak|walnut|maple|pine|birch|plank|parquet|bamboo|laminate", WOOD, WOODS),
    ("carpet|rug|fabric|cloth|felt|leather|wool|linen", FABRIC, CLOTH),
    ("marble|granite|stone|slate|terrazzo|quartz", STONE, ((0.72, 0.7, 0.66), (0.45, 0.44, 0.43))),
    ("concrete|cement|plaster|worn", SPECKLE, ((0.6, 0.6, 0.59), (0.7, 0.69, 0.67))),
    ("metal|steel|chrome|alumin|brass|copper|iron", METAL, STEEL),
)
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


def finish(material: Any, usual: Finish, color: Any = None) -> Finish:
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
    base, texture = _named(name) if isinstance(name, str) and name else usual
    if color is None:
        return base, texture
    mixed = _rgb(color)
    # A pattern needs its own lights and darks; plain paint is the colour itself.
    return mixed, texture if isinstance(name, str) and name else PLAIN


def floor_texture(texture: int) -> int:
    """Wood on a floor lies in planks."""
    return PLANK if texture == WOOD else texture


def _rgb(color: Any) -> Color:
    values = [float(color[k]) for k in ("r", "g", "b")]
    if not np.isfinite(values).all():
        raise ValueError(f"{color} is no colour")
    r, g, b = (float(np.clip(v, 0.0, 1.0)) for v in values)
    return r, g, b


def _named(name: str) -> Finish:
    """Colour and texture by the words of a material's name, the same for the same name."""
    words = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower()
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    texture, colors = PLAIN, PAINTS
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
    return (r, g, b), texture
