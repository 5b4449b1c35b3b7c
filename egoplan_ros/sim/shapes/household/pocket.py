# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What lies about out of pockets and bags: discs, cards, keys."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    BLACK,
    WHITE,
    circle,
    disc,
    lying,
    merged,
    ribbon,
    ring,
    slab,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker, Vec

SHINE = Material((0.78, 0.8, 0.86), gloss=0.9, rough=0.2, mirror=0.3)


def _plate(m: Maker, look: Look, at: Vec = (0, 0, 0), printed: bool = False) -> None:
    """A disc with its hole and the clear ring around that."""
    x, y, z = at
    r, hole = 0.06, 0.0075
    m.lathe([(hole, y), (r, y), (r, y + 0.0016), (hole, y + 0.0016)], SHINE, center=(x, z), n=22)
    clear, top = (0.88, 0.9, 0.92), y + 0.0019
    m.lathe([(hole, top), (0.02, top)], clear, center=(x, z), n=20, solid=False)
    if printed:
        tone = look.hue((0.2, 0.9), (0.3, 0.95))
        m.lathe([(0.021, top), (0.058, top)], tone, center=(x, z), n=22, solid=False)
        m.box((x, z + 0.04), top, (0.05, 0.0005, 0.006), WHITE, solid=False)
        m.box((x, z - 0.042), top, (0.03, 0.0005, 0.004), BLACK, solid=False)
        return
    # Two wedges of glare, as light makes them on the grooves.
    for start in (0.5, 3.6):
        a = np.linspace(start, start + 0.35, 4)
        inner = [(x + 0.021 * np.cos(t), top, z + 0.021 * np.sin(t)) for t in a]
        outer = [(x + 0.057 * np.cos(t), top, z + 0.057 * np.sin(t)) for t in a]
        k = np.arange(3)
        faces = np.concatenate([np.stack([k, k + 1, k + 4], 1), np.stack([k + 4, k + 1, k + 5], 1)])
        m.add(
            Mesh(np.array(inner + outer), faces.astype(np.int32)), (0.95, 0.85, 0.95), solid=False
        )


def _bare(m: Maker, look: Look) -> None:
    _plate(m, look)


def _printed(m: Maker, look: Look) -> None:
    _plate(m, look, printed=True)


def _jewel_case(m: Maker, look: Look) -> None:
    """A closed clear case with a sleeve picture and a ribbed strip at its hinge."""
    m.add(slab((0.142, 0.008, 0.125), 0.002, 0.001), (0.2, 0.2, 0.22))
    m.panel((-0.005, 0.0086, 0), (0.122, 0.121), look.draw("book_cover", gloss=0.6), "up")
    for k in range(9):
        m.box((0.064, -0.055 + 0.0137 * k), 0.0098, (0.009, 0.0006, 0.005), (0.4, 0.4, 0.42))


def _open_case(m: Maker, look: Look) -> None:
    """The case lies open, the disc in its tray."""
    m.add(slab((0.142, 0.007, 0.125), 0.002, 0.001), (0.13, 0.13, 0.14))
    _plate(m, look, (0, 0.007, 0), look.rng.random() < 0.5)
    m.cylinder((0, 0), 0.006, 0.007, 0.005, (0.2, 0.2, 0.21), n=10)
    with m.placed((0.071, 0.004, 0), (0, 0, -150)):
        m.add(slab((0.14, 0.004, 0.125), 0.002, 0.001, (-0.07, 0, 0)), (0.75, 0.78, 0.8))
        m.box((-0.07, 0), -0.0006, (0.12, 0.0006, 0.12), look.draw("book_cover"), solid=False)


def _paper_sleeve(m: Maker, look: Look) -> None:
    """In a paper sleeve with a round window."""
    tone = look.hue((0, 0.3), (0.85, 0.97))
    m.add(slab((0.126, 0.003, 0.126), 0.002, 0.0), tone)
    m.lathe([(0.0075, 0.0034), (0.042, 0.0034)], SHINE, n=26, solid=False)
    with m.placed((0, 0.0034, 0)):
        m.add(ring(0.042, 0.0008, 26, 3), (0.7, 0.7, 0.68), solid=False)
    m.box((0, -0.07), 0, (0.12, 0.001, 0.022), tone)


