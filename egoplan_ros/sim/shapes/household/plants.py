# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""House plants in their pots."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import Leaf, foliage, glazed, lump, merged, ring, slab
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Color, Material, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh, curve
from egoplan_ros.sim.shapes.solid import Maker, Vec

GREENS: tuple[Color, ...] = (
    (0.2, 0.45, 0.18),
    (0.28, 0.52, 0.22),
    (0.16, 0.36, 0.2),
    (0.4, 0.55, 0.3),
)


def _green(look: Look) -> Material:
    return look.draw("leaf", gloss=0.15)


def _pot(m: Maker, look: Look, r: float, h: float) -> float:
    """A pot of some make, with soil in it; returns the height of the soil.

    Watered, the soil stands under a thin sheet of water.
    """
    kind = int(look.rng.integers(7))
    glaze = glazed(look)
    soil = h * 0.9
    inside = [(r * 0.92, h), (r * 0.88, soil)]
    if kind == 0:
        clay = look.draw("plaster", (0.78, 0.45, 0.3), gloss=0.0)
        m.lathe(
            [(0, 0), (r * 0.7, 0), (r * 0.9, h * 0.76), (r, h * 0.76), (r * 1.03, h), *inside],
            clay,
            n=20,
        )
        m.lathe(
            [(0, 0.001), (r * 0.9, 0.0), (r, h * 0.12), (r * 0.95, h * 0.12), (r * 0.85, 0.012)],
            clay,
            n=20,
        )
    elif kind == 1:
        m.lathe(
            [(0, 0), (r * 0.97, 0), (r, 0.006), (r, h - 0.004), (r * 0.97, h), *inside], glaze, n=20
        )
    elif kind == 2:
        m.lathe(
            [
                *curve(
                    [(0, 0), (r * 0.55, 0.0), (r * 1.05, h * 0.45), (r * 0.98, h * 0.85), (r, h)], 3
                ),
                *inside,
            ],
            glaze,
            n=20,
        )
    elif kind == 3:
        m.add(slab((r * 1.75, h, r * 1.75), r * 0.15, 0.004, k=3, top=1.0), glaze)
        m.lathe([(r * 0.8, h + 0.0006), (0, h + 0.0006)], (0.2, 0.15, 0.1), corners=4)
        return h
    elif kind == 4:
        cane = look.draw("wicker")
        m.lathe(
            [*curve([(0, 0), (r * 0.85, 0.0), (r * 1.06, h * 0.5), (r * 0.95, h)], 2), *inside],
            cane,
            n=20,
        )
        for k in range(4):
            with m.placed((0, h * (0.2 + 0.2 * k), 0)):
                m.add(
                    ring(
                        r * (0.99 + 0.05 * float(np.sin((0.2 + 0.2 * k) * np.pi))), r * 0.035, 18, 3
                    ),
                    cane.shaded(0.85),
                )
    elif kind == 5:
        # A smooth pot in a wooden stand.
        wood = look.draw("wood", gloss=0.2)
        legs = h * 0.5
        for k in range(4):
            a = np.pi * (k + 0.5) / 2
            m.box(
                (r * 1.04 * float(np.cos(a)), r * 1.04 * float(np.sin(a))),
                0,
                (r * 0.16, h * 0.8, r * 0.16),
                wood,
                bevel=0.003,
            )
        m.box((0, 0), legs * 0.55, (r * 1.5, 0.014, r * 0.12), wood)
        m.box((0, 0), legs * 0.55, (r * 0.12, 0.014, r * 1.5), wood)
        low = legs * 0.55 + 0.014
        m.lathe(
            [(0, low), (r * 0.92, low), (r * 0.96, low + 0.008), (r * 0.96, h), *inside],
            glaze,
            n=20,
        )
    else:
        ridged: list[tuple[float, float]] = [(0, 0), (r * 0.8, 0.0)]
        for k in range(6):
            q = r * (0.84 + 0.028 * k)
            ridged += [(q + r * 0.03, h * (k + 0.35) / 6), (q, h * (k + 0.9) / 6)]
        coat = (
            metal(look.pick(((0.75, 0.75, 0.77), (0.72, 0.5, 0.38))))
            if look.rng.random() < 0.4
            else plastic(look.hue((0.1, 0.7), (0.4, 0.95)))
        )
        m.lathe([*ridged, (r, h), *inside], coat, n=20)
    m.lathe([(r * 0.9, soil), (0, soil + 0.004)], look.draw("soil"), n=20)
    m.lathe(
        [(r * 0.9, soil + 0.008), (0, soil + 0.008)],
        (0.5, 0.6, 0.7),
        n=20,
        role="liquid",
        solid=False,
    )
    return soil


