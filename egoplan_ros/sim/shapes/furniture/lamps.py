# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Desk lamps and standard lamps."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture import shades
from egoplan_ros.sim.shapes.furniture.parts import beam, block, iron, plate, rounded, timber
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, ceramic, glass, metal
from egoplan_ros.sim.shapes.primitives import curve
from egoplan_ros.sim.shapes.solid import Maker

GREENS = ((0.1, 0.4, 0.25), (0.15, 0.25, 0.5), (0.75, 0.55, 0.2), (0.9, 0.9, 0.85))


def _coat(look: Look) -> Material:
    """Lacquer or bare metal."""
    if look.rng.random() < 0.5:
        return iron(look)
    return metal(look.hue((0.0, 0.85), (0.2, 0.95)), rough=0.4)


def _foot(m: Maker, radius: float, surface: Material, high: float = 0.02) -> None:
    profile = [(0, 0), (radius, 0), (radius, high * 0.5), (radius * 0.9, high), (0, high)]
    m.lathe(profile, surface, n=24)


def _jointed(m: Maker, look: Look) -> None:
    coat, r = _coat(look), 0.006
    _foot(m, 0.075, coat)
    knee = (0.0, 0.24 + 0.05 * float(look.rng.random()), -0.08)
    head = (0.0, knee[1] + 0.11, 0.03)
    for s in (-1, 1):
        beam(m, (s * 0.012, 0.02, 0), (s * 0.012, knee[1], knee[2]), r * 1.4, coat, n=6)
        beam(m, (s * 0.012, knee[1], knee[2]), (s * 0.012, head[1], head[2]), r * 1.4, coat, n=6)
    for x, y, z in ((0.0, 0.025, 0.0), knee, head):
        m.tube([(x - 0.022, y, z), (x + 0.022, y, z)], 0.011, metal((0.3, 0.3, 0.3)), n=8)
    block(m, (-0.02, 0, -0.09), (0.02, head[1], 0.03))
    with m.placed((0, head[1] - 0.085, head[2] + 0.06), turned=(-25, 0, 0)):
        shades.bell(m, coat, 0.07, 0.028, 0.09)


VASES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0.05, 0.0), (0.09, 0.25), (0.075, 0.6), (0.03, 0.85), (0.02, 1.0)),
    ((0.06, 0.0), (0.035, 0.2), (0.07, 0.5), (0.03, 0.8), (0.025, 1.0)),
    ((0.07, 0.0), (0.085, 0.15), (0.06, 0.7), (0.05, 0.9), (0.02, 1.0)),
    ((0.045, 0.0), (0.05, 0.1), (0.05, 0.9), (0.04, 0.97), (0.015, 1.0)),
    ((0.05, 0.0), (0.075, 0.3), (0.035, 0.55), (0.055, 0.8), (0.02, 1.0)),
)


def _vase(m: Maker, look: Look) -> None:
    tall = float(look.rng.uniform(0.2, 0.28))
    points = VASES[int(look.rng.integers(len(VASES)))]
    if look.rng.random() < 0.35:
        body = look.draw("glaze", gloss=0.4, rough=0.25)
    else:
        body = ceramic(look.hue((0.0, 0.7), (0.3, 0.95)))
    m.lathe([(0, 0), *curve([(r, y * tall) for r, y in points], 4)], body, n=22)
    m.cylinder((0, 0), tall, 0.008, 0.08, metal((0.72, 0.57, 0.3)), n=8)
    low = float(look.rng.uniform(0.11, 0.135))
    shades.drum(
        m,
        look,
        tall + 0.03,
        float(look.rng.uniform(0.13, 0.18)),
        low,
        low * float(look.rng.uniform(0.7, 0.98)),
    )


