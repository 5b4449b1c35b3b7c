# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Wood: rings of a trunk cut in several ways, with fibres, pores and rays; grain along u."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.colour import (
    Colour,
    hsv,
    image,
    mix,
    ramp,
    ramps,
    turn,
)
from egoplan_ros.sim.textures.noise import (
    Field,
    Rng,
    blur,
    grid,
    profile,
    spectral,
    step,
    warp,
)


class Species(NamedTuple):
    """How a kind of wood looks."""

    colours: str
    """From early wood to late wood."""
    rings: float
    """Contrast of the rings, 0..1."""
    pores: float
    """Strength of the dark pores, 0..1."""
    fibre: float
    """Strength of the fine fibres, 0..1."""


OAK = Species("d6b583 c49a64 a87c48 8a6236", 0.7, 0.8, 0.5)
SPECIES = [
    OAK,
    Species("8a6244 6e4a30 553621 3c2517", 0.6, 0.5, 0.5),  # walnut
    Species("c48a5e b0724a 9a5c38 82492c", 0.45, 0.15, 0.35),  # cherry
    Species("ecd9b4 e2caa0 d2b486 bf9c6e", 0.35, 0.05, 0.3),  # maple
    Species("ecc98c e0b673 cb954d a87034", 0.9, 0.0, 0.3),  # pine
    Species("b98a52 a27340 855a30 654222", 0.6, 0.5, 0.6),  # teak
    Species("8c4530 743624 5c281b 431c13", 0.4, 0.5, 0.5),  # mahogany
    Species("e0cba6 d2b98f bb9d72 9c7e57", 0.8, 0.7, 0.4),  # ash
    Species("574436 43342a 2f241d 1e1713", 0.75, 0.4, 0.7),  # wenge
    Species("d9b48c cfa67c c0926a ab7e58", 0.25, 0.35, 0.4),  # beech
    Species("b5b0a4 a39d90 8c8578 6d675d", 0.7, 0.6, 0.6),  # weathered grey
    Species("e6e0d4 d9d1c2 c8bda9 b3a68f", 0.6, 0.6, 0.5),  # limed
    Species("8f6a3c 7a5226 633d18 472a10", 0.7, 0.5, 0.5),  # stained brown
    Species("a8683c 8c4f28 6f3818 4f250e", 0.7, 0.4, 0.5),  # antique pine
    Species("3a3431 2f2a28 242020 191616", 0.5, 0.4, 0.6),  # black stain
]


def _band(phase: Field) -> Field:
    """Ring profile 0..1: early wood darkens slowly, then late wood ends at once."""
    t = phase - np.floor(phase)
    return np.asarray(np.where(t < 0.82, (t / 0.82) ** 2.2, (1 - t) / 0.18), np.float32)


def _fibres(rng: Rng) -> Field:
    coarse = spectral(rng, 0.5, 4, 90, along=22)
    return np.asarray(0.6 * coarse + 0.6 * spectral(rng, 0.0, 20, 200, along=40), np.float32)


def _pores(rng: Rng, amount: float) -> Field:
    short = spectral(rng, 0.0, 30, 128, along=9)
    return step(short, 2.1 - amount * 0.6, 0.5)


def flat_sawn(rng: Rng, count: float, reach: float = 0.5) -> Field:
    """Phase of rings cut beside the heart: arches (cathedrals) along the middle."""
    u, v = grid()
    centre = np.float32(rng.random())
    side = np.sin(np.float32(np.pi) * (v - centre + 0.02 * spectral(rng, 2.2, along=3)))
    depth = profile(rng, slope=2.2)[None, :] * np.float32(reach * 0.12) + np.float32(reach)
    depth = depth + 0.05 * np.sin(2 * np.pi * (u + np.float32(rng.random())))
    drift = 0.022 * spectral(rng, 2.0, 0.5, 12, along=4)
    return np.asarray((np.sqrt(side**2 * 0.9 + depth**2) + drift) * count, np.float32)


def straight(rng: Rng, count: int, wave: float = 1.0) -> Field:
    """Phase of rings cut towards the heart: nearly straight lines of unequal width."""
    _, v = grid()
    uneven = profile(rng, slope=1.4, high=20)[:, None] * np.float32(0.35)
    drift = 0.006 * spectral(rng, 2.0, 0.5, 10, along=5)
    return np.asarray((v + wave * drift) * count + uneven, np.float32)


def burl(rng: Rng, count: float) -> Field:
    """Phase of rings that swirl around many eyes."""
    turns = spectral(rng, 2.1, 1.5, 40)
    field = spectral(rng, 2.4, 0.8, 20)
    moved = warp(field, 0.05 * turns, 0.05 * np.roll(turns, 77, 0))
    return np.asarray(moved * count, np.float32)


