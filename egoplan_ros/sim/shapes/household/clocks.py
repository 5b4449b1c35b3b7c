# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Alarm clocks and watches."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    BLACK,
    WHITE,
    circle,
    digits,
    disc,
    lying,
    ribbon,
    ring,
    slab,
    some,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, material, metal, plastic
from egoplan_ros.sim.shapes.primitives import curve
from egoplan_ros.sim.shapes.solid import Maker, Vec

TONES = (
    (0.75, 0.2, 0.18),
    (0.2, 0.55, 0.6),
    (0.12, 0.12, 0.13),
    (0.93, 0.92, 0.88),
    (0.75, 0.62, 0.3),
    (0.35, 0.45, 0.65),
    (0.85, 0.6, 0.65),
)


def _case(look: Look) -> Material:
    return metal(look.pick(TONES)) if look.rng.random() < 0.35 else plastic(look.pick(TONES), 0.4)


def _dial(m: Maker, look: Look, center: Vec, r: float) -> None:
    """A round face with hours and hands (every sixth dial has lit figures instead)."""
    m.add(disc(center, r, 24), some(look, "dial", range(5), 6), solid=False)


def _drum(
    m: Maker, y: float, r: float, depth: float, surface: Surfaced, lip: float = 0.006
) -> float:
    """A round case with its axis towards the front, hollow before the dial; returns its z there."""
    half = depth / 2
    shape = [(0, -half), (r * 0.86, -half), (r, -half + r * 0.14), (r, half - 0.003)]
    shape += [(r - 0.003, half), (r - lip, half), (r - lip, half - 0.005)]
    with lying(m, "z", (0, y, 0)):
        m.lathe(shape, surface, n=18)
    return half - 0.005


def _twin_bell(m: Maker, look: Look) -> None:
    r = float(look.rng.uniform(0.05, 0.068))
    coat, bright = _case(look), metal(look.pick(((0.76, 0.76, 0.78), (0.78, 0.62, 0.32))))
    y = r + 0.02
    z = _drum(m, y, r, 0.055, coat)
    _dial(m, look, (0, y, z), r - 0.006)
    for s in (-1, 1):
        m.tube(
            [(s * r * 0.55, y - r * 0.8, 0), (s * r * 0.8, 0.0, 0.004)], [0.005, 0.007], bright, n=6
        )
        with m.placed((s * r * 0.6, y + r * 0.95, 0), (0, 0, -s * 28)):
            bell = curve([(0.026, 0.004), (0.024, 0.016), (0.012, 0.026), (0, 0.028)], 2)
            m.lathe(bell, bright, n=12)
            m.cylinder((0, 0), -0.012, 0.003, 0.044, bright, n=6)
    m.tube([(0, y + r, 0), (0, y + r + 0.026, 0)], 0.0025, bright, n=5)
    m.box((0, 0), y + r + 0.022, (0.022, 0.01, 0.008), bright, bevel=0.003)
    arch: list[Vec] = [
        (r * 0.6 * float(np.cos(a)), y + r * 1.25 + 0.02 * float(np.sin(a)), -0.008)
        for a in np.linspace(0, np.pi, 7)
    ]
    m.tube(arch, 0.0022, bright, n=5)


def _plain_round(m: Maker, look: Look) -> None:
    """A round case on a low foot, without bells."""
    r = float(look.rng.uniform(0.05, 0.075))
    coat = _case(look)
    y = r + 0.012
    z = _drum(m, y, r, float(look.rng.uniform(0.04, 0.06)), coat, 0.009)
    _dial(m, look, (0, y, z), r - 0.009)
    m.add(slab((r * 1.3, 0.016, 0.05), 0.01, 0.003), coat)
    m.cylinder((0, 0), y + r - 0.004, 0.012, 0.01, material(coat).shaded(0.8), n=12)


