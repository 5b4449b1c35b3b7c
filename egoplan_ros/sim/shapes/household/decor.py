# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Things that only adorn: on the floor and on tables."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    BLACK,
    WHITE,
    Leaf,
    foliage,
    glazed,
    lump,
    merged,
    ring,
    slab,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, glass, metal
from egoplan_ros.sim.shapes.primitives import Mesh, curve
from egoplan_ros.sim.shapes.solid import Maker, Vec


def _glaze(look: Look) -> Material:
    return glazed(look)


def _bright(look: Look) -> Material:
    return metal(
        look.pick(((0.82, 0.66, 0.33), (0.76, 0.76, 0.78), (0.22, 0.22, 0.23), (0.72, 0.5, 0.38)))
    )


def _branches(m: Maker, look: Look) -> None:
    """A tall floor vase with dry branches or pampas grass."""
    h, r = float(look.rng.uniform(0.5, 0.65)), float(look.rng.uniform(0.1, 0.14))
    shape = curve(
        [
            (0, 0),
            (r * 0.6, 0.0),
            (r, h * 0.4),
            (r * 0.7, h * 0.75),
            (r * 0.4, h * 0.9),
            (r * 0.55, h),
        ],
        2,
    )
    m.lathe([*shape, (r * 0.45, h), (r * 0.3, h * 0.9)], _glaze(look), n=20)
    grass = look.rng.random() < 0.5
    twigs: list[Mesh] = []
    plumes: list[Mesh] = []
    for k in range(9):
        a = k * 2.4
        out, up = float(look.rng.uniform(0.06, 0.17)), float(look.rng.uniform(0.5, 0.85))
        c, s = float(np.cos(a)), float(np.sin(a))
        tip = (out * c, h + up, out * s)
        mid = (out * 0.35 * c + 0.01 * s, h + up * 0.5, out * 0.35 * s)
        twigs.append(primitives.tube([(0, h * 0.85, 0), mid, tip], [0.005, 0.004, 0.002], 5, False))
        if grass:
            plumes.append(
                lump(look.rng, (tip[0], tip[1] - 0.06, tip[2]), (0.026, 0.12, 0.026), 0.1, 8)
            )
            continue
        for j in range(3):
            v = 0.45 + 0.18 * j
            p = np.array(mid) + (np.array(tip) - mid) * (2 * v - 1 if v > 0.5 else 0)
            side = a + (1.2 if j % 2 else -1.2)
            q = p + np.array([0.07 * np.cos(side), 0.08, 0.07 * np.sin(side)])
            twigs.append(
                primitives.tube([tuple(p.tolist()), tuple(q.tolist())], [0.003, 0.0015], 4, False)
            )
            plumes.append(primitives.ellipsoid(tuple(q.tolist()), (0.011, 0.013, 0.011), 6))
    m.add(merged(twigs), (0.42, 0.32, 0.22))
    tone = look.pick(((0.88, 0.8, 0.65), (0.95, 0.93, 0.9), (0.8, 0.55, 0.5), (0.7, 0.2, 0.2)))
    m.add(merged(plumes), tone)


def _sculpture(m: Maker, look: Look) -> None:
    """A twisted ribbon or rings on a tall plinth."""
    h = float(look.rng.uniform(0.6, 0.8))
    base = (
        look.draw("stone", gloss=0.3) if look.rng.random() < 0.5 else Material((0.93, 0.93, 0.92))
    )
    m.box((0, 0), 0, (0.3, 0.03, 0.3), base, bevel=0.005)
    m.box((0, 0), 0.03, (0.25, h - 0.03, 0.25), base, bevel=0.005)
    c = _bright(look)
    t = np.linspace(0, 2 * np.pi, 41)
    size = float(look.rng.uniform(0.13, 0.16))
    x, y, z = np.sin(t) + 0.5 * np.sin(2 * t), np.cos(t) - 0.6 * np.cos(2 * t), -np.sin(3 * t) * 0.6
    y = y - y.min()
    path: list[Vec] = [
        (float(a) * size * 0.9, h + float(b) * size * 0.9 + 0.022, float(d) * size * 0.8)
        for a, b, d in zip(x, y, z, strict=True)
    ]
    m.tube(path, 0.024, c, n=8, solid=True)


