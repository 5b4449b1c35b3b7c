# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Plates: flat china of many rims and outlines."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.turning import (
    Profile,
    from_above,
    lobed,
    ring,
    turned,
    uneven,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, ceramic
from egoplan_ros.sim.shapes.solid import Maker

# Upper side as (share of the radius, height in metres) from the middle to the rim.
COUPE: Profile = ((0.62, 0.006), (0.8, 0.01), (0.93, 0.016), (1, 0.022))
RIMMED: Profile = ((0.64, 0.006), (0.7, 0.011), (0.74, 0.015), (1, 0.02))
WIDE: Profile = ((0.5, 0.006), (0.55, 0.014), (0.58, 0.016), (1, 0.022))
DEEP: Profile = ((0.5, 0.006), (0.64, 0.02), (0.7, 0.025), (1, 0.03))
UPRIGHT: Profile = ((0.9, 0.006), (0.955, 0.008), (0.985, 0.026), (1, 0.028))
FLAT: Profile = ((0.86, 0.007), (0.9, 0.0085), (0.93, 0.013), (1, 0.0135))
FLARED: Profile = ((0.55, 0.006), (0.7, 0.008), (0.88, 0.014), (1, 0.026))
ENAMEL: Profile = ((0.76, 0.006), (0.86, 0.021), (0.9, 0.024), (1, 0.025))
DESIGNS = (COUPE, RIMMED, WIDE, FLARED, RIMMED, DEEP, FLAT, ENAMEL, COUPE, UPRIGHT, WIDE, FLARED)


@forms(len(DESIGNS))
def plate(m: Maker, look: Look, form: int) -> None:
    """Coupe, rimmed, wide-rimmed, square, octagonal, deep, wooden, enamel, fluted glass, upright
    rim, flower, hand-made."""
    r = look.rng.uniform(0.104, 0.132)
    outline = {
        3: ring(28, 0.4),
        4: ring(8),
        8: lobed(28, 14, 0.07),
        10: lobed(30, 6, 0.12, sharp=True),
        11: uneven(28, look.rng, 0.03),
    }.get(form, ring(28))
    top = np.array([(r * a, y) for a, y in DESIGNS[form]])
    thick = 0.0035 if form != 6 else 0.006
    under = np.column_stack([top[:, 0], top[:, 1] - thick])[::-1]
    under[-1] = (top[0, 0] * 0.97, 0.0)
    lip = np.array([[r + 0.0012, top[-1, 1] - thick * 0.5]])
    shares = np.clip((top[:, 0] / r - 0.4) / 0.45, 0, 1)
    coat, face = finishes.pottery(look)
    rim: Material | None = None
    painted = False
    if form == 6:
        coat = face = finishes.timber(look)
    elif form == 7:
        coat, rim = finishes.enamel(look)
        face = coat
    elif form == 8:
        coat = face = finishes.clear_glass(look, 0.6)
    elif form in (0, 1, 2, 4, 5, 10) and look.rng.random() < 0.5:
        coat = face = ceramic(look.pick(finishes.WHITES))
        painted = bool(look.rng.random() < 0.65)
        face = finishes.painted(look, above=True) if painted else face
        rim = None if painted else finishes.bright(look)
    below = np.concatenate([lip, under, [[0.0, 0.0]]])
    m.add(turned(below, outline, np.concatenate([[1.0], shares[::-1], [0.0]])), coat)
    middle = np.array([[0.0, top[0, 1] - 0.0012], [top[0, 0] * 0.8, top[0, 1] - 0.0006]])
    upper = turned(
        np.concatenate([middle, top, lip]),
        outline,
        np.concatenate([[0.0, shares[0]], shares, [1.0]]),
    )
    m.add(from_above(upper) if painted else upper, face)
    if rim is not None:
        line = top[-1] + np.array([[-0.0045, 0.0006], [0.0, 0.0008], [0.0016, -thick * 0.4]])
        m.add(turned(line, outline), rim, solid=False)
    side = r * 0.63
    m.surface((-side, side), (-side, side), 0.0075, 0.35)


RECIPES: dict[str, Recipe] = {"Plate": plate}
