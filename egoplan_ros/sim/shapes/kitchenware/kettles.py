# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Kettles: spout to the front; the lid opens backwards."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.handles import side_handle
from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow, profile
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, lobed, ring, turned
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.primitives import Vec
from egoplan_ros.sim.shapes.solid import Maker

# Outside up to the opening as (share of radius, share of height), radius and height (m),
# spout (root and tip as (z, y) from the axis, radii), handle.
DESIGNS: tuple[tuple[Profile, float, float, str, str], ...] = (
    (((0.95, 0), (1, 0.15), (0.95, 0.45), (0.72, 0.82), (0.45, 1)), 0.092, 0.115, "short", "bow"),
    (((1, 0), (0.98, 0.06), (0.62, 0.7), (0.42, 1)), 0.09, 0.125, "short", "wedge"),
    (((0.96, 0), (1, 0.06), (0.84, 0.6), (0.6, 1)), 0.08, 0.11, "goose", "back"),
    (((0.96, 0), (1, 0.06), (0.92, 0.5), (0.76, 1)), 0.074, 0.19, "lip", "loop"),
    (((0.8, 0), (0.97, 0.2), (1, 0.5), (0.86, 0.85), (0.55, 1)), 0.09, 0.1, "beak", "bail"),
    (((0.98, 0), (1, 0.04), (0.95, 0.5), (0.84, 1)), 0.072, 0.18, "lip", "loop"),
    (((0.55, 0), (0.9, 0.18), (1, 0.45), (0.86, 0.8), (0.42, 1)), 0.095, 0.09, "beak", "hoop"),
    (((0.85, 0), (1, 0.3), (0.95, 0.55), (0.66, 0.9), (0.55, 1)), 0.082, 0.12, "beak", "back"),
    (((1, 0), (0.99, 0.08), (0.6, 0.85), (0.58, 1)), 0.076, 0.185, "tall", "back"),
    (((0.6, 0), (0.9, 0.2), (1, 0.5), (0.88, 0.82), (0.45, 1)), 0.09, 0.15, "short", "bow"),
)
ELECTRIC = (3, 5)


@forms(len(DESIGNS))
def kettle(m: Maker, look: Look, form: int) -> None:
    """Whistling, conical, gooseneck, electric, enamel with bail, electric glass, iron teapot,
    side-handled, tall enamel, ball."""
    points, radius, height, spout, handle = DESIGNS[form]
    r, h = radius * look.rng.uniform(0.96, 1.05), height * look.rng.uniform(0.95, 1.06)
    base = 0.016 if form in ELECTRIC else 0.0
    outline = lobed(14, 7, 0.04) if form == 6 else ring(13 if form == 4 else 16)
    line = profile([(r * a, h * b) for a, b in points], 2, 0.011)
    # Nobody sees further down than half its depth, unless it is glass.
    floor = 0.008 if form == 5 else h * 0.55
    body = Hollow(line, 0.003, floor, outline, (1.0, 1.0) if form != 6 else (1.0, 0.0))
    coat = finishes.steel(look) if look.rng.random() < 0.5 else finishes.coat(look)
    inside, rim = finishes.steel(look), None
    grip = finishes.grip(look)
    if form == 3 and look.rng.random() < 0.5:
        coat = finishes.bright_plastic(look)
    elif form in (4, 8):
        coat, rim = finishes.enamel(look)
        grip = coat if form == 8 else grip
    elif form == 5:
        coat = inside = finishes.clear_glass(look, 0.15)
    elif form == 6:
        coat = inside = grip = finishes.iron(look)
    top = base + body.height
    with m.placed((0, base, 0)):
        body.build(m, coat, inside, rim=rim)
        body.fill(m, 0.03 if form in ELECTRIC else 0.012, through=form == 5)
        _spout(m, body, spout, coat if form != 5 else grip)
        _handle(m, body, handle, grip, coat)
    if base:
        m.lathe([(0, 0), (r * 1.08, 0), (r * 1.04, base * 0.9), (0, base * 0.9)], grip, n=18)
    lid = m.hinge((0, top, -body.mouth), (1, 0, 0), -75)
    knob = grip if form != 6 else coat
    mouth = body.mouth
    dome = [
        (mouth + 0.002, top),
        (mouth + 0.001, top + 0.003),
        (mouth * 0.5, top + 0.011),
        (0, top + 0.013),
    ]
    lid_surface = coat if form not in (5,) else grip
    m.add(turned(dome, ring(12)), lid_surface, lid)
    button = [(0.004, top + 0.01), (0.004, top + 0.016), (0.011, top + 0.02), (0, top + 0.025)]
    m.add(turned(button, ring(8)), knob, lid)