def _lantern(m: Maker, look: Look) -> None:
    """A great lantern with a candle behind its panes."""
    w, h = float(look.rng.uniform(0.26, 0.32)), float(look.rng.uniform(0.75, 0.95))
    frame = _bright(look) if look.rng.random() < 0.5 else look.draw("wood")
    t = 0.024
    m.box((0, 0), 0, (w, 0.035, w), frame, bevel=0.004)
    m.box((0, 0), h * 0.72, (w, 0.03, w), frame, bevel=0.004)
    for sx in (-1, 1):
        for sz in (-1, 1):
            m.box(
                (sx * (w - t) / 2, sz * (w - t) / 2),
                0.03,
                (t, h * 0.72 - 0.03, t),
                frame,
                bevel=0.003,
            )
    for sign in (-1, 1):
        m.box((sign * (w / 2 - 0.006), 0), 0.035, (0.003, h * 0.68, w - 2 * t), glass(clear=0.85))
        m.box((0, sign * (w / 2 - 0.006)), 0.035, (w - 2 * t, h * 0.68, 0.003), glass(clear=0.85))
        m.box((0, sign * (w / 2 - 0.004)), 0.035, (0.012, h * 0.68, 0.008), frame)
    m.lathe(
        [(w * 0.72, h * 0.75), (w * 0.3, h * 0.9), (w * 0.14, h * 0.93), (0, h * 0.95)],
        frame,
        corners=4,
    )
    with m.placed((0, h * 0.98, 0), (90, 0, 0)):
        m.add(ring(0.045, 0.007, 18, 5), frame)
    m.cylinder((0, 0), 0.035, 0.05, h * 0.3, (0.95, 0.92, 0.84), n=14)


def _totem(m: Maker, look: Look) -> None:
    """Balls, discs and cones of different woods and stones on one axis."""
    m.lathe([(0, 0), (0.15, 0), (0.15, 0.02), (0.14, 0.026), (0, 0.026)], _bright(look), n=20)
    y = 0.026
    while y < 1.05:
        c = (look.draw("wood", gloss=0.2), look.draw("stone", gloss=0.3), _glaze(look))[
            int(look.rng.integers(3))
        ]
        kind = int(look.rng.integers(4))
        r = float(look.rng.uniform(0.07, 0.14))
        if kind == 0:
            m.ellipsoid((0, y + r, 0), (r, r, r), c, n=14)
            y += 2 * r - 0.006
        elif kind == 1:
            m.lathe([(0, y), (r, y), (r, y + 0.07), (0, y + 0.07)], c, n=18)
            y += 0.07
        elif kind == 2:
            m.lathe([(0, y), (r, y), (r * 0.4, y + r * 1.3), (0, y + r * 1.3)], c, n=18)
            y += r * 1.3
        else:
            m.lathe(curve([(0.03, y), (r, y + 0.05), (0.03, y + 0.1)], 2), c, n=18)
            y += 0.1


def _basket(m: Maker, look: Look) -> None:
    """A woven basket with rolled blankets and a tall frond."""
    r, h = float(look.rng.uniform(0.17, 0.2)), float(look.rng.uniform(0.34, 0.42))
    cane = look.draw("wicker")
    m.lathe(
        [
            *curve([(0, 0), (r * 0.8, 0.0), (r, h * 0.5), (r * 0.9, h)], 2),
            (r * 0.85, h),
            (r * 0.85, h * 0.3),
        ],
        cane,
        n=20,
    )
    for k in range(5):
        with m.placed((0, h * (0.1 + 0.19 * k), 0)):
            m.add(
                ring(r * (0.88 + 0.12 * float(np.sin(np.pi * (0.14 + 0.16 * k)))), 0.009, 26, 4),
                cane.shaded(0.8),
            )
    for s in (-1, 1):
        with m.placed((s * r * 0.98, h * 0.9, 0), (0, 0, 90)):
            m.add(ring(0.045, 0.008, 14, 5), cane.shaded(0.7))
    for k in range(3):
        a = 2.1 * k
        roll = look.draw("fabric", look.hue((0.05, 0.7), (0.4, 0.95)))
        m.tube(
            [
                (0.07 * float(np.cos(a)), h * 0.4, 0.07 * float(np.sin(a))),
                (0.1 * float(np.cos(a)), h + 0.16, 0.1 * float(np.sin(a))),
            ],
            0.055,
            roll,
            n=12,
            solid=True,
        )
    fronds = [
        Leaf((0, h * 0.6, 0), k * 2.4, float(look.rng.uniform(0.5, 0.75)), 0.05, 1.25, 0.7, 7, 0.3)
        for k in range(7)
    ]
    m.add(foliage(fronds), Material((0.75, 0.68, 0.45)))