def _half_out(m: Maker, look: Look) -> None:
    """Half pulled out of a card sleeve."""
    m.add(slab((0.128, 0.004, 0.126), 0.001, 0.0), look.hue((0.2, 0.8), (0.3, 0.9)))
    m.panel((0, 0.0044, 0), (0.126, 0.124), look.draw("painting"), "up")
    _plate(m, look, (-0.058, 0.001, 0.004), True)


def _fanned(m: Maker, look: Look) -> None:
    """Three discs on top of each other, pushed apart."""
    for k in range(3):
        step = float(look.rng.uniform(0.02, 0.034))
        _plate(m, look, ((k - 1) * step, 0.0018 * k, (k % 2) * 0.012), k == 1)


def _spindle(m: Maker, look: Look) -> None:
    """A low stack on its spindle under a clear hood."""
    m.cylinder((0, 0), 0, 0.066, 0.008, BLACK, n=22)
    m.lathe([(0.0075, 0.008), (0.06, 0.008), (0.06, 0.03), (0.0075, 0.03)], SHINE, n=22)
    for k in range(5):
        y = 0.011 + 0.004 * k
        m.lathe([(0.0602, y), (0.0602, y + 0.001)], (0.35, 0.36, 0.4), n=22, solid=False)
    m.cylinder((0, 0), 0.008, 0.0068, 0.032, BLACK, n=10)


def _film_box(m: Maker, look: Look) -> None:
    """A tall film case."""
    m.add(slab((0.135, 0.014, 0.19), 0.003, 0.002), (0.1, 0.1, 0.11))
    m.panel((-0.004, 0.0144, 0), (0.122, 0.182), look.draw("poster", gloss=0.5), "up")
    m.panel((0.0678, 0.007, 0), (0.18, 0.01), look.draw("label"), "right")


DISCS = (
    _bare,
    _printed,
    _jewel_case,
    _open_case,
    _paper_sleeve,
    _half_out,
    _fanned,
    _spindle,
    _film_box,
)


@forms(len(DISCS))
def cd(m: Maker, look: Look, form: int) -> None:
    """Discs bare, printed, in cases and sleeves, stacked."""
    DISCS[form](m, look)


W, D, T = 0.086, 0.054, 0.0018
GOLD = metal((0.83, 0.68, 0.35))


def _body(m: Maker, surface: Surfaced, at: Vec = (0, 0, 0)) -> float:
    m.add(slab((W, T, D), 0.004, 0.0, at, 4), surface)
    return at[1] + T + 0.0003


def _chip(m: Maker, x: float, y: float, z: float) -> None:
    m.add(slab((0.012, 0.0004, 0.0095), 0.002, 0.0, (x, y, z)), GOLD, solid=False)
    for k in (-1, 0, 1):
        m.box(
            (x, z + 0.003 * k), y + 0.0004, (0.012, 0.0002, 0.0006), (0.4, 0.32, 0.15), solid=False
        )


def _number(m: Maker, y: float, z: float, tone: Surfaced, groups: int = 4) -> None:
    """Raised digits in groups of four."""
    for g in range(groups):
        for k in range(4):
            x = 0.031 - g * 0.0185 - k * 0.004
            m.box((x, z), y, (0.0026, 0.0005, 0.0042), tone, solid=False)


def _bank(m: Maker, look: Look) -> None:
    y = _body(m, plastic(look.hue((0.4, 0.9), (0.2, 0.8)), 0.5))
    _chip(m, 0.028, y, -0.004)
    _number(m, y, 0.008, (0.85, 0.85, 0.86))
    m.box((0.016, 0.018), y, (0.04, 0.0004, 0.003), (0.85, 0.85, 0.86), solid=False)
    for k, tone in enumerate(((0.85, 0.2, 0.15), (0.95, 0.65, 0.15))):
        m.add(disc((-0.024 - 0.009 * k, y + 0.0002 * k, 0.017), 0.007, 14, "up"), tone, solid=False)


