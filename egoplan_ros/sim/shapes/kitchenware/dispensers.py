# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Soap dispensers and spray bottles; they pump and spray to the front."""

from dataclasses import replace

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware import finishes
from egoplan_ros.sim.shapes.kitchenware.bottles import band, shell
from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow, profile, straight
from egoplan_ros.sim.shapes.kitchenware.turning import Profile, bar, lobed, ring, slab, turned
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, glass, metal, plastic
from egoplan_ros.sim.shapes.solid import Maker

CLOSED = 0.022
NECK = Material((0.86, 0.87, 0.86), gloss=0.3, rough=0.3)
# Outside as (radius, height) in metres, smooth, section, head.
SOAPS: tuple[tuple[Profile, bool, str, str], ...] = (
    (
        ((0.034, 0), (0.036, 0.01), (0.036, 0.11), (0.03, 0.135), (0.013, 0.15)),
        True,
        "round",
        "pump",
    ),
    (((0.034, 0), (0.035, 0.13), (0.03, 0.14), (0.014, 0.146)), False, "square", "pump"),
    (((0.04, 0), (0.042, 0.12), (0.032, 0.165), (0.014, 0.185)), True, "oval", "pump"),
    (
        ((0.028, 0), (0.045, 0.04), (0.046, 0.075), (0.03, 0.12), (0.014, 0.135)),
        True,
        "round",
        "pump",
    ),
    (
        ((0.034, 0), (0.036, 0.06), (0.026, 0.12), (0.033, 0.17), (0.012, 0.205)),
        True,
        "oval",
        "push",
    ),
    (((0.042, 0), (0.041, 0.04), (0.024, 0.11), (0.014, 0.14)), False, "round", "bent"),
    (((0.034, 0), (0.035, 0.17), (0.026, 0.19), (0.015, 0.2)), True, "oval", "flip"),
    (
        ((0.038, 0), (0.04, 0.08), (0.038, 0.1), (0.02, 0.112), (0.02, 0.118)),
        False,
        "ribbed",
        "foam",
    ),
    (((0.033, 0), (0.034, 0.13), (0.026, 0.15), (0.014, 0.156)), False, "facet", "bent"),
    (((0.038, 0), (0.034, 0.07), (0.042, 0.13), (0.03, 0.17), (0.014, 0.18)), True, "flat", "flip"),
)
SECTIONS = {
    "round": ring(16),
    "square": ring(20, 0.4),
    "oval": ring(18, 0.8, 0.66),
    "ribbed": lobed(20, 10, 0.06),
    "facet": ring(6),
    "flat": ring(18, 0.7, 0.55),
}


@forms(len(SOAPS))
def soap_bottle(m: Maker, look: Look, form: int) -> None:
    """Pump bottles round, square, oval, ball, conical, foaming, six-sided; squeeze bottles."""
    points, smooth, section, head = SOAPS[form]
    wide, tall = look.rng.uniform(0.92, 1.1), look.rng.uniform(0.92, 1.1)
    sized = [(r * wide, y * tall) for r, y in points]
    line = profile(sized, 2) if smooth else straight(sized)
    body = Hollow(line, 0.0022, 0.003, SECTIONS[section], (1.0, 0.1))
    wall = finishes.clear_glass(look, 0.5)
    shell(m, body, replace(wall, clear=0.75))
    soap = Material(
        finishes.tone(look, 0.5) if look.rng.random() < 0.6 else look.pick(finishes.PASTELS),
        gloss=0.4,
    )
    level = body.height * look.rng.uniform(0.6, 0.82)
    for high, when in ((level, "!used_up"), (0.006, "used_up")):
        rows = np.concatenate([[[0.0, 0.003]], body.room(0.003, high, 0.0004), [[0.0, high]]])
        m.add(turned(rows, body.outline, body.shares(rows[:, 1])), soap, solid=False, when=when)
    if look.rng.random() < 0.75:
        band(m, body, look.draw("label"), body.height * 0.2, body.height * 0.56)
    cap = finishes.steel(look) if look.rng.random() < 0.3 else plastic((0.94, 0.94, 0.93))
    cap = cap if look.rng.random() < 0.7 else plastic(finishes.tone(look))
    _soap_head(m, body, head, cap)