def grey(rng: Rng, phase: Field, species: Species, curl: float = 0.0) -> Field:
    """Wood as darkness 0..1 (early to late wood) with fibres and pores."""
    rings = _band(phase)
    fibres = _fibres(rng)
    cloud = spectral(rng, 1.8, 0.5, 8, along=3)
    strength = 0.62 * species.rings
    tone = 0.42 + strength * (rings - 0.42) * (0.8 + 0.25 * cloud)
    tone = tone + 0.1 * species.fibre * fibres + 0.07 * cloud
    if species.pores > 0.0:
        pores = _pores(rng, species.pores)
        tone = tone + pores * species.pores * (0.38 - 0.25 * rings)
    if curl > 0.0:
        waves = spectral(rng, 0.6, 5, 18, across=6)
        tone = tone + curl * 0.12 * waves
    return np.asarray(tone, np.float32)


def _rays(rng: Rng) -> Field:
    """Light flecks of quarter-sawn oak, across the grain."""
    flecks = spectral(rng, 0.5, 8, 60, along=1.6, across=0.5)
    flecks = warp(flecks, 0.05 * spectral(rng, 2.0, 1, 8), 0.0)
    return step(flecks, 1.25, 0.5)


def _strips(rng: Rng, field: Field, count: int) -> tuple[Field, Field]:
    """The field cut into boards glued side by side, and each board's own tone (-1..1)."""
    edges = np.sort((np.arange(count) + rng.uniform(0.1, 0.5, count)) / count)
    rows = (np.arange(256) + 0.5) / 256
    board = (np.searchsorted(edges, rows) % count).astype(int)
    out = np.empty_like(field)
    for k in range(count):
        mine = board == k
        moved = np.roll(field, (int(rng.integers(256)), int(rng.integers(256))), (1, 0))
        if rng.random() < 0.5:
            moved = moved[:, ::-1]
        out[mine] = moved[mine]
    tones = rng.uniform(-1, 1, count).astype(np.float32)
    return out, np.broadcast_to(tones[board][:, None], field.shape)


def _tinted(rng: Rng, species: Species) -> list[Colour]:
    shift = rng.uniform(0.9, 1.1)
    warm = rng.uniform(-0.025, 0.025)
    return [
        np.clip(c * shift + np.array([warm, 0, -warm], np.float32), 0, 1).astype(np.float32)
        for c in ramps(species.colours)
    ]


def wood(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Furniture wood; the number goes through the species, each with another cut."""
    species = SPECIES[number % len(SPECIES)]
    cut = (number + number // len(SPECIES) * 2) % 5
    if number % 15 in (3, 1) and number >= 15:
        cut = 5
    curl = 0.0
    if cut == 0:
        phase = flat_sawn(rng, rng.uniform(12, 20), rng.uniform(0.25, 0.5))
        tone = grey(rng, phase, species)
    elif cut == 1:
        tone = grey(rng, straight(rng, int(rng.integers(14, 30))), species)
        tone = tone - 0.22 * species.pores * _rays(rng)
    elif cut == 2:
        tone = grey(rng, straight(rng, int(rng.integers(8, 18)), 2.5), species)
    elif cut == 3:
        phase = flat_sawn(rng, rng.uniform(9, 14), rng.uniform(0.15, 0.3))
        tone, boards = _strips(rng, grey(rng, phase, species), int(rng.integers(2, 5)))
        tone = tone + 0.08 * boards
    elif cut == 4:
        curl = 1.0
        phase = flat_sawn(rng, rng.uniform(7, 11), rng.uniform(0.4, 0.7))
        tone = grey(rng, phase, species, curl)
    else:
        tone = grey(rng, burl(rng, rng.uniform(2.5, 4.0)), species._replace(rings=0.8, fibre=0.15))
    colours = ramp(tone, _tinted(rng, species))
    if number % 24 in (10, 15, 17, 21):
        return image(_worn(rng, colours, tone, number))
    return image(colours)


def _worn(rng: Rng, colours: Field, tone: Field, number: int) -> Field:
    """Paint over the wood, rubbed off in places along the grain."""
    chalk = hsv(turn(number, 0.2), rng.uniform(0.1, 0.35), rng.uniform(0.6, 0.95))
    paint = chalk * (1 - 0.14 * (tone[..., None] - 0.4))
    patches = spectral(rng, 1.6, 1, 60, along=2.5) * 0.8 + 0.6 * spectral(rng, 0.6, 8, 128, along=8)
    bare = step(patches + 0.5 * (tone - 0.4), rng.uniform(1.0, 1.7), 0.35)
    rim = np.clip(blur(bare, 1.5) - bare, 0, 1)
    result: Field = mix(paint, colours, bare) * (1 - 0.3 * rim[..., None])
    return result


def darkness(rng: Rng, species: Species, plain: bool) -> tuple[Field, Field]:
    """Two seamless sheets of grain (flat-sawn and straight) from which boards are cut."""
    arches = grey(rng, flat_sawn(rng, rng.uniform(8, 14), 0.3), species)
    lines = grey(rng, straight(rng, int(rng.integers(12, 24)), 2.0), species)
    if plain:
        return 0.4 + 0.5 * (lines - 0.4), lines
    return arches, lines
