# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Telephones and remote controls, lying on their backs with the upper end at -z."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, WHITE, disc, ring, slab
from egoplan_ros.sim.shapes.look import STEEL, Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, metal, plastic
from egoplan_ros.sim.shapes.solid import Maker, Vec

COATS = (*STEEL, (0.1, 0.1, 0.11), (0.93, 0.93, 0.92), (0.15, 0.22, 0.4), (0.75, 0.55, 0.5))


def _screen(m: Maker, look: Look, center: Vec, size: tuple[float, float]) -> None:
    """A display that shows a picture while toggled on."""
    m.panel(
        center, size, look.draw("off_screen", (0.35, 0.36, 0.4), gloss=0.6), "up", when="!toggled"
    )
    m.panel(center, size, look.draw("screen"), "up", role="glow", when="toggled")


def _keys(
    m: Maker,
    area: tuple[float, float, float, float],
    grid: tuple[int, int],
    y: float,
    share: float,
    surface: Surfaced,
    height: float = 0.0015,
) -> None:
    """A grid (columns, rows) of keys over an area (x0, x1, z0, z1)."""
    x0, x1, z0, z1 = area
    columns, rows = grid
    w, d = (x1 - x0) / columns, (z1 - z0) / rows
    for i in range(columns):
        for j in range(rows):
            at = (x0 + w * (i + 0.5), z0 + d * (j + 0.5))
            m.box(at, y, (w * share, height, d * share), surface, solid=False)


def _all_screen(m: Maker, look: Look) -> None:
    w, d = float(look.rng.uniform(0.07, 0.078)), float(look.rng.uniform(0.145, 0.165))
    m.add(slab((w, 0.0085, d), 0.012, 0.002, k=3), Material(look.pick(COATS), gloss=0.5))
    m.add(slab((w - 0.003, 0.0004, d - 0.003), 0.011, 0, (0, 0.0085, 0), 3), plastic(BLACK, 0.6))
    _screen(m, look, (0, 0.0092, 0), (w - 0.008, d - 0.01))
    m.add(disc((0, 0.0094, -d / 2 + 0.011), 0.0022, 10, "up"), BLACK, solid=False)


def _home_key(m: Maker, look: Look) -> None:
    w, d = float(look.rng.uniform(0.058, 0.07)), float(look.rng.uniform(0.115, 0.14))
    coat = Material(look.pick(((0.93, 0.93, 0.92), (0.1, 0.1, 0.11))), gloss=0.5)
    m.add(slab((w, 0.009, d), 0.009, 0.0015, k=3), metal(look.pick(STEEL)))
    m.add(slab((w - 0.002, 0.0005, d - 0.002), 0.008, 0, (0, 0.009, 0), 3), coat)
    _screen(m, look, (0, 0.0098, -d * 0.01), (w - 0.007, d * 0.72))
    with m.placed((0, 0.0098, d * 0.43)):
        m.add(ring(0.0055, 0.0005, 16, 4), metal(), solid=False)
    m.box((0, -d * 0.43), 0.0095, (0.012, 0.0003, 0.0018), (0.3, 0.3, 0.3), solid=False)


def _typewriter(m: Maker, look: Look) -> None:
    """A broad one with a keyboard under a square screen."""
    w, d = 0.066, float(look.rng.uniform(0.108, 0.118))
    m.add(slab((w, 0.013, d), 0.014, 0.003), plastic(look.pick(COATS), 0.4))
    _screen(m, look, (0, 0.0134, -d * 0.2), (w * 0.82, d * 0.42))
    area = (-w * 0.44, w * 0.44, d * 0.12, d * 0.44)
    _keys(m, area, (9, 4), 0.0128, 0.8, plastic((0.16, 0.16, 0.17)))
    m.box((0, d * 0.06), 0.0128, (0.009, 0.0016, 0.009), metal(), solid=False)


