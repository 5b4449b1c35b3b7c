# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Floors and tiled walls: boards, parquet and tiles of many formats with joints."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures import layout
from egoplan_ros.sim.textures.colour import (
    Colour,
    hsv,
    image,
    mix,
    ramp,
    ramps,
    rgb,
    scheme,
    turn,
)
from egoplan_ros.sim.textures.layout import Cells, values
from egoplan_ros.sim.textures.noise import (
    Field,
    Rng,
    grid,
    sample,
    slope_light,
    spectral,
    step,
    unit,
    warp,
)
from egoplan_ros.sim.textures.stone import marble_colours
from egoplan_ros.sim.textures.wood import SPECIES, darkness

_EARTH = "b5651d a8502f c97b4a d9a066 8c4a32 bf8b67"
_CALM = "f2efe8 e4ded2 cfc8ba b9b4aa 8f8d88 5d5f61 3b3d40 d8cfc0 c4b59d a7a9a5 e9e4da"
_STRONG = "1f4e5f 2f6f6b 7a9e9f 24476b b8c7c4 3d5a45 8fb0a0 6b2f2f d6b25e 2c2c34 c7dbe0 e8c7b0"


def _floor_layout(rng: Rng, number: int) -> Cells:
    kind = number % 8
    if kind in (0, 3, 6):
        return layout.boards(rng, int(rng.choice([6, 8, 9, 12])), int(rng.choice([1, 2, 2])))
    if kind == 1:
        return layout.herringbone(int(rng.choice([4, 5, 6])), 1, diagonal=bool(rng.random() < 0.7))
    if kind == 2:
        return layout.boards(rng, 10, 3)
    if kind == 4:
        return layout.basket(int(rng.choice([4, 6])), int(rng.choice([4, 5])))
    if kind == 5:
        return layout.chevron(int(rng.choice([2, 4])), int(rng.choice([8, 10])))
    return layout.boards(rng, 5, 1)


