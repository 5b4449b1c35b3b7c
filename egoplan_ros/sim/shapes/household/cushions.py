# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pillows, footstools and beds for dogs."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import cushion, merged, ring, rounded, slab
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh, curve
from egoplan_ros.sim.shapes.solid import Maker, Vec


def _cover(look: Look) -> Material:
    roll = look.rng.random()
    if roll < 0.3:
        return look.draw("pattern", gloss=0.0)
    if roll < 0.38:
        return look.draw("leather", gloss=0.2)
    return look.draw("fabric", look.hue((0.0, 0.75), (0.3, 0.97)), gloss=0.0)


def _second(look: Look) -> Material:
    return look.draw("fabric", look.hue((0.1, 0.8), (0.25, 0.95)), gloss=0.0)


def _throw(m: Maker, look: Look) -> None:
    """Square, its corners pointed."""
    s = float(look.rng.uniform(0.38, 0.46))
    m.add(cushion((s, float(look.rng.uniform(0.12, 0.16)), s), 0.12), _cover(look))


def _bed_pillow(m: Maker, look: Look) -> None:
    """Broad and soft, in a case with an open end, slightly dented."""
    w, h, d = (
        float(look.rng.uniform(0.5, 0.6)),
        float(look.rng.uniform(0.11, 0.15)),
        float(look.rng.uniform(0.34, 0.4)),
    )
    made = cushion((w, h, d), 0.03, 0.4, 11, 0.42)
    p = made.vertices
    at = look.rng.uniform(-0.12, 0.12, 2)
    dent = np.exp(-((p[:, 0] - at[0]) ** 2 + (p[:, 2] - at[1]) ** 2) / 0.012)
    p[:, 1] -= np.where(p[:, 1] > 0.5 * h, dent * h * 0.35, 0)
    cover = _cover(look)
    m.add(made, cover)
    m.box((w / 2 + 0.014, 0), h * 0.32, (0.05, h * 0.2, d * 0.92), cover, bevel=0.008)


def _bolster(m: Maker, look: Look) -> None:
    """A roll with gathered ends and buttons."""
    r, w = float(look.rng.uniform(0.08, 0.1)), float(look.rng.uniform(0.42, 0.52))
    body, ends = _cover(look), _second(look)
    with m.placed((-w / 2, r, 0), (0, 0, -90)):
        m.lathe([(r * 0.94, 0.008), (r, 0.02), (r, w - 0.02), (r * 0.94, w - 0.008)], body, n=16)
        for y, s in ((0.008, 1), (w - 0.008, -1)):
            m.lathe(
                [
                    (r * 0.94, y),
                    (r * 0.6, y - 0.006 * s),
                    (0.012, y + 0.004 * s),
                    (0, y + 0.004 * s),
                ],
                ends,
                n=16,
            )
            m.ellipsoid((0, y, 0), (0.016, 0.007, 0.016), body, n=8)
    for x in (-w / 2 + 0.008, w / 2 - 0.008):
        with m.placed((x, r, 0), (0, 0, 90)):
            m.add(ring(r * 0.96, 0.0055, 16, 4), ends)


def _round(m: Maker, look: Look) -> None:
    """Round and pleated towards a button."""
    r, h = float(look.rng.uniform(0.19, 0.23)), float(look.rng.uniform(0.11, 0.14))
    n = 28
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    rings = []
    for q, y in (
        (0.5, 0.0),
        (0.86, 0.012),
        (1.0, 0.45),
        (0.97, 0.62),
        (0.72, 0.96),
        (0.4, 1.0),
        (0.1, 0.78),
    ):
        pleat = 1 + 0.02 * (np.arange(n) % 2) * (q < 1)
        rings.append(
            np.stack(
                [
                    r * q * pleat * np.cos(a),
                    np.full(n, y * h if y > 0.02 else y),
                    r * q * pleat * np.sin(a),
                ],
                1,
            )
        )
    made = primitives.loft(rings)
    m.add(Mesh(made.vertices, made.faces), _cover(look))
    m.ellipsoid((0, h * 0.79, 0), (0.022, 0.011, 0.022), _second(look), n=10)