def _digital_wedge(m: Maker, look: Look) -> None:
    """A wedge with big lit figures and keys along the top."""
    w, h, d = float(look.rng.uniform(0.16, 0.22)), float(look.rng.uniform(0.06, 0.085)), 0.09
    outline = [(-d / 2, 0.0), (d / 2, 0.0), (d / 2 - 0.026, h), (-d / 2 + 0.012, h * 0.96)]
    ends = [np.array([(x, p[1], p[0]) for p in outline]) for x in (-w / 2, w / 2)]
    m.add(primitives.loft(ends), plastic((0.12, 0.12, 0.13), 0.4))
    lean = float(np.degrees(np.arctan2(0.026, h)))
    lit = look.pick(((0.95, 0.15, 0.1), (0.2, 0.9, 0.35), (0.3, 0.7, 1.0)))
    hours = f"{int(look.rng.integers(1, 13))}:{int(look.rng.integers(60)):02d}"
    with m.placed((0, h / 2, d / 2 - 0.013), (-lean, 0, 0)):
        m.panel((0, 0, 0.001), (w * 0.9, h * 0.74), plastic((0.03, 0.03, 0.035), 0.6))
        digits(m, hours, (0, 0, 0.002), h * 0.48, lit)
    m.add(slab((w * 0.34, 0.006, 0.022), 0.004, 0.002, (0, h - 0.003, -0.008)), (0.4, 0.4, 0.42))
    for k in (-0.38, -0.28, 0.28, 0.38):
        m.box((w * k, -0.008), h - 0.002, (0.012, 0.004, 0.01), (0.5, 0.5, 0.52), bevel=0.001)


def _wooden_block(m: Maker, look: Look) -> None:
    """A wooden block in whose face figures shine."""
    wide = look.rng.random() < 0.5
    w, h, d = (0.15, 0.065, 0.05) if wide else (0.085, 0.085, 0.08)
    m.box((0, 0), 0, (w, h, d), look.draw("wood"), bevel=0.003)
    lit = look.pick(((0.98, 0.98, 0.95), (0.95, 0.3, 0.15), (0.4, 0.95, 0.5)))
    hours = f"{int(look.rng.integers(10, 13))}:{int(look.rng.integers(60)):02d}"
    if wide:
        digits(m, hours, (0, h * 0.5, d / 2 + 0.0006), 0.03, lit)
    else:
        digits(m, hours, (0, h * 0.62, d / 2 + 0.0006), 0.024, lit)
        digits(m, "23", (0, h * 0.25, d / 2 + 0.0006), 0.011, lit)


def _flip(m: Maker, look: Look) -> None:
    """A radio with number flaps behind a window, and a tuning knob."""
    w, h, d = float(look.rng.uniform(0.19, 0.24)), 0.085, 0.11
    m.box((0, 0), 0.006, (w, h, d), look.draw("wood", gloss=0.2), bevel=0.01)
    for sx in (-1, 1):
        m.box((sx * w * 0.36, 0), 0, (0.02, 0.008, d * 0.7), BLACK)
    z = d / 2
    m.box((w * 0.12, z), 0.02, (w * 0.6, h * 0.66, 0.004), plastic(BLACK), bevel=0.001)
    text = f"{int(look.rng.integers(10, 13))}{int(look.rng.integers(10, 60))}"
    for k in range(2):
        x = w * (0.26 - 0.27 * k)
        m.box((x, z + 0.002), 0.027, (w * 0.22, h * 0.5, 0.003), (0.16, 0.16, 0.17))
        digits(m, text[2 * k : 2 * k + 2], (x, 0.027 + h * 0.25, z + 0.0042), 0.026, WHITE)
        m.box((x, z + 0.0035), 0.026 + h * 0.25, (w * 0.22, 0.001, 0.002), BLACK)
    with lying(m, "z", (-w * 0.36, 0.06, z)):
        m.cylinder((0, 0), 0, 0.018, 0.012, metal(), n=18)
    for k in range(5):
        m.box((-w * 0.36, z + 0.0005), 0.014 + 0.005 * k, (w * 0.16, 0.0022, 0.002), BLACK)


def _travel(m: Maker, look: Look) -> None:
    """A square face in a folding leather case that stands up on its lid."""
    s = float(look.rng.uniform(0.075, 0.095))
    hide = look.draw("leather")
    gold = metal((0.8, 0.66, 0.34))
    m.add(slab((s * 1.1, 0.012, s * 0.8), 0.006, 0.003, (0, 0, s * 0.28)), hide)
    with m.placed((0, 0.008, -0.01), (-14, 0, 0)):
        with m.placed((0, 0, 0), (90, 0, 0)):
            m.add(slab((s, 0.026, s), 0.008, 0.003, (0, -0.013, -s / 2)), hide)
            m.add(slab((s * 0.9, 0.005, s * 0.9), 0.006, 0.001, (0, 0.011, -s / 2)), gold)
        m.panel((0, s / 2, 0.0165), (s * 0.8, s * 0.8), some(look, "dial", range(5), 6))