def planks(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Wooden floor; the number goes through the layouts and the species."""
    species = SPECIES[(number * 7 + number // 8) % len(SPECIES)]
    laminate = number % 8 == 6
    cells = _floor_layout(rng, number)
    arches, lines = darkness(rng, species, plain=number % 8 in (1, 4, 5))
    offsets = values(rng, cells.piece, 3)
    stretch = np.float32(0.9 if number % 8 in (0, 2, 3, 6, 7) else 1.4)
    x = cells.along * stretch + offsets[..., 0] * 256
    y = cells.across * np.float32(1.6) + offsets[..., 1] * 256
    first, second = sample(arches, x, y), sample(lines, x, y)
    tone = np.where(offsets[..., 2] < 0.5, first, second)
    spread = rng.uniform(0.04, 0.3) if not laminate else 0.03
    tone = tone + np.float32(spread) * (values(rng, cells.piece) - 0.5)
    stops = ramps(species.colours)
    fade = np.float32(rng.uniform(0.85, 1.12))
    colours = ramp(tone, [np.clip(c * fade, 0, 1).astype(np.float32) for c in stops])
    worn = 1 + 0.03 * spectral(rng, 2.0, 0.5, 10)
    joint = rng.uniform(0.7, 1.5)
    gap = 1 - step(cells.edge, joint, 1.2)
    rim = np.exp(-((cells.edge - joint - 1.2) ** 2)) * (0.06 if laminate else 0.1)
    depth = rng.uniform(0.35, 0.7) * (0.6 if laminate else 1.0)
    colours = colours * (worn * (1 - depth * gap + rim))[..., None]
    return image(colours)


def _tile_layout(rng: Rng, number: int) -> tuple[Cells, float]:
    """A layout and the width of its joints in pixels."""
    kind = number % 12
    n = int(rng.choice([2, 3, 4]))
    if kind == 0:
        return layout.bricks(n, n, 0.0), 2.0
    if kind == 1:
        return layout.bricks(4, 8, 0.5), 2.2
    if kind == 2:
        columns, rows = [(6, 6), (8, 10), (10, 12)][int(rng.integers(3))]
        return layout.hexagons(columns, rows), 2.0
    if kind == 3:
        many = int(rng.choice([10, 12, 14]))
        return layout.bricks(many, many, 0.0), 2.6
    if kind == 4:
        columns, rows = [(10, 12), (12, 14), (14, 16)][int(rng.integers(3))]
        return layout.pennies(columns, rows), 1.0
    if kind == 5:
        return layout.bricks(n * 2, n * 2, 0.0), 1.3
    if kind == 6:
        return layout.bricks(2, 2, 0.0), 1.4
    if kind == 7:
        return layout.herringbone(int(rng.choice([2, 3])), 2, diagonal=True), 1.8
    if kind == 8:
        return layout.octagons(int(rng.choice([4, 5, 6]))), 1.8
    if kind == 9:
        return layout.scales(*[(6, 10), (8, 12), (5, 8)][int(rng.integers(3))]), 1.6
    if kind == 10:
        return layout.bricks(2, 6, rng.random(6).astype(np.float32)), 1.6
    return layout.bricks(int(rng.choice([3, 6])), 2, 0.0), 1.8


def _tile_colour(rng: Rng, number: int, cells: Cells) -> Field:
    """Colour of each piece, before glaze and joints."""
    kind = number % 12
    tone = values(rng, cells.piece)
    family = (number // 12 + number) % 4
    words = [_CALM, _STRONG, _EARTH, _CALM][family]
    colours = ramps(words)
    main = colours[int(rng.integers(len(colours)))]
    if kind == 5:
        other = rgb("f1ede3") if main.mean() < 0.6 else colours[int(rng.integers(len(colours)))]
        if float(np.abs(other - main).sum()) < 0.5:
            other = np.clip(main * 0.35, 0, 1)
        column, row = cells.piece % 61, cells.piece // 61
        return mix(main, other, ((column + row) % 2).astype(np.float32))
    if kind == 6:
        return _cement(rng, number)
    if kind in (3, 4) and rng.random() < 0.7:
        some = scheme(rng, turn(number), 4, 0.8) if family == 1 else ramps(words)
        chosen = np.stack([some[int(k)] for k in rng.integers(len(some), size=4)])
        share = rng.uniform(0.3, 1.0)
        index = np.minimum((tone * 4).astype(int), 3)
        mixed = chosen[index]
        return mix(np.broadcast_to(main, mixed.shape), mixed, share)
    if kind == 8:
        dark = (cells.piece >= 2000).astype(np.float32)
        return mix(main, np.clip(1.05 - main, 0.08, 0.9) * 0.6, dark)
    spread = rng.choice([0.03, 0.08, 0.25])
    plain = main * (1 + spread * (tone[..., None] - 0.5))
    return np.asarray(plain, np.float32)


def _cement(rng: Rng, number: int) -> Field:
    """Patterned cement: a motif of fourfold symmetry in two to four colours on each tile."""
    u, v = grid()
    x, y = np.abs((u * 2) % 1 - 0.5) * 2, np.abs((v * 2) % 1 - 0.5) * 2
    radius, angle = np.hypot(x, y), np.arctan2(y, x)
    corner = np.hypot(1 - x, 1 - y)
    palette = scheme(rng, turn(number, 0.55), 4, 0.7)
    petals = int(rng.choice([2, 4, 6]))
    wave = np.cos(angle * petals)
    flower = step(0.5 + 0.28 * wave - radius, 0.0, 0.03)
    ring = step(0.09 - np.abs(radius - rng.uniform(0.75, 0.95)), 0.0, 0.03)
    fan = step(rng.uniform(0.4, 0.6) - corner, 0.0, 0.03)
    diamond = step(0.16 - np.abs(x + y - rng.uniform(0.9, 1.2)), 0.0, 0.03)
    out = np.broadcast_to(palette[0], (*u.shape, 3))
    out = mix(out, palette[3], diamond if rng.random() < 0.6 else ring)
    out = mix(out, palette[1], fan)
    out = mix(out, palette[2], flower)
    out = mix(out, palette[0], step(0.18 + 0.08 * wave - radius, 0.0, 0.03))
    return out * (0.97 + 0.04 * spectral(rng, 1.0, 1, 60)[..., None])


def tile(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Ceramic, cement or stone tiles with joints; the number goes through the layouts."""
    cells, joint = _tile_layout(rng, number)
    colours = _tile_colour(rng, number, cells)
    glazed = rng.random() < 0.6
    veined = number % 12 in (0, 11, 10, 2) and rng.random() < 0.6
    if veined:
        colours = _stone_pieces(rng, cells)
    cloud = spectral(rng, 1.5, 1, 40)
    colours = colours * (1 + (0.035 if glazed else 0.05) * cloud)[..., None]
    if not glazed and not veined:
        colours = colours * (1 + 0.04 * spectral(rng, 0.2, 20, 128))[..., None]
    # A pillow's edge catches the light on one side and lies in shade on the other.
    soft = rng.uniform(2.0, 4.0) if glazed else 1.5
    height = np.clip((cells.edge - joint * 0.6) / soft, 0, 1) ** 0.5 * soft
    height = height + (0.25 * spectral(rng, 2.0, 2, 20) if glazed else 0.0)
    shade = slope_light(np.asarray(height, np.float32), 0.16 if glazed else 0.12)
    grout = _grout(rng, colours)
    gap = 1 - step(cells.edge, joint * 0.6, 1.1)
    rough = 1 + 0.05 * spectral(rng, 0.3, 10, 128)
    out = mix(colours * shade[..., None], grout * rough[..., None], gap)
    return image(out)


def _grout(rng: Rng, colours: Field) -> Colour:
    if rng.random() < 0.3:
        return hsv(0.08, 0.05, rng.uniform(0.2, 0.35))
    bright = float(colours.mean())
    return hsv(
        0.1, rng.uniform(0.02, 0.12), float(np.clip(bright + rng.uniform(-0.2, 0.15), 0.4, 0.9))
    )


def _stone_pieces(rng: Rng, cells: Cells) -> Field:
    """Each piece cut from another place of a slab of marble."""
    slab = marble_colours(rng, int(rng.integers(1000)))
    shift = values(rng, cells.piece, 2)
    moved = warp(slab, np.floor(shift[..., 0] * 8) / 8, np.floor(shift[..., 1] * 8) / 8)
    return moved * (0.97 + 0.06 * unit(values(rng, cells.piece) - 0.5))[..., None]
