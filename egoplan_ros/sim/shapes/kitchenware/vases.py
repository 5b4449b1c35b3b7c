# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Vases of pottery and glass."""

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.hollow import profile, straight
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, bar, lobed, ring, turned
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import ceramic
from egoplan_ros.sim.shapes.primitives import Floats
from egoplan_ros.sim.shapes.solid import Maker

# Outside as (radius, height) in metres from foot to rim, smooth.
DESIGNS: tuple[tuple[Profile, bool], ...] = (
    (((0.038, 0), (0.075, 0.09), (0.07, 0.15), (0.03, 0.2), (0.045, 0.235)), True),
    (((0.055, 0), (0.058, 0.04), (0.05, 0.09), (0.02, 0.13), (0.017, 0.25), (0.024, 0.27)), True),
    (((0.05, 0), (0.052, 0.01), (0.052, 0.24)), False),
    (((0.045, 0), (0.03, 0.03), (0.034, 0.1), (0.05, 0.2), (0.085, 0.26)), True),
    (
        ((0.035, 0), (0.078, 0.05), (0.088, 0.09), (0.072, 0.14), (0.032, 0.165), (0.034, 0.18)),
        True,
    ),
    (
        (
            (0.05, 0),
            (0.072, 0.05),
            (0.06, 0.1),
            (0.034, 0.13),
            (0.05, 0.17),
            (0.026, 0.22),
            (0.03, 0.24),
        ),
        True,
    ),
    (((0.05, 0), (0.054, 0.01), (0.058, 0.22), (0.055, 0.225)), False),
    (((0.036, 0), (0.064, 0.07), (0.075, 0.14), (0.062, 0.2), (0.07, 0.24)), True),
    (((0.05, 0), (0.062, 0.08), (0.052, 0.16), (0.062, 0.24)), True),
    (((0.04, 0), (0.06, 0.03), (0.064, 0.06), (0.04, 0.13), (0.014, 0.2), (0.012, 0.27)), True),
    (((0.045, 0), (0.06, 0.06), (0.082, 0.13), (0.076, 0.18), (0.04, 0.205), (0.044, 0.225)), True),
    (((0.05, 0), (0.085, 0.03), (0.09, 0.055), (0.07, 0.085), (0.045, 0.095), (0.05, 0.105)), True),
    (((0.04, 0), (0.062, 0.08), (0.066, 0.14), (0.028, 0.19), (0.026, 0.22), (0.04, 0.245)), True),
    (((0.055, 0), (0.068, 0.012), (0.028, 0.11), (0.066, 0.23), (0.062, 0.24)), False),
)


@forms(len(DESIGNS))
def vase(m: Maker, look: Look, form: int) -> None:
    """Bellied, bottle, cylinder, trumpet, ball, gourd, square, fluted, twisted, drop, ginger jar,
    low, with two handles, faceted."""
    points, smooth = DESIGNS[form]
    wide, tall = look.rng.uniform(0.9, 1.06), look.rng.uniform(0.9, 1.1)
    sized = [(r * wide, y * tall) for r, y in points]
    outer = profile(sized, 3) if smooth else straight(sized)
    outline: Floats = {
        6: ring(24, 0.4),
        7: lobed(30, 10, 0.12),
        8: lobed(24, 6, 0.2),
        13: ring(int(look.rng.integers(6, 9))),
    }.get(form, ring(20))
    twist = (
        look.rng.uniform(0.8, 1.5) * (1 if look.rng.random() < 0.5 else -1) if form == 8 else 0.0
    )
    glassy = form in (2, 3, 6, 7, 11, 13) and look.rng.random() < 0.5
    coat, inside = finishes.pottery(look)
    if glassy:
        coat = inside = finishes.clear_glass(look, 0.6)
    elif look.rng.random() < 0.12:
        coat = inside = finishes.bright(look)
    elif form in (0, 1, 4, 5, 10, 12) and look.rng.random() < 0.4:
        coat, inside = finishes.painted(look), ceramic(look.pick(finishes.WHITES))
    made = turned(outer, outline, twist=twist, mapped=coat.texture == "china")
    m.add(made, coat)
    wall = 0.004
    rim, height = float(outer[-1, 0]), float(outer[-1, 1])
    neck = min(float(outer[:, 0][outer[:, 1] > height * 0.6].min()), rim) - wall
    inner = [(rim, height), (rim - wall, height), (max(neck, 0.006), height * 0.8)]
    inner += [(max(neck, 0.006), height * 0.45), (0.0, height * 0.45)]
    share = [1.0, 1.0, 1.0, 0.5, 0.5]
    made = turned(inner, outline if not twist else _turn(outline, twist), share)
    if glassy:
        inner = [(rim, height), (rim - wall, height - 0.001)]
        made = turned(inner, outline if not twist else _turn(outline, twist))
    m.add(made, inside, solid=False)
    m.add(turned([(0.0, 0.0), (float(outer[0, 0]), 0.0)], outline), coat, solid=False)
    if form == 12:
        for sign in (-1.0, 1.0):
            y = height
            stations = [
                (sign * 0.026 * wide, y * 0.9, 0.014, 0.008),
                (sign * 0.066 * wide, y * 0.88, 0.014, 0.008),
                (sign * 0.075 * wide, y * 0.72, 0.014, 0.008),
                (sign * 0.055 * wide, y * 0.6, 0.014, 0.008),
            ]
            m.add(bar(stations, 2, 6, across="z"), coat, solid=False)


def _turn(outline: Floats, by: float) -> Floats:
    return turned([(1.0, 0.0), (1.0, 1.0)], outline, twist=by).vertices[-len(outline) :, ::2]


RECIPES: dict[str, Recipe] = {"Vase": vase}
