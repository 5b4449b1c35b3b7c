# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Bottles for water, milk, juice, oil and wine: clear, so that what is inside shows."""

from dataclasses import replace

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.handles import side_handle
from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow, profile, straight
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, around, lobed, ring, turned
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Color, Material, glass, metal, plastic
from egoplan_ros.sim.shapes.primitives import Floats
from egoplan_ros.sim.shapes.solid import Maker

# Outside as (radius, height) in metres, smooth, closure, span of the label (heights; 0, 0: none).
DESIGNS: tuple[tuple[Profile, bool, str, tuple[float, float]], ...] = (
    (
        ((0.034, 0), (0.036, 0.01), (0.036, 0.15), (0.03, 0.19), (0.014, 0.225), (0.014, 0.24)),
        True,
        "screw",
        (0.07, 0.13),
    ),
    (
        ((0.045, 0), (0.047, 0.01), (0.047, 0.13), (0.04, 0.165), (0.022, 0.2), (0.025, 0.24)),
        True,
        "foil",
        (0, 0),
    ),
    (
        ((0.036, 0), (0.037, 0.15), (0.034, 0.165), (0.015, 0.19), (0.013, 0.24)),
        False,
        "cork",
        (0.05, 0.12),
    ),
    (
        ((0.036, 0), (0.038, 0.05), (0.031, 0.1), (0.037, 0.15), (0.036, 0.19), (0.022, 0.21)),
        True,
        "sport",
        (0, 0),
    ),
    (((0.04, 0), (0.041, 0.2), (0.034, 0.215), (0.033, 0.22)), False, "loop", (0, 0)),
    (
        ((0.03, 0), (0.031, 0.12), (0.028, 0.14), (0.0135, 0.19), (0.0125, 0.245)),
        True,
        "crown",
        (0.05, 0.11),
    ),
    (
        ((0.04, 0), (0.041, 0.13), (0.034, 0.165), (0.014, 0.195), (0.014, 0.235)),
        True,
        "swing",
        (0, 0),
    ),
    (((0.054, 0), (0.05, 0.07), (0.03, 0.15), (0.024, 0.18), (0.034, 0.245)), True, "open", (0, 0)),
    (
        ((0.052, 0), (0.054, 0.02), (0.054, 0.14), (0.042, 0.19), (0.018, 0.22), (0.018, 0.235)),
        True,
        "screw",
        (0.05, 0.12),
    ),
    (
        ((0.03, 0), (0.036, 0.02), (0.032, 0.08), (0.036, 0.14), (0.028, 0.18), (0.016, 0.19)),
        True,
        "nozzle",
        (0.05, 0.13),
    ),
    (
        ((0.028, 0), (0.05, 0.05), (0.05, 0.08), (0.028, 0.14), (0.013, 0.18), (0.013, 0.24)),
        True,
        "cork",
        (0, 0),
    ),
    (
        ((0.042, 0), (0.044, 0.01), (0.044, 0.17), (0.036, 0.195), (0.031, 0.21)),
        True,
        "jar",
        (0.05, 0.13),
    ),
)


@forms(len(DESIGNS))
def bottle(m: Maker, look: Look, form: int) -> None:
    """Water, milk, square oil, sports, flask, long neck, swing top, carafe, handled jug, squeeze,
    ball flask, jar."""
    points, smooth, closure, label = DESIGNS[form]
    wide, tall = look.rng.uniform(0.94, 1.08), look.rng.uniform(0.93, 1.07)
    sized = [(r * wide, y * tall) for r, y in points]
    line = profile(sized, 3) if smooth else straight(sized)
    outline = {2: ring(20, 0.45), 0: lobed(24, 8, 0.05), 11: ring(16)}.get(form, ring(18))
    body = Hollow(line, 0.0018, 0.004, outline, (1.0, 0.0) if form in (0, 2) else (1.0, 1.0))
    if form == 5:
        wall = glass(look.pick(((0.5, 0.28, 0.1), (0.2, 0.45, 0.2), (0.85, 0.92, 0.9))), clear=0.6)
    elif form in (3, 4, 9):
        wall = replace(glass(finishes.tone(look, 0.3), clear=0.6), gloss=0.4)
    else:
        wall = finishes.clear_glass(look, 0.45)
    shell(m, body, wall)
    body.fill(m, 0.03 * tall if form != 7 else 0.05, through=True)
    if label[1] > 0 and look.rng.random() < 0.85:
        band(m, body, look.draw("label"), label[0] * tall, label[1] * tall)
    _close(m, look, body, closure)
    if form == 8:
        side_handle(m, body, "round", wall, 0.86, 0.5, 0.03, (0.014, 0.009))


