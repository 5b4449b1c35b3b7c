# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ceramic: glazes, and what is painted on china."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import motifs
from egoplan_ros.sim.textures.colour import Colour, hsv, image, mix, ramp, rgb, scheme, turn
from egoplan_ros.sim.textures.drawing import Canvas, name
from egoplan_ros.sim.textures.noise import (
    Field,
    Rng,
    grid,
    profile,
    spectral,
    step,
    unit,
    warp,
    worley,
)


def glaze(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Glazed ceramic; the number goes through the kinds, every third member near-white."""
    kind = number % 7
    hue = turn(number, 0.1)
    colour = hsv(hue, rng.uniform(0.25, 0.7), rng.uniform(0.35, 0.85))
    if number % 3 == 0:
        colour = hsv(0.1, rng.uniform(0.01, 0.06), rng.uniform(0.88, 0.95))
    cloud = spectral(rng, 1.8, 0.5, 20)
    out = colour * (1 + 0.03 * cloud[..., None])
    if kind == 0:  # plain with iron speckles
        for size, share in ((45, 2.3), (90, 2.0)):
            speck = step(spectral(rng, 0.3, size / 3, size), share, 0.4)
            out = mix(out, rgb("4a3524"), 0.75 * speck)
    elif kind == 1:  # reactive: runs down from one colour into another
        _, v = grid()
        runs = spectral(rng, 1.6, 1, 40, across=2.5)
        field = 0.5 - 0.5 * np.cos(2 * np.pi * v) + 0.16 * runs
        other = hsv(hue + rng.uniform(0.05, 0.2), rng.uniform(0.3, 0.7), rng.uniform(0.2, 0.6))
        out = ramp(np.asarray(field, np.float32), [other, mix(colour, other, 0.4), colour, colour])
        streak = unit(spectral(rng, 1.0, 3, 90, across=3))
        out = mix(out, np.clip(out * 1.25 + 0.04, 0, 1), 0.35 * streak)
    elif kind == 2:  # thrown: fine bands
        lines = profile(rng, slope=0.7, high=90)[:, None] * np.ones((1, 256), np.float32)
        out = out * (1 + 0.05 * lines)[..., None]
        band = step(spectral(rng, 2, 0.5, 3)[:, :1] * np.ones((1, 256), np.float32), 0.4, 0.1)
        out = mix(out, hsv(hue + 0.5, 0.4, 0.4), 0.5 * band)
    elif kind == 3:  # crackle
        near, second, _ = worley(rng, 9, 9, 1.0)
        near2, second2, _ = worley(rng, 22, 22, 1.0)
        bend = 0.006 * spectral(rng, 1.2, 2, 40)
        big = 1 - step(warp(second - near, bend, -bend), 0.03, 0.04)
        fine = 1 - step(warp(second2 - near2, bend, bend), 0.05, 0.06)
        out = mix(out, colour * 0.45, 0.75 * big)
        out = mix(out, colour * 0.6, 0.4 * fine)
    elif kind == 4:  # matte stoneware
        grain = spectral(rng, 0.3, 20, 128)
        out = out * (0.94 + 0.05 * grain + 0.03 * cloud)[..., None]
        out = mix(out, colour * 0.6, 0.5 * step(spectral(rng, 0.3, 25, 90), 1.9, 0.5))
    elif kind == 5:  # brushed slip
        strokes = spectral(rng, 0.9, 2, 90, along=14)
        strokes = warp(strokes, 0.0, 0.02 * spectral(rng, 2, 0.5, 6))
        out = mix(out, np.clip(colour * 0.55, 0, 1), 0.55 * unit(strokes, 1.4))
    else:  # oil spots and pooling
        spots = step(spectral(rng, 1.0, 6, 40), 0.7, 0.5)
        out = mix(out, np.clip(colour * 1.25 + 0.1, 0, 1), 0.6 * spots)
    return image(out)


def _around(canvas: Canvas, rng: Rng, colours: list[Colour], kind: int, member: int) -> None:
    """Decoration that runs once around a vessel; the upper and lower rim are at v = 0 and 1."""
    ink, other, third = colours[1], colours[2], colours[3]
    if kind == 0:  # bands at the rims
        for y, wide in ((0.07, 0.05), (0.16, 0.015), (0.9, 0.06)):
            canvas.box(0, y, 1, wide, ink if wide > 0.03 else other)
    elif kind == 1:  # a garland of flowers
        count = int(rng.integers(5, 9))
        for k in range(count):
            x, y = (k + 0.5) / count, 0.42 + 0.1 * np.sin(2 * np.pi * k * 2 / count)
            for turned in (0.2, 2.9, 1.4, -1.4):
                motifs.sprig(canvas, rng, x, y, 0.55 / count + 0.06, turned, rgb("4f7a45"), 3)
            motifs.flower(canvas, rng, x, y, 0.75 / count, [ink, other, third])
        canvas.box(0, 0.04, 1, 0.02, ink)
    elif kind == 2:  # dots
        count = int(rng.choice([6, 8, 12]))
        for i in range(count):
            for j in range(count):
                x = (i + 0.5 * (j % 2)) / count
                canvas.disc(x, (j + 0.5) / count, 0.24 / count, [ink, other, third][j % 3])
    elif kind == 3:  # upright or level stripes
        count = int(rng.choice([8, 12, 20]))
        for k in range(count):
            wide = 0.5 / count
            if member % 2:
                canvas.box(k / count, 0, wide, 1, ink if k % 2 else other)
            else:
                canvas.box(0, k / count, 1, wide, ink if k % 2 else other)
    elif kind == 4:  # blue landscape in the willow manner
        blue = rgb("27458f") if member % 2 == 0 else ink * 0.8
        _willow(canvas, rng, blue)
    elif kind == 5:  # words and a sign on two sides
        for x in (0.25, 0.75):
            canvas.polygon(
                motifs.place(motifs.star(int(rng.integers(5, 12)), 0.8), x, 0.38, 0.26), ink
            )
            motifs.animal(canvas, int(rng.integers(7)), x, 0.38, 0.15, colours[0])
            canvas.text(name(rng), x, 0.72, 0.12, ink, weight=700, fit=0.4)
            canvas.box(x - 0.15, 0.78, 0.3, 0.015, other)
    elif kind == 6:  # animals
        count = int(rng.integers(3, 6))
        beast = int(rng.integers(7))
        for k in range(count):
            motifs.animal(
                canvas, beast, (k + 0.5) / count, 0.5, 0.8 / count, [ink, other][k % 2], bool(k % 2)
            )
        canvas.box(0, 0.86, 1, 0.03, third)
    else:  # leaves in rows
        for j in range(4):
            for i in range(8):
                x = (i + 0.5 * (j % 2)) / 8
                motifs.leaf(
                    canvas, x, 0.22 + j * 0.23, 0.16, -1.2 - 0.7 * (j % 2), [ink, other][j % 2]
                )


def _willow(canvas: Canvas, rng: Rng, blue: Colour) -> None:
    pale = np.clip(blue * 0.5 + 0.45, 0, 1).astype(np.float32)
    for k in range(3):
        x = (k + rng.random()) / 3
        canvas.disc(x, 0.78, 0.16, pale, 0.25)
        motifs.house(canvas, rng, x, 0.76, 0.14, pale, blue)
        canvas.line(np.array([[x + 0.13, 0.78], [x + 0.15, 0.6], [x + 0.13, 0.42]]), blue, 0.015)
        for side in np.linspace(-2.8, -0.3, 6):
            motifs.sprig(canvas, rng, x + 0.13, 0.44, 0.16, side, blue, 4)
    for x in np.arange(24) / 24:
        canvas.disc(x, 0.06, 0.018, blue)
        canvas.line(np.array([[x, 0.1], [x + 0.02, 0.14], [x + 0.04, 0.1]]), blue, 0.008)
        canvas.disc(x, 0.94, 0.014, pale)


def _polar(flat: Field) -> Field:
    """The wrapped decoration bent into a disc: v = 0 becomes the rim, v = 1 the middle."""
    u, v = grid()
    x, y = u - 0.5, v - 0.5
    radius = np.hypot(x, y) * 2.0
    angle = np.arctan2(y, x) * (4 / (2 * np.pi))  # the pattern comes four times around
    return warp(flat, np.asarray(angle - u, np.float32), np.clip(1 - radius, 0.004, 0.996) - v)


def china(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Painted china; even numbers wrap once around a vessel, odd ones are plates from above."""
    kind = (number // 2) % 8
    colours = scheme(rng, turn(number, 0.33), 4, 1.25)
    ground = hsv(0.11, rng.uniform(0.0, 0.07), rng.uniform(0.9, 0.97))
    if number % 5 == 3:
        ground = colours[0]
    inks = [ground, *[np.clip(c * 0.85, 0, 1).astype(np.float32) for c in colours[1:]]]
    canvas = Canvas(ground, wrap=True)
    _around(canvas, rng, inks, kind, number // 16)
    out = canvas.colours()
    if number % 2:
        out = _polar(out) if kind != 5 else out
    pooled = 1 + 0.02 * spectral(rng, 1.6, 1, 30)
    return image(out * pooled[..., None])
