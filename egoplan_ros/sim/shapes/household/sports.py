# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Baseball bats and tennis rackets, standing upright."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    BLACK,
    WHITE,
    Floats,
    circle,
    strokes,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, metal, plastic
from egoplan_ros.sim.shapes.primitives import curve
from egoplan_ros.sim.shapes.solid import Maker, Vec

Profile = list[tuple[float, float]]


def _grip(m: Maker, y0: float, y1: float, r: float, surface: Surfaced) -> None:
    """Tape wound around a handle."""
    shape: Profile = []
    turns = 4
    for k in range(turns):
        y = y0 + (y1 - y0) * k / turns
        shape += [(r, y), (r + 0.0014, y + (y1 - y0) / turns * 0.85)]
    m.lathe(shape, surface, n=8)


def _bat(m: Maker, profile: Profile, surface: Surfaced) -> None:
    m.lathe(curve(profile, 2), surface, n=14)


def _wooden(m: Maker, look: Look) -> None:
    h = float(look.rng.uniform(0.82, 0.9))
    wood = look.draw("wood", gloss=0.3)
    _bat(
        m,
        [
            (0, 0),
            (0.026, 0.004),
            (0.034, 0.03),
            (0.034, h * 0.4),
            (0.018, h * 0.66),
            (0.0125, h * 0.8),
            (0.0135, h * 0.95),
            (0.024, h * 0.975),
            (0.022, h * 0.995),
            (0, h),
        ],
        wood,
    )
    m.lathe(
        [(0.0346, h * 0.18), (0.0346, h * 0.3)],
        look.hue((0.4, 0.9), (0.15, 0.5)),
        n=14,
        solid=False,
    )


def _metal_bat(m: Maker, look: Look) -> None:
    """Of metal with a cap below and a bound grip."""
    h = float(look.rng.uniform(0.8, 0.88))
    tone = look.pick(
        ((0.75, 0.75, 0.78), (0.7, 0.15, 0.15), (0.15, 0.25, 0.55), (0.15, 0.15, 0.16))
    )
    m.lathe([(0, 0), (0.024, 0.0), (0.034, 0.012), (0.034, 0.02)], BLACK, n=14)
    _bat(
        m,
        [(0.035, 0.02), (0.0355, h * 0.42), (0.028, h * 0.5), (0.015, h * 0.62), (0.012, h * 0.68)],
        metal(tone),
    )
    _grip(m, h * 0.68, h * 0.97, 0.0135, BLACK)
    m.lathe(
        [(0.013, h * 0.965), (0.023, h * 0.975), (0.024, h - 0.006), (0.018, h), (0, h)],
        metal(tone),
        n=16,
    )
    for y in (0.12, 0.2):
        m.lathe([(0.0362, h * y), (0.0362, h * (y + 0.05))], WHITE, n=14, solid=False)


def _toy(m: Maker, look: Look) -> None:
    """A child's fat bat of plastic."""
    h = float(look.rng.uniform(0.6, 0.7))
    _bat(
        m,
        [
            (0, 0),
            (0.03, 0.0),
            (0.046, 0.03),
            (0.05, h * 0.35),
            (0.042, h * 0.55),
            (0.02, h * 0.7),
            (0.016, h * 0.9),
            (0.028, h * 0.95),
            (0.026, h * 0.99),
            (0, h),
        ],
        plastic(look.hue((0.7, 1.0), (0.7, 1.0)), 0.4),
    )
    for k in range(3):
        r = 0.0505 - 0.001 * k
        m.lathe([(r, h * (0.12 + 0.1 * k)), (r, h * (0.15 + 0.1 * k))], WHITE, n=14, solid=False)


def _dipped(m: Maker, look: Look) -> None:
    """Half raw, half dipped in paint, with rings between."""
    h = float(look.rng.uniform(0.82, 0.9))
    paint = plastic(look.hue((0.4, 0.95), (0.2, 0.9)), 0.5)
    m.lathe(curve([(0, 0), (0.03, 0.003), (0.036, 0.05), (0.0355, h * 0.34)], 2), paint, n=14)
    _bat(
        m,
        [
            (0.0355, h * 0.34),
            (0.03, h * 0.5),
            (0.016, h * 0.72),
            (0.0135, h * 0.94),
            (0.03, h * 0.985),
            (0, h),
        ],
        look.draw("wood"),
    )
    for k in range(3):
        y = h * (0.36 + 0.016 * k)
        r = 0.0356 - 0.0007 * k
        m.lathe([(r, y), (r, y + h * 0.007)], paint, n=14, solid=False)