def _egg(m: Maker, look: Look) -> None:
    """A rounded body that leans back, with a face in front and a button on top."""
    coat = plastic(look.hue((0.1, 0.6), (0.6, 0.95)), 0.5)
    h = float(look.rng.uniform(0.1, 0.13))
    shape = [(0, 0), (0.045, 0.0), (0.056, h * 0.25), (0.05, h * 0.6), (0.03, h * 0.9), (0, h)]
    m.lathe(curve(shape, 3), coat, n=14, oval=0.78)
    y, r = h * 0.5, 0.043
    with m.placed((0, y, 0.024), (-10, 0, 0)):
        with lying(m, "z"):
            m.lathe([(0.036, 0), (r, 0.004), (r + 0.002, 0.016), (r - 0.004, 0.021)], metal(), n=14)
            m.lathe([(0, 0.016), (r - 0.003, 0.016)], WHITE, n=14, solid=False)
        _dial(m, look, (0, 0, 0.0175), r - 0.005)
    m.cylinder((0, 0), h - 0.004, 0.014, 0.009, plastic(WHITE), n=10, top=0.011)
    for s in (-1, 1):
        m.ellipsoid((s * 0.032, 0.004, 0.02), (0.012, 0.008, 0.014), coat, n=8)


def _animal(m: Maker, look: Look) -> None:
    """A child's clock with ears and feet."""
    r = float(look.rng.uniform(0.052, 0.062))
    fur = plastic(
        look.pick(((0.95, 0.8, 0.3), (0.85, 0.6, 0.65), (0.6, 0.45, 0.32), (0.9, 0.9, 0.9)))
    )
    y = r + 0.014
    z = _drum(m, y, r, 0.05, fur, 0.012)
    _dial(m, look, (0, y, z), r - 0.012)
    pointed = look.rng.random() < 0.5
    for s in (-1, 1):
        with m.placed((s * r * 0.66, y + r * 0.72, 0), (0, 0, -s * 32)):
            if pointed:
                m.lathe([(0.024, 0), (0.016, 0.022), (0, 0.046)], fur, n=12, oval=0.5)
            else:
                m.ellipsoid((0, 0.016, 0), (0.024, 0.024, 0.012), fur, n=12)
        m.ellipsoid((s * r * 0.55, 0.01, 0.014), (0.02, 0.011, 0.028), fur, n=10)


def _radio_roll(m: Maker, look: Look) -> None:
    """A lying cylinder with loudspeaker ends and a display between them."""
    w, r = float(look.rng.uniform(0.18, 0.22)), 0.045
    coat = plastic(look.pick(TONES), 0.3)
    cloth = look.draw("fabric", (0.3, 0.3, 0.32))
    with lying(m, "x", (-w / 2, r, 0)):
        ends = [(0, 0), (r * 0.9, 0), (r, 0.005), (r, w - 0.005), (r * 0.9, w), (0, w)]
        m.lathe(ends, coat, n=24)
        for low in (0.012, w - 0.052):
            m.lathe([(r + 0.0006, low), (r + 0.0006, low + 0.04)], cloth, n=24, solid=False)
    m.box((0, 0.012), 0, (w * 0.5, 0.01, 0.05), coat)
    m.box((0, r - 0.004), r * 0.62, (w * 0.4, r * 0.76, 0.01), plastic(BLACK, 0.6), bevel=0.002)
    hours = f"{int(look.rng.integers(1, 13))}:{int(look.rng.integers(60)):02d}"
    digits(m, hours, (0, r, r + 0.0015), 0.02, (0.9, 0.95, 1.0))
    m.add(slab((w * 0.3, 0.006, 0.018), 0.006, 0.002, (0, 2 * r - 0.003, 0)), (0.5, 0.5, 0.52))


CLOCKS = (
    _twin_bell,
    _plain_round,
    _digital_wedge,
    _wooden_block,
    _flip,
    _travel,
    _egg,
    _animal,
    _radio_roll,
)


@forms(len(CLOCKS))
def alarm_clock(m: Maker, look: Look, form: int) -> None:
    """Clocks with bells, with a round face, with lit figures, with flaps, for travelling."""
    CLOCKS[form](m, look)


STRAPS = (
    (0.35, 0.2, 0.12),
    (0.1, 0.1, 0.11),
    (0.2, 0.26, 0.42),
    (0.6, 0.2, 0.2),
    (0.75, 0.6, 0.45),
)


