# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Candles: the flame and its pool of wax are there while they burn."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, ring, wrapped
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, ceramic, glass, metal
from egoplan_ros.sim.shapes.primitives import curve
from egoplan_ros.sim.shapes.solid import Maker, Vec

WAXES = (
    (0.95, 0.92, 0.82),
    (0.96, 0.96, 0.95),
    (0.65, 0.12, 0.15),
    (0.2, 0.3, 0.25),
    (0.8, 0.6, 0.65),
    (0.85, 0.7, 0.35),
    (0.35, 0.4, 0.6),
    (0.5, 0.35, 0.5),
)


def _wax(look: Look) -> Material:
    return Material(look.pick(WAXES), gloss=0.25, rough=0.5)


def _wick(m: Maker, x: float, y: float, z: float, size: float = 1.0, pool: float = 0.0) -> None:
    """A wick at a height, bent once it has burned, with the flame over it."""
    path: list[Vec] = [
        (x, y - 0.002, z),
        (x, y + 0.006 * size, z),
        (x + 0.002, y + 0.011 * size, z),
    ]
    m.tube(path, 0.0011 * size, BLACK, n=5)
    flame = [(0, 0), (0.0055, 0.006), (0.0062, 0.013), (0.003, 0.026), (0.0004, 0.037)]
    low = y + 0.005 * size
    lit = [(r * size, low + h * size) for r, h in flame]
    m.lathe(lit, (1.0, 0.8, 0.35), center=(x, z), n=8, role="glow", solid=False, when="toggled")
    if pool > 0:
        m.lathe(
            [(0, y + 0.0004), (pool, y + 0.0004)], (1.0, 0.95, 0.8), center=(x, z), n=12,
            role="glow", solid=False, when="toggled",
        )  # fmt: skip


def _taper(m: Maker, look: Look) -> None:
    """A slender candle in a stick."""
    finish = metal(look.pick(((0.8, 0.64, 0.33), (0.75, 0.75, 0.77), (0.2, 0.2, 0.21))))
    foot = [(0, 0), (0.036, 0), (0.035, 0.004), (0.014, 0.009), (0.008, 0.022), (0.012, 0.03)]
    m.lathe(
        curve([*foot, (0.008, 0.038), (0.016, 0.046), (0.017, 0.052), (0.012, 0.053)], 2),
        finish,
        n=14,
    )
    h = float(look.rng.uniform(0.09, 0.14))
    wax = _wax(look)
    m.lathe([(0.011, 0.045), (0.0105, 0.05 + h * 0.8), (0.006, 0.05 + h), (0, 0.05 + h)], wax, n=14)
    _wick(m, 0, 0.05 + h, 0, 0.9)


def _pillar(m: Maker, look: Look) -> None:
    """A thick candle with a hollowed top."""
    r, h = float(look.rng.uniform(0.022, 0.034)), float(look.rng.uniform(0.08, 0.15))
    body = [(0, 0), (r - 0.002, 0), (r, 0.003), (r, h - 0.003), (r - 0.003, h)]
    m.lathe([*body, (r * 0.7, h - 0.006), (0, h - 0.008)], _wax(look), n=16)
    _wick(m, 0, h - 0.007, 0, 1.0, r * 0.68)


def _jar(m: Maker, look: Look) -> None:
    """In a glass jar with a label and a low filling."""
    r, h = float(look.rng.uniform(0.034, 0.042)), float(look.rng.uniform(0.075, 0.1))
    fill = h * float(look.rng.uniform(0.55, 0.75))
    m.lathe([(0, 0.004), (r - 0.003, 0.004), (r - 0.003, fill), (0, fill)], _wax(look), n=16)
    wall = [(0, 0), (r, 0), (r + 0.001, 0.004), (r, h), (r - 0.002, h), (r - 0.0025, 0.005)]
    m.lathe(wall, glass((0.88, 0.9, 0.9), 0.75), n=16)
    m.add(wrapped(r + 0.0015, (h * 0.2, h * 0.62), 0.75), look.draw("label"), solid=False)
    _wick(m, 0, fill, 0, 1.0, r * 0.8)


def _tea_light(m: Maker, look: Look) -> None:
    """A small one in its cup of metal, in an open holder."""
    tone = (
        ceramic(look.hue((0.1, 0.7), (0.4, 0.95)))
        if look.rng.random() < 0.5
        else glass(look.hue((0.2, 0.6), (0.7, 0.95)), 0.5)
    )
    bowl = curve([(0, 0), (0.026, 0.0), (0.036, 0.012), (0.041, 0.034)], 2)
    m.lathe([*bowl, (0.038, 0.034), (0.033, 0.014), (0, 0.01)], tone, n=16)
    m.lathe([(0.018, 0.01), (0.019, 0.024), (0.018, 0.024), (0.0175, 0.012)], metal(), n=14)
    m.lathe([(0.0175, 0.021), (0, 0.0205)], _wax(look), n=14, solid=False)
    _wick(m, 0, 0.021, 0, 0.85, 0.016)


