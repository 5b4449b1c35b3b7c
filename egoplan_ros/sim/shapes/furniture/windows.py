# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Windows, blinds and curtains."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import beams, iron, ribbon, timber
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import WHITE, Material, metal
from egoplan_ros.sim.shapes.solid import Maker, Vec

LET_DOWN = 5.0
"""Length of open blinds in heights of the drawn-up ones."""


def _joinery(look: Look) -> Material:
    """What frames are made of: mostly white, else wood or dark lacquer."""
    roll = look.rng.random()
    if roll < 0.55:
        return Material((0.95, 0.95, 0.94), gloss=0.2)
    if roll < 0.8:
        return timber(look)
    return look.draw("paint", look.hue((0, 0.4), (0.12, 0.5)), gloss=0.2)


def _rect(
    m: Maker,
    x: float,
    y: float,
    size: tuple[float, float],
    bar: float,
    deep: float,
    z: float,
    frame: Material,
) -> None:
    """Four bars around a pane whose lower middle is at (x, y)."""
    w, h = size
    for s in (-1, 1):
        m.box((x + s * (w - bar) / 2, z), y, (bar, h, deep), frame, solid=False, bevel=0.004)
    for at in (y, y + h - bar):
        m.box((x, z), at, (w - 2 * bar, bar, deep), frame, solid=False)


def _bars(
    m: Maker,
    x: float,
    y: float,
    size: tuple[float, float],
    count: tuple[int, int],
    z: float,
    frame: Material,
) -> None:
    """Thin glazing bars that part a pane into columns and rows."""
    w, h = size
    for k in range(1, count[0]):
        m.box((x - w / 2 + w * k / count[0], z), y, (0.018, h, 0.016), frame, solid=False)
    for k in range(1, count[1]):
        m.box((x, z), y + h * k / count[1] - 0.009, (w, 0.018, 0.016), frame, solid=False)


@forms(6)
def window(m: Maker, look: Look, form: int, size: Vec = (1.1, 1.2, 0.08)) -> None:
    """Sash, casements, grid of small panes, one pane, transom over casements, sliding."""
    w, h, d = size
    rng = look.rng
    frame, fitting = _joinery(look), look.handle
    outside = look.draw("outside")
    m.panel((0, h / 2, -d * 0.3), (w - 0.02, h - 0.02), outside, role="sky")
    edge = min(float(rng.uniform(0.035, 0.06)), w * 0.1, h * 0.1)
    sill = 0.03
    for s in (-1, 1):
        m.box((s * (w - edge) / 2, -d * 0.05), 0, (edge, h, d * 0.9), frame, bevel=0.004)
    m.box((0, -d * 0.05), h - edge, (w - 2 * edge, edge, d * 0.9), frame)
    m.box((0, 0), 0, (w, sill, d), frame, bevel=0.005)
    iw, ih, y0 = w - 2 * edge, h - edge - sill, sill
    leaf = min(float(rng.uniform(0.03, 0.05)), iw * 0.08)
    deep = d * 0.4
    z = -d * 0.05
    if form == 0:
        count = max(1, round(iw / 1.0))
        each = iw / count
        panes = (int(rng.integers(1, 4)), int(rng.integers(1, 3)))
        for k in range(count):
            x = -iw / 2 + each * (k + 0.5)
            for low, off in ((0.0, d * 0.1), (0.48, -d * 0.1)):
                y, tall = y0 + ih * low, ih * 0.52
                _rect(m, x, y, (each, tall), leaf, deep * 0.8, z + off, frame)
                if low or rng.random() < 0.5:
                    _bars(m, x, y, (each, tall), panes, z + off, frame)
            m.box(
                (x, z + d * 0.3), y0 + ih * 0.52 - leaf, (0.06, 0.015, 0.02), fitting, solid=False
            )
    elif form == 1:
        count = max(2, round(iw / 0.55))
        _leaves(m, (0.0, y0, z), (iw, ih), count, leaf, deep, frame, fitting)
    elif form == 2:
        cells = (max(2, round(iw / 0.3)), max(2, round(ih / 0.35)))
        _rect(m, 0, y0, (iw, ih), leaf, deep, z, frame)
        _bars(m, 0, y0, (iw, ih), cells, z, frame)
    elif form == 3:
        _rect(m, 0, y0, (iw, ih), leaf * 0.7, deep, z, frame)
    elif form == 4:
        share = float(rng.uniform(0.66, 0.78))
        m.box((0, z), y0 + ih * share, (iw, leaf, deep * 1.4), frame)
        _leaves(
            m, (0.0, y0, z), (iw, ih * share), max(2, round(iw / 0.6)), leaf, deep, frame, fitting
        )
        top = (iw, ih * (1 - share) - leaf)
        _rect(m, 0, y0 + ih * share + leaf, top, leaf, deep, z, frame)
        _bars(m, 0, y0 + ih * share + leaf, top, (max(1, round(iw / 0.4)), 1), z, frame)
    else:
        for s, off in ((-1, d * 0.12), (1, -d * 0.1)):
            _rect(m, s * iw * 0.24, y0, (iw * 0.52, ih), leaf, deep * 0.7, z + off, frame)
        m.box((0.0, z + d * 0.3), y0 + ih * 0.45, (0.014, 0.14, 0.012), fitting, solid=False)
    if rng.random() < 0.5:
        # A casing on the wall.
        for s in (-1, 1):
            m.box(
                (s * (w / 2 - 0.02), d * 0.42), sill, (0.04, h - sill, d * 0.12), frame, solid=False
            )
        m.box((0, d * 0.42), h - 0.05, (w, 0.05, d * 0.14), frame, solid=False)


