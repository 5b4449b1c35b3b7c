# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Cloth to be tinted, carpets and leather: threads, loops and pile."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.colour import hsv, image, mix, ramps, turn
from egoplan_ros.sim.textures.noise import (
    Field,
    Rng,
    grid,
    profile,
    slope_light,
    spectral,
    step,
    unit,
    warp,
    worley,
)


def weave(rng: Rng, threads: int, form: str = "plain") -> tuple[Field, Field]:
    """Height 0..1 of woven threads, and which lie on top (1: those along u)."""
    u, v = grid()
    x, y = u * np.float32(threads), v * np.float32(threads)
    wobble = 0.12 * spectral(rng, 1.2, 3, 60)
    x, y = x + wobble, y + 0.12 * spectral(rng, 1.2, 3, 60)
    i, j = np.floor(x), np.floor(y)
    if form == "twill":
        over = (i + j) % 4 < 2
    elif form == "herringbone":
        width = 8
        block = np.floor(i / width) % 2
        over = np.where(block == 0, (i + j) % 4, (j - i) % 4) < 2
    elif form == "satin":
        over = (i * 2 + j) % 5 != 0
    elif form == "basket":
        over = (np.floor(i / 2) + np.floor(j / 2)) % 2 == 0
    else:
        over = (i + j) % 2 == 0
    fx, fy = x - i - 0.5, y - j - 0.5
    along = np.cos(np.pi * fy) * (0.8 + 0.2 * np.cos(np.pi * fx))
    up = np.cos(np.pi * fx) * (0.8 + 0.2 * np.cos(np.pi * fy))
    height = np.where(over, along, up)
    return np.asarray(height, np.float32), over.astype(np.float32)


def knit(rng: Rng, columns: int, rows: int) -> Field:
    """Height 0..1 of knitted stitches."""
    u, v = grid()
    x = u * np.float32(columns) + 0.06 * spectral(rng, 1.2, 3, 40)
    fx = np.abs(x % 1 - 0.5) * 2
    y = v * np.float32(rows) + 0.55 * (1 - fx) + 0.06 * spectral(rng, 1.2, 3, 40)
    leg = np.sin(np.pi * np.clip(fx, 0.02, 0.98)) ** 0.7
    return np.asarray(leg * (0.35 + 0.65 * np.abs(np.sin(np.pi * y))), np.float32)


def _heather(rng: Rng, along: float) -> Field:
    """Uneven thickness and colour of the yarn along and across."""
    first = spectral(rng, 0.5, 3, 120, along=along)
    second = spectral(rng, 0.5, 3, 120, across=along)
    return np.asarray(first + second, np.float32) * np.float32(0.7)


