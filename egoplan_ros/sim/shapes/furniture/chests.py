# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Chests without fronts: dressers, bedside tables, television stands. Drawers are own things."""

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import iron, legs, plate, rounded, timber
from egoplan_ros.sim.shapes.furniture.tables import carry
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import WHITE, Material
from egoplan_ros.sim.shapes.solid import Maker, Vec

FEET = ((0.04, 0.08), (0.12, 0.2), (0.1, 0.18), (0.08, 0.12), (0.1, 0.15), (0.06, 0.2))
"""Height of the feet by form, between these metres, when nobody says one."""
TOP = 0.025
BOTTOM = 0.022
"""Thickness of the bottom board with the gap below the lowest drawer, metres."""
SIDE = 0.025


def carcass(m: Maker, look: Look, form: int, size: Vec, foot: float | None) -> None:
    """Top, sides, back and bottom; the inside is free from `foot` + BOTTOM to the top.

    Forms: panels on a plinth, on slanting round legs, corner posts under an overhanging top,
    bracket feet and a moulded top, rounded sides on a metal sledge, black frame with shelves.
    """
    w, h, d = size
    wood = look.wood if form != 5 else timber(look)
    frame = iron(look) if form == 5 else wood
    top = _top(m, look, form, size, wood)
    y = float(look.rng.uniform(*FEET[form])) if foot is None else foot
    y = min(y, h * 0.3)
    m.box((0, -d / 2 + 0.008), y, (w - 0.02, h - TOP - y, 0.012), wood)
    m.box((0, -0.004), y, (w - 0.02, BOTTOM - 0.002, d - 0.012), wood, bevel=0.002)
    deep = d - (0.012 if form == 3 else 0.004)
    for s in (-1, 1):
        x = s * (w / 2 - SIDE / 2)
        if form == 2:
            for z in (-d / 2 + 0.022, d / 2 - 0.022):
                m.box((x, z), 0, (SIDE, h - TOP, 0.04), frame, bevel=0.004)
            for low, tall in ((y, 0.05), (h - TOP - 0.06, 0.06)):
                m.box((x, 0), low, (SIDE * 0.8, tall, d - 0.06), frame)
            m.box((x - s * 0.004, 0), y, (0.01, h - TOP - y, d - 0.07), wood)
        elif form == 5:
            for z in (-d / 2 + 0.012, d / 2 - 0.012):
                m.box((x, z), 0, (0.024, h - TOP, 0.024), frame, bevel=0.003)
            m.box((x, 0), y, (0.012, h - TOP - y, d - 0.05), wood)
            m.box((x, 0), 0, (0.024, 0.02, d - 0.04), frame)
        else:
            bevel = 0.012 if form == 4 else 0.003
            m.box((x, 0), y, (SIDE, h - top - y, deep), wood, bevel=bevel)
    _feet(m, look, form, (w, y, d), frame)
    carry(m, size)


def _top(m: Maker, look: Look, form: int, size: Vec, wood: Material) -> float:
    """The uppermost board; its thickness."""
    w, h, d = size
    marble = form in (0, 4) and look.rng.random() < 0.2
    top = look.draw("stone", gloss=0.4, rough=0.2) if marble else wood
    if form == 1:
        plate(m, rounded(w, d, 0.03), h - TOP, TOP, top, bevel=0.008)
    elif form == 3:
        m.box((0, 0), h - 0.014, (w, 0.014, d), top, bevel=0.005)
        m.box((0, 0), h - TOP, (w - 0.014, TOP - 0.012, d - 0.008), wood, bevel=0.004)
    else:
        m.box((0, 0), h - TOP, (w, TOP, d), top, bevel=0.004 if form == 0 else 0.007)
    return TOP


def _feet(m: Maker, look: Look, form: int, size: Vec, frame: Material) -> None:
    w, y, d = size
    if y < 0.015 or form in (2, 5):
        return
    if form == 0:
        m.box((0, -0.02), 0, (w - 0.01, y, d - 0.05), frame.shaded(0.6))
    elif form == 1:
        legs(m, "round", (w - 0.03, d - 0.03), y, 0.04, frame, splay=min(0.02, y * 0.3))
    elif form == 3:
        for s in (-1, 1):
            m.box((s * (w / 2 - 0.06), d / 2 - 0.02), 0, (0.11, y, 0.03), frame, bevel=0.012)
            m.box((s * (w / 2 - 0.0175), 0), 0, (0.025, y, d - 0.06), frame)
        m.box((0, d / 2 - 0.024), y * 0.55, (w - 0.22, y * 0.45, 0.02), frame)
    else:
        dark = iron(look)
        for s in (-1, 1):
            x = s * (w / 2 - 0.07)
            m.box((x, 0), 0, (0.03, 0.016, d - 0.04), dark)
            for z in (-d / 2 + 0.06, d / 2 - 0.06):
                m.box((x, z), 0, (0.03, y, 0.016), dark)


@forms(6)
def dresser(
    m: Maker, look: Look, form: int, size: Vec = (1.1, 0.85, 0.48), foot: float | None = None
) -> None:
    """A chest of drawers."""
    carcass(m, look, form, size, foot)


@forms(6)
def tv_stand(
    m: Maker, look: Look, form: int, size: Vec = (1.2, 0.5, 0.45), foot: float | None = None
) -> None:
    """A low cupboard for a television."""
    carcass(m, look, form, size, foot)


@forms(8)
def side_table(
    m: Maker, look: Look, form: int, size: Vec = (0.5, 0.6, 0.42), foot: float | None = None
) -> None:
    """A small chest, or four legs (straight or slanting) with a box for drawers below the top."""
    if form < 6:
        carcass(m, look, form, size, foot)
        return
    w, h, d = size
    wood = timber(look) if look.rng.random() < 0.7 else look.draw("paint", WHITE, gloss=0.2)
    frame = wood if form == 6 else iron(look)
    t = 0.02
    plate(m, rounded(w, d, 0.012 if form == 6 else 0.05), h - t, t, wood, bevel=0.006)
    if form == 6:
        legs(m, "taper", (w - 0.01, d - 0.01), h - t, 0.035, frame)
    else:
        legs(m, "peg", (w - 0.01, d - 0.01), h - t, 0.022, frame)
    for s in (-1, 1):
        m.box((s * (w / 2 - 0.0125), 0), h * 0.55, (0.012, h * 0.45 - t, d - 0.07), wood)
    m.box((0, -d / 2 + 0.02), h * 0.55, (w - 0.06, h * 0.45 - t, 0.012), wood)
    m.box((0, 0), foot or 0.12, (w - 0.04, 0.018, d - 0.04), wood, bevel=0.004)
    carry(m, size)


RECIPES: dict[str, Recipe] = {"Dresser": dresser, "SideTable": side_table, "TVStand": tv_stand}
