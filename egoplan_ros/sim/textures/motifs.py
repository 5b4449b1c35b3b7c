# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Flowers, leaves, fruit, animals and ornaments to be drawn on a canvas."""

import numpy as np

from egoplan_ros.sim.textures.colour import Colour, rgb
from egoplan_ros.sim.textures.drawing import Canvas, Points, smooth
from egoplan_ros.sim.textures.noise import Rng

_CAT = (
    "30 95 26 70 30 52 34 40 30 32 29 14 38 24 48 24 57 14 57 32 54 42 66 52 72 66 73 80 84 84 "
    "90 76 88 62 94 62 96 80 86 92 72 95"
)
_DOG = (
    "22 92 24 60 18 48 10 46 6 38 16 32 22 20 32 18 38 28 40 40 70 44 82 32 88 34 80 50 80 92 "
    "72 92 70 66 44 66 34 66 32 92"
)
_BIRD = "6 40 18 34 24 24 36 22 44 32 62 46 94 48 76 58 60 72 44 76 40 92 36 92 36 74 24 62 20 44"
_FISH = "4 50 20 34 44 28 66 38 78 48 96 30 90 50 96 70 78 54 66 64 44 72 20 66"
_RABBIT = (
    "30 94 24 74 30 56 42 48 38 40 30 20 28 4 36 8 44 28 46 6 52 4 54 28 62 38 60 50 72 62 78 78 "
    "84 82 80 92 70 94"
)
_ELEPHANT = (
    "10 84 6 60 8 40 20 26 34 22 40 26 70 24 84 34 90 54 94 66 88 62 84 92 72 92 70 68 48 68 46 92 "
    "34 92 32 62 20 54 16 68 18 82"
)
_FOX = "20 92 24 62 14 40 8 18 24 26 38 26 50 16 46 40 54 56 70 66 90 52 96 66 88 84 66 92"


def _outline(text: str) -> Points:
    return smooth(np.array(text.split(), float).reshape(-1, 2) / 100 - 0.5, rounds=2)


ANIMALS = [_outline(text) for text in (_CAT, _DOG, _BIRD, _FISH, _RABBIT, _ELEPHANT, _FOX)]


def place(
    outline: Points, x: float, y: float, size: float, turned: float = 0.0, flip: bool = False
) -> Points:
    """The outline at x, y, `size` wide, turned by radians."""
    c, s = np.cos(turned), np.sin(turned)
    shape = outline * [-1 if flip else 1, 1]
    result: Points = shape @ np.array([[c, s], [-s, c]]) * size + np.array([x, y])
    return result


def animal(
    canvas: Canvas, kind: int, x: float, y: float, size: float, colour: Colour, flip: bool = False
) -> None:
    """An animal's silhouette."""
    canvas.polygon(place(ANIMALS[kind % len(ANIMALS)], x, y, size, 0.0, flip), colour)


def petals(count: int, depth: float, pointed: float = 1.0, steps: int = 60) -> Points:
    """Outline of a flower of radius 0.5."""
    t = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    r = 0.5 * (1 - depth + depth * np.abs(np.cos(t * count / 2)) ** pointed)
    return np.stack([r * np.cos(t), r * np.sin(t)], 1)


def flower(
    canvas: Canvas, rng: Rng, x: float, y: float, size: float, colours: list[Colour]
) -> None:
    """A flower of several rings of petals: outer, inner, heart."""
    count = int(rng.integers(5, 9))
    turned = rng.uniform(0, 6)
    deep = rng.uniform(0.3, 0.55)
    outer = place(petals(count, deep, 0.7), x, y, size, turned)
    canvas.polygon(outer, colours[0])
    canvas.polygon(place(petals(count, deep, 0.7), x, y, size * 0.68, turned + 0.25), colours[1])
    t = turned + np.arange(count) * 2 * np.pi / count
    for angle in t:
        reach = np.array([np.cos(angle), np.sin(angle)]) * size
        canvas.line(
            np.array([[x, y] + reach * 0.12, [x, y] + reach * 0.36]), colours[0] * 0.8, size * 0.02
        )
    canvas.disc(x, y, size * 0.13, colours[2])
    canvas.disc(x - size * 0.02, y - size * 0.02, size * 0.07, np.clip(colours[2] * 1.25, 0, 1))