def _banker(m: Maker, look: Look) -> None:
    brass = metal((0.72, 0.57, 0.3)) if look.rng.random() < 0.7 else iron(look)
    plate(m, rounded(0.2, 0.13, 0.03), 0, 0.02, brass, bevel=0.008)
    stem = [(0.02, 0.02), (0.008, 0.06), (0.008, 0.2), (0.014, 0.22), (0.007, 0.24), (0.007, 0.34)]
    m.lathe([(0, 0.02), *stem, (0, 0.345)], brass, center=(0, -0.02), n=12)
    shade = glass(look.pick(GREENS), 0.45)
    turn = np.linspace(-0.35 * np.pi, 0.62 * np.pi, 9)
    for grow, surface, role in ((1.0, shade, ""), (0.93, Material(shades.WARM), "glow")):
        rings = [(0.055 * grow * float(np.sin(t)), 0.055 * grow * float(np.cos(t))) for t in turn]
        half = 0.125
        points = np.array([[x, 0.3 + y, z + 0.02] for x in (-half, half) for z, y in rings])
        n = len(rings)
        k = np.arange(n - 1)
        faces = np.concatenate(
            [np.stack([k, k + 1, k + n], 1), np.stack([k + n, k + 1, k + n + 1], 1)]
        )
        m.mesh(points, faces.astype(np.int32), surface, role=role)
        ends = np.concatenate([points, [[-half, 0.3, 0.02], [half, 0.3, 0.02]]])
        caps = [
            np.stack([k + s, k + s + 1, np.full(n - 1, c)], 1)
            for s, c in ((0, 2 * n), (n, 2 * n + 1))
        ]
        m.mesh(ends, np.concatenate(caps).astype(np.int32), surface, role=role, solid=False)
    m.tube(
        [(-0.08, 0.29, 0.03), (0.08, 0.29, 0.03)], 0.014, Material(shades.WARM), n=8, role="glow"
    )
    m.tube([(-0.13, 0.302, 0.02), (0.13, 0.302, 0.02)], 0.006, brass, n=6)
    m.tube([(0.04, 0.28, 0.03), (0.04, 0.2, 0.03)], 0.0015, brass, n=4)


def _mushroom(m: Maker, look: Look) -> None:
    coat = _coat(look) if look.rng.random() < 0.6 else Material((0.95, 0.93, 0.9), gloss=0.4)
    foot = float(look.rng.uniform(0.06, 0.08))
    tall = float(look.rng.uniform(0.2, 0.28))
    stem = [(foot, 0.0), (foot * 0.95, 0.02), (0.03, 0.07), (0.025, tall * 0.8), (0.03, tall)]
    m.lathe([(0, 0), *curve(stem, 3), (0, tall)], coat, n=20)
    r = float(look.rng.uniform(0.11, 0.13))
    dome = [
        (r, tall - 0.02),
        (r * 0.98, tall + 0.02),
        (r * 0.75, tall + 0.07),
        (r * 0.4, tall + 0.095),
    ]
    m.lathe(
        [*curve(dome, 3), (0, tall + 0.1)],
        Material((0.96, 0.94, 0.88), gloss=0.4),
        n=24,
        role="glow",
    )
    m.lathe(
        [(r, tall - 0.02), (r * 0.3, tall)], Material(shades.WARM), n=24, role="glow", solid=False
    )
    m.lathe([(r * 1.01, tall - 0.024), (r * 1.01, tall - 0.012)], coat, n=24, solid=False)
    m.ellipsoid((0, tall + 0.103, 0), (0.014, 0.01, 0.014), coat, n=8, solid=False)


def _ball(m: Maker, look: Look) -> None:
    brass = iron(look)
    stone = look.draw("stone", gloss=0.4, rough=0.2) if look.rng.random() < 0.5 else brass
    r = float(look.rng.uniform(0.075, 0.1))
    if look.rng.random() < 0.5:
        _foot(m, 0.075, stone, 0.03)
        stem = float(look.rng.uniform(0.1, 0.22))
        m.cylinder((0, 0), 0.03, 0.008, stem, brass, n=8)
    else:
        m.box((0, 0), 0, (0.11, 0.09, 0.11), stone, bevel=0.004)
        stem = 0.06
    base = 0.03 + stem
    m.lathe([(0, base), (0.03, base), (0.04, base + 0.02), (0.03, base + 0.025)], brass, n=14)
    shades.globe(m, (0, base + r + 0.005, 0), (r, r, r), bool(look.rng.random() < 0.35))


def _bar(m: Maker, look: Look) -> None:
    coat = _coat(look)
    plate(m, rounded(0.15, 0.11, 0.05), 0, 0.014, coat, bevel=0.005)
    tall = float(look.rng.uniform(0.34, 0.42))
    back = -0.035
    m.box((0, back), 0.012, (0.028, tall, 0.01), coat, bevel=0.003)
    m.tube([(-0.016, tall, back), (0.016, tall, back)], 0.011, coat, n=10)
    m.box((0, 0.06), tall - 0.006, (0.036, 0.012, 0.25), coat, bevel=0.003)
    m.box(
        (0, 0.08),
        tall - 0.011,
        (0.026, 0.006, 0.2),
        Material(shades.WARM),
        role="glow",
        solid=False,
    )
    for s in (-1, 1):
        m.box(
            (s * 0.0185, 0.08),
            tall - 0.003,
            (0.002, 0.006, 0.2),
            Material(shades.WARM),
            role="glow",
            solid=False,
        )
    m.box(
        (0, 0.08),
        tall + 0.006,
        (0.008, 0.0015, 0.16),
        Material(shades.WARM),
        role="glow",
        solid=False,
    )
    m.cylinder(
        (0.0, 0.03), 0.014, 0.008, 0.003, Material(shades.WARM), n=10, role="glow", solid=False
    )


