# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Statues: figures, busts, animals and abstract forms on their plinths."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, glazed, lying, ring
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, metal
from egoplan_ros.sim.shapes.primitives import Mesh, curve
from egoplan_ros.sim.shapes.solid import Maker, Vec


def _stuff(look: Look) -> Material:
    """Bronze, stone, plaster, wood, glazed ware or gold."""
    roll = look.rng.random()
    if roll < 0.25:
        return metal(look.pick(((0.4, 0.3, 0.2), (0.3, 0.4, 0.35), (0.25, 0.24, 0.23))))
    if roll < 0.35:
        return metal(look.pick(((0.83, 0.66, 0.3), (0.8, 0.81, 0.83))))
    if roll < 0.6:
        return look.draw("stone")
    if roll < 0.75:
        return Material(look.hue((0.0, 0.12), (0.85, 0.97)))
    if roll < 0.88:
        return look.draw("wood", gloss=0.2)
    return glazed(look)


def _plinth(m: Maker, look: Look, size: float, h: float = 0.025, round_: bool = False) -> float:
    """A base; returns its height."""
    base: Surfaced = look.draw("stone", gloss=0.4) if look.rng.random() < 0.5 else look.draw("wood")
    if round_:
        m.lathe(
            [(0, 0), (size / 2, 0), (size / 2, h * 0.7), (size / 2 - 0.006, h), (0, h)], base, n=24
        )
    else:
        m.box((0, 0), 0, (size, h, size), base, bevel=0.003)
    return h


def _limb(m: Maker, path: list[Vec], radii: list[float], surface: Surfaced) -> None:
    m.tube(path, radii, surface, n=9, solid=True)


def _standing(m: Maker, look: Look) -> None:
    """A standing person, one arm raised, the weight on one leg."""
    c = _stuff(look)
    y = _plinth(m, look, 0.1)
    t = float(look.rng.uniform(0.26, 0.34))
    up = float(look.rng.choice([-1, 1]))
    for s in (-1, 1):
        _limb(
            m,
            [
                (s * 0.028, y, 0.012 * s),
                (s * 0.024, y + t * 0.26, 0.012),
                (s * 0.02, y + t * 0.5, 0),
            ],
            [0.012, 0.016, 0.024],
            c,
        )
        m.ellipsoid((s * 0.029, y + 0.008, 0.02 + 0.012 * s), (0.012, 0.009, 0.024), c, n=8)
    body = [(0.012, 0.46), (0.036, 0.5), (0.028, 0.6), (0.04, 0.74), (0.03, 0.8), (0.012, 0.84)]
    m.lathe(curve([(r, y + t * v) for r, v in body], 2), c, n=10, oval=0.68)
    m.ellipsoid((0.004, y + t * 0.92, 0.004), (0.019, 0.026, 0.022), c, n=10)
    _limb(
        m,
        [
            (up * 0.036, y + t * 0.78, 0),
            (up * 0.07, y + t * 0.88, 0.012),
            (up * 0.06, y + t * 1.05, 0.02),
        ],
        [0.012, 0.01, 0.008],
        c,
    )
    _limb(
        m,
        [
            (-up * 0.036, y + t * 0.78, 0),
            (-up * 0.06, y + t * 0.62, 0.01),
            (-up * 0.042, y + t * 0.5, 0.024),
        ],
        [0.012, 0.01, 0.008],
        c,
    )


