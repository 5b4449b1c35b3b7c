# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Food: skins that wrap around, crusts, and cut faces mapped whole."""

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.textures.colour import Colour, image, mix, ramp, ramps, rgb
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

# Ground and blush of the kinds of apple.
_APPLES = [
    ("8c1620 6a0f18", "b5303a 4a0a10"),
    ("d9b84a c9a038", "b8282c 8f1a22"),
    ("8fb33a 7aa02f", "9cc04a 6d922a"),
    ("e0cf62 d2bd4c", "e3b24a c99a3a"),
    ("c9a94a b8963c", "cf3b4a a52434"),
    ("a8843c 8f6f30", "7a5a2a 6a4a24"),
    ("5f1018 4a0a12", "8a1c26 380810"),
    ("b9c24a a5b03c", "c9543a b0442e"),
]


def apple_skin(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Apple: streaks from the stem, a blush on one side, pale pores."""
    ground, blush = (ramps(text) for text in _APPLES[number % 8])
    u, _ = grid()
    streaks = spectral(rng, 0.7, 4, 110, across=9)
    turns = u + 0.08 * spectral(rng, 2, 0.5, 6) - np.float32(rng.random())
    side = np.cos(np.float32(2 * np.pi) * turns)
    red = step(0.8 * side + 0.7 * streaks, rng.uniform(-0.9, 0.3), 2.2)
    out = ramp(unit(spectral(rng, 1.6, 1, 40)), ground)
    out = mix(out, ramp(unit(streaks), blush), red)
    pores = step(spectral(rng, 0.3, 10, 44), 2.15, 0.35)
    out = mix(out, np.clip(out * 1.2 + 0.2, 0, 1), 0.6 * pores)
    if number % 5 == 3:  # russet
        out = mix(out, rgb("9a7440"), 0.7 * step(spectral(rng, 1.4, 1, 80), 0.8, 0.8))
    if number % 7 == 4:  # a bruise
        out = mix(out, rgb("5f3a1e"), 0.6 * step(spectral(rng, 2.0, 0.7, 10), 1.5, 0.5))
    return image(out)


def tomato_skin(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Tomato: red, orange, yellow, dark or striped, with a faint net."""
    kinds = (
        "c22a1c a81f16|d9441f c03316|e0a52c cf8f22|6a2620 4f1a18|b8322a 96261f|"
        "d2582a b23e1c|7f8a3a 95502c|c93a34 a82422"
    )
    stops = ramps(kinds.split("|")[number % 8])
    cloud = spectral(rng, 1.8, 0.5, 20)
    out = ramp(unit(cloud), stops)
    ribs = spectral(rng, 0.9, 2, 20, across=12)
    out = out * (1 + 0.05 * ribs)[..., None]
    flecks = step(spectral(rng, 0.4, 14, 80), 1.7, 0.8)
    out = mix(out, np.clip(stops[0] * 1.15 + np.array([0.06, 0.05, 0.02]), 0, 1), 0.35 * flecks)
    kind = number % 3
    if kind == 1:
        shoulder = step(spectral(rng, 1.8, 0.5, 10) + 0.4 * ribs, 0.9, 1.4)
        out = mix(out, rgb("9a9a3a") if number % 2 else rgb("d98a2c"), 0.75 * shoulder)
    elif kind == 2:
        stripes = step(spectral(rng, 1.0, 3, 40, across=7), 0.5, 0.7)
        out = mix(out, rgb("d9a03a") if number % 2 else rgb("5f6a2a"), 0.55 * stripes)
    return image(out)


def potato_skin(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Potato: earthy skin with eyes, net and scabs; yellow, brown, red and purple kinds."""
    kinds = (
        "b8925c a37e4a c9a878|8a6540 76542f a07c54|a3564a 8c443c b86f60|"
        "cfae74 bd985c dcc292|5a3f52 48303f 6f5266|9a7a52 86663f b39468"
    )
    stops = ramps(kinds.split("|")[number % 6])
    net = np.abs(warp(spectral(rng, 1.0, 6, 80), 0.01 * spectral(rng, 1.2, 2, 30), 0.0))
    out = ramp(unit(spectral(rng, 1.4, 1, 90)), [stops[1], stops[0], stops[2]])
    out = mix(out, stops[1] * 0.8, 0.35 * (1 - step(net, 0.1, 0.25)))
    near, _, owner = worley(rng, 4, 7, 1.0)
    keep = (rng.random(28) < 0.35)[owner]
    eye = step(-near, -0.1, 0.14) * keep
    ridge = np.exp(-(((near - 0.13) / 0.04) ** 2)) * keep
    out = mix(out, stops[1] * 0.5, 0.7 * eye)
    specks = step(spectral(rng, 0.4, 16, 70), 1.9, 0.5)
    out = mix(out, stops[1] * 0.55, 0.7 * specks)
    soil = step(spectral(rng, 1.4, 1, 60), 1.2, 1.0) * (0.6 if number % 4 == 1 else 0.25)
    out = mix(out, rgb("4a3626"), soil)
    height = 2.5 * ridge - 2.0 * eye + 0.5 * spectral(rng, 0.8, 6, 90)
    return image(out * slope_light(np.asarray(height, np.float32), 0.16)[..., None])


def lettuce_leaf(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Lettuce: blistered leaf with branching pale ribs; green, pale and red-edged kinds."""
    kinds = (
        "4f8a2c 79b045 b9d27c|3a6f2a 5f943c a3c46a|7fb04a a5c968 d9e3a2|"
        "5a7f3a 86a552 c2cf8a|6a2f3a 7f9a44 c2cf8a|2f5f2c 4f8040 94b868"
    )
    stops = ramps(kinds.split("|")[number % 6])
    field = warp(
        spectral(rng, 1.3, 2, 40),
        0.03 * spectral(rng, 1.6, 1, 20),
        0.03 * spectral(rng, 1.6, 1, 20),
    )
    blister = spectral(rng, 1.0, 6, 36)
    height = 3.2 * np.abs(blister) + 1.4 * field
    out = ramp(unit(field * 0.7 + 0.3 * blister), stops)
    for columns, strength in ((3, 0.85), (8, 0.5), (18, 0.3)):
        near, second, _ = worley(rng, columns, columns, 1.0)
        bend = 0.02 * spectral(rng, 1.5, 1, 20)
        rib = 1 - step(warp(second - near, bend, np.roll(bend, 60, 0)), 0.06, 0.09)
        out = mix(out, rgb("e6ecc0"), strength * rib)
        height = height + 1.5 * strength * blur(rib, 1.2)
    if number % 6 == 4:
        out = mix(out, rgb("6a2838"), 0.75 * step(spectral(rng, 1.7, 0.5, 20), 0.2, 1.2))
    return image(out * slope_light(np.asarray(height, np.float32), 0.13)[..., None])


def bread_crust(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Crust: golden to dark, floured, with seeds, blistered or cracked."""
    kinds = "e0b070 b9783a 7a4420|cf9650 a5642e 63351a|a8703c 7f4a24 4a2814|edc88c cf9a58 97602e"
    stops = ramps(kinds.split("|")[number % 4])
    cloud = spectral(rng, 1.6, 0.7, 50)
    out = ramp(unit(cloud + 0.25 * spectral(rng, 0.5, 10, 100)), stops)
    height = 1.0 * spectral(rng, 1.0, 4, 90)
    kind = number % 5
    if kind == 0:  # floured
        out = mix(out, rgb("efe6d4"), 0.7 * step(spectral(rng, 1.2, 2, 100), 0.5, 1.2))
    elif kind == 1:  # seeds
        n = 18
        near, second, owner = worley(rng, n, int(n * 1.5), 1.0)
        keep = (rng.random(n * int(n * 1.5)) < 0.5)[owner]
        seed = step(-near, -0.24, 0.1) * keep
        seeds = rgb("ead9b0") if number % 2 else rgb("3a3430")
        out, height = mix(out, seeds, seed), height + 2.5 * seed
    elif kind == 2:  # blisters
        near, _, _ = worley(rng, 16, 16, 1.0)
        bubble = np.maximum(0.35 - near, 0)
        height = height + 9 * bubble
        out = mix(out, stops[2], 0.4 * step(bubble, 0.15, 0.2))
    elif kind == 3:  # cracks that show paler bread
        near, second, _ = worley(rng, 6, 6, 1.0)
        bend = 0.02 * spectral(rng, 1.4, 1, 40)
        crack = 1 - step(warp(second - near, bend, bend), 0.08, 0.1)
        out, height = mix(out, rgb("e8cf9c"), 0.8 * crack), height - 2 * crack
    return image(out * slope_light(np.asarray(height, np.float32), 0.2)[..., None])


def bread_crumb(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Crumb: pores of several sizes in white, wholemeal, rye or seeded bread."""
    stops = ramps(
        "f1e4c8 dcc69c|d9bb8a b8925c|a8825a 86603c|f5ead2 e3cfa6|cda877 a37c4c|eeddb2 cfae74".split(
            "|"
        )[number % 6]
    )
    size = [0.7, 1.0, 1.5][number % 3]
    pores = np.zeros((256, 256), np.float32)
    for low, high, edge in ((4, 16, 1.1), (10, 40, 1.0), (24, 90, 0.9)):
        pores = np.maximum(
            pores, step(spectral(rng, 0.5, low / size, high / size, along=1.3), edge, 0.5)
        )
    out = mix(np.broadcast_to(stops[0], (256, 256, 3)), stops[1] * 0.85, 0.8 * pores)
    out = out * (1 + 0.04 * spectral(rng, 1.5, 1, 60))[..., None]
    if number % 4 == 3:
        seed = step(spectral(rng, 0.5, 10, 50, along=1.6), 2.0, 0.3)
        out = mix(out, rgb("5a4028"), 0.8 * seed)
    return image(out * slope_light(-2.2 * blur(pores, 0.8), 0.2)[..., None])


def egg_shell(rng: Rng, number: int) -> NDArray[np.uint8]:
    """Egg: white, cream, brown, blue-green or olive; plain, freckled or blotched."""
    colour = ramps(
        "f3efe6 e8d3b4 c99668 b57a4e d8e0d4 c2cfc0 efe2cc dcb48c a9b08a 9c6440".replace(",", " ")
    )[number % 10]
    out = (
        colour
        * (1 + 0.025 * spectral(rng, 1.7, 0.5, 40) + 0.012 * spectral(rng, 0.3, 20, 128))[..., None]
    )
    speck_colour = colour * 0.55
    if number % 3 == 1:
        out = mix(out, speck_colour, 0.7 * step(spectral(rng, 0.4, 12, 80), 1.9, 0.5))
    elif number % 3 == 2:
        spots = step(spectral(rng, 1.0, 4, 60), 1.3, 0.5)
        out = mix(out, speck_colour, 0.5 * spots)
    pores = spectral(rng, 0.1, 30, 100)
    return image(out * slope_light(0.25 * pores, 0.14)[..., None])


def _round_face(rng: Rng, rough: float) -> tuple[Field, Field]:
    """Radius (1 at the rim of the square) and angle of a cut face that is not quite round."""
    u, v = grid()
    bend = rough * spectral(rng, 1.8, 0.5, 12)
    x, y = (u - 0.5) * 2, (v - 0.5) * 2
    return np.asarray(np.hypot(x, y) * (1 + bend), np.float32), np.asarray(
        np.arctan2(y, x), np.float32
    )


def _seeds(
    rng: Rng, radius: Field, angle: Field, count: int, at: float, turned: float, size: float
) -> Field:
    """Drops that point to the middle."""
    sector = 2 * np.pi / count
    away = ((angle - turned) / sector + 0.5) % 1 - 0.5
    side = away * sector * radius
    return np.asarray(np.hypot((radius - at) / (size * 1.9), side / size), np.float32)


def apple_flesh(rng: Rng, number: int) -> NDArray[np.uint8]:
    """An apple cut through: skin, pale flesh with fibres, core with seeds."""
    radius, angle = _round_face(rng, 0.02)
    skin: Colour = ramps("9c1c26 7fa535 d8b84a b8323a c9a03a 6a1018".replace(",", " "))[number % 6]
    flesh = ramps("f4eac2 efe0ae f6efd2 eadba8 f0e6c8")[number % 5]
    out = (
        flesh
        * (1 + 0.03 * spectral(rng, 0.6, 6, 100) + 0.03 * spectral(rng, 1.7, 1, 20))[..., None]
    )
    count, turned = 5, rng.uniform(0, 6)
    star = 0.2 + 0.1 * np.cos(count * (angle - turned))
    ring = np.exp(-(((radius - star - 0.12) / 0.025) ** 2))
    out = mix(out, rgb("bfc47a"), 0.45 * ring)
    pocket = _seeds(rng, radius, angle, count, 0.2, turned, 0.062)
    out = mix(out, flesh * 0.78, step(-pocket, -1.3, 0.3))
    if number % 3 != 2:
        seed = step(-pocket, -0.9, 0.12)
        shine = step(-np.hypot(pocket, 0.0), -0.35, 0.2)
        out = mix(mix(out, rgb("4a2814"), seed), rgb("8a5430"), 0.7 * shine * seed)
    brown = step(spectral(rng, 1.7, 0.7, 20), 0.6, 1.6) * (0.1 + 0.3 * (number % 4 == 3))
    out = mix(out, rgb("b88a4a"), brown)
    out = mix(out, np.clip(flesh * 0.9 + skin * 0.1, 0, 1), step(radius, 0.88, 0.1))
    return image(mix(out, skin, step(radius, 0.955, 0.025)))


def tomato_flesh(rng: Rng, number: int) -> NDArray[np.uint8]:
    """A tomato cut across: wall, chambers with jelly and seeds, pale core."""
    radius, angle = _round_face(rng, 0.025)
    kinds = (
        "c9342a a8201c e59a82 c85a26|d9542c b8361c f0b48c d2852c|"
        "b02a2a 86161a d88a7c a8482a|dda63a c4862a f2d694 cf9f3a"
    )
    red, deep, pale, jelly = ramps(kinds.split("|")[number % 4])
    count = int(rng.integers(3, 8))
    turned = rng.uniform(0, 6)
    wave = np.abs(((angle - turned) / (2 * np.pi) * count) % 1 - 0.5) * 2
    wave = wave + 0.1 * spectral(rng, 1.6, 1, 12)
    chamber = np.minimum(step(0.8 - radius, 0, 0.05), step(radius, 0.3, 0.06))
    inside = chamber * step(np.asarray(wave * np.pi / count * radius, np.float32), 0.085, 0.05)
    out = ramp(unit(spectral(rng, 1.4, 1, 60)), [red, red, deep])
    out = mix(out, pale, 0.75 * step(0.3 - radius + 0.03 * spectral(rng, 1.5, 1, 20), 0, 0.2))
    rays = unit(spectral(rng, 1.0, 3, 60))
    out = mix(out, pale, 0.3 * rays * (1 - inside) * (radius < 0.8))
    out = mix(out, jelly * (0.75 + 0.4 * unit(spectral(rng, 1.4, 2, 40)))[..., None], 0.9 * inside)
    near, _, owner = worley(rng, 15, 15, 1.0)
    keep = (rng.random(225) < 0.7)[owner]
    halo = step(-near, -0.4, 0.2) * inside * keep
    seed = step(-near, -0.24, 0.12) * inside * keep
    out = mix(mix(out, rgb("b0903a"), 0.5 * halo), rgb("ecd9a0"), seed)
    light = slope_light(np.asarray(2.5 * seed - 2.5 * blur(inside, 2.0), np.float32), 0.13)
    return image(mix(out, deep, step(radius, 0.955, 0.025)) * light[..., None])


def potato_flesh(rng: Rng, number: int) -> NDArray[np.uint8]:
    """A potato cut through: pale flesh, the ring of vessels, moist grain, thin skin."""
    radius, _ = _round_face(rng, 0.03)
    flesh = ramps("efdf9e f3eacb e6cf7c f0e2b4 d9cfe0 efd9a8")[number % 6]
    skin = ramps("a3804c 7a5634 9c5348 b8965e 543a4c")[number % 5]
    out = (
        flesh
        * (1 + 0.04 * spectral(rng, 0.8, 3, 110) + 0.03 * spectral(rng, 1.8, 1, 12))[..., None]
    )
    ring = np.exp(-(((radius - rng.uniform(0.74, 0.84)) / 0.03) ** 2))
    out = mix(out, flesh * 0.82, 0.7 * ring)
    pith = step(spectral(rng, 1.8, 1, 16, along=1.5) - 1.2 * radius, 0.3, 1.0)
    out = mix(out, flesh * 0.88, 0.8 * pith)
    wet = step(spectral(rng, 0.4, 14, 90), 1.9, 0.5)
    out = mix(out, np.clip(flesh * 1.1 + 0.08, 0, 1), 0.7 * wet)
    if number % 4 == 2:
        out = mix(out, rgb("9a7a4a"), 0.7 * step(spectral(rng, 1.2, 2, 40), 2.0, 0.4))
    return image(mix(out, skin, step(radius, 0.95, 0.03)))


def lettuce_cut(rng: Rng, number: int) -> NDArray[np.uint8]:
    """A head of lettuce cut through: folded leaves around a white stalk."""
    radius, angle = _round_face(rng, 0.05)
    dark, middle, pale = ramps(
        "4f8a34 a5c868 eef0cc|3f6f2f 86b04f e6ebc0|7fae4c bcd57f f4f3d8|6a3040 a5b860 eef0cc".split(
            "|"
        )[number % 4]
    )
    folds = rng.uniform(8, 14)
    bend = 0.9 * spectral(rng, 1.7, 1, 16) + 0.5 * np.sin(3 * angle + 5 * radius)
    phase = radius * folds + bend
    layer = phase - np.floor(phase)
    edge = np.exp(-(((layer - 0.5) / 0.16) ** 2))
    tone = np.clip(radius + 0.08 * bend, 0, 1)
    out = ramp(np.asarray(tone, np.float32), [pale, pale, middle, middle, dark])
    out = out * (0.72 + 0.36 * edge)[..., None]
    gap = step(-np.abs(layer - 0.02), -0.07, 0.06) * step(spectral(rng, 1.2, 2, 30), 0.1, 0.6)
    out = mix(out, dark * 0.45, 0.8 * gap)
    stalk = step(0.2 - radius + 0.02 * bend, 0, 0.08)
    out = mix(out, rgb("f3f1dc"), 0.85 * stalk)
    if number % 3 == 1:
        out = mix(out, rgb("c9a070"), 0.4 * step(0.12 - radius, 0, 0.1))
    grain = 1 + 0.04 * spectral(rng, 0.8, 5, 100)
    return image(out * grain[..., None])
