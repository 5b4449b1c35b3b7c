# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Televisions and desktop computers."""

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import iron, plate, rounded
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import WHITE, Material, metal, plastic
from egoplan_ros.sim.shapes.solid import Maker, Vec

DARK = (0.07, 0.07, 0.08)
FLUSH = 0.13
"""Up to this depth in metres a television hangs on the wall and has no foot."""


def display(
    m: Maker, look: Look, at: Vec, size: tuple[float, float], facing: str = "front"
) -> None:
    """A pane (width, height) that shows a picture while on and is dark and glossy while off."""
    off = look.draw("off_screen", (0.9, 0.9, 0.95), gloss=0.6, rough=0.15)
    lit = look.draw("screen", WHITE, gloss=0.3, rough=0.2)
    m.panel(at, size, off, facing, when="!toggled")
    m.panel(at, size, lit, facing, role="glow", when="toggled")


@forms(6)
def television(m: Maker, look: Look, form: int, size: Vec = (1.1, 0.74, 0.22)) -> None:
    """Two feet, a middle foot, a chin with loudspeakers, side loudspeakers, easel, white frame."""
    w, h, d = size
    rng = look.rng
    flush = d < FLUSH
    white = form == 5
    body = plastic((0.92, 0.92, 0.91) if white else DARK, 0.4)
    foot = 0.0 if flush else h * float(rng.uniform(0.09, 0.15))
    thick = d * 0.8 if flush else min(0.055, d * 0.4)
    edge = {0: 0.008, 1: 0.014, 2: 0.02, 3: 0.03, 4: 0.01, 5: 0.022}[form]
    chin = {2: 0.075, 3: 0.04}.get(form, edge * 1.6)
    tall = h - foot
    z = (d - thick) / 2 if flush else 0.0
    m.box((0, z), foot, (w, tall, thick), body, bevel=0.005)
    if not flush:
        m.box(
            (0, z - thick * 0.6),
            foot + tall * 0.2,
            (w * 0.6, tall * 0.5, thick * 0.5),
            body,
            bevel=0.01,
        )
    side = 0.09 if form == 3 else edge
    display(
        m,
        look,
        (0, foot + chin + (tall - chin - edge) / 2, z + thick / 2 + 0.001),
        (w - 2 * side, tall - chin - edge),
    )
    if form == 2:
        m.box(
            (0, z + thick / 2),
            foot + 0.01,
            (w - 0.06, chin - 0.025, 0.008),
            look.draw("fabric", (0.2, 0.2, 0.2)),
            solid=False,
        )
    if form == 3:
        for s in (-1, 1):
            m.box(
                (s * (w / 2 - side / 2), z + thick / 2),
                foot + 0.03,
                (side * 0.7, tall - 0.06, 0.008),
                look.draw("fabric", (0.25, 0.25, 0.26)),
                solid=False,
            )
    m.panel((0, foot + chin * 0.45, z + thick / 2 + 0.0095), (0.05, 0.008), metal((0.6, 0.6, 0.62)))
    lamp = Material((0.8, 0.1, 0.1))
    m.panel(
        (w * 0.45, foot + chin * 0.45, z + thick / 2 + 0.0095),
        (0.006, 0.006),
        lamp,
        when="!toggled",
    )
    if not flush:
        _foot(m, look, form, size, foot, body)


def _foot(m: Maker, look: Look, form: int, size: Vec, foot: float, body: Material) -> None:
    w, _, d = size
    bright = iron(look) if look.rng.random() < 0.6 else body
    if form in (0, 3):
        for s in (-1, 1):
            x = s * w * 0.36
            m.tube(
                [
                    (x, 0.006, d / 2 - 0.008),
                    (x - s * 0.02, foot + 0.02, 0),
                    (x, 0.006, 0.008 - d / 2),
                ],
                0.008,
                bright,
                n=6,
                solid=True,
            )
    elif form == 4:
        for s in (-1, 1):
            m.tube(
                [(s * w * 0.4, 0.01, d / 2 - 0.02), (s * w * 0.34, foot + 0.1, 0)],
                0.014,
                look.wood,
                n=8,
                solid=True,
            )
        m.tube([(0, 0.01, 0.012 - d / 2), (0, foot + 0.2, -0.03)], 0.014, look.wood, n=8)
    else:
        wide = w * float(look.rng.uniform(0.28, 0.5))
        plate(
            m, rounded(wide, d, d * 0.45 if form == 1 else 0.02, 5), 0, 0.014, bright, bevel=0.004
        )
        m.box((0, -0.02), 0.012, (w * 0.1 if form == 1 else w * 0.05, foot + 0.02, 0.03), bright)


