# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Apples and tomatoes of many sorts."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware.turning import (
    Profile,
    leaf,
    lobed,
    ring,
    spline,
    thinned,
    turned,
    uneven,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Color, Material
from egoplan_ros.sim.shapes.primitives import Floats
from egoplan_ros.sim.shapes.solid import Maker

STEM = Material((0.34, 0.24, 0.13))
GREEN = Material((0.25, 0.42, 0.14), rough=0.8)

# From the hollow of the blossom to that of the stem: (share of the radius, height in metres);
# radius (m), lobes and their depth.
APPLES: tuple[tuple[Profile, float, int, float], ...] = (
    (
        (
            (0.1, 0.008),
            (0.4, 0.0),
            (0.85, 0.025),
            (1, 0.052),
            (0.85, 0.082),
            (0.4, 0.092),
            (0.06, 0.078),
        ),
        0.05,
        5,
        0.02,
    ),
    (
        (
            (0.1, 0.01),
            (0.36, 0.0),
            (0.66, 0.02),
            (0.9, 0.06),
            (1, 0.085),
            (0.72, 0.112),
            (0.06, 0.092),
        ),
        0.048,
        5,
        0.12,
    ),
    (
        (
            (0.1, 0.006),
            (0.5, 0.0),
            (0.94, 0.022),
            (1, 0.04),
            (0.86, 0.062),
            (0.45, 0.07),
            (0.06, 0.056),
        ),
        0.055,
        6,
        0.04,
    ),
    (
        (
            (0.08, 0.004),
            (0.36, 0.0),
            (0.8, 0.025),
            (1, 0.06),
            (0.86, 0.092),
            (0.36, 0.108),
            (0.06, 0.1),
        ),
        0.044,
        5,
        0.02,
    ),
    (
        (
            (0.12, 0.006),
            (0.6, 0.0),
            (1, 0.034),
            (0.93, 0.062),
            (0.6, 0.088),
            (0.34, 0.104),
            (0.2, 0.108),
        ),
        0.052,
        5,
        0.09,
    ),
    (
        (
            (0.1, 0.008),
            (0.5, 0.0),
            (0.95, 0.03),
            (1, 0.055),
            (0.94, 0.078),
            (0.5, 0.096),
            (0.06, 0.08),
        ),
        0.053,
        4,
        0.07,
    ),
    (
        (
            (0.1, 0.006),
            (0.45, 0.0),
            (0.95, 0.026),
            (1, 0.042),
            (0.7, 0.074),
            (0.3, 0.086),
            (0.06, 0.078),
        ),
        0.05,
        5,
        0.03,
    ),
    (
        (
            (0.1, 0.004),
            (0.3, 0.0),
            (0.6, 0.02),
            (0.95, 0.058),
            (1, 0.072),
            (0.85, 0.092),
            (0.4, 0.1),
            (0.06, 0.086),
        ),
        0.05,
        5,
        0.04,
    ),
    (
        (
            (0.12, 0.012),
            (0.44, 0.0),
            (0.95, 0.034),
            (1, 0.054),
            (0.84, 0.086),
            (0.45, 0.1),
            (0.06, 0.084),
        ),
        0.054,
        7,
        0.08,
    ),
)


@forms(len(APPLES))
def apple(m: Maker, look: Look, form: int) -> None:
    """Round, tall with five knobs, flat, oblong, like a quince, four-sided, conical, narrow at the
    base, ribbed."""
    points, radius, lobes, depth = APPLES[form]
    wide, tall = look.rng.uniform(0.93, 1.08), look.rng.uniform(0.93, 1.06)
    line = _closed([(r * radius * wide, y * tall) for r, y in points])
    n = 20 if lobes < 7 else 21
    outline = lobed(n, lobes, depth)
    # Knobs show at the blossom's end of tall sorts, at the shoulders of others.
    share = np.linspace(1.0, 0.4, len(line)) if form in (1, 7) else np.linspace(0.5, 1.0, len(line))
    skin = look.draw("apple_skin", gloss=0.35, rough=0.35)
    m.add(turned(line, outline, share, mapped=True), skin)
    base, top = float(line[0, 1]), float(line[-1, 1])
    m.add(turned([(0.0, base), (float(line[0, 0]), base)], lobed(10, 5, 0.4)), STEM, solid=False)
    m.add(turned([(float(line[-1, 0]), top), (0.0, top - 0.004)], ring(8)), skin, solid=False)
    lean = look.rng.uniform(-0.008, 0.008)
    long = look.rng.uniform(0.012, 0.026)
    m.tube(
        [(0, top - 0.004, 0), (lean * 0.3, top + long * 0.6, 0), (lean, top + long, 0)],
        (0.0014, 0.0014, 0.002),
        STEM,
        n=5,
    )
    if look.rng.random() < 0.3:
        with m.placed((0, top + 0.008, 0), (0, float(look.rng.uniform(0, 360)), 0)):
            m.add(leaf(0.035, 0.018, 40, 0.001, look.rng, 3), GREEN, solid=False)


