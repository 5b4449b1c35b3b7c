# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Loaves of bread, lying along z."""

from collections.abc import Sequence

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware.turning import angles, spline, tidy
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Color, Material
from egoplan_ros.sim.shapes.primitives import Floats, Mesh, loft
from egoplan_ros.sim.shapes.solid import Maker

PALE: tuple[Color, ...] = ((1.0, 1.0, 1.0), (1.0, 0.97, 0.92))
DARK: tuple[Color, ...] = ((0.6, 0.52, 0.48), (0.7, 0.62, 0.55))
RICH: tuple[Color, ...] = ((1.0, 0.86, 0.7), (0.95, 0.8, 0.62))


def section(kind: str, n: int = 18) -> Floats:
    """Outline (n, 2) across a loaf: half width 1, from its bottom at 0 to its top at 1.

    `tin` has upright sides and a domed top that hangs over, `round` a flat bottom, `box` is square.
    """
    a = angles(n) - np.pi / 2
    x, y = np.cos(a), np.sin(a)
    if kind == "box":
        power = 0.3
    elif kind == "tin":
        power = 0.5
    else:
        power = 0.85
    size = (np.abs(x) ** (2 / power) + np.abs(y) ** (2 / power)) ** (-power / 2)
    x, y = x * size, y * size
    if kind == "tin":
        width = 0.86 + 0.14 * np.exp(-(((y - 0.35) / 0.3) ** 2))
        return np.stack([x * width, np.where(y > 0, 0.5 + 0.5 * y, 0.5 + 0.5 * y)], 1)
    if kind == "round":
        return np.stack([x, np.maximum(0.38 + 0.62 * y, 0.0)], 1)
    return np.stack([x, 0.5 + 0.5 * y], 1)


def loaf(
    stations: Sequence[tuple[float, float, float]], kind: str, steps: int = 2, n: int = 18
) -> Mesh:
    """A body along z through (z, half width, height) with a loaf's section."""
    rows = spline(stations, steps) if steps > 1 else np.array(stations, float)
    outline = section(kind, n)
    stack = np.empty((len(rows), len(outline), 3))
    stack[..., 0] = outline[None, :, 0] * rows[:, 1, None]
    stack[..., 1] = outline[None, :, 1] * rows[:, 2, None]
    stack[..., 2] = rows[:, :1]
    made = loft(list(stack))
    return tidy(Mesh(made.vertices, made.faces))


# Section, (share of half length, half width, height (m)) from the middle to the end, half length.
BODIES: tuple[tuple[str, tuple[tuple[float, float, float], ...], float, tuple[Color, ...]], ...] = (
    (
        "tin",
        ((0.5, 0.06, 0.128), (0.84, 0.06, 0.124), (0.96, 0.057, 0.11), (1, 0.048, 0.088)),
        0.125,
        PALE,
    ),
    (
        "round",
        ((0.3, 0.066, 0.092), (0.7, 0.05, 0.074), (0.92, 0.026, 0.044), (1, 0.006, 0.016)),
        0.15,
        RICH,
    ),
    (
        "round",
        ((0.3, 0.096, 0.1), (0.6, 0.082, 0.09), (0.86, 0.052, 0.06), (1, 0.008, 0.016)),
        0.1,
        DARK,
    ),
    (
        "round",
        ((0.5, 0.036, 0.056), (0.86, 0.032, 0.05), (0.96, 0.02, 0.034), (1, 0.006, 0.014)),
        0.165,
        RICH,
    ),
    (
        "round",
        ((0.4, 0.07, 0.072), (0.78, 0.06, 0.064), (0.95, 0.036, 0.044), (1, 0.01, 0.018)),
        0.14,
        DARK,
    ),
    ("tin", ((0.5, 0.054, 0.07), (0.9, 0.053, 0.068), (1, 0.046, 0.06)), 0.125, RICH),
    (
        "round",
        ((0.5, 0.07, 0.05), (0.84, 0.066, 0.046), (0.97, 0.05, 0.036), (1, 0.03, 0.018)),
        0.13,
        PALE,
    ),
    (
        "round",
        ((0.2, 0.062, 0.072), (0.6, 0.052, 0.064), (0.88, 0.03, 0.04), (1, 0.008, 0.014)),
        0.145,
        RICH,
    ),
    ("box", ((0.5, 0.055, 0.108), (0.97, 0.055, 0.108), (1, 0.051, 0.1)), 0.135, PALE),
    (
        "tin",
        ((0.5, 0.064, 0.12), (0.84, 0.064, 0.118), (0.97, 0.056, 0.1), (1, 0.046, 0.08)),
        0.115,
        DARK,
    ),
)


