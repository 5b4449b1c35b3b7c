# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Views of land, sea and towns at different hours, for windows, pictures, screens and prints."""

import numpy as np

from egoplan_ros.sim.textures import motifs
from egoplan_ros.sim.textures.colour import Colour, hsv, mix, ramp, ramps, rgb
from egoplan_ros.sim.textures.drawing import Canvas
from egoplan_ros.sim.textures.noise import Field, Rng, grid, profile, spectral, step, unit

# Sky from the zenith to the horizon, the clouds' light and shade, and the light on the ground.
HOURS: dict[str, tuple[str, str, float]] = {
    "noon": ("3f7fc4 7fb0de c4dcec", "ffffff c9d3dd", 1.0),
    "morning": ("6fa3d4 b3cfe6 f3e3cf", "fff6ea d6c7c4", 0.95),
    "dusk": ("3a4a7c b0708a f6a765", "f8c090 7a5070", 0.6),
    "sunset": ("51406f d0605a fbc46a", "ffb070 6a4060", 0.55),
    "overcast": ("a9b2ba c3c9cd dcdfe0", "e6e8e8 98a0a8", 0.75),
    "night": ("0b1230 1c2a55 46557c", "4a5470 1c2440", 0.3),
    "haze": ("9fbdd6 cfdbe2 efece2", "ffffff d9dde0", 0.9),
}
NAMES = list(HOURS)


def sky(rng: Rng, hour: str, rows: int, columns: int, horizon: float) -> Field:
    """Sky (rows, columns, 3) down to the horizon (0 = top, 1 = bottom), and its haze below."""
    tones, clouds, _ = HOURS[hour]
    u, v = grid(rows, columns)
    depth = np.clip(v / max(horizon, 0.05), 0, 1)
    out = ramp(depth, ramps(tones))
    wide = columns // rows
    field = spectral(rng, 1.7, 1, 90, along=2.2, shape=(rows, columns))
    thin = spectral(rng, 1.4, 3, 120, along=6, shape=(rows, columns))
    field = field * (1 - 0.7 * depth) + thin * depth * 0.6
    cover = {"overcast": -0.7, "night": 0.6}.get(hour, rng.uniform(-0.1, 1.1))
    share = step(field, cover, 1.6)
    light, shade = ramps(clouds)
    body = mix(light, shade, unit(np.roll(field, -4, 0) * 0.9 - 0.2))
    out = mix(out, body, share * 0.9)
    if hour in ("dusk", "sunset", "morning", "noon"):
        x, y = rng.uniform(0.15, 0.85), horizon * (0.25 if hour == "noon" else 0.85)
        away = np.hypot((u - x) * wide, v - y)
        glow = np.exp(-((away / 0.22) ** 2)) * 0.5 + np.exp(-((away / 0.035) ** 2))
        out = mix(
            out, np.array([1.0, 0.95, 0.8], np.float32), np.clip(glow, 0, 1).astype(np.float32)
        )
    if hour == "night":
        stars = step(spectral(rng, 0.0, 40, 128, shape=(rows, columns)), 3.1, 0.4)
        out = out + stars[..., None] * 0.6
    return out


def ridge(
    rng: Rng,
    out: Field,
    grain: Field,
    base: float,
    swing: float,
    near: Colour,
    rough: float,
    texture: float,
) -> Field:
    """Lay a hill, wood or hedge over the picture; base and swing in picture heights."""
    rows, columns = out.shape[:2]
    _, v = grid(rows, columns)
    line = base + swing * profile(rng, columns, 2.2 - rough, 20 + 180 * rough)
    inside = step(np.asarray(v - line[None], np.float32), 0.0, 2.0 / rows)
    grain = np.roll(grain, rng.integers(0, rows, 2), (0, 1))
    shade = 1 + texture * grain - 0.25 * np.clip((v - line[None]) / 0.3, 0, 1)
    body = near * np.clip(shade, 0.3, 1.7)[..., None]
    return mix(out, body, inside)


def water(rng: Rng, out: Field, base: float, tint: Colour) -> Field:
    """Lay water below `base` that mirrors what is above it."""
    rows, columns = out.shape[:2]
    edge = int(base * rows)
    below = rows - edge
    if below <= 1:
        return out
    mirrored = out[np.clip(edge - 1 - np.arange(below), 0, rows - 1)]
    ripples = spectral(rng, 0.9, 3, 120, along=7, shape=(rows, columns))[edge:]
    depth = np.linspace(0.25, 1.0, below, dtype=np.float32)[:, None]
    rolled = mirrored * 0.6 + tint * 0.4
    surface = rolled * (1 + 0.16 * depth * ripples)[..., None]
    out = out.copy()
    out[edge:] = surface
    return out