def _strap(look: Look) -> Material:
    tone = look.pick(STRAPS)
    return look.draw("leather") if look.rng.random() < 0.6 else plastic(tone, 0.15)


def _head(m: Maker, look: Look, r: float, case: Surfaced) -> None:
    """The watch itself with its face towards the front of the local frame, its back at z = 0."""
    with lying(m, "z"):
        shape = [
            (0, 0),
            (r * 0.9, 0),
            (r, 0.003),
            (r, 0.007),
            (r * 0.88, 0.0095),
            (r * 0.84, 0.008),
        ]
        m.lathe(shape, case, n=20)
    _dial(m, look, (0, 0, 0.0082), r * 0.85)
    with m.placed((-r - 0.002, 0, 0.004)):
        m.add(slab((0.005, 0.005, 0.005), 0.001, 0.001, (0, -0.0025, 0)), case)


def _ring_strap(m: Maker, look: Look) -> None:
    """A closed strap that lies on its edge, the face to the front."""
    wide, r = float(look.rng.uniform(0.018, 0.026)), float(look.rng.uniform(0.028, 0.032))
    m.lathe(
        [(r, 0), (r + 0.003, 0), (r + 0.003, wide), (r, wide), (r, 0)],
        _strap(look),
        n=24,
        oval=0.85,
    )
    case = metal(look.pick(((0.75, 0.75, 0.77), (0.8, 0.65, 0.35), (0.2, 0.2, 0.21))))
    with m.placed((0, wide / 2, r * 0.85)):
        _head(m, look, float(look.rng.uniform(0.015, 0.02)), case)
    m.box((0, -r * 0.87), wide * 0.1, (0.014, wide * 0.8, 0.006), case, bevel=0.001)


def _link_bracelet(m: Maker, look: Look) -> None:
    """Metal links around, each a small block."""
    tone = metal(look.pick(((0.75, 0.75, 0.77), (0.8, 0.64, 0.33))))
    r, wide = 0.031, 0.02
    for k in range(16):
        a = 2 * np.pi * k / 16 + np.pi / 16
        x, z = r * float(np.cos(a)), r * 0.85 * float(np.sin(a))
        with m.placed((x, 0, z), (0, float(np.degrees(-a)) + 90, 0)):
            m.box((0, 0), 0, (0.011, wide, 0.0035), tone)
    with m.placed((0, wide / 2, r * 0.85)):
        _head(m, look, 0.02, tone)


def _resin_digital(m: Maker, look: Look) -> None:
    """A square digital watch in resin, on its side."""
    coat = plastic(
        look.pick(((0.12, 0.12, 0.13), (0.2, 0.3, 0.6), (0.8, 0.2, 0.2), (0.3, 0.4, 0.2)))
    )
    r, wide = 0.03, 0.022
    m.lathe([(r, 0), (r + 0.004, 0), (r + 0.004, wide), (r, wide), (r, 0)], coat, n=20, oval=0.85)
    z = r * 0.85 + 0.002
    m.add(slab((0.036, 0.034, 0.013), 0.004, 0.003, (0, wide / 2 - 0.017, z)), coat)
    m.box(
        (0, z + 0.006), wide / 2 - 0.008, (0.026, 0.016, 0.0022), (0.62, 0.68, 0.58), bevel=0.0005
    )
    digits(m, "10:58", (0, wide / 2, z + 0.0074), 0.008, BLACK)
    for sx in (-1, 1):
        for sy in (-0.5, 0.5):
            m.box((sx * 0.0185, z), wide / 2 + sy * 0.02 - 0.002, (0.003, 0.004, 0.005), metal())


def _laid_flat(m: Maker, look: Look) -> None:
    """Laid down with its strap stretched out to both sides."""
    strap, wide = _strap(look), 0.02
    case = metal()
    m.add(slab((wide, 0.003, 0.085), 0.006, 0.001, (0, 0.001, 0.055)), strap)
    m.add(slab((wide, 0.003, 0.065), 0.004, 0.001, (0, 0.001, -0.046)), strap)
    for k in range(5):
        m.cylinder((0, 0.06 + 0.007 * k), 0.004, 0.0011, 0.0004, BLACK, n=6, solid=False)
    m.box((0, -0.081), 0, (wide + 0.004, 0.005, 0.008), case, bevel=0.001)
    with m.placed((0, 0.001, 0), (-90, 0, 0)):
        _head(m, look, float(look.rng.uniform(0.016, 0.021)), case)