def _gooseneck(m: Maker, look: Look) -> None:
    coat, neck = _coat(look), metal((0.6, 0.6, 0.62))
    _foot(m, 0.08, coat, 0.03)
    tall = float(look.rng.uniform(0.3, 0.38))
    path = [(0, 0.03, -0.03), (0, tall * 0.6, -0.05), (0, tall * 0.9, -0.03), (0, tall, 0.02)]
    end = (0.0, tall - 0.015, 0.07)
    points = np.array([*path, end])
    smooth = [
        tuple(p)
        for p in np.stack(
            [np.interp(np.linspace(0, 4, 13), range(5), points[:, k]) for k in range(3)], 1
        ).tolist()
    ]
    m.tube(smooth, 0.007, neck, n=8, solid=True)
    with m.placed((0, tall - 0.105, 0.1), turned=(-20, 0, 0)):
        shades.bell(m, coat, 0.06, 0.03, 0.085)


def _tripod(m: Maker, look: Look) -> None:
    wood = timber(look)
    tall = float(look.rng.uniform(0.2, 0.27))
    for k in range(3):
        a = np.pi / 2 + k * 2 * np.pi / 3
        x, z = float(np.cos(a)), float(np.sin(a))
        beam(m, (x * 0.1, 0, z * 0.1), (x * 0.015, tall, z * 0.015), (0.012, 0.02), wood, n=8)
    m.cylinder((0, 0), tall - 0.015, 0.024, 0.03, iron(look), n=12)
    block(m, (-0.08, 0, -0.06), (0.08, tall, 0.1))
    low = float(look.rng.uniform(0.11, 0.13))
    corners = 4 if look.rng.random() < 0.35 else 0
    shades.drum(m, look, tall + 0.01, 0.16, low, low * float(look.rng.uniform(0.8, 1.0)), corners)


def _lantern(m: Maker, look: Look) -> None:
    w = float(look.rng.uniform(0.13, 0.18))
    for sx in (-1, 1):
        for sz in (-1, 1):
            m.box(
                (sx * w * 0.42, sz * w * 0.42), 0, (0.014, 0.03, 0.014), timber(look), solid=False
            )
    shades.paper(
        m, look, 0.025, (w, float(look.rng.uniform(0.26, 0.36)), w), int(look.rng.integers(2, 5))
    )


def _empire(m: Maker, look: Look) -> None:
    base = timber(look) if look.rng.random() < 0.5 else metal((0.72, 0.57, 0.3))
    tall = float(look.rng.uniform(0.22, 0.28))
    shares = (
        (0.07, 0),
        (0.07, 0.05),
        (0.03, 0.09),
        (0.015, 0.3),
        (0.028, 0.5),
        (0.012, 0.6),
        (0.02, 0.75),
        (0.01, 0.9),
        (0.01, 1.1),
    )
    m.lathe([(0, 0), *[(r, y * tall) for r, y in shares], (0, 1.1 * tall)], base, n=18)
    shades.drum(m, look, tall, 0.15, 0.14, 0.065, pleats=True)


DESK = (_jointed, _vase, _banker, _mushroom, _ball, _bar, _gooseneck, _tripod, _lantern, _empire)


@forms(len(DESK))
def desk_lamp(m: Maker, look: Look, form: int) -> None:
    """Jointed, vase, banker's, mushroom, ball, bar, gooseneck, tripod, lantern, pleated."""
    DESK[form](m, look)