def _back_side(m: Maker, look: Look) -> None:
    """Lying on its face: magnetic stripe, signature, small print."""
    y = _body(m, plastic(look.hue((0.1, 0.6), (0.5, 0.9)), 0.4))
    m.box((0, -0.015), y, (W, 0.0003, 0.012), (0.08, 0.07, 0.07), solid=False)
    m.box((0.01, 0.002), y, (0.055, 0.0003, 0.009), WHITE, solid=False)
    m.tube(
        [
            (0.03, y + 0.0005, 0.002),
            (0.02, y + 0.0005, -0.0005),
            (0.01, y + 0.0005, 0.004),
            (-0.008, y + 0.0005, 0.001),
        ],
        0.0004,
        (0.1, 0.1, 0.4),
        n=3,
    )
    for k in range(3):
        m.box((0.0, 0.013 + 0.004 * k), y, (0.07, 0.0002, 0.0012), (0.3, 0.3, 0.32), solid=False)


def _upright(m: Maker, look: Look) -> None:
    """Printed to be read with the short side up."""
    tone = look.hue((0.4, 0.9), (0.5, 0.95))
    y = _body(m, plastic(tone, 0.5))
    m.box((-0.024, 0), y, (0.034, 0.0003, 0.05), look.hue((0.3, 0.9), (0.15, 0.5)), solid=False)
    _chip(m, 0.024, y, 0.0)
    for k in range(4):
        m.box((-0.012 - 0.007 * k, 0.004), y + 0.0003, (0.0028, 0.0004, 0.03), WHITE, solid=False)


def _metal_card(m: Maker, look: Look) -> None:
    """Dark brushed metal with only a chip and a small mark."""
    tone = look.pick(((0.18, 0.18, 0.19), (0.75, 0.75, 0.76), (0.72, 0.55, 0.45)))
    y = _body(m, metal(tone))
    _chip(m, 0.026, y, 0.0)
    m.tube(
        [(x, y + 0.0004, z) for x, z in ((-0.03, 0.016), (-0.025, 0.02), (-0.02, 0.012))],
        0.0007,
        GOLD,
        n=3,
    )
    rim = circle((0, y, 0), 0.018, 20)
    m.tube(rim, 0.0006, metal((0.5, 0.5, 0.52)), n=3)


def _picture_card(m: Maker, look: Look) -> None:
    y = _body(m, WHITE)
    m.panel((0, y, 0), (W - 0.004, D - 0.004), look.draw("painting", gloss=0.4), "up")
    tones = [look.hue((0.4, 0.9), (0.4, 0.95)) for _ in range(4)]
    for k, tone in enumerate(tones):
        stripe = np.array([(-0.04 + 0.02 * k, 0.025), (-0.028 + 0.02 * k, 0.025)])
        far = stripe + np.array([0.018, -0.05])
        rim: list[Vec] = [(float(a), y + 0.0003, float(b)) for a, b in (*stripe, *far[::-1])]
        m.add(primitives.quad(rim), tone, solid=False)


def _two(m: Maker, look: Look) -> None:
    """Two cards, one crosswise on the other."""
    for k in range(2):
        with m.placed(
            (0.004 * k, T * k, 0), (0, 0 if k == 0 else float(look.rng.uniform(24, 38)), 0)
        ):
            y = _body(m, plastic(look.hue((0.3, 0.9), (0.25, 0.9)), 0.5))
            _number(m, y, 0.008, WHITE)
            m.box((0, -0.017), y, (W, 0.0003, 0.01), BLACK, solid=False)


def _in_sleeve(m: Maker, look: Look) -> None:
    """Half in a paper or leather holder."""
    hide = look.draw("leather")
    y = _body(m, plastic(look.hue((0.3, 0.9), (0.4, 0.9)), 0.5), (-0.014, 0.001, 0))
    _number(m, y, -0.012, WHITE, 2)
    outline = [(W * 0.34, D * 0.54), (-W * 0.2, D * 0.54), (-W * 0.08, 0), (-W * 0.2, -D * 0.54)]
    outline += [(W * 0.52, -D * 0.54), (W * 0.52, D * 0.54)]
    for low in (0.0, y):
        with m.placed((0.012, low, 0), (-90, 0, 0)):
            m.add(primitives.extrusion(outline, 0.0012), hide)