def _cupped(m: Maker, look: Look) -> None:
    """With a hollow in its end and a handle wound with cord."""
    h = float(look.rng.uniform(0.84, 0.9))
    wood = look.draw("wood", gloss=0.35)
    m.lathe([(0, 0.014), (0.016, 0.006), (0.028, 0.0), (0.032, 0.006)], wood, n=14)
    _bat(m, [(0.032, 0.006), (0.033, h * 0.3), (0.024, h * 0.52), (0.0125, h * 0.62)], wood)
    cord = look.pick(((0.9, 0.88, 0.8), (0.2, 0.2, 0.22), (0.6, 0.2, 0.2)))
    _grip(m, h * 0.6, h * 0.95, 0.0126, cord)
    m.lathe(
        [(0.0125, h * 0.94), (0.018, h * 0.965), (0.025, h * 0.985), (0.02, h), (0, h)], wood, n=16
    )


def _slow_pitch(m: Maker, look: Look) -> None:
    """Long barrel that narrows at once to a thin handle, a cone for a knob."""
    h = float(look.rng.uniform(0.84, 0.88))
    tone = look.hue((0.5, 1.0), (0.3, 0.95))
    m.lathe(
        [(0, 0), (0.02, 0), (0.03, 0.008), (0.031, h * 0.5), (0.029, h * 0.54)],
        plastic(tone, 0.6),
        n=14,
    )
    m.lathe(
        curve([(0.029, h * 0.54), (0.013, h * 0.6), (0.011, h * 0.7)], 2), plastic(BLACK, 0.5), n=14
    )
    _grip(m, h * 0.68, h * 0.93, 0.0118, (0.85, 0.85, 0.86))
    m.lathe([(0.012, h * 0.92), (0.026, h * 0.99), (0.022, h), (0, h)], plastic(BLACK, 0.5), n=16)
    for k in range(4):
        with m.placed((0, 0, 0), (0, 90 * k, 0)):
            m.panel((0, h * 0.3, 0.0318), (0.02, h * 0.28), (0.95, 0.95, 0.95))


def _thin(m: Maker, look: Look) -> None:
    """Slender, an evenly swelling practice bat."""
    h = float(look.rng.uniform(0.86, 0.93))
    wood = look.draw("wood", gloss=0.25)
    _bat(
        m,
        [
            (0, 0),
            (0.018, 0.001),
            (0.025, 0.02),
            (0.024, h * 0.2),
            (0.0165, h * 0.55),
            (0.012, h * 0.85),
            (0.0125, h * 0.96),
            (0.02, h * 0.982),
            (0.018, h),
            (0, h),
        ],
        wood,
    )
    _grip(m, h * 0.76, h * 0.93, 0.013, look.hue((0.4, 0.9), (0.2, 0.8)))


def _bottle(m: Maker, look: Look) -> None:
    """Shaped like a bottle, with a step to the handle and a plain round knob."""
    h = float(look.rng.uniform(0.76, 0.82))
    wood = look.draw("wood", gloss=0.3)
    _bat(
        m,
        [
            (0, 0),
            (0.034, 0.002),
            (0.039, 0.02),
            (0.039, h * 0.54),
            (0.034, h * 0.58),
            (0.018, h * 0.62),
            (0.014, h * 0.66),
            (0.014, h * 0.93),
        ],
        wood,
    )
    m.ellipsoid((0, h - 0.024, 0), (0.026, 0.024, 0.026), wood, n=12)
    band = look.hue((0.5, 0.95), (0.3, 0.8))
    for y in (0.1, 0.46):
        m.lathe([(0.0396, h * y), (0.0396, h * (y + 0.03))], band, n=14, solid=False)


BATS = (
    _wooden,
    _metal_bat,
    _toy,
    _dipped,
    _cupped,
    _slow_pitch,
    _thin,
    _bottle,
)


@forms(len(BATS))
def bat(m: Maker, look: Look, form: int) -> None:
    """Baseball bats standing on their thick end."""
    BATS[form](m, look)