def _spout(m: Maker, body: Hollow, kind: str, surface: Material) -> None:
    h, r = body.height, body.radius(body.height * 0.5)
    if kind == "lip":
        # A beak at the rim, as poured from a jug.
        edge = body.mouth
        rows = [(0.002, h * 0.74), (0.017, h * 0.92), (0.024, h + 0.001)]
        with m.placed((0, 0, edge - 0.008)):
            m.add(turned(rows, ring(10)), surface, solid=False)
        return
    paths: dict[str, tuple[list[Vec], list[float]]] = {
        "short": (
            [(0, h * 0.45, r * 0.85), (0, h * 0.72, r + 0.026), (0, h * 0.9, r + 0.042)],
            [0.022, 0.016, 0.012],
        ),
        "beak": (
            [
                (0, h * 0.4, r * 0.9),
                (0, h * 0.62, r + 0.022),
                (0, h * 0.9, r + 0.034),
                (0, h, r + 0.05),
            ],
            [0.024, 0.016, 0.011, 0.009],
        ),
        "goose": (
            [
                (0, h * 0.14, r * 0.9),
                (0, h * 0.16, r + 0.03),
                (0, h * 0.5, r + 0.042),
                (0, h * 0.9, r + 0.03),
                (0, h * 1.08, r + 0.05),
                (0, h * 1.06, r + 0.07),
            ],
            [0.012, 0.009, 0.007, 0.006, 0.005, 0.005],
        ),
        "tall": (
            [(0, h * 0.3, r * 0.9), (0, h * 0.6, r + 0.02), (0, h * 0.92, r + 0.046)],
            [0.026, 0.014, 0.009],
        ),
    }
    path, radii = paths[kind]
    m.tube(path, radii, surface, n=6)


def _handle(m: Maker, body: Hollow, kind: str, grip: Material, wire: Material) -> None:
    h = body.height
    if kind in ("loop", "back"):
        shape = "square" if kind == "loop" else "ear"
        low = 0.12 if kind == "loop" else 0.3
        section = (0.024, 0.016) if kind == "loop" else (0.018, 0.012)
        reach = 0.045 if kind == "loop" else 0.055
        side_handle(m, body, shape, grip, 0.94, low, reach, section, "x", -1.0, 0.75, 6)
        return
    low = h * (0.8 if kind != "bail" else 0.85)
    r = body.radius(low)
    tops = {"bow": 0.085, "wedge": 0.075, "hoop": 0.11, "bail": 0.095}
    rise = tops[kind]
    turn = np.linspace(0, np.pi, 7)
    bend = {"bow": 1.0, "wedge": 0.55, "hoop": 0.8, "bail": 1.0}[kind]
    path = [
        (
            0.0 if kind == "wedge" else float(r * np.cos(a)),
            float(low + rise * np.sin(a) ** bend),
            float(r * np.cos(a)) if kind == "wedge" else 0.0,
        )
        for a in turn
    ]
    if kind == "bail":
        m.tube(path, 0.003, wire, n=5)
        m.tube(path[2:5], 0.009, grip, n=8)
    else:
        width = {"bow": 0.0075, "wedge": 0.009, "hoop": 0.005}[kind]
        radii = [width * (0.7 if k in (0, 6) else 1.0) for k in range(7)]
        m.tube(path, radii, grip, n=6)


RECIPES: dict[str, Recipe] = {"Kettle": kettle}
