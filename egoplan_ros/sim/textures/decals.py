# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Layers with alpha to lay over any object: dirt, cracks, browning and wear."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.colour import Colour, image, mix, ramp, ramps, rgb
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
    worley,
)

# Light to dark shades of what things get dirty with.
_DIRT = {
    "coffee": "8a5a30 5a3418 2f1a0c",
    "mud": "7a5f42 543d28 2e2016",
    "flour": "fbf7ee eee6d6 d6cbb6",
    "tomato": "c8402a a0261a 6a140e",
    "soot": "4a4744 2c2a28 141312",
    "limescale": "f2f1ea dcdcd2 bcbcae",
    "mustard": "dcae34 b88a20 7c5a14",
    "soap": "f4f9fb d8e8ee b4cdd8",
    "grass": "7a9240 4f6a28 2e4218",
    "chocolate": "6a4028 44261a 24140e",
    "yolk": "f0c23c d99a22 a86c18",
    "grease": "a89250 7a6430 4a3a1a",
    "berry": "8a2c56 5c183c 340c22",
    "dust": "c0b8aa 9a9284 6c665c",
}


def _apart(x: float, y: float) -> tuple[Field, Field]:
    """Offsets from a place, across the borders where that is nearer."""
    u, v = grid()
    return (u - np.float32(x) + 0.5) % 1 - 0.5, (v - np.float32(y) + 0.5) % 1 - 0.5


def _drops(rng: Rng, count: int, small: float, large: float, ragged: float) -> Field:
    """Height above the threshold 0 inside round spots of many sizes with ragged rims."""
    field = np.full((256, 256), -1.0, np.float32)
    sizes = (small + (large - small) * rng.random(count) ** 3) * 256
    for size, (x, y) in zip(sizes, rng.random((count, 2)) * 256, strict=True):
        reach = int(size * 1.6) + 2
        right, down = int(x) + np.arange(-reach, reach + 1), int(y) + np.arange(-reach, reach + 1)
        away = np.hypot((right - x)[None], (down - y)[:, None]) / size
        place = np.ix_(down % 256, right % 256)
        field[place] = np.maximum(field[place], 1 - away)
    return field + ragged * spectral(rng, 1.2, 3, 60) if ragged else field


def _splash(rng: Rng) -> Field:
    """A few impacts with drops thrown out from each."""
    field = _drops(rng, 26, 0.008, 0.04, 0.08)
    for x, y in rng.random((int(rng.integers(2, 4)), 2)):
        dx, dy = _apart(x, y)
        radius, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
        phases = rng.uniform(0, 6.3, 4)
        spikes = sum(np.cos(k * angle + p) for k, p in zip((5, 8, 13, 21), phases, strict=True))
        reach = rng.uniform(0.13, 0.2) * (1 + 0.22 * spikes)
        field = np.maximum(field, 1 - radius / np.maximum(reach, 0.03))
    return np.asarray(field, np.float32)


def _rings(rng: Rng) -> Field:
    """Marks of wet cups and pots, broken in places."""
    field = np.full((256, 256), -1.0, np.float32)
    for x, y in rng.random((int(rng.integers(4, 7)), 2)):
        dx, dy = _apart(x, y)
        width = rng.uniform(0.014, 0.03)
        field = np.maximum(field, 1 - np.abs(np.hypot(dx, dy) - rng.uniform(0.12, 0.26)) / width)
    gaps = 0.8 * spectral(rng, 1.4, 1, 20)
    return np.maximum(field + 0.4 * gaps, _drops(rng, 16, 0.01, 0.07, 0.1))


def _drips(rng: Rng) -> Field:
    """Runs that hang down from drops."""
    u, v = grid()
    field = np.full((256, 256), -1.0, np.float32)
    wave = 0.01 * spectral(rng, 1.8, 0.5, 8)
    for _ in range(int(rng.integers(9, 16))):
        x, top, long = rng.random(), rng.random(), rng.uniform(0.2, 0.75)
        width = rng.uniform(0.014, 0.035)
        dx = (u - x + 0.5) % 1 - 0.5 + wave
        down = (v - top) % 1.0
        body = 1 - np.abs(dx) / (width * (0.55 + 0.45 * (1 - down / long)))
        body = np.where(down < long, body, -1)
        drop = 1 - np.hypot(dx, (down - long) * 0.7) / (width * 1.1)
        head = 1 - np.hypot(dx, np.minimum(down, 1 - down)) / (width * 2.4)
        field = np.maximum(field, np.maximum(body, np.maximum(drop, head)))
    return np.asarray(field, np.float32)