@forms(len(BODIES))
def bread(m: Maker, look: Look, form: int) -> None:
    """Tin loaf, batard, boule, baguette, rye, brioche, ciabatta, braid, square loaf, seeded tin."""
    kind, half, reach, tints = BODIES[form]
    wide, tall = look.rng.uniform(0.94, 1.07), look.rng.uniform(0.93, 1.07)
    long = reach * look.rng.uniform(0.95, 1.06)
    crust = look.draw(
        "bread_crust", look.pick(tints), gloss=0.12 if form in (5, 7) else 0.04, rough=0.7
    )
    crumb = look.draw("bread_crumb", (1.0, 0.97, 0.9))
    ends = [(a * long, w * wide, h * tall) for a, w, h in half]
    if form in (5, 7):
        # Humps of balls side by side or of strands need sections closer to each other.
        z = np.linspace(-1, 1, 17) * long
        w, h = (np.interp(np.abs(z), *np.array(ends)[:, [0, k]].T) for k in (1, 2))
        rows = list(zip(z.tolist(), w.tolist(), h.tolist(), strict=True))
        body = loaf(rows, kind, 1, 20)
        body = _humps(body, long, 4 if form == 5 else 5, braided=form == 7)
    else:
        rows = [(-z, w, h) for z, w, h in ends[::-1]] + ends
        body = loaf(rows, kind, n=16 if form in (3, 9) else 18)
    t = body.vertices[:, 2] / long
    if form == 6:
        body.vertices[:, 0] += 0.008 * np.sin(t * 4 + look.rng.uniform(0, 6))
        body.vertices[:, 1] *= 1 + 0.1 * np.sin(t * 7 + look.rng.uniform(0, 6))
    m.add(body, crust)
    peak = half[0][2] * tall
    if form in (1, 3, 4):
        slant = look.rng.uniform(0.25, 0.7)
        for z in np.linspace(-0.62, 0.62, {1: 3, 3: 4, 4: 3}[form]):
            _cut(
                m,
                rows,
                kind,
                (-0.62, z * long - slant * 0.04),
                (0.62, z * long + slant * 0.04),
                crumb,
            )
    elif form == 2:
        _cut(m, rows, kind, (-0.6, -0.03), (0.6, 0.03), crumb)
        _cut(m, rows, kind, (0.25, -0.065), (-0.25, 0.065), crumb)
    elif form == 0 and look.rng.random() < 0.6:
        _cut(m, rows, kind, (0.05, -0.8 * long), (-0.05, 0.8 * long), crumb)
    elif form == 9:
        seed = Material((0.85, 0.76, 0.55), rough=0.9)
        for _ in range(14):
            right = float(look.rng.uniform(-0.6, 0.6))
            ahead = float(look.rng.uniform(-0.85, 0.85))
            above = peak * (0.5 + 0.5 * (1 - abs(right) ** 4) ** 0.25)
            m.box(
                (right * 0.055 * wide, ahead * long),
                float(above) - 0.002,
                (0.0035, 0.0035, 0.007),
                seed,
                solid=False,
            )


def _cut(
    m: Maker,
    rows: Sequence[tuple[float, float, float]],
    kind: str,
    start: tuple[float, float],
    end: tuple[float, float],
    crumb: Material,
) -> None:
    """A cut that gaped in the oven, between two points (share of the half width, z in metres)."""
    z, wide, high = np.array(rows).T
    outline = section(kind, 64)
    top = outline[outline[:, 1] > 0.4]
    top = top[np.argsort(top[:, 0])]
    path = []
    for share in np.linspace(0, 1, 5):
        x, at = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        w, h = np.interp(at, z, wide), np.interp(at, z, high)
        y = h * np.interp(x, top[:, 0], top[:, 1]) - 0.0025
        path.append((float(x * w), float(y), float(at)))
    m.tube(path, (0.0015, 0.0052, 0.006, 0.0052, 0.0015), crumb, n=5)


def _humps(body: Mesh, long: float, count: int, braided: bool) -> Mesh:
    """A loaf whose upper side rises in two rows of humps; `braided` ones alternate like strands
    that cross."""
    v = body.vertices.copy()
    x, y, z = v.T
    side = x / np.maximum(np.abs(x).max(), 1e-9)
    upper = np.clip(y / y.max(), 0, 1) ** 1.5
    phase = np.pi * count * (z / long + 1) / 2
    if braided:
        phase = phase + 1.1 * side * np.sign(side) + np.pi / 2 * (side > 0)
    along = np.abs(np.sin(phase)) ** 0.7
    across = np.abs(np.sin(np.pi * side)) ** 0.6 if not braided else 0.55 + 0.45 * np.abs(side)
    v[:, 1] = y + 0.03 * upper * (along * across - 0.25)
    if braided:
        v[:, 0] = x * (1 + 0.16 * (along - 0.5) * (y > 0.01))
    return Mesh(v, body.faces)


RECIPES: dict[str, Recipe] = {"Bread": bread}