def leaf(
    canvas: Canvas,
    x: float,
    y: float,
    length: float,
    turned: float,
    colour: Colour,
    wide: float = 0.32,
) -> None:
    """A pointed leaf with its vein, beginning at x, y."""
    t = np.linspace(0, 1, 12)
    half = wide * np.sin(np.pi * t**0.8) * (1 - 0.25 * t)
    outline = np.concatenate([np.stack([t, half], 1), np.stack([t, -half], 1)[::-1]])
    canvas.polygon(place(outline, x, y, length, turned), colour)
    rib = np.array([[0.05, 0.0], [0.92, 0.0]])
    canvas.line(place(rib, x, y, length, turned), colour * 0.75, length * 0.025)


def sprig(
    canvas: Canvas,
    rng: Rng,
    x: float,
    y: float,
    length: float,
    turned: float,
    colour: Colour,
    pairs: int = 4,
) -> None:
    """A bent stem with leaves on both sides."""
    bend = rng.uniform(-0.9, 0.9)
    t = np.linspace(0, 1, pairs + 2)
    angle = turned + bend * t
    steps = np.stack([np.cos(angle), np.sin(angle)], 1) * length / (pairs + 1)
    points = np.array([x, y]) + np.cumsum(steps, 0)
    canvas.line(smooth(points, False), colour * 0.8, length * 0.025)
    for k in range(1, len(points)):
        size = length * 0.36 * (1.1 - 0.6 * t[k])
        for side in (-1, 1):
            leaf(
                canvas,
                float(points[k][0]),
                float(points[k][1]),
                size,
                angle[k] + side * rng.uniform(0.6, 1.0),
                colour,
            )


def fruit(canvas: Canvas, rng: Rng, kind: int, x: float, y: float, size: float) -> None:
    """A fruit or vegetable with light and shade: apple, lemon, orange, tomato, grapes ..."""
    kind %= 8
    green = rgb("4f7d32")
    if kind == 4:  # grapes
        body = rgb("5b2f63") if rng.random() < 0.6 else rgb("9db04b")
        for row in range(4):
            for k in range(4 - row):
                gx, gy = x + (k - (3 - row) / 2) * size * 0.24, y - size * 0.25 + row * size * 0.2
                _ball(canvas, gx, gy, size * 0.14, body)
        leaf(canvas, x, y - size * 0.35, size * 0.45, -0.5, green)
        return
    if kind == 5:  # pear
        body = rgb("c8c04a")
        canvas.disc(x, y - size * 0.2, size * 0.24, body, 1.4)
        _ball(canvas, x, y + size * 0.14, size * 0.36, body)
    elif kind == 6:  # strawberry
        body = rgb("cf2b32")
        outline = smooth(
            np.array([[-0.5, -0.4], [0.5, -0.4], [0.45, 0.05], [0, 0.62], [-0.45, 0.05]])
        )
        canvas.polygon(place(outline, x, y, size), body)
        for _ in range(14):
            sx, sy = rng.uniform(-0.3, 0.3), rng.uniform(-0.25, 0.3)
            canvas.disc(x + sx * size, y + sy * size, size * 0.02, rgb("f0d070"))
        for k in range(5):
            leaf(canvas, x, y - size * 0.36, size * 0.3, -2.9 + k * 0.66, green)
        return
    elif kind == 7:  # carrot
        outline = smooth(np.array([[-0.2, -0.3], [0.2, -0.3], [0.12, 0.1], [0, 0.7], [-0.12, 0.1]]))
        canvas.polygon(place(outline, x, y, size, 0.4), rgb("e07b28"))
        for k in range(4):
            leaf(canvas, x + size * 0.12, y - size * 0.28, size * 0.5, -2.2 + k * 0.5, green, 0.15)
        return
    else:
        body = rgb(["b8262b", "edd23c", "ee8c26", "d8382a"][kind])
        tall = [0.95, 0.75, 1.0, 0.85][kind]
        _ball(canvas, x, y, size * 0.42, body, tall)
        if kind == 1:
            canvas.disc(x + size * 0.42, y, size * 0.09, body)
    canvas.line(
        np.array([[x, y - size * 0.36], [x + size * 0.05, y - size * 0.52]]),
        rgb("5a4028"),
        size * 0.05,
    )
    leaf(canvas, x + size * 0.04, y - size * 0.46, size * 0.36, -0.5, green)