def _smears(rng: Rng) -> Field:
    """Streaks as a cloth or a hand leaves them, along bent lines."""
    streaks = spectral(rng, 0.8, 2, 70, along=9)
    u, _ = grid()
    bow = rng.uniform(-0.2, 0.2) * np.sin(2 * np.pi * (u + rng.random()))
    patches = spectral(rng, 2.0, 0.7, 8, along=1.6)
    field = warp(0.6 * streaks + patches, 0.0, bow)
    return field if rng.random() < 0.5 else np.ascontiguousarray(field.T)


def _powder(rng: Rng) -> Field:
    return 0.8 * spectral(rng, 1.5, 0.7, 40) + 0.7 * spectral(rng, 0.2, 12, 120)


def _crumbs(rng: Rng) -> Field:
    """Angular bits of several sizes in heaps."""
    heap = 0.8 * spectral(rng, 1.9, 0.7, 8)
    field = np.full((256, 256), -1.0, np.float32)
    for count in (13, 24, 40):
        near, second, owner = worley(rng, count, count, 1.0)
        keep = rng.normal(0, 1, count * count).astype(np.float32)[owner]
        body = np.minimum(second - near - 0.1, 0.45 - near)
        field = np.maximum(field, np.where(keep + heap > 0.35, body * 2, -1))
    return np.asarray(field, np.float32)


def _cake(rng: Rng) -> Field:
    """Thick patches with ragged rims."""
    field = spectral(rng, 1.7, 1, 60)
    turns = spectral(rng, 2, 0.7, 10)
    return warp(field, 0.03 * turns, 0.03 * np.roll(turns, 90, 0)) + 0.15 * spectral(
        rng, 0.5, 8, 90
    )


def _remains(rng: Rng) -> Field:
    """Dried rest of a sauce: a pool with swept tracks through it."""
    pool = 1.2 * spectral(rng, 2.1, 0.7, 8)
    tracks = np.abs(warp(spectral(rng, 1.0, 2, 24, along=5), 0.0, 0.05 * spectral(rng, 2, 0.5, 4)))
    return np.maximum(
        pool - 0.9 * np.exp(-((tracks / 0.25) ** 2)), _drops(rng, 24, 0.006, 0.03, 0.1)
    )


# Layout, what it is made of, thickness of the layer, softness of its rim.
_STAINS = [
    (_splash, "coffee", 0.6, 0.2),
    (_rings, "coffee", 0.4, 0.3),
    (_drips, "tomato", 1.0, 0.15),
    (_powder, "flour", 0.5, 0.9),
    (_cake, "mud", 1.6, 0.2),
    (_smears, "grease", 0.3, 0.8),
    (_crumbs, "mustard", 1.6, 0.2),
    (_remains, "tomato", 1.0, 0.2),
    (_splash, "yolk", 1.2, 0.15),
    (_drips, "limescale", 0.5, 0.4),
    (_powder, "soot", 0.4, 0.9),
    (_smears, "chocolate", 0.8, 0.4),
    (_crumbs, "chocolate", 1.6, 0.2),
    (_rings, "berry", 0.4, 0.3),
    (_cake, "soap", 1.0, 0.5),
    (_remains, "mustard", 1.0, 0.2),
    (_splash, "mud", 1.2, 0.15),
    (_drips, "coffee", 0.5, 0.25),
    (_powder, "dust", 0.5, 0.9),
    (_smears, "flour", 0.6, 0.6),
    (_crumbs, "flour", 1.6, 0.2),
    (_remains, "grass", 1.0, 0.25),
    (_cake, "limescale", 0.8, 0.5),
    (_rings, "soot", 0.5, 0.3),
    (_splash, "berry", 0.6, 0.2),
    (_drips, "grease", 0.6, 0.3),
    (_cake, "chocolate", 1.4, 0.2),
    (_smears, "mud", 0.8, 0.5),
]
STAINS = len(_STAINS)


_BITS = {
    True: ("f6ecd2 e2cfa4 b89a68", "eef0e8 cfd2c4 9a9c8c"),
    False: ("b48a58 86623a 5a3c20", "9c9870 706c46 444228"),
}
"""Shades of what lies on dark and on light dirt."""


