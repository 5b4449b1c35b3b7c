# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Table cutlery: spoons and forks lying along z, their handles shared with table knives."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.turning import Station, angles, ball, bar, turned
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.primitives import Floats, Vec
from egoplan_ros.sim.shapes.solid import Maker

# Share of the handle's length from the neck on, width in metres, thickness as a share.
HANDLES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "taper": (
        (0, 0.006, 0.9),
        (0.3, 0.007, 0.8),
        (0.8, 0.014, 0.6),
        (0.96, 0.013, 0.5),
        (1, 0.006, 0.4),
    ),
    "rod": ((0, 0.005, 0.9), (0.3, 0.0055, 0.9), (0.85, 0.007, 1.0), (1, 0.005, 0.8)),
    "flared": (
        (0, 0.006, 0.9),
        (0.4, 0.006, 0.8),
        (0.7, 0.01, 0.7),
        (0.9, 0.019, 0.5),
        (1, 0.008, 0.4),
    ),
    "plastic": (
        (0, 0.012, 1.0),
        (0.1, 0.016, 1.5),
        (0.5, 0.017, 1.6),
        (0.9, 0.019, 1.6),
        (1, 0.014, 1.2),
    ),
    "wood": (
        (0, 0.009, 1.1),
        (0.2, 0.013, 1.6),
        (0.6, 0.015, 1.8),
        (0.95, 0.012, 1.6),
        (1, 0.006, 0.8),
    ),
    "ball": ((0, 0.006, 0.9), (0.4, 0.006, 0.9), (0.88, 0.007, 0.9)),
    "broad": (
        (0, 0.007, 0.9),
        (0.2, 0.013, 0.7),
        (0.6, 0.015, 0.6),
        (0.9, 0.018, 0.5),
        (1, 0.013, 0.5),
    ),
    "square": ((0, 0.008, 0.8), (0.5, 0.01, 0.8), (1, 0.013, 0.8)),
    "loop": ((0, 0.006, 0.9), (0.5, 0.006, 0.9), (0.8, 0.006, 0.9)),
}


def cutlery_handle(
    m: Maker,
    look: Look,
    kind: str,
    surface: Material,
    start: float,
    end: float,
    y: float,
    thick: float = 0.003,
    arch: float = 0.0,
) -> None:
    """A handle from the neck at z = start back to z = end; `arch` lifts its middle."""
    long = start - end
    clad = kind in ("plastic", "wood")
    grip = surface
    if kind == "plastic":
        grip = finishes.grip(look)
    elif kind == "wood":
        grip = finishes.timber(look)
    rows: list[Station] = []
    first = 0.28 if clad else 0.0
    depth = max(thick, 0.0048) if clad else thick
    for a, w, t in HANDLES[kind]:
        at = first + a * (1 - first)
        lift = arch * np.sin(np.pi * min(at, 1.0)) + (depth * t - thick) / 2
        rows.append((start - at * long, float(y + max(lift, 0.0)), w, depth * t))
    power = 0.5 if kind == "square" else 0.8
    m.add(bar(rows, 1 if kind == "square" else 2, 8, power), grip)
    if clad:
        neck = (start, y, 0.006, thick), (start - first * long - 0.01, y + arch * 0.7, 0.008, thick)
        m.add(bar(neck, 1, 6), surface)
    elif kind == "ball":
        m.add(ball((0, y, end + 0.009), (0.006, 0.0058, 0.009), 8), surface)
    elif kind == "loop":
        turn = np.linspace(0, 2 * np.pi, 11)
        back = long * 0.2
        ring: list[Vec] = [
            (float(0.009 * np.sin(a)), y, float(end + back / 2 + back / 2 * np.cos(a)))
            for a in turn
        ]
        m.tube(ring, 0.002, surface, n=5)


def _egg(n: int, point: float, long: float) -> Floats:
    """Outline (n, 2) of a spoon's bowl: half width 1, longer along z, narrower at its tip."""
    a = angles(n)
    x, z = np.cos(a), np.sin(a)
    return np.stack([x * (1 - point * z * 0.5), z * long], 1)


# Half width (m), length in half widths, pointedness, depth (m), handle, arch (m).
SPOONS: tuple[tuple[float, float, float, float, str, float], ...] = (
    (0.02, 1.5, 0.35, 0.008, "taper", 0.008),
    (0.023, 1.05, 0.0, 0.009, "rod", 0.01),
    (0.014, 1.6, 0.3, 0.006, "flared", 0.006),
    (0.021, 1.45, 0.3, 0.009, "plastic", 0.006),
    (0.02, 1.5, 0.2, 0.009, "wood", 0.006),
    (0.022, 1.3, 0.5, 0.007, "ball", 0.009),
    (0.019, 1.9, 0.15, 0.008, "broad", 0.007),
    (0.019, 1.35, -0.25, 0.007, "square", 0.004),
    (0.024, 1.2, 0.1, 0.012, "loop", 0.008),
    (0.022, 1.5, 0.1, 0.007, "wooden", 0.004),
)


