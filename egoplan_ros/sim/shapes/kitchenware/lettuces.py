# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Heads of lettuce."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware.turning import leaf, lump
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Color
from egoplan_ros.sim.shapes.primitives import Vec
from egoplan_ros.sim.shapes.solid import Maker

PALE: tuple[Color, ...] = ((1.0, 1.0, 0.95), (0.95, 1.0, 0.9))
DARK: tuple[Color, ...] = ((0.9, 1.0, 0.85), (0.8, 0.95, 0.75))
RED: tuple[Color, ...] = ((0.95, 0.5, 0.58), (0.8, 0.42, 0.5))
PURPLE: tuple[Color, ...] = ((0.72, 0.4, 0.8), (0.8, 0.45, 0.75))
# Heart's radii (m), rings of leaves as (count, length, width (m), arc, tilt (degrees)), frill (m),
# tints, lying along z.
Ring = tuple[int, float, float, float, float]
DESIGNS: tuple[
    tuple[tuple[float, float, float], tuple[Ring, ...], float, tuple[Color, ...], bool], ...
] = (
    ((0.07, 0.066, 0.07), ((6, 0.195, 0.12, 146, 0),), 0.004, PALE, False),
    ((0.045, 0.045, 0.045), ((6, 0.125, 0.1, 70, 4), (5, 0.14, 0.085, 140, 8)), 0.006, PALE, False),
    ((0.036, 0.036, 0.1), ((4, 0.22, 0.085, 16, 4), (4, 0.19, 0.075, 20, 2)), 0.006, DARK, True),
    (
        (0.036, 0.045, 0.036),
        ((8, 0.125, 0.058, 40, 22), (6, 0.115, 0.052, 55, 45)),
        0.014,
        RED,
        False,
    ),
    (
        (0.045, 0.055, 0.045),
        ((7, 0.14, 0.085, 100, 4), (5, 0.15, 0.08, 130, 12)),
        0.018,
        PALE,
        False,
    ),
    ((0.056, 0.054, 0.11), ((5, 0.21, 0.1, 22, 3),), 0.003, PALE, True),
    ((0.042, 0.075, 0.042), ((7, 0.18, 0.08, 55, 48),), 0.008, DARK, False),
    ((0.072, 0.07, 0.072), ((6, 0.21, 0.13, 155, 0),), 0.003, PURPLE, False),
    ((0.034, 0.034, 0.07), ((5, 0.155, 0.06, 14, 3), (4, 0.13, 0.05, 14, 2)), 0.004, PALE, True),
)


@forms(len(DESIGNS))
def lettuce(m: Maker, look: Look, form: int) -> None:
    """Iceberg, butterhead, romaine, red oak leaf, curly, Chinese cabbage, upright cos, red
    cabbage, little gem."""
    heart, rings, frill, tints, lying = DESIGNS[form]
    scale = look.rng.uniform(0.92, 1.07)
    rx, ry, rz = (v * scale for v in heart)
    outer = look.draw("lettuce_leaf", look.pick(tints), gloss=0.12)
    inner = look.draw("lettuce_leaf", look.pick(PALE), gloss=0.12)
    core = lump((rx, ry, rz), look.rng, 0.07, 14)
    core.vertices[:, 1] -= core.vertices[:, 1].min()
    m.add(core, outer if form in (0, 5, 7) else inner)
    lean = look.rng.uniform(0, 360)
    for number, (count, length, width, arc, tilt) in enumerate(rings):
        for k in range(count):
            size = scale * look.rng.uniform(0.93, 1.06)
            made = leaf(length * size, width * size, arc, frill, look.rng)
            turn = (k + 0.5 * number) * 360 / count + look.rng.uniform(-7, 7)
            surface = outer if number == 0 else inner
            # Leaves of a lying head are round the heart like tiles, their tips to the front.
            out = -min(rx, ry) * (0.57 if number == 0 else 0.47)
            base: Vec = (0, ry, -rz * 1.05) if lying else (0, 0.004, 0)
            about: Vec = (0, 0, turn) if lying else (0, lean + turn, 0)
            root: Vec = (0, out, 0) if lying else (0, 0, rx * 0.12)
            lift = tilt * 2.5 if lying else look.rng.uniform(-4, 4) - tilt
            with m.placed(base, about), m.placed(root, (lift, 0, 0)):
                m.add(made, surface, solid=False)
    stalk = look.draw("lettuce_cut", (1.0, 0.98, 0.92))
    if lying:
        with m.placed((0, ry, -rz * 1.02), (90, 0, 0)):
            m.lathe([(0.0, -0.012), (0.014, -0.01), (0.02, 0.012)], stalk, n=10, solid=False)
    low = min(float(p.vertices[:, 1].min()) for p in m.parts)
    for part in m.parts:
        part.vertices = part.vertices - np.array([0, min(low, 0.0), 0], np.float32)


RECIPES: dict[str, Recipe] = {"Lettuce": lettuce}