def _candy_bar(m: Maker, look: Look) -> None:
    """A narrow thick one with a number pad."""
    w, d = float(look.rng.uniform(0.046, 0.052)), float(look.rng.uniform(0.11, 0.125))
    coat = plastic(look.hue((0.3, 0.8), (0.25, 0.7)), 0.4)
    m.add(slab((w, 0.02, d), 0.018, 0.006, k=3), coat)
    m.add(slab((w * 0.8, 0.0006, d * 0.34), 0.006, 0, (0, 0.02, -d * 0.22)), plastic(BLACK, 0.6))
    _screen(m, look, (0, 0.0209, -d * 0.22), (w * 0.66, d * 0.26))
    area = (-w * 0.38, w * 0.38, d * 0.08, d * 0.42)
    _keys(m, area, (3, 5), 0.0195, 0.72, (0.85, 0.86, 0.87), 0.002)
    with m.placed((0, 0.0202, d * 0.02)):
        m.add(ring(0.0075, 0.0014, 12, 4, 0.8), (0.8, 0.8, 0.82), solid=False)
    m.tube([(w * 0.3, 0.014, -d * 0.46), (w * 0.3, 0.014, -d * 0.62)], 0.0045, coat, n=8)


def _flipped_open(m: Maker, look: Look) -> None:
    """A folding one that lies open."""
    w, d = 0.05, float(look.rng.uniform(0.085, 0.098))
    coat = plastic(look.pick((*COATS, (0.75, 0.25, 0.4))), 0.45)
    m.add(slab((w, 0.011, d), 0.01, 0.003), coat)
    area = (-w * 0.42, w * 0.42, -d * 0.18, d * 0.42)
    _keys(m, area, (3, 4), 0.0105, 0.8, (0.82, 0.83, 0.85))
    m.box((0, -d * 0.32), 0.0105, (0.016, 0.0018, 0.016), metal(), solid=False, bevel=0.001)
    m.tube([(-w * 0.42, 0.009, -d / 2), (w * 0.42, 0.009, -d / 2)], 0.007, coat, n=8, solid=True)
    with m.placed((0, 0.01, -d / 2 - 0.003), (28, 0, 0)):
        m.add(slab((w, 0.008, d), 0.01, 0.0025, (0, 0, -d / 2)), coat)
        _screen(m, look, (0, 0.0086, -d / 2), (w * 0.78, d * 0.66))


def _in_case(m: Maker, look: Look) -> None:
    """In a bulky rubber case with raised corners and a ring to hold it by."""
    w, d = 0.08, float(look.rng.uniform(0.155, 0.17))
    rubber = plastic(look.hue((0.5, 0.95), (0.5, 0.95)), 0.1)
    m.add(slab((w, 0.012, d), 0.012, 0.002, k=3), rubber)
    for sx in (-1, 1):
        for sz in (-1, 1):
            at = (sx * (w / 2 - 0.008), 0, sz * (d / 2 - 0.008))
            m.add(slab((0.02, 0.0145, 0.02), 0.006, 0.002, at), rubber)
        m.box((sx * (w / 2), -d * 0.15), 0.004, (0.003, 0.004, 0.022), BLACK, bevel=0.001)
    m.add(slab((w - 0.008, 0.0006, d - 0.008), 0.009, 0, (0, 0.012, 0)), plastic(BLACK, 0.6))
    _screen(m, look, (0, 0.0129, 0), (w - 0.013, d - 0.018))


def _wallet(m: Maker, look: Look) -> None:
    """In a leather folio that stands open beside it."""
    w, d = 0.078, float(look.rng.uniform(0.15, 0.165))
    hide = look.draw("leather", gloss=0.2)
    m.add(slab((w + 0.006, 0.004, d + 0.006), 0.008, 0.001), hide)
    m.add(slab((w, 0.008, d), 0.01, 0.002, (0, 0.004, 0)), plastic(BLACK, 0.6))
    _screen(m, look, (0, 0.0126, 0), (w - 0.006, d - 0.012))
    with m.placed((w / 2 + 0.003, 0.002, 0), (0, 0, -148)):
        m.add(slab((w, 0.003, d + 0.006), 0.008, 0.001, (-w / 2, 0, 0)), hide)
        for k in range(3):
            card = (0.05, 0.0008, 0.04)
            tone = look.hue((0.2, 0.8), (0.4, 0.9))
            m.box((-w / 2, -0.02 + 0.022 * k), -0.0012 + 0.0003 * k, card, tone, solid=False)


