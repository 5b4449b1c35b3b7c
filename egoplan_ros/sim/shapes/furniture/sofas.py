# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sofas and armchairs: arms, backs and feet of many kinds around padded seats."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import (
    arc,
    beam,
    beams,
    block,
    channels,
    cushion,
    iron,
    legs,
    plate,
    ribbon,
    rounded,
    timber,
    tufted,
    upholstery,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.primitives import lathe
from egoplan_ros.sim.shapes.solid import Maker, Vec

FREE = 0.8
CHAISE = 1.15
"""Depth in metres from which on a sofa may be one with a chaise."""


@dataclass(frozen=True, slots=True)
class Body:
    """Measures of a seat in metres: outer size, height of the seat, thickness of arm and back."""

    w: float
    h: float
    d: float
    seat: float
    arm: float
    back: float

    @property
    def inner(self) -> float:
        """Width between the arms."""
        return self.w - 2 * self.arm


def body_of(look: Look, size: Vec, arm: tuple[float, float], back: float = 0.2) -> Body:
    """A seat of an outer size with arms between two thicknesses."""
    w, h, d = size
    thick = min(float(look.rng.uniform(*arm)), w * 0.22)
    return Body(w, h, d, float(np.clip(h * 0.48, 0.3, 0.45)), thick, min(back, d * 0.28))


def seats(m: Maker, look: Look, b: Body, cloth: Material, low: float, deep: float = 0.0) -> None:
    """One to three seat cushions from height `low` up, and the support on them."""
    depth = deep or b.d - b.back - 0.01
    count = max(1, round(b.inner / float(look.rng.uniform(0.6, 0.95))))
    each = b.inner / count
    z = b.d / 2 - depth / 2
    for k in range(count):
        x = -b.inner / 2 + each * (k + 0.5)
        cushion(m, (x, z), low, (each - 0.006, b.seat - low, depth), cloth)
    support(m, b)


def support(m: Maker, b: Body, x: float = 0.0, wide: float = 0.0) -> None:
    """The upper side of the seat."""
    half = (wide or b.inner) / 2 - 0.035
    z = (-b.d / 2 + b.back + 0.04, b.d / 2 - 0.04)
    m.surface((x - half, x + half), z, b.seat + 1e-3, FREE)


def backs(m: Maker, look: Look, b: Body, cloth: Material, thick: float = 0.17) -> None:
    """Loose back cushions, which lean on the back."""
    count = max(1, round(b.inner / float(look.rng.uniform(0.6, 0.95))))
    each = b.inner / count
    tall = b.h - b.seat - 0.0
    for k in range(count):
        x = -b.inner / 2 + each * (k + 0.5)
        z = -b.d / 2 + b.back - thick / 2 + 0.02
        cushion(m, (x, z), b.seat - 0.02, (each - 0.008, tall, thick), cloth, 0.35)