FLOOR = (_branches, _sculpture, _lantern, _totem, _basket)


@forms(len(FLOOR))
def room_decor(m: Maker, look: Look, form: int) -> None:
    """Floor vases, sculptures, lanterns and baskets."""
    FLOOR[form](m, look)


def _bowl_of_balls(m: Maker, look: Look) -> None:
    """A shallow bowl with woven or glass balls."""
    r, h = float(look.rng.uniform(0.14, 0.18)), float(look.rng.uniform(0.06, 0.09))
    stuff = look.draw("wood", gloss=0.2) if look.rng.random() < 0.4 else _glaze(look)
    m.lathe(
        [
            *curve([(0, 0), (r * 0.4, 0.0), (r * 0.75, h * 0.3), (r, h)], 2),
            (r * 0.96, h),
            (r * 0.7, h * 0.42),
            (0, h * 0.2),
        ],
        stuff,
        n=20,
    )
    tones = [
        look.draw("wicker"),
        _bright(look),
        glass(look.hue((0.2, 0.7), (0.6, 0.95)), 0.4),
    ]
    for k in range(5):
        a, q = 2 * np.pi * k / 4, r * 0.44 * (k < 4)
        size = float(look.rng.uniform(0.032, 0.042))
        m.ellipsoid(
            (q * float(np.cos(a)), h * 0.45 + size + (0.03 if k == 4 else 0), q * float(np.sin(a))),
            (size, size, size),
            tones[k % 3],
            n=12,
        )


def _tray(m: Maker, look: Look) -> None:
    """A tray with a small vase, stones and a picture stand."""
    w, d = float(look.rng.uniform(0.3, 0.38)), float(look.rng.uniform(0.2, 0.26))
    wood = look.draw("wood", gloss=0.2)
    m.add(slab((w, 0.012, d), 0.02, 0.003), wood)
    for s in (-1, 1):
        m.box((0, s * (d / 2 - 0.006)), 0.01, (w - 0.03, 0.022, 0.01), wood, bevel=0.003)
        m.box((s * (w / 2 - 0.006), 0), 0.01, (0.01, 0.03, d - 0.03), wood, bevel=0.003)
    r = 0.035
    m.lathe(
        curve([(0, 0.012), (r * 0.7, 0.012), (r, 0.05), (r * 0.4, 0.1), (r * 0.5, 0.12)], 2),
        _glaze(look),
        n=16,
        center=(-w * 0.28, -0.02),
    )
    for k in range(4):
        size = 0.034 - 0.006 * k
        m.ellipsoid(
            (w * 0.24, 0.02 + 0.017 * k, 0.02),
            (size, 0.01, size * 0.8),
            look.draw("stone"),
            n=12,
        )
    m.cylinder((0.0, 0.03), 0.012, 0.028, 0.04, (0.95, 0.92, 0.85), n=16)
    m.cylinder((0.0, 0.03), 0.052, 0.0015, 0.012, BLACK, n=5)


def _dome(m: Maker, look: Look) -> None:
    """A glass dome over dried flowers."""
    r, h = float(look.rng.uniform(0.08, 0.1)), float(look.rng.uniform(0.2, 0.27))
    m.lathe(
        [(0, 0), (r + 0.014, 0), (r + 0.014, 0.016), (r + 0.004, 0.022), (0, 0.022)],
        look.draw("wood"),
        n=20,
    )
    stems = [Leaf((0, 0.02, 0), k * 1.3, h * 0.5, 0.03, 1.3, 0.5, 4) for k in range(6)]
    m.add(foliage(stems), (0.35, 0.45, 0.25), solid=False)
    tone = look.hue((0.4, 0.9), (0.5, 0.95))
    petals = [
        Leaf((0, h * 0.55, 0), k * 1.05 + 0.3 * j, 0.04, 0.03, 0.2 + 0.5 * j, 0.3, 2)
        for k in range(6)
        for j in range(2)
    ]
    m.add(foliage(petals), tone, solid=False)
    wall = [
        (r, 0.022),
        (r, h * 0.68),
        *[
            (r * float(np.cos(t)), h * 0.68 + (h * 0.32) * float(np.sin(t)))
            for t in np.linspace(0.3, np.pi / 2, 5)
        ],
    ]
    m.lathe(wall, glass(clear=0.85), n=18)
    m.ellipsoid((0, h + 0.008, 0), (0.01, 0.01, 0.01), glass(clear=0.5), n=8)