def _slider(m: Maker, look: Look) -> None:
    """The screen is pushed up off a number pad."""
    w, d = 0.052, float(look.rng.uniform(0.095, 0.105))
    coat = plastic(look.pick(COATS), 0.5)
    m.add(slab((w, 0.009, d), 0.01, 0.002), plastic((0.2, 0.2, 0.21)))
    area = (-w * 0.42, w * 0.42, d * 0.08, d * 0.46)
    _keys(m, area, (3, 4), 0.009, 0.82, (0.75, 0.78, 0.82), 0.001)
    m.add(slab((w, 0.009, d * 0.95), 0.01, 0.002, (0, 0.009, -d * 0.42)), coat)
    _screen(m, look, (0, 0.0184, -d * 0.5), (w * 0.86, d * 0.6))
    with m.placed((0, 0.0183, -d * 0.08)):
        m.add(ring(0.008, 0.0012, 14, 4), metal(), solid=False)


PHONES = (
    _all_screen,
    _home_key,
    _typewriter,
    _candy_bar,
    _flipped_open,
    _in_case,
    _wallet,
    _slider,
)


@forms(len(PHONES))
def cell_phone(m: Maker, look: Look, form: int) -> None:
    """Smartphones bare or cased, and older ones with keys."""
    PHONES[form](m, look)


RUBBER = ((0.6, 0.6, 0.62), (0.85, 0.85, 0.86), (0.32, 0.33, 0.36))
SIGNALS = ((0.75, 0.12, 0.1), (0.15, 0.55, 0.2), (0.85, 0.7, 0.1), (0.15, 0.3, 0.7))


def _button(m: Maker, x: float, z: float, y: float, r: float, surface: Surfaced) -> None:
    m.cylinder((x, z), y, r, 0.003, surface, n=6, top=r * 0.8, solid=False)


def _wheel(m: Maker, z: float, y: float, r: float, surface: Surfaced) -> None:
    """The four-way ring with its middle button."""
    with m.placed((0, y, z)):
        m.add(ring(r, r * 0.22, 14, 4), surface, solid=False)
    _button(m, 0, z, y, r * 0.55, surface)


def _bar(m: Maker, look: Look) -> None:
    w, d = float(look.rng.uniform(0.044, 0.052)), float(look.rng.uniform(0.17, 0.21))
    m.add(
        slab((w, 0.02, d), 0.005, 0.003),
        plastic(look.pick(((0.12, 0.12, 0.13), (0.25, 0.26, 0.28)))),
    )
    keys = look.pick(RUBBER)
    _keys(m, (-w * 0.4, w * 0.4, -d * 0.36, d * 0.1), (3, 5), 0.02, 0.68, keys, 0.002)
    _keys(m, (-w * 0.4, w * 0.4, d * 0.14, d * 0.3), (2, 2), 0.02, 0.6, keys, 0.003)
    _button(m, w * 0.3, -d * 0.43, 0.02, 0.005, SIGNALS[0])
    for k, tone in enumerate(SIGNALS):
        m.box((w * (0.3 - 0.2 * k), d * 0.36), 0.02, (0.007, 0.002, 0.005), tone, solid=False)


