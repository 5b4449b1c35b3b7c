# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Chairs with a wooden frame: ladder, slats, splat, Windsor, bentwood."""

import numpy as np

from egoplan_ros.sim.shapes.furniture.parts import (
    beam,
    beams,
    block,
    cushion,
    legs,
    oval,
    plate,
    ribbon,
    rounded,
    timber,
    upholstery,
)
from egoplan_ros.sim.shapes.furniture.seating import Plan, seat_on
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.primitives import loft
from egoplan_ros.sim.shapes.solid import Maker


def frame(m: Maker, look: Look, p: Plan, wood: Material, lean: float = 0.03) -> None:
    """Front legs, back legs that go on as posts, rails around the seat."""
    t = 0.036
    w, d = p.w / 2 - t / 2, p.d / 2 - t / 2
    taper = bool(look.rng.random() < 0.5)
    for s in (-1, 1):
        beam(m, (s * w, 0, d), (s * w, p.seat - 0.02, d), (t * (0.6 if taper else 1), t), wood)
        beam(m, (s * w, 0, -d - 0.0), (s * w, p.seat, -d + lean), (t * 0.8, t), wood)
        beam(m, (s * w, p.seat, -d + lean), (s * w, p.top, -d), (t, t * 0.8), wood)
        m.box((s * w, lean / 2), p.seat - 0.08, (0.02, 0.055, p.d - t - lean), wood, solid=False)
        block(m, (s * w - t / 2, 0, d - t / 2), (s * w + t / 2, p.seat, d + t / 2))
        block(m, (s * w - t / 2, 0, -d - t / 2), (s * w + t / 2, p.seat, -d + t / 2))
    for z in (d, -d + lean):
        m.box((0, z), p.seat - 0.08, (p.w - t, 0.055, 0.02), wood, solid=False)


def pad(m: Maker, look: Look, p: Plan, wood: Material) -> None:
    """A seat of cloth, wood or wicker."""
    roll = look.rng.random()
    if roll < 0.45:
        cushion(
            m, (0, 0.01), p.seat - 0.045, (p.w, 0.045, p.d - 0.02), upholstery(look), solid=False
        )
    else:
        top = wood if roll < 0.75 else look.draw("wicker")
        outline = rounded(p.w, p.d - 0.02, 0.05)
        plate(m, outline, p.seat - 0.024, 0.024, top, at=(0, 0.01), solid=False, bevel=0.008)


def ladder(m: Maker, look: Look, p: Plan) -> None:
    """Rails across the back."""
    wood = timber(look)
    frame(m, look, p, wood)
    pad(m, look, p, wood)
    count = int(look.rng.integers(2, 5))
    tall = float(look.rng.uniform(0.035, 0.07))
    bow = float(look.rng.uniform(0.0, 0.03))
    for y in np.linspace(p.seat + 0.14, p.top - tall / 2 - 0.015, count):
        z = -p.d / 2 + 0.018 + 0.03 * (p.top - y) / (p.top - p.seat)
        path = [
            (x, z - bow * (1 - (x / p.w * 2) ** 2))
            for x in np.linspace(-0.5, 0.5, 6) * (p.w - 0.05)
        ]
        ribbon(m, path, y - tall / 2, y + tall / 2, 0.016, wood)
    seat_on(m, p)


def slatted(m: Maker, look: Look, p: Plan) -> None:
    """Upright slats under a crest rail."""
    wood = timber(look)
    frame(m, look, p, wood)
    pad(m, look, p, wood)
    z, count = -p.d / 2 + 0.02, int(look.rng.integers(3, 7))
    wide = float(look.rng.uniform(0.02, 0.05))
    for x in np.linspace(-1, 1, count) * (p.w / 2 - 0.085):
        low, tall = p.seat + 0.07, p.top - p.seat - 0.12
        m.box((float(x), z + 0.013), low, (wide, tall, 0.014), wood, solid=False)
    m.box((0, z), p.top - 0.075, (p.w - 0.03, 0.075, 0.024), wood, solid=False, bevel=0.008)
    m.box((0, z + 0.022), p.seat + 0.05, (p.w - 0.06, 0.035, 0.02), wood, solid=False)
    seat_on(m, p)


