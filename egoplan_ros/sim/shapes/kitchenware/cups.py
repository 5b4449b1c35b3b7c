# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Cups and drinking glasses without a handle."""

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow, profile, straight
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, lobed, ring, turned
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, ceramic, plastic
from egoplan_ros.sim.shapes.solid import Maker

# Outside as (share of the radius, share of the height), radius and height (m), smooth, stem (m).
DESIGNS: tuple[tuple[Profile, float, float, bool, float], ...] = (
    (((0.94, 0), (1, 0.03), (1, 1)), 0.037, 0.14, False, 0),
    (((0.66, 0), (1, 1)), 0.045, 0.15, False, 0),
    (((0.84, 0), (0.86, 0.04), (1, 1)), 0.046, 0.1, False, 0),
    (((0.2, 0), (0.62, 0.12), (0.95, 0.42), (1, 0.62), (0.86, 1)), 0.045, 0.09, True, 0.062),
    (
        ((0.7, 0), (0.68, 0.08), (0.9, 0.45), (1, 0.66), (0.84, 0.88), (0.9, 1)),
        0.043,
        0.158,
        True,
        0,
    ),
    (
        ((0.68, 0), (0.8, 0.36), (0.83, 0.37), (0.9, 0.66), (0.93, 0.67), (1, 1)),
        0.047,
        0.12,
        False,
        0,
    ),
    (((0.7, 0), (0.71, 0.02), (1, 0.95), (1.05, 0.97), (1.05, 1)), 0.044, 0.118, False, 0),
    (((0.8, 0), (0.86, 0.1), (0.8, 0.55), (1, 1)), 0.043, 0.112, True, 0),
    (((0.86, 0), (1, 0.12), (1, 0.6), (0.92, 1)), 0.046, 0.105, True, 0),
    (((0.72, 0), (0.78, 0.3), (0.82, 0.4), (0.98, 0.5), (1, 1)), 0.043, 0.126, False, 0),
    (((0.24, 0), (0.5, 0.15), (0.62, 0.5), (1, 1)), 0.048, 0.105, True, 0.03),
    (((0.3, 0), (0.75, 0.1), (0.97, 0.35), (1, 0.7), (0.96, 1)), 0.05, 0.088, True, 0),
)


@forms(len(DESIGNS))
def cup(m: Maker, look: Look, form: int) -> None:
    """Highball, pint, faceted tumbler, goblet, tulip, picnic cup, paper cup, steel beaker, pottery
    beaker, stacking glass, sundae glass, round-bottomed glass."""
    points, radius, height, smooth, stem = DESIGNS[form]
    r, h = radius * look.rng.uniform(0.95, 1.06), height * look.rng.uniform(0.94, 1.08)
    outer = [(r * a, stem + h * b) for a, b in points]
    line = profile(outer) if smooth else straight(outer)
    outline = ring(20)
    if form == 2:
        outline = ring(int(look.rng.integers(8, 11)))
    elif form == 10 or (form in (0, 4) and look.rng.random() < 0.4):
        outline = lobed(24, 12, 0.05)
    clear = True
    coat = inside = finishes.clear_glass(look)
    band = rim = None
    if form == 5:
        clear = bool(look.rng.random() < 0.3)
        coat = finishes.bright_plastic(look)
        inside = coat if look.rng.random() < 0.4 else plastic((0.96, 0.96, 0.95))
        coat = inside = finishes.clear_glass(look, 1.0) if clear else coat
    elif form == 6:
        clear, inside = False, Material((0.96, 0.95, 0.92), rough=0.8)
        coat = Material(look.hue((0.1, 0.8), (0.4, 0.95)), rough=0.8)
        band = look.draw("label") if look.rng.random() < 0.6 else None
        rim = inside
    elif form == 7:
        clear, coat = False, finishes.bright(look)
        inside = coat
    elif form == 8:
        clear = False
        coat, inside = finishes.pottery(look)
        band = finishes.painted(look) if look.rng.random() < 0.3 else None
        inside = ceramic(look.pick(finishes.WHITES)) if band else inside
    wall = 0.0022 if form in (3, 5, 6, 10) else 0.0032
    floor = stem + (0.012 if form == 2 else 0.006)
    body = Hollow(line, wall, floor, outline, (1.0, 0.2) if form in (2, 10) else (1.0, 1.0))
    body.build(m, coat, inside, band, rim)
    if stem:
        foot = r * 0.78
        rows = [(0, 0), (foot, 0), (foot * 0.9, 0.003), (0.006, 0.008), (0.0045, stem), (0.0, stem)]
        if form == 10:
            rows = [
                (0, 0),
                (foot, 0),
                (foot * 0.8, 0.005),
                (0.012, 0.014),
                (0.0115, stem),
                (0, stem),
            ]
        m.add(turned(rows, ring(16)), coat)
    body.fill(m, 0.01 + 0.02 * (form in (3, 4)), through=clear)
    side = min(body.mouth, body.radius(floor + 0.01)) * 0.72
    m.surface((-side, side), (-side, side), floor + 0.002, 0.25)


RECIPES: dict[str, Recipe] = {"Cup": cup}
