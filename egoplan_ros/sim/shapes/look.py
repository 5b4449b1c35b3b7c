# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Surfaces of a room: a palette drawn once per room, and families of colours for small things."""

import colorsys
import zlib
from dataclasses import dataclass, replace

import numpy as np

from egoplan_ros.sim.shapes.material import WHITE, Color, Material

CHINA: tuple[Color, ...] = (
    (0.93, 0.92, 0.88),
    (0.2, 0.35, 0.6),
    (0.75, 0.2, 0.18),
    (0.25, 0.5, 0.4),
    (0.85, 0.65, 0.25),
    (0.35, 0.3, 0.45),
)
GLASS: tuple[Color, ...] = (
    (0.75, 0.85, 0.9),
    (0.6, 0.75, 0.85),
    (0.85, 0.8, 0.6),
    (0.8, 0.45, 0.35),
)
STEEL: tuple[Color, ...] = ((0.68, 0.69, 0.71), (0.58, 0.59, 0.6), (0.35, 0.36, 0.38))
PACKAGING: tuple[Color, ...] = (
    (0.85, 0.3, 0.2),
    (0.2, 0.5, 0.8),
    (0.25, 0.65, 0.35),
    (0.9, 0.8, 0.3),
    (0.6, 0.35, 0.65),
    (0.95, 0.95, 0.95),
)
CLOTH: tuple[Color, ...] = (
    (0.55, 0.2, 0.2),
    (0.25, 0.3, 0.5),
    (0.35, 0.45, 0.35),
    (0.75, 0.7, 0.6),
    (0.45, 0.42, 0.4),
    (0.8, 0.55, 0.3),
)
WOODS: tuple[Color, ...] = (
    (0.55, 0.36, 0.2),
    (0.68, 0.5, 0.31),
    (0.36, 0.22, 0.13),
    (0.76, 0.62, 0.44),
)
_GREY = Material((0.7, 0.7, 0.7))
STEELS = (0, 7, 26)
"""Numbers of the textures of metal that are grey and brushed or scratched."""
MANY = 1 << 16
"""Numbers of textures are drawn below it and taken modulo how many there are of the class."""


@dataclass(slots=True)
class Look:
    """The room's surfaces and the random source from which single things draw theirs."""

    rng: np.random.Generator
    seed: int = 0
    cabinet: Material = _GREY
    counter: Material = _GREY
    wood: Material = _GREY
    wall: Material = _GREY
    floor: Material = _GREY
    ceiling: Material = _GREY
    trim: Material = _GREY
    fabric: Material = _GREY
    appliance: Material = _GREY
    handle: Material = _GREY

    def pick(self, colors: tuple[Color, ...]) -> Color:
        """One of `colors`, slightly varied."""
        base = colors[int(self.rng.integers(len(colors)))]
        draw = self.rng.uniform(0.92, 1.06, 3)
        # Mostly lighter or darker, only a trace of another hue.
        gain = draw[0] * (1 + 0.2 * (draw - 0.99))
        return (
            float(min(base[0] * gain[0], 1)),
            float(min(base[1] * gain[1], 1)),
            float(min(base[2] * gain[2], 1)),
        )

    def hue(self, saturation: tuple[float, float], value: tuple[float, float]) -> Color:
        """A colour of any hue, its saturation and value within ranges."""
        h, s, v = self.rng.random(), self.rng.uniform(*saturation), self.rng.uniform(*value)
        return colorsys.hsv_to_rgb(float(h), float(s), float(v))

    def draw(self, texture: str, color: Color = WHITE, **surface: float) -> Material:
        """Any texture of a class, multiplied by a colour; `surface` as in :class:`Material`."""
        return Material(color, texture, int(self.rng.integers(MANY)), **surface)

    def twin(self, kind: str) -> "Look":
        """The look from which all things of a type in this room draw alike."""
        return replace(self, rng=np.random.default_rng([self.seed, zlib.crc32(kind.encode())]))


def palette(rng: np.random.Generator, tiled: bool) -> Look:
    """The surfaces of one room; `tiled` rooms (kitchen, bathroom) mostly get a tiled floor.

    Takes a single number from `rng`: what a room looks like does not change how it is laid out.
    """
    seed = int(rng.integers(1 << 62))
    own = np.random.default_rng(seed)
    look = Look(own, seed)
    wood = look.draw("wood", gloss=0.15, rough=0.4)
    look.wood = wood if own.random() < 0.8 else look.draw("paint", look.hue((0, 0.5), (0.5, 1.0)))
    look.cabinet = _cabinet(look)
    look.counter = look.draw("stone", gloss=0.35, rough=0.2) if own.random() < 0.8 else look.wood
    look.wall = _wall(look, tiled)
    look.ceiling = look.draw("plaster", (0.95, 0.95, 0.94))
    tint = look.hue((0, 0.08), (0.85, 1.0)) if own.random() < 0.75 else None
    look.trim = look.draw("paint", tint, gloss=0.15) if tint else replace(wood, gloss=0.15)
    look.fabric = _fabric(look)
    steel = Material((0.92, 0.93, 0.95), "metal", int(own.choice(STEELS)), gloss=0.5, rough=0.35)
    coat = look.pick(((0.9, 0.9, 0.9), (0.14, 0.14, 0.15), (0.75, 0.2, 0.17), (0.5, 0.62, 0.6)))
    look.appliance = steel if own.random() < 0.45 else Material(coat, gloss=0.35, rough=0.3)
    tones = ((0.75, 0.75, 0.76), (0.2, 0.2, 0.21), (0.78, 0.62, 0.35), (0.55, 0.42, 0.3))
    look.handle = Material(look.pick(tones), gloss=0.6, rough=0.3)
    look.floor = _floor(look, tiled)
    return look


def _cabinet(look: Look) -> Material:
    if look.rng.random() < 0.45:
        return look.draw("wood", gloss=0.15, rough=0.4)
    pale = look.rng.random() < 0.5
    color = look.hue((0, 0.08), (0.8, 1.0)) if pale else look.hue((0.05, 0.5), (0.3, 0.85))
    return look.draw("paint", color, gloss=0.15)


def _wall(look: Look, tiled: bool) -> Material:
    roll = look.rng.random()
    if tiled and roll < 0.25:
        return look.draw("tile", gloss=0.3, rough=0.25)
    if roll < (0.35 if tiled else 0.25):
        return look.draw("wallpaper")
    pale = look.hue((0, 0.2), (0.78, 0.97))
    strong = look.hue((0.2, 0.7), (0.3, 0.85))
    return look.draw("plaster", pale if look.rng.random() < 0.65 else strong)


def _fabric(look: Look) -> Material:
    if look.rng.random() < 0.2:
        return look.draw("leather", gloss=0.2)
    return look.draw("fabric", look.hue((0, 0.6), (0.3, 0.95)), gloss=0.0)


def _floor(look: Look, tiled: bool) -> Material:
    roll = look.rng.random()
    if tiled and roll < 0.75:
        return look.draw("tile" if roll < 0.55 else "stone", gloss=0.25, rough=0.3)
    if not tiled and roll < 0.35:
        return look.draw("carpet", gloss=0.0)
    return look.draw("planks", gloss=0.2, rough=0.35)