def _waisted(m: Maker, look: Look) -> None:
    """Narrow in the middle, with a big four-way ring."""
    d = float(look.rng.uniform(0.18, 0.22))
    coat = plastic(look.pick(((0.1, 0.1, 0.11), (0.5, 0.51, 0.53), (0.9, 0.9, 0.9))), 0.35)
    wide = 0.056
    rings = [(0.0, 0.85), (0.004, 1.0), (0.014, 1.0), (0.019, 0.82)]
    t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    z = np.sign(np.sin(t)) * np.abs(np.sin(t)) ** 0.6 * d / 2
    neck = 1 - 0.22 * np.cos(z / d * 2 * np.pi)
    x = np.sign(np.cos(t)) * np.abs(np.cos(t)) ** 0.5 * wide / 2 * neck / 1.15
    body = [np.stack([x * s, 0 * x + y, z * (0.5 + s / 2)], 1) for y, s in rings]
    m.add(primitives.loft(body), coat)
    keys = look.pick(RUBBER)
    _wheel(m, -d * 0.02, 0.019, 0.012, keys)
    for k in range(3):
        for sx in (-1, 0, 1):
            _button(m, sx * 0.012, -d * (0.34 - 0.065 * k), 0.0185, 0.0042, keys)
    for k in range(2):
        for sx in (-1, 0, 1):
            _button(m, sx * 0.012, d * (0.2 + 0.075 * k), 0.0185, 0.0042, keys)


def _minimal(m: Maker, look: Look) -> None:
    """A thin metal stick with a ring and a few keys."""
    d = float(look.rng.uniform(0.125, 0.15))
    bright = look.rng.random() < 0.6
    m.add(slab((0.036, 0.0095, d), 0.012, 0.003, k=3), metal() if bright else plastic(BLACK, 0.4))
    tone = plastic(BLACK) if bright else plastic((0.35, 0.35, 0.37))
    _wheel(m, -d * 0.26, 0.0092, 0.011, tone)
    for k in range(3):
        for sx in (-1, 1):
            _button(m, sx * 0.0085, d * (0.02 + 0.13 * k), 0.0092, 0.0052, tone)
    _button(m, 0.011, -d * 0.44, 0.0092, 0.003, tone)


def _climate(m: Maker, look: Look) -> None:
    """A white one with a display, for the air conditioner."""
    w, d = 0.058, float(look.rng.uniform(0.14, 0.165))
    m.add(slab((w, 0.022, d), 0.01, 0.005), plastic((0.93, 0.93, 0.91)))
    m.box((0, -d * 0.26), 0.0215, (w * 0.78, 0.0012, d * 0.3), (0.3, 0.32, 0.32), bevel=0.0005)
    m.box((0, -d * 0.26), 0.0226, (w * 0.68, 0.0006, d * 0.24), (0.62, 0.7, 0.58), solid=False)
    m.box((0.006, -d * 0.27), 0.0231, (0.012, 0.0003, 0.014), BLACK, solid=False)
    m.add(slab((w * 0.5, 0.003, 0.016), 0.008, 0.001, (0, 0.021, d * 0.03)), (0.3, 0.65, 0.6))
    _keys(
        m, (-w * 0.38, w * 0.38, d * 0.14, d * 0.42), (3, 3), 0.0215, 0.7, (0.7, 0.72, 0.74), 0.002
    )


def _big_keys(m: Maker, look: Look) -> None:
    """Few large keys in strong colours, in a thick case."""
    w, d = 0.066, float(look.rng.uniform(0.15, 0.19))
    m.add(slab((w, 0.026, d), 0.02, 0.007, k=3), plastic(look.hue((0.1, 0.7), (0.3, 0.9))))
    for z, y in ((-0.1, 0.0255), (0.16, 0.0255)):
        for sx in (-1, 1):
            at = (sx * w * 0.23, y, d * z)
            m.add(slab((w * 0.34, 0.004, d * 0.17), 0.008, 0.0015, at), WHITE)
    m.add(slab((w * 0.8, 0.004, d * 0.1), 0.008, 0.0015, (0, 0.0255, d * 0.36)), (0.2, 0.4, 0.7))
    m.cylinder((0, -d * 0.34), 0.025, 0.013, 0.006, SIGNALS[0], n=16, top=0.011)


