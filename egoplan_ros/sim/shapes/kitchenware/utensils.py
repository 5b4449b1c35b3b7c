# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Cooking utensils lying along z: turners, scrapers, ladles."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.hollow import profile
from egoplan_ros.sim.shapes.kitchenware.turning import (
    Profile,
    Station,
    ball,
    bar,
    ring,
    slab,
    thinned,
    turned,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, plastic
from egoplan_ros.sim.shapes.primitives import Vec
from egoplan_ros.sim.shapes.solid import Maker

# Blade's outline as (x, z) in metres from the handle's end on, right half; slots; stem; material.
BLADES: tuple[tuple[Profile, int, str, str], ...] = (
    (((0.012, 0), (0.034, 0.012), (0.037, 0.085), (0.033, 0.092)), 4, "steel", "steel"),
    (((0.014, 0), (0.026, 0.02), (0.04, 0.1), (0.03, 0.112)), 5, "wood", "steel"),
    (
        ((0.016, 0), (0.026, 0.006), (0.028, 0.07), (0.02, 0.086), (0.008, 0.09)),
        0,
        "wood",
        "rubber",
    ),
    (((0.01, 0), (0.018, 0.02), (0.03, 0.06), (0.032, 0.1)), 0, "same", "wood"),
    (((0.012, 0), (0.036, 0.02), (0.04, 0.075), (0.034, 0.082)), 3, "plastic", "plastic"),
    (((0.017, 0), (0.018, 0.12), (0.012, 0.135)), 0, "wood", "steel"),
    (((0.03, 0), (0.042, 0.01), (0.044, 0.06), (0.04, 0.066)), 0, "steel", "steel"),
    (((0.008, 0), (0.028, 0.05), (0.034, 0.09), (0.016, 0.118)), 0, "plastic", "steel"),
    (((0.012, 0), (0.022, 0.01), (0.034, 0.05), (0.036, 0.095), (0.022, 0.11)), 3, "same", "wood"),
    (
        ((0.014, 0), (0.03, 0.015), (0.03, 0.05), (0.034, 0.07), (0.026, 0.092)),
        0,
        "same",
        "plastic",
    ),
)


@forms(len(BLADES))
def spatula(m: Maker, look: Look, form: int) -> None:
    """Slotted turner, fish turner, rubber scraper, wooden, nylon, palette knife, griddle scraper,
    cake server, slotted wooden, moulded."""
    half, slots, stem, kind = BLADES[form]
    wide, long = look.rng.uniform(0.92, 1.08), look.rng.uniform(0.94, 1.08)
    points = [(x * wide, z * long) for x, z in half]
    reach = points[-1][1]
    total = look.rng.uniform(0.265, 0.305)
    start = total / 2 - reach
    head = {
        "steel": finishes.steel(look),
        "rubber": plastic(finishes.tone(look, 0.4)),
        "wood": finishes.timber(look),
        "plastic": finishes.grip(look) if stem == "same" else plastic(look.pick(finishes.DARKS)),
    }[kind]
    thick = {"steel": 0.0016, "rubber": 0.008, "wood": 0.006, "plastic": 0.0035}[kind]
    low = 0.002
    outline = [(x, z + start) for x, z in points] + [(-x, z + start) for x, z in points[::-1]]
    if form == 2:
        outline[-4:] = [(-0.028 * wide, z) for _, z in outline[-4:]]
    if slots:
        _slotted(m, points, start, slots, low, thick, head)
    else:
        m.add(slab(outline, low, low + thick, thick * 0.25), head)
    if form == 6:
        m.box((0, start + 0.003), low, (points[0][0] * 1.6, 0.012, 0.01), head, bevel=0.002)
    _stem(m, look, stem, head, start, -total / 2, low + thick / 2)


def _slotted(
    m: Maker, half: Profile, start: float, slots: int, low: float, thick: float, head: Material
) -> None:
    """A blade with lengthwise slots: bars between a root and a rim."""
    x, z = np.array(half).T
    reach, widest = float(z[-1]), float(x.max())
    first, last = reach * 0.22, reach * 0.86
    for a, b in ((0.0, first), (last, reach)):
        zs = np.unique(np.concatenate([[a, b], z[(z > a) & (z < b)]]))
        xs = np.interp(zs, z, x)
        side = list(zip(xs, zs + start, strict=True))
        m.add(slab(side + [(-p, q) for p, q in side[::-1]], low, low + thick), head)
    count = slots + 1
    for k in range(count):
        share = (k - (count - 1) / 2) / ((count - 1) / 2)
        each = widest / count * 1.0
        near, far = (float(np.interp(q, z, x)) - each / 2 for q in (first, last))
        line = [
            (share * near - each / 2, first + start - 0.001),
            (share * near + each / 2, first + start - 0.001),
            (share * far + each / 2, last + start + 0.001),
            (share * far - each / 2, last + start + 0.001),
        ]
        m.add(slab(line, low, low + thick), head)


def _stem(
    m: Maker, look: Look, kind: str, head: Material, start: float, end: float, y: float
) -> None:
    long = start - end
    if kind == "same":
        rows: list[Station] = [
            (start + 0.012, y + 0.001, 0.016, 0.006),
            (start - long * 0.3, y + 0.006, 0.012, 0.009),
            (start - long * 0.8, y + 0.008, 0.019, 0.01),
            (end, y + 0.006, 0.012, 0.008),
        ]
        m.add(bar(rows, 2, 8), head)
        return
    rod = head if kind == "plastic" else finishes.steel(look)
    neck: list[Station] = [
        (start + 0.014, y + 0.0015, 0.013, 0.003),
        (start - 0.012, y + 0.008, 0.01, 0.004),
        (start - long * 0.42, y + 0.009, 0.008, 0.0045),
    ]
    m.add(bar(neck, 2, 6), rod)
    grip = {"steel": finishes.steel(look), "wood": finishes.timber(look)}.get(kind)
    grip = grip or finishes.grip(look)
    wide = 0.018 if kind == "steel" else 0.021
    back: list[Station] = [
        (start - long * 0.38, y + 0.009, wide * 0.55, 0.01),
        (start - long * 0.6, y + 0.009, wide * 0.9, 0.013),
        (end + 0.02, y + 0.009, wide, 0.012),
        (end, y + 0.009, wide * 0.5, 0.008),
    ]
    m.add(bar(back, 2, 8, 0.9), grip)
    m.cylinder(
        (0, end + 0.012), y + 0.0035, 0.0035, 0.0122, Material((0.1, 0.1, 0.1)), n=6, solid=False
    )


# Bowl as (share of radius, share of depth), radius, depth, section's stretch along z; handle.
LADLES: tuple[tuple[Profile, float, float, float, str], ...] = (
    (((0.3, 0), (0.75, 0.2), (0.96, 0.6), (1, 1)), 0.043, 0.038, 1.0, "hook"),
    (((0.35, 0), (0.7, 0.25), (1, 1)), 0.045, 0.024, 1.0, "rod"),
    (((0.6, 0), (0.9, 0.15), (1, 0.5), (1, 1)), 0.036, 0.042, 1.0, "grip"),
    (((0.3, 0), (0.75, 0.25), (1, 1)), 0.036, 0.03, 1.35, "grip"),
    (((0.35, 0), (0.8, 0.25), (1, 1)), 0.042, 0.03, 1.0, "wood"),
    (((0.3, 0), (0.7, 0.2), (0.95, 0.6), (1.05, 1)), 0.04, 0.036, 0.78, "hook"),
    (((0.8, 0), (0.95, 0.1), (1, 0.3), (1, 1)), 0.033, 0.034, 1.0, "rod"),
    (((0.3, 0), (0.8, 0.2), (0.97, 0.6), (1, 1)), 0.04, 0.036, 1.0, "nylon"),
)


@forms(len(LADLES))
def ladle(m: Maker, look: Look, form: int) -> None:
    """Steel with a hook, shallow, deep gripped, oval, wooden, broad with two lips, straight-sided,
    nylon."""
    points, radius, depth, stretch, kind = LADLES[form]
    r, d = radius * look.rng.uniform(0.94, 1.06), depth * look.rng.uniform(0.92, 1.08)
    surface = {"wood": finishes.timber(look), "nylon": finishes.grip(look)}.get(kind)
    surface = surface or finishes.bright(look)
    wall = 0.0015 if kind not in ("wood", "nylon") else 0.004
    outer = profile([(r * a, d * b) for a, b in points], 2)
    outer = thinned(outer, 0.0012)
    inner = np.column_stack([np.maximum(outer[:, 0] - wall, 0.0), np.maximum(outer[:, 1], wall)])
    rows = np.concatenate([[[0.0, 0.0]], outer, inner[::-1], [[0.0, wall]]])
    dish = turned(rows, ring(14, 1.0, stretch))
    total = look.rng.uniform(0.258, 0.3)
    middle = total / 2 - r * stretch
    dish.vertices[:, 2] += middle
    m.add(dish, surface)
    edge, end = middle - r * stretch, -total / 2
    long = edge - end
    top = d + 0.028
    # Steep near the bowl, then flatter.
    line: list[Vec] = [
        (0, d * 0.6, edge + 0.001),
        (0, d + 0.004, edge - 0.004),
        (0, d + 0.016, edge - long * 0.25),
        (0, top, edge - long * 0.6),
        (0, top, end + 0.012),
    ]
    if kind == "hook":
        line += [(0, top - 0.004, end + 0.002), (0, top - 0.014, end), (0, top - 0.02, end + 0.01)]
    thick = {"wood": 0.006, "nylon": 0.006, "rod": 0.0035}.get(kind, 0.004)
    flat = 2.2 if kind in ("hook", "grip", "nylon") else 1.0
    stations: list[Station] = [(z, y, thick * 2 * flat * 0.8, thick * 1.4) for _, y, z in line]
    m.add(bar(stations, 1, 6), surface)
    if kind == "grip":
        cover: list[Station] = [
            (edge - long * 0.5, top - 0.004, 0.012, 0.01),
            (edge - long * 0.7, top, 0.019, 0.014),
            (end + 0.006, top, 0.019, 0.013),
            (end, top, 0.01, 0.008),
        ]
        m.add(bar(cover, 1, 8), finishes.grip(look))
    elif kind == "rod":
        m.add(ball((0, top, end + 0.008), (0.007, 0.007, 0.008), 8), surface)


RECIPES: dict[str, Recipe] = {"Ladle": ladle, "Spatula": spatula}
