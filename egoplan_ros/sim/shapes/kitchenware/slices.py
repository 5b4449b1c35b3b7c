# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Slices of fruit, vegetables and bread, lying flat."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware.loaves import DARK, PALE, RICH, section
from egoplan_ros.sim.shapes.kitchenware.turning import (
    angles,
    ball,
    face_of,
    leaf,
    lobed,
    ring,
    slab,
    uneven,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.primitives import Floats
from egoplan_ros.sim.shapes.solid import Maker


def _cut(
    m: Maker,
    outline: Floats,
    thick: float,
    rind: Material,
    flesh: Material,
    border: float = 0.003,
    reach: float = 0.47,
) -> None:
    """A slice: rind around, flesh on both sides within `border` metres. The flesh's image has its
    rim on the slice's; see :func:`face_of` for `reach`."""
    m.add(slab(outline, 0.0, thick, min(0.0015, thick * 0.1)), rind)
    middle = outline.mean(0)
    away = np.linalg.norm(outline - middle, axis=1, keepdims=True)
    inner = middle + (outline - middle) * np.maximum(1 - border / away, 0.3)
    for y in (-0.0004, thick + 0.0004):
        m.add(face_of(inner, y, reach), flesh, solid=False)


def _half(outline: Floats, keep: float) -> Floats:
    """The outline cut straight at a share of its depth."""
    cut = outline.copy()
    cut[:, 1] = np.maximum(cut[:, 1], -keep * float(np.abs(outline[:, 1]).max()))
    return cut


def _wedge(open_by: float) -> Floats:
    """A crescent: the round back and the two cuts that meet at the core."""
    back = np.linspace(-open_by, open_by, 14) + np.pi / 2
    points = [(1.15 * float(np.cos(a)), 1.15 * float(np.sin(a)) - 0.6) for a in back]
    return np.array([*points, (-0.06, -0.32), (0.06, -0.32)])


def _lengthwise(n: int, shoulders: float, waist: float) -> Floats:
    """Section through stem and blossom of a fruit: notched at both ends."""
    a = angles(n)
    r = (
        1
        - 0.16 * np.exp(-(((a - np.pi / 2) / 0.28) ** 2))
        - 0.1 * np.exp(-(((a - 1.5 * np.pi) / 0.25) ** 2))
    )
    x, z = r * np.cos(a), r * np.sin(a)
    return np.stack([x * (1 + shoulders * z) * waist, z], 1)


PIP = Material((0.25, 0.14, 0.07), gloss=0.3)


@forms(8)
def apple_slice(m: Maker, look: Look, form: int) -> None:
    """Round with a star, lengthwise, oblong lengthwise, half, lobed, wedge, cored, quince-like."""
    r = 0.046 * look.rng.uniform(0.92, 1.08)
    outlines: tuple[Floats, ...] = (
        lobed(24, 5, 0.04),
        _lengthwise(28, 0.14, 1.0),
        _lengthwise(28, 0.26, 0.82),
        _half(ring(24), 0.15),
        lobed(30, 5, 0.14),
        _wedge(0.95),
        ring(24, 1.0, 0.92),
        _lengthwise(28, -0.24, 0.9),
    )
    outline = outlines[form] * r
    rind = look.draw("apple_skin", gloss=0.3)
    flesh = look.draw("apple_flesh", gloss=0.15)
    thick = look.rng.uniform(0.013, 0.018)
    lengthwise = form in (1, 2, 7)
    # Lengthwise the core shows two pips instead of the picture's star.
    _cut(m, outline, thick, rind, flesh, 0.0022)
    y = thick + 0.0008
    if form == 6:
        m.cylinder(
            (0, 0), y - 0.001, 0.011, 0.0013, Material((0.62, 0.52, 0.34)), n=12, solid=False
        )
    elif lengthwise:
        core = np.stack([0.011 * np.cos(angles(14)), 0.017 * np.sin(angles(14))], 1)
        m.add(face_of(core, y - 0.0002), Material((0.9, 0.84, 0.62)), solid=False)
        for x in (-0.005, 0.005):
            m.add(ball((x, y, 0.0), (0.0022, 0.0008, 0.005), 8), PIP, solid=False)


@forms(8)
def tomato_slice(m: Maker, look: Look, form: int) -> None:
    """Round, beef, pleated, plum, heart, half, wedge, heirloom."""
    r = 0.05 * look.rng.uniform(0.92, 1.07)
    heart = _lengthwise(28, 0.3, 0.9)
    outlines: tuple[Floats, ...] = (
        ring(24),
        lobed(32, 8, 0.12, sharp=True),
        lobed(36, 12, 0.14, sharp=True),
        ring(24, 1.0, 1.0) * np.array([0.66, 1.06]),
        heart,
        _half(ring(24), 0.1),
        _wedge(0.7),
        uneven(28, look.rng, 0.1, 5),
    )
    outline = outlines[form] * r
    rind = look.draw("tomato_skin", gloss=0.45)
    flesh = look.draw("tomato_flesh", gloss=0.35)
    thick = look.rng.uniform(0.012, 0.017)
    _cut(m, outline, thick, rind, flesh, 0.0025)


@forms(8)
def potato_slice(m: Maker, look: Look, form: int) -> None:
    """Round, oval, kidney, knobbly, flat, waisted, stick, half."""
    r = 0.041 * look.rng.uniform(0.92, 1.1)
    a = angles(26)
    kidney = np.stack([np.cos(a) * 0.75 - 0.34 * np.sin(a) ** 2, np.sin(a) * 1.2], 1)
    waist = np.stack([np.cos(a) * (0.62 + 0.34 * np.sin(a) ** 2), np.sin(a) * 1.25], 1)
    outlines: tuple[Floats, ...] = (
        uneven(26, look.rng, 0.03),
        uneven(26, look.rng, 0.03) * np.array([0.84, 1.3]),
        kidney,
        uneven(26, look.rng, 0.16, 5),
        uneven(26, look.rng, 0.03) * np.array([0.62, 1.15]),
        waist,
        ring(24, 0.6) * np.array([0.4, 1.3]),
        _half(uneven(26, look.rng, 0.03) * np.array([1.0, 1.1]), 0.1),
    )
    rind = look.draw("potato_skin", rough=0.9)
    flesh = look.draw("potato_flesh")
    thick = look.rng.uniform(0.012, 0.018)
    _cut(m, outlines[form] * r, thick, rind, flesh, 0.0014)


@forms(8)
def lettuce_slice(m: Maker, look: Look, form: int) -> None:
    """Round, frilled, cos, wedge, cabbage, half, heart, loose leaves."""
    r = 0.068 * look.rng.uniform(0.92, 1.06)
    wedge = np.array(
        [
            (-0.1, -0.85),
            (0.1, -0.85),
            *[(0.8 * np.sin(b), 0.75 * np.cos(b)) for b in np.linspace(1.2, -1.2, 14)],
        ]
    )
    outlines: tuple[Floats, ...] = (
        uneven(28, look.rng, 0.04),
        lobed(36, 12, 0.14),
        uneven(28, look.rng, 0.05) * np.array([0.6, 1.05]),
        wedge,
        ring(28, 1.0, 0.94),
        _half(uneven(28, look.rng, 0.04), 0.05),
        _lengthwise(28, 0.2, 0.8),
        uneven(30, look.rng, 0.14, 6) * 0.8,
    )
    outline = outlines[form] * r
    tint = look.pick(
        ((1, 1, 1), (0.9, 1.0, 0.85)) if form != 4 else ((0.6, 0.42, 0.62), (0.65, 0.5, 0.7))
    )
    rind = look.draw("lettuce_leaf", tint)
    cut = look.draw("lettuce_cut", tint if form == 4 else (1, 1, 1))
    thick = look.rng.uniform(0.014, 0.02)
    _cut(m, outline, thick, rind, cut, 0.003)
    if form in (1, 3, 7):
        count = {1: 6, 3: 2, 7: 7}[form]
        for k in range(count):
            turn = 360 / count * k + look.rng.uniform(-15, 15) if form != 3 else 40 - 80 * k
            with m.placed((0, thick * 0.6, 0), (0, turn, 0)):
                m.add(leaf(r * 1.0, r * 0.6, 12, 0.004, look.rng, 3), rind, solid=False)


@forms(9)
def bread_slice(m: Maker, look: Look, form: int) -> None:
    """From a tin loaf, square, boule, batard, baguette, rye, brioche, ciabatta, split top."""
    half = 0.048 * look.rng.uniform(0.94, 1.05)
    tin, box, flat = (section(kind, 26) - np.array([0.0, 0.5]) for kind in ("tin", "box", "round"))
    a = angles(32)
    brioche = (
        np.stack([np.cos(a), np.sin(a)], 1) * 0.5 * (1 + 0.2 * np.abs(np.sin(a)) ** 6)[:, None]
    )
    brioche[:, 1] += np.where(a < np.pi, 0.12 * np.abs(np.sin(2 * a)), 0.0)
    split = tin.copy()
    split[:, 1] -= 0.1 * np.exp(-((tin[:, 0] / 0.16) ** 2)) * (tin[:, 1] > 0)
    outlines: tuple[Floats, ...] = (
        tin * np.array([1.0, 2.05]),
        box * np.array([1.0, 2.0]),
        ring(26, 0.9, 0.62) * 1.1,
        flat * np.array([1.08, 1.5]),
        ring(20, 0.95, 0.8) * 0.66,
        flat * np.array([1.08, 1.1]),
        brioche * np.array([1.8, 2.0]),
        uneven(26, look.rng, 0.05) * np.array([1.1, 0.5]),
        split * np.array([1.05, 1.9]),
    )
    tints = {5: DARK, 4: RICH, 6: RICH, 2: DARK if look.rng.random() < 0.5 else RICH}.get(
        form, PALE
    )
    crust = look.draw("bread_crust", look.pick(tints), rough=0.8)
    crumb_tint = look.pick(
        ((0.7, 0.58, 0.46), (0.8, 0.68, 0.55)) if tints is DARK else ((1, 1, 1), (1.0, 0.97, 0.9))
    )
    crumb = look.draw("bread_crumb", crumb_tint, rough=0.9)
    _cut(m, outlines[form] * half, look.rng.uniform(0.015, 0.021), crust, crumb, 0.003, 0.0)


RECIPES: dict[str, Recipe] = {
    "AppleSliced": apple_slice,
    "BreadSliced": bread_slice,
    "LettuceSliced": lettuce_slice,
    "PotatoSliced": potato_slice,
    "TomatoSliced": tomato_slice,
}