def _leaves(
    m: Maker,
    at: Vec,
    size: tuple[float, float],
    count: int,
    leaf: float,
    deep: float,
    frame: Material,
    fitting: Material,
) -> None:
    """Casements side by side, their handles where they meet."""
    w, h = size
    each = w / count
    for k in range(count):
        x = at[0] - w / 2 + each * (k + 0.5)
        _rect(m, x, at[1], (each, h), leaf, deep, at[2], frame)
        side = 1 if k % 2 == 0 else -1
        spot = (x + side * (each - leaf) / 2, at[2] + deep * 0.7)
        m.box(spot, at[1] + h * 0.45, (0.012, 0.09, 0.014), fitting, solid=False)


@forms(5)
def blinds(m: Maker, look: Look, form: int, size: Vec = (1.1, 0.25, 0.03)) -> None:
    """Drawn up under the lintel; when open, let down before the window.

    Forms: metal slats, roller, cloth in folds, pleats, wooden slats.
    """
    w, h, d = size
    rng = look.rng
    down = min(h * LET_DOWN, 1.3)
    box = min(0.045, h * 0.2)
    pale = look.hue((0, 0.35), (0.7, 0.98))
    if form in (0, 4):
        slat = Material(pale, gloss=0.25) if form == 0 else timber(look)
        step = 0.028 if form == 0 else 0.05
        m.box((0, 0), h - box, (w, box, d), slat, bevel=0.004)
        pitch, thin = (0.013, 0.004) if form == 0 else (0.03, 0.012)
        count = max(3, int((h - box - 0.02) / pitch))
        size_up = (w - 0.01, thin, d)
        for k in range(count):
            y = 0.02 + (h - box - 0.02) * k / count
            m.box((0, 0), y, size_up, slat, solid=False, when="!open")
        if form == 4:
            tape = look.draw("fabric", look.hue((0, 0.6), (0.3, 0.95)))
            for x in (-w * 0.36, w * 0.36):
                for low, tall, when in ((0.0, h - box, "!open"), (h - down, down - box, "open")):
                    m.box((x, d / 2), low, (0.035, tall, 0.003), tape, solid=False, when=when)
        m.box((0, 0), 0.0, (w - 0.01, 0.016, d), slat, solid=False, bevel=0.003)
        rows = int((down - box) / step)
        tilt = float(rng.uniform(20, 60))
        for k in range(rows):
            with m.placed((0, h - box - step * (k + 0.6), 0), turned=(tilt, 0, 0)):
                m.box((0, 0), 0, (w - 0.01, 0.0025, step * 0.95), slat, when="open")
        for x in np.linspace(-0.4, 0.4, 3) * w:
            m.tube(
                [(float(x), h - box, d * 0.4), (float(x), h - down, d * 0.4)],
                0.0015,
                WHITE,
                n=4,
                when="open",
            )
        m.box((0, 0), h - down - 0.02, (w - 0.01, 0.018, d), slat, when="open")
    elif form == 1:
        cloth = look.draw("fabric", pale, gloss=0.0) if rng.random() < 0.6 else look.draw("pattern")
        r = min(d / 2, h * 0.12)
        m.tube([(-w / 2, h - r, 0), (w / 2, h - r, 0)], r, cloth, n=14, solid=True)
        m.box((0, 0), 0.012, (w * 0.97, h - r - 0.012, 0.002), cloth, when="!open", solid=False)
        m.box((0, 0), 0, (w * 0.97, 0.014, 0.01), metal(), solid=False)
        m.box((0, 0.002), h - down, (w * 0.97, down - r, 0.002), cloth, when="open")
        m.box((0, 0.002), h - down - 0.012, (w * 0.97, 0.014, 0.01), metal(), when="open")
    else:
        cloth = look.draw("pattern" if rng.random() < 0.4 else "fabric", pale, gloss=0.0)
        m.box((0, 0), h - box, (w, box, d), cloth, bevel=0.004)
        folds = 4 if form == 2 else 9
        for k in range(folds):
            y = (h - box) * k / folds
            deep = d * (1 - 0.06 * k) if form == 2 else d * 0.85
            m.box(
                (0, 0),
                y,
                (w * 0.985, (h - box) / folds - 0.003, deep),
                cloth,
                solid=False,
                when="!open",
                bevel=0.008,
            )
        rows = 5 if form == 2 else 26
        tall = (down - box) / rows
        for k in range(rows):
            y = h - box - tall * (k + 1)
            bulge = 0.3 * d if k % 2 else 0.0
            part = 0.006 if form == 2 else 0.004 + bulge
            m.box(
                (0, bulge * 0.5),
                y,
                (w * 0.985, tall - 0.004, part),
                cloth,
                when="open",
                bevel=0.002,
            )
            if form == 2:
                m.box((0, 0.006), y, (w * 0.985, 0.012, 0.014), cloth.shaded(0.85), when="open")