def _bust(m: Maker, look: Look) -> None:
    """Head and shoulders on a turned foot."""
    c = _stuff(look)
    foot = [(0, 0), (0.05, 0), (0.052, 0.012), (0.03, 0.022), (0.026, 0.045), (0.036, 0.055)]
    m.lathe(foot, c, n=14)
    m.lathe(
        curve(
            [
                (0.03, 0.052),
                (0.07, 0.085),
                (0.082, 0.12),
                (0.06, 0.145),
                (0.026, 0.158),
                (0.024, 0.19),
            ],
            2,
        ),
        c,
        n=14,
        oval=0.6,
    )
    m.ellipsoid((0, 0.235, 0.006), (0.042, 0.056, 0.05), c, n=10)
    m.ellipsoid((0, 0.222, 0.056), (0.008, 0.014, 0.012), c, n=7)
    for s in (-1, 1):
        m.ellipsoid((s * 0.042, 0.23, 0.002), (0.007, 0.014, 0.01), c, n=7)
        m.ellipsoid((s * 0.017, 0.245, 0.047), (0.01, 0.006, 0.008), c.shaded(0.7), n=7)
    if look.rng.random() < 0.5:
        m.ellipsoid((0, 0.262, -0.008), (0.046, 0.042, 0.05), c.shaded(0.85), n=10, bumps=0.08)
    else:
        m.ellipsoid((0, 0.19, 0.04), (0.03, 0.036, 0.022), c.shaded(0.85), n=10, bumps=0.1)


def _sitting(m: Maker, look: Look) -> None:
    """A sitting meditating figure."""
    c = _stuff(look)
    y = _plinth(m, look, 0.15, 0.02, True)
    m.ellipsoid((0, y + 0.03, 0.008), (0.082, 0.03, 0.056), c, n=10)
    for s in (-1, 1):
        _limb(
            m,
            [
                (s * 0.075, y + 0.03, 0.02),
                (s * 0.03, y + 0.034, 0.058),
                (-s * 0.03, y + 0.036, 0.052),
            ],
            [0.024, 0.02, 0.014],
            c,
        )
        _limb(
            m,
            [(s * 0.05, y + 0.13, 0), (s * 0.075, y + 0.085, 0.016), (s * 0.02, y + 0.058, 0.052)],
            [0.017, 0.015, 0.01],
            c,
        )
    m.lathe(
        curve(
            [
                (0.05, y + 0.03),
                (0.046, y + 0.08),
                (0.056, y + 0.125),
                (0.036, y + 0.15),
                (0.015, y + 0.165),
            ],
            2,
        ),
        c,
        n=10,
        oval=0.72,
    )
    m.ellipsoid((0, y + 0.195, 0.004), (0.028, 0.034, 0.03), c, n=10)
    m.ellipsoid((0, y + 0.222, -0.002), (0.018, 0.018, 0.018), c.shaded(0.85), n=10)
    for s in (-1, 1):
        m.ellipsoid((s * 0.029, y + 0.188, 0), (0.006, 0.019, 0.008), c, n=7)


def _horse(m: Maker, look: Look) -> None:
    """A horse with one hoof raised."""
    c = _stuff(look)
    m.box((0, 0), 0, (0.11, 0.022, 0.2), look.draw("wood"), bevel=0.003)
    y = 0.022
    with m.placed((0, y, 0)):
        m.ellipsoid((0, 0.135, -0.01), (0.036, 0.04, 0.078), c, n=10)
        for k, (x, z) in enumerate(
            ((0.022, 0.046), (-0.022, 0.046), (0.022, -0.064), (-0.022, -0.064))
        ):
            if k == 0:
                _limb(
                    m,
                    [(x, 0.12, z), (x, 0.085, z + 0.034), (x, 0.05, z + 0.014)],
                    [0.017, 0.011, 0.008],
                    c,
                )
            else:
                _limb(m, [(x, 0.12, z), (x, 0.06, z + 0.005), (x, 0.0, z)], [0.019, 0.01, 0.011], c)
        _limb(m, [(0, 0.14, 0.05), (0, 0.19, 0.075), (0, 0.235, 0.09)], [0.034, 0.024, 0.018], c)
        _limb(m, [(0, 0.236, 0.085), (0, 0.222, 0.115), (0, 0.2, 0.138)], [0.02, 0.016, 0.011], c)
        for s in (-1, 1):
            m.lathe([(0.006, 0.24), (0, 0.264)], c, center=(s * 0.01, 0.082), n=6)
        mane: list[Vec] = [(0, 0.248, 0.076), (0, 0.21, 0.056), (0, 0.165, 0.03)]
        _limb(m, mane, [0.006, 0.013, 0.008], c.shaded(0.75))
        _limb(
            m,
            [(0, 0.155, -0.082), (0, 0.13, -0.112), (0, 0.07, -0.116)],
            [0.008, 0.014, 0.006],
            c.shaded(0.75),
        )