def _closed(points: Profile) -> Floats:
    """A smooth profile that comes back down into hollows at both ends."""
    return thinned(spline(points, 3), 0.0014)


# Radius, height, lobes, their depth, sharp grooves, how high the widest part lies.
TOMATOES: tuple[tuple[float, float, int, float, bool, float], ...] = (
    (0.054, 0.09, 5, 0.02, False, 0.5),
    (0.062, 0.072, 9, 0.16, True, 0.45),
    (0.06, 0.068, 7, 0.13, False, 0.55),
    (0.042, 0.112, 4, 0.03, False, 0.5),
    (0.055, 0.108, 6, 0.05, False, 0.68),
    (0.056, 0.08, 4, 0.1, False, 0.5),
    (0.062, 0.062, 14, 0.14, True, 0.5),
    (0.05, 0.1, 5, 0.05, False, 0.3),
    (0.064, 0.075, 0, 0.0, False, 0.45),
)
RIPE: tuple[Color, ...] = ((1.0, 1.0, 1.0), (1.0, 0.96, 0.94), (0.94, 0.9, 0.9))


@forms(len(TOMATOES))
def tomato(m: Maker, look: Look, form: int) -> None:
    """Round, beef, uneven, plum, ox-heart, four-sided, pleated, pear-like, heirloom."""
    radius, height, lobes, depth, sharp, widest = TOMATOES[form]
    r, h = radius * look.rng.uniform(0.94, 1.06), height * look.rng.uniform(0.94, 1.06)
    n = {9: 27, 14: 28}.get(lobes, 20)
    outline = uneven(n, look.rng, 0.09, 5) if lobes == 0 else lobed(n, lobes, depth, sharp)
    dent = 0.1 * h if form not in (3, 4, 7) else 0.03 * h
    low = widest * 0.35 if form != 7 else 0.1
    points = [
        (0.004, 0.0 if form in (3, 4) else 0.03 * h),
        (0.42 * r if form != 4 else 0.22 * r, 0.0 if form != 4 else 0.06 * h),
        (0.86 * r if form != 4 else 0.7 * r, h * low * 0.9),
        (r, h * widest),
        (0.84 * r if form != 7 else 0.62 * r, h * (widest + 0.68 * (1 - widest))),
        (0.4 * r, h),
        (0.06 * r, h - dent),
    ]
    line = _closed(points)
    share = np.concatenate(
        [np.linspace(0.4, 1, len(line) // 2), np.ones(len(line) - len(line) // 2)]
    )
    skin = look.draw("tomato_skin", look.pick(RIPE), gloss=0.5, rough=0.25)
    m.add(turned(line, outline, share, mapped=True), skin)
    top = float(line[-1, 1])
    m.add(turned([(float(line[-1, 0]), top), (0.0, top)], ring(8)), GREEN, solid=False)
    turn = look.rng.uniform(0, 72)
    for k in range(5):
        sepal = leaf(r * look.rng.uniform(0.5, 0.7), 0.013, -50, 0.001, look.rng, 2)
        steep = 18 + 400 * dent / r * 0.4
        with (
            m.placed((0, top + 0.001, 0), (0, turn + 72 * k, 0)),
            m.placed((0, 0, 0), (-steep, 0, 0)),
        ):
            m.add(sepal, GREEN, solid=False)
    m.tube([(0, top, 0), (0.002, top + 0.012 + dent * 0.5, 0)], 0.0022, GREEN, n=5)


RECIPES: dict[str, Recipe] = {"Apple": apple, "Tomato": tomato}
