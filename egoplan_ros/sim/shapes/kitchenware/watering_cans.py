# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Watering cans: spout to the front, handle behind."""

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.handles import side_handle
from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow, profile, straight
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, ring, turned
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, metal
from egoplan_ros.sim.shapes.solid import Maker

# Outside as shares of radius and height, radius and height (m), length of the spout (m) and how
# high its tip rises over the rim (m), rose, handle.
DESIGNS: tuple[tuple[Profile, float, float, float, float, bool, str], ...] = (
    (((0.97, 0), (1, 0.03), (1, 0.97), (0.97, 1)), 0.062, 0.14, 0.13, 0.03, True, "ear"),
    (((1, 0), (0.98, 0.05), (0.6, 1)), 0.07, 0.15, 0.11, 0.01, False, "round"),
    (((0.96, 0), (1, 0.04), (1, 1)), 0.058, 0.12, 0.16, 0.05, True, "over"),
    (((0.85, 0), (1, 0.2), (0.94, 0.6), (0.75, 1)), 0.068, 0.15, 0.1, 0.0, False, "square"),
    (((0.9, 0), (1, 0.2), (0.92, 0.5), (0.55, 1)), 0.056, 0.13, 0.17, 0.06, False, "drop"),
    (
        ((0.5, 0), (0.88, 0.2), (1, 0.5), (0.86, 0.82), (0.5, 1)),
        0.068,
        0.13,
        0.12,
        0.03,
        False,
        "over",
    ),
    (((0.95, 0), (1, 0.04), (1, 1)), 0.056, 0.13, 0.12, 0.03, True, "square"),
    (
        ((1, 0), (0.97, 0.08), (0.7, 0.62), (0.52, 0.7), (0.6, 1)),
        0.066,
        0.16,
        0.12,
        0.0,
        False,
        "ear",
    ),
    (((0.9, 0), (1, 0.1), (0.98, 0.7), (0.9, 1)), 0.075, 0.095, 0.13, 0.06, True, "over"),
)


@forms(len(DESIGNS))
def watering_can(m: Maker, look: Look, form: int) -> None:
    """Zinc, conical, long-spouted oval, moulded, gooseneck, ball, square, waisted, low."""
    points, radius, height, long, rise, rose, handle = DESIGNS[form]
    r, h = radius * look.rng.uniform(0.95, 1.06), height * look.rng.uniform(0.95, 1.06)
    outer = [(r * a, h * b) for a, b in points]
    line = profile(outer, 2) if form in (3, 4, 5, 7) else straight(outer)
    outline = {2: ring(20, 1.0, 1.3), 6: ring(20, 0.4)}.get(form, ring(18))
    body = Hollow(line, 0.0025, h * 0.5, outline)
    coat = _surface(look, form)
    part = coat if look.rng.random() < 0.7 else _surface(look, form)
    body.build(m, coat)
    if form in (0, 2, 6, 8):
        # The front half of the mouth is roofed over.
        roof = turned([(0.0, 0.004), (body.mouth, 0.0)], outline)
        roof.faces = roof.faces[roof.vertices[roof.faces][..., 2].mean(1) > 0]
        with m.placed((0, h, 0)):
            m.add(roof, coat, solid=False)
    stretch = 1.3 if form == 2 else 1.0
    start = body.radius(h * 0.2) * stretch - 0.004
    tip = (0.0, h + rise, start + long * look.rng.uniform(0.78, 0.92))
    middle = (0.0, h * 0.2 + (h * 0.8 + rise) * 0.45, start + (tip[2] - start) * 0.5)
    if form == 4:
        middle = (0.0, h * 0.55, start + 0.05)
    thick = 0.012 if form not in (1, 4, 7) else 0.009
    radii = [thick * 1.5, thick, thick * (0.75 if form != 3 else 1.3)]
    m.tube([(0.0, h * 0.2, start), middle, tip], radii, part, n=8)
    if rose:
        with m.placed(tip, (48, 0, 0)):
            head = [(0.008, -0.012), (0.024, 0.012), (0.023, 0.016), (0.0, 0.02)]
            m.add(turned(head, ring(12)), part, solid=False)
    if handle == "over":
        arch = [
            (0.0, h * 0.35, -r * stretch * 0.95),
            (0.0, h * 0.85, -r * stretch - 0.035),
            (0.0, h + 0.035, -r * 0.7),
            (0.0, h + 0.042, 0.0),
            (0.0, h * 0.99, r * stretch * 0.85),
        ]
        m.tube(arch, 0.006, part, n=8)
    else:
        side_handle(m, body, handle, part, 0.92, 0.2, 0.045, (0.016, 0.009), "x", -1.0)
    body.fill(m, 0.012)


def _surface(look: Look, form: int) -> Material:
    if form in (3, 5, 8) or look.rng.random() < 0.3:
        return finishes.bright_plastic(look)
    roll = look.rng.random()
    if roll < 0.3:
        return look.draw("metal", (0.8, 0.82, 0.84), gloss=0.4, rough=0.5)
    if roll < 0.45:
        return metal((0.78, 0.5, 0.35), rough=0.3)
    return finishes.coat(look)


RECIPES: dict[str, Recipe] = {"WateringCan": watering_can}