def splat(m: Maker, look: Look, p: Plan) -> None:
    """One carved board in the back under a bowed crest; or a cross."""
    wood = timber(look)
    frame(m, look, p, wood)
    pad(m, look, p, wood)
    z = -p.d / 2 + 0.022
    low, tall = p.seat + 0.02, p.top - p.seat - 0.05
    crest = [
        (x, z - 0.02 * (1 - (2 * x / p.w) ** 2)) for x in np.linspace(-0.5, 0.5, 8) * (p.w + 0.02)
    ]
    bow = [p.top - 0.02 + 0.02 * float(np.cos(np.pi * x / p.w)) for x, _ in crest]
    ribbon(m, crest, [y - 0.07 for y in bow], bow, 0.024, wood)
    if look.rng.random() < 0.5:
        for s in (-1, 1):
            beam(
                m,
                (s * (p.w / 2 - 0.03), low + 0.05, z),
                (-s * (p.w / 2 - 0.03), p.top - 0.07, z),
                0.026,
                wood,
            )
    else:
        shares = (
            (0.05, 0),
            (0.07, 0.1),
            (0.045, 0.25),
            (0.08, 0.55),
            (0.09, 0.7),
            (0.05, 0.85),
            (0.07, 1),
        )
        rings = [
            np.array(
                [
                    [s * r, low + y * tall, z + 0.02 * (1 - y) + t]
                    for s, t in ((1, 0.006), (-1, 0.006), (-1, -0.006), (1, -0.006))
                ]
            )
            for r, y in shares
        ]
        m.add(loft(rings), wood, solid=False)
    seat_on(m, p)


def windsor(m: Maker, look: Look, p: Plan) -> None:
    """Spindles in a bow over a carved seat, turned splayed legs."""
    wood = (
        timber(look)
        if look.rng.random() < 0.6
        else look.draw("paint", look.hue((0, 0.4), (0.1, 0.9)))
    )
    plate(
        m,
        oval(p.w, p.d, 24, 0.7),
        p.seat - 0.035,
        0.035,
        wood,
        bevel=0.014,
        under=0.02,
        solid=False,
    )
    legs(m, "turned", (p.w - 0.05, p.d - 0.05), p.seat - 0.03, 0.036, wood, top=p.seat)
    beam(m, (-p.w / 2 + 0.04, 0.18, 0), (p.w / 2 - 0.04, 0.18, 0), 0.02, wood, n=8)
    half, z = p.w / 2 - 0.025, -p.d / 2 + 0.03
    tall = p.top - p.seat
    hoop = [
        (
            half * float(np.cos(a)),
            p.seat + tall * (0.35 * (a > 0) + 0.64 * float(np.sin(a))) if 0 < a < np.pi else p.seat,
            z,
        )
        for a in np.linspace(0, np.pi, 15)
    ]
    comb = bool(look.rng.random() < 0.4)
    if comb:
        for s in (-1, 1):
            beam(m, (s * (half - 0.02), p.seat, z), (s * half, p.top - 0.03, z), 0.02, wood, n=8)
        m.box((0, z), p.top - 0.06, (p.w, 0.06, 0.02), wood, solid=False, bevel=0.008)
    else:
        m.tube(hoop, 0.011, wood, n=6)
    spindles = []
    for x in (np.linspace(-0.72, 0.72, int(look.rng.integers(5, 8))) * half).tolist():
        bow = p.seat + tall * (0.35 + 0.64 * (1 - (x / half) ** 2) ** 0.5)
        top = (x, p.top - 0.05 if comb else bow, z)
        spindles.append(((x * 0.8, p.seat - 0.01, z + 0.01), top))
    beams(m, spindles, 0.012, wood, n=5)
    seat_on(m, p)


def bentwood(m: Maker, look: Look, p: Plan) -> None:
    """A café chair: round seat, bows of bent wood."""
    wood = timber(look)
    r = min(p.w, p.d) / 2
    seat = look.draw("wicker") if look.rng.random() < 0.5 else wood
    ring = oval(2 * r, 2 * r, 24)
    plate(m, ring, p.seat - 0.03, 0.028, wood, at=(0, 0.01), bevel=0.008, solid=False)
    plate(m, ring * 0.84, p.seat - 0.006, 0.006, seat, at=(0, 0.01), bevel=0.002, solid=False)
    for s in (-1, 1):
        m.tube(
            [(s * 0.13, p.seat - 0.02, 0.15), (s * 0.16, 0.2, 0.17), (s * 0.17, 0, 0.19)],
            0.013,
            wood,
            n=6,
        )
        block(m, (s * 0.17 - 0.015, 0, 0.17), (s * 0.17 + 0.015, p.seat, 0.2))
    hoop = [
        (-1.0, 0.0, -0.0),
        (-0.96, 0.35, 0),
        (-1.0, 0.6, 0),
        (-0.92, 0.85, 0),
        (-0.6, 0.97, 0),
        (0, 1.0, 0),
    ]
    path = hoop + [(-x, y, z) for x, y, z in hoop[-2::-1]]
    for scale in (1.0, 0.6):
        begin = 0.0 if scale == 1 else p.seat / p.top
        points = [
            (
                x * scale * (r - 0.02),
                p.top * (begin + (y - begin * y) * (1 if scale == 1 else 0.86)),
                -p.d / 2 + 0.014 + 0.05 * (1 - y) * y,
            )
            for x, y, z in path
        ]
        m.tube(points, 0.013 if scale == 1 else 0.009, wood, n=6)
    hoop_low = oval(1.5 * r, 1.5 * r, 16)
    m.tube([(float(x), 0.24, float(z)) for x, z in [*hoop_low, hoop_low[0]]], 0.008, wood, n=5)
    seat_on(m, p)