def _piped(m: Maker, look: Look) -> None:
    """Square with a cord of another colour along its seam."""
    s, h = float(look.rng.uniform(0.38, 0.45)), float(look.rng.uniform(0.11, 0.14))
    made = cushion((s, h, s), 0.07, 0.45)
    m.add(made, _cover(look))
    t = np.linspace(-1, 1, 7)
    edge = (
        [(u, -1.0) for u in t]
        + [(1.0, u) for u in t[1:]]
        + [(u, 1.0) for u in t[::-1][1:]]
        + [(-1.0, u) for u in t[::-1][1:]]
    )
    path: list[Vec] = [
        (u * s / 2 * (1 - 0.07 * (1 - v * v)), 0.45 * h, v * s / 2 * (1 - 0.07 * (1 - u * u)))
        for u, v in edge
    ]
    m.tube([(float(x), float(y), float(z)) for x, y, z in path], 0.006, _second(look), n=5)


def _boxed(m: Maker, look: Look) -> None:
    """A flat seat cushion with straight sides and sewn-in buttons."""
    w, h, d = (
        float(look.rng.uniform(0.38, 0.42)),
        float(look.rng.uniform(0.09, 0.12)),
        float(look.rng.uniform(0.37, 0.41)),
    )
    body = _cover(look)
    m.add(slab((w, h, d), 0.05, 0.02, k=4), body)
    tone = _second(look)
    for y in (0.019, h - 0.019):
        flat = rounded(w + 0.004, d + 0.004, 0.05, 3)
        path: list[Vec] = [(float(x), y, float(z)) for x, z in [*flat, flat[0]]]
        m.tube(path, 0.004, tone, n=4)
    for sx in (-1, 1):
        for sz in (-1, 1):
            m.ellipsoid((sx * w * 0.22, h + 0.001, sz * d * 0.22), (0.013, 0.006, 0.013), tone, n=8)


def _tasselled(m: Maker, look: Look) -> None:
    """With a tassel at each corner and a woven figure."""
    s, h = float(look.rng.uniform(0.36, 0.42)), float(look.rng.uniform(0.11, 0.14))
    m.add(cushion((s, h, s), 0.05), _cover(look))
    tone = _second(look)
    for k in range(4):
        with m.placed((0, 0.42 * h, 0), (0, 45 + 90 * k, 0)):
            x = s * 0.70
            m.ellipsoid((x, 0, 0), (0.012, 0.012, 0.012), tone, n=8)
            with m.placed((x + 0.008, 0, 0), (0, 0, -112)):
                m.lathe([(0.007, 0), (0.015, 0.02), (0.012, 0.06), (0, 0.061)], tone, n=9)


def _lumbar(m: Maker, look: Look) -> None:
    """Long and narrow with broad stripes."""
    w, h, d = (
        float(look.rng.uniform(0.48, 0.58)),
        float(look.rng.uniform(0.11, 0.14)),
        float(look.rng.uniform(0.26, 0.32)),
    )
    made = cushion((w, h, d), 0.06, 0.42, 9)
    column = np.arange(len(made.faces)) % 9
    striped = (column == 2) | (column == 6)
    m.add(Mesh(made.vertices, made.faces[~striped]), _cover(look))
    m.add(Mesh(made.vertices, made.faces[striped]), _second(look))


def _shaped(m: Maker, look: Look) -> None:
    """In the shape of a star, a heart or a cloud."""
    r, h = float(look.rng.uniform(0.19, 0.23)), 0.12
    a = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    kind = int(look.rng.integers(3))
    if kind == 0:
        reach = 0.78 + 0.22 * np.cos(5 * a)
    elif kind == 1:
        b = np.abs((a + np.pi / 2 + np.pi) % (2 * np.pi) - np.pi) / np.pi
        reach = 0.62 + 0.42 * np.sin(b * np.pi * 0.85) ** 1.4 + 0.34 * (1 - b) ** 3
    else:
        reach = 0.82 + 0.12 * np.abs(np.cos(2.5 * a)) + 0.06 * np.cos(2 * a)
    rings = []
    for q, y in (
        (0.8, 0.02),
        (0.97, 0.3),
        (1.0, 0.45),
        (0.97, 0.6),
        (0.8, 0.86),
        (0.5, 0.98),
        (0.1, 1.0),
    ):
        grow = q * (reach if q > 0.6 else reach * q / 0.6 + 0.8 * (1 - q / 0.6))
        rings.append(np.stack([r * grow * np.cos(a), np.full(40, y * h), r * grow * np.sin(a)], 1))
    made = primitives.loft(rings)
    m.add(Mesh(made.vertices, made.faces), _cover(look))


