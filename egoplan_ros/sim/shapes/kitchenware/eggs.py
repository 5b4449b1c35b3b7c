# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Eggs in their shell, lying along z, and cracked open."""

from dataclasses import replace

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware.turning import angles, ball, face_of, tidy, turned, uneven
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Color, Material
from egoplan_ros.sim.shapes.primitives import Mesh, loft
from egoplan_ros.sim.shapes.solid import Maker

SHELLS: tuple[Color, ...] = (
    (1.0, 1.0, 1.0),
    (1.0, 0.96, 0.92),
    (0.95, 0.9, 0.86),
    (0.93, 0.98, 0.97),
)
# Half width, half length (m), how much narrower the tip is, how blunt the ends are.
FORMS: tuple[tuple[float, float, float, float], ...] = (
    (0.0265, 0.037, 0.1, 1.0),
    (0.0295, 0.0325, 0.05, 1.0),
    (0.0245, 0.0435, 0.06, 1.0),
    (0.029, 0.038, 0.28, 1.0),
    (0.0245, 0.0365, 0.0, 0.72),
    (0.03, 0.036, 0.42, 1.15),
    (0.0235, 0.042, 0.34, 1.05),
    (0.0265, 0.0425, 0.2, 0.66),
)


def _shell(
    half: float, long: float, tip: float, blunt: float, part: tuple[float, float], n: int = 16
) -> Mesh:
    """An egg about the z axis between two shares of its length."""
    t = np.linspace(np.pi * part[0], np.pi * part[1], n * 2 // 3)
    z = -np.cos(t) * long
    r = half * np.sin(t) ** blunt * (1 - tip * (z / long) * 0.9)
    a = angles(n)
    rows = np.empty((len(t), n, 3))
    rows[..., 0] = r[:, None] * np.cos(a)
    rows[..., 1] = r[:, None] * np.sin(a)
    rows[..., 2] = z[:, None]
    return tidy(loft(list(rows), caps=False))


def _speckled(look: Look) -> Material:
    color = SHELLS[int(look.rng.integers(len(SHELLS)))]
    return look.draw("egg_shell", color, gloss=0.12, rough=0.5)


@forms(len(FORMS))
def egg(m: Maker, look: Look, form: int) -> None:
    """Usual, round, long, pointed, blunt at both ends, like a top, slim,
    blunt with a tip; shells from white to olive."""
    half, long, tip, blunt = FORMS[form]
    size = look.rng.uniform(0.93, 1.06)
    shell = _shell(half * size, long * size, tip, blunt, (0.0, 1.0))
    shell.vertices[:, 1] -= shell.vertices[:, 1].min()
    m.add(shell, _speckled(look))


# Puddle's half extents (m), unevenness, yolks, halves of the shell, yolk broken.
CRACKED: tuple[tuple[float, float, float, int, int, bool], ...] = (
    (0.05, 0.048, 0.05, 1, 0, False),
    (0.058, 0.044, 0.22, 1, 0, False),
    (0.045, 0.046, 0.1, 1, 2, False),
    (0.056, 0.052, 0.1, 2, 0, False),
    (0.052, 0.056, 0.14, 1, 1, True),
    (0.038, 0.04, 0.04, 1, 0, False),
    (0.062, 0.036, 0.08, 1, 1, False),
    (0.05, 0.054, 0.3, 2, 0, True),
)


CRISP: tuple[Color, ...] = ((0.55, 0.33, 0.13), (0.68, 0.45, 0.2), (0.42, 0.24, 0.1))
BLISTERS: tuple[Color, ...] = ((0.62, 0.4, 0.16), (0.97, 0.95, 0.88), (0.8, 0.62, 0.34))


@forms(len(CRACKED))
def egg_cracked(m: Maker, look: Look, form: int) -> None:
    """White and yolk: round, splashed, between shells, double, run out, small and high, long.

    The white is clear while raw; fried it is white, with blisters and a crisp brown rim.
    """
    rx, rz, rough, yolks, shells, broken = CRACKED[form]
    outline = uneven(20, look.rng, rough, 5) * np.array([rx, rz]) * look.rng.uniform(0.94, 1.06)
    white = Material((0.96, 0.95, 0.9), gloss=0.5, rough=0.2)
    high = 0.007 if form != 5 else 0.012
    rows = [(1.0, 0.0), (1.0, 0.002), (0.85, high * 0.7), (0.5, high), (0.0, high)]
    m.add(turned(rows, outline, [1, 1, 1, 1, 1]), replace(white, clear=0.72), when="!cooked")
    m.add(turned(rows, outline, [1, 1, 1, 1, 1]), white, when="cooked")
    m.add(face_of(outline, 0.0), white, solid=False, when="cooked")
    crisp = [(1.0, 0.0015), (1.02, 0.004), (0.93, 0.0045), (0.88, high * 0.72)]
    m.add(turned(crisp, outline), Material(look.pick(CRISP), rough=0.7), solid=False, when="cooked")
    for _ in range(9):
        x, z = outline[int(look.rng.integers(len(outline)))] * look.rng.uniform(0.5, 0.9)
        size = 0.004 * look.rng.uniform(0.7, 1.5)
        spot = Material(look.pick(BLISTERS), rough=0.6)
        blister = ball((float(x), high * 0.75, float(z)), (size, size * 0.6, size), 6)
        m.add(blister, spot, solid=False, when="cooked")
    tone = look.pick(((0.96, 0.68, 0.1), (0.97, 0.78, 0.2), (0.92, 0.52, 0.08)))
    yolk = Material(tone, gloss=0.6, rough=0.15)
    for k in range(yolks):
        x = (k - (yolks - 1) / 2) * 0.04 + look.rng.uniform(-0.006, 0.006)
        z = look.rng.uniform(-0.008, 0.008)
        if broken:
            run = uneven(14, look.rng, 0.25, 4) * 0.023
            with m.placed((x, 0, z)):
                m.add(
                    turned([(1.0, high * 0.8), (0.7, high + 0.003), (0.0, high + 0.004)], run),
                    yolk,
                    solid=False,
                )
        else:
            size = 0.0185 * look.rng.uniform(0.92, 1.1)
            m.add(ball((x, high + 0.004, z), (size, size * 0.62, size), 12), yolk)
    shell = _speckled(look)
    for k in range(shells):
        half = _shell(0.0255, 0.036, 0.1, 1.0, (0.0, 0.52) if k == 0 else (0.5, 1.0), 10)
        inner = Mesh(half.vertices * 0.96, half.faces)
        low = float(half.vertices[:, 1].min())
        side = 1.0 if k == 0 else -1.0
        with m.placed(
            (side * (rx * 0.75 + 0.018), -low, look.rng.uniform(-0.02, 0.02)),
            (0, float(look.rng.uniform(0, 360)), 0),
        ):
            m.add(half, shell)
            m.add(inner, Material((0.97, 0.96, 0.93)), solid=False)


RECIPES: dict[str, Recipe] = {"Egg": egg, "EggCracked": egg_cracked}
