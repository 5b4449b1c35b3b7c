# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Patterned cloth for cushions, curtains, bed covers and towels, and rugs."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import motifs
from egoplan_ros.sim.textures.cloth import yarn
from egoplan_ros.sim.textures.colour import Colour, hsv, image, mix, rgb, scheme, turn
from egoplan_ros.sim.textures.drawing import Canvas
from egoplan_ros.sim.textures.noise import (
    Field,
    Rng,
    grid,
    profile,
    slope_light,
    spectral,
    step,
    warp,
)


def _bands(rng: Rng, colours: list[Colour], repeats: int, stripes: int, mirror: bool) -> Field:
    """One thread's colour per pixel (256, 3): a sett of stripes of unequal width."""
    widths = rng.choice([1, 2, 3, 6, 10], stripes).astype(float)
    order = [int(k) for k in rng.integers(0, len(colours), stripes)]
    for k in range(1, stripes):
        if order[k] == order[k - 1]:
            order[k] = (order[k] + 1) % len(colours)
    if mirror:
        widths, order = np.concatenate([widths, widths[::-1]]), order + order[::-1]
    ends = np.cumsum(widths / widths.sum())
    x = ((np.arange(256) + 0.5) / 256 * repeats) % 1
    result: Field = np.stack(colours)[
        np.array(order)[np.searchsorted(ends, x).clip(0, len(order) - 1)]
    ]
    return result


def _stripes(rng: Rng, colours: list[Colour], member: int) -> Field:
    line = _bands(
        rng, colours, int(rng.choice([1, 2, 3, 5])), int(rng.integers(2, 8)), member % 2 == 0
    )
    out = np.broadcast_to(line[None] if member % 2 else line[:, None], (256, 256, 3))
    return np.ascontiguousarray(out)


def _check(rng: Rng, colours: list[Colour], member: int) -> Field:
    """Gingham, windowpane or houndstooth."""
    u, v = grid()
    n = int(rng.choice([4, 6, 8, 10]))
    ground, ink = colours[0], colours[1]
    a, b = (u * n) % 1 < 0.5, (v * n) % 1 < 0.5
    if member % 3 == 0:
        share = 0.5 * (a.astype(np.float32) + b.astype(np.float32))
        return mix(np.broadcast_to(ground, (256, 256, 3)), ink, share)
    if member % 3 == 1:
        fine = np.minimum(np.abs((u * n / 2) % 1 - 0.5), np.abs((v * n / 2) % 1 - 0.5))
        return mix(np.broadcast_to(ground, (256, 256, 3)), ink, 0.9 * step(-fine, -0.035, 0.01))
    x, y = (u * n) % 1 * 4, (v * n) % 1 * 4
    i, j = np.floor(x), np.floor(y)
    warp_dark, weft_dark = i < 2, j < 2
    over = (np.floor(u * n * 8) + np.floor(v * n * 8)) % 4 < 2
    dark = np.where(over, warp_dark, weft_dark).astype(np.float32)
    return mix(np.broadcast_to(ground, (256, 256, 3)), ink, dark)


def _tartan(rng: Rng, colours: list[Colour], member: int) -> Field:
    line = _bands(rng, colours, int(rng.choice([1, 2, 3])), int(rng.integers(3, 7)), True)
    u, v = grid()
    over = ((np.floor(u * 128) + np.floor(v * 128)) % 4 < 2).astype(np.float32)
    across = np.broadcast_to(line[None], (256, 256, 3))
    down = np.broadcast_to(line[:, None], (256, 256, 3))
    return mix(across, down, 0.15 + 0.7 * over)


