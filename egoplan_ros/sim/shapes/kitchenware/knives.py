# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Knives lying flat: the blade points along z, its edge along x."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.cutlery import cutlery_handle
from egoplan_ros.sim.shapes.kitchenware.turning import Station, bar, spline, tidy
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, metal
from egoplan_ros.sim.shapes.primitives import Mesh, loft
from egoplan_ros.sim.shapes.solid import Maker

# Blade as (share of its length, back, edge) across x in metres; length; back's thickness;
# serrated; grip.
Outline = tuple[tuple[float, float, float], ...]
DESIGNS: tuple[tuple[Outline, float, float, bool, str], ...] = (
    (
        ((0, -0.012, 0.034), (0.4, -0.012, 0.032), (0.75, -0.01, 0.022), (1, -0.002, 0)),
        0.2,
        0.0026,
        False,
        "riveted",
    ),
    (
        ((0, -0.014, 0.032), (0.6, -0.014, 0.031), (0.85, -0.01, 0.029), (1, 0.016, 0.022)),
        0.175,
        0.0024,
        False,
        "wa",
    ),
    (
        ((0, -0.012, 0.024), (0.5, -0.012, 0.024), (0.9, -0.01, 0.022), (1, -0.004, 0.014)),
        0.21,
        0.002,
        True,
        "riveted",
    ),
    (((0, -0.014, 0.06), (0.5, -0.015, 0.062), (1, -0.014, 0.06)), 0.17, 0.0034, False, "barrel"),
    (
        ((0, -0.008, 0.014), (0.6, -0.008, 0.012), (0.85, -0.006, 0.006), (1, -0.004, -0.002)),
        0.1,
        0.0018,
        False,
        "slim",
    ),
    (
        ((0, -0.011, 0.018), (0.6, -0.011, 0.016), (0.88, -0.009, 0.01), (1, -0.002, 0)),
        0.22,
        0.0022,
        False,
        "bolster",
    ),
    (((0, -0.014, 0.036), (0.9, -0.014, 0.037), (1, -0.01, 0.036)), 0.165, 0.0024, False, "wa"),
    (
        (
            (0, -0.01, 0.024),
            (0.15, -0.01, 0.012),
            (0.6, -0.009, 0.006),
            (0.85, -0.012, 0.0),
            (1, -0.016, -0.014),
        ),
        0.15,
        0.002,
        False,
        "pistol",
    ),
    (
        ((0, -0.009, 0.013), (0.5, -0.009, 0.016), (0.8, -0.006, 0.016), (1, 0.008, 0.009)),
        0.12,
        0.0018,
        True,
        "slim",
    ),
    (
        ((0, -0.012, 0.032), (0.5, -0.013, 0.034), (0.8, -0.008, 0.026), (1, -0.008, -0.006)),
        0.18,
        0.0024,
        False,
        "steel",
    ),
)


@forms(len(DESIGNS))
def knife(m: Maker, look: Look, form: int) -> None:
    """Chef's, santoku, bread, cleaver, paring, carving, nakiri, boning, steak, one-piece steel."""
    outline, long, thick, serrated, kind = DESIGNS[form]
    length = long * look.rng.uniform(0.94, 1.06)
    grip = {"slim": 0.1, "barrel": 0.12, "wa": 0.13}.get(kind, 0.122) * look.rng.uniform(0.95, 1.05)
    start = grip - (length + grip) / 2
    steel = finishes.steel(look)
    if look.rng.random() < 0.12:
        steel = metal((0.2, 0.2, 0.21), rough=0.5)
    y = 0.009
    m.add(blade(outline, length, thick, serrated, start, y), steel)
    surface = steel if kind == "steel" else finishes.grip(look)
    _grip(m, look, kind, surface, steel, start, grip, y)


def blade(
    outline: Outline, length: float, thick: float, serrated: bool, start: float, y: float
) -> Mesh:
    """A blade ground thin towards its edge, from z = start, its middle plane at height y."""
    rows = spline(outline, 5 if serrated else 3)
    z = start + rows[:, 0] * length
    back, edge = rows[:, 1], rows[:, 2].copy()
    if serrated:
        edge[1:-1:2] -= 0.0018
    belly = back + (edge - back) * 0.45
    # Thinner towards the point as well.
    half = thick / 2 * (1 - 0.5 * rows[:, 0] ** 3)
    ring = np.stack(
        [
            np.stack([back, y + half, z], 1),
            np.stack([belly, y + half * 0.8, z], 1),
            np.stack([edge, y + half * 0.08, z], 1),
            np.stack([edge, y - half * 0.08, z], 1),
            np.stack([belly, y - half * 0.8, z], 1),
            np.stack([back, y - half, z], 1),
        ],
        1,
    )
    return tidy(loft(list(ring)))