def _loyalty(m: Maker, look: Look) -> None:
    """A shop's card: bar code and a hole to hang it by."""
    y = _body(m, plastic(WHITE, 0.3))
    m.box((0, -0.017), y, (W, 0.0003, 0.02), look.hue((0.5, 0.95), (0.4, 0.9)), solid=False)
    x = 0.03
    bars = []
    while x > -0.03:
        wide = float(look.rng.choice([0.0006, 0.0012, 0.002]))
        a = y + 0.0003
        bars.append(
            primitives.quad([(x, a, 0), (x - wide, a, 0), (x - wide, a, 0.02), (x, a, 0.02)])
        )
        x -= wide + float(look.rng.choice([0.0008, 0.0014]))
    m.add(merged(bars), BLACK, solid=False)
    m.cylinder((-0.037, 0.02), y - 0.0002, 0.003, 0.0005, (0.25, 0.25, 0.25), n=10, solid=False)


CARDS = (
    _bank,
    _back_side,
    _upright,
    _metal_card,
    _picture_card,
    _two,
    _in_sleeve,
    _loyalty,
)


@forms(len(CARDS))
def credit_card(m: Maker, look: Look, form: int) -> None:
    """Bank cards from both sides, of metal, with pictures, two together, in a holder."""
    CARDS[form](m, look)


BRASS, NICKEL, COPPER = (0.8, 0.66, 0.3), (0.74, 0.74, 0.76), (0.66, 0.45, 0.32)


def _key(
    m: Maker, look: Look, turn: float, bow: int, tone: tuple[float, float, float], y: float
) -> None:
    """A key whose bow hangs on the ring at the origin: round, square, hexagonal or old."""
    finish = metal(tone)
    length = float(look.rng.uniform(0.026, 0.034))
    with m.placed((0, y, 0), (0, turn, 0)):
        if bow == 3:
            with m.placed((0.018, 0.001, 0)):
                m.add(ring(0.007, 0.0016, 12, 4, 1.2), finish)
            m.tube([(0.025, 0.001, 0), (0.032 + length, 0.001, 0)], 0.0017, finish, n=6, solid=True)
            for k in range(2):
                m.box(
                    (0.03 + length - 0.006 * k, 0.005), 0, (0.003, 0.002, 0.008 - 0.002 * k), finish
                )
            return
        sides = (16, 4, 6)[bow]
        r = (0.011, 0.0125, 0.012)[bow]
        cover = plastic(look.hue((0.5, 0.9), (0.4, 0.9))) if look.rng.random() < 0.3 else finish
        m.lathe(
            [(0.003, 0), (r, 0), (r, 0.0022), (0.003, 0.0022)], cover, center=(0.013, 0), n=16,
            corners=0 if bow == 0 else sides,
        )  # fmt: skip
        x = 0.022
        teeth = [(x, -0.003), (x + length, -0.003), (x + length + 0.004, 0.0)]
        steps = 6
        for k in range(steps):
            deep = float(look.rng.uniform(0.0012, 0.0036))
            at = x + length * (1 - k / steps)
            teeth += [(at, deep), (at - length / steps * 0.6, deep)]
        teeth.append((x, 0.0036))
        with m.placed((0, 0.0018, 0), (90, 0, 0)):
            m.add(primitives.extrusion(teeth, 0.0016), finish)


def _bunch(
    m: Maker, look: Look, count: int, spread: float, at: float = 0.0, old: bool = False
) -> None:
    r = 0.014
    with m.placed((at - r, 0.003, 0)):
        m.add(ring(r, 0.0013, 16, 5), metal())
    for k in range(count):
        turn = (k - (count - 1) / 2) * spread + float(look.rng.uniform(-5, 5))
        tone = (BRASS, NICKEL, COPPER)[int(look.rng.integers(3))]
        with m.placed((at - 0.012, 0, 0)):
            bow = 3 if old else int(look.rng.integers(3))
            _key(m, look, turn, bow, tone, 0.0022 * k)


def _plain_keys(m: Maker, look: Look) -> None:
    _bunch(m, look, int(look.rng.integers(3, 5)), 24)


def _car_key(m: Maker, look: Look) -> None:
    """With the key of a car."""
    _bunch(m, look, 2, 40)
    with m.placed((-0.028, 0.0, 0), (0, 168, 0)):
        m.add(
            slab((0.042, 0.013, 0.03), 0.013, 0.004, (0.03, 0, 0), 4), plastic((0.12, 0.12, 0.13))
        )
        for k, tone in enumerate(((0.5, 0.5, 0.52), (0.5, 0.5, 0.52), (0.8, 0.15, 0.12))):
            m.cylinder((0.022 + 0.008 * k, 0), 0.0125, 0.0032, 0.0014, tone, n=10)