def _bits(rng: Rng) -> Field:
    """Height of angular crumbs above what they lie on, in loose heaps; 0 between them."""
    field = np.zeros((256, 256), np.float32)
    heap = 1.1 * spectral(rng, 1.7, 0.7, 6)
    for count, size, share in ((11, 0.3, 1.36), (17, 0.34, 1.46)):
        near, second, owner = worley(rng, count, count, 1.0)
        keep = rng.normal(0, 1, count * count).astype(np.float32)[owner]
        body = np.minimum(2.5 * (second - near), size - near)
        field = np.maximum(field, np.where(keep + heap > share, np.clip(body / size, 0, 1), 0))
    return field


def _layer(colours: Field, alpha: Field) -> NDArray[np.uint8]:
    """RGBA bytes; the colour under alpha 0 is the layer's mean, so that small sizes stay clean."""
    weight = alpha[..., None] + 1e-4
    mean = (colours * weight).sum((0, 1)) / weight.sum((0, 1))
    shown = mix(np.broadcast_to(mean, colours.shape), colours, step(alpha, 0.02, 0.04))
    return image(np.concatenate([shown, np.clip(alpha, 0, 1)[..., None]], -1))


def stain(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Dirt over 30-60 % of the square; the number goes through layouts and substances.

    Crumbs of the opposite lightness lie on it: whatever the colour of a thing, some of it shows.
    """
    layout, substance, thickness, soft = _STAINS[number % STAINS]
    shades = ramps(_DIRT[substance])
    field = layout(rng)
    cover = rng.uniform(0.34, 0.52)
    edge = float(np.quantile(field, 1 - cover))
    spread = float(field.std()) * soft
    body = step(field, edge, spread + 0.02)
    depth = np.clip((field - edge) / (float(field.std()) * 1.5 + 1e-6), 0, 1)
    rim = np.exp(-(((field - edge) / (0.35 * float(field.std()) * (0.3 + soft))) ** 2)) * body
    mottle = spectral(rng, 1.3, 2, 80)
    tone = 0.35 + 0.35 * rim - 0.3 * depth * (thickness > 0.9) + 0.22 * mottle
    if thickness < 0.9:
        tone = tone + 0.3 * depth
    colours = ramp(np.clip(tone, 0, 1), shades)
    height = thickness * (2.5 * np.sqrt(depth) + 0.6 * mottle)
    light = slope_light(np.asarray(height, np.float32), 0.2)
    strength = np.clip(0.55 + 0.25 * thickness + 0.3 * rim + 0.16 * mottle, 0.3, 1.0)
    alpha = body * strength
    specks = step(_drops(rng, 30, 0.003, 0.012, 0.0), 0.0, 0.3)
    alpha = np.maximum(alpha, 0.85 * specks)
    colours = colours * light[..., None]
    bits = _bits(rng)
    dark = float(ramp(np.full((1, 1), 0.5, np.float32), shades).mean()) < 0.5
    grains = ramp(unit(mottle), ramps(_BITS[dark][number % 2]))
    raised = slope_light(np.asarray(9.0 * np.sqrt(bits), np.float32), 0.3)
    grains = grains * raised[..., None]
    on = step(bits, 0.1, 0.12)
    shadow = np.clip(np.roll(blur(on, 1.5), (4, 4), (0, 1)) - on, 0, 1)
    colours = mix(colours, np.zeros_like(colours), 0.75 * shadow)
    colours = mix(colours, grains, on)
    alpha = np.maximum(np.maximum(alpha, 0.3 * shadow), on)
    return _layer(np.asarray(colours, np.float32), np.asarray(alpha, np.float32))


def _jagged(
    rng: Rng, start: NDArray[np.float64], angle: float, length: float, steps: int
) -> NDArray[np.float64]:
    turns = angle + np.cumsum(rng.normal(0, 0.28, steps)) * 0.6 + rng.normal(0, 0.25, steps)
    pace = length / steps * rng.uniform(0.6, 1.4, steps)
    walk = np.stack([np.cos(turns) * pace, np.sin(turns) * pace], 1)
    return np.concatenate([start[None], start + np.cumsum(walk, 0)])


def _branches(
    canvas: Canvas, rng: Rng, line: NDArray[np.float64], angle: float, width: float, depth: int
) -> None:
    white = np.array([1, 1, 1], np.float32)
    half = max(len(line) // 2, 2)
    canvas.line(line[:half], white, width)
    canvas.line(line[half - 1 :], white, width * 0.6)
    if depth == 0:
        return
    for at in line[1:-1]:
        if rng.random() < 0.4:
            side = angle + rng.choice([-1, 1]) * rng.uniform(0.5, 1.1)
            length = rng.uniform(0.08, 0.22)
            _branches(canvas, rng, _jagged(rng, at, side, length, 5), side, width * 0.6, depth - 1)


def _crack_lines(rng: Rng, number: int) -> Field:
    """Where the surface is broken through, 0..1."""
    canvas = Canvas(np.array([0, 0, 0], np.float32), wrap=True)
    kind = number % 4
    white = np.array([1, 1, 1], np.float32)
    width = rng.uniform(0.008, 0.014)
    if kind == 0:  # star
        for _ in range(int(rng.integers(1, 3))):
            middle = rng.random(2)
            count = int(rng.integers(6, 11))
            for k in range(count):
                angle = (k + rng.uniform(-0.3, 0.3)) * 2 * np.pi / count
                line = _jagged(rng, middle, angle, rng.uniform(0.3, 0.6), 9)
                _branches(canvas, rng, line, angle, width, 1)
            canvas.disc(float(middle[0]), float(middle[1]), 0.02, white)
    elif kind == 1:  # web
        middle = rng.uniform(0.3, 0.7, 2)
        count = int(rng.integers(8, 13))
        angles = (np.arange(count) + rng.uniform(-0.25, 0.25, count)) * 2 * np.pi / count
        for angle in angles:
            canvas.line(_jagged(rng, middle, float(angle), 0.62, 8), white, width)
        for radius in np.cumsum(rng.uniform(0.05, 0.11, 6)):
            at = radius * rng.uniform(0.88, 1.12, count)
            points = middle + np.stack([np.cos(angles) * at, np.sin(angles) * at], 1)
            for k in range(count):
                if rng.random() < 0.8:
                    canvas.line(points[[k, (k + 1) % count]], white, width * 0.7)
    elif kind == 2:  # long cracks across
        for _ in range(int(rng.integers(3, 6))):
            angle = rng.uniform(0, 2 * np.pi)
            line = _jagged(rng, rng.random(2), angle, rng.uniform(0.8, 1.4), 16)
            _branches(canvas, rng, line, angle, width * 1.3, 2)
    lines = canvas.colours()[..., 0]
    if kind == 3:  # shards
        n = int(rng.integers(3, 6))
        near, second, _ = worley(rng, n, n, 1.0)
        bend = 0.012 * spectral(rng, 1.2, 2, 40)
        gap = warp(second - near, bend, np.roll(bend, 80, 1)) / n
        lines = 1 - step(gap, rng.uniform(0.008, 0.016), 0.008)
    return np.asarray(lines, np.float32)


def crack(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Fracture lines with dark gaps and light edges, and pieces that lie at slight angles."""
    lines = _crack_lines(rng, number)
    edge = np.clip(blur(lines, 1.6) * 1.6, 0, 1)
    lit = np.clip(np.roll(edge, (2, 2), (0, 1)) - lines, 0, 1)
    n = int(rng.integers(3, 7))
    _, _, owner = worley(rng, n, n, 1.0)
    lean = rng.choice([-1.0, 0.0, 1.0], n * n).astype(np.float32)[owner]
    near_crack = np.clip(blur(lines, 14) * 5, 0, 1)
    dark = np.clip(1.3 * lines + 0.25 * edge, 0, 1)
    facet = 0.22 * np.abs(lean) * near_crack
    chips = step(spectral(rng, 0.8, 6, 60), 1.6, 0.2) * (near_crack > 0.25)
    colours = mix(np.broadcast_to(rgb("f3f1ea"), (256, 256, 3)), rgb("15130f"), (lean < 0) * 1.0)
    colours = mix(colours, rgb("fdfcf6"), step(lit + 0.8 * chips, 0.15, 0.2))
    colours = mix(colours, rgb("191612"), step(dark, 0.4, 0.3))
    alpha = np.maximum(np.maximum(dark, 0.85 * lit), np.maximum(facet, 0.7 * chips))
    return _layer(colours, np.asarray(alpha, np.float32))


def _bars(rng: Rng, turned: int) -> Field:
    """Marks of a grill: dark bars with soft, broken edges (1 in their middle)."""
    u, v = grid()
    count = int(rng.choice([4, 5, 6]))
    along = u * count if turned == 0 else v * count if turned == 1 else (u + v) * count
    ragged = 0.06 * spectral(rng, 1.2, 2, 60)
    away = np.abs((along + ragged + rng.random()) % 1 - 0.5)
    patchy = unit(spectral(rng, 1.6, 1, 20) + 0.7)
    return np.asarray(step(0.17 - away, 0, 0.12) * patchy, np.float32)


def browned(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Done food: grill marks, crust spots, blotches, seared rings and roasted edges; it has burst
    here and there and shows its pale inside."""
    gold, brown, dark, char = ramps(
        [
            "c98a3a 965a24 5f3414 3a1e0e",
            "b8702e 84481e 542a12 2e180c",
            "d29c4c a56a2c 70401a 44240f",
        ][number % 3]
    )
    kind = number % 6
    base = unit(spectral(rng, 1.7, 0.7, 30))
    fine = spectral(rng, 0.8, 5, 110)
    if kind == 0:
        marks = _bars(rng, number // 6 % 3)
    elif kind == 1:
        marks = np.maximum(_bars(rng, 0), _bars(rng, 1))
    elif kind == 2:  # crust spots
        field = np.maximum(_drops(rng, 34, 0.02, 0.1, 0.25), -0.5)
        marks = step(field, 0.12, 0.5)
    elif kind == 3:  # blotches
        marks = step(spectral(rng, 1.4, 1, 60), 0.3, 0.9)
    elif kind == 4:  # seared rings
        dx, dy = _apart(rng.uniform(0.3, 0.7), rng.uniform(0.3, 0.7))
        wave = np.hypot(dx, dy) + 0.018 * spectral(rng, 1.5, 1, 30)
        marks = step(np.sin(wave * 2 * np.pi / rng.uniform(0.12, 0.2)), 0.25, 0.7)
        marks = marks * unit(spectral(rng, 1.7, 0.7, 16) + 0.4, 1.4)
    else:  # roasted from one side, blistered
        u, v = grid()
        way = 0.5 - 0.5 * np.cos(2 * np.pi * (v if number // 6 % 2 else u) + rng.uniform(0, 6))
        near, _, _ = worley(rng, 13, 13, 1.0)
        marks = np.clip(step(way + 0.16 * fine, 0.6, 0.5) + 0.5 * step(-near, -0.24, 0.2), 0, 1)
    tone = np.clip(0.25 * base + 0.62 * marks + 0.08 * fine, 0, 1)
    colours = ramp(np.asarray(tone, np.float32), [gold, brown, dark, char])
    split = np.abs(warp(spectral(rng, 1.5, 2, 12), 0.03 * fine, 0.0))
    burst = (1 - step(split, 0.16, 0.1)) * step(spectral(rng, 1.8, 1, 6), 0.3, 0.2)
    colours = mix(colours, rgb("f4e3b4"), burst)
    height = 1.6 * marks * (1 - burst) + 0.5 * fine - 3.0 * burst
    light = slope_light(np.asarray(height, np.float32), 0.16)
    alpha = np.clip(0.08 + 0.22 * base + 0.8 * marks + 0.06 * fine, 0, 0.95)
    alpha = np.maximum(alpha, 0.9 * burst)
    return _layer(colours * light[..., None], np.asarray(alpha, np.float32))


def used(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Wear: scratches, rubbed places, scuffs and knocks."""
    kind = number % 4
    canvas = Canvas(np.array([0, 0, 0], np.float32), wrap=True)
    count = [46, 16, 70, 24][kind]
    main = rng.uniform(0, np.pi)
    for _ in range(count):
        angle = main + rng.normal(0, 0.3) if kind != 2 else rng.uniform(0, np.pi)
        line = _jagged(rng, rng.random(2), angle, rng.uniform(0.05, 0.5), 4)
        shade: Colour = np.full(3, rng.uniform(0.35, 1.0), np.float32)
        canvas.line(line, shade, 0.003 + 0.003 * float(rng.random() < 0.2))
    scratch = canvas.colours()[..., 0]
    rubbed = step(spectral(rng, 1.6, 0.7, 60) + 0.3 * spectral(rng, 0.4, 10, 120), 1.1, 0.8)
    knocks = step(_drops(rng, 22, 0.004, 0.02, 0.3), 0.1, 0.3)
    pale = number % 2 == 0
    light, shadow = (rgb("f2efe6"), rgb("4a443c")) if pale else (rgb("3a3632"), rgb("d8d4ca"))
    below = np.roll(scratch, (1, 1), (0, 1))
    colours = mix(np.broadcast_to(light, (256, 256, 3)), shadow, np.clip(below - scratch, 0, 1))
    alpha = np.maximum(0.85 * scratch, 0.5 * below)
    alpha = np.maximum(alpha, (0.15, 0.5, 0.2, 0.35)[kind] * rubbed)
    alpha = np.maximum(alpha, (0.0, 0.5, 0.3, 0.8)[kind] * knocks)
    return _layer(colours, np.asarray(alpha, np.float32))
