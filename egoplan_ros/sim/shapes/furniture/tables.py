# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Dining, coffee and writing tables."""

from collections.abc import Callable

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import (
    beam,
    block,
    iron,
    legs,
    oval,
    plate,
    rounded,
    timber,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, glass
from egoplan_ros.sim.shapes.primitives import curve
from egoplan_ros.sim.shapes.solid import Maker, Vec

FREE = 0.8
SQUARE = 1.25
"""Up to this ratio of its sides a table may be round."""


def carry(m: Maker, size: Vec, inset: float = 0.02, x: float = 0.0) -> None:
    """The upper side of a table as support."""
    w, h, d = size
    m.surface(
        (x - w / 2 + inset, x + w / 2 - inset), (-d / 2 + inset, d / 2 - inset), h + 1e-3, FREE
    )


def farmhouse(m: Maker, look: Look, size: Vec) -> None:
    """Square or turned legs in the corners, an apron, a bevelled top."""
    w, h, d = size
    wood, paint = timber(look), look.trim
    under = paint if look.rng.random() < 0.3 else wood
    thick = float(look.rng.uniform(0.02, 0.045))
    leg = float(look.rng.uniform(0.045, 0.085)) * min(1.0, 1.6 * h)
    apron = min(float(look.rng.uniform(0.05, 0.1)), h * 0.2)
    style = ("square", "turned", "taper")[int(look.rng.integers(3))]
    m.box((0, 0), h - thick, (w, thick, d), wood, bevel=0.006)
    inner = (w - 0.03 - leg, d - 0.03 - leg)
    m.box((0, 0), h - thick - apron, (inner[0], apron, inner[1]), under)
    legs(m, style, (w - 0.03, d - 0.03), h - thick, leg, under)
    carry(m, size)


def splayed(m: Maker, look: Look, size: Vec) -> None:
    """A thin board with round corners on slanting round legs."""
    w, h, d = size
    wood = timber(look)
    thick = float(look.rng.uniform(0.018, 0.03))
    corner = float(look.rng.uniform(0.05, 0.12))
    plate(m, rounded(w, d, corner), h - thick, thick, wood, under=0.008)
    inset = 0.05 + 0.02 * float(look.rng.random())
    span = (w - 2 * inset, d - 2 * inset)
    m.box((0, 0), h - thick - 0.03, (w * 0.6, 0.03, d * 0.55), wood, solid=False)
    legs(m, "round", span, h - thick, 0.045, wood, splay=0.1 * h + 0.02)
    carry(m, size, 0.02 + 0.2 * corner)


def pedestal(m: Maker, look: Look, size: Vec) -> None:
    """A round or oval top on one column, a long one on two."""
    w, h, d = size
    rng = look.rng
    wood = timber(look)
    top = look.draw("stone", gloss=0.4, rough=0.2) if rng.random() < 0.35 else wood
    base = iron(look) if rng.random() < 0.4 else wood
    if rng.random() < 0.3:
        base = Material((0.94, 0.94, 0.92), gloss=0.4, rough=0.3)
    thick = float(rng.uniform(0.02, 0.035))
    round_top = max(w, d) / min(w, d) < SQUARE
    outline = oval(w, d, 32) if round_top else rounded(w, d, min(w, d) * 0.22, 5)
    plate(m, outline, h - thick, thick, top, bevel=0.01)
    spots = [0.0] if max(w, d) / min(w, d) < 1.6 else [-w * 0.27, w * 0.27]
    reach = min(w / len(spots), d) * 0.36
    tulip = rng.random() < 0.4
    for x in spots:
        block(m, (x - 0.06, 0, -0.06), (x + 0.06, h - thick, 0.06))
        if tulip:
            bowl = [(reach, 0.0), (reach, 0.012), (reach * 0.5, 0.05 * h), (0.035, 0.35 * h)]
            neck = [*bowl, (0.035, 0.6 * h), (0.09, h - thick)]
            m.lathe([(0, 0), *curve(neck, 3)], base, center=(x, 0), n=20, solid=False)
            continue
        m.lathe(_column(h - thick, float(rng.uniform(0.04, 0.06))), base, center=(x, 0), n=14)
        for k in range(4 if len(spots) == 1 else 2):
            a = np.pi / 4 + k * np.pi / 2 if len(spots) == 1 else np.pi / 2 + k * np.pi
            end = (x + float(np.cos(a)) * reach, 0.02, float(np.sin(a)) * reach)
            beam(m, end, (x, 0.16 * h + 0.03, 0), (0.03, 0.06), base)
    share = 0.7 if round_top else 0.86
    m.surface((-w / 2 * share, w / 2 * share), (-d / 2 * share, d / 2 * share), h + 1e-3, FREE)
    if round_top:
        # What the inscribed square leaves out of the disc, so far as things can stand there.
        m.surface((-w * 0.43, w * 0.43), (-d * 0.22, d * 0.22), h + 1e-3, FREE)
        m.surface((-w * 0.22, w * 0.22), (-d * 0.43, d * 0.43), h + 1e-3, FREE)


def _column(height: float, r: float) -> list[tuple[float, float]]:
    points = [(r, 0.1), (r * 1.4, 0.2), (r, 0.3), (r * 0.6, 0.55), (r * 0.9, 0.8), (r * 1.7, 1.0)]
    return [(0.0, 0.1 * height), *curve([(a, b * height) for a, b in points], 2)]


def framed(m: Maker, look: Look, size: Vec) -> None:
    """A board on two metal frames at its ends."""
    w, h, d = size
    dark = iron(look)
    thick = float(look.rng.uniform(0.03, 0.05))
    bar = float(look.rng.uniform(0.03, 0.06))
    lean = float(look.rng.uniform(0, 0.08)) if look.rng.random() < 0.5 else 0.0
    m.box((0, 0), h - thick, (w, thick, d), timber(look), bevel=0.005)
    for s in (-1, 1):
        x = s * (w / 2 - 0.06 - bar)
        for t in (-1, 1):
            z = t * (d / 2 - 0.03 - bar / 2)
            beam(m, (x + s * lean * 0.5, bar / 2, z), (x - s * lean, h - thick, z), bar, dark)
        for y, off in ((bar / 2, 0.5 * lean), (h - thick - bar / 2, -lean)):
            m.box((x + s * off, 0), y - bar / 2, (bar, bar, d - 0.06), dark, solid=False)
        block(m, (x - bar / 2, 0, -d / 2 + 0.03), (x + bar / 2, h - thick, d / 2 - 0.03))
    carry(m, size)


def glazed(m: Maker, look: Look, size: Vec, shelf: bool = True) -> None:
    """A glass top on hairpin or corner legs, with a board below."""
    w, h, d = size
    rng = look.rng
    frame = iron(look)
    edge = 0.012
    pane = glass((0.78, 0.88, 0.86), 0.65) if rng.random() < 0.7 else glass((0.2, 0.2, 0.2), 0.4)
    plate(m, rounded(w, d, float(rng.uniform(0.01, 0.1))), h - edge, edge, pane, bevel=0.003)
    thick = float(rng.uniform(0.022, 0.035))
    rim = (w - 0.04, d - 0.04)
    for s in (-1, 1):
        m.box((0, s * (rim[1] - thick) / 2), h - edge - thick, (rim[0], thick, thick), frame)
        m.box((s * (rim[0] - thick) / 2, 0), h - edge - thick, (thick, thick, rim[1]), frame)
    legs(m, "square", rim, h - edge - thick, thick, frame)
    if shelf:
        board = timber(look) if rng.random() < 0.6 else pane
        m.box((0, 0), h * 0.3, (rim[0] - thick, 0.014, rim[1] - thick), board, bevel=0.003)
    carry(m, size, 0.03)


def slab_sided(m: Maker, look: Look, size: Vec) -> None:
    """Top and two sides of one thickness, as if folded from a board."""
    w, h, d = size
    rng = look.rng
    t = float(rng.uniform(0.025, 0.05))
    body = timber(look) if rng.random() < 0.75 else look.draw("stone", gloss=0.35, rough=0.25)
    m.box((0, 0), h - t, (w, t, d), body, bevel=0.008)
    for s in (-1, 1):
        m.box((s * (w / 2 - t / 2), 0), 0, (t, h - t * 0.7, d), body, bevel=0.006)
    if rng.random() < 0.6:
        m.box((0, 0), h * float(rng.uniform(0.25, 0.5)), (w - 2 * t, t * 0.7, d * 0.94), body)
    carry(m, size)


def crossed(m: Maker, look: Look, size: Vec) -> None:
    """A plank top on two crosses joined by a bar."""
    w, h, d = size
    wood = timber(look)
    t = float(look.rng.uniform(0.03, 0.045))
    planks = int(look.rng.integers(3, 6))
    each = d / planks
    for k in range(planks):
        z = -d / 2 + each * (k + 0.5)
        m.box((0, z), h - t, (w, t, each - 0.004), wood, bevel=0.005)
    bar = float(look.rng.uniform(0.04, 0.065))
    for s in (-1, 1):
        x = s * w * 0.36
        for a in (-1, 1):
            foot, head = (x, 0.0, -a * d * 0.42), (x, h - t, a * d * 0.36)
            beam(m, foot, head, bar, wood)
        block(m, (x - bar / 2, 0, -d * 0.42), (x + bar / 2, h - t, d * 0.42))
    beam(m, (-w * 0.36, h * 0.5, 0), (w * 0.36, h * 0.5, 0), bar * 0.8, wood)
    carry(m, size)


def drum(m: Maker, look: Look, size: Vec) -> None:
    """A coffee table that is one body: a round or rounded chest."""
    w, h, d = size
    rng = look.rng
    body = timber(look) if rng.random() < 0.6 else look.draw("wicker")
    outline = oval(w, d, 32) if max(w, d) / min(w, d) < SQUARE else rounded(w, d, d * 0.3, 5)
    plate(m, outline * 0.9, 0, 0.04, Material((0.1, 0.1, 0.1)), bevel=0.002)
    plate(m, outline, 0.03, h - 0.055, body, bevel=0.012)
    plate(m, outline, h - 0.03, 0.03, timber(look), bevel=0.008)
    m.surface((-w * 0.35, w * 0.35), (-d * 0.35, d * 0.35), h + 1e-3, FREE)


Design = Callable[[Maker, Look, Vec], None]
DINING: tuple[Design, ...] = (
    farmhouse,
    splayed,
    pedestal,
    framed,
    lambda m, k, s: glazed(m, k, s, shelf=False),
    slab_sided,
    crossed,
)
COFFEE: tuple[Design, ...] = (farmhouse, splayed, pedestal, framed, glazed, slab_sided, drum)


@forms(len(DINING))
def dining_table(m: Maker, look: Look, form: int, size: Vec = (1.4, 0.75, 0.85)) -> None:
    """A table to sit at."""
    DINING[form](m, look, size)


@forms(len(COFFEE))
def coffee_table(m: Maker, look: Look, form: int, size: Vec = (1.1, 0.42, 0.6)) -> None:
    """A low table before a sofa; most have a board below."""
    COFFEE[form](m, look, size)
    w, h, d = size
    if form in (0, 3) and look.rng.random() < 0.7:
        m.box((0, 0), h * 0.3, (w - 0.14, 0.018, d - 0.14), look.wood, bevel=0.004)


RECIPES: dict[str, Recipe] = {"CoffeeTable": coffee_table, "DiningTable": dining_table}
