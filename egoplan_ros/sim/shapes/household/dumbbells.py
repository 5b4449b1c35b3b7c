# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Dumbbells."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    WHITE,
    lying,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, metal, plastic
from egoplan_ros.sim.shapes.primitives import curve
from egoplan_ros.sim.shapes.solid import Maker

Profile = list[tuple[float, float]]
STEEL = (0.72, 0.73, 0.75)


def _handle(m: Maker, y: float, length: float, r: float = 0.014, knurl: bool = True) -> None:
    """The bar along x, thicker in the middle."""
    with lying(m, "x", (-length / 2, y, 0)):
        steel = metal(STEEL)
        m.lathe(
            [
                (r, 0),
                (r * 0.95, length * 0.2),
                (r * 1.15, length * 0.5),
                (r * 0.95, length * 0.8),
                (r, length),
            ],
            steel,
            n=10,
        )
        if knurl:
            band = steel.shaded(0.7)
            m.lathe(
                [(r * 1.06, length * 0.3), (r * 1.18, length * 0.5), (r * 1.06, length * 0.7)],
                band,
                n=10,
            )


def _weights(
    m: Maker,
    gap: float,
    profile: Profile,
    y: float,
    surface: Surfaced,
    n: int = 12,
    corners: int = 0,
) -> None:
    """The same turned weight at both ends; profile is (radius, distance outwards)."""
    for turned in (-90.0, 90.0):
        side = 1 if turned < 0 else -1
        with m.placed((side * gap, y, 0), (0, 0, turned)):
            m.lathe(profile, surface, n=n, corners=corners)


def _hexagonal(m: Maker, look: Look) -> None:
    r, w = float(look.rng.uniform(0.05, 0.062)), float(look.rng.uniform(0.055, 0.075))
    y = r * 0.866
    _handle(m, y, 0.14)
    coat = Material(look.pick(((0.1, 0.1, 0.11), (0.22, 0.22, 0.23))), gloss=0.1)
    _weights(
        m,
        0.062,
        [(0, 0), (r * 0.85, 0), (r, 0.008), (r, w - 0.008), (r * 0.85, w), (0, w)],
        y,
        coat,
        corners=6,
    )
    _weights(m, 0.062 + w, [(0.022, 0.0006), (0, 0.0006)], y, metal(STEEL), 14)


def _plates(m: Maker, look: Look) -> None:
    """Loose plates of two sizes held by collars, the bar sticking out."""
    big = float(look.rng.uniform(0.062, 0.075))
    y = big
    iron = metal(look.pick(((0.25, 0.25, 0.26), (0.62, 0.63, 0.65))))
    _handle(m, y, 0.36, 0.012)
    for k, (r, at) in enumerate(((big, 0.07), (big * 0.78, 0.092))):
        _weights(
            m,
            at,
            [
                (0.012, 0),
                (r - 0.003, 0),
                (r, 0.004),
                (r, 0.016),
                (0.03, 0.014),
                (0.012, 0.02),
            ],
            y,
            iron if k < 2 else iron.shaded(0.8),
        )
    _weights(
        m,
        0.116,
        [(0.012, 0), (0.024, 0.002), (0.024, 0.014), (0.012, 0.016)],
        y,
        metal((0.78, 0.62, 0.3)),
        corners=6,
    )


def _neoprene(m: Maker, look: Look) -> None:
    """Coated in one bright colour, with rounded six-sided heads."""
    coat = plastic(look.hue((0.5, 0.95), (0.5, 0.95)), 0.1)
    r = float(look.rng.uniform(0.036, 0.046))
    y = r * 0.87
    with lying(m, "x", (-0.065, y, 0)):
        m.lathe(curve([(0.016, 0), (0.014, 0.04), (0.014, 0.09), (0.016, 0.13)], 2), coat, n=14)
    _weights(
        m,
        0.058,
        [(0.012, 0), (r * 0.8, 0.004), (r, 0.016), (r, 0.04), (r * 0.8, 0.052), (0, 0.054)],
        y,
        coat,
        corners=6,
    )
    _weights(m, 0.1125, [(r * 0.5, 0.0), (0, 0.0)], y, WHITE, 14)


def _spheres(m: Maker, look: Look) -> None:
    """Two balls on a bar, as strong men had them."""
    r = float(look.rng.uniform(0.05, 0.06))
    tone = metal(look.pick(((0.3, 0.3, 0.31), (0.74, 0.75, 0.77), (0.16, 0.16, 0.17))))
    _handle(m, r, 0.16, 0.013, False)
    for s in (-1, 1):
        m.ellipsoid((s * (0.07 + r * 0.85), r, 0), (r, r, r), tone, n=14)