@forms(len(SPOONS))
def spoon(m: Maker, look: Look, form: int) -> None:
    """Table, round soup, long tea, plastic-handled, wood-handled, ball-ended, serving, modern,
    deep with a loop, wooden."""
    half, long, point, depth, kind, arch = SPOONS[form]
    w = half * look.rng.uniform(0.92, 1.06)
    total = look.rng.uniform(0.17, 0.21)
    wooden = kind == "wooden"
    surface = finishes.timber(look) if wooden else finishes.bright(look)
    outline = _egg(18, point, long)
    skin = 0.0012 if not wooden else 0.003
    rows = [(0, 0), (w * 0.55, depth * 0.12), (w * 0.85, depth * 0.5), (w, depth)]
    rows += [(w - skin * 0.6, depth + skin * 0.3), (w * 0.7, depth * 0.42 + skin), (0, skin * 1.4)]
    dish = turned(rows, outline)
    middle = total / 2 - w * long
    dish.vertices[:, 2] += middle
    m.add(dish, surface)
    neck = middle - w * long + 0.003
    if wooden:
        stations: list[Station] = [
            (neck + 0.004, depth * 0.9, 0.009, 0.006),
            (neck - 0.05, depth + 0.002, 0.009, 0.008),
            (-total / 2 - 0.02, depth, 0.014, 0.009),
        ]
        m.add(bar(stations, 2, 8), surface)
        return
    bridge = (neck + 0.002, depth, 0.007, 0.0026), (neck - 0.012, depth + 0.001, 0.006, 0.003)
    m.add(bar(bridge, 1, 6), surface)
    cutlery_handle(
        m, look, kind, surface, neck - 0.01, -total / 2, depth + 0.001, arch=arch - 0.004
    )


# Tines, their length and the head's width (m), shape of the shoulders, handle, curve (m).
FORKS: tuple[tuple[int, float, float, str, str, float], ...] = (
    (4, 0.046, 0.025, "round", "taper", 0.009),
    (3, 0.04, 0.022, "round", "rod", 0.009),
    (4, 0.055, 0.023, "slim", "flared", 0.01),
    (4, 0.05, 0.025, "round", "plastic", 0.007),
    (3, 0.05, 0.023, "slim", "wood", 0.007),
    (4, 0.03, 0.027, "wide", "ball", 0.008),
    (2, 0.06, 0.02, "round", "broad", 0.006),
    (4, 0.036, 0.024, "square", "square", 0.004),
    (3, 0.032, 0.026, "wide", "loop", 0.008),
    (4, 0.045, 0.03, "square", "wooden", 0.006),
)


@forms(len(FORKS))
def fork(m: Maker, look: Look, form: int) -> None:
    """Dinner, three-tined, long-tined, plastic-handled, wood-handled, salad, carving, modern,
    cake with a loop, wooden."""
    count, tine, width, shoulder, kind, curl = FORKS[form]
    total = look.rng.uniform(0.18, 0.235)
    wooden = kind == "wooden"
    surface = finishes.timber(look) if wooden else finishes.bright(look)
    thick = 0.0022 if not wooden else 0.004
    root = total / 2 - tine
    palm = {"round": 0.028, "slim": 0.02, "wide": 0.024, "square": 0.02}[shoulder]
    y = thick / 2 + 0.001
    rows: dict[str, tuple[tuple[float, float], ...]] = {
        # Share of the palm from the tines back, share of the width.
        "round": ((0, 1), (0.35, 0.98), (0.75, 0.5), (1, 0.24)),
        "slim": ((0, 1), (0.4, 0.7), (1, 0.26)),
        "wide": ((0, 1), (0.5, 0.95), (0.85, 0.5), (1, 0.24)),
        "square": ((0, 1), (0.7, 1), (0.85, 0.9), (1, 0.28)),
    }
    palm_rows: list[Station] = [
        (root + 0.002 - a * palm, y + 0.0025 * a * a, width * w, thick) for a, w in rows[shoulder]
    ]
    m.add(bar(palm_rows, 1 if shoulder == "square" else 2, 8, 0.6), surface)
    each = width / count * 0.62
    for k in range(count):
        x = (k - (count - 1) / 2) * (width - each) / max(count - 1, 1)
        line: list[Station] = [
            (root, y, each, thick),
            (root + tine * 0.6, y + curl * 0.15, each * 0.9, thick * 0.9),
            (root + tine, y + curl, each * 0.35, thick * 0.5),
        ]
        with m.placed((x, 0, 0)):
            m.add(bar(line, 1, 4), surface)
    neck = root - palm + 0.006
    if wooden:
        m.add(
            bar(((neck, y + 0.003, 0.009, 0.006), (-total / 2, y + 0.005, 0.013, 0.008)), 1, 8),
            surface,
        )
        return
    cutlery_handle(m, look, kind, surface, neck, -total / 2, y + 0.002, arch=0.007)


RECIPES: dict[str, Recipe] = {"Fork": fork, "Spoon": spoon}