PILLOWS = (
    _throw,
    _bed_pillow,
    _bolster,
    _round,
    _piped,
    _boxed,
    _tasselled,
    _lumbar,
    _shaped,
)


@forms(len(PILLOWS))
def pillow(m: Maker, look: Look, form: int) -> None:
    """Pillows and cushions of many cuts, lying flat."""
    PILLOWS[form](m, look)


def _top(m: Maker, half: float, y: float) -> None:
    m.surface((-half, half), (-half, half), y + 0.001, 0.5)


def _legs(
    m: Maker,
    r: float,
    h: float,
    surface: Surfaced,
    count: int = 4,
    splay: float = 1.25,
    thick: float = 0.015,
) -> None:
    for k in range(count):
        a = 2 * np.pi * (k + 0.5) / count
        x, z = r * float(np.cos(a)), r * float(np.sin(a))
        m.tube(
            [(x * splay, 0.0, z * splay), (x, h, z)],
            [thick * 0.65, thick],
            surface,
            n=8,
            solid=True,
        )


def _pouf(m: Maker, look: Look) -> None:
    """A padded drum with a welt above and below."""
    r, h = float(look.rng.uniform(0.13, 0.16)), float(look.rng.uniform(0.2, 0.26))
    cover = _cover(look)
    shape = [
        (0, 0),
        (r - 0.01, 0.0),
        (r, 0.012),
        (r + 0.004, h / 2),
        (r, h - 0.014),
        (r - 0.012, h),
        (0, h),
    ]
    m.lathe(shape, cover, n=26)
    tone = _second(look)
    for y in (0.014, h - 0.014):
        with m.placed((0, y, 0)):
            m.add(ring(r + 0.001, 0.004, 26, 4), tone)
    _top(m, 0.09, h)


def _square_legs(m: Maker, look: Look) -> None:
    """A square pad on four wooden legs."""
    s, h = float(look.rng.uniform(0.26, 0.32)), float(look.rng.uniform(0.2, 0.26))
    m.box((0, 0), h - 0.085, (s, 0.03, s), look.wood, bevel=0.004)
    for sx in (-1, 1):
        for sz in (-1, 1):
            m.box(
                (sx * (s / 2 - 0.03), sz * (s / 2 - 0.03)),
                0,
                (0.032, h - 0.08, 0.032),
                look.wood,
                bevel=0.004,
            )
    m.add(slab((s + 0.01, 0.055, s + 0.01), 0.03, 0.018, (0, h - 0.055, 0), 4), _cover(look))
    _top(m, s / 2 - 0.04, h)


def _milking(m: Maker, look: Look) -> None:
    """A round wooden seat on three splayed legs."""
    r, h = float(look.rng.uniform(0.13, 0.16)), float(look.rng.uniform(0.22, 0.3))
    wood = look.draw("wood", gloss=0.2)
    m.lathe(
        [
            (0, h - 0.03),
            (r - 0.01, h - 0.03),
            (r, h - 0.02),
            (r, h - 0.006),
            (r - 0.006, h),
            (0, h),
        ],
        wood,
        n=26,
    )
    _legs(m, r * 0.62, h - 0.028, wood, 3, 1.5, 0.017)
    _top(m, r * 0.62, h)


