# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bowls of china, wood, steel and glass."""

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.handles import ears
from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow, profile, straight
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, lobed, ring, uneven
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import ceramic
from egoplan_ros.sim.shapes.solid import Maker

# Outside as (share of the radius, share of the height), radius and height (m), wall (m), smooth.
DESIGNS: tuple[tuple[Profile, float, float, float, bool], ...] = (
    (((0.45, 0), (0.46, 0.09), (0.78, 0.35), (0.95, 0.7), (1, 1)), 0.095, 0.076, 0.005, True),
    (((0.3, 0), (0.31, 0.09), (0.62, 0.4), (1, 1)), 0.105, 0.075, 0.004, False),
    (((0.84, 0), (0.96, 0.1), (1, 0.2), (1, 1)), 0.082, 0.068, 0.005, False),
    (((0.6, 0), (0.7, 0.08), (0.88, 0.5), (1, 1)), 0.088, 0.07, 0.005, True),
    (((0.42, 0), (0.44, 0.08), (0.74, 0.36), (0.92, 0.75), (1, 1)), 0.098, 0.08, 0.004, True),
    (((0.55, 0), (0.75, 0.08), (0.95, 0.4), (1, 0.75), (0.96, 1)), 0.1, 0.085, 0.009, True),
    (
        ((0.5, 0), (0.66, 0.08), (0.86, 0.45), (0.93, 0.8), (0.93, 0.97), (1, 1)),
        0.105,
        0.095,
        0.002,
        True,
    ),
    (((0.4, 0), (0.68, 0.12), (0.9, 0.5), (1, 1)), 0.09, 0.066, 0.0045, True),
    (((0.38, 0), (0.5, 0.12), (0.64, 0.7), (0.7, 0.84), (1, 1)), 0.113, 0.05, 0.004, False),
    (((0.46, 0), (0.42, 0.2), (0.8, 0.4), (0.96, 0.7), (1, 1)), 0.078, 0.088, 0.004, True),
    (((0.5, 0), (0.62, 0.1), (0.86, 0.4), (1, 1)), 0.097, 0.072, 0.006, True),
    (((0.5, 0), (0.52, 0.07), (0.85, 0.2), (1, 0.55), (0.98, 1)), 0.076, 0.076, 0.0055, True),
)


@forms(len(DESIGNS))
def bowl(m: Maker, look: Look, form: int) -> None:
    """Half round, conical, straight, square, scalloped, wooden, mixing bowl, glass, rimmed soup
    bowl, rice bowl on a high foot, hand-made, with two lugs."""
    points, radius, height, wall, smooth = DESIGNS[form]
    r, h = radius * look.rng.uniform(0.95, 1.05), height * look.rng.uniform(0.93, 1.08)
    outer = [(r * a, h * b) for a, b in points]
    line = profile(outer, 3, 0.006 if form != 11 else 0.011) if smooth else straight(outer)
    outline, wave = ring(20 if form != 11 else 18), None
    if form == 3:
        outline = ring(24, 0.45)
    elif form == 4:
        outline = lobed(24, 12, 0.07)
    elif form == 10:
        outline = uneven(24, look.rng, 0.05)
        wave = (uneven(24, look.rng, 0.07)[:, 0] ** 2 - 0.5) * 0.012
    body = Hollow(line, wall, h * 0.09 + 0.005, outline, (0.2, 1.0), wave)
    band = rim = None
    coat, inside = finishes.pottery(look)
    clear = form == 7
    if form == 5:
        coat = inside = finishes.timber(look)
        if look.rng.random() < 0.3:
            coat = finishes.coat(look)
    elif form == 6:
        coat = inside = finishes.steel(look)
        if look.rng.random() < 0.35:
            coat = inside = finishes.bright_plastic(look)
    elif clear:
        coat = inside = finishes.clear_glass(look)
    elif form == 2 and look.rng.random() < 0.4:
        coat, rim = finishes.enamel(look)
        inside = coat
    elif form in (0, 1, 9) and look.rng.random() < 0.5:
        band, coat = finishes.painted(look), ceramic(look.pick(finishes.WHITES))
        inside = coat
    above = form in (1, 4, 8) and band is None and look.rng.random() < 0.35
    if above:
        inside = finishes.painted(look, above=True)
    body.build(m, coat, inside, band, rim, bool(above))
    if form == 11:
        ears(m, body, "lug", coat, 0.78, 0.034, 0.024, 0.009)
    body.fill(m, h * 0.14, through=clear)
    side = r * 0.59
    m.surface((-side, side), (-side, side), h * 0.09 + 0.01, 0.3)


RECIPES: dict[str, Recipe] = {"Bowl": bowl}
