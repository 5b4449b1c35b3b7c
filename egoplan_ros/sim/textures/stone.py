# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Stone: marble with veins, granite, quartz, terrazzo, slate, travertine, onyx and concrete."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.colour import (
    Colour,
    image,
    mix,
    pick,
    ramp,
    ramps,
)
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

# Ground from light to shaded, then the veins' colours.
_MARBLES = [
    ("f4f2ee e6e4e0 d4d3d1", "a2a4a6 7f8387"),  # white, grey veins
    ("f6f2ea eee6d8 e2d6c2", "b89a66 8f7c60"),  # white, golden veins
    ("26262a 1b1b1e 121214", "d9d6d0 a9a49a"),  # black, white veins
    ("3f5e4d 2f4a3c 20362b", "a9c2ae 6f917c"),  # green
    ("6b4a38 573a2b 432b20", "c9a98a 9a7a5e"),  # brown
    ("d9b3a2 cb9f8e b98a79", "8c5648 f0ddd2"),  # rose
    ("e4d3b3 d8c29c c9af86", "a8875a f3e9d4"),  # cream
    ("8b9196 777d83 63696f", "d3d6d8 4a4f54"),  # grey
    ("6e2b26 5a211e 451815", "d8b7a8 93584c"),  # red
    ("c9d4d2 b5c3c1 9fb0ae", "6d8480 eef2f0"),  # blue-grey
]
_GRANITES = [
    "d8d4cc b9b4aa 8b8781 3a3937 f1eee8",
    "2a2a2c 1c1c1e 3d3d40 77777a 101012",
    "b98a72 a06a54 d8b8a4 4a3a34 7d5548",
    "c9b48c a88f62 e2d3b2 5b4a34 8b744c",
    "7f8a8c 616b6e a9b3b4 2f3436 d0d6d6",
    "5a6b5c 43523f 8a9a86 222a22 b0bca8",
    "6b6f86 4d5168 9498ac 24263a c3c5d2",
    "e9e2d6 d6cab8 bfae96 7a6a58 fbf8f2",
]


def _veins(rng: Rng, scale: float, width: float, twist: float) -> Field:
    """Thin lines 0..1 of changing strength where a twisted field crosses zero."""
    base = spectral(rng, 2.0, 0.6 * scale, 14 * scale, along=2.2)
    u, _ = grid()
    # A shear by whole images keeps the borders together and lays the veins aslant.
    base = warp(base, 0.0, float(rng.choice([-1, 1])) * u)
    a, b = spectral(rng, 2.0, 1, 50), spectral(rng, 2.0, 1, 50)
    field = warp(base, twist * 0.025 * a, twist * 0.025 * b)
    slope = np.hypot(field - np.roll(field, 1, 0), field - np.roll(field, 1, 1)) + 0.004
    away = np.abs(field) / slope
    strength = unit(spectral(rng, 2.0, 0.5, 8) - 0.2, 1.5)
    return np.asarray(np.exp(-((away / (width * (0.4 + strength))) ** 2)) * strength, np.float32)


def marble_colours(rng: Rng, number: int) -> Field:
    """Slab of marble (256, 256, 3), 0..1."""
    ground, lines = _MARBLES[number % len(_MARBLES)]
    cloud = spectral(rng, 1.9, 0.5, 60)
    cloud = warp(cloud, 0.06 * spectral(rng, 2.0, 0.5, 12), 0.06 * spectral(rng, 2.0, 0.5, 12))
    out = ramp(unit(cloud * 0.9), ramps(ground))
    strong, faint = ramps(lines)
    big = _veins(rng, 1.0, rng.uniform(1.5, 3.5), rng.uniform(0.6, 1.6))
    halo = _veins(rng, 1.2, rng.uniform(6, 12), 0.8)
    fine = _veins(rng, 2.4, rng.uniform(0.7, 1.2), 0.9)
    out = mix(out, faint, 0.45 * halo)
    out = mix(out, strong, 0.85 * big)
    out = mix(out, strong, 0.5 * fine)
    return np.asarray(out * (1 + 0.008 * spectral(rng, 0.0, 40, 128)[..., None]), np.float32)


def _granite(rng: Rng, number: int) -> Field:
    colours = ramps(_GRANITES[number % len(_GRANITES)])
    size = rng.uniform(0.8, 1.8)
    out = np.broadcast_to(colours[0], (256, 256, 3))
    for k, colour in enumerate(colours[1:]):
        grain = spectral(rng, 0.9, 9 / size, 70 / size) + 0.35 * spectral(rng, 0.2, 30, 128)
        share = [0.35, 0.75, 1.0, 1.45][k] + rng.uniform(-0.15, 0.2)
        out = mix(out, colour, 0.9 * step(grain, share, 0.25))
    cloud = spectral(rng, 1.8, 0.5, 8)
    return out * (1 + 0.05 * cloud + 0.04 * spectral(rng, 0.0, 40, 128))[..., None]