def _steps(m: Maker, look: Look) -> None:
    """Two steps of wood or painted boards."""
    w, h, d = float(look.rng.uniform(0.3, 0.36)), float(look.rng.uniform(0.26, 0.32)), 0.34
    wood = look.draw("wood", gloss=0.2) if look.rng.random() < 0.6 else look.draw("paint")
    t = 0.02
    outline = [
        (-d / 2, 0),
        (d / 2, 0),
        (d / 2, h * 0.5 - t),
        (-0.01, h * 0.5 - t),
        (-0.01, h - t),
        (-d / 2, h - t),
    ]
    for sx in (-1, 1):
        with m.placed((sx * (w / 2 - t) - t / 2, 0, 0), (0, 90, 0)):
            low = [(-x, y) for x, y in outline]
            for part in (
                [*low[:3], (low[0][0], low[2][1])],
                [(low[0][0], low[3][1]), (0.01, low[3][1]), low[4], low[5]],
            ):
                m.add(primitives.extrusion(part, t), wood)
    m.box((0, d * 0.24 + 0.005), h * 0.5 - t, (w, t, d * 0.54), wood, bevel=0.005)
    m.box((0, -d * 0.25), h - t, (w, t, d * 0.54), wood, bevel=0.005)
    m.box((0, -d / 2 + 0.02), h * 0.25, (w - 2 * t, 0.05, 0.016), wood)
    m.surface((-w / 2 + 0.03, w / 2 - 0.03), (-d * 0.5, -d * 0.04), h + 0.001, 0.5)


def _knitted(m: Maker, look: Look) -> None:
    """A ball of thick wool, flattened by sitting."""
    r, h = float(look.rng.uniform(0.15, 0.18)), float(look.rng.uniform(0.2, 0.24))
    wool = _second(look)
    n, rows = 24, 9
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    rings = []
    for k in range(rows):
        v = k / (rows - 1)
        wide = r * np.sqrt(np.clip(1 - (2 * v - 1) ** 2 * 0.88, 0.02, 1)) * (1 + 0.035 * (k % 2))
        twist = a + 0.14 * k
        rings.append(
            np.stack([wide * np.cos(twist), np.full(n, h * v), wide * np.sin(twist)], 1)
            * [1 + 0.0, 1, 1]
        )
    made = primitives.loft(rings)
    m.add(Mesh(made.vertices, made.faces), wool)
    _top(m, 0.07, h)


def _tufted(m: Maker, look: Look) -> None:
    """Buttoned upholstery on turned feet."""
    w, h, d = (
        float(look.rng.uniform(0.34, 0.4)),
        float(look.rng.uniform(0.24, 0.3)),
        float(look.rng.uniform(0.26, 0.3)),
    )
    cover = _cover(look)
    dark = look.draw("wood", gloss=0.3)
    for sx in (-1, 1):
        for sz in (-1, 1):
            foot = [(0.008, 0), (0.014, 0.01), (0.024, 0.05), (0.016, 0.07), (0.024, 0.09)]
            m.lathe(curve(foot, 2), dark, center=(sx * (w / 2 - 0.04), sz * (d / 2 - 0.04)), n=7)
    m.add(slab((w, h - 0.115, d), 0.03, 0.01, (0, 0.085, 0), 3), cover)
    m.add(slab((w + 0.016, 0.05, d + 0.016), 0.035, 0.02, (0, h - 0.05, 0), 4), cover.shaded(1.06))
    for i in (-1, 0, 1):
        for j in (-1, 1):
            m.ellipsoid(
                (i * w * 0.28, h - 0.001, j * d * 0.2),
                (0.011, 0.005, 0.011),
                cover.shaded(0.75),
                n=8,
            )
    _top(m, d / 2 - 0.05, h)


def _crossed(m: Maker, look: Look) -> None:
    """A slung seat on crossed legs."""
    w, h, d = float(look.rng.uniform(0.34, 0.4)), float(look.rng.uniform(0.26, 0.31)), 0.28
    frame = look.draw("wood", gloss=0.2) if look.rng.random() < 0.5 else metal((0.25, 0.25, 0.26))
    for sz in (-1, 1):
        z = sz * (d / 2 - 0.02)
        for s in (-1, 1):
            m.tube(
                [(-s * w * 0.46, 0.012, z), (s * w * 0.46, h - 0.02, z + 0.001 * s)],
                0.012,
                frame,
                n=7,
                solid=True,
            )
        m.tube([(-w * 0.46, 0.012, z), (w * 0.46, 0.012, z)], 0.009, frame, n=6)
    for s in (-1, 1):
        m.tube(
            [(s * w * 0.46, h - 0.02, -d / 2), (s * w * 0.46, h - 0.02, d / 2)], 0.011, frame, n=7
        )
    m.add(slab((w, 0.035, d), 0.02, 0.012, (0, h - 0.035, 0), 3), _cover(look))
    _top(m, d / 2 - 0.05, h)