def _strings(m: Maker, inside: Floats, count: tuple[int, int], tone: Surfaced) -> None:
    """Strings up and across within a closed outline (n, 2)."""
    segments: list[tuple[Vec, Vec]] = []
    for axis in (0, 1):
        a, b = inside[:, axis], inside[:, 1 - axis]
        levels = np.linspace(a.min(), a.max(), count[axis] + 2)[1:-1, None]
        p, q = a - levels, np.roll(a, -1) - levels
        cut = p * q <= 0
        where = b + p / np.where(p == q, 1.0, p - q) * (np.roll(b, -1) - b)
        low = np.where(cut, where, np.inf).min(1)
        high = np.where(cut, where, -np.inf).max(1)
        for at, one, two in zip(levels[:, 0].tolist(), low.tolist(), high.tolist(), strict=True):
            ends = (
                ((at, one, 0.0), (at, two, 0.0)) if axis == 0 else ((one, at, 0.0), (two, at, 0.0))
            )
            segments.append(ends)
    strokes(m, segments, 0.0009, tone)


def _hoop(half: float, high: float, centre: float, power: float = 1.0, egg: float = 0.0) -> Floats:
    t = np.linspace(0, 2 * np.pi, 22, endpoint=False) - np.pi / 2
    c, s = np.cos(t), np.sin(t)
    x = np.sign(c) * np.abs(c) ** power * half * (1 + egg * s)
    return np.stack([x, centre + np.sign(s) * np.abs(s) ** power * high], 1)


def _racket(
    m: Maker,
    look: Look,
    hoop: Floats,
    centre: float,
    frame: Surfaced,
    thick: float,
    neck: tuple[float, float],
    grip: float,
    strings: tuple[int, int] = (11, 12),
) -> None:
    """Hoop, two arms from the shaft at neck (y) to the hoop (half width), grip below."""
    path: list[Vec] = [(float(x), float(y), 0.0) for x, y in [*hoop, hoop[0]]]
    m.tube(path, thick, frame, n=5, solid=True)
    _strings(m, hoop, strings, look.pick(((0.92, 0.92, 0.88), (0.85, 0.8, 0.4), (0.2, 0.2, 0.2))))
    y, half = neck
    if half > 0:
        low = hoop[np.argmin(np.abs(hoop[:, 0] - half) + (hoop[:, 1] > centre) * 9), 1]
        for s in (-1, 1):
            m.tube(
                [(s * 0.008, y, 0), (s * half, float(low), 0)], thick * 0.95, frame, n=6, solid=True
            )
    m.lathe([(0.0145, grip), (0.012, y + 0.004), (0, y + 0.004)], frame, n=7)
    _grip(
        m,
        0.008,
        grip,
        0.0145,
        look.pick(((0.12, 0.12, 0.13), (0.92, 0.92, 0.9), (0.45, 0.28, 0.18), (0.2, 0.3, 0.6))),
    )
    m.lathe([(0, 0), (0.017, 0), (0.0175, 0.01), (0.0145, 0.014)], BLACK, n=8)


def _paint(look: Look) -> Material:
    return plastic(look.hue((0.4, 0.95), (0.2, 0.95)), 0.5)


def _open_throat(m: Maker, look: Look) -> None:
    _racket(m, look, _hoop(0.122, 0.16, 0.475), 0.475, _paint(look), 0.0105, (0.22, 0.07), 0.19)


def _old_wooden(m: Maker, look: Look) -> None:
    """A small head of wood on a solid shaft."""
    wood = look.draw("wood", gloss=0.4)
    _racket(m, look, _hoop(0.105, 0.135, 0.5), 0.5, wood, 0.01, (0.34, 0.0), 0.17)
    m.box((0, 0), 0.26, (0.03, 0.11, 0.02), wood, bevel=0.006)
    with m.placed((0, 0, -0.01)):
        m.add(
            primitives.extrusion(
                [(-0.015, 0.33), (0.015, 0.33), (0.055, 0.385), (-0.055, 0.385)], 0.02
            ),
            wood,
        )
    for y in (0.39, 0.6):
        m.box((0, 0), y, (0.03, 0.008, 0.023), look.hue((0.5, 0.9), (0.3, 0.8)), solid=False)


def _oversize(m: Maker, look: Look) -> None:
    """A very large round head on a short shaft."""
    _racket(
        m,
        look,
        _hoop(0.145, 0.17, 0.45),
        0.45,
        metal(look.pick(((0.75, 0.75, 0.77), (0.3, 0.3, 0.32)))),
        0.008,
        (0.2, 0.1),
        0.16,
        (14, 16),
    )