def city(rng: Rng, out: Field, base: float, tall: float, hour: str, far: Colour) -> Field:
    """Lay a row of houses and towers with windows over the picture, standing at base."""
    rows, columns = out.shape[:2]
    light = HOURS[hour][2]
    out = out.copy()
    x = 0
    foot = int(base * rows)
    while x < columns:
        wide = int(rng.integers(9, 26)) * rows // 256 + 3
        high = int(tall * rows * rng.uniform(0.3, 1.0))
        top = max(foot - high, 0)
        wall = hsv(rng.uniform(0.02, 0.14), rng.uniform(0.03, 0.35), rng.uniform(0.45, 0.9)) * light
        wall = mix(wall, far, rng.uniform(0.1, 0.5))
        block = out[top:foot, x : x + wide]
        block[:] = wall
        block[:, : max(1, wide // 5)] *= 0.8
        pitch = int(rng.integers(4, 7))
        ys, xs = np.mgrid[0 : block.shape[0], 0 : block.shape[1]]
        panes = (ys % pitch > 1) & (xs % pitch > 1) & (xs < wide - 1)
        lit = rng.random((block.shape[0] // pitch + 1, wide // pitch + 1))[ys // pitch, xs // pitch]
        glow = panes & (lit < (0.4 if light < 0.7 else 0.0))
        block[panes] = wall * 0.55
        block[glow] = np.array([0.98, 0.82, 0.5], np.float32)
        x += wide + int(rng.integers(0, 3))
    return out


def _trees(rng: Rng, out: Field, grain: Field, base: float, light: float, count: int) -> Field:
    """Single trees with rough crowns, standing at base."""
    rows, columns = out.shape[:2]
    out = out.copy()
    for _ in range(count):
        size, tall, x = rng.uniform(0.05, 0.12), rng.uniform(0.9, 1.6), rng.random()
        y = base - size * (tall + 0.5)
        half = int(size * 1.4 * rows)
        beside = (int(x * columns) + np.arange(-half, half)) % columns
        top = max(int((y - size * tall * 1.4) * rows), 0)
        down = np.arange(top, int(base * rows))
        rough = grain[np.ix_(down, beside)]
        away = (np.arange(-half, half, dtype=np.float32) / rows)[None]
        v = (down[:, None] / np.float32(rows)) - np.float32(y)
        trunk = step(size * 0.09 - np.abs(away) + 0 * v, 0, 0.008) * (v > 0)
        here = mix(
            out[np.ix_(down, beside)], np.array([0.3, 0.22, 0.15], np.float32) * light, trunk
        )
        crown = 1 - np.hypot(away / size, v / (size * tall)) + 0.16 * rough
        green = hsv(rng.uniform(0.16, 0.3), rng.uniform(0.35, 0.6), rng.uniform(0.3, 0.5)) * light
        shade = 1 + 0.3 * rough - 0.36 * v / (size * tall) - 0.2 * away / size
        leaves = green * np.clip(shade, 0.3, 1.6)[..., None]
        out[np.ix_(down, beside)] = mix(here, leaves, step(crown, 0.0, 0.12))
    return out


def _houses(rng: Rng, out: Field, base: float, light: float, count: int) -> Field:
    canvas = Canvas(np.array([0, 0, 0], np.float32), aspect=out.shape[1] // out.shape[0])
    canvas.paste(out, 0, 0, out.shape[1] / out.shape[0], 1)
    for k in range(count):
        x = (k + rng.uniform(0.2, 0.8)) / count * out.shape[1] / out.shape[0]
        wall = hsv(rng.uniform(0.0, 0.15), rng.uniform(0.03, 0.4), rng.uniform(0.65, 0.95)) * light
        roof = hsv(rng.uniform(0.0, 0.07), rng.uniform(0.2, 0.6), rng.uniform(0.25, 0.55)) * light
        pane = rgb("f6d489") if light < 0.7 else None
        motifs.house(canvas, rng, x, base, rng.uniform(0.12, 0.22), wall, roof, pane)
    return canvas.colours()


KINDS = "hills sea city village wood mountains field lake".split()


def view(rng: Rng, kind: str, hour: str, rows: int = 256, columns: int = 256) -> Field:
    """A view (rows, columns, 3), colours 0..1, periodic to the sides."""
    horizon = rng.uniform(0.42, 0.58)
    tones, _, light = HOURS[hour]
    haze = ramps(tones)[-1]
    out = sky(rng, hour, rows, columns, horizon)
    grain = spectral(rng, 1.1, 3, 110, along=1.5, shape=(rows, columns))
    green = hsv(rng.uniform(0.19, 0.33), rng.uniform(0.3, 0.55), rng.uniform(0.35, 0.6)) * light
    if kind == "mountains":
        rock = hsv(rng.uniform(0.55, 0.68), 0.2, 0.5) * light
        for k in range(3):
            share = 0.6 - 0.25 * k
            swing = 0.075 - 0.012 * k
            out = ridge(
                rng, out, grain, horizon - 0.1 + 0.07 * k, swing, mix(rock, haze, share), 0.45, 0.12
            )
    elif kind in ("hills", "village", "field", "lake"):
        for k in range(4):
            share = 0.7 - 0.2 * k
            body = mix(green * (0.8 + 0.15 * k), haze, share)
            out = ridge(rng, out, grain, horizon - 0.06 + 0.05 * k, 0.03, body, 0.15, 0.07)
    elif kind == "wood":
        for k in range(3):
            body = mix(green * (0.6 + 0.1 * k), haze, 0.5 - 0.22 * k)
            out = ridge(rng, out, grain, horizon - 0.12 + 0.08 * k, 0.03, body, 1.0, 0.28)
    if kind == "sea":
        if rng.random() < 0.6:
            out = ridge(rng, out, grain, horizon + 0.0, 0.02, mix(green, haze, 0.6), 0.3, 0.05)
        tint = hsv(rng.uniform(0.5, 0.6), 0.5, 0.5) * light
        out = water(rng, out, horizon, tint)
        if rng.random() < 0.7:
            sand = rgb("d9c49a") * light
            out = ridge(rng, out, grain, rng.uniform(0.78, 0.9), 0.015, sand, 0.1, 0.04)
    elif kind == "lake":
        out = water(rng, out, horizon + 0.12, hsv(0.55, 0.4, 0.4) * light)
        out = ridge(rng, out, grain, 0.9, 0.02, green * 0.8, 0.5, 0.2)
    elif kind == "city":
        out = city(rng, out, horizon + 0.08, 0.4, hour, mix(haze, haze * 0.8, 0.5))
        out = ridge(rng, out, grain, horizon + 0.05, 0.006, mix(haze * 0.5, green, 0.4), 0.9, 0.2)
        out = city(rng, out, horizon + 0.2, 0.3, hour, haze * 0.6)
        out = ridge(rng, out, grain, horizon + 0.17, 0.012, green * 0.7, 1.0, 0.25)
        street = hsv(0.1, 0.04, 0.5) * light
        out = ridge(rng, out, grain, horizon + 0.32, 0.002, street, 0.1, 0.05)
    else:
        out = ridge(rng, out, grain, horizon + 0.14, 0.012, green, 0.2, 0.1)
        out = _trees(
            rng, out, grain, horizon + 0.16, light, int(rng.integers(3, 7)) * columns // rows
        )
        if kind == "village":
            out = _houses(rng, out, horizon + 0.26, light, 3 * columns // rows)
        out = ridge(rng, out, grain, horizon + 0.25, 0.015, green * 1.12, 0.25, 0.12)
        if kind == "field":
            _, v = grid(rows, columns)
            crop = hsv(rng.uniform(0.1, 0.2), 0.5, 0.75) * light
            rows_of = 0.5 + 0.5 * np.sin(40 / (v - horizon + 0.12))
            rows_of = step(v, horizon + 0.28, 0.02) * (0.35 + 0.4 * rows_of)
            out = mix(out, crop, rows_of)
    return np.clip(out, 0, 1)


def any_view(rng: Rng, number: int, rows: int = 256, columns: int = 256) -> Field:
    """A view whose kind and hour go with the number."""
    kind = KINDS[number % len(KINDS)]
    hour = NAMES[(number * 3 + number // len(KINDS)) % len(NAMES)]
    return view(rng, kind, hour, rows, columns)