def _bowed(m: Maker, look: Look) -> None:
    """Set down on the ends of its strap like a bridge, face up."""
    strap, wide = _strap(look), float(look.rng.uniform(0.018, 0.026))
    a = np.linspace(-0.95, 0.95, 15) * np.pi * 0.72
    r = 0.028
    path: list[Vec] = [(r * float(np.sin(t)), r * 0.62 + r * float(np.cos(t)), 0.0) for t in a]
    m.add(ribbon(path, wide, 0.003, (0, 0, 1)), strap)
    case = metal(look.pick(((0.75, 0.75, 0.77), (0.8, 0.65, 0.35))))
    with m.placed((0, r * 1.62, 0), (-90, 0, 0)):
        _head(m, look, 0.018, case)


def _pocket(m: Maker, look: Look) -> None:
    """A pocket watch with its chain."""
    gold = metal(look.pick(((0.8, 0.64, 0.33), (0.75, 0.75, 0.77), (0.55, 0.42, 0.3))))
    with m.placed((0, 0.001, 0), (-90, 0, 0)):
        _head(m, look, 0.024, gold)
    m.cylinder((0, -0.027), 0.002, 0.003, 0.006, gold, n=8)
    with m.placed((0, 0.004, -0.035)):
        m.add(ring(0.006, 0.0012, 10, 3), gold)
    for k in range(8):
        a = 0.34 * k
        x, z = 0.004 + 0.02 * a * 0.5, -0.043 + 0.014 * float(np.sin(a * 1.1)) * a * 0.4
        with m.placed((x, 0.002 + 0.001 * (k % 2), z), (90.0 * (k % 2), 30.0, 0)):
            m.add(ring(0.0042, 0.001, 6, 3, 0.6), gold, solid=False)


def _smart(m: Maker, look: Look) -> None:
    """A rounded screen on a loop that stands with the screen up."""
    coat, band = (
        metal(look.pick(((0.2, 0.2, 0.21), (0.76, 0.76, 0.78)))),
        plastic(look.hue((0, 0.8), (0.2, 0.95))),
    )
    hoop: list[Vec] = [(x, y, 0.0) for x, y, _ in circle((0, 0.03, 0), 0.028, 22, "z")]
    m.add(ribbon([(x * 0.9, y, z) for x, y, z in hoop], 0.022, 0.003, (0, 0, 1)), band)
    m.add(slab((0.034, 0.011, 0.04), 0.01, 0.003, (0, 0.054, 0), 4), coat)
    face = look.draw("screen", (0.6, 0.62, 0.7), gloss=0.6)
    m.add(
        slab((0.03, 0.0006, 0.036), 0.008, 0.0, (0, 0.065, 0), 4), plastic(BLACK, 0.6), solid=False
    )
    m.panel((0, 0.0658, 0), (0.024, 0.03), face, "up")


def _bangle(m: Maker, look: Look) -> None:
    """A thin open bangle with a small face."""
    gold = metal(look.pick(((0.83, 0.66, 0.5), (0.8, 0.65, 0.33), (0.78, 0.78, 0.8))))
    a = np.linspace(np.pi * 0.62, np.pi * 2.38, 18)
    path: list[Vec] = [(0.03 * float(np.cos(t)), 0.012, -0.025 * float(np.sin(t))) for t in a]
    m.tube(path, 0.0025, gold, n=6, solid=True)
    m.tube([(x, y + 0.006, z) for x, y, z in path], 0.0018, gold, n=5, solid=True)
    with m.placed((0, 0.014, 0.024)):
        m.add(slab((0.018, 0.024, 0.006), 0.004, 0.0015, (0, -0.012, 0.002)), gold)
        m.panel((0, 0, 0.0056), (0.014, 0.02), some(look, "dial", range(5), 6))


WATCHES = (
    _ring_strap,
    _link_bracelet,
    _resin_digital,
    _laid_flat,
    _bowed,
    _pocket,
    _smart,
    _bangle,
)


@forms(len(WATCHES))
def watch(m: Maker, look: Look, form: int) -> None:
    """Wrist watches on their side, laid flat or bowed, and a pocket watch."""
    WATCHES[form](m, look)


RECIPES: dict[str, Recipe] = {"AlarmClock": alarm_clock, "Watch": watch}