def _knot(m: Maker, look: Look) -> None:
    """An endless knot of thick tube."""
    c = _stuff(look)
    y = _plinth(m, look, 0.1, 0.022, look.rng.random() < 0.5)
    t = np.linspace(0, 2 * np.pi, 49)
    p, q = ((2, 3), (3, 2))[int(look.rng.integers(2))]
    r = 0.062 + 0.026 * np.cos(q * t)
    size = float(look.rng.uniform(0.95, 1.25))
    x, h, z = r * np.cos(p * t) * size, r * np.sin(p * t) * size, 0.03 * np.sin(q * t) * size
    low = float(h.min()) - 0.013 * size
    path: list[Vec] = [
        (float(a), float(b - low + y - 0.002), float(d)) for a, b, d in zip(x, h, z, strict=True)
    ]
    m.tube(path, 0.0135 * size, c, n=7, solid=True)


def _owl(m: Maker, look: Look) -> None:
    """A bird on a stump: an owl with great eyes, or a slender bird."""
    c = _stuff(look)
    if look.rng.random() < 0.6:
        y = _plinth(m, look, 0.1, 0.03, True)
        m.ellipsoid((0, y + 0.085, 0), (0.056, 0.085, 0.05), c, n=10)
        m.ellipsoid((0, y + 0.175, 0.006), (0.05, 0.044, 0.044), c, n=10)
        for s in (-1, 1):
            with m.placed((s * 0.02, y + 0.182, 0.042)), lying(m, "z"):
                m.cylinder((0, 0), -0.006, 0.018, 0.011, (0.92, 0.85, 0.6), n=10, solid=False)
                m.cylinder((0, 0), 0.0, 0.009, 0.007, BLACK, n=10, solid=False)
            m.lathe([(0.014, y + 0.205), (0.002, y + 0.238)], c, center=(s * 0.034, 0.004), n=7)
            m.ellipsoid((s * 0.052, y + 0.085, -0.004), (0.014, 0.066, 0.034), c.shaded(0.8), n=10)
            m.ellipsoid((s * 0.02, y + 0.006, 0.036), (0.013, 0.008, 0.018), (0.8, 0.6, 0.25), n=7)
        m.lathe([(0.007, 0), (0, 0.02)], (0.8, 0.6, 0.25), n=6)
        m.parts[-1].vertices += np.array([0, y + 0.152, 0.052], np.float32)
        return
    y = _plinth(m, look, 0.11, 0.022, True)
    _limb(
        m,
        [(0.012, y, 0), (0.01, y + 0.1, -0.004), (0.004, y + 0.17, -0.01)],
        [0.004, 0.004, 0.005],
        c.shaded(0.6),
    )
    _limb(
        m,
        [(-0.012, y, 0.008), (-0.012, y + 0.09, 0.004), (-0.004, y + 0.17, -0.01)],
        [0.004, 0.004, 0.005],
        c.shaded(0.6),
    )
    m.ellipsoid((0, y + 0.195, -0.012), (0.034, 0.04, 0.066), c, n=10)
    _limb(
        m,
        [(0, y + 0.21, 0.036), (0, y + 0.26, 0.06), (0, y + 0.31, 0.045), (0, y + 0.335, 0.052)],
        [0.02, 0.011, 0.01, 0.013],
        c,
    )
    _limb(
        m,
        [(0, y + 0.335, 0.055), (0, y + 0.322, 0.09), (0, y + 0.3, 0.1)],
        [0.008, 0.006, 0.001],
        (0.2, 0.18, 0.15),
    )


