# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Salt and pepper: shakers and mills."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.bottles import shell
from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow, profile, straight
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, lobed, ring, turned
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, ceramic, metal
from egoplan_ros.sim.shapes.solid import Maker

# Outside of the body as (radius, height), then of its head, in metres; smooth, see-through.
DESIGNS: tuple[tuple[Profile, Profile, bool, bool], ...] = (
    (
        ((0.027, 0), (0.024, 0.03), (0.026, 0.07)),
        ((0.027, 0.068), (0.026, 0.085), (0.014, 0.1), (0, 0.103)),
        False,
        True,
    ),
    (
        ((0.028, 0), (0.029, 0.02), (0.019, 0.06), (0.026, 0.085)),
        ((0.026, 0.087), (0.028, 0.1), (0.012, 0.118), (0.009, 0.124), (0.012, 0.132), (0, 0.138)),
        True,
        False,
    ),
    (
        ((0.024, 0), (0.032, 0.02), (0.03, 0.05), (0.017, 0.085)),
        ((0.017, 0.085), (0.014, 0.097), (0, 0.102)),
        True,
        False,
    ),
    (
        ((0.026, 0), (0.027, 0.03), (0.018, 0.06), (0.02, 0.11)),
        ((0.021, 0.112), (0.026, 0.125), (0.022, 0.15), (0.008, 0.16), (0.01, 0.17), (0, 0.175)),
        True,
        False,
    ),
    (((0.026, 0), (0.027, 0.052)), ((0.027, 0.052), (0.025, 0.056), (0, 0.057)), False, False),
    (
        ((0.023, 0), (0.023, 0.075)),
        ((0.0235, 0.075), (0.0235, 0.11), (0.021, 0.114), (0, 0.115)),
        False,
        True,
    ),
    (
        ((0.03, 0), (0.026, 0.02), (0.018, 0.06), (0.016, 0.075)),
        ((0.016, 0.075), (0.022, 0.086), (0.016, 0.1), (0, 0.104)),
        True,
        False,
    ),
    (
        ((0.02, 0), (0.034, 0.025), (0.033, 0.045), (0.014, 0.07)),
        ((0.014, 0.07), (0.012, 0.078), (0, 0.08)),
        True,
        False,
    ),
    (
        ((0.029, 0), (0.022, 0.045), (0.025, 0.062)),
        ((0.028, 0.062), (0.027, 0.076), (0.012, 0.086), (0, 0.087)),
        False,
        True,
    ),
    (
        ((0.03, 0), (0.03, 0.09)),
        ((0.0305, 0.092), (0.0305, 0.112), (0.02, 0.118), (0, 0.118)),
        False,
        True,
    ),
)


def _shaker(m: Maker, look: Look, form: int, dark: bool) -> None:
    points, top, smooth, clear = DESIGNS[form]
    wide, tall = look.rng.uniform(0.94, 1.1), look.rng.uniform(0.95, 1.1)
    sized = [(r * wide, y * tall) for r, y in points]
    line = profile(sized, 3) if smooth else straight(sized)
    outline = {0: ring(8), 4: ring(20, 0.35), 8: lobed(24, 8, 0.09)}.get(form, ring(18))
    body = Hollow(line, 0.002, 0.003, outline, (1.0, 0.2) if form == 0 else (1.0, 1.0))
    tone = (
        look.pick(((0.16, 0.13, 0.11), (0.3, 0.2, 0.13)))
        if dark
        else look.pick(((0.96, 0.96, 0.95), (0.93, 0.83, 0.8)))
    )
    coat = _coat(look, form, dark)
    head = finishes.steel(look) if form in (0, 5, 8, 9) else coat
    if form in (1, 3) and look.rng.random() < 0.3:
        head = finishes.steel(look)
    if clear:
        shell(m, body, finishes.clear_glass(look, 0.1))
        level = body.height * look.rng.uniform(0.55, 0.85)
        rows = np.concatenate([[[0.0, 0.003]], body.room(0.003, level, 0.0004), [[0.0, level]]])
        m.add(
            turned(rows, outline, body.shares(rows[:, 1])), Material(tone, rough=0.9), solid=False
        )
    else:
        shell(m, body, coat)
    cap = [(r * wide, y * tall) for r, y in top]
    m.add(turned(profile(cap, 3) if smooth else cap, outline if form in (4, 8) else ring(16)), head)
    y = cap[-1][1]
    hole = Material((0.12, 0.12, 0.12))
    if form in (0, 2, 4, 6, 7, 8):
        # Holes: one row of three for salt, two crossing rows for pepper.
        places = [(0.0, 0.0), (0.006, 0.0), (-0.006, 0.0)]
        places += [(0.0, 0.006), (0.0, -0.006)] if dark else []
        drop = 0.003 if form != 4 else 0.0
        for x, z in places:
            sunk = drop if x or z else 0.0
            m.box((x, z), y - sunk, (0.0022, 0.0008, 0.0022), hole, solid=False)
    elif form == 1 and head is not coat:
        m.cylinder((0, 0), y - 0.002, 0.005, 0.008, metal((0.83, 0.68, 0.36)), n=8)
    elif form == 9:
        m.box((0.018, 0), y + 0.004, (0.05, 0.004, 0.009), head, bevel=0.001)
        m.cylinder((0, 0), y - 0.001, 0.006, 0.006, head, n=8)
        m.cylinder((0.038, 0), y + 0.008, 0.007, 0.018, finishes.timber(look), n=8)


def _coat(look: Look, form: int, dark: bool) -> Material:
    if form in (1, 3):
        if look.rng.random() < 0.7:
            shade = (0.55, 0.45, 0.4) if dark else (1.0, 1.0, 1.0)
            return look.draw("wood", shade, gloss=0.2, rough=0.4)
        return ceramic(look.pick(finishes.DARKS if dark else finishes.WHITES))
    roll = look.rng.random()
    if roll < 0.6:
        return ceramic(look.pick(finishes.DARKS if dark else finishes.WHITES))
    return finishes.glaze(look) if roll < 0.85 else finishes.bright(look)


@forms(len(DESIGNS))
def salt_shaker(m: Maker, look: Look, form: int) -> None:
    """Facetted glass, turned mill, pear, tall mill, cube, cylinder, bell, egg, diner, hand mill."""
    _shaker(m, look, form, dark=False)


@forms(len(DESIGNS))
def pepper_shaker(m: Maker, look: Look, form: int) -> None:
    """As the salt's, with dark contents or coat."""
    _shaker(m, look, form, dark=True)


RECIPES: dict[str, Recipe] = {"PepperShaker": pepper_shaker, "SaltShaker": salt_shaker}