def _teardrop(m: Maker, look: Look) -> None:
    """A head that narrows into the shaft without a bridge."""
    t = np.linspace(0, 2 * np.pi, 30, endpoint=False) - np.pi / 2
    s = np.sin(t)
    x = np.cos(t) * 0.125 * (0.55 + 0.45 * np.clip((s + 1) / 1.2, 0, 1))
    hoop = np.stack([x, 0.43 + s * 0.2], 1)
    _racket(m, look, hoop, 0.43, _paint(look), 0.011, (0.235, 0.0), 0.19)


def _covered(m: Maker, look: Look) -> None:
    """Its head in a bag with a zip."""
    hoop = _hoop(0.135, 0.172, 0.47)
    bag = plastic(look.hue((0.2, 0.9), (0.2, 0.8)), 0.2)
    with m.placed((0, 0, -0.018)):
        body = [(float(x), float(y)) for x, y in hoop]
        m.add(primitives.extrusion(body, 0.036), bag)
    with m.placed((0, 0, 0)):
        inner = _hoop(0.1, 0.135, 0.47)
        m.tube([(float(a), float(b), 0.0185) for a, b in [*inner, inner[0]]], 0.002, WHITE, n=4)
    m.add(
        primitives.extrusion([(-0.03, 0.27), (0.03, 0.27), (0.05, 0.32), (-0.05, 0.32)], 0.016), bag
    )
    m.box((0.05, 0.019), 0.42, (0.02, 0.1, 0.002), (0.9, 0.75, 0.2), solid=False)
    m.lathe([(0.0145, 0.19), (0.0125, 0.28), (0, 0.28)], bag, n=10)
    _grip(m, 0.008, 0.19, 0.0145, BLACK)
    m.lathe([(0, 0), (0.017, 0), (0.0175, 0.01), (0.0145, 0.014)], BLACK, n=12)


def _squarish(m: Maker, look: Look) -> None:
    """A head with nearly straight sides and a two-coloured frame."""
    hoop = _hoop(0.12, 0.16, 0.475, 0.72)
    frame = _paint(look)
    _racket(m, look, hoop, 0.475, frame, 0.0115, (0.23, 0.06), 0.2)
    upper = hoop[hoop[:, 1] > 0.5]
    upper = upper[np.argsort(np.arctan2(upper[:, 1] - 0.475, upper[:, 0]))]
    m.tube([(float(a), float(b), 0.0) for a, b in upper], 0.0128, _paint(look), n=3)


def _junior(m: Maker, look: Look) -> None:
    """Short, for a child, with thick colourful tubes."""
    _racket(
        m,
        look,
        _hoop(0.11, 0.13, 0.35, 0.9),
        0.35,
        _paint(look),
        0.013,
        (0.16, 0.055),
        0.14,
        (9, 10),
    )


def _with_balls(m: Maker, look: Look) -> None:
    """An egg-shaped head, a damper in the strings, and a ball at the foot."""
    _racket(
        m, look, _hoop(0.125, 0.17, 0.47, 1.0, 0.12), 0.47, _paint(look), 0.0095, (0.24, 0.05), 0.21
    )
    m.box((0, 0), 0.33, (0.018, 0.012, 0.012), (0.9, 0.2, 0.2), bevel=0.003)
    felt = look.draw("fabric", (0.8, 0.95, 0.25), gloss=0.0)
    with m.placed((0.075, 0.033, 0.0), (0, float(look.rng.uniform(0, 180)), 30)):
        m.ellipsoid((0, 0, 0), (0.033, 0.033, 0.033), felt, n=7)
        hoop = circle((0, 0, 0), 0.0332, 6, "z")
        waves = np.cos(2 * np.linspace(0, 2 * np.pi, 7)) * 0.012
        seam: list[Vec] = [(x, y, float(z)) for (x, y, _), z in zip(hoop, waves, strict=True)]
        m.tube(seam, 0.0014, WHITE, n=3, caps=False)


RACKETS = (
    _open_throat,
    _old_wooden,
    _oversize,
    _teardrop,
    _covered,
    _squarish,
    _junior,
    _with_balls,
)


@forms(len(RACKETS))
def racket(m: Maker, look: Look, form: int) -> None:
    """Tennis rackets standing on their grips, as if leant against the wall."""
    RACKETS[form](m, look)


RECIPES: dict[str, Recipe] = {
    "BaseballBat": bat,
    "TennisRacket": racket,
}
