# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Metal, plastic, rubber, cork, wicker, sponge, paper, cardboard, leaves and soil."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import motifs
from egoplan_ros.sim.textures.colour import hsv, image, mix, ramp, ramps, rgb, turn
from egoplan_ros.sim.textures.drawing import Canvas
from egoplan_ros.sim.textures.noise import (
    Field,
    Rng,
    blur,
    grid,
    profile,
    slope_light,
    spectral,
    step,
    unit,
    warp,
    worley,
)

_METALS = (
    "c6c7c8 b9bbbd a8aaac d0cdc6 b87347 c9a35a 8f8a80 d8b98a 6f7276 4a4b4e 9a6a4a b0956a "
    "cfd2d4 7d8084 c0844f d4b36a 35363a 9fa3a6"
)
_ENAMELS = "f2f0ea 1d3f6e 8c1d22 2f5d4a e9c46a 20222a 6fa3a8 d98c5f"


def metal(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Metal surfaces; the number goes through the finishes and the metals."""
    kind = number % 7
    metals = ramps(_METALS)
    colour = metals[(number * 5 + number // 7 * 3) % len(metals)]
    if kind == 0:  # brushed along u
        lines = spectral(rng, 0.2, 6, 128, along=60) + 0.5 * spectral(rng, 0.8, 3, 60, along=20)
        tone = 1 + 0.06 * lines + 0.02 * spectral(rng, 2.0, 0.5, 6)
    elif kind == 1:  # satin
        tone = 1 + 0.025 * spectral(rng, 0.2, 20, 128) + 0.03 * spectral(rng, 1.9, 0.5, 10)
    elif kind == 2:  # hammered
        n = int(rng.integers(9, 18))
        near, _, _ = worley(rng, n, n, 0.75)
        dents = blur(np.minimum(near, 0.75) ** 2, 1.2) * np.float32(22 * 9 / n)
        tone = slope_light(dents, 0.14) * (1 + 0.02 * spectral(rng, 0.4, 10, 128))
    elif kind == 3:  # cast iron
        colour = hsv(rng.uniform(0, 1), 0.05, rng.uniform(0.12, 0.25))
        height = 0.6 * spectral(rng, 0.4, 14, 110)
        tone = slope_light(np.asarray(height, np.float32), 0.3) * (
            1 + 0.08 * spectral(rng, 1.6, 1, 30)
        )
    elif kind == 4:  # enamel, some of it with specks or a worn spot
        colour = ramps(_ENAMELS)[(number // 7 * 3 + int(rng.integers(2))) % 8]
        tone = 1 + 0.015 * spectral(rng, 1.8, 0.5, 14)
    elif kind == 5:  # used: fine scratches in all directions over a cloudy sheen
        tone = 1 + 0.04 * spectral(rng, 1.7, 0.5, 30)
        for _ in range(3):
            along = spectral(rng, 0.2, 6, 128, along=40)
            bent = warp(along, 0.0, rng.uniform(-0.12, 0.12) * np.sin(2 * np.pi * grid()[0]))
            tone = tone + 0.16 * step(bent, 2.0, 0.6)
    else:  # tarnished
        stain = unit(spectral(rng, 1.5, 0.7, 60), 1.2)
        tone = 0.72 + 0.35 * stain + 0.03 * spectral(rng, 0.2, 20, 128)
    out = colour * np.asarray(tone, np.float32)[..., None]
    if kind == 4 and number % 2:
        speck = step(spectral(rng, 0.4, 12, 60), 1.7, 0.3)
        out = mix(out, rgb("f4f2ee") if colour.mean() < 0.5 else rgb("2b3040"), 0.9 * speck)
    if kind == 6:
        patina = rgb("5f8f7f") if colour[0] > colour[2] * 1.3 else rgb("5a4f48")
        out = mix(out, patina, 0.5 * step(spectral(rng, 1.4, 1, 80), 0.7, 1.0))
    return image(out)


def plastic(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Near-neutral plastic to be tinted: fine grain, spark-eroded, ribbed, scuffed, marbled."""
    kind = number % 6
    base = np.array([0.92, 0.92, 0.92], np.float32) * rng.uniform(0.95, 1.04)
    tone = 1 + 0.01 * spectral(rng, 1.9, 0.5, 12)
    strength = rng.uniform(0.06, 0.16)
    if kind == 0:
        tone = tone * slope_light(0.6 * spectral(rng, 0.1, 30, 120), strength)
    elif kind == 1:
        near, second, _ = worley(rng, 48, 48, 1.0)
        tone = tone * slope_light(1.2 * step(second - near, 0.2, 0.5), strength)
    elif kind == 2:
        u, _ = grid()
        ribs = np.abs(np.sin(np.pi * u * float(rng.choice([12, 16, 32])))) ** 0.5
        tone = tone * slope_light(np.asarray(4 * ribs, np.float32), strength)
    elif kind == 3:
        scuffs = step(spectral(rng, 0.3, 6, 120, along=25), 2.1, 0.6)
        down = step(spectral(rng, 0.3, 6, 120, across=25), 2.2, 0.6)
        tone = tone * (1 - 0.14 * scuffs + 0.05 * down)
    elif kind == 4:
        flow = warp(spectral(rng, 2.0, 0.6, 20), 0.06 * spectral(rng, 2, 0.5, 8), 0.0)
        tone = tone * (0.96 + 0.06 * np.tanh(1.5 * flow))
    else:
        tone = tone * slope_light(1.1 * spectral(rng, 0.4, 8, 40), strength)
    return image(base * np.asarray(tone, np.float32)[..., None])


def rubber(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Rubber: pebbled, ribbed, studded, speckled or dusty."""
    kind = number % 5
    dark = hsv(turn(number), rng.uniform(0, 0.15), rng.uniform(0.1, 0.28))
    strong = hsv(turn(number, 0.2), rng.uniform(0.5, 0.85), rng.uniform(0.4, 0.8))
    colour = strong if number % 3 == 2 else dark
    u, v = grid()
    speck = 0.0 * u
    if kind == 0:
        n = int(rng.integers(26, 44))
        near, _, _ = worley(rng, n, n, 0.5)
        height = 3 * np.sqrt(np.maximum(0.36 - near**2, 0))
    elif kind == 1:
        height = 3 * np.abs(np.sin(np.pi * v * float(rng.choice([16, 24, 32])))) ** 0.6
    elif kind == 2:
        n = int(rng.choice([8, 10, 14]))
        x, y = u * n, v * n
        row = np.floor(y)
        distance = np.hypot((x + 0.5 * (row % 2)) % 1 - 0.5, y % 1 - 0.5)
        height = 5 * step(-distance, -0.3, 0.16)
    elif kind == 3:
        height = 0.5 * spectral(rng, 0.3, 20, 120)
        speck = step(spectral(rng, 0.3, 14, 60), 1.5, 0.4)
    else:
        height = 0.5 * spectral(rng, 0.5, 10, 100)
    tone = slope_light(np.asarray(height, np.float32), 0.24) * (
        1 + 0.06 * spectral(rng, 1.6, 1, 40)
    )
    out = colour * tone[..., None]
    out = mix(out, hsv(turn(number, 0.5), 0.4, 0.65), 0.8 * speck)
    dust = unit(spectral(rng, 1.5, 1, 60) - 1.2)
    return image(mix(out, np.array([0.6, 0.58, 0.54], np.float32), 0.25 * dust))


def cork(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Cork: pressed granules of several sizes and browns."""
    n = int(rng.integers(16, 40))
    near, second, owner = worley(rng, n, n, 1.0)
    tones = rng.random(n * n).astype(np.float32)
    stops = ramps(
        [
            "c79a66 b07f4a d8b07e 8a5c34",
            "b88a5a 9a6c40 c89c6c 6e4828",
            "d4b48a be9868 e0c49c a07a4c",
        ][number % 3]
    )
    out = ramp(tones[owner] * 0.8 + 0.1 * unit(spectral(rng, 0.8, 4, 100)), stops)
    gaps = 1 - step(second - near, 0.1, 0.2)
    dark = step(spectral(rng, 0.6, 6, 60), 1.6, 0.5)
    out = mix(out, stops[3] * 0.6, 0.5 * gaps)
    out = mix(out, stops[3] * 0.4, 0.7 * dark)
    height = 1.4 * step(second - near, 0.1, 0.3) + 0.4 * spectral(rng, 0.4, 20, 120)
    out = out * slope_light(np.asarray(height, np.float32), 0.2)[..., None]
    return image(out * rng.uniform(0.85, 1.1))


def wicker(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Wicker and rattan: plain, twined, diagonal or caned weave of round rods."""
    stops = ramps(
        [
            "d9b57c b88c50 8a6232",
            "8a5a34 6a4224 432814",
            "ece4d4 cfc4ae a89a80",
            "4a3a30 352821 1f1713",
            "b9a68a 96836a 6a5a46",
            "a3733f 7f5428 553415",
        ][number % 6]
    )
    kind = number % 4
    u, v = grid()
    n = int(rng.choice([6, 8, 10]))
    wobble = 0.04 * spectral(rng, 1.4, 1, 20)
    if kind == 3:  # cane: a net of strands with holes
        x, y = u * n + wobble, v * n + wobble
        a = np.minimum(np.abs(x % 1 - 0.5), np.abs(y % 1 - 0.5))
        b = np.minimum(np.abs((x + y) % 1 - 0.5), np.abs((x - y) % 1 - 0.5)) * 0.707
        away = np.minimum(a, b)
        strand = step(-away, -0.1, 0.03)
        tone = np.asarray(0.9 - 3 * away, np.float32) + 0.1 * spectral(rng, 0.5, 4, 100)
        return image(
            mix(np.broadcast_to(stops[2] * 0.35, (256, 256, 3)), ramp(1 - tone, stops), strand)
        )
    if kind == 2:
        x, y = (u + v) * n, (u - v) * n
        fine = 1.0
    else:
        x, y, fine = u * n, v * n, 3.0 if kind == 0 else 2.0
    y = y * fine + wobble
    x = x + wobble
    i, j = np.floor(x), np.floor(y)
    phase = x + (j % 2 if kind != 1 else j / 2)
    bulge = np.cos(np.pi * (phase % 2 - 0.5))
    rod = np.sqrt(np.maximum(1 - ((y - j - 0.5) * 2.05) ** 2, 0))
    stake = np.sqrt(np.maximum(1 - ((x - i - 0.5) * 3.2) ** 2, 0))
    front = bulge > -0.45
    shade = np.where(front, rod * (0.55 + 0.45 * np.maximum(bulge, 0)), stake * 0.5)
    fibre = spectral(rng, 0.4, 6, 120, along=8)
    tones = rng.random(64).astype(np.float32)[(j.astype(int) * 7 + i.astype(int) // 2) % 64]
    dark = 1 - np.asarray(shade, np.float32) * (0.82 + 0.22 * tones) + 0.05 * fibre
    out = ramp(dark, [np.clip(stops[0] * 1.08, 0, 1), stops[0], stops[1], stops[2], stops[2] * 0.3])
    return image(out)


def sponge(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Sponges: cellulose with pores of several sizes, scouring fleece, natural sponge."""
    colour = hsv(turn(number, 0.13), rng.uniform(0.35, 0.8), rng.uniform(0.65, 0.95))
    kind = number % 4
    fine = spectral(rng, 0.4, 14, 110)
    if kind == 3:  # scouring fleece
        tangle = np.abs(spectral(rng, 0.7, 8, 80)) + np.abs(spectral(rng, 0.7, 8, 80))
        tone = 0.55 + 0.35 * np.exp(-tangle * 1.6) + 0.1 * fine
        out = colour * 0.8 * np.asarray(tone, np.float32)[..., None]
        return image(out)
    size = rng.uniform(0.7, 1.5)
    big = step(spectral(rng, 0.6, 5 * size, 26 * size), 1.0, 0.35)
    small = step(spectral(rng, 0.4, 16 * size, 60 * size), 1.1, 0.35)
    holes = np.maximum(big, 0.7 * small)
    light = slope_light(-3.0 * blur(holes, 1.0), 0.2)
    out = mix(colour * (0.97 + 0.05 * fine)[..., None], colour * 0.38, 0.85 * holes)
    return image(out * light[..., None])


def paper(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Tissue, kitchen and writing paper: embossed dots, diamonds, waves, flowers, or plain."""
    u, v = grid()
    kind = number % 8
    n = int(rng.choice([6, 8, 10, 12]))
    fibres = spectral(rng, 0.5, 8, 128, along=2)
    if kind == 0:
        x, y = u * n, v * n
        height = -3 * step(
            -np.hypot((x + 0.5 * (np.floor(y) % 2)) % 1 - 0.5, y % 1 - 0.5), -0.22, 0.1
        )
    elif kind == 1:
        lattice = np.minimum(
            np.abs(((u + v) * n / 2) % 1 - 0.5), np.abs(((u - v) * n / 2) % 1 - 0.5)
        )
        height = -3.5 * step(-lattice, -0.1, 0.08)
    elif kind == 2:
        height = 2 * np.sin(2 * np.pi * (v * n + 0.2 * np.sin(2 * np.pi * u * n / 2)))
    elif kind == 3:
        canvas = Canvas(np.array([0, 0, 0], np.float32), wrap=True)
        for i in range(n // 2):
            for j in range(n // 2):
                middle = (i + 0.5 * (j % 2) + 0.3) / (n // 2), (j + 0.5) / (n // 2)
                for size in (0.7, 0.45, 0.2):
                    outline = motifs.place(motifs.petals(5, 0.4), *middle, size * 2 / n)
                    canvas.line(outline, np.array([1, 1, 1], np.float32), 0.01, closed=True)
        height = -3 * canvas.colours()[..., 0]
    elif kind == 4:  # crêpe
        height = 1.4 * spectral(rng, 0.5, 12, 90, along=7)
    elif kind == 5:  # quilted
        a = np.abs(np.sin(np.pi * (u + v) * n / 2)) * np.abs(np.sin(np.pi * (u - v) * n / 2))
        height = 7 * np.sqrt(a + 0.01)
    elif kind == 6:  # laid writing paper
        height = 0.5 * np.sin(2 * np.pi * v * 60) + 0.3 * spectral(rng, 1.5, 1, 40)
    else:  # crumpled
        _, _, owner = worley(rng, 5, 5, 1.0)
        facet = rng.normal(0, 1, (25, 2)).astype(np.float32)[owner]
        height = blur(spectral(rng, 1.7, 1, 30), 1.0) * 5 + blur(facet[..., 0], 2.0)
    light = slope_light(np.asarray(height + 0.3 * fibres, np.float32), 0.1)
    base = hsv(rng.uniform(0.08, 0.14), rng.uniform(0.0, 0.07), rng.uniform(0.9, 0.97))
    if number % 5 == 4:
        base = hsv(turn(number), 0.12, 0.92)
    return image(base * (light * (1 + 0.01 * fibres))[..., None])


def cardboard(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Cardboard: flutes that show through, kraft flecks, creases; brown, grey or white."""
    colour = ramps("b98f62 a87e52 c4a078 9a7450 8f8a80 d6cbb8 c9a77c b3977a")[number % 8]
    u, v = grid()
    n = int(rng.choice([24, 32, 48]))
    flutes = np.sin(2 * np.pi * (u if number % 2 else v) * n)
    flat = (0.0, 0.03, 0.05)[number % 3]
    fibres = spectral(rng, 0.5, 6, 120, along=3)
    tone = 1 + flat * flutes + 0.03 * fibres + 0.025 * spectral(rng, 1.8, 0.5, 20)
    fleck = step(spectral(rng, 0.3, 16, 90, along=2.5), 2.1, 0.5)
    pale = step(spectral(rng, 0.3, 16, 90, along=2.5), 2.2, 0.5)
    tone = tone - 0.16 * fleck + 0.1 * pale
    creases = step(np.abs(spectral(rng, 2.0, 0.6, 10)), 0.025, 0.03)
    if number % 4 == 1:
        tone = tone * (0.9 + 0.1 * creases)
    return image(colour * np.asarray(tone, np.float32)[..., None])


def _leaf_veins(u: Field, v: Field, pairs: int, lean: float) -> tuple[Field, Field]:
    """Strength of the midrib (along u at v = 0.5) and of the side veins."""
    side = np.abs(v - 0.5)
    rib = np.exp(-((side / 0.014) ** 2))
    lines = (u * pairs - side * pairs * lean + 2 * side**2 * pairs) % 1
    veins = np.exp(-(((lines - 0.5) / 0.05) ** 2)) * np.clip(1 - side * 1.5, 0, 1)
    return np.asarray(rib, np.float32), np.asarray(veins, np.float32)


def leaf(rng: Rng, number: int) -> NDArray[np.uint8]:
    """A plant's leaf, mapped whole with its midrib along u: plain, variegated, edged, parallel."""
    u, v = grid()
    green = hsv(rng.uniform(0.2, 0.4), rng.uniform(0.4, 0.75), rng.uniform(0.25, 0.6))
    if number % 8 == 7:
        green = hsv(rng.uniform(0.92, 1.05), 0.6, 0.4)
    kind = number % 5
    bend = 0.02 * spectral(rng, 2.0, 0.5, 8)
    rib, veins = _leaf_veins(u, v + bend, int(rng.integers(6, 14)), rng.uniform(0.8, 2.0))
    side = np.abs(v - 0.5) * 2
    near, second, _ = worley(rng, 26, 26, 1.0)
    cells = step(second - near, 0.15, 0.4)
    tone = 0.88 + 0.12 * cells + 0.08 * spectral(rng, 1.6, 1, 40)
    out = green * np.asarray(tone, np.float32)[..., None]
    pale = mix(green, hsv(0.2, 0.2, 0.9), rng.uniform(0.35, 0.8))
    if kind == 1:
        patches = step(spectral(rng, 1.9, 1, 30) - 1.2 * (side - 0.4), 0.3, 0.9)
        out = mix(out, pale, patches)
    elif kind == 2:
        out = mix(out, pale, step(side + 0.05 * spectral(rng, 2.0, 1, 20), 0.76, 0.08))
    elif kind == 3:
        lines = profile(rng, slope=0.4, high=70)[:, None] * np.ones((1, 256), np.float32)
        out = out * (1 + 0.14 * lines)[..., None]
        veins = veins * 0
    elif kind == 4:
        out = mix(out, green * 0.5, 0.8 * step(veins + 0.15 * spectral(rng, 1.3, 2, 60), 0.35, 0.4))
    out = mix(out, pale, 0.55 * veins)
    out = mix(out, mix(pale, np.array([1, 1, 0.85], np.float32), 0.2), 0.8 * rib)
    height = 3.0 * blur(veins, 2.0) + 2.0 * blur(rib, 1.5)
    return image(out * slope_light(-height, 0.16)[..., None])


def soil(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Potting soil: crumbs of several sizes, bark, perlite or pebbles."""
    stops = ramps(
        [
            "2a1d14 4a3424 6f5238",
            "1c1613 33271f 54443a",
            "3f2c1e 63472f 8a6a4a",
            "4a443c 6f675c 988f82",
        ][number % 4]
    )
    out = ramp(unit(spectral(rng, 0.9, 3, 120)), stops)
    height = 1.6 * spectral(rng, 0.8, 6, 100)
    for count in (14, 30):
        near, second, owner = worley(rng, count, count, 1.0)
        keep = (rng.random(count * count) < 0.55)[owner]
        lump = step(second - near, 0.2, 0.3) * keep
        tones = rng.random(count * count).astype(np.float32)
        out = mix(out, ramp(tones[owner], stops), 0.85 * lump)
        height = height + 70 / count * lump * np.sqrt(np.maximum(0.8 - near, 0))
    white = step(spectral(rng, 0.4, 10, 50), 2.1, 0.2)
    if number % 3 != 1:
        out = mix(out, rgb("e6e2d8"), 0.9 * white)
    else:
        bark = step(spectral(rng, 0.6, 6, 40, along=3), 1.5, 0.3)
        out = mix(out, rgb("8a5a38"), 0.8 * bark)
    return image(out * slope_light(np.asarray(height, np.float32), 0.16)[..., None])