def _cat(m: Maker, look: Look) -> None:
    """A sitting cat with its tail round its paws."""
    c = _stuff(look)
    h = float(look.rng.uniform(0.2, 0.27)) / 0.24
    with m.placed((0, 0, 0), (0, 0, 0), h):
        m.lathe(
            curve(
                [(0, 0), (0.052, 0.0), (0.06, 0.03), (0.05, 0.09), (0.034, 0.14), (0.022, 0.17)], 3
            ),
            c,
            n=14,
            oval=1.15,
        )
        m.ellipsoid((0, 0.19, 0.018), (0.034, 0.03, 0.033), c, n=10)
        m.ellipsoid((0, 0.182, 0.046), (0.014, 0.011, 0.012), c, n=8)
        for s in (-1, 1):
            with m.placed((s * 0.021, 0.208, 0.014), (0, 0, -s * 14)):
                m.lathe([(0.013, 0), (0.001, 0.032)], c, n=7, oval=0.6)
            _limb(
                m,
                [(s * 0.02, 0.11, 0.04), (s * 0.02, 0.05, 0.058), (s * 0.02, 0.008, 0.062)],
                [0.016, 0.012, 0.011],
                c,
            )
            m.ellipsoid((s * 0.02, 0.007, 0.072), (0.012, 0.007, 0.016), c, n=8)
            m.ellipsoid((s * 0.012, 0.195, 0.048), (0.005, 0.006, 0.004), BLACK, n=6)
        a = np.linspace(-1.6, 1.5, 8)
        tail: list[Vec] = [(0.072 * float(np.cos(t)), 0.012, 0.075 * float(np.sin(t))) for t in a]
        _limb(m, tail, [0.012] * 6 + [0.01, 0.005], c)


def _elephant(m: Maker, look: Look) -> None:
    """An elephant with its trunk raised."""
    c = _stuff(look)
    m.ellipsoid((0, 0.125, -0.02), (0.066, 0.068, 0.088), c, n=14)
    for x in (-0.038, 0.038):
        for z in (0.032, -0.07):
            m.lathe([(0.024, 0), (0.022, 0.012), (0.021, 0.09)], c, center=(x, z), n=10)
    m.ellipsoid((0, 0.165, 0.075), (0.046, 0.05, 0.046), c, n=10)
    _limb(
        m,
        [
            (0, 0.155, 0.105),
            (0, 0.115, 0.135),
            (0, 0.13, 0.165),
            (0, 0.185, 0.172),
            (0, 0.215, 0.16),
        ],
        [0.022, 0.017, 0.014, 0.011, 0.009],
        c,
    )
    for s in (-1, 1):
        with m.placed((s * 0.05, 0.17, 0.06), (0, s * 35, 0)):
            m.ellipsoid((s * 0.022, 0, 0), (0.036, 0.046, 0.006), c.shaded(0.9), n=10)
        _limb(
            m,
            [(s * 0.022, 0.135, 0.11), (s * 0.026, 0.115, 0.138), (s * 0.022, 0.118, 0.158)],
            [0.006, 0.005, 0.001],
            (0.95, 0.92, 0.84),
        )
        m.ellipsoid((s * 0.028, 0.185, 0.112), (0.005, 0.005, 0.004), BLACK, n=6)
    _limb(m, [(0, 0.14, -0.105), (0, 0.1, -0.118), (0, 0.06, -0.114)], [0.005, 0.004, 0.006], c)


def _blocks(m: Maker, look: Look) -> None:
    """Cubes piled askew, or a ring cut open, on a plate."""
    c = _stuff(look)
    y = _plinth(m, look, 0.11, 0.02)
    if look.rng.random() < 0.5:
        size = 0.085
        for k in range(4):
            with m.placed((0, y, 0), (0, float(look.rng.uniform(15, 40)) * k, 0)):
                m.box(
                    (0, 0),
                    0,
                    (size, size * 0.82, size),
                    c if k % 2 == 0 else c.shaded(0.8),
                    bevel=0.003,
                )
            y += size * 0.82
            size *= 0.84
        return
    r = float(look.rng.uniform(0.085, 0.105))
    with m.placed((0, y + r + 0.012, 0), (90, 0, 0)):
        m.add(ring(r, 0.02, 28, 8), c)
    m.ellipsoid((r * 0.2, y + r * 0.75, 0), (r * 0.34, r * 0.34, r * 0.34), _stuff(look), n=10)