def _folding(m: Maker, look: Look) -> None:
    """A step of plastic with a grip hole, that folds up."""
    w, h, d = (
        float(look.rng.uniform(0.28, 0.33)),
        float(look.rng.uniform(0.2, 0.24)),
        float(look.rng.uniform(0.22, 0.25)),
    )
    coat = plastic(look.hue((0.2, 0.9), (0.4, 0.95)), 0.3)
    m.add(slab((w, 0.03, d), 0.03, 0.008, (0, h - 0.03, 0), 4), coat)
    for sx in (-1, 1):
        outline = [
            (-d / 2 - 0.015, 0),
            (-d * 0.2, 0),
            (-d * 0.1, h * 0.5),
            (d * 0.1, h * 0.5),
            (d * 0.2, 0),
            (d / 2 + 0.015, 0),
            (d / 2 - 0.02, h - 0.03),
            (-d / 2 + 0.02, h - 0.03),
        ]
        with m.placed((sx * w * 0.44 - 0.008, 0, 0), (0, 90, 0)):
            m.add(primitives.extrusion(outline, 0.016), coat.shaded(0.85))
    dots = []
    for i in range(6):
        for j in range(4):
            dots.append(
                primitives.lathe(
                    [(0.008, h + 0.0015), (0, h + 0.0015)],
                    ((i - 2.5) * w * 0.14, (j - 1.5) * d * 0.2),
                    6,
                )
            )
    m.add(merged(dots), (0.15, 0.15, 0.16), solid=False)
    m.add(slab((0.09, 0.001, 0.028), 0.014, 0, (0, h + 0.0004, 0), 4), (0.1, 0.1, 0.1), solid=False)
    _top(m, d / 2 - 0.04, h)


STOOLS = (
    _pouf,
    _square_legs,
    _milking,
    _steps,
    _knitted,
    _tufted,
    _crossed,
    _folding,
)


@forms(len(STOOLS))
def footstool(m: Maker, look: Look, form: int) -> None:
    """Poufs, padded and wooden stools, steps."""
    STOOLS[form](m, look)


def _ring_bed(m: Maker, look: Look) -> None:
    """A soft ring around a low middle."""
    r, h = float(look.rng.uniform(0.37, 0.43)), float(look.rng.uniform(0.15, 0.2))
    cover, inside = _cover(look), _second(look)
    shape = [
        (0, 0),
        (r * 0.9, 0.0),
        (r, h * 0.4),
        (r * 0.92, h * 0.88),
        (r * 0.8, h),
        (r * 0.68, h * 0.8),
        (r * 0.64, 0.055),
    ]
    m.lathe(curve(shape, 3), cover, n=28)
    m.lathe([(r * 0.66, 0.05), (r * 0.5, 0.062), (0, 0.062)], inside, n=28)
    m.surface((-r * 0.45, r * 0.45), (-r * 0.45, r * 0.45), 0.063, 0.6)


def _bolster_bed(m: Maker, look: Look) -> None:
    """A rectangular mat with rolls on three sides."""
    w, d, h = (
        float(look.rng.uniform(0.78, 0.92)),
        float(look.rng.uniform(0.6, 0.72)),
        float(look.rng.uniform(0.16, 0.22)),
    )
    cover, inside = _cover(look), _second(look)
    r = h / 2
    m.add(slab((w - r, 0.07, d - r), 0.08, 0.02, k=4), inside)
    x, z = w / 2 - r, d / 2 - r
    path: list[Vec] = [
        (-x, r, z),
        (-x, r, 0),
        (-x, r, -z * 0.75),
        (-x * 0.85, r, -z),
        (0, r, -z),
        (x * 0.85, r, -z),
        (x, r, -z * 0.75),
        (x, r, 0),
        (x, r, z),
    ]
    m.tube(path, [r * 0.75, r, r, r, r * 0.95, r, r, r, r * 0.75], cover, n=14, solid=True)
    m.surface((-x + r + 0.02, x - r - 0.02), (-z + r + 0.02, d / 2 - r), 0.071, 0.6)