def _size(look: Look) -> tuple[float, float]:
    return float(look.rng.uniform(0.08, 0.115)), float(look.rng.uniform(0.13, 0.19))


def _turn(look: Look, k: int) -> float:
    return k * 2.4 + float(look.rng.uniform(-0.3, 0.3))


def _bushy(m: Maker, look: Look) -> None:
    """Woody stems full of broad leaves (a rubber tree, a weeping fig)."""
    r, h = _size(look)
    y = _pot(m, look, r, h)
    green = _green(look)
    wood: list[Mesh] = []
    leaves: list[Leaf] = []
    tall = float(look.rng.uniform(0.3, 0.45))
    wide = float(look.rng.uniform(0.5, 0.7))
    for k in range(3):
        a = _turn(look, k)
        lean = np.array([np.cos(a), 0, np.sin(a)]) * 0.06
        stem = [
            np.array([0, y, 0]) + lean * v * 1.4 + [0, tall * v * (1 - 0.15 * k), 0]
            for v in (0, 0.5, 1)
        ]
        wood.append(
            primitives.tube([tuple(p.tolist()) for p in stem], [0.006, 0.005, 0.003], 5, True)
        )
        for j in range(9):
            v = 0.25 + 0.75 * j / 8
            p = stem[0] + (stem[2] - stem[0]) * v
            size = float(look.rng.uniform(0.09, 0.13))
            leaves.append(
                Leaf(
                    tuple(p.tolist()),
                    _turn(look, j + 5 * k),
                    size,
                    size * wide,
                    0.7 - 0.2 * (1 - v),
                    1.0,
                    4,
                )
            )
    m.add(merged(wood), (0.4, 0.3, 0.2))
    m.add(foliage(leaves), green)


def _swords(m: Maker, look: Look) -> None:
    """Stiff upright blades with pale edges (mother-in-law's tongue)."""
    r, h = _size(look)
    y = _pot(m, look, r, h)
    green, pale = _green(look), Material((0.75, 0.75, 0.4), gloss=0.15)
    blades: list[Leaf] = []
    edges: list[Leaf] = []
    for k in range(int(look.rng.integers(8, 12))):
        a = _turn(look, k)
        q = r * 0.5 * float(np.sqrt(look.rng.random()))
        length = float(look.rng.uniform(0.25, 0.48))
        base: Vec = (q * float(np.cos(a)), y - 0.01, q * float(np.sin(a)))
        rise = float(look.rng.uniform(1.32, 1.5))
        blades.append(Leaf(base, a, length, 0.05, rise, 0.05, 5, 0.35, 0.35))
        edges.append(Leaf(base, a, length * 1.01, 0.06, rise, 0.05, 5, 0.3, 0.35))
    m.add(foliage(edges), pale)
    inner = foliage(blades)
    inner.vertices = inner.vertices + np.array([0, 0.004, 0])
    m.add(inner, green)