def _twisted(m: Maker, look: Look) -> None:
    """A thick candle with turned flutes."""
    r, h = 0.023, float(look.rng.uniform(0.11, 0.16))
    a = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    rings = []
    for v in np.linspace(0, 1, 11):
        wide = r * (1 + 0.14 * np.cos(6 * (a + v * 3.4))) * (1.0 if v < 0.97 else 0.75)
        rings.append(np.stack([wide * np.cos(a), np.full(20, v * h), wide * np.sin(a)], 1))
    m.add(primitives.loft(rings), _wax(look))
    _wick(m, 0, h, 0, 1.0, 0.012)


def _votive(m: Maker, look: Look) -> None:
    """In a tall narrow coloured glass, as in church."""
    r, h = 0.03, float(look.rng.uniform(0.11, 0.15))
    tone = look.hue((0.5, 0.9), (0.6, 0.95))
    m.lathe(
        [(0, 0), (r * 0.9, 0), (r, 0.01), (r * 0.96, h * 0.3), (r * 0.96, h), (r * 0.88, h)],
        glass(tone, 0.45),
        n=16,
    )
    m.lathe([(r * 0.86, 0.006), (r * 0.86, h * 0.55), (0, h * 0.55)], _wax(look), n=14, solid=False)
    for y in (h * 0.97, 0.008):
        with m.placed((0, y, 0)):
            m.add(ring(r * 0.98, 0.0018, 20, 4), metal((0.8, 0.65, 0.35)))
    _wick(m, 0, h * 0.55, 0, 1.0, r * 0.7)


def _tin(m: Maker, look: Look) -> None:
    """A flat wide tin or bowl with three wicks."""
    r, h = float(look.rng.uniform(0.045, 0.055)), 0.05
    wood = look.rng.random() < 0.4
    finish: Surfaced = (
        look.draw("wood")
        if wood
        else metal(look.pick(((0.75, 0.75, 0.77), (0.72, 0.52, 0.4), (0.2, 0.2, 0.21))))
    )
    m.lathe(
        [(0, 0), (r - 0.004, 0), (r, 0.005), (r, h), (r - 0.003, h), (r - 0.003, h - 0.012)],
        finish,
        n=20,
    )
    m.lathe([(r - 0.002, h - 0.012), (0, h - 0.012)], _wax(look), n=20, solid=False)
    for k in range(3):
        t = 2 * np.pi * k / 3 + 0.4
        _wick(m, r * 0.45 * float(np.cos(t)), h - 0.012, r * 0.45 * float(np.sin(t)), 0.85, r * 0.3)


def _chamber_stick(m: Maker, look: Look) -> None:
    """On a saucer with a ring to carry it by."""
    finish = (
        metal(look.pick(((0.8, 0.64, 0.33), (0.3, 0.3, 0.31))))
        if look.rng.random() < 0.5
        else ceramic(look.hue((0.2, 0.7), (0.4, 0.95)))
    )
    m.lathe(
        curve(
            [
                (0, 0.002),
                (0.03, 0.0),
                (0.045, 0.006),
                (0.05, 0.014),
                (0.047, 0.0145),
                (0.03, 0.006),
                (0.016, 0.006),
            ],
            2,
        ),
        finish,
        n=12,
    )
    m.lathe([(0.016, 0.005), (0.015, 0.03), (0.018, 0.032), (0.013, 0.033)], finish, n=12)
    with m.placed((0, 0.02, -0.06), (0, 0, 90)):
        m.add(ring(0.014, 0.0035, 12, 4), finish)
    h = float(look.rng.uniform(0.06, 0.1))
    m.lathe([(0.013, 0.02), (0.012, h), (0.007, h + 0.004), (0, h + 0.003)], _wax(look), n=12)
    drip = h * 0.6
    for k in range(3):
        t = 2.0 * k + 0.5
        x, z = 0.0125 * float(np.cos(t)), 0.0125 * float(np.sin(t))
        m.tube(
            [(x * 0.85, h, z * 0.85), (x, drip + 0.01 * k, z)],
            [0.002, 0.003],
            (0.95, 0.92, 0.85),
            n=5,
        )
    _wick(m, 0, h + 0.003, 0, 0.95)


def _ball(m: Maker, look: Look) -> None:
    """A ball or an egg of wax on a small plate."""
    r = float(look.rng.uniform(0.03, 0.04))
    tall = float(look.rng.uniform(0.95, 1.35))
    m.lathe(
        [(0, 0.003), (0.03, 0.0), (0.044, 0.005), (0.045, 0.007), (0.02, 0.005)],
        metal((0.25, 0.25, 0.26)),
        n=16,
    )
    a = np.linspace(-np.pi / 2, np.pi * 0.42, 11)
    body = [(r * float(np.cos(t)), 0.006 + r * tall * (1 + float(np.sin(t)))) for t in a]
    top = body[-1][1]
    m.lathe([*body, (0, top - 0.002)], _wax(look), n=16)
    _wick(m, 0, top - 0.001, 0, 1.0, body[-1][0])


CANDLES = (
    _taper,
    _pillar,
    _jar,
    _tea_light,
    _twisted,
    _votive,
    _tin,
    _chamber_stick,
    _ball,
)


@forms(len(CANDLES))
def candle(m: Maker, look: Look, form: int) -> None:
    """Candles on sticks, in jars and cups, thick, twisted, round."""
    CANDLES[form](m, look)


RECIPES: dict[str, Recipe] = {"Candle": candle}