def _terrazzo(rng: Rng, number: int) -> Field:
    grounds = ramps("efece6 d9d4ca c3c0bb f3e6da 3a3b3f 9aa7a2 e2c9bd cdd3d6")
    chips = [
        ramps("8c4a3c d9a38f 5a6b6e c9b08a 2f3336"),
        ramps("3c4a4f 7b8a8c b9c2c0 a89b86 e7e2d6"),
        ramps("c26b4a 2f5d62 e2b04a 44464a a9a29a"),
        ramps("6e5a4a a8917a d6c6b0 40362e f2ece2"),
    ][number % 4]
    out = np.broadcast_to(pick(rng, [grounds[number % len(grounds)]]), (256, 256, 3))
    for count in (int(rng.integers(24, 34)), int(rng.integers(9, 16))):
        near, second, owner = worley(rng, count, count, 1.0)
        keep = rng.random(count * count) < 0.55
        size = rng.uniform(0.1, 0.25, count * count).astype(np.float32)
        chip = step(second - near, 0.14, 0.08) * step(-near, -0.46, 0.1) * keep[owner]
        chip = chip * step(second - near - size[owner], 0.0, 0.08)
        index = rng.integers(len(chips), size=count * count)
        shade = rng.uniform(0.85, 1.1, (count * count, 1)).astype(np.float32)
        table = np.stack(chips)[index] * shade
        out = mix(out, table[owner], chip)
    return out * (1 + 0.015 * spectral(rng, 0.5, 4, 128))[..., None]


def _slate(rng: Rng, number: int) -> Field:
    shades = ["3e4448 2f3437 565d60", "4a4540 3a3531 6b5f52", "3d4a44 2e3934 5a6a60"][number % 3]
    layers = spectral(rng, 1.6, 1, 60, along=1.6)
    terraces = np.floor(layers * 3) / 3
    height = 1.2 * layers + 2.0 * np.tanh((layers * 3 - np.floor(layers * 3) - 0.85) * 8) * 0.4
    rust = step(spectral(rng, 1.8, 1, 20), 1.0, 1.2) * 0.4
    out = ramp(unit(terraces + 0.3 * spectral(rng, 0.8, 4, 100)), ramps(shades))
    out = mix(out, ramps("7a5a3c")[0], rust)
    return out * slope_light(np.asarray(height, np.float32), 0.4)[..., None]


def _travertine(rng: Rng, number: int) -> Field:
    colours = ramps(
        ["e6d8bd d8c4a0 c9b088", "d9cfc0 c6b8a4 b2a28c", "c9a987 b58f6c 9e7856"][number % 3]
    )
    bands = profile(rng, slope=1.0, high=60)[:, None] * np.ones((1, 256), np.float32)
    bands = warp(bands.astype(np.float32), 0.0, 0.02 * spectral(rng, 2.0, 0.5, 14, along=3))
    out = ramp(unit(bands + 0.3 * spectral(rng, 1.2, 2, 80, along=3)), colours)
    holes = step(spectral(rng, 0.9, 8, 90, along=3) + 0.5 * bands, 2.1, 0.4)
    return mix(out, colours[2] * 0.6, 0.8 * holes)


def concrete_colours(rng: Rng, number: int) -> Field:
    """Smoothed or rough concrete (256, 256, 3), 0..1."""
    base = ramps("b9b7b2 9d9c99 c9c4ba 86878a aeb2b0 a59e94")[number % 6]
    cloud = spectral(rng, 1.6, 0.5, 60)
    streak = spectral(rng, 1.4, 1, 40, along=3)
    grain = spectral(rng, 0.0, 30, 128)
    out = base * (1 + 0.04 * cloud + 0.025 * streak + 0.025 * grain)[..., None]
    pores = step(spectral(rng, 0.2, 18, 70), 2.5, 0.4)
    return np.asarray(out * (1 - 0.4 * pores[..., None]), np.float32)


def _quartz(rng: Rng, number: int) -> Field:
    base: Colour = ramps("f2f1ee dcd9d3 8d8f92 33363a c9c0b2 e9e2d8")[number % 6]
    speck = step(spectral(rng, 0.2, 25, 110), 1.7, 0.5)
    pale = step(spectral(rng, 0.2, 25, 110), 1.8, 0.5)
    out = base * (1 + 0.02 * spectral(rng, 1.5, 1, 30))[..., None]
    out = mix(out, base * 0.72, speck)
    return mix(out, np.clip(base * 1.2 + 0.1, 0, 1), pale)


def _onyx(rng: Rng, number: int) -> Field:
    colours = ramps(
        [
            "f0e2c4 d8b47a b9824a f6efe0",
            "cfe0cf 9cc0a4 e9f2e6 6f9a7c",
            "e8d6d0 c48f80 f4ebe6 9a5f50",
        ][number % 3]
    )
    field = spectral(rng, 2.2, 0.6, 14)
    field = warp(field, 0.05 * spectral(rng, 1.9, 1, 30), 0.05 * spectral(rng, 1.9, 1, 30))
    bands = 0.5 + 0.5 * np.sin(field * np.float32(rng.uniform(5, 9)))
    return ramp(np.asarray(bands, np.float32), colours)


def stone(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Polished or rough stone; the number goes through the kinds."""
    kind, member = number % 8, number // 8
    if kind in (0, 4):
        return image(marble_colours(rng, member * 2 + kind // 4 + 1))
    if kind in (1, 5):
        return image(_granite(rng, member * 2 + kind // 5))
    if kind == 2:
        return image(_terrazzo(rng, member))
    if kind == 3:
        return image((_slate if member % 2 == 0 else concrete_colours)(rng, member // 2))
    if kind == 6:
        return image((_quartz if member % 2 == 0 else _travertine)(rng, member // 2))
    return image((_onyx if member % 3 == 1 else concrete_colours)(rng, member))
