# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pots and pans; long handles point to the front."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.handles import ears, long_handle
from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow, profile, round_vessel, straight
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, ring
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, ceramic, metal, plastic
from egoplan_ros.sim.shapes.solid import Maker

STRAIGHT: Profile = ((0.95, 0), (1, 0.05), (1, 1))
# Outside as (share of the radius, share of the height), radius, height, wall (m).
POTS: tuple[tuple[Profile, float, float, float], ...] = (
    (STRAIGHT, 0.112, 0.15, 0.003),
    (STRAIGHT, 0.1, 0.125, 0.003),
    (((0.82, 0), (0.95, 0.12), (1, 0.5), (0.97, 1)), 0.12, 0.13, 0.006),
    (((0.94, 0), (1, 0.08), (1, 0.92), (1.03, 1)), 0.13, 0.1, 0.003),
    (((0.45, 0), (0.8, 0.12), (1, 0.45), (0.95, 0.78), (0.84, 0.9), (0.9, 1)), 0.118, 0.16, 0.006),
    (((0.86, 0), (0.95, 0.1), (0.97, 0.6), (1.06, 1)), 0.092, 0.135, 0.003),
    (STRAIGHT, 0.105, 0.2, 0.003),
    (((0.97, 0), (1, 0.04), (1, 0.95), (1.02, 1)), 0.102, 0.115, 0.004),
    (((0.7, 0), (0.9, 0.15), (1, 0.5), (0.94, 0.9), (0.98, 1)), 0.11, 0.15, 0.003),
    (((0.8, 0), (0.97, 0.2), (1, 0.45), (0.88, 0.86), (0.96, 0.92), (0.94, 1)), 0.118, 0.14, 0.007),
    (((0.68, 0), (0.76, 0.08), (1, 1)), 0.125, 0.115, 0.0035),
    (((0.8, 0), (0.98, 0.1), (1, 0.2), (1, 1)), 0.108, 0.12, 0.004),
)
SMOOTH_POTS = (2, 4, 5, 8, 9)


@forms(len(POTS))
def pot(m: Maker, look: Look, form: int) -> None:
    """Stock pot, saucepan, Dutch oven, low casserole, cauldron, milk pan, tall pasta pot, copper
    pan, enamel pot with a bail, clay pot, flared pot, square pot."""
    points, radius, height, wall = POTS[form]
    r, h = radius * look.rng.uniform(0.94, 1.06), height * look.rng.uniform(0.93, 1.07)
    outer = [(r * a, h * b) for a, b in points]
    line = profile(outer, 2, 0.01) if form in SMOOTH_POTS else straight(outer)
    outline = ring(24, 0.5) if form == 11 else ring(16 if form in SMOOTH_POTS else 20)
    body = Hollow(line, wall, 0.008, outline)
    inside = finishes.steel(look)
    coat = inside if look.rng.random() < 0.6 else finishes.coat(look)
    rim: Material | None = None
    if form == 2:
        coat = finishes.coat(look) if look.rng.random() < 0.75 else finishes.iron(look)
        inside = ceramic((0.92, 0.88, 0.8)) if look.rng.random() < 0.6 else finishes.iron(look)
    elif form == 4:
        coat = inside = finishes.iron(look)
    elif form == 7:
        coat = metal((0.8, 0.48, 0.33), rough=0.25)
    elif form in (5, 8):
        coat, rim = finishes.enamel(look)
        inside = ceramic((0.93, 0.93, 0.92))
    elif form == 9:
        coat = look.draw("glaze", look.pick(((0.75, 0.42, 0.27), (0.5, 0.3, 0.2))), gloss=0.25)
        inside = coat if look.rng.random() < 0.5 else ceramic((0.55, 0.33, 0.2))
    body.build(m, coat, inside, rim=rim)
    dark = finishes.grip(look)
    if form in (1, 5, 7):
        tang = metal((0.83, 0.68, 0.36)) if form == 7 else finishes.steel(look)
        length = look.rng.uniform(0.16, 0.2)
        widths = {1: (0.02, 0.018, 0.024), 5: (0.024, 0.02, 0.026), 7: (0.03, 0.014, 0.02)}[form]
        surface = tang if form == 7 else dark
        root = None if form == 7 else tang
        long_handle(m, body, surface, 0.8, length, 0.02, widths, 0.014, root=root)
    elif form == 8:
        _bail(m, body, metal((0.4, 0.4, 0.42)), finishes.timber(look))
    else:
        kind = {0: "loop", 2: "lug", 3: "loop", 4: "lug", 6: "loop", 9: "lug", 11: "loop"}.get(
            form, "lug"
        )
        surface = coat if kind == "lug" else inside if look.rng.random() < 0.6 else dark
        reach = 0.032 if kind == "loop" else 0.028
        thick = 0.009 if kind == "loop" else 0.014
        width = 0.05 if form == 4 else 0.085
        ears(m, body, kind, surface, 0.72 if form in (0, 6) else 0.84, width, reach, thick)
    body.fill(m, 0.02)
    side = r * 0.66
    m.surface((-side, side), (-side, side), 0.01, 0.35)


