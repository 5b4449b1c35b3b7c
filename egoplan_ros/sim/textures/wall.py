# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Walls: plaster to be tinted, paint, and wallpaper."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import motifs
from egoplan_ros.sim.textures.colour import Colour, hsv, image, mix, rgb, scheme, turn
from egoplan_ros.sim.textures.drawing import Canvas
from egoplan_ros.sim.textures.noise import (
    Field,
    Rng,
    blur,
    grid,
    slope_light,
    spectral,
    step,
    unit,
    warp,
)

_PAPERS = "f3efe6 e9e3d6 dfe6e3 e6dfe6 f1e6d8 d5dee6 e3e8d8 f4e9e3 2f3e46 3b2f3f 27413a 4a2c2a"


def roller(rng: Rng) -> Field:
    """Height of paint rolled on: small even dimples."""
    return 0.5 * spectral(rng, 0.4, 14, 60) + 0.2 * spectral(rng, 0.2, 40, 128)


def plaster(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Near-white wall, to be multiplied by a colour; the number goes through the finishes."""
    kind = number % 6
    strength = rng.uniform(0.6, 1.3)
    if kind == 0:
        height = roller(rng) * 0.8
    elif kind == 1:  # trowelled: overlapping arcs
        field = spectral(rng, 1.7, 1, 40, along=1.6)
        field = warp(field, 0.05 * spectral(rng, 2, 0.5, 6), 0.05 * spectral(rng, 2, 0.5, 6))
        scratches = warp(
            spectral(rng, 0.6, 8, 90, along=7),
            0.0,
            0.09 * spectral(rng, 2.2, 0.5, 5),
        )
        height = 1.8 * field + 0.45 * scratches
    elif kind == 2:  # smooth
        height = 0.25 * spectral(rng, 1.0, 3, 90)
    elif kind == 3:  # skip: flat islands over a rough ground
        islands = step(spectral(rng, 1.3, 3, 50), rng.uniform(-0.2, 0.5), 0.35)
        height = 2.4 * blur(islands, 1.0) + 0.35 * spectral(rng, 0.4, 14, 120)
    elif kind == 4:  # orange peel
        height = 0.95 * spectral(rng, 0.3, 14 * strength, 34)
    else:  # sand or rough-cast
        height = 0.7 * spectral(rng, 0.1, 24, 110) + 0.6 * spectral(rng, 1.4, 2, 30)
    light = slope_light(np.asarray(height, np.float32), 0.13 * strength)
    cloud = spectral(rng, 1.9, 0.5, 12)
    base = np.array([0.93, 0.925, 0.91], np.float32) * rng.uniform(0.97, 1.03)
    tone = light * (1 + rng.uniform(0.008, 0.03) * cloud)
    return image(base * tone[..., None])


def paint(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Painted wall or furniture: nearly plain, with a roller's dimples and slow clouds."""
    hue = turn(number, 0.03)
    depth = number % 4
    colour = [
        hsv(hue, rng.uniform(0.06, 0.18), rng.uniform(0.86, 0.95)),
        hsv(hue, rng.uniform(0.2, 0.4), rng.uniform(0.65, 0.88)),
        hsv(hue, rng.uniform(0.45, 0.75), rng.uniform(0.5, 0.82)),
        hsv(hue, rng.uniform(0.25, 0.6), rng.uniform(0.2, 0.4)),
    ][depth]
    cloud = spectral(rng, 1.9, 0.5, 14, across=1.5)
    strokes = spectral(rng, 0.7, 4, 120, across=14 if number % 3 == 0 else 2)
    light = slope_light(roller(rng) * 0.6, 0.09)
    tone = light * (1 + rng.uniform(0.01, 0.03) * cloud + rng.uniform(0.004, 0.014) * strokes)
    out = colour * tone[..., None]
    if number % 8 == 5:  # limewash
        wash = unit(spectral(rng, 1.6, 0.7, 50, along=1.3), 1.3)
        out = mix(out, np.clip(colour * 1.12 + 0.06, 0, 1), 0.6 * wash)
    return image(out)


def wallpaper(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Printed wallpaper; the number goes through the kinds of pattern."""
    words = _PAPERS.split()
    ground = rgb(words[(number * 5 + number // 7 * 2) % len(words)])
    dark = ground.mean() < 0.5
    colours = scheme(rng, turn(number, 0.4), 4, 0.8)
    inks = [np.clip(c * (1.0 if dark else 0.85) + (0.12 if dark else 0), 0, 1) for c in colours]
    makers = [_stripes, _damask, _florals, _geometric, _toile, _grasscloth, _trellis]
    out = makers[number % 7](rng, ground, [c.astype(np.float32) for c in inks], number // 7)
    relief = slope_light(np.asarray(0.3 * spectral(rng, 0.3, 20, 120), np.float32), 0.1)
    return image(out * relief[..., None] * (1 + 0.012 * spectral(rng, 1.9, 0.5, 8))[..., None])


def _stripes(rng: Rng, ground: Colour, inks: list[Colour], member: int) -> Field:
    u, _ = grid()
    repeats = int(rng.choice([2, 3, 4, 6]))
    x = (u * repeats) % 1
    tone = ground * 0.87 if member % 2 else inks[1]
    out = mix(np.broadcast_to(ground, (256, 256, 3)), tone, step(0.25 - np.abs(x - 0.5), 0, 0.02))
    if rng.random() < 0.7:
        fine = step(0.012 - np.abs(np.abs(x - 0.5) - 0.34), 0, 0.012)
        out = mix(out, inks[3], fine)
    return out


def _damask(rng: Rng, ground: Colour, inks: list[Colour], member: int) -> Field:
    canvas = Canvas(ground, wrap=True)
    tone = (
        inks[1] if member % 2 else np.clip(ground * (1.35 if ground.mean() < 0.5 else 0.84), 0, 1)
    )
    n = int(rng.choice([2, 3]))
    form = int(rng.integers(12))
    for i in range(n):
        for j in range(2 * (n - 1) if n > 1 else 2):
            rows = 2 * (n - 1)
            x, y = (i + 0.5 * (j % 2)) / n, (j + 0.5) / rows
            motifs.damask(canvas, x, y, 0.85 / n, tone, ground, form)
    return canvas.colours()


def _florals(rng: Rng, ground: Colour, inks: list[Colour], member: int) -> Field:
    canvas = Canvas(ground, wrap=True)
    green = hsv(rng.uniform(0.2, 0.42), rng.uniform(0.2, 0.5), 0.65 if ground.mean() < 0.5 else 0.5)
    size = rng.uniform(0.13, 0.3)
    places = motifs.scattered_places(rng, 26, size * 0.85)
    for x, y in places:
        for _ in range(2):
            motifs.sprig(canvas, rng, x, y, size * 1.1, rng.uniform(0, 6.3), green, 3)
    for k, (x, y) in enumerate(places):
        body = inks[1 + k % 2]
        heart = inks[3] if member % 2 else rgb("e0b84c")
        motifs.flower(
            canvas,
            rng,
            x,
            y,
            size * rng.uniform(0.55, 0.9),
            [body, np.clip(body * 1.2, 0, 1), heart],
        )
    return canvas.colours()


def _geometric(rng: Rng, ground: Colour, inks: list[Colour], member: int) -> Field:
    u, v = grid()
    n = int(rng.choice([3, 4, 5, 6]))
    kind = member % 4
    out = np.broadcast_to(ground, (256, 256, 3))
    if kind == 0:  # arcs of half circles
        x, y = u * n, v * n
        row = np.floor(y)
        fx = (x + 0.5 * (row % 2)) % 1 - 0.5
        radius = np.hypot(fx, (y - row) - 1.0)
        rings = 0.5 + 0.5 * np.cos(radius * 2 * np.pi * 4)
        return mix(out, inks[1], step(np.asarray(rings, np.float32), 0.6, 0.25) * (radius < 1.0))
    if kind == 1:  # cubes
        x, y = u * n, v * n
        a = (x + y) % 1
        b = (x - y) % 1
        first = step(np.asarray(0.25 - np.abs(a - 0.5), np.float32), 0, 0.04)
        second = step(np.asarray(0.25 - np.abs(b - 0.5), np.float32), 0, 0.04)
        return mix(mix(out, inks[1], first), inks[2], second * 0.6)
    if kind == 2:  # hexagonal lines
        canvas = Canvas(ground, wrap=True)
        for i in range(n):
            for j in range(n):
                middle = (i + 0.5 * (j % 2)) / n, (j + 0.5) / n
                for k in (1.0, 0.6):
                    outline = motifs.place(motifs.star(3, 1.0), *middle, 1.1 / n * k)
                    canvas.line(outline, inks[1 if k == 1.0 else 3], 0.008, closed=True)
        return canvas.colours()
    wave = np.sin(2 * np.pi * (u * n + 0.28 * np.sin(2 * np.pi * v * n)))
    line = step(np.asarray(0.35 - np.abs(wave), np.float32), 0, 0.15)
    return mix(out, inks[1], line)


def _toile(rng: Rng, ground: Colour, inks: list[Colour], member: int) -> Field:
    canvas = Canvas(ground, wrap=True)
    ink = [rgb("2c4a7c"), rgb("8a2f35"), rgb("3d5a45"), rgb("3a3a3a")][
        (member + int(rng.integers(2))) % 4
    ]
    if ground.mean() < 0.5:
        ink = np.clip(ink * 0.4 + 0.55, 0, 1)
    for k, (x, y) in enumerate(motifs.scattered_places(rng, 7, 0.34)):
        motifs.animal(canvas, k + member, x, y - 0.03, 0.15, ink, flip=bool(k % 2))
        ground_line = np.array([[x - 0.12, y + 0.05], [x, y + 0.065], [x + 0.12, y + 0.05]])
        canvas.line(ground_line, ink, 0.008)
        for side in (-1, 1):
            motifs.sprig(canvas, rng, x + side * 0.1, y + 0.05, 0.17, -1.57 + side * 0.4, ink, 4)
            motifs.sprig(canvas, rng, x, y + 0.07, 0.12, 1.57 + side * 1.1, ink, 3)
    return canvas.colours()


def _grasscloth(rng: Rng, ground: Colour, inks: list[Colour], member: int) -> Field:
    threads = spectral(rng, 0.5, 6, 120, along=24) + 0.5 * spectral(rng, 0.3, 20, 128, across=16)
    shade = inks[1] if member % 2 else ground * 0.7
    return mix(np.broadcast_to(ground, (256, 256, 3)), shade, 0.45 * unit(threads))


def _trellis(rng: Rng, ground: Colour, inks: list[Colour], member: int) -> Field:
    canvas = Canvas(ground, wrap=True)
    n = int(rng.choice([3, 4, 5]))
    for i in range(n):
        for j in range(2 * n):
            x, y = (i + 0.5 * (j % 2)) / n, j / (2 * n)
            diamond = np.array([[0, -0.5], [0.5, 0], [0, 0.5], [-0.5, 0]]) / n
            canvas.line(diamond + np.array([x, y]), inks[1], 0.007, closed=True)
            if member % 2:
                motifs.flower(canvas, rng, x, y, 0.36 / n, [inks[2], inks[1], inks[3]])
            else:
                canvas.polygon(motifs.place(motifs.petals(4, 0.55), x, y, 0.4 / n), inks[1 + j % 2])
    return canvas.colours()