def _soap_head(m: Maker, body: Hollow, kind: str, cap: Material) -> None:
    """What closes a bottle; an empty one stands open, with the thread of its neck bare."""
    y, r = body.height, body.mouth
    neck = [(r, y - 0.004), (r + 0.0016, y + 0.001), (r, y + 0.006), (r + 0.0014, y + 0.01)]
    rim = [(r, y + 0.014), (r - 0.0016, y + 0.014), (r - 0.0016, y - 0.002)]
    m.add(turned([*neck, *rim], ring(14)), NECK, solid=False, when="used_up")
    when = "!used_up"
    if kind == "flip":
        rows = [
            (r + 0.002, y - 0.004),
            (r + 0.002, y + 0.022),
            (r - 0.001, y + 0.026),
            (0, y + 0.026),
        ]
        m.add(turned(rows, ring(14)), cap, when=when)
        m.box((0, 0.004), y + 0.026, (0.02, 0.007, 0.018), cap, when=when)
        return
    if kind == "push":
        rows = [
            (r + 0.003, y - 0.004),
            (r + 0.003, y + 0.01),
            (0.008, y + 0.016),
            (0.007, y + 0.034),
            (0, y + 0.036),
        ]
        m.add(turned(rows, ring(14)), cap, when=when)
        return
    collar = [(r + 0.003, y - 0.006), (r + 0.003, y + 0.008), (0.006, y + 0.012), (0, y + 0.012)]
    m.add(turned(collar, ring(14)), cap, when=when)
    top = y + 0.014 + CLOSED
    m.cylinder((0, 0), y + 0.01, 0.0045, top - y - 0.008, cap, n=8, when=when)
    if kind == "foam":
        rows = [(0, top), (0.017, top), (0.017, top + 0.016), (0, top + 0.018)]
        m.lathe(rows, cap, n=12, when=when)
        m.box((0, 0.026), top + 0.004, (0.014, 0.009, 0.024), cap, when=when, bevel=0.002)
    elif kind == "bent":
        path = [
            (0.0, top, 0.0),
            (0.0, top + 0.014, 0.006),
            (0.0, top + 0.018, 0.028),
            (0.0, top + 0.008, 0.042),
        ]
        m.tube(path, (0.006, 0.006, 0.005, 0.004), cap, n=8, when=when)
    else:
        levers = (
            (-0.016, top + 0.005, 0.02, 0.01),
            (0.012, top + 0.005, 0.016, 0.01),
            (0.04, top + 0.001, 0.008, 0.006),
        )
        m.add(bar(levers, 2, 8, 0.7), cap, when=when)


SPRAYS: tuple[tuple[Profile, bool, str, str], ...] = (
    (((0.034, 0), (0.035, 0.01), (0.035, 0.1), (0.014, 0.17), (0.014, 0.18)), True, "round", "gun"),
    (((0.043, 0), (0.045, 0.1), (0.036, 0.14), (0.014, 0.17), (0.014, 0.18)), True, "flat", "gun"),
    (
        ((0.032, 0), (0.034, 0.11), (0.026, 0.13), (0.013, 0.14), (0.013, 0.19)),
        False,
        "square",
        "gun",
    ),
    (
        ((0.042, 0), (0.036, 0.05), (0.024, 0.1), (0.034, 0.13), (0.015, 0.17)),
        True,
        "oval",
        "lever",
    ),
    (((0.046, 0), (0.044, 0.02), (0.014, 0.15), (0.013, 0.18)), False, "round", "lever"),
    (((0.034, 0), (0.036, 0.13), (0.032, 0.145), (0.013, 0.165)), False, "ribbed", "gun"),
    (((0.028, 0), (0.029, 0.15), (0.024, 0.165), (0.0125, 0.17)), True, "round", "mist"),
    (
        ((0.034, 0), (0.048, 0.04), (0.046, 0.08), (0.02, 0.13), (0.013, 0.15)),
        True,
        "round",
        "lever",
    ),
    (((0.03, 0), (0.031, 0.19), (0.027, 0.2), (0.024, 0.202)), False, "round", "can"),
)