def shell(m: Maker, body: Hollow, wall: Material) -> None:
    """The outside alone with its bottom: a wall too thin to be seen from within."""
    rows = np.concatenate([[[0.0, 0.0]], body.outer])
    m.add(turned(rows, body.outline, body.shares(rows[:, 1])), wall)


def band(m: Maker, body: Hollow, picture: Material, low: float, high: float) -> None:
    """A label round a bottle between two heights."""
    y = body.outer[:, 1]
    heights = np.concatenate([[low], y[(y > low + 0.003) & (y < high - 0.003)], [high]])
    rows = np.column_stack([np.interp(heights, y, body.outer[:, 0]) + 0.0008, heights])
    length = 2 * np.pi * float(rows[:, 0].mean())
    made = turned(rows, body.outline, body.shares(heights), mapped=True)
    m.add(around(made, max(round(length / (high - low)), 1)), picture, solid=False)


def _close(m: Maker, look: Look, body: Hollow, kind: str) -> None:
    y, r = body.height, body.mouth
    cap = (
        plastic(finishes.tone(look, 0.4))
        if look.rng.random() < 0.7
        else plastic((0.95, 0.95, 0.94))
    )
    round_one: Floats = ring(14)
    wire = metal((0.7, 0.7, 0.72))
    if kind == "screw":
        m.add(
            turned([(r + 0.002, y - 0.012), (r + 0.002, y + 0.004), (0, y + 0.004)], ring(14)), cap
        )
    elif kind == "foil":
        m.add(
            turned(
                [(r + 0.003, y - 0.01), (r + 0.003, y), (r, y + 0.003), (0, y + 0.002)], round_one
            ),
            metal(cap.color),
        )
    elif kind == "cork":
        cork = look.draw("cork", rough=0.9)
        m.add(
            turned(
                [(r * 0.8, y - 0.002), (r * 0.85, y + 0.01), (r * 0.8, y + 0.012), (0, y + 0.012)],
                round_one,
            ),
            cork,
        )
    elif kind == "sport":
        rows = [
            (r + 0.01, y - 0.008),
            (r + 0.01, y + 0.008),
            (r * 0.5, y + 0.014),
            (0.009, y + 0.018),
        ]
        m.add(turned([*rows, (0.008, y + 0.034), (0, y + 0.036)], round_one), cap)
    elif kind == "loop":
        m.add(
            turned([(r + 0.002, y - 0.004), (r + 0.001, y + 0.02), (0, y + 0.024)], round_one), cap
        )
        arch = [
            (-0.02, y + 0.014, 0.0),
            (-0.018, y + 0.04, 0.0),
            (0.018, y + 0.04, 0.0),
            (0.02, y + 0.014, 0.0),
        ]
        m.tube(arch, 0.005, cap, n=6)
    elif kind == "crown":
        m.add(
            turned(
                [(r + 0.003, y - 0.005), (r + 0.001, y + 0.001), (0, y + 0.002)],
                lobed(24, 12, 0.12),
            ),
            metal(cap.color),
        )
    elif kind == "swing":
        m.add(
            turned([(r, y), (r * 0.9, y + 0.01), (0, y + 0.012)], round_one),
            plastic((0.94, 0.93, 0.9)),
        )
        for sign in (-1, 1):
            x = sign * (r + 0.005)
            m.tube(
                [(sign * 0.004, y + 0.008, 0), (x, y + 0.006, 0), (x, y - 0.03, 0.01)],
                0.0015,
                wire,
                n=5,
            )
    elif kind == "nozzle":
        m.add(
            turned(
                [(r + 0.004, y - 0.006), (r + 0.003, y + 0.008), (0.004, y + 0.04), (0, y + 0.041)],
                round_one,
            ),
            cap,
        )
    elif kind == "jar":
        m.add(
            turned([(r + 0.003, y - 0.01), (r + 0.003, y + 0.008), (0, y + 0.01)], ring(16)),
            metal(cap.color),
        )