def _chrome(m: Maker, look: Look) -> None:
    """Polished solid drums with grooves."""
    r, w = float(look.rng.uniform(0.044, 0.052)), 0.07
    _handle(m, r, 0.15, 0.015)
    shape: Profile = [(0, 0), (r * 0.7, 0), (r, 0.012)]
    for k in range(2):
        shape += [
            (r, 0.02 + 0.014 * k),
            (r * 0.93, 0.023 + 0.014 * k),
            (r * 0.93, 0.028 + 0.014 * k),
            (r, 0.031 + 0.014 * k),
        ]
    _weights(m, 0.06, [*shape, (r * 0.9, w), (0, w)], r, metal((0.8, 0.81, 0.83)))


def _vinyl(m: Maker, look: Look) -> None:
    """Fat plastic-covered discs with screws at their ends."""
    r, w = float(look.rng.uniform(0.065, 0.075)), 0.045
    coat = plastic(look.pick(((0.15, 0.15, 0.17), (0.2, 0.3, 0.55), (0.55, 0.2, 0.2))), 0.35)
    _handle(m, r, 0.34, 0.013)
    _weights(
        m,
        0.062,
        [
            (0.013, 0.004),
            (r * 0.8, 0.0),
            (r, w * 0.4),
            (r, w * 0.7),
            (r * 0.75, w),
            (0.013, w * 0.9),
        ],
        r,
        coat,
        22,
    )
    tone = plastic(look.hue((0.6, 0.95), (0.5, 0.95)))
    _weights(
        m, 0.115, [(0.013, 0), (0.035, 0.003), (0.035, 0.014), (0.013, 0.018)], r, tone, corners=8
    )


def _blocks(m: Maker, look: Look) -> None:
    """Square plates in a frame: the weight is set with a pin."""
    h = 0.13
    coat = plastic((0.13, 0.13, 0.14), 0.2)
    for s in (-1, 1):
        for k in range(4):
            x = s * (0.078 + 0.02 * k)
            high = h - 0.012 * (k % 2)
            with m.placed((x, 0, 0), (0, 90, 0)):
                m.box(
                    (0, 0), 0, (0.1, high, 0.016), coat if k % 2 == 0 else metal(STEEL), bevel=0.004
                )
        m.box(
            (s * 0.108, 0.052),
            h * 0.5,
            (0.07, 0.014, 0.008),
            look.hue((0.6, 1.0), (0.6, 0.95)),
            bevel=0.002,
        )
    _handle(m, h * 0.55, 0.15)
    for z in (-0.042, 0.042):
        m.box((0, z), 0.008, (0.15, 0.012, 0.012), metal(STEEL), bevel=0.003)


def _eight_sided(m: Maker, look: Look) -> None:
    """Broad thin plates with eight sides and holes to grip them."""
    r, w = float(look.rng.uniform(0.075, 0.085)), 0.026
    y = r * 0.924
    iron = metal(look.pick(((0.2, 0.2, 0.21), (0.5, 0.2, 0.18), (0.2, 0.28, 0.45))))
    _handle(m, y, 0.3, 0.013)
    _weights(
        m,
        0.075,
        [(0.013, 0), (r * 0.94, 0), (r, 0.004), (r, w - 0.004), (r * 0.94, w), (0.013, w)],
        y,
        iron,
        corners=8,
    )
    for s in (-1, 1):
        for k in range(3):
            a = 2 * np.pi * k / 3 + np.pi / 2
            with m.placed(
                (s * (0.0755 + w), y + r * 0.58 * float(np.cos(a)), r * 0.58 * float(np.sin(a))),
                (0, 0, -90),
            ):
                m.lathe([(0.016, 0.0), (0, 0.0)], (0.75, 0.74, 0.7), n=10, solid=False)
    _weights(
        m, 0.106, [(0.013, 0), (0.022, 0.002), (0.022, 0.012), (0.013, 0.014)], y, metal(STEEL), 16
    )


DUMBBELLS = (
    _hexagonal,
    _plates,
    _neoprene,
    _spheres,
    _chrome,
    _vinyl,
    _blocks,
    _eight_sided,
)


@forms(len(DUMBBELLS))
def dumbbell(m: Maker, look: Look, form: int) -> None:
    """Dumbbells of rubber, iron, chrome and vinyl, lying along x."""
    DUMBBELLS[form](m, look)


RECIPES: dict[str, Recipe] = {"Dumbbell": dumbbell}