def _ball(
    canvas: Canvas, x: float, y: float, radius: float, colour: Colour, tall: float = 1.0
) -> None:
    canvas.disc(x, y, radius, colour * 0.78, tall)
    canvas.disc(x - radius * 0.06, y - radius * 0.07, radius * 0.88, colour, tall)
    light = np.clip(colour * 0.75 + 0.3, 0, 1)
    canvas.disc(x - radius * 0.3, y - radius * 0.35, radius * 0.28, light, tall)


def damask(
    canvas: Canvas, x: float, y: float, size: float, colour: Colour, ground: Colour, form: int
) -> None:
    """A symmetrical ornament: a fan of leaves over a heart, scrolls beside it, a bud below."""
    fan = 4 + form % 3
    for k in range(-fan, fan + 1):
        angle = -np.pi / 2 + k * (1.9 / fan)
        long = size * (0.5 - 0.06 * abs(k) * 4 / fan)
        leaf(canvas, x, y + size * 0.02, long, angle, colour, 0.15 + 0.02 * (form % 4))
    for side in (-1, 1):
        for k, (reach, wide) in enumerate(((0.3, 0.1), (0.22, 0.07), (0.14, 0.05))):
            t = np.linspace(0, 4.4, 22)
            r = size * wide * (1 - t / 6)
            middle = x + side * size * reach, y + size * (0.1 + 0.13 * k)
            curl = np.stack([middle[0] - side * r * np.cos(t), middle[1] - r * np.sin(t)], 1)
            canvas.line(curl, colour, size * 0.026)
            leaf(canvas, *middle, size * 0.2, -1.57 + side * (0.9 + 0.5 * k), colour, 0.25)
        stem = np.array([[0.0, 0.05], [0.08, 0.25], [0.02, 0.42], [0.0, 0.5]]) * [side, 1]
        canvas.line(smooth(stem * size + np.array([x, y]), False), colour, size * 0.03)
    right = [[0, -0.3], [0.15, -0.08], [0.13, 0.1], [0, 0.24]]
    heart = np.array([*right, [-0.13, 0.1], [-0.15, -0.08]])
    for shrink, ink in ((1.25, ground), (1.1, colour), (0.72, ground), (0.42, colour)):
        canvas.polygon(place(smooth(heart), x, y, size * shrink), ink)
    for k in (-1, 0, 1):
        leaf(canvas, x, y + size * 0.36, size * 0.18, np.pi / 2 + k * 0.7, colour, 0.3)


def star(points: int, inner: float) -> Points:
    """Outline of a star of radius 0.5."""
    t = np.arange(points * 2) * np.pi / points - np.pi / 2
    r = np.where(np.arange(points * 2) % 2 == 0, 0.5, 0.5 * inner)
    return np.stack([r * np.cos(t), r * np.sin(t)], 1)


def house(
    canvas: Canvas,
    rng: Rng,
    x: float,
    y: float,
    size: float,
    wall: Colour,
    roof: Colour,
    lamp: Colour | None = None,
) -> None:
    """A house seen from the front, standing at x, y; lamp: the light in some of its windows."""
    tall = size * rng.uniform(0.55, 0.9)
    canvas.box(x - size / 2, y - tall, size, tall, wall)
    canvas.box(x + size * 0.25, y - tall, size * 0.25, tall, wall * 0.85)
    top = np.array([[-0.58, 0.0], [0.58, 0.0], [0.34, -0.42], [-0.34, -0.42]]) * size
    canvas.polygon(top + np.array([x, y - tall]), roof)
    pane = np.clip(wall * 0.4 + np.array([0.0, 0.03, 0.08]), 0, 1).astype(np.float32)
    for k in range(3):
        for row in range(2 if tall > size * 0.7 else 1):
            left = x - size * 0.4 + k * size * 0.29
            glass = lamp if lamp is not None and rng.random() < 0.6 else pane
            canvas.box(left, y - tall * (0.85 - 0.45 * row), size * 0.16, tall * 0.24, glass)


def scattered_places(rng: Rng, count: int, gap: float) -> list[tuple[float, float]]:
    """Up to count places in the square, at least gap apart across its borders too."""
    found: list[tuple[float, float]] = []
    for x, y in rng.random((count * 12, 2)):
        apart = [np.hypot((x - a + 0.5) % 1 - 0.5, (y - b + 0.5) % 1 - 0.5) for a, b in found]
        if not apart or min(apart) >= gap:
            found.append((float(x), float(y)))
        if len(found) == count:
            break
    return found