@forms(len(SPRAYS))
def spray_bottle(m: Maker, look: Look, form: int) -> None:
    """Cleaners round, flat, square, waisted, conical, ribbed; mist pump, plant mister, can."""
    points, smooth, section, head = SPRAYS[form]
    wide, tall = look.rng.uniform(0.94, 1.08), look.rng.uniform(0.94, 1.08)
    sized = [(r * wide, y * tall) for r, y in points]
    line = profile(sized, 2) if smooth else straight(sized)
    # Narrow as seen from the front, where they spray to.
    narrow = {"flat": 0.55, "oval": 0.66}.get(section)
    outline = SECTIONS[section] if narrow is None else ring(18, 0.75, 1 / narrow) * narrow
    body = Hollow(line, 0.002, 0.003, outline, (1.0, 0.0))
    if head == "can":
        shell(m, body, finishes.bright_plastic(look))
        band(m, body, look.draw("label", gloss=0.4), 0.004, sized[1][1])
    elif look.rng.random() < 0.55:
        shell(m, body, finishes.bright_plastic(look))
        band(m, body, look.draw("label"), body.height * 0.14, body.height * 0.5)
    else:
        shell(m, body, glass(finishes.tone(look, 0.6), clear=0.55))
        if look.rng.random() < 0.6:
            band(m, body, look.draw("label"), body.height * 0.14, body.height * 0.5)
    cap = plastic((0.94, 0.94, 0.93)) if look.rng.random() < 0.4 else finishes.bright_plastic(look)
    trigger = cap if look.rng.random() < 0.4 else finishes.bright_plastic(look)
    if form == 7:
        cap = trigger = metal((0.83, 0.68, 0.36))
    _spray_head(m, body, head, cap, trigger)


def _spray_head(m: Maker, body: Hollow, kind: str, cap: Material, trigger: Material) -> None:
    y, r = body.height, body.mouth
    if kind in ("mist", "can"):
        rows = [
            (r + 0.001, y - 0.002),
            (r + 0.001, y + 0.012),
            (0.009, y + 0.016),
            (0.008, y + 0.032),
            (0, y + 0.033),
        ]
        m.add(turned(rows, ring(14)), cap)
        m.box((0, 0.008), y + 0.022, (0.005, 0.005, 0.006), trigger, solid=False)
        return
    m.add(turned([(r + 0.003, y - 0.008), (r + 0.003, y + 0.01), (0.01, y + 0.014)], ring(14)), cap)
    top = y + 0.012
    if kind == "gun":
        side = [
            (-0.032, 0.006),
            (-0.026, 0.03),
            (0.012, 0.036),
            (0.046, 0.032),
            (0.046, 0.014),
            (0.012, 0.012),
            (0.008, 0.0),
            (-0.01, 0.0),
        ]
    else:
        side = [
            (-0.014, 0.0),
            (-0.016, 0.026),
            (-0.006, 0.036),
            (0.012, 0.034),
            (0.03, 0.03),
            (0.03, 0.02),
            (0.012, 0.016),
            (0.01, 0.0),
        ]
    # Cut as a plate on its side: the outline's (z, y), its thickness along x.
    body_plate = slab([(z, h) for z, h in side], -0.011, 0.011, 0.003)
    body_plate.vertices = body_plate.vertices[:, [1, 2, 0]]
    with m.placed((0, top, 0)):
        m.add(body_plate, cap)
        end = side[4][0]
        m.box((0, end + 0.004), side[4][1] + 0.002, (0.014, 0.014, 0.01), trigger, bevel=0.002)
        low = 0.03 if kind == "gun" else 0.036
        m.add(
            bar(
                (
                    (0.02, 0.016, 0.011, 0.006),
                    (0.026, -0.008, 0.011, 0.006),
                    (0.02, -low, 0.011, 0.005),
                    (0.028, -low - 0.01, 0.01, 0.003),
                ),
                2,
                6,
                0.8,
            ),
            trigger,
        )


RECIPES: dict[str, Recipe] = {"SoapBottle": soap_bottle, "SprayBottle": spray_bottle}