def _pleated(
    m: Maker,
    x: tuple[float, float],
    y: tuple[float, float],
    deep: float,
    folds: int,
    surface: Material,
    gather: float = 0.0,
) -> None:
    """A hanging cloth between two x, in waves; `gather` draws it together towards its left end."""
    n = folds * 6 + 1
    t = np.linspace(0, 1, n)
    wave = deep / 2 * 0.9 * np.sin(2 * np.pi * folds * t)
    across = x[0] + (x[1] - x[0]) * t
    path = list(zip(across.tolist(), wave.tolist(), strict=True))
    if not gather:
        ribbon(m, path, y[0], y[1], 0.006, surface)
        return
    waist = y[0] + (y[1] - y[0]) * 0.4
    ends = [(x[0] + (a - x[0]) * (1 - gather), b) for a, b in path]
    top, low = np.array(path), np.array(ends)
    half = [tuple(p) for p in ((top + low) / 2).tolist()]
    # Upper part in three steps towards the waist, lower part falls straight.
    rows = [
        (y[1], top),
        (y[1] - (y[1] - waist) * 0.5, np.array(half) * 0.5 + top * 0.5),
        (waist, low),
        (y[0], low * 0.85 + top * 0.15),
    ]
    points = np.concatenate([np.column_stack([r[:, 0], np.full(n, h), r[:, 1]]) for h, r in rows])
    k = np.arange(n - 1)
    faces = np.concatenate(
        [
            np.concatenate(
                [
                    np.stack([k + i * n, k + 1 + i * n, k + n + i * n], 1),
                    np.stack([k + n + i * n, k + 1 + i * n, k + n + 1 + i * n], 1),
                ]
            )
            for i in range(3)
        ]
    )
    m.mesh(points, faces.astype(np.int32), surface, solid=False)


@forms(6)
def curtains(m: Maker, look: Look, form: int, size: Vec = (1.6, 2.0, 0.05)) -> None:
    """Pair on rings, half drawn, tied back, sheer between a pair, one side, pair under a pelmet."""
    w, h, d = size
    rng = look.rng
    cloth = (
        look.draw("pattern")
        if rng.random() < 0.35
        else look.draw("fabric", look.hue((0, 0.75), (0.25, 0.95)), gloss=0.0)
    )
    rod = iron(look) if rng.random() < 0.6 else timber(look)
    r = min(0.012, d * 0.3, h * 0.1)
    top = h - 2 * r - 0.004
    share = {1: 0.44, 3: 0.2}.get(form, 0.24)
    wide = w * share
    folds = max(3, round(wide / 0.11))
    if form == 5:
        board = cloth if rng.random() < 0.5 else timber(look)
        m.box((0, 0), h * 0.88, (w, h * 0.12, d), board, bevel=0.006)
    else:
        m.tube([(-w / 2, h - r, 0), (w / 2, h - r, 0)], r, rod, n=10, solid=True)
        for s in (-1, 1):
            m.ellipsoid(
                (s * (w / 2 - r), h - r, 0),
                (r * 1.6, min(r * 1.6, r), r * 1.6),
                rod,
                n=8,
                solid=False,
            )
    sides = (-1, 1) if form != 4 else ((-1,) if rng.random() < 0.5 else (1,))
    if form == 4:
        wide = w * 0.55
        folds = max(4, round(wide / 0.1))
    for s in sides:
        outer = s * w / 2
        inner = outer - s * wide
        _pleated(m, (outer, inner), (0.0, top), d, folds, cloth, 0.55 if form == 2 else 0.0)
        if form == 2:
            band = look.draw("fabric", look.hue((0, 0.7), (0.3, 0.9)))
            m.box(
                (outer - s * wide * 0.23, 0),
                h * 0.38,
                (wide * 0.46, 0.04, d),
                band,
                solid=False,
                bevel=0.01,
            )
        if form in (0, 1):
            spots = [outer - s * wide * (k + 0.5) / folds for k in range(folds)]
            beams(m, [((x, top - 0.01, 0.0), (x, h, 0.0)) for x in spots], 0.008, rod)
    if form == 3:
        sheer = Material((0.96, 0.96, 0.95), "fabric", 3, clear=0.55)
        _pleated(m, (-w * 0.32, w * 0.32), (0.0, top), d * 0.5, max(6, round(w / 0.14)), sheer)


RECIPES: dict[str, Recipe] = {"Blinds": blinds, "Curtains": curtains, "Window": window}