def _dots(rng: Rng, colours: list[Colour], member: int) -> Field:
    canvas = Canvas(colours[0], wrap=True)
    n = int(rng.choice([4, 5, 6, 8]))
    if member % 2:
        radius = rng.uniform(0.02, 0.06)
        for k, (x, y) in enumerate(motifs.scattered_places(rng, 60, radius * 2.6)):
            canvas.disc(x, y, radius * rng.uniform(0.5, 1.1), colours[1 + k % 3])
        return canvas.colours()
    radius = rng.uniform(0.12, 0.32) / n
    for i in range(n):
        for j in range(2 * n):
            x, y = (i + 0.5 * (j % 2)) / n, j / (2 * n)
            canvas.disc(x, y, radius, colours[1 + (j % 2) * (member // 2 % 2)])
    return canvas.colours()


def _florals(rng: Rng, colours: list[Colour], member: int) -> Field:
    canvas = Canvas(colours[0], wrap=True)
    size = [0.13, 0.22, 0.36, 0.5][member % 4]
    green = hsv(rng.uniform(0.22, 0.45), rng.uniform(0.25, 0.55), rng.uniform(0.35, 0.6))
    count = [46, 22, 11, 6][member % 4]
    places = motifs.scattered_places(rng, count, size * 0.8)
    for x, y in places:
        for _ in range(2):
            motifs.sprig(canvas, rng, x, y, size * 0.95, rng.uniform(0, 6.3), green, 3)
    for k, (x, y) in enumerate(places):
        body = colours[1 + k % 2]
        inner = np.clip(body * rng.uniform(0.7, 1.3), 0, 1)
        motifs.flower(canvas, rng, x, y, size * rng.uniform(0.6, 0.95), [body, inner, colours[3]])
    return canvas.colours()


def _ikat(rng: Rng, colours: list[Colour], member: int) -> Field:
    u, v = grid()
    n = int(rng.choice([2, 3]))
    blur = 0.02 * profile(rng, slope=0.2, high=120)[None, :] + 0.006 * spectral(rng, 0.2, 10, 120)
    y = (v + blur.astype(np.float32)) * n
    x = u * n
    a, b = np.abs(x % 1 - 0.5) * 2, np.abs(y % 1 - 0.5) * 2
    shape = a + b if member % 2 == 0 else a**2 + b * (0.9 + 0.3 * np.cos(6 * a))
    rings = np.floor(np.asarray(shape, np.float32) * rng.uniform(2.5, 4.5))
    index = rings.astype(int) % len(colours)
    result: Field = np.stack(colours)[index]
    return result


def _geometric(rng: Rng, colours: list[Colour], member: int) -> Field:
    u, v = grid()
    n = int(rng.choice([3, 4, 6]))
    kind = member % 4
    ground = np.broadcast_to(colours[0], (256, 256, 3))
    if kind == 0:  # zigzag
        wave = np.abs((u * n) % 1 - 0.5) * 2
        index = np.floor((v * n * 2 + wave) % 4).astype(int)
        result: Field = np.stack(colours[:4])[index]
        return result
    if kind == 1:  # triangles
        x, y = u * n, v * n
        up = (x % 1 + y % 1) < 1
        number = (np.floor(x) * 7 + np.floor(y) * 13 + up * 5).astype(int) % (n * n)
        table = rng.integers(0, len(colours), n * n)
        result = np.stack(colours)[table[number]]
        return result
    if kind == 2:  # lattice of Moroccan lanterns
        a, b = np.cos(2 * np.pi * u * n), np.cos(2 * np.pi * v * n)
        field = np.abs(a + b + 0.35 * a * b)
        return mix(ground, colours[1], 1 - step(np.asarray(field, np.float32), 0.3, 0.12))
    canvas = Canvas(colours[0], wrap=True)
    for i in range(n):
        for j in range(n):
            middle = (i + 0.5) / n, (j + 0.5) / n
            for k, size in enumerate((0.95, 0.68, 0.36)):
                outline = motifs.place(motifs.star(4 if (i + j) % 2 else 8, 0.7), *middle, size / n)
                canvas.polygon(outline, colours[(k + 1) % len(colours)])
    return canvas.colours()


def _figures(rng: Rng, colours: list[Colour], member: int) -> Field:
    """Leaves, stars or animals strewn over the ground."""
    canvas = Canvas(colours[0], wrap=True)
    gap = rng.uniform(0.16, 0.24)
    for k, (x, y) in enumerate(motifs.scattered_places(rng, 28, gap)):
        ink = colours[1 + k % 3]
        if member % 3 == 0:
            for turned in (-0.6, 0.1, 0.8):
                motifs.leaf(canvas, x, y, gap * 0.7, turned + k, ink)
        elif member % 3 == 1:
            canvas.polygon(motifs.place(motifs.star(5, 0.4), x, y, gap * 0.7, k), ink)
        else:
            motifs.animal(canvas, k + member, x, y, gap * 0.8, ink, bool(k % 2))
    return canvas.colours()


def pattern(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Patterned cloth; the number goes through the kinds and round the hues."""
    colours = scheme(rng, turn(number, 0.6), 5, 1.0)
    makers = [_stripes, _check, _tartan, _florals, _dots, _ikat, _geometric, _figures]
    out = makers[number % 8](rng, colours, number // 8)
    return image(yarn(rng, out, int(rng.choice([64, 80])), rng.uniform(0.1, 0.2)))


_RUGS = [
    "7a1f24 1f2a44 d8c29a 3d5a50 b5792f",
    "1f2f4f a8323a e0cfa8 5b7f8c c98f3c",
    "d9cfbd 7d8a8f 3c4650 b59a7a 5f6f6a",
    "8c5a3a d8b98a 3a2a22 6f7f5a b8402f",
    "e9e4d8 2b2b2e 8f8b84 c9c2b4 5a5752",
    "2f5d62 e8d9b8 c8553d 1f3a3d e2a94f",
    "b7a6b3 5a4a66 efe6e4 8c6f86 3a3346",
    "c9cdbd 5f7158 2f3d33 e6e3d2 a3613f",
]


def _oriental(rng: Rng, colours: list[Colour], rug: Canvas) -> None:
    """Borders, a field strewn with flowers, a medallion and corner pieces."""
    edges = [0.0, 0.025, 0.05, 0.13, 0.15]
    for k, edge in enumerate(edges):
        rug.box(edge, edge, 1 - 2 * edge, 1 - 2 * edge, colours[[2, 1, 3, 2, 0][k]])
    for k in range(14):
        t = 0.07 + 0.86 * (k + 0.5) / 14
        for x, y in ((t, 0.09), (t, 0.91), (0.09, t), (0.91, t)):
            motifs.flower(
                rug, rng, x, y, 0.055, [colours[4 if k % 2 else 1], colours[2], colours[0]]
            )
    for x, y in motifs.scattered_places(rng, 46, 0.075):
        if 0.2 < x < 0.8 and 0.2 < y < 0.8:
            for mx, my in ((x, y), (1 - x, y)):
                motifs.sprig(rug, rng, mx, my, 0.08, 1.57 if my > 0.5 else -1.57, colours[3], 2)
                rug.polygon(motifs.place(motifs.petals(5, 0.4), mx, my, 0.035), colours[4])
    count = int(rng.choice([8, 12, 16]))
    for k, size in enumerate((0.52, 0.47, 0.36, 0.31, 0.18, 0.1)):
        outline = motifs.place(motifs.petals(count, 0.18 + 0.03 * k), 0.5, 0.5, size, np.pi / count)
        rug.polygon(outline, colours[[2, 1, 4, 3, 2, 0][k]])
    for x in (0.15, 0.85):
        for y in (0.15, 0.85):
            for size, ink in ((0.3, 2), (0.26, 1), (0.14, 4)):
                quarter = motifs.place(motifs.petals(16, 0.1), 0, 0, size)
                inside = np.clip(quarter + np.array([x, y]), 0.15, 0.85)
                rug.polygon(inside, colours[ink])


def _kilim(rng: Rng, colours: list[Colour], rug: Canvas) -> None:
    """Rows of stepped diamonds, zigzags and triangles."""
    top = 0.0
    while top < 1.0:
        tall = float(rng.choice([0.04, 0.1, 0.16, 0.2]))
        ground, ink, other = (colours[int(k)] for k in rng.permutation(len(colours))[:3])
        rug.box(0, top, 1, tall, ground)
        kind = int(rng.integers(3))
        count = int(rng.choice([4, 5, 8]))
        if tall > 0.05:
            for k in range(count + 1):
                x, y, half = (k + 0.5) / count, top + tall / 2, tall / 2
                if kind == 0:
                    for size, colour in ((0.95, ink), (0.55, other), (0.25, ground)):
                        steps = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]]) * half * size
                        rug.polygon(steps * [0.45 / count / half, 1] + np.array([x, y]), colour)
                elif kind == 1:
                    points = np.array([[-0.5, 1], [0, -1], [0.5, 1]]) * [1 / count, half * 0.9]
                    rug.line(points + np.array([x, y]), ink, 0.018)
                else:
                    rug.polygon(
                        np.array([[-0.5, 1], [0, -0.9], [0.5, 1]]) * [1 / count, half]
                        + np.array([x, y]),
                        ink,
                    )
        top += tall + 0.012


def _modern(rng: Rng, colours: list[Colour], rug: Canvas) -> None:
    """Large overlapping shapes."""
    for k in range(int(rng.integers(6, 12))):
        x, y = rng.random(2)
        colour = colours[1 + k % 4]
        kind = int(rng.integers(4))
        if kind == 0:
            rug.disc(x, y, rng.uniform(0.08, 0.28), colour)
        elif kind == 1:
            rug.box(x - 0.2, y - 0.15, rng.uniform(0.15, 0.5), rng.uniform(0.1, 0.4), colour)
        elif kind == 2:
            rug.ring(x, y, rng.uniform(0.1, 0.3), colour, rng.uniform(0.01, 0.05))
        else:
            bent = np.array([[0, y], [0.3, y + rng.uniform(-0.3, 0.3)], [0.7, y], [1, y + 0.1]])
            rug.line(bent, colour, rng.uniform(0.008, 0.03))


def rug(rng: Rng, number: int) -> NDArray[np.uint8]:
    """A whole rug; the number goes through the kinds and palettes."""
    colours = [rgb(word) for word in _RUGS[(number + number // 8 * 3) % 8].split()]
    kind = number % 6
    canvas = Canvas(colours[0])
    if kind in (0, 3):
        _oriental(rng, colours, canvas)
    elif kind == 1:
        _kilim(rng, colours, canvas)
    elif kind == 2:
        _modern(rng, colours, canvas)
    elif kind == 4:
        line = _bands(rng, colours, 1, int(rng.integers(5, 14)), bool(number % 2 == 0))
        canvas.paste(
            np.ascontiguousarray(np.broadcast_to(line[:, None], (256, 256, 3))), 0, 0, 1, 1
        )
    else:
        canvas.paste(_berber(rng, colours, number), 0, 0, 1, 1)
    out = canvas.colours()
    # Knots are never quite in line, and the dyed wool changes from row to row.
    out = warp(out, 0.002 * spectral(rng, 0.6, 6, 100), 0.002 * spectral(rng, 0.6, 6, 100))
    abrash = 1 + 0.05 * profile(rng, slope=1.0, high=30)[:, None]
    pile = 0.93 + 0.1 * spectral(rng, 0.2, 20, 128) + 0.03 * spectral(rng, 1.8, 1, 12)
    if number % 6 in (3, 0) and number >= 12:  # worn vintage
        worn = step(spectral(rng, 1.4, 1, 60), 0.3, 1.2)
        out = mix(out, np.array([0.75, 0.7, 0.62], np.float32), 0.55 * worn)
    out = out * (abrash * pile)[..., None]
    if number % 2 == 0 and kind != 2:
        out = _fringe(rng, out)
    return image(out * slope_light(0.4 * spectral(rng, 0.2, 24, 120), 0.14)[..., None])


def _berber(rng: Rng, colours: list[Colour], number: int) -> Field:
    """Thin dark lozenges on pale wool."""
    pale = rgb("e9e2d4") if number % 4 < 3 else colours[1]
    canvas = Canvas(pale)
    n = int(rng.choice([2, 3, 4]))
    for i in range(-1, n + 1):
        for j in range(-1, n + 1):
            x, y = (i + 0.5) / n, (j + 0.5) / n
            for size in (1.0, 0.82) if number % 4 < 2 else (1.0, 0.5):
                points = np.array([[0, -0.5], [0.5, 0], [0, 0.5], [-0.5, 0]]) * size / n
                points = points + rng.normal(0, 0.006, (4, 2))
                canvas.line(points + np.array([x, y]), colours[4] * 0.4, 0.014, closed=True)
    return canvas.colours()


def _fringe(rng: Rng, out: Field) -> Field:
    """Pale threads along the two ends."""
    wool = np.array([0.86, 0.82, 0.72], np.float32) * (
        0.75 + 0.25 * rng.random((1, 256, 1), np.float32)
    )
    out = out.copy()
    out[:, :7] = wool.transpose(1, 0, 2)
    out[:, -7:] = wool.transpose(1, 0, 2)
    return out