@forms(6)
def desktop(m: Maker, look: Look, form: int) -> None:
    """Screen on a foot with tower, all in one, wide, on an arm, with thick edge, two screens."""
    rng = look.rng
    keys = look.draw("keys", (0.3, 0.3, 0.31) if rng.random() < 0.5 else WHITE)
    light = form == 1 or rng.random() < 0.3
    shell = metal((0.85, 0.86, 0.87), rough=0.4) if light else plastic((0.1, 0.1, 0.11), 0.3)
    wide, tall = ((0.5, 0.3), (0.52, 0.36), (0.68, 0.3), (0.5, 0.31), (0.42, 0.34), (0.36, 0.27))[
        form
    ]
    z, lift = -0.1, float(rng.uniform(0.09, 0.13))
    spots = (0.0,) if form != 5 else (-0.19, 0.19)
    edge = 0.022 if form == 4 else 0.008
    for x in spots:
        m.box((x, z), lift, (wide, tall, 0.03 if form != 4 else 0.05), shell, bevel=0.006)
        chin = 0.06 if form == 1 else 0.03 if form == 4 else edge * 1.5
        front = z + (0.016 if form != 4 else 0.026)
        if form != 1:
            m.panel((x, lift + tall / 2, front), (wide - 0.006, tall - 0.006), plastic(DARK))
        pane = (wide - 2 * edge, tall - chin - edge)
        display(m, look, (x, lift + chin + pane[1] / 2, front + 0.001), pane)
    _stand(m, form, shell, z, lift, tall)
    left = 0.0 if form not in (0, 3) else -0.04
    m.box(
        (left, 0.14),
        0,
        (0.4, 0.014, 0.13),
        plastic((0.85, 0.85, 0.86) if light else (0.12, 0.12, 0.13)),
        bevel=0.004,
    )
    m.panel((left, 0.0148, 0.14), (0.385, 0.115), keys, "up")
    m.ellipsoid(
        (left + 0.27, 0.008, 0.14),
        (0.03, 0.022, 0.052),
        plastic((0.9, 0.9, 0.9) if light else (0.15, 0.15, 0.16)),
        n=12,
        solid=False,
    )
    if form in (0, 3):
        x = 0.36
        m.box((x, -0.05), 0, (0.16, 0.36, 0.34), plastic(DARK, 0.3), bevel=0.006)
        m.panel((x, 0.24, 0.1215), (0.12, 0.03), metal((0.3, 0.3, 0.31)))
        m.cylinder((x + 0.04, 0.0), 0.36, 0.01, 0.002, metal(), n=10, solid=False)
        ring = Material((0.4, 0.7, 1.0))
        m.panel((x, 0.31, 0.1215), (0.012, 0.012), ring, role="glow")


def _stand(m: Maker, form: int, shell: Material, z: float, lift: float, tall: float) -> None:
    if form == 1:
        m.box((0, z - 0.01), 0, (0.19, 0.008, 0.18), shell, bevel=0.003)
        m.tube(
            [(0, 0.006, z - 0.08), (0, lift * 0.7, z - 0.07), (0, lift + 0.1, z - 0.012)],
            0.014,
            shell,
            n=8,
        )
    elif form == 3:
        m.cylinder((0, z - 0.08), 0, 0.05, 0.02, shell, n=14)
        m.cylinder((0, z - 0.08), 0.02, 0.016, lift + tall * 0.5, shell, n=10)
        m.tube(
            [(0, lift + tall * 0.5, z - 0.08), (0, lift + tall * 0.5, z - 0.01)], 0.02, shell, n=8
        )
    elif form == 4:
        m.lathe(
            [(0, 0), (0.13, 0), (0.12, 0.012), (0.05, 0.03), (0.04, lift), (0, lift)],
            shell,
            center=(0, z),
            n=20,
            oval=0.8,
        )
    elif form == 2:
        for s in (-1, 1):
            m.tube([(s * 0.2, 0.008, z + 0.09), (0, 0.02, z - 0.03)], 0.012, shell, n=6)
        m.tube([(0, 0.015, z - 0.08), (0, lift + 0.12, z - 0.03)], 0.018, shell, n=8, solid=True)
    else:
        m.box((0, z - 0.01), 0, (0.5 if form == 5 else 0.22, 0.012, 0.16), shell, bevel=0.004)
        m.box((0, z - 0.03), 0.01, (0.05, lift + 0.12, 0.025), shell)
        if form == 5:
            m.box((0, z - 0.025), lift + 0.09, (0.5, 0.03, 0.02), shell)


RECIPES: dict[str, Recipe] = {"Desktop": desktop, "Television": television}
