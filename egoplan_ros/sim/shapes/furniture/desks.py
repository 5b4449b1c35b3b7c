# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Writing desks; drawers are things of their own that go into the pedestal."""

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import (
    beam,
    beams,
    block,
    iron,
    legs,
    plate,
    rounded,
    timber,
)
from egoplan_ros.sim.shapes.furniture.tables import carry
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.solid import Maker, Vec

PEDESTAL = 0.4
"""Width of a stack of drawers with its body, metres; it stands on the left."""


@forms(6)
def desk(
    m: Maker,
    look: Look,
    form: int,
    size: Vec = (1.3, 0.75, 0.65),
    pedestal: bool = False,
) -> None:
    """A desk: panel sides, tapered legs, metal frame, trestles, corner posts, or a rounded body.

    `pedestal`: with a body for drawers on the left.
    """
    w, h, d = size
    wood = timber(look)
    rng = look.rng
    t = float(rng.uniform(0.022, 0.04))
    white = Material((0.93, 0.93, 0.92), gloss=0.2)
    top = white if rng.random() < 0.25 else wood
    if form in (1, 5):
        plate(m, rounded(w, d, 0.06 if form == 1 else 0.02), h - t, t, top, bevel=0.008)
    else:
        m.box((0, 0), h - t, (w, t, d), top, bevel=0.006)
    if form == 0:
        for s in (-1, 1):
            m.box((s * (w / 2 - 0.0175), 0), 0, (0.035, h - t, d - 0.04), wood, bevel=0.005)
        m.box((0, -d / 2 + 0.04), 0.3, (w - 0.07, h - t - 0.3, 0.02), wood)
    elif form == 1:
        legs(m, "round", (w - 0.06, d - 0.06), h - t, 0.05, wood, splay=0.05)
        m.box((0, 0), h - t - 0.08, (w - 0.2, 0.08, d - 0.14), wood, solid=False)
        for k in (-1, 1):
            m.cylinder((k * w * 0.2, d / 2 - 0.068), h - t - 0.045, 0.012, 0.012, look.handle, n=8)
    elif form == 2:
        _frame(m, look, size, h - t)
    elif form == 3:
        for s in (-1, 1):
            _trestle(m, s * (w / 2 - 0.22), h - t, d, wood)
    elif form == 4:
        legs(m, "square", (w, d), h - t, 0.055, wood)
        m.box((0, -d / 2 + 0.03), h - t - 0.22, (w - 0.11, 0.22, 0.02), wood)
        for s in (-1, 1):
            m.box((s * (w / 2 - 0.03), 0), h - t - 0.1, (0.02, 0.1, d - 0.11), wood)
            m.box((s * (w / 2 - 0.03), 0), 0.12, (0.03, 0.04, d - 0.11), wood)
        m.box((0, -d / 2 + 0.03), 0.12, (w - 0.11, 0.04, 0.03), wood)
    else:
        for x in (-w / 2 + 0.03, w / 2 - 0.03):
            m.box((x, 0), 0.05, (0.05, h - t - 0.05, d - 0.03), wood, bevel=0.015)
            m.box((x, 0), 0, (0.04, 0.05, d - 0.12), iron(look))
        m.box((0, -d / 2 + 0.03), h * 0.4, (w - 0.1, h * 0.6 - t, 0.018), wood)
        m.box((0, 0), h - t - 0.09, (w - 0.1, 0.012, d - 0.05), wood, solid=False)
    if pedestal:
        _body(m, wood, size, h - t)
    carry(m, size)


def _frame(m: Maker, look: Look, size: Vec, top: float) -> None:
    w, _, d = size
    dark = iron(look)
    bar = 0.04
    for s in (-1, 1):
        x = s * (w / 2 - 0.05)
        for z in (-d / 2 + 0.05, d / 2 - 0.05):
            m.box((x, z), 0, (bar, top, bar), dark, solid=False, bevel=0.003)
        m.box((x, 0), 0, (bar, bar, d - 0.14), dark, solid=False)
        m.box((x, 0), top - bar, (bar, bar, d - 0.14), dark, solid=False)
        block(m, (x - bar / 2, 0, -d / 2 + 0.03), (x + bar / 2, top, d / 2 - 0.03))
        # The cross at the back keeps it from swaying.
        ends = (
            (-s * (w / 2 - 0.07), 0.06, -d / 2 + 0.05),
            (s * (w / 2 - 0.07), top * 0.9, 0.05 - d / 2),
        )
        beam(m, ends[0], ends[1], 0.014, dark, n=6)


def _trestle(m: Maker, x: float, top: float, d: float, wood: Material) -> None:
    legs_of = [
        ((x + s * 0.15, 0.0, z * 1.1), (x + s * 0.03, top, z))
        for z in (-d * 0.36, d * 0.36)
        for s in (-1, 1)
    ]
    beams(m, legs_of, 0.04, wood)
    rails = [(y * top, x + s * (0.15 - 0.12 * y)) for y in (0.25, 0.62) for s in (-1, 1)]
    beams(m, [((a, y, -d * 0.38), (a, y, d * 0.38)) for y, a in rails], 0.025, wood)
    block(m, (x - 0.15, 0, -d * 0.4), (x + 0.15, top, d * 0.4))


def _body(m: Maker, wood: Material, size: Vec, top: float) -> None:
    """Sides, back and foot around the drawers."""
    w, _, d = size
    left = -w / 2 + 0.02
    for x in (left + 0.008, left + PEDESTAL - 0.008):
        m.box((x, 0), 0.03, (0.016, top - 0.03, d - 0.06), wood, bevel=0.003)
    m.box((left + PEDESTAL / 2, -d / 2 + 0.04), 0.03, (PEDESTAL, top - 0.03, 0.012), wood)
    m.box((left + PEDESTAL / 2, 0), 0.03, (PEDESTAL, 0.016, d - 0.06), wood)
    m.box((left + PEDESTAL / 2, -0.02), 0, (PEDESTAL - 0.06, 0.03, d - 0.14), wood.shaded(0.4))


RECIPES: dict[str, Recipe] = {"Desk": desk}