def _wedge(m: Maker, look: Look) -> None:
    """A hand-filling one that is thick and wide at the far end and slender at the near one."""
    d = float(look.rng.uniform(0.2, 0.235))
    coat = plastic(look.pick(((0.14, 0.14, 0.16), (0.55, 0.56, 0.58))), 0.35)
    rings = []
    for t in np.linspace(0, 1, 8):
        half, high = 0.034 - 0.016 * t, 0.032 - 0.016 * t
        close = 0.55 if t in (0.0, 1.0) else 1.0
        a = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        x, y = np.cos(a) * half * close, (np.sin(a).clip(-0.6, 0.6) / 1.2 + 0.5) * high
        rings.append(np.stack([x, y, np.full(12, (t - 0.5) * d)], 1))
    m.add(primitives.loft(rings), coat)
    keys = look.pick(RUBBER)
    with m.placed((0, 0.031, -d / 2), (4.2, 0, 0)):
        _wheel(m, d * 0.2, 0.0, 0.014, keys)
        _keys(m, (-0.02, 0.02, d * 0.36, d * 0.6), (3, 4), -0.001, 0.66, keys, 0.004)
        _keys(m, (-0.013, 0.013, d * 0.66, d * 0.84), (2, 3), -0.001, 0.66, keys, 0.004)
        for k, tone in enumerate(SIGNALS):
            m.box((0.02 - 0.0133 * k, d * 0.06), -0.001, (0.008, 0.003, 0.006), tone, solid=False)


def _card(m: Maker, look: Look) -> None:
    """A flat one the size of a cheque card, with film keys."""
    w, d = float(look.rng.uniform(0.038, 0.044)), float(look.rng.uniform(0.085, 0.11))
    m.add(
        slab((w, 0.0065, d), 0.004, 0.0012),
        plastic(look.pick(((0.12, 0.12, 0.13), (0.9, 0.9, 0.9)))),
    )
    tones = SIGNALS if look.rng.random() < 0.6 else (look.pick(RUBBER),) * 4
    for j in range(6):
        for i in range(3):
            m.box(
                ((1 - i) * w * 0.29, d * (0.36 - 0.135 * j)),
                0.0065,
                (w * 0.2, 0.0006, d * 0.085),
                tones[(j * 2 + i) % 4] if j in (0, 5) else tones[-1],
                solid=False,
            )


def _universal(m: Maker, look: Look) -> None:
    """A long one full of keys, its lower third under a sliding cover."""
    w, d = 0.058, float(look.rng.uniform(0.21, 0.235))
    m.add(slab((w, 0.018, d), 0.008, 0.004), plastic((0.3, 0.31, 0.33)))
    keys = look.pick(RUBBER)
    _keys(m, (-w * 0.42, w * 0.42, -d * 0.43, -d * 0.28), (4, 2), 0.018, 0.6, keys, 0.002)
    _wheel(m, -d * 0.17, 0.018, 0.014, keys)
    _keys(m, (-w * 0.42, w * 0.42, -d * 0.06, d * 0.14), (4, 4), 0.018, 0.6, keys, 0.002)
    cover = (w + 0.003, 0.006, d * 0.3)
    m.add(slab(cover, 0.008, 0.002, (0, 0.0155, d * 0.345)), metal(look.pick(STEEL)))
    for k in range(3):
        m.box((0, d * (0.24 + 0.02 * k)), 0.0212, (w * 0.4, 0.0012, 0.002), BLACK, solid=False)


REMOTES = (_bar, _waisted, _minimal, _climate, _big_keys, _wedge, _card, _universal)


@forms(len(REMOTES))
def remote(m: Maker, look: Look, form: int) -> None:
    """Remote controls for sets, boxes and air conditioners."""
    REMOTES[form](m, look)


RECIPES: dict[str, Recipe] = {"CellPhone": cell_phone, "RemoteControl": remote}