def _grip(
    m: Maker,
    look: Look,
    kind: str,
    surface: Material,
    steel: Material,
    start: float,
    long: float,
    y: float,
) -> None:
    shapes: dict[str, tuple[tuple[float, float, float], ...]] = {
        # Share of the length from the blade on, width and thickness in metres.
        "riveted": (
            (0, 0.02, 0.015),
            (0.15, 0.022, 0.016),
            (0.5, 0.019, 0.017),
            (0.85, 0.024, 0.017),
            (1, 0.02, 0.014),
        ),
        "wa": ((0, 0.018, 0.016), (0.5, 0.02, 0.018), (1, 0.022, 0.018)),
        "barrel": ((0, 0.016, 0.015), (0.3, 0.023, 0.018), (0.7, 0.024, 0.018), (1, 0.015, 0.013)),
        "slim": ((0, 0.013, 0.011), (0.4, 0.016, 0.012), (0.8, 0.017, 0.012), (1, 0.011, 0.009)),
        "bolster": (
            (0, 0.019, 0.015),
            (0.3, 0.021, 0.016),
            (0.6, 0.018, 0.016),
            (0.9, 0.023, 0.016),
            (1, 0.018, 0.012),
        ),
        "pistol": ((0, 0.016, 0.014), (0.4, 0.021, 0.016), (0.75, 0.018, 0.016), (1, 0.026, 0.016)),
        "steel": (
            (0, 0.018, 0.012),
            (0.2, 0.016, 0.014),
            (0.6, 0.022, 0.017),
            (0.9, 0.022, 0.016),
            (1, 0.014, 0.01),
        ),
    }
    drop = 0.006 if kind in ("pistol", "riveted") else 0.0
    stations: list[Station] = [(start - a * long, y, w, t) for a, w, t in shapes[kind]]
    power = 0.75 if kind != "wa" else 1.0
    made = bar(stations, 2 if kind != "wa" else 1, 8, power)
    # The end of the grip hangs down to the edge's side.
    share = np.clip((start - made.vertices[:, 2]) / long, 0, 1)
    made.vertices[:, 0] += drop * share**3
    m.add(made, surface)
    if kind in ("riveted", "bolster"):
        brass = metal((0.83, 0.68, 0.36)) if look.rng.random() < 0.3 else steel
        for a in (0.22, 0.5, 0.78):
            at = start - a * long
            m.cylinder((drop * a**3, at), y + 0.006, 0.0032, 0.0032, brass, n=5, solid=False)
    if kind in ("bolster", "wa", "slim"):
        w = shapes[kind][0][1] * 1.04
        collar = steel if kind != "wa" else Material(look.pick(finishes.DARKS), gloss=0.3)
        m.add(
            bar(((start + 0.004, y, w * 0.9, 0.014), (start - 0.012, y, w, 0.0165)), 1, 8, power),
            collar,
        )
    if kind == "barrel":
        m.cylinder(
            (0.045, start + 0.15),
            y - 0.0022,
            0.006,
            0.0044,
            Material((0.1, 0.1, 0.1)),
            n=8,
            solid=False,
        )


BUTTER: tuple[tuple[Outline, float, bool, str], ...] = (
    (
        ((0, -0.006, 0.006), (0.3, -0.008, 0.009), (0.8, -0.008, 0.011), (1, -0.001, 0.004)),
        0.11,
        False,
        "taper",
    ),
    (
        ((0, -0.004, 0.004), (0.2, -0.006, 0.012), (0.7, -0.008, 0.017), (1, 0.003, 0.008)),
        0.08,
        False,
        "rod",
    ),
    (
        ((0, -0.004, 0.004), (0.25, -0.009, 0.008), (0.6, -0.009, 0.014), (1, -0.008, -0.006)),
        0.1,
        False,
        "flared",
    ),
    (
        ((0, -0.008, 0.009), (0.7, -0.008, 0.011), (0.9, -0.006, 0.01), (1, 0.0, 0.004)),
        0.115,
        True,
        "plastic",
    ),
    (
        ((0, -0.006, 0.006), (0.5, -0.006, 0.008), (0.9, -0.005, 0.008), (1, 0.005, 0.006)),
        0.12,
        True,
        "wood",
    ),
    (
        ((0, -0.005, 0.005), (0.3, -0.007, 0.01), (0.85, -0.007, 0.011), (1, -0.007, 0.004)),
        0.1,
        False,
        "ball",
    ),
    (
        ((0, -0.008, 0.008), (0.4, -0.01, 0.012), (0.8, -0.012, 0.016), (1, -0.004, 0.008)),
        0.09,
        False,
        "broad",
    ),
    (((0, -0.007, 0.007), (0.6, -0.007, 0.008), (1, -0.006, 0.007)), 0.11, False, "square"),
    (
        ((0, -0.005, 0.005), (0.4, -0.012, 0.012), (0.75, -0.013, 0.013), (1, -0.002, 0.002)),
        0.085,
        False,
        "loop",
    ),
    (
        ((0, -0.006, 0.006), (0.6, -0.008, 0.009), (0.85, -0.013, 0.008), (1, -0.016, -0.004)),
        0.105,
        False,
        "taper",
    ),
)


@forms(len(BUTTER))
def butter_knife(m: Maker, look: Look, form: int) -> None:
    """Table knife, round spreader, fish knife, plastic-handled, wooden, ball-ended, broad spreader,
    straight modern, looped, cheese knife."""
    outline, long, serrated, kind = BUTTER[form]
    length = long * look.rng.uniform(0.95, 1.05)
    total = look.rng.uniform(0.21, 0.262)
    start = total / 2 - length
    steel = finishes.bright(look)
    m.add(blade(outline, length, 0.0022, serrated, start, 0.0035), steel)
    cutlery_handle(m, look, kind, steel, start + 0.004, -total / 2, 0.0035, thick=0.0066)


RECIPES: dict[str, Recipe] = {"ButterKnife": butter_knife, "Knife": knife}
