# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Colours as homes have them; all are RGB in display space, 0..1."""

import colorsys

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.noise import Field, Rng

Colour = NDArray[np.float32]
GOLDEN = 0.6180339887


def rgb(text: str) -> Colour:
    """Colour (3,) of six hexadecimal digits."""
    return np.array([int(text[i : i + 2], 16) / 255 for i in (0, 2, 4)], np.float32)


def ramps(text: str) -> list[Colour]:
    """Colours of blank-separated hexadecimal words."""
    return [rgb(word) for word in text.split()]


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """Colour (3,) of hue (wrapped), saturation and value in 0..1.

    Greens and purples, rare and never pure in homes, are a third less saturated than asked for.
    """
    hue %= 1.0
    damping = max(0.0, 1 - abs(hue - 0.33) / 0.14) + max(0.0, 1 - abs(hue - 0.78) / 0.15)
    return np.array(colorsys.hsv_to_rgb(hue, saturation * (1 - 0.4 * damping), value), np.float32)


def turn(number: int, offset: float = 0.0) -> float:
    """A hue for each number, spread evenly over the circle."""
    return (number * GOLDEN + offset) % 1.0


def mix(
    one: NDArray[np.floating], other: NDArray[np.floating], share: NDArray[np.floating] | float
) -> Field:
    """Colours between one (share 0) and other (share 1); a share (h, w) is per pixel."""
    first, second = np.asarray(one, np.float32), np.asarray(other, np.float32)
    t = np.asarray(share, np.float32)
    if t.ndim < 2:
        return np.asarray(first + (second - first) * t, np.float32)
    # Channel by channel: a last axis of three is slow to broadcast over.
    out = np.empty((*t.shape, 3), np.float32)
    for k in range(3):
        begin = first[..., k]
        out[..., k] = begin + (second[..., k] - begin) * t
    return out


def ramp(field: Field, colours: list[Colour], stops: list[float] | None = None) -> Field:
    """Image (h, w, 3) that runs through the colours as the field runs from 0 to 1."""
    places = np.linspace(0, 1, len(colours)) if stops is None else np.array(stops)
    lines = np.linspace(0, 1, 256)
    stacked = np.stack(colours)
    table = np.stack([np.interp(lines, places, stacked[:, k]) for k in range(3)], 1)
    index = np.clip(field * 255, 0, 255).astype(np.uint8)
    return np.asarray(np.take(table.astype(np.float32), index, 0), np.float32)


def image(colours: Field) -> NDArray[np.uint8]:
    """The colours 0..1 as bytes."""
    return np.asarray(np.clip(colours * 255 + 0.5, 0, 255), np.uint8)


def pick(rng: Rng, colours: list[Colour]) -> Colour:
    """One of the colours, a little changed."""
    chosen = colours[int(rng.integers(len(colours)))]
    return np.clip(chosen * rng.uniform(0.93, 1.07) + rng.normal(0, 0.012, 3), 0, 1).astype(
        np.float32
    )


_SCHEMES = [0.0, 0.08, 0.5, 0.42, 0.33, -0.08, 0.58]


def scheme(rng: Rng, hue: float, count: int, strength: float = 1.0) -> list[Colour]:
    """Colours that go together: a ground first, then the others in contrast to it."""
    turnings = rng.choice(_SCHEMES, 2, replace=False)
    hues = [hue, hue + turnings[0], hue + turnings[1]]
    dark = rng.random() < 0.35
    values = [0.28, 0.85, 0.6, 0.95, 0.45] if dark else [0.93, 0.45, 0.7, 0.25, 0.85]
    ground = rng.uniform(0.35, 0.75) if dark else rng.uniform(0.03, 0.3)
    saturations = [ground, 0.55, 0.4, 0.15, 0.7]
    return [
        hsv(
            hues[k % 3] + rng.uniform(-0.02, 0.02),
            min(1.0, saturations[k % 5] * strength * rng.uniform(0.7, 1.3)),
            min(1.0, values[k % 5] * rng.uniform(0.85, 1.08)),
        )
        for k in range(count)
    ]