def _cactus(m: Maker, look: Look) -> None:
    """A ribbed column with arms, or a ball, with spines and a flower."""
    r, h = _size(look)
    y = _pot(m, look, r, h)
    green = look.draw("plastic", look.pick(GREENS), gloss=0.05)

    def column(x: float, z: float, low: float, high: float, wide: float) -> None:
        a = np.linspace(0, 2 * np.pi, 20, endpoint=False)
        rings = []
        for v in (0.0, 0.1, 0.5, 0.8, 0.93, 1.0):
            q = wide * float(np.interp(v, [0, 0.1, 0.8, 0.93, 1.0], [0.85, 1, 1, 0.72, 0.12]))
            rib = q * (1 + 0.13 * (np.arange(20) % 2))
            rings.append(
                np.stack(
                    [x + rib * np.cos(a), np.full(20, low + (high - low) * v), z + rib * np.sin(a)],
                    1,
                )
            )
        made = primitives.loft(rings)
        m.add(Mesh(made.vertices, made.faces), green)

    top = y + float(look.rng.uniform(0.24, 0.42))
    if look.rng.random() < 0.65:
        column(0, 0, y - 0.01, top, 0.045)
        for s in (-1, 1)[: int(look.rng.integers(1, 3))]:
            at = y + (top - y) * float(look.rng.uniform(0.3, 0.5))
            m.tube(
                [(s * 0.03, at, 0), (s * 0.075, at + 0.01, 0), (s * 0.09, at + 0.045, 0)],
                0.024,
                green,
                n=10,
                solid=True,
            )
            column(s * 0.09, 0, at + 0.02, at + float(look.rng.uniform(0.1, 0.16)), 0.027)
    else:
        top = y + 0.19
        column(0, 0, y - 0.01, top, 0.085)
    spikes: list[Mesh] = []
    for k in range(26):
        a, v = look.rng.uniform(0, 2 * np.pi), look.rng.uniform(0.1, 0.85)
        q = 0.05 if top - y > 0.2 else 0.092
        p = np.array([q * np.cos(a), y + (top - y) * v, q * np.sin(a)])
        out = p * [1.28, 1, 1.28] + [0, 0.006 * (k % 3 - 1), 0]
        spikes.append(primitives.tube([tuple(p.tolist()), tuple(out.tolist())], 0.0012, 3, False))
    m.add(merged(spikes), (0.92, 0.88, 0.7), solid=False)
    petals = [Leaf((0, top - 0.004, 0), k * 1.05, 0.032, 0.018, 0.9, 0.9, 3) for k in range(6)]
    m.add(foliage(petals), look.hue((0.5, 0.9), (0.8, 1.0)), solid=False)


def _split_leaves(m: Maker, look: Look) -> None:
    """Large cut leaves on long stalks (monstera)."""
    r, h = _size(look)
    y = _pot(m, look, r, h)
    green = _green(look)
    stalks: list[Mesh] = []
    blades: list[Leaf] = []
    for k in range(int(look.rng.integers(7, 10))):
        a = _turn(look, k)
        reach, up = float(look.rng.uniform(0.1, 0.2)), float(look.rng.uniform(0.16, 0.4))
        c, s = float(np.cos(a)), float(np.sin(a))
        tip: Vec = (reach * c, y + up, reach * s)
        stalks.append(
            primitives.tube(
                [
                    (0.01 * c, y - 0.01, 0.01 * s),
                    (reach * 0.4 * c, y + up * 0.65, reach * 0.4 * s),
                    tip,
                ],
                [0.005, 0.004, 0.003],
                5,
                False,
            )
        )
        size = float(look.rng.uniform(0.13, 0.19))
        # A heart with fingers: leaves that fan out from one point.
        for j, spread in enumerate((-1.25, -0.75, -0.3, 0.3, 0.75, 1.25)):
            long = size * (1 - 0.12 * abs(j - 2.5))
            blades.append(Leaf(tip, a + spread, long, size * 0.34, 0.15, 0.9, 3, 0.1, 0.55))
    m.add(merged(stalks), green.shaded(0.8))
    m.add(foliage(blades), green)