WINES: tuple[tuple[Profile, bool], ...] = (
    (
        ((0.036, 0), (0.037, 0.01), (0.037, 0.19), (0.03, 0.215), (0.0145, 0.24), (0.014, 0.31)),
        True,
    ),
    (((0.039, 0), (0.041, 0.01), (0.041, 0.13), (0.032, 0.19), (0.016, 0.25), (0.0145, 0.3)), True),
    (
        ((0.033, 0), (0.034, 0.01), (0.034, 0.14), (0.026, 0.22), (0.0145, 0.29), (0.014, 0.34)),
        True,
    ),
    (
        ((0.042, 0), (0.044, 0.01), (0.043, 0.13), (0.032, 0.19), (0.019, 0.25), (0.0175, 0.305)),
        True,
    ),
    (((0.03, 0), (0.054, 0.02), (0.056, 0.08), (0.042, 0.13), (0.017, 0.18), (0.0155, 0.25)), True),
    (((0.037, 0), (0.038, 0.16), (0.037, 0.172), (0.016, 0.2), (0.0145, 0.3)), False),
    (
        ((0.026, 0), (0.027, 0.01), (0.027, 0.23), (0.022, 0.255), (0.0145, 0.275), (0.014, 0.33)),
        True,
    ),
    (((0.032, 0), (0.036, 0.09), (0.03, 0.15), (0.034, 0.2), (0.016, 0.25), (0.0145, 0.31)), True),
    (((0.046, 0), (0.047, 0.01), (0.047, 0.15), (0.04, 0.185), (0.016, 0.21), (0.015, 0.27)), True),
)
TINTS: tuple[Color, ...] = (
    (0.13, 0.3, 0.14),
    (0.32, 0.4, 0.16),
    (0.4, 0.22, 0.08),
    (0.85, 0.92, 0.88),
    (0.1, 0.13, 0.11),
)


@forms(len(WINES))
def wine_bottle(m: Maker, look: Look, form: int) -> None:
    """Bordeaux, Burgundy, flute, sparkling, round-bellied flask, square-shouldered, slim dessert,
    waisted, stout."""
    points, smooth = WINES[form]
    tall, wide = look.rng.uniform(0.96, 1.04), look.rng.uniform(0.96, 1.05)
    sized = [(r * wide, y * tall) for r, y in points]
    line = profile(sized, 3) if smooth else straight(sized)
    body = Hollow(line, 0.003, 0.008, ring(18))
    tint = look.pick(TINTS)
    shell(m, body, glass(tint, clear=0.6 if tint[0] > 0.8 else 0.42))
    body.fill(m, 0.07, through=True)
    paper = look.draw("label")
    low = sized[2][1] * 0.25 if form != 4 else 0.03
    high = min(low + look.rng.uniform(0.07, 0.1), points[3][1] * 0.8)
    band(m, body, paper, low, high)
    y, r = body.height, body.mouth
    seal = (
        metal(finishes.tone(look))
        if look.rng.random() < 0.6
        else plastic(look.pick(finishes.DARKS))
    )
    if form == 3:
        gold = metal((0.83, 0.7, 0.4), rough=0.4)
        rows = [(body.radius(y - 0.09) + 0.001, y - 0.09), (r + 0.002, y - 0.02), (r + 0.006, y)]
        m.add(
            turned([*rows, (r + 0.007, y + 0.012), (0.004, y + 0.02), (0, y + 0.02)], ring(14)),
            gold,
        )
    elif form == 4:
        m.add(
            turned([(r * 0.8, y), (r * 0.8, y + 0.012), (0, y + 0.012)], ring(12)),
            look.draw("cork"),
        )
        cover = [(body.radius(v * y) + 0.0015, v * y) for v in (0.04, 0.15, 0.3, 0.42)]
        m.add(turned(cover, ring(18)), look.draw("wicker"), solid=False)
    else:
        long = look.rng.uniform(0.03, 0.055)
        rows = [(body.radius(y - long) + 0.0008, y - long), (r + 0.001, y - 0.004), (r + 0.0015, y)]
        m.add(turned([*rows, (r, y + 0.002), (0, y + 0.002)], ring(14)), seal)


RECIPES: dict[str, Recipe] = {"Bottle": bottle, "WineBottle": wine_bottle}
