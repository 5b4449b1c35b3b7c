# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Lamp shades, bulbs and globes. What shines while the lamp is on has the role `glow`."""

import numpy as np

from egoplan_ros.sim.shapes.furniture.parts import beams
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, glass, metal
from egoplan_ros.sim.shapes.primitives import curve
from egoplan_ros.sim.shapes.solid import Maker

WARM = (0.97, 0.94, 0.84)
LINEN = (
    (0.93, 0.9, 0.82),
    (0.96, 0.96, 0.94),
    (0.75, 0.62, 0.45),
    (0.62, 0.72, 0.76),
    (0.85, 0.6, 0.52),
    (0.66, 0.68, 0.74),
)
BAND = 0.12
"""Share of a cloth shade's height that each seam takes; seams stay dark."""


def bulb(m: Maker, at: tuple[float, float, float], radius: float = 0.028) -> None:
    """A bulb with its socket above or below it hidden."""
    x, y, z = at
    m.ellipsoid(
        (x, y, z), (radius, radius * 1.15, radius), Material(WARM), n=10, role="glow", solid=False
    )
    m.cylinder((x, z), y - radius * 1.9, radius * 0.45, radius, metal(), n=8, solid=False)


def cloth(look: Look) -> Material:
    """What shades are covered with: linen, printed cloth, wicker."""
    roll = look.rng.random()
    if roll < 0.15:
        return look.draw("pattern", gloss=0.0)
    if roll < 0.27:
        return look.draw("wicker")
    return look.draw("fabric", look.pick(LINEN), gloss=0.0)


def drum(
    m: Maker,
    look: Look,
    y: float,
    tall: float,
    low: float,
    high: float,
    corners: int = 0,
    center: tuple[float, float] = (0.0, 0.0),
    pleats: bool = False,
) -> None:
    """A cloth shade from height y up, radius `low` at its lower and `high` at its upper edge."""
    cover = cloth(look)
    seam = cover.shaded(0.55)

    def radius(t: float) -> float:
        return low + (high - low) * t

    b = BAND * (0.4 if corners else 0.6)
    for t0, t1, surface, role in (
        (0.0, b, seam, ""),
        (b, 1 - b, cover, "glow"),
        (1 - b, 1.0, seam, ""),
    ):
        profile = [(radius(t0), y + t0 * tall), (radius(t1), y + t1 * tall)]
        m.lathe(profile, surface, center=center, n=24, corners=corners, role=role)
    inside = [(radius(0) * 0.97, y + 0.002), (radius(1) * 0.97, y + tall - 0.002)]
    m.lathe(inside, Material(WARM), center=center, n=24, corners=corners, role="glow", solid=False)
    if pleats:
        a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        edge = np.stack([np.cos(a), 0 * a, np.sin(a)], 1)
        rows = [
            edge * radius(t) * 1.005 + [center[0], y + t * tall, center[1]] for t in (0.02, 0.98)
        ]
        beams(m, list(zip(*(r.tolist() for r in rows), strict=True)), 0.0045, seam, n=3)
    bulb(m, (center[0], y + tall * 0.4, center[1]), min(0.03, high * 0.3))
    spider = y + tall * 0.93
    m.tube(
        [
            (center[0] - high * 0.96, spider, center[1]),
            (center[0] + high * 0.96, spider, center[1]),
        ],
        0.002,
        metal(),
        n=4,
    )


def bell(
    m: Maker, surface: Surfaced, low: float, high: float, tall: float, lit: bool = True
) -> None:
    """An opaque shade opening downwards, its open rim at y = 0; light leaks from rim and vents."""
    outer = curve(
        [(low, 0.0), (low * 0.93, tall * 0.3), (high * 1.25, tall * 0.75), (high, tall)], 3
    )
    m.lathe([*outer, (high * 0.7, tall * 1.12), (0.0, tall * 1.12)], surface, n=20)
    liner = [(r * 0.95, y * 0.93) for r, y in outer]
    m.lathe([*liner, (0.0, tall * 0.95)], Material(WARM), n=20, role="glow", solid=False)
    m.lathe(
        [(low * 1.015, -0.004), (low * 1.015, 0.006)],
        Material(WARM),
        n=20,
        role="glow",
        solid=False,
    )
    vent = [(high * 1.04, tall * 1.0), (high * 0.92, tall * 1.05)]
    m.lathe(vent, Material(WARM), n=16, role="glow", solid=False)
    if lit:
        m.ellipsoid(
            (0, tall * 0.25, 0),
            (low * 0.4, low * 0.45, low * 0.4),
            Material(WARM),
            n=10,
            role="glow",
            solid=False,
        )


def globe(
    m: Maker,
    at: tuple[float, float, float],
    radii: tuple[float, float, float],
    clear: bool = False,
    n: int = 18,
) -> None:
    """A ball of opal glass, or a clear one around its bulb."""
    if clear:
        m.ellipsoid(at, radii, glass((0.95, 0.9, 0.8), 0.7), n=n)
        bulb(m, at, radii[0] * 0.3)
        return
    m.ellipsoid(at, radii, Material(WARM, gloss=0.4, rough=0.2), n=n, role="glow")


def paper(m: Maker, look: Look, y: float, size: tuple[float, float, float], ribs: int) -> None:
    """A box of paper in a wooden grid, standing at height y."""
    w, h, d = size
    wood = look.draw("wood", gloss=0.1)
    m.box(
        (0, 0),
        y + 0.004,
        (w * 0.97, h - 0.008, d * 0.97),
        Material((0.95, 0.92, 0.84)),
        role="glow",
    )
    t = max(0.006, w * 0.04)
    for sx in (-1, 1):
        for sz in (-1, 1):
            m.box((sx * (w - t) / 2, sz * (d - t) / 2), y, (t, h, t), wood, solid=False)
    for k in range(ribs + 1):
        at = y + (h - t) * k / ribs
        for s in (-1, 1):
            m.box((0, s * (d - t) / 2), at, (w, t, t), wood, solid=False)
            m.box((s * (w - t) / 2, 0), at, (t, t, d), wood, solid=False)
