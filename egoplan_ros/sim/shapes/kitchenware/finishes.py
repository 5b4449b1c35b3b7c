# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What kitchenware is made of: china, glass, metals, coatings, grips."""

from dataclasses import replace

from egoplan_ros.sim.shapes.look import MANY, Look
from egoplan_ros.sim.shapes.material import Color, Material, ceramic, glass, metal, plastic

WATER = (0.4, 0.6, 0.85)
BLACK = (0.09, 0.09, 0.1)
WHITES: tuple[Color, ...] = ((0.96, 0.96, 0.94), (0.93, 0.91, 0.85), (0.9, 0.87, 0.79))
DARKS: tuple[Color, ...] = ((0.1, 0.1, 0.11), (0.2, 0.21, 0.24), (0.27, 0.2, 0.17))
TINTS: tuple[Color, ...] = (
    (0.85, 0.93, 0.86),
    (0.6, 0.87, 0.84),
    (1.0, 0.95, 0.75),
    (0.35, 0.6, 0.42),
    (0.75, 0.5, 0.22),
    (0.3, 0.48, 0.78),
    (0.55, 0.55, 0.58),
    (0.82, 0.5, 0.6),
)
TONES: tuple[Color, ...] = (
    (0.72, 0.14, 0.13),
    (0.86, 0.42, 0.16),
    (0.9, 0.72, 0.24),
    (0.2, 0.42, 0.26),
    (0.45, 0.55, 0.38),
    (0.12, 0.45, 0.48),
    (0.16, 0.28, 0.52),
    (0.35, 0.55, 0.75),
    (0.42, 0.42, 0.45),
    (0.45, 0.2, 0.18),
    (0.86, 0.56, 0.58),
)
PASTELS: tuple[Color, ...] = (
    (0.93, 0.82, 0.8),
    (0.8, 0.9, 0.85),
    (0.78, 0.86, 0.93),
    (0.95, 0.91, 0.74),
    (0.85, 0.82, 0.9),
    (0.82, 0.8, 0.76),
)


def tone(look: Look, loud: float = 0.2) -> Color:
    """A strong colour that things of the household come in; any hue with probability `loud`."""
    if look.rng.random() < loud:
        return look.hue((0.45, 0.85), (0.4, 0.9))
    return look.pick(TONES)


def glaze(look: Look) -> Material:
    """Pottery of one colour: white, dark, pastel, strong, or an uneven stoneware glaze."""
    roll = look.rng.random()
    if roll < 0.26:
        return ceramic(look.pick(WHITES))
    if roll < 0.38:
        return replace(ceramic(look.pick(DARKS)), gloss=0.25, rough=0.45)
    if roll < 0.54:
        return ceramic(look.pick(PASTELS))
    if roll < 0.76:
        return ceramic(tone(look))
    tint = look.hue((0.0, 0.12), (0.85, 1.0))
    return look.draw("glaze", tint, gloss=0.4, rough=0.3)


def pottery(look: Look) -> tuple[Material, Material]:
    """Outside and inside of a piece: alike, or a coloured coat round a pale or contrasting one."""
    coat = glaze(look)
    roll = look.rng.random()
    if roll < 0.45:
        return coat, coat
    return coat, ceramic(look.pick(WHITES)) if roll < 0.85 else glaze(look)


def painted(look: Look, above: bool = False) -> Material:
    """White ware with a painted pattern: a picture round a body, or seen from `above`."""
    number = 2 * int(look.rng.integers(MANY // 2)) + above
    return Material((1.0, 1.0, 1.0), "china", number, gloss=0.4, rough=0.25)


def enamel(look: Look) -> tuple[Material, Material]:
    """Enamelled steel and its rolled rim: white or coloured, rim dark or blue."""
    pale = look.rng.random() < 0.5
    coat = look.pick(WHITES) if pale else tone(look, 0.1)
    rim = ((0.12, 0.15, 0.35), BLACK, (0.55, 0.1, 0.1)) if pale else (BLACK, (0.95, 0.95, 0.93))
    return ceramic(coat), ceramic(look.pick(rim))


def clear_glass(look: Look, colored: float = 0.35) -> Material:
    """Glass, coloured with probability `colored`."""
    if look.rng.random() < colored:
        return glass(look.pick(TINTS), clear=0.6)
    return glass(look.pick(((0.9, 0.95, 0.95), (0.85, 0.93, 0.92))), clear=0.75)


def steel(look: Look) -> Material:
    """Stainless steel, polished to satin."""
    shade = float(look.rng.uniform(0.9, 1.05))
    tone = (0.74 * shade, 0.75 * shade, 0.77 * shade)
    return metal(tone, rough=float(look.rng.choice((0.15, 0.3, 0.45))))


def bright(look: Look) -> Material:
    """Any bright metal of tableware: mostly steel, also brass, copper, black."""
    roll = look.rng.random()
    if roll < 0.6:
        return steel(look)
    if roll < 0.75:
        return metal((0.83, 0.68, 0.36), rough=0.3)
    if roll < 0.87:
        return metal((0.8, 0.5, 0.36), rough=0.3)
    return metal((0.16, 0.16, 0.17), rough=0.45)


def iron(look: Look) -> Material:
    """Cast iron or a black non-stick coat."""
    tone = look.pick(((0.13, 0.13, 0.14), (0.2, 0.2, 0.21), (0.17, 0.15, 0.14)))
    return Material(tone, gloss=0.25, rough=0.55)


def coat(look: Look) -> Material:
    """Outside of cookware: lacquer, enamel, or brushed, hammered or tarnished metal."""
    roll = look.rng.random()
    if roll > 0.88:
        return replace(look.draw("metal", (0.95, 0.95, 0.95)), gloss=0.6, rough=0.35)
    if roll < 0.25:
        return ceramic(look.pick(WHITES))
    if roll < 0.4:
        return ceramic(look.pick(PASTELS))
    return ceramic(tone(look, 0.1))


def timber(look: Look) -> Material:
    """Oiled wood of handles, boards and spoons."""
    return look.draw("wood", gloss=0.12, rough=0.5)


def grip(look: Look) -> Material:
    """What handles are clad with: black plastic, wood, coloured plastic, silicone."""
    roll = look.rng.random()
    if roll < 0.4:
        return plastic(look.pick(((0.09, 0.09, 0.1), (0.18, 0.18, 0.19))))
    if roll < 0.7:
        return timber(look)
    if roll < 0.78:
        return plastic((0.93, 0.9, 0.82))
    return plastic(tone(look))


def bright_plastic(look: Look) -> Material:
    """Coloured or white plastic of household ware."""
    if look.rng.random() < 0.3:
        return plastic(look.pick(WHITES))
    return plastic(tone(look, 0.35), gloss=0.3)