def _fern(m: Maker, look: Look) -> None:
    """Arching fronds with small leaflets."""
    r, h = _size(look)
    y = _pot(m, look, r, h * 0.85)
    green = _green(look)
    blades: list[Leaf] = []
    for k in range(13):
        a = _turn(look, k)
        length = float(look.rng.uniform(0.2, 0.3))
        rise, droop = float(look.rng.uniform(0.8, 1.4)), float(look.rng.uniform(1.6, 2.3))
        p = np.array([0.0, y, 0.0])
        ahead, side = np.array([np.cos(a), 0, np.sin(a)]), a + np.pi / 2
        steps = 8
        for j in range(steps):
            pitch = rise - droop * j / steps
            p = p + (ahead * np.cos(pitch) + [0, np.sin(pitch), 0]) * length / steps
            if j < 1:
                continue
            small = 0.055 * float(np.sin(np.pi * (j + 1.2) / (steps + 1.6)))
            for sign in (-1, 1):
                blades.append(
                    Leaf(
                        tuple(p.tolist()),
                        side
                        + sign * np.pi / 2
                        - np.pi / 2
                        - sign * 0.45
                        + (np.pi if sign < 0 else 0),
                        small,
                        0.022,
                        0.1,
                        0.5,
                        2,
                    )
                )
    m.add(foliage(blades), green)


def _palm(m: Maker, look: Look) -> None:
    """A trunk with a crown of narrow drooping leaves."""
    r, h = _size(look)
    y = _pot(m, look, r, h)
    top = y + float(look.rng.uniform(0.16, 0.3))
    bark: list[tuple[float, float]] = []
    for k in range(7):
        v = k / 6
        bark += [
            (0.022 - 0.006 * v, y + (top - y) * v),
            (0.018 - 0.005 * v, y + (top - y) * (v + 0.08)),
        ]
    m.lathe([*bark, (0, top + 0.02)], (0.45, 0.35, 0.24), n=12)
    blades = []
    for k in range(24):
        length = float(look.rng.uniform(0.2, 0.32))
        blades.append(
            Leaf(
                (0, top + 0.01, 0),
                _turn(look, k),
                length,
                0.026,
                float(look.rng.uniform(0.5, 1.45)),
                float(look.rng.uniform(1.3, 2.2)),
                6,
                0.3,
                0.3,
            )
        )
    m.add(foliage(blades), _green(look))


def _rosette(m: Maker, look: Look) -> None:
    """Thick pointed leaves in a rosette (aloe, agave, succulents)."""
    r, h = _size(look)
    y = _pot(m, look, r, h * 0.8)
    green = look.draw("leaf", gloss=0.2)
    short = look.rng.random() < 0.5
    thick: list[Leaf] = []
    for k in range(26 if short else 16):
        v = k / (26 if short else 16)
        length = (0.1 if short else 0.24) * (1.0 - 0.45 * v)
        rise = 0.25 + 1.15 * v
        wide = 0.05 if short else 0.042
        thick.append(
            Leaf(
                (0, y + 0.012 * v, 0),
                _turn(look, k),
                length,
                wide,
                rise,
                -0.35,
                4,
                0.35,
                0.5 if short else 0.2,
            )
        )
    upper = foliage(thick)
    under = Mesh(upper.vertices - np.array([0, 0.008, 0]), upper.faces, upper.uv)
    m.add(merged([upper, under]), green)


def _topiary(m: Maker, look: Look) -> None:
    """A clipped ball (or two) on a bare stem."""
    r, h = _size(look)
    y = _pot(m, look, r, h)
    green = _green(look)
    up = float(look.rng.uniform(0.14, 0.24))
    m.tube(
        [(0, y - 0.01, 0), (0.004, y + up * 0.5, 0), (0, y + up + 0.1, 0)],
        0.008,
        (0.4, 0.3, 0.2),
        n=7,
    )
    levels = (
        [(y + up + 0.08, 0.105)]
        if look.rng.random() < 0.5
        else [(y + 0.1, 0.085), (y + up + 0.12, 0.062)]
    )
    tips: list[Leaf] = []
    for at, size in levels:
        m.add(lump(look.rng, (0, at, 0), (size, size, size), 0.05, 16), green)
        for _ in range(80):
            d = look.rng.normal(size=3)
            d /= np.linalg.norm(d)
            p = d * size * 0.96 + [0, at, 0]
            turn = float(np.arctan2(d[2], d[0]) + look.rng.uniform(-1.2, 1.2))
            rise = float(np.arcsin(d[1]) + look.rng.uniform(-0.9, 0.9))
            tips.append(Leaf((p[0], p[1], p[2]), turn, 0.024, 0.02, rise, 0.6, 2))
    m.add(foliage(tips), green.shaded(1.15))


