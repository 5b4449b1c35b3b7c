# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Room doors with their frames, and skirting boards: drawn, but no objects of a home."""

from itertools import pairwise

import numpy as np

from egoplan_ros.sim.shapes.furniture.parts import moulding, square, timber
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, glass
from egoplan_ros.sim.shapes.solid import Maker

DOORS = 8
"""Designs of doors."""
SKIRTING = (0.06, 0.08, 0.1, 0.12, 0.15)
"""Heights of skirting boards in metres."""


def _cells(form: int, look: Look) -> list[tuple[float, float, float, float, bool]]:
    """Panels of a leaf as shares (middle x, middle y, width, height) and whether it is glazed."""
    if form == 1:
        columns = ((-0.22, 0.34), (0.22, 0.34))
        rows = ((0.87, 0.14), (0.6, 0.32), (0.23, 0.3))
        return [(x, y, w, h, False) for x, w in columns for y, h in rows]
    if form == 2:
        return [
            (x, y, 0.34, h, False) for x in (-0.22, 0.22) for y, h in ((0.68, 0.5), (0.22, 0.28))
        ]
    if form == 3:
        return [(0, 0.7, 0.74, 0.46, True), (0, 0.23, 0.74, 0.3, False)]
    if form == 4:
        count = int(look.rng.integers(4, 6))
        rows_y = np.linspace(0.08, 0.94, count + 1)
        return [
            (x, float(a + b) / 2, 0.34, float(b - a) - 0.02, True)
            for x in (-0.19, 0.19)
            for a, b in pairwise(rows_y)
        ]
    if form == 5:
        count = int(look.rng.integers(3, 6))
        rows_y = np.linspace(0.06, 0.95, count + 1)
        return [
            (0, float(a + b) / 2, 0.78, float(b - a) - 0.035, False) for a, b in pairwise(rows_y)
        ]
    if form == 6:
        return [(0.24, 0.6, 0.16, 0.62, True)]
    return []


def door(m: Maker, look: Look, form: int, width: float = 0.84, height: float = 2.02) -> None:
    """A closed door in its frame, facing +z, its back at z = 0.

    Forms: flush, six panels, four panels, half glazed, glazed in small panes, lying panels,
    a glazed slit, boarded.
    """
    rng = look.rng
    trim = look.trim
    leaf = (
        timber(look)
        if rng.random() < 0.5
        else look.draw("paint", look.hue((0, 0.35), (0.55, 1.0)), gloss=0.2)
    )
    wide = float(rng.uniform(0.045, 0.065))
    edge = 0.06
    # The wall behind the joint stays covered; the casing may reach further out.
    for s in (-1, 1):
        m.box(
            (s * (width / 2 + edge / 2), 0.015), 0, (edge, height + edge, 0.03), trim, bevel=0.005
        )
        at = (s * (width / 2 + wide / 2 + 0.01), 0.024)
        m.box(at, 0, (wide, height + wide, 0.012), trim, solid=False, bevel=0.004)
    m.box((0, 0.015), height, (width + 2 * edge, edge, 0.03), trim, bevel=0.005)
    m.box(
        (0, 0.024),
        height + 0.01,
        (width + 2 * wide + 0.02, wide, 0.012),
        trim,
        solid=False,
        bevel=0.004,
    )
    m.box((0, 0.012), 0, (width, height, 0.024), leaf)
    z = 0.0242
    for x, y, w, h, glazed in _cells(form, look):
        middle = (x * width, y * height)
        outline = square(w * width, h * height)
        if glazed:
            pane = (
                glass((0.75, 0.83, 0.85), 0.0)
                if rng.random() < 0.5
                else Material((0.86, 0.9, 0.9), gloss=0.6, rough=0.2)
            )
            m.panel((*middle, z + 0.0006), (w * width, h * height), pane)
            moulding(m, outline, ((-0.004, 0.0), (0.0, 0.007), (0.012, 0.002)), leaf, middle, z)
        else:
            profile = (
                (0.0, 0.0),
                (0.004, 0.006),
                (0.014, 0.004),
                (0.024, -0.004),
                (0.05, 0.0045),
                (0.06, 0.0045),
            )
            moulding(m, outline, profile[: 4 if form == 5 else 6], leaf, middle, z)
            inner = (max(w * width - 0.12, 0.01), max(h * height - 0.12, 0.01))
            if form != 5:
                m.panel((*middle, z + 0.0045), inner, leaf)
    if form == 7:
        count = 6
        for k in range(1, count):
            x = -width / 2 + width * k / count
            m.panel((x, height / 2, z + 0.0004), (0.006, height), leaf.shaded(0.45))
        for y in (0.25, 1.0, 1.75):
            m.box((0, z + 0.006), y, (width * 0.9, 0.11, 0.012), leaf, solid=False, bevel=0.003)
    _handle(m, look, width, z)


def _handle(m: Maker, look: Look, width: float, z: float) -> None:
    metal = look.handle
    side = -1 if look.rng.random() < 0.5 else 1
    x, y = side * (width / 2 - 0.07), 1.02
    if look.rng.random() < 0.5:
        m.box((x, z + 0.003), y - 0.1, (0.04, 0.2, 0.006), metal, solid=False, bevel=0.002)
    else:
        with m.placed((x, y, z), turned=(90, 0, 0)):
            m.cylinder((0, 0), 0, 0.026, 0.007, metal, n=16, solid=False)
    if look.rng.random() < 0.6:
        points = [
            (x, y, z),
            (x, y, z + 0.045),
            (x - side * 0.02, y, z + 0.05),
            (x - side * 0.12, y, z + 0.05),
        ]
        m.tube(points, 0.009, metal, n=8)
    else:
        m.tube([(x, y, z), (x, y, z + 0.03)], 0.01, metal, n=8)
        m.ellipsoid((x, y, z + 0.05), (0.028, 0.028, 0.022), metal, n=14, solid=False)
    for at in (0.25, 1.75):
        m.box(
            (-side * (width / 2 + 0.002), z + 0.006), at, (0.012, 0.09, 0.012), metal, solid=False
        )


def skirting(m: Maker, look: Look, length: float) -> None:
    """A skirting board along x, its back at z = -5 mm; plain, stepped or hollowed."""
    rng = np.random.default_rng(look.seed)
    tall = float(rng.choice(SKIRTING))
    trim = look.trim
    kind = int(rng.integers(3))
    m.box(
        (0, 0),
        0,
        (length, tall if kind == 0 else tall * 0.75, 0.01),
        trim,
        solid=False,
        bevel=0.003,
    )
    if kind:
        thin = 0.006 if kind == 1 else 0.0045
        m.box(
            (0, -0.005 + thin / 2),
            tall * 0.74,
            (length, tall * 0.26, thin),
            trim,
            solid=False,
            bevel=0.002,
        )
    if kind == 2:
        m.box((0, 0.002), tall * 0.68, (length, 0.012, 0.013), trim, solid=False, bevel=0.003)