def _tower(m: Maker, look: Look) -> None:
    """A souvenir: a lattice tower, or an obelisk."""
    c = _stuff(look)
    h = float(look.rng.uniform(0.28, 0.36))
    if look.rng.random() < 0.4:
        y = _plinth(m, look, 0.1, 0.03)
        m.lathe(
            [(0.042, y), (0.042, y + 0.02), (0.034, y + 0.022), (0.022, h * 0.9), (0, h)],
            c,
            corners=4,
        )
        return
    half = 0.075
    for sx in (-1, 1):
        for sz in (-1, 1):
            path: list[Vec] = [
                (sx * half * q, h * v, sz * half * q)
                for q, v in ((1, 0), (0.6, 0.18), (0.32, 0.42), (0.12, 0.74), (0.04, 0.92))
            ]
            m.tube(path, [0.011, 0.009, 0.007, 0.005, 0.004], c, n=4, solid=True)
    for q, v in ((0.66, 0.17), (0.36, 0.4), (0.14, 0.74)):
        m.box((0, 0), h * v, (2.3 * half * q, 0.011, 2.3 * half * q), c, bevel=0.002)
    for k in range(4):
        with m.placed((0, 0, 0), (0, 90 * k, 0)):
            arch: list[Vec] = [
                (0.05 * float(np.cos(t)), 0.008 + 0.038 * float(np.sin(t)), half * 0.82)
                for t in np.linspace(0.1, np.pi - 0.1, 6)
            ]
            m.tube(arch, 0.004, c, n=4)
            for a, b in ((0.22, 0.38), (0.45, 0.7)):
                wa, wb = (
                    float(np.interp(v, [0, 0.18, 0.42, 0.74], [1, 0.6, 0.32, 0.12])) * half
                    for v in (a, b)
                )
                m.tube([(-wa, h * a, wa), (wb, h * b, wb)], 0.0028, c, n=3)
                m.tube([(wa, h * a, wa), (-wb, h * b, wb)], 0.0028, c, n=3)
    m.cylinder((0, 0), h * 0.9, 0.005, h * 0.1, c, n=6, top=0.001)


def _mask(m: Maker, look: Look) -> None:
    """A long carved head, like those of an island."""
    c = look.draw("stone") if look.rng.random() < 0.6 else _stuff(look)
    rings = []
    a = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    for y, x, z, lean in (
        (0, 0.056, 0.05, 0),
        (0.06, 0.05, 0.046, 0),
        (0.09, 0.056, 0.058, 0.008),
        (0.16, 0.052, 0.05, 0.004),
        (0.22, 0.056, 0.046, -0.004),
        (0.26, 0.046, 0.036, -0.01),
    ):
        rings.append(
            np.stack(
                [
                    x * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** 0.7,
                    np.full(16, y),
                    lean + z * np.sign(np.sin(a)) * np.abs(np.sin(a)) ** 0.7,
                ],
                1,
            )
        )
    made = primitives.loft(rings)
    m.add(Mesh(made.vertices, made.faces), c)
    m.box((0, 0.042), 0.2, (0.095, 0.02, 0.03), c, bevel=0.006)
    m.box((0, 0.054), 0.125, (0.026, 0.085, 0.034), c, bevel=0.008)
    m.box((0, 0.054), 0.094, (0.056, 0.01, 0.024), c.shaded(0.8), bevel=0.004)
    for s in (-1, 1):
        m.box((s * 0.026, 0.044), 0.18, (0.024, 0.016, 0.014), (0.12, 0.11, 0.1), bevel=0.003)
        m.box((s * 0.056, 0.0), 0.11, (0.014, 0.1, 0.028), c, bevel=0.005)


STATUES = (
    _standing,
    _bust,
    _sitting,
    _horse,
    _knot,
    _owl,
    _cat,
    _elephant,
    _blocks,
    _tower,
    _mask,
)


@forms(len(STATUES))
def statue(m: Maker, look: Look, form: int) -> None:
    """People, heads, animals and abstract forms in stone, bronze, wood or glaze."""
    STATUES[form](m, look)


RECIPES: dict[str, Recipe] = {"Statue": statue}
