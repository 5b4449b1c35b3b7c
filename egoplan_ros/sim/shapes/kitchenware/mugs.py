# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Mugs: with a handle at their right, from espresso cup to pint."""

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.handles import side_handle
from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow, profile, straight
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, lobed, ring
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import ceramic
from egoplan_ros.sim.shapes.solid import Maker

# Outside as (share of the radius, share of the height), handle, its roots, reach (m), section (m).
Design = tuple[Profile, str, tuple[float, float], float, tuple[float, float]]
DESIGNS: tuple[Design, ...] = (
    (((0.93, 0), (1, 0.05), (1, 1)), "round", (0.84, 0.2), 0.032, (0.012, 0.009)),
    (((0.66, 0), (0.72, 0.06), (1, 1)), "ear", (0.9, 0.22), 0.034, (0.011, 0.008)),
    (
        ((0.72, 0), (0.92, 0.2), (1, 0.5), (0.93, 0.8), (0.86, 1)),
        "round",
        (0.8, 0.25),
        0.03,
        (0.013, 0.01),
    ),
    (
        ((0.62, 0), (0.6, 0.06), (0.68, 0.16), (0.8, 0.4), (0.84, 0.7), (1, 1)),
        "scroll",
        (0.78, 0.25),
        0.032,
        (0.01, 0.008),
    ),
    (((0.8, 0), (0.97, 0.12), (1, 1)), "drop", (0.78, 0.3), 0.024, (0.009, 0.007)),
    (((0.74, 0), (0.76, 0.05), (1, 1)), "square", (0.88, 0.2), 0.036, (0.016, 0.009)),
    (((0.95, 0), (1, 0.03), (1, 0.97), (1.03, 1)), "ear", (0.93, 0.25), 0.035, (0.016, 0.004)),
    (((0.9, 0), (1, 0.08), (1, 1)), "square", (0.8, 0.24), 0.03, (0.014, 0.011)),
    (((0.88, 0), (0.98, 0.12), (0.98, 0.5), (1, 1)), "round", (0.85, 0.2), 0.034, (0.01, 0.009)),
    (((0.8, 0), (0.82, 0.04), (1, 0.55), (1, 1)), "hook", (0.86, 0.3), 0.034, (0.018, 0.007)),
    (
        ((0.42, 0), (0.44, 0.06), (0.7, 0.22), (0.93, 0.55), (1, 1)),
        "drop",
        (0.86, 0.38),
        0.028,
        (0.011, 0.008),
    ),
    (((0.9, 0), (1, 0.08), (0.96, 0.5), (1, 1)), "wedge", (0.9, 0.2), 0.034, (0.012, 0.009)),
)
SIZES = (
    # Radius and height, metres; from espresso (4) to pint (5).
    (0.042, 0.098),
    (0.047, 0.1),
    (0.046, 0.092),
    (0.045, 0.108),
    (0.031, 0.06),
    (0.045, 0.128),
    (0.044, 0.085),
    (0.039, 0.1),
    (0.041, 0.095),
    (0.041, 0.124),
    (0.056, 0.07),
    (0.043, 0.096),
)


@forms(len(DESIGNS))
def mug(m: Maker, look: Look, form: int) -> None:
    """Straight, tapered, bellied, footed, espresso, pint, enamel, square, glass, steel, wide,
    faceted."""
    points, kind, roots, reach, section = DESIGNS[form]
    r = SIZES[form][0] * look.rng.uniform(0.95, 1.05)
    h = SIZES[form][1] * look.rng.uniform(0.94, 1.06)
    outer = [(r * a, h * b) for a, b in points]
    smooth = profile(outer, 3, 0.009) if form in (2, 3, 8, 10, 11) else straight(outer)
    wall = {6: 0.0018, 8: 0.0035, 9: 0.003}.get(form, 0.0042)
    outline = {7: ring(24, 0.42), 11: lobed(24, 12, 0.06, sharp=True)}.get(
        form, ring(20 if form != 10 else 17)
    )
    body = Hollow(smooth, wall, 0.008, outline, (1.0, 0.3) if form == 11 else (1.0, 1.0))
    band = rim = None
    coat, inside = finishes.pottery(look)
    grip = coat if look.rng.random() < 0.75 else inside
    if form == 6:
        coat, rim = finishes.enamel(look)
        inside, grip = coat, rim if look.rng.random() < 0.3 else coat
    elif form == 8:
        coat = inside = grip = finishes.clear_glass(look, 0.2)
    elif form == 9:
        coat = finishes.steel(look) if look.rng.random() < 0.5 else finishes.coat(look)
        inside, grip = finishes.steel(look), finishes.grip(look)
    elif form in (0, 1, 4, 5) and look.rng.random() < 0.45:
        band, inside = finishes.painted(look), ceramic(look.pick(finishes.WHITES))
        coat = grip = inside
    body.build(m, coat, inside, band, rim)
    power = 0.6 if kind in ("square", "hook", "wedge") else 1.0
    side_handle(m, body, kind, grip, *roots, reach, section, power=power)
    body.fill(m, 0.009, through=form == 8)
    body_side = min(body.mouth, body.radius(0.02)) * 0.78
    m.surface((-body_side, body_side), (-body_side, body_side), 0.012, 0.25)


RECIPES: dict[str, Recipe] = {"Mug": mug}