def _trailing(m: Maker, look: Look) -> None:
    """Shoots with heart-shaped leaves hang over the rim (ivy, pothos)."""
    r, h = _size(look)
    h *= 1.3
    y = _pot(m, look, r, h)
    green = _green(look)
    vines: list[Mesh] = []
    blades: list[Leaf] = []
    for k in range(11):
        a = _turn(look, k)
        c, s = float(np.cos(a)), float(np.sin(a))
        fall = float(look.rng.uniform(0.05, h * 0.95))
        q = r * float(look.rng.uniform(1.15, 1.4))
        path: list[Vec] = [
            (0, y, 0),
            (r * 0.6 * c, y + 0.07, r * 0.6 * s),
            (q * c, y + 0.03, q * s),
            (q * 1.08 * c, max(y - fall, 0.01), q * 1.08 * s),
        ]
        vines.append(primitives.tube(path, 0.0025, 4, False))
        points = np.array(path)
        for j in range(7):
            t = 0.3 + 2.7 * j / 6
            i = min(int(t), 2)
            p = points[i] + (points[i + 1] - points[i]) * (t - i)
            size = float(look.rng.uniform(0.05, 0.075))
            blades.append(
                Leaf(
                    tuple(p.tolist()),
                    a + float(look.rng.uniform(-1.3, 1.3)),
                    size,
                    size * 0.85,
                    0.5,
                    1.5,
                    3,
                    0.15,
                    0.35,
                )
            )
    m.add(merged(vines), green.shaded(0.8))
    m.add(foliage(blades), green)


def _flowering(m: Maker, look: Look) -> None:
    """Green below and coloured blossoms on stalks above."""
    r, h = _size(look)
    y = _pot(m, look, r, h * 0.85)
    blades = [
        Leaf((0, y, 0), _turn(look, k), float(look.rng.uniform(0.13, 0.2)), 0.05, 0.7, 1.3, 5, 0.25)
        for k in range(9)
    ]
    m.add(foliage(blades), _green(look))
    stalks: list[Mesh] = []
    petals: list[Leaf] = []
    hearts: list[Mesh] = []
    for k in range(int(look.rng.integers(4, 7))):
        a = _turn(look, k)
        q, up = float(look.rng.uniform(0.03, 0.1)), float(look.rng.uniform(0.2, 0.36))
        c, s = float(np.cos(a)), float(np.sin(a))
        tip: Vec = (q * c, y + up, q * s)
        stalks.append(
            primitives.tube(
                [(0, y, 0), (q * 0.4 * c, y + up * 0.6, q * 0.4 * s), tip], 0.003, 4, False
            )
        )
        petals += [Leaf(tip, j * 2 * np.pi / 6, 0.042, 0.03, 0.45, 0.6, 2) for j in range(6)]
        hearts.append(
            primitives.ellipsoid((tip[0], tip[1] + 0.006, tip[2]), (0.009, 0.007, 0.009), 6)
        )
    m.add(merged(stalks), (0.3, 0.45, 0.2))
    m.add(foliage(petals), look.hue((0.3, 0.9), (0.75, 1.0)))
    m.add(merged(hearts), (0.9, 0.75, 0.2))


PLANTS = (
    _bushy,
    _swords,
    _cactus,
    _split_leaves,
    _fern,
    _palm,
    _rosette,
    _topiary,
    _trailing,
    _flowering,
)


@forms(len(PLANTS))
def house_plant(m: Maker, look: Look, form: int) -> None:
    """Plants of ten habits in pots of seven makes."""
    PLANTS[form](m, look)


RECIPES: dict[str, Recipe] = {"HousePlant": house_plant}