def _frame(m: Maker, look: Look) -> None:
    """A picture in a frame on its support."""
    w, h = float(look.rng.uniform(0.14, 0.24)), float(look.rng.uniform(0.18, 0.26))
    frame = look.draw("wood", gloss=0.2) if look.rng.random() < 0.5 else _bright(look)
    t = float(look.rng.uniform(0.016, 0.03))
    with m.placed((0, 0.004, 0.02), (-13, 0, 0)):
        for s in (-1, 1):
            m.box((s * (w - t) / 2, 0), 0, (t, h, 0.018), frame, bevel=0.004)
            m.box((0, 0), 0 if s < 0 else h - t, (w - 2 * t + 0.004, t, 0.018), frame, bevel=0.004)
        m.box((0, -0.004), 0.004, (w - 0.008, h - 0.008, 0.006), BLACK)
        m.panel((0, h / 2, 0.002), (w - 2 * t, h - 2 * t), WHITE)
        m.panel((0, h / 2, 0.0026), (w - 3.4 * t, h - 3.4 * t), look.draw("painting", gloss=0.4))
    m.tube([(0, h * 0.62, -0.035), (0, 0.002, -0.1)], 0.006, BLACK, n=5, solid=True)


def _globe(m: Maker, look: Look) -> None:
    """A globe in its tilted meridian."""
    r = float(look.rng.uniform(0.085, 0.11))
    c = _bright(look)
    m.lathe(
        curve([(0, 0), (0.07, 0.0), (0.072, 0.01), (0.02, 0.024), (0.012, 0.05), (0.018, 0.06)], 2),
        look.draw("wood", gloss=0.3),
        n=16,
    )
    y = 0.075 + r
    with m.placed((0, y, 0), (0, 0, -23)):
        sea = Material(
            look.pick(((0.25, 0.5, 0.7), (0.8, 0.72, 0.55), (0.15, 0.25, 0.4))), gloss=0.4
        )
        m.ellipsoid((0, 0, 0), (r, r, r), sea, n=16)
        land = look.pick(((0.4, 0.55, 0.3), (0.65, 0.5, 0.3), (0.85, 0.8, 0.6)))
        patches: list[Mesh] = []
        for _ in range(7):
            d = look.rng.normal(size=3) * [1, 0.7, 1]
            d /= np.linalg.norm(d)
            side = np.cross(d, [0.3, 1, 0.2])
            side /= np.linalg.norm(side)
            up = np.cross(side, d)
            t = np.linspace(0, 2 * np.pi, 9, endpoint=False)
            q = look.rng.uniform(0.18, 0.5, 9)[:, None]
            rim = d + q * (np.cos(t)[:, None] * side + np.sin(t)[:, None] * up)
            rim = rim / np.linalg.norm(rim, axis=1, keepdims=True) * r * 1.012
            fan = np.stack([np.arange(9), (np.arange(9) + 1) % 9, np.full(9, 9)], 1)
            patches.append(Mesh(np.concatenate([rim, d[None] * r * 1.03]), fan.astype(np.int32)))
        m.add(merged(patches), land, solid=False)
        arc: list[Vec] = [
            ((r + 0.012) * float(np.cos(a)), (r + 0.012) * float(np.sin(a)), 0)
            for a in np.linspace(-np.pi / 2, np.pi / 2, 13)
        ]
        m.tube(arc, 0.005, c, n=5, solid=True)
        m.tube([(0, -r - 0.012, 0), (0, r + 0.014, 0)], 0.003, c, n=5)