def fabric(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Near-neutral cloth, to be multiplied by a colour; the number goes through the weaves."""
    kind = number % 12
    threads = int(rng.choice([40, 48, 64]))
    slub = _heather(rng, rng.uniform(8, 30))
    contrast = rng.uniform(0.18, 0.34)
    if kind in (0, 1, 2, 3):
        form = ["plain", "twill", "herringbone", "basket"][kind]
        height, over = weave(rng, threads, form)
        lines = 0.12 * over if kind in (1, 2) else 0.04 * over
        shade = 1 - contrast * (1 - height) - lines + 0.05 * slub
    elif kind == 4:  # tweed: flecks of other yarn
        height, over = weave(rng, 64, "twill" if number % 24 < 12 else "herringbone")
        fleck = step(spectral(rng, 0.3, 20, 90, along=2), 1.3, 0.5)
        pale = step(spectral(rng, 0.3, 20, 90, across=2), 1.4, 0.5)
        shade = 0.88 - 0.2 * (1 - height) - 0.2 * over + 0.1 * slub - 0.3 * fleck + 0.2 * pale
    elif kind == 5:  # knit
        columns = int(rng.choice([14, 20, 28]))
        shade = 0.5 + 0.5 * knit(rng, columns, int(columns * 1.3)) + 0.04 * slub
    elif kind == 6:  # corduroy
        ribs = int(rng.choice([16, 24, 36]))
        u, _ = grid()
        rib = np.abs(np.sin(np.pi * (u * ribs + 0.05 * spectral(rng, 1.5, 1, 20))))
        shade = 0.5 + 0.48 * rib**0.6 + 0.06 * spectral(rng, 0.3, 20, 120, across=3)
    elif kind == 7:  # velvet: brushed patches
        pile = spectral(rng, 1.8, 1, 30, across=1.8)
        pile = warp(pile, 0.05 * spectral(rng, 2, 0.5, 8), 0.0)
        shade = 0.84 + 0.1 * np.tanh(0.9 * pile) + 0.035 * spectral(rng, 0.3, 30, 128)
    elif kind == 8:  # terry towel: loops, some with smooth bands
        loops = spectral(rng, 0.1, 30, 90)
        shade = 0.82 + 0.11 * loops + 0.04 * spectral(rng, 1.5, 1, 20)
        _, v = grid()
        if number >= 12:
            band = step(np.abs((v * 2) % 1 - 0.5), 0.36, 0.02)
            smooth = 0.86 + 0.12 * np.sin(2 * np.pi * v * 64)
            shade = shade * (1 - band) + smooth * band
    elif kind == 9:  # linen: uneven threads
        height, over = weave(rng, 56)
        shade = 0.95 - 0.18 * (1 - height) + 0.12 * slub + 0.03 * over
    elif kind == 10:  # bouclé
        near, second, _ = worley(rng, 34, 34, 1.0)
        bend = 0.004 * spectral(rng, 1.0, 6, 60)
        loops = warp(step(second - near, 0.2, 0.9), bend, np.roll(bend, 40, 0))
        shade = 0.72 + 0.3 * loops + 0.07 * spectral(rng, 0.6, 10, 100)
    else:  # fleece, felt or quilting
        shade = 0.86 + 0.05 * spectral(rng, 0.5, 8, 120) + 0.05 * spectral(rng, 1.4, 2, 40)
        if number >= 12:
            u, v = grid()
            a, b = np.abs(np.sin(np.pi * (u + v) * 4)), np.abs(np.sin(np.pi * (u - v) * 4))
            height = 9 * (np.minimum(a, b) ** 0.5)
            shade = shade * slope_light(np.asarray(height, np.float32), 0.1)
    # Light enough that the colour it is multiplied by stays what it was.
    shade = np.asarray(shade, np.float32)
    strength = min(1.0, 0.11 / float(shade.std()))
    shade = rng.uniform(0.78, 0.86) + (shade - shade.mean()) * strength
    cast = np.array([1.0, 0.99, 0.965], np.float32)
    return image(np.asarray(shade, np.float32)[..., None] * cast)


_CARPETS = (
    "8c8378 b3a793 6a6259 4a5560 7d8a8c 3c4a5a 5e4a3c a48f74 c9bda6 7a3b36 52604a 8f7f93 39393c "
    "a3a6a4 6d7f6a 9c6b4a d6cdbd 2f4858 7b6652 b09aa0 5a5a50 a08a5c 49423f 94a0ae"
)


def carpet(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Fitted carpet: pile, loop, shag, flecked, ribbed or cut in patterns."""
    colour = ramps(_CARPETS)[number % 24]
    kind = number % 6
    cloud = spectral(rng, 1.8, 0.5, 10)
    if kind == 0:  # cut pile with steps and strokes in it
        height = 0.8 * spectral(rng, 0.2, 24, 120)
        tone = 0.94 + 0.13 * spectral(rng, 0.2, 24, 128) + 0.07 * cloud
    elif kind == 1:  # loops in rows
        u, v = grid()
        n = int(rng.choice([36, 48]))
        x, y = (
            u * n + 0.2 * spectral(rng, 0.8, 4, 60),
            v * n * 0.5 + 0.1 * spectral(rng, 0.8, 4, 60),
        )
        dots = np.abs(np.sin(np.pi * x) * np.sin(np.pi * (y + 0.5 * (np.floor(x) % 2))))
        height = 1.4 * np.asarray(dots, np.float32)
        tone = 0.55 + 0.55 * dots**0.6 + 0.08 * spectral(rng, 0.3, 8, 100)
    elif kind == 2:  # shag: tufts that lie in all directions
        tufts = spectral(rng, 0.5, 8, 110, across=5)
        bend = 0.05 * spectral(rng, 1.8, 1, 14)
        bent = warp(tufts, bend, np.roll(bend, 99, 1)) + 0.5 * spectral(rng, 0.6, 10, 90)
        height = 1.2 * bent
        tone = 0.86 + 0.13 * bent + 0.06 * cloud
    elif kind == 3:  # flecked
        height = 0.7 * spectral(rng, 0.2, 24, 120)
        tone = 0.95 + 0.1 * spectral(rng, 0.2, 24, 128)
    elif kind == 4:  # ribbed or sisal
        _, v = grid()
        ribs = np.abs(np.sin(np.pi * (v * 32 + 0.2 * spectral(rng, 1.0, 3, 60))))
        height = 1.2 * np.asarray(ribs, np.float32)
        tone = 0.65 + 0.4 * ribs + 0.1 * spectral(rng, 0.4, 6, 120, across=3)
    else:  # cut and loop: a pattern by height
        u, v = grid()
        n = int(rng.choice([3, 4, 6]))
        lattice = np.cos(2 * np.pi * (u + v) * n) + np.cos(2 * np.pi * (u - v) * n)
        raised = step(np.asarray(lattice, np.float32) + 0.3 * spectral(rng, 1.0, 6, 80), 0.0, 0.5)
        height = 1.6 * raised + 0.7 * spectral(rng, 0.2, 24, 120)
        tone = 0.85 + 0.14 * raised + 0.1 * spectral(rng, 0.2, 24, 128)
    out = colour * np.asarray(tone, np.float32)[..., None]
    if kind == 3:
        for k in range(3):
            speck = step(spectral(rng, 0.2, 18, 80), 1.35, 0.5)
            other = hsv(turn(number + k), rng.uniform(0.1, 0.5), rng.uniform(0.25, 0.9))
            out = mix(out, other, 0.75 * speck)
    return image(out * slope_light(np.asarray(height, np.float32), 0.16)[..., None])


_LEATHERS = (
    "5a3420 3a2418 7a4a2a 1e1b1a a8693c c29a6b 6b1f1d 2a3342 d8cbb8 8d8378 43302a f0e9de "
    "935a34 3f4a3a 70503c b5523a 2b2523 9c7b58 57606a c7b299 4d1c22 806a50 6f7d84 e0c9a0"
)


def leather(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Leather: grain of small cells with creases, smooth, suede or worn."""
    colour = ramps(_LEATHERS)[number % 24]
    kind = number % 4
    n = int(rng.integers(26, 44))
    near, second, _ = worley(rng, n, n, 1.0)
    creases = second - near
    creases = warp(creases, 0.004 * spectral(rng, 1, 4, 60), 0.004 * spectral(rng, 1, 4, 60))
    folds = spectral(rng, 1.8, 1, 18, along=1.5)
    height = 1.6 * step(creases, 0.2, 0.45) + 1.2 * folds * 0.3
    tone = 1 + 0.05 * folds - 0.16 * (1 - step(creases, 0.12, 0.3))
    if kind == 2:  # suede
        nap = warp(spectral(rng, 1.2, 2, 80), 0.05 * folds, 0.0)
        height, tone = 0.4 * spectral(rng, 0.3, 20, 128), 1 + 0.09 * nap
    elif kind == 3:  # worn: pale where it was rubbed
        rubbed = unit(spectral(rng, 1.5, 0.7, 50), 1.4)
        tone = tone * (0.78 + 0.3 * rubbed)
    out = colour * np.asarray(tone, np.float32)[..., None]
    return image(out * slope_light(np.asarray(height, np.float32), 0.2)[..., None])


def yarn(rng: Rng, colours: Field, threads: int = 64, depth: float = 0.16) -> Field:
    """Printed or woven colours (256, 256, 3) with the relief of plain cloth."""
    height, _ = weave(rng, threads)
    uneven = 1 + 0.04 * _heather(rng, 12) + 0.02 * profile(rng, slope=0.5)[:, None]
    return np.asarray(colours * ((1 - depth * (1 - height)) * uneven)[..., None], np.float32)