@forms(8)
def floor_lamp(m: Maker, look: Look, form: int) -> None:
    """Straight, tripod, uplight, reading arm, paper column, bow, three globes, shelf lamp."""
    rng = look.rng
    coat = _coat(look)
    high = float(rng.uniform(1.5, 1.75))
    if form not in (1, 4, 7):
        _foot(m, float(rng.uniform(0.13, 0.16)), coat, 0.025)
    if form == 0:
        m.cylinder((0, 0), 0.025, 0.012, high - 0.2, coat, n=8)
        low = float(rng.uniform(0.16, 0.2))
        shades.drum(m, look, high - 0.28, 0.28, low, low * float(rng.uniform(0.6, 1.0)))
    elif form == 1:
        wood, top = timber(look), high - 0.3
        for k in range(3):
            a = np.pi / 2 + k * 2 * np.pi / 3
            x, z = float(np.cos(a)), float(np.sin(a))
            beam(m, (x * 0.2, 0, z * 0.2), (x * 0.02, top, z * 0.02), (0.02, 0.034), wood, n=8)
        m.cylinder((0, 0), top - 0.03, 0.035, 0.05, coat, n=12)
        block(m, (-0.17, 0, -0.1), (0.17, 0.6, 0.2))
        block(m, (-0.06, 0.6, -0.06), (0.06, top, 0.06))
        shades.drum(m, look, top + 0.02, 0.28, 0.19, 0.19 * float(rng.uniform(0.75, 1.0)))
    elif form == 2:
        m.cylinder((0, 0), 0.025, 0.014, high - 0.12, coat, n=10)
        bowl = [(0.03, high - 0.12), (0.1, high - 0.08), (0.17, high)]
        m.lathe(curve(bowl, 3), coat, n=24)
        m.lathe(
            [(0.172, high - 0.004), (0.172, high + 0.006)],
            Material(shades.WARM),
            n=24,
            role="glow",
            solid=False,
        )
        m.lathe(
            [(0.165, high - 0.004), (0.1, high - 0.06), (0, high - 0.07)],
            Material(shades.WARM),
            n=24,
            role="glow",
            solid=False,
        )
        m.lathe(
            [(0.06, high - 0.098), (0.09, high - 0.08)],
            Material(shades.WARM),
            n=24,
            role="glow",
            solid=False,
        )
        m.ellipsoid(
            (0, high + 0.0, 0),
            (0.08, 0.025, 0.08),
            Material(shades.WARM),
            n=12,
            role="glow",
            solid=False,
        )
    elif form == 3:
        top = high - 0.1
        m.cylinder((0, -0.04), 0.025, 0.011, top, coat, n=8)
        m.tube([(0, top * 0.9, -0.04), (0, top, 0.02), (0, top - 0.02, 0.11)], 0.009, coat, n=6)
        with m.placed((0, top - 0.17, 0.14), turned=(-22, 0, 0)):
            shades.bell(m, coat, 0.1, 0.035, 0.13)
    elif form == 4:
        w = float(rng.uniform(0.24, 0.32))
        shades.paper(
            m, look, 0.02, (w, high * float(rng.uniform(0.75, 0.95)), w), int(rng.integers(4, 8))
        )
        m.box((0, 0), 0, (w * 0.8, 0.02, w * 0.8), timber(look))
    elif form == 5:
        bend = [
            (-0.12 + 0.0, 0.025, 0),
            (-0.13, high * 0.5, 0),
            (-0.1, high * 0.85, 0),
            (-0.02, high * 0.98, 0),
            (0.07, high * 0.97, 0),
            (0.11, high * 0.9, 0),
        ]
        pts = np.array(bend)
        fine = np.stack(
            [np.interp(np.linspace(0, 5, 21), range(6), pts[:, k]) for k in range(3)], 1
        )
        m.tube([tuple(p) for p in fine.tolist()], 0.011, coat, n=8)
        block(m, (-0.14, 0, -0.02), (-0.1, high, 0.02))
        with m.placed((0.11, high * 0.78, 0)):
            shades.bell(m, coat, 0.12, 0.04, 0.15)
    elif form == 6:
        m.cylinder((0, 0), 0.025, 0.012, high - 0.1, coat, n=8)
        for k, (y, r) in enumerate(((0.0, 0.085), (-0.22, 0.075), (-0.42, 0.07))):
            a = k * 2.1
            x, z = 0.1 * float(np.cos(a)), 0.1 * float(np.sin(a))
            m.tube([(0, high + y - 0.1, 0), (x, high + y - 0.1 - r * 0.3, z)], 0.007, coat, n=6)
            shades.globe(m, (x, high + y - 0.1 + r * 0.6, z), (r, r, r), n=14)
    else:
        wood, w = timber(look), 0.26
        for sx in (-1, 1):
            for sz in (-1, 1):
                m.box(
                    (sx * (w - 0.02) / 2, sz * (w - 0.02) / 2),
                    0,
                    (0.02, high, 0.02),
                    wood,
                    solid=False,
                )
        block(m, (-w / 2, 0, -w / 2), (w / 2, high, w / 2))
        for y in (0.06, 0.42, 0.78, high - 0.02):
            m.box((0, 0), y, (w, 0.018, w), wood, solid=False, bevel=0.003)
        shades.paper(m, look, 0.85, (w - 0.04, high - 0.9, w - 0.04), 2)


RECIPES: dict[str, Recipe] = {"DeskLamp": desk_lamp, "FloorLamp": floor_lamp}