def track(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """Straight arms, loose cushions, block feet."""
    feet = timber(look) if look.rng.random() < 0.5 else iron(look)
    foot = float(look.rng.uniform(0.04, 0.12))
    legs(m, "square", (b.w - 0.06, b.d - 0.06), foot, 0.06, feet)
    m.box((0, 0), foot, (b.w - 0.01, b.seat - 0.14 - foot, b.d - 0.01), cloth, bevel=0.015)
    arm = b.seat + float(look.rng.uniform(0.12, 0.22))
    for s in (-1, 1):
        x = s * (b.w / 2 - b.arm / 2)
        m.box((x, 0), foot, (b.arm, arm - foot, b.d), cloth, bevel=0.025)
    m.box((0, -b.d / 2 + 0.06), foot, (b.inner, b.h - 0.08 - foot, 0.12), cloth, bevel=0.025)
    seats(m, look, b, cloth, b.seat - 0.16)
    backs(m, look, b, cloth)


def rolled(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """Arms that end in scrolls, a skirt or turned feet."""
    if look.rng.random() < 0.5:
        m.box((0, 0), 0, (b.w - 0.05, 0.16, b.d - 0.03), cloth.shaded(0.9), bevel=0.004)
    else:
        legs(m, "turned", (b.w - 0.08, b.d - 0.06), 0.12, 0.06, timber(look))
    m.box((0, 0), 0.1, (b.w - 0.06, b.seat - 0.22, b.d - 0.02), cloth, bevel=0.02)
    r = b.arm * 0.55
    arm = b.seat + 0.2
    for s in (-1, 1):
        x = s * (b.w / 2 - r)
        m.box((x, 0.0), 0.1, (b.arm * 0.75, arm - r - 0.1, b.d - 0.02), cloth, bevel=0.02)
        _roll(m, (x, arm - r), r, b.d, cloth)
    top = b.h - 0.1
    m.box((0, -b.d / 2 + 0.09), 0.1, (b.w - 4 * r, top - 0.1, 0.16), cloth, bevel=0.03)
    cushion(m, (0, -b.d / 2 + 0.1), top - 0.12, (b.w - 3 * r, 0.22, 0.2), cloth, 0.4, solid=False)
    seats(m, look, b, cloth, b.seat - 0.15)
    if look.rng.random() < 0.7:
        backs(m, look, b, cloth)


def _roll(m: Maker, at: tuple[float, float], r: float, d: float, cloth: Material) -> None:
    """A lying scroll along z with its middle at (x, y)."""
    profile = [(0, 0), (r * 0.8, 0.0), (r, 0.02), (r, d - 0.02), (r * 0.8, d), (0, d)]
    mesh = lathe(profile, (0, 0), 16)
    x, y, z = mesh.vertices.T
    mesh.vertices = np.stack([x + at[0], z + at[1], y - d / 2], 1)
    mesh.uv = None
    m.add(mesh, cloth)


def wood_framed(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """Thin cushions in an open wooden frame on tapered legs."""
    wood = timber(look)
    t = 0.04
    arm = b.seat + 0.19
    for s in (-1, 1):
        x = s * (b.w / 2 - 0.03)
        beam(m, (x, 0, b.d / 2 - 0.04), (x, arm - 0.02, b.d / 2 - 0.06), (t * 0.7, t), wood, n=8)
        beam(m, (x, 0, -b.d / 2 + 0.04), (x, arm - 0.02, -b.d / 2 + 0.1), (t * 0.7, t), wood, n=8)
        m.box((x, 0), arm - 0.03, (0.06, 0.03, b.d - 0.06), wood, bevel=0.012)
        m.box((x, 0), b.seat - 0.19, (0.03, 0.05, b.d - 0.1), wood, solid=False)
        block(m, (x - 0.03, 0, -b.d / 2), (x + 0.03, arm, b.d / 2))
    for z in (-b.d / 2 + 0.09, b.d / 2 - 0.07):
        m.box((0, z), b.seat - 0.19, (b.w - 0.06, 0.05, 0.03), wood)
    count = max(5, round(b.inner / 0.16))
    spots = (np.linspace(-1, 1, count) * (b.inner / 2 - 0.04)).tolist()
    low, high = (b.seat - 0.14, -b.d / 2 + 0.1), (b.h, -b.d / 2 + 0.03)
    beams(m, [((x, *low), (x, *high)) for x in spots], 0.02, wood)
    m.box((0, -b.d / 2 + 0.03), b.h - 0.05, (b.w - 0.06, 0.05, 0.03), wood, bevel=0.01)
    m.box((0, 0), b.seat - 0.15, (b.inner, 0.02, b.d - 0.12), wood, solid=False)
    seats(m, look, b, cloth, b.seat - 0.13)
    backs(m, look, b, cloth, 0.13)


def chesterfield(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """Arms and back of one height, rolled and buttoned."""
    legs(m, "bun", (b.w - 0.1, b.d - 0.08), 0.1, 0.09, timber(look))
    r = min(b.arm, 0.2) * 0.55
    top = b.h
    m.box((0, 0), 0.09, (b.w - 0.08, b.seat - 0.2, b.d - 0.02), cloth, bevel=0.02)
    for s in (-1, 1):
        x = s * (b.w / 2 - r)
        m.box((x, 0.0), 0.09, (b.arm * 0.7, top - r - 0.09, b.d - 0.03), cloth, bevel=0.02)
        _roll(m, (x, top - r), r, b.d, cloth)
    z = -b.d / 2 + r
    m.box((0, z), 0.09, (b.w - 2 * r, top - r - 0.09, r * 1.4), cloth, bevel=0.02)
    path = [(-b.w / 2 + r, top - r, z), (b.w / 2 - r, top - r, z)]
    m.tube(path, r, cloth, n=16, solid=True)
    columns = max(2, round(b.inner / 0.24))
    with m.placed((0, b.seat - 0.03, z + r * 0.65)):
        tufted(m, (b.inner, top - r * 1.1 - b.seat + 0.03), 0.035, 2, columns, cloth)
    seats(m, look, b, cloth, b.seat - 0.13)


def channelled(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """A back of upright padded channels, a single seat cushion, thin metal legs."""
    dark = iron(look)
    legs(m, "round", (b.w - 0.1, b.d - 0.1), 0.16, 0.035, dark, splay=0.03)
    m.box((0, 0), 0.15, (b.w - 0.04, b.seat - 0.27, b.d - 0.02), cloth, bevel=0.02)
    arm = b.seat + 0.1
    count = max(4, round((b.w - 0.04) / 0.2))
    each = (b.w - 0.04) / count
    line = [(-b.w / 2 + 0.02 + each * (k + 0.5), -b.d / 2 + 0.09) for k in range(count)]
    channels(m, line, 0.15, (each, b.h - 0.15, 0.18), cloth)
    block(m, (-b.w / 2, 0.15, -b.d / 2), (b.w / 2, b.h, -b.d / 2 + 0.18))
    deep = (b.d - 0.17) / 3
    for s in (-1, 1):
        x = s * (b.w / 2 - b.arm / 2)
        row = [(x, -b.d / 2 + 0.17 + deep * (k + 0.5)) for k in range(3)]
        channels(m, row, 0.15, (b.arm, arm - 0.15, deep), cloth)
        block(m, (x - b.arm / 2, 0.15, -b.d / 2), (x + b.arm / 2, arm, b.d / 2))
    cushion(m, (0, b.back / 2), b.seat - 0.15, (b.inner, 0.15, b.d - b.back), cloth)
    support(m, b)


def cloud(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """Deep, swollen cushions down to the floor, low fat arms."""
    m.box((0, 0), 0.02, (b.w - 0.08, 0.16, b.d - 0.06), cloth.shaded(0.9), bevel=0.02)
    arm = b.seat + 0.1
    for s in (-1, 1):
        x = s * (b.w / 2 - b.arm / 2)
        cushion(m, (x, 0), 0.04, (b.arm, arm - 0.04, b.d), cloth, 0.45, 14)
    cushion(m, (0, -b.d / 2 + 0.1), 0.04, (b.inner + 0.06, b.h - 0.2, 0.2), cloth, 0.4)
    seats(m, look, b, cloth, 0.1)
    count = max(1, round(b.inner / 0.8))
    each = b.inner / count
    for k in range(count):
        x = -b.inner / 2 + each * (k + 0.5)
        z = -b.d / 2 + 0.13
        cushion(m, (x, z), b.seat - 0.06, (each, b.h - b.seat + 0.06, 0.22), cloth, 0.5, 14)


def bench(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """Without arms: a long cushion on a wooden base, bolsters at its ends."""
    wood = timber(look)
    legs(m, "taper", (b.w - 0.06, b.d - 0.06), b.seat - 0.2, 0.05, wood)
    m.box((0, 0), b.seat - 0.22, (b.w, 0.07, b.d), wood, bevel=0.01)
    cushion(m, (0, 0.02), b.seat - 0.15, (b.w - 0.02, 0.15, b.d - 0.04), cloth, 0.2)
    count = max(1, round(b.w / 0.75))
    for k in range(count):
        x = (k + 0.5 - count / 2) * b.w / count
        z = -b.d / 2 + 0.09
        cushion(m, (x, z), b.seat - 0.01, (b.w / count - 0.01, b.h - b.seat, 0.17), cloth, 0.3)
    if count > 1:
        for s in (-1, 1):
            _roll(m, (s * (b.w / 2 - 0.09), b.seat + 0.07), 0.085, b.d * 0.7, cloth)
        support(m, b, wide=b.w - 0.42)
    else:
        support(m, b, wide=b.w - 0.06)


def chaise(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """A corner: one seat runs far out to the front."""
    s = -1 if look.rng.random() < 0.5 else 1
    depth = min(b.d * 0.62, 0.98)
    long = min(b.inner * 0.42, 0.9)
    z = -b.d / 2
    legs(m, "square", (b.w - 0.06, b.d - 0.06), 0.05, 0.05, iron(look), solid=False)
    short = b.w - long - b.arm
    m.box(
        (-s * (b.w - short) / 2, z + depth / 2),
        0.05,
        (short, b.seat - 0.19, depth),
        cloth,
        bevel=0.015,
    )
    wide = long + b.arm
    m.box((s * (b.w - wide) / 2, 0), 0.05, (wide, b.seat - 0.19, b.d), cloth, bevel=0.015)
    arm = b.seat + 0.16
    for t in (-1, 1):
        reach = depth if t == -s else depth * 0.9
        m.box(
            (t * (b.w - b.arm) / 2, z + reach / 2),
            0.05,
            (b.arm, arm - 0.05, reach),
            cloth,
            bevel=0.025,
        )
    m.box((0, z + 0.06), 0.05, (b.inner, b.h - 0.13, 0.12), cloth, bevel=0.025)
    x = s * (b.inner - long) / 2
    front = b.d - b.back
    cushion(m, (x, z + b.back + front / 2), b.seat - 0.16, (long - 0.006, 0.16, front), cloth, 0.25)
    rest = b.inner - long
    count = max(1, round(rest / 0.75))
    for k in range(count):
        at = -s * (b.inner / 2 - rest / count * (k + 0.5))
        size = (rest / count - 0.006, 0.16, depth - b.back)
        cushion(m, (at, z + b.back + size[2] / 2), b.seat - 0.16, size, cloth)
    backs(m, look, b, cloth)
    m.surface(
        (x - long / 2 + 0.04, x + long / 2 - 0.04),
        (z + b.back + 0.04, b.d / 2 - 0.05),
        b.seat + 1e-3,
        FREE,
    )
    middle = -s * (b.inner - rest) / 2
    m.surface(
        (middle - rest / 2 + 0.04, middle + rest / 2 - 0.02),
        (z + b.back + 0.04, z + depth - 0.04),
        b.seat + 1e-3,
        FREE,
    )


def wing(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """A high back with wings, rolled arms, turned or tapered legs."""
    style = "turned" if look.rng.random() < 0.5 else "round"
    legs(m, style, (b.w - 0.1, b.d - 0.08), 0.17, 0.045, timber(look))
    m.box((0, 0.02), 0.16, (b.w - 0.08, b.seat - 0.28, b.d - 0.06), cloth, bevel=0.02)
    arm = b.seat + 0.17
    r = b.arm * 0.4
    for s in (-1, 1):
        x = s * (b.w / 2 - b.arm / 2)
        m.box((x, 0.03), 0.16, (b.arm * 0.7, arm - r - 0.16, b.d - 0.08), cloth, bevel=0.02)
        with m.placed((x, 0, 0.04)):
            _roll(m, (0, arm - r), r, b.d - 0.08, cloth)
        path = [(s * (b.w / 2 - 0.1), -b.d / 2 + 0.05), (s * (b.w / 2 - 0.05), -b.d / 2 + 0.16)]
        end = (s * (b.w / 2 - 0.035), -b.d / 2 + 0.3)
        ribbon(m, [*path, end], arm - 0.06, [b.h, b.h - 0.03, arm + 0.1], 0.06, cloth, solid=True)
    cushion(m, (0, -b.d / 2 + 0.08), 0.2, (b.w - 0.16, b.h - 0.2, 0.16), cloth, 0.25)
    cushion(m, (0, b.back / 2), b.seat - 0.14, (b.inner, 0.14, b.d - b.back), cloth)
    support(m, b)


def tub(m: Maker, look: Look, b: Body, cloth: Material) -> None:
    """A round back that runs out into the arms."""
    wood = timber(look)
    if look.rng.random() < 0.6:
        legs(m, "round", (b.w - 0.16, b.d - 0.16), 0.16, 0.04, wood, splay=0.02)
    else:
        m.cylinder((0, 0), 0, b.w * 0.3, 0.02, iron(look), n=24)
        m.cylinder((0, 0), 0.02, 0.03, 0.15, iron(look), n=12)
    plate(m, rounded(b.w - 0.06, b.d - 0.06, 0.28, 6), 0.15, b.seat - 0.27, cloth, bevel=0.03)
    thick = 0.11
    front = b.d / 2 - 0.06
    bend = [(x, z + 0.06) for x, z in arc(b.w - thick, b.d / 2 + 0.06 - thick / 2, 17)]
    arm = b.seat + float(look.rng.uniform(0.12, 0.22))
    share = [max(0.0, -(z - 0.06) / (b.d / 2)) for _, z in bend]
    edge = [arm + (b.h - arm) * t**1.5 for t in share]
    path = [(bend[0][0], front), *bend, (bend[-1][0], front)]
    high = [arm - 0.03, *edge, arm - 0.03]
    for a, e in ((0, 4), (3, 7), (6, 9), (8, 11), (10, 13), (12, 16), (15, 19)):
        ribbon(m, path[a:e], 0.15, high[a:e], thick, cloth, solid=True)
    cushion(m, (0, 0.04), b.seat - 0.14, (b.w - 0.2, 0.14, b.d - 0.2), cloth, 0.5, 16)
    half = b.w / 2 - 0.275
    m.surface((-half, half), (-b.d / 2 + 0.27, b.d / 2 - 0.1), b.seat + 1e-3, FREE)


Design = Callable[[Maker, Look, Body, Material], None]
SOFAS: tuple[tuple[Design, tuple[float, float]], ...] = (
    (track, (0.1, 0.22)),
    (rolled, (0.17, 0.22)),
    (wood_framed, (0.06, 0.07)),
    (chesterfield, (0.18, 0.22)),
    (channelled, (0.13, 0.17)),
    (cloud, (0.2, 0.26)),
    (bench, (0.0, 0.0)),
    (chaise, (0.12, 0.2)),
)
ARMCHAIRS = (*SOFAS[:7], (wing, (0.13, 0.15)), (tub, (0.1, 0.12)))


@forms(len(SOFAS))
def sofa(m: Maker, look: Look, form: int, size: Vec = (2.0, 0.9, 0.9)) -> None:
    """A seat for several; too shallow a one has no chaise but a long cushion."""
    design, arm = SOFAS[form]
    w, _, d = size
    if design is chaise and d < CHAISE:
        _lounge(m, look, size)
        return
    if d >= CHAISE and w > 1.3 and design in (track, bench):
        design, arm = chaise, (0.12, 0.2)
    design(m, look, body_of(look, size, arm), upholstery(look))


def _lounge(m: Maker, look: Look, size: Vec) -> None:
    """A day bed: one arm, a back that slopes down towards the open end."""
    w, h, d = size
    cloth, s = upholstery(look), -1 if look.rng.random() < 0.5 else 1
    b = Body(w, h, d, float(np.clip(h * 0.48, 0.3, 0.45)), 0.16, 0.2)
    legs(m, "turned", (w - 0.08, d - 0.08), 0.16, 0.05, timber(look))
    m.box((0, 0), 0.15, (w, b.seat - 0.27, d), cloth, bevel=0.025)
    cushion(m, (0, b.back / 2), b.seat - 0.13, (w - 0.04, 0.13, d - b.back), cloth, 0.2)
    path = [(float(x), -d / 2 + 0.09) for x in np.linspace(-w / 2 + 0.02, w / 2 - 0.02, 12)]
    slope = [h - (h - b.seat - 0.05) * (0.5 - s * x / w) ** 1.6 for x, _ in path]
    ribbon(m, path, 0.2, slope, 0.16, cloth, solid=True)
    x = s * (w / 2 - b.arm / 2)
    m.box((x, 0), 0.15, (b.arm * 0.8, h - 0.24, d - 0.02), cloth, bevel=0.02)
    _roll(m, (x, h - 0.1), 0.095, d, cloth)
    m.surface(
        (-w / 2 + (0.06 if s > 0 else 0.22), w / 2 - (0.22 if s > 0 else 0.06)),
        (-d / 2 + b.back + 0.04, d / 2 - 0.05),
        b.seat + 1e-3,
        FREE,
    )


@forms(len(ARMCHAIRS))
def armchair(m: Maker, look: Look, form: int, size: Vec = (0.85, 0.85, 0.8)) -> None:
    """A seat for one."""
    design, arm = ARMCHAIRS[form]
    design(m, look, body_of(look, size, arm), upholstery(look))


RECIPES: dict[str, Recipe] = {"ArmChair": armchair, "Sofa": sofa}