def _armillary(m: Maker, look: Look) -> None:
    """Rings within rings around an arrow."""
    r = float(look.rng.uniform(0.085, 0.11))
    c = _bright(look)
    m.lathe([(0, 0), (0.06, 0), (0.06, 0.008), (0.014, 0.016), (0.01, 0.06)], c, n=16)
    with m.placed((0, 0.06 + r, 0)):
        for k, (turn, size) in enumerate(
            (((90, 0, 0), 1.0), ((90, 90, 0), 0.96), ((20, 0, 0), 0.92), ((55, 40, 0), 0.88))
        ):
            with m.placed((0, 0, 0), turn):
                m.add(ring(r * size, 0.004, 26, 4), c, solid=k == 0)
        m.tube([(-r * 0.9, -r * 0.5, 0), (r * 0.9, r * 0.5, 0)], 0.0035, c, n=5)
        m.ellipsoid((0, 0, 0), (r * 0.22, r * 0.22, r * 0.22), _glaze(look), n=12)


def _hourglass(m: Maker, look: Look) -> None:
    """Sand in a waisted glass between two discs."""
    h, r = float(look.rng.uniform(0.18, 0.24)), float(look.rng.uniform(0.055, 0.07))
    wood = look.draw("wood", gloss=0.3)
    for y in (0.0, h - 0.016):
        m.lathe([(0, y), (r + 0.012, y), (r + 0.012, y + 0.016), (0, y + 0.016)], wood, n=18)
    for k in range(3):
        a = 2 * np.pi * k / 3 + 0.5
        x, z = (r + 0.002) * float(np.cos(a)), (r + 0.002) * float(np.sin(a))
        m.lathe(
            curve([(0.006, 0.016), (0.004, h / 2), (0.006, h - 0.016)], 2), wood, n=8, center=(x, z)
        )
    sand = look.pick(((0.9, 0.78, 0.5), (0.95, 0.94, 0.9), (0.4, 0.55, 0.75), (0.85, 0.5, 0.5)))
    m.lathe([(0, 0.018), (r * 0.8, 0.018), (r * 0.82, 0.03), (0, h * 0.3)], sand, n=14, solid=False)
    m.lathe([(0.004, h * 0.52), (r * 0.6, h * 0.72), (0, h * 0.7)], sand, n=14, solid=False)
    m.lathe(
        curve(
            [
                (r * 0.86, 0.018),
                (r * 0.84, h * 0.25),
                (0.007, h / 2),
                (r * 0.84, h * 0.75),
                (r * 0.86, h - 0.018),
            ],
            4,
        ),
        glass(clear=0.85),
        n=16,
    )


def _ship(m: Maker, look: Look) -> None:
    """A model of a sailing ship."""
    w = float(look.rng.uniform(0.28, 0.36))
    hull = look.draw("wood", gloss=0.3)
    for s in (-1, 1):
        m.box(
            (s * w * 0.22, 0),
            0,
            (0.014, 0.05, 0.06),
            look.draw("wood"),
            bevel=0.003,
        )
    rings = []
    for t in np.linspace(0, 1, 9):
        half = 0.042 * float(np.sin(np.pi * (0.12 + 0.82 * t)) ** 0.7)
        low, high = 0.03 + 0.03 * (2 * t - 1) ** 2, 0.085 + 0.03 * (2 * t - 1) ** 2
        x = (t - 0.5) * w
        rings.append(
            np.array(
                [
                    (x, high, -half),
                    (x, (low + high) / 2, -half * 0.85),
                    (x, low, 0),
                    (x, (low + high) / 2, half * 0.85),
                    (x, high, half),
                ]
            )
        )
    m.add(primitives.loft(rings), hull)
    cloth = look.pick(((0.95, 0.92, 0.84), (0.8, 0.3, 0.25), (0.85, 0.85, 0.9)))
    for k, x in enumerate((-w * 0.24, 0.02, w * 0.26)):
        top = 0.33 - 0.035 * abs(k - 1)
        m.tube([(x, 0.08, 0), (x, top, 0)], [0.005, 0.003], hull, n=6, solid=True)
        for j in range(2):
            low, size = 0.12 + 0.095 * j, 0.1 - 0.024 * j

            def belly(u: np.ndarray, v: np.ndarray) -> np.ndarray:
                return np.asarray(0.022 * np.sin(np.pi * v))

            with m.placed((x + 0.002, low + size * 0.42, 0), (0, 0, -90)):
                m.add(primitives.sheet(belly, (size * 0.85, size), 4), cloth)
    m.tube([(w / 2 - 0.01, 0.11, 0), (w / 2 + 0.045, 0.15, 0)], [0.004, 0.002], hull, n=5)
    m.tube(
        [(w / 2 + 0.04, 0.148, 0), (0.02, 0.33, 0), (-w / 2, 0.115, 0)],
        0.0012,
        (0.3, 0.25, 0.2),
        n=3,
    )


