# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Stools for bars and kitchens."""

from itertools import pairwise

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import (
    beam,
    beams,
    block,
    cushion,
    iron,
    legs,
    oval,
    plate,
    ribbon,
    rounded,
    timber,
    upholstery,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, metal
from egoplan_ros.sim.shapes.solid import Maker

REACH = 0.11
"""Half the side of the square on a seat that things can stand on, metres."""


@forms(8)
def stool(m: Maker, look: Look, form: int) -> None:
    """Round on four legs, tripod, saddle, swivel, low back, sheet metal, step, milking."""
    rng = look.rng
    high = float(rng.uniform(0.58, 0.74))
    wood, dark, cloth = timber(look), iron(look), upholstery(look)
    half = float(rng.uniform(0.15, 0.18))
    if form == 0:
        _seat(m, look, oval(2 * half, 2 * half, 24), high, wood, cloth)
        _splayed(m, half + 0.01, 0.75 * half, high - 0.03, 4, 0.032, wood)
        _ring(m, half * 0.9, 0.22 * high / 0.65, 0.009, wood)
    elif form == 1:
        _seat(m, look, oval(2 * half, 2 * half, 24), high, wood, wood)
        m.cylinder((0, 0), high * 0.45, 0.014, high * 0.5, dark, n=10)
        m.cylinder((0, 0), high * 0.42, 0.03, 0.07, dark, n=12)
        for k in range(3):
            a = np.pi / 2 + k * 2 * np.pi / 3
            x, z = float(np.cos(a)), float(np.sin(a))
            path = [(x * half, 0, z * half), (x * half * 0.95, high * 0.2, z * half * 0.95)]
            m.tube([*path, (x * 0.03, high * 0.48, z * 0.03)], 0.012, dark, n=6)
        _ring(m, half * 0.93, 0.2, 0.008, dark)
        block(m, (-half, 0, -half), (half, 0.22, half))
    elif form == 2:
        w, d = 0.38, 0.24 + 0.05 * float(rng.random())
        # The saddle: a board that rises towards its sides.
        line = [(float(x), 0.0) for x in np.linspace(-w / 2, w / 2, 9)]
        edge = [high - 0.028 + 0.028 * (2 * abs(x) / w) ** 2 for x, _ in line]
        ribbon(m, line, [y - 0.035 for y in edge], edge, d, wood)
        legs(m, "square", (w - 0.02, d), high - 0.035, 0.036, wood, splay=0.02)
        for z in (-d / 2 + 0.018, d / 2 - 0.018):
            m.box((0, z), 0.17, (w - 0.05, 0.03, 0.02), wood, solid=False)
        for x in (-w / 2 + 0.03, w / 2 - 0.03):
            m.box((x, 0), 0.26, (0.02, 0.03, d - 0.03), wood, solid=False)
        block(m, (-w / 2, high - 0.06, -d / 2), (w / 2, high - 0.02, d / 2))
        m.surface((-REACH, REACH), (-d / 2 + 0.02, d / 2 - 0.02), high - 0.02, 0.5)
        return
    elif form == 3:
        cushion(m, (0, 0), high - 0.09, (2 * half, 0.09, 2 * half), cloth, 0.35, 16)
        m.cylinder((0, 0), high - 0.1, half * 0.8, 0.02, dark, n=20, solid=False)
        m.cylinder((0, 0), 0.02, 0.024, high - 0.1, dark, n=12)
        m.lathe([(0, 0), (half, 0), (half, 0.012), (0.05, 0.03), (0, 0.03)], dark, n=24)
        _ring(m, 0.13, high * 0.35, 0.01, dark)
        beam(m, (-0.13, high * 0.35, 0), (0.13, high * 0.35, 0), 0.016, dark, n=6)
    elif form == 4:
        _seat(m, look, rounded(2 * half, 2 * half, 0.05), high, wood, cloth)
        legs(m, "peg", (2 * half, 2 * half), high - 0.03, 0.024, dark)
        for y in (0.2, 0.4):
            _loop(m, half - 0.012, y, 0.007, dark)
        back = [(float(x), -half + 0.012) for x in np.linspace(-half, half, 5)]
        ribbon(m, back, high + 0.1, high + 0.2, 0.02, cloth if rng.random() < 0.5 else wood)
        for s in (-1, 1):
            x = s * (half - 0.03)
            beam(
                m,
                (x, high - 0.03, -half + 0.014),
                (x, high + 0.15, -half + 0.012),
                0.014,
                dark,
                n=6,
            )
        block(m, (-half, high + 0.1, -half), (half, high + 0.2, -half + 0.025))
    elif form == 5:
        coat = metal(look.hue((0.0, 0.8), (0.15, 0.95)), rough=0.4)
        plate(
            m,
            rounded(2 * half - 0.03, 2 * half - 0.03, 0.05),
            high - 0.045,
            0.045,
            coat,
            bevel=0.012,
        )
        for sx in (-1, 1):
            for sz in (-1, 1):
                t = half - 0.014
                beam(
                    m,
                    (sx * t, 0, sz * t),
                    (sx * t * 0.7, high - 0.03, sz * t * 0.7),
                    (0.028, 0.055),
                    coat,
                )
        _loop(m, half * 0.9, 0.2, 0.01, coat)
        block(m, (-half, 0, -half), (half, 0.3, half))
    elif form == 6:
        # Steps: a second tread in front under the seat.
        w, d = 0.36, 0.36
        for s in (-1, 1):
            x = s * (w / 2 - 0.012)
            m.box((x, -d / 4 + 0.01), 0, (0.024, high - 0.024, d / 2 - 0.02), wood, bevel=0.004)
            m.box((x, d / 4 - 0.01), 0, (0.024, high * 0.5 - 0.024, d / 2), wood, bevel=0.004)
        m.box((0, 0.0), high * 0.5 - 0.024, (w, 0.024, d), wood, bevel=0.006)
        m.box((0, -d / 4 + 0.015), high - 0.024, (w, 0.024, d / 2 + 0.05), wood, bevel=0.006)
        m.surface((-w / 2 + 0.03, w / 2 - 0.03), (-d / 2 + 0.03, d * 0.01), high + 1e-3, 0.5)
        return
    else:
        high = float(rng.uniform(0.44, 0.5))
        plate(m, oval(2 * half, 2 * half, 24), high - 0.035, 0.035, wood, bevel=0.014)
        _splayed(m, half, 0.6 * half, high - 0.03, 3, 0.042, wood)
    m.surface((-REACH, REACH), (-REACH, REACH), high + 1e-3, 0.5)


def _seat(
    m: Maker, look: Look, outline: np.ndarray, high: float, wood: Material, cloth: Material
) -> None:
    """A wooden seat or a padded one of the same outline."""
    if look.rng.random() < 0.5:
        plate(m, outline, high - 0.03, 0.03, wood, bevel=0.01)
        return
    plate(m, outline * 0.97, high - 0.055, 0.015, wood, bevel=0.003)
    plate(m, outline, high - 0.045, 0.045, cloth, bevel=0.018)


def _splayed(
    m: Maker, foot: float, head: float, high: float, count: int, thick: float, wood: Material
) -> None:
    for k in range(count):
        a = np.pi / 4 + k * 2 * np.pi / count
        x, z = float(np.cos(a)), float(np.sin(a))
        beam(
            m, (x * foot, 0, z * foot), (x * head, high, z * head), (thick * 0.65, thick), wood, n=8
        )
        t = thick / 2
        block(m, (x * foot - t, 0, z * foot - t), (x * foot + t, high, z * foot + t))


def _ring(m: Maker, radius: float, y: float, thick: float, surface: Material) -> None:
    a = np.linspace(0, 2 * np.pi, 17)
    points = [(radius * float(np.cos(t)), y, radius * float(np.sin(t))) for t in a]
    m.tube(points, thick, surface, n=6, caps=False)


def _loop(m: Maker, half: float, y: float, thick: float, surface: Material) -> None:
    corners = ((1, 1), (-1, 1), (-1, -1), (1, -1), (1, 1))
    ends = [
        ((a * half, y, b * half), (c * half, y, d * half)) for (a, b), (c, d) in pairwise(corners)
    ]
    beams(m, ends, thick * 2, surface, n=6)


RECIPES: dict[str, Recipe] = {"Stool": stool}