def _leather_fob(m: Maker, look: Look) -> None:
    _bunch(m, look, 3, 26)
    hide = look.draw("leather")
    path: list[Vec] = [(-0.026, 0.004, 0), (-0.036, 0.006, 0), (-0.05, 0.003, 0), (-0.09, 0.002, 0)]
    m.add(ribbon(path, 0.02, 0.004, (0, 0, 1)), hide)
    for k in range(2):
        m.cylinder((-0.042 - 0.036 * k, 0), 0.003, 0.0025, 0.003, metal(BRASS), n=8)


def _carabiner(m: Maker, look: Look) -> None:
    """On a climber's snap hook."""
    _bunch(m, look, 3, 22)
    hook = metal(look.hue((0.5, 0.9), (0.4, 0.9)))
    a = np.linspace(0, 2 * np.pi, 19)
    path: list[Vec] = [
        (
            -0.05 + 0.028 * float(np.cos(t)),
            0.004,
            0.013 * float(np.sin(t)) * (1 - 0.3 * float(np.cos(t))),
        )
        for t in a
    ]
    m.tube(path[::2], 0.003, hook, n=5, solid=True)


def _ball_charm(m: Maker, look: Look) -> None:
    """With a woollen ball."""
    _bunch(m, look, 2, 34)
    r = float(look.rng.uniform(0.016, 0.024))
    m.ellipsoid(
        (-0.028 - r, r, 0),
        (r, r, r),
        look.draw("fabric", look.hue((0.3, 0.8), (0.5, 0.95))),
        n=14,
        bumps=0.08,
    )


def _lanyard(m: Maker, look: Look) -> None:
    """On a long woven band."""
    _bunch(m, look, 2, 30, 0.03)
    band = look.draw("fabric", look.hue((0.4, 0.9), (0.2, 0.8)))
    a = np.linspace(0.25, 2 * np.pi - 0.25, 20)
    path: list[Vec] = [
        (
            -0.045 - 0.055 * float(np.cos(t - np.pi)),
            0.003,
            0.03 * float(np.sin(t)) * (1 + 0.3 * float(np.sin(2 * t))),
        )
        for t in a
    ]
    path = [(0.004, 0.003, 0.0), *path, (0.004, 0.003, 0.0)]
    m.add(ribbon(path, 0.004, 0.009, (0, 1, 0)), band)
    with lying(m, "x", (0.0, 0.004, 0)):
        m.cylinder((0, 0), 0, 0.004, 0.012, metal(), n=8)


def _tag(m: Maker, look: Look) -> None:
    """With a round or square metal tag, or a bottle opener."""
    _bunch(m, look, 2, 30)
    if look.rng.random() < 0.5:
        m.add(slab((0.05, 0.003, 0.03), 0.006, 0.001, (-0.052, 0, 0), 4), metal())
        m.panel((-0.052, 0.0034, 0), (0.042, 0.022), look.draw("label"), "up")
        return
    with m.placed((-0.045, 0.002, 0)):
        m.add(ring(0.011, 0.003, 16, 5, 1.1), metal())
    m.add(slab((0.036, 0.004, 0.012), 0.003, 0.001, (-0.072, 0, 0)), metal())


def _old_keys(m: Maker, look: Look) -> None:
    """Old keys on a wide ring."""
    with m.placed((-0.022, 0.004, 0)):
        m.add(ring(0.024, 0.0018, 20, 5), metal((0.35, 0.33, 0.3)))
    for k in range(3):
        tone = ((0.4, 0.36, 0.3), (0.55, 0.42, 0.25), (0.3, 0.3, 0.3))[k]
        with m.placed((-0.016, 0.002 * k, (k - 1) * 0.012), (0, 0, 0), 1.25):
            _key(m, look, (k - 1) * 26, 3, tone, 0)


KEYS = (
    _plain_keys,
    _car_key,
    _leather_fob,
    _carabiner,
    _ball_charm,
    _lanyard,
    _tag,
    _old_keys,
)


@forms(len(KEYS))
def key_chain(m: Maker, look: Look, form: int) -> None:
    """Bunches of keys on rings, bands and hooks, with what people hang beside them."""
    KEYS[form](m, look)


RECIPES: dict[str, Recipe] = {"CD": cd, "CreditCard": credit_card, "KeyChain": key_chain}