def _letters(m: Maker, look: Look) -> None:
    """A word or a heart in wood, standing by itself."""
    t = 0.03
    stuff = (
        look.draw("wood", gloss=0.2)
        if look.rng.random() < 0.5
        else Material(look.hue((0.0, 0.8), (0.5, 0.97)), gloss=0.3)
    )
    h = float(look.rng.uniform(0.09, 0.115))
    if look.rng.random() < 0.5:
        h *= 1.4
        outline = []
        for a in np.linspace(0, 2 * np.pi, 28, endpoint=False):
            x = 16 * np.sin(a) ** 3
            y = 13 * np.cos(a) - 5 * np.cos(2 * a) - 2 * np.cos(3 * a) - np.cos(4 * a)
            outline.append((float(x) * h / 20, float(y) * h / 20 + h * 0.86))
        with m.placed((0, 0, -t / 2)):
            m.add(primitives.extrusion(outline, t), stuff)
        m.box((0, 0), 0, (h, 0.014, 0.07), look.wood, bevel=0.003)
        return
    bar = h * 0.2
    x = h * 1.15
    m.box((x, 0), 0, (bar, h, t), stuff, bevel=0.002)
    m.box((x + bar, 0), h / 2 - bar / 2, (h * 0.36, bar, t), stuff, bevel=0.002)
    m.box((x + h * 0.52, 0), 0, (bar, h, t), stuff, bevel=0.002)
    with m.placed((h * 0.42, h / 2, 0), (90, 0, 0)):
        m.add(ring(h * 0.4, h * 0.1, 20, 6), stuff)
    m.box((-h * 0.3, 0), 0, (bar, h, t), stuff, bevel=0.002)
    m.box((-h * 0.86, 0), 0, (bar, h, t), stuff, bevel=0.002)
    for s in (-1, 1):
        with m.placed((-h * 0.58 + s * h * 0.12, h * 0.7, 0), (0, 0, s * 25)):
            m.box((0, 0), -h * 0.3, (bar * 0.8, h * 0.55, t), stuff, bevel=0.002)
    m.box((-h * 1.2, 0), 0, (bar, h, t), stuff, bevel=0.002)
    for k in range(3):
        m.box((-h * 1.4, 0), k * (h - bar) / 2, (h * 0.4, bar, t), stuff, bevel=0.002)
    m.box((-h * 0.18, 0), -0.012, (h * 3.1, 0.012, 0.06), look.wood, bevel=0.003)


def _crystal(m: Maker, look: Look) -> None:
    """A cluster of crystals on its rock."""
    m.add(
        lump(look.rng, (0, 0.03, 0), (0.11, 0.03, 0.08), 0.12, 14),
        look.draw("stone"),
    )
    gem = Material(look.hue((0.3, 0.8), (0.6, 0.98)), gloss=0.8, rough=0.1, clear=0.25)
    for k in range(11):
        a, q = k * 2.4, 0.013 * k**0.8
        size, tall = float(look.rng.uniform(0.014, 0.026)), float(look.rng.uniform(0.07, 0.15))
        c, s = float(np.cos(a)), float(np.sin(a))
        with m.placed((q * c, 0.03, q * s * 0.7), (s * q * 380, 0, -c * q * 380)):
            m.lathe([(size * 0.8, 0), (size, tall * 0.75), (0, tall)], gem, corners=6)


TABLE = (
    _bowl_of_balls,
    _tray,
    _dome,
    _frame,
    _globe,
    _armillary,
    _hourglass,
    _ship,
    _letters,
    _crystal,
)


@forms(len(TABLE))
def table_decor(m: Maker, look: Look, form: int) -> None:
    """Bowls, trays, globes, models and other ornaments."""
    TABLE[form](m, look)


RECIPES: dict[str, Recipe] = {"RoomDecor": room_decor, "TableTopDecor": table_decor}