def _bail(m: Maker, body: Hollow, wire: Material, grip: Material) -> None:
    """A wire handle laid down to the back, with a wooden roll in its middle."""
    y, r = body.height * 0.86, body.radius(body.height * 0.86) + 0.004
    turn = np.linspace(0, np.pi, 7)
    path = [
        (float(r * np.cos(a)), float(y + 0.05 * np.sin(a)), float(-(r + 0.006) * np.sin(a)))
        for a in turn
    ]
    m.tube(path, 0.0025, wire, n=5)
    m.tube(path[2:5], 0.008, grip, n=8)
    for sign in (-1, 1):
        m.box((sign * r, 0), y - 0.012, (0.008, 0.024, 0.02), wire, solid=False)


# Outside as above, radius, height, wall (m).
PANS: tuple[tuple[Profile, float, float, float], ...] = (
    (((0.8, 0), (0.86, 0.12), (1, 1)), 0.125, 0.042, 0.003),
    (((0.86, 0), (0.9, 0.1), (1, 1)), 0.12, 0.045, 0.005),
    (((0.96, 0), (1, 0.1), (1, 1)), 0.12, 0.055, 0.003),
    (((0.9, 0), (0.95, 0.25), (1, 1)), 0.13, 0.018, 0.003),
    (((0.3, 0), (0.62, 0.2), (0.86, 0.62), (1, 1)), 0.14, 0.062, 0.0025),
    (((0.86, 0), (0.92, 0.15), (1, 1)), 0.115, 0.04, 0.004),
    (((0.72, 0), (0.88, 0.2), (0.97, 0.65), (1, 1)), 0.12, 0.045, 0.003),
    (((0.88, 0), (0.95, 0.2), (1, 1)), 0.132, 0.042, 0.0025),
    (((0.78, 0), (0.83, 0.1), (0.93, 0.6), (1.02, 1)), 0.122, 0.045, 0.003),
    (((0.82, 0), (0.94, 0.25), (1, 0.5), (1, 1)), 0.11, 0.05, 0.003),
    (((0.8, 0), (0.88, 0.2), (1, 1)), 0.118, 0.04, 0.003),
    (((0.84, 0), (0.9, 0.15), (1, 1)), 0.105, 0.035, 0.004),
)
LENGTHS = (0.17, 0.12, 0.18, 0.18, 0.16, 0.16, 0.17, 0.0, 0.19, 0.14, 0.16, 0.15)


@forms(len(PANS))
def pan(m: Maker, look: Look, form: int) -> None:
    """Skillet, cast iron, sauté pan, crêpe pan, wok, square grill pan, coloured, paella pan with
    two handles, copper, enamel, oval fish pan, small octagonal pan."""
    points, radius, height, wall = PANS[form]
    r, h = radius * look.rng.uniform(0.94, 1.06), height * look.rng.uniform(0.92, 1.08)
    outer = [(r * a, h * b) for a, b in points]
    line = profile(outer, 3) if form in (4, 6, 8) else straight(outer)
    outline = {5: ring(24, 0.4), 10: ring(24, 1.0, 1.22), 11: ring(8)}.get(form)
    body = (
        Hollow(line, wall, 0.006, outline)
        if outline is not None
        else round_vessel(line, wall, 0.006)
    )
    inside = finishes.iron(look)
    coat = inside if look.rng.random() < 0.5 else finishes.coat(look)
    grip, root = finishes.grip(look), finishes.steel(look)
    rim: Material | None = None
    if form in (1, 5):
        coat = inside
    elif form in (2, 7):
        coat = inside = finishes.steel(look)
    elif form == 6:
        coat = finishes.coat(look)
        inside = ceramic(look.pick(finishes.WHITES)) if look.rng.random() < 0.6 else inside
    elif form == 8:
        coat, inside = metal((0.8, 0.48, 0.33), rough=0.25), finishes.steel(look)
        root = finishes.iron(look)
    elif form == 9:
        coat, rim = finishes.enamel(look)
        inside = ceramic((0.93, 0.93, 0.92))
    body.build(m, coat, inside, rim=rim)
    if form == 5:
        for x in np.linspace(-0.6, 0.6, 7):
            m.box((float(x) * r, 0), 0.006, (0.005, 0.003, r * 1.5), inside, solid=False)
    length = LENGTHS[form] * look.rng.uniform(0.95, 1.08)
    if form == 7:
        ears(m, body, "loop", plastic(finishes.tone(look)), 0.8, 0.08, 0.028, 0.008)
    elif form in (1, 11):
        widths = (0.036, 0.024, 0.034) if form == 1 else (0.03, 0.02, 0.02)
        long_handle(m, body, coat if form == 1 else grip, 0.85, length, 0.012, widths, 0.012)
        if form == 1:
            m.box((0, -r - 0.008), h * 0.68, (0.05, 0.009, 0.026), coat, solid=False, bevel=0.003)
    elif form in (2, 8, 9):
        widths = {2: (0.034, 0.014, 0.026), 8: (0.04, 0.016, 0.022), 9: (0.03, 0.022, 0.026)}[form]
        surface = coat if form == 9 else root
        long_handle(m, body, surface, 0.75, length, 0.035, widths, 0.01)
    else:
        widths = (0.024, 0.02, 0.026 if form != 4 else 0.03)
        rise = 0.05 if form in (4, 6) else 0.018
        thick = 0.022 if form in (4, 10) else 0.015
        long_handle(m, body, grip, 0.7, length, rise, widths, thick, root=root)
    side = r * (0.56 if form != 4 else 0.5)
    m.surface((-side, side), (-side, side), 0.008, 0.35)


RECIPES: dict[str, Recipe] = {"Pan": pan, "Pot": pot}