def _mat(m: Maker, look: Look) -> None:
    """A flat buttoned mattress."""
    w, d, h = float(look.rng.uniform(0.8, 0.95)), float(look.rng.uniform(0.56, 0.7)), 0.11
    cover = _cover(look)
    m.add(slab((w, h, d), 0.07, 0.035, k=5), cover)
    for i in range(4):
        for j in range(3):
            m.ellipsoid(
                ((i - 1.5) * w * 0.22, h, (j - 1) * d * 0.28),
                (0.02, 0.008, 0.02),
                cover.shaded(0.7),
                n=8,
            )
    m.surface((-w / 2 + 0.06, w / 2 - 0.06), (-d / 2 + 0.06, d / 2 - 0.06), h + 0.001, 0.6)


def _basket_bed(m: Maker, look: Look) -> None:
    """An oval basket with a low way in and a pillow inside."""
    r, h = float(look.rng.uniform(0.4, 0.46)), float(look.rng.uniform(0.22, 0.28))
    cane = look.draw("wicker")
    n = 36
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    dip = 1 - 0.55 * np.exp(-(((a - np.pi / 2 + np.pi) % (2 * np.pi) - np.pi) ** 2) / 0.3)
    rings = []
    for q, y in ((0.86, 0.0), (1.0, 1.0), (0.95, 1.0), (0.82, 0.06)):
        high = h * y * (dip if y > 0.5 else 1.0)
        rings.append(
            np.stack([r * q * np.cos(a), np.broadcast_to(high, n), r * q * 0.78 * np.sin(a)], 1)
        )
    made = primitives.loft(rings)
    m.add(Mesh(made.vertices, made.faces), cane)
    rim = rings[1] * [0.98, 1, 0.98]
    m.tube(
        [(float(x), float(y), float(z)) for x, y, z in [*rim[::2], rim[0]]],
        0.016,
        cane.shaded(0.8),
        n=6,
    )
    pad = [(0, 0.02), (r * 0.76, 0.02), (r * 0.8, 0.06), (r * 0.7, 0.1), (0, 0.1)]
    m.lathe(pad, _second(look), n=26, oval=0.76)
    m.surface((-r * 0.5, r * 0.5), (-r * 0.4, r * 0.4), 0.101, 0.6)


def _cot(m: Maker, look: Look) -> None:
    """A cloth stretched on a raised frame."""
    w, d, h = (
        float(look.rng.uniform(0.8, 0.95)),
        float(look.rng.uniform(0.58, 0.68)),
        float(look.rng.uniform(0.16, 0.2)),
    )
    pipe = metal((0.3, 0.3, 0.31))
    x, z = w / 2 - 0.02, d / 2 - 0.02
    corners: list[Vec] = [
        (x, h - 0.02, z),
        (-x, h - 0.02, z),
        (-x, h - 0.02, -z),
        (x, h - 0.02, -z),
    ]
    for k in range(4):
        m.tube([corners[k], corners[(k + 1) % 4]], 0.014, pipe, n=8, solid=True)
        cx, cy, cz = corners[k]
        m.tube([(cx * 1.02, 0, cz * 1.02), (cx, cy + 0.02, cz)], 0.014, pipe, n=8, solid=True)
        m.ellipsoid(
            (cx * 1.02, 0.012, cz * 1.02), (0.02, 0.012, 0.02), plastic((0.1, 0.1, 0.1)), n=8
        )

    def sag(u: np.ndarray, v: np.ndarray) -> np.ndarray:
        return np.asarray(h - 0.004 - 0.03 * 16 * u * (1 - u) * v * (1 - v))

    m.add(primitives.sheet(sag, (w - 0.04, d - 0.04), 9), _cover(look))
    m.surface((-w * 0.25, w * 0.25), (-d * 0.25, d * 0.25), h - 0.02, 0.6)


BEDS = (_ring_bed, _bolster_bed, _mat, _basket_bed, _cot)


@forms(len(BEDS))
def dog_bed(m: Maker, look: Look, form: int) -> None:
    """Rings, mats, baskets and cots for a dog."""
    BEDS[form](m, look)


RECIPES: dict[str, Recipe] = {"DogBed": dog_bed, "Footstool": footstool, "Pillow": pillow}
