# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Beds: frames of wood, metal and cloth; made, or with the covers thrown back when dirty."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import (
    beam,
    beams,
    block,
    channels,
    iron,
    legs,
    moulding,
    ribbon,
    square,
    tiled,
    timber,
    tufted,
    upholstery,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import WHITE, Material
from egoplan_ros.sim.shapes.solid import Maker, Vec

Grid = NDArray[np.float64]
FOOT = 0.17
"""Share of the length at the foot end that the heaped cover may take; nothing is put there."""
MATTRESS = 0.2


def bedding(m: Maker, look: Look, size: Vec, top: float, tuck: float) -> None:
    """Mattress, sheet and cover up to height `top`; the cover hangs `tuck` below the mattress top.

    `size`: width and length of the mattress with the headboard's thickness taken off (w, -, d).
    """
    w, _, d = size
    rng = look.rng
    sheet = look.draw("fabric", look.hue((0, 0.12), (0.85, 1.0)), gloss=0.0)
    roll = rng.random()
    if roll < 0.35:
        cover = look.draw("pattern", gloss=0.0)
    else:
        cover = look.draw("fabric", look.hue((0, 0.7), (0.25, 0.95)), gloss=0.0)
    plain = sheet if rng.random() < 0.5 else cover.shaded(0.8)
    level = top - 0.035
    m.box((0, 0), level - MATTRESS, (w, MATTRESS, d), sheet, bevel=0.03)
    # Made: the cover lies flat, turned down near the pillows, sometimes with a throw at the foot.
    turned = d * float(rng.uniform(0.16, 0.3))
    long = d - turned
    head = (0.0, -d / 2 + turned / 2 + 0.01)
    m.box(head, level - 0.01, (w - 0.01, 0.03, turned), sheet, when="!dirty", bevel=0.01)
    m.box((0, turned / 2), level - 0.01, (w + 0.03, 0.043, long), cover, when="!dirty", bevel=0.012)
    for s in (-1, 1):
        side = (s * (w / 2 + 0.008), turned / 2)
        m.box(
            side, level - tuck, (0.02, tuck, long), cover, when="!dirty", solid=False, bevel=0.006
        )
    m.box((0, d / 2 + 0.004), level - tuck, (w, tuck, 0.02), cover, when="!dirty", solid=False)
    fold = 0.16 + 0.1 * float(rng.random())
    at = (0.0, -d / 2 + turned + fold / 2)
    m.box(at, level - 0.008, (w + 0.034, 0.046, fold), plain, when="!dirty", bevel=0.01)
    if rng.random() < 0.4:
        strip = d * FOOT * 0.8
        throw = look.draw(
            "pattern" if rng.random() < 0.5 else "fabric", look.hue((0, 0.8), (0.3, 0.9))
        )
        spot = (0.0, d / 2 - strip / 2 - 0.02)
        m.box(
            spot,
            level - 0.09,
            (w + 0.04, 0.14, strip),
            throw,
            when="!dirty",
            bevel=0.014,
            solid=False,
        )
    _unmade(m, look, (w, d), level, cover, sheet)
    m.surface(
        (-w / 2 + 0.04, w / 2 - 0.04), (-d / 2 + 0.05, d / 2 - d * FOOT - 0.02), top + 1e-3, 0.9
    )


def _unmade(
    m: Maker, look: Look, size: tuple[float, float], level: float, cover: Material, sheet: Material
) -> None:
    """Creased sheet over the bed, the cover pushed into a heap towards the foot end."""
    w, d = size
    rng = look.rng
    phase = rng.uniform(0, 2 * np.pi, 6)
    side = -1.0 if rng.random() < 0.5 else 1.0

    def creases(u: Grid, v: Grid) -> Grid:
        a = np.sin(9 * u + 5 * v + phase[0]) * np.sin(7 * v - 4 * u + phase[1])
        b = np.sin(17 * u - 9 * v + phase[2]) * np.sin(13 * v + 6 * u + phase[3])
        edge = np.clip(np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v)) * 14, 0, 1)
        out: Grid = edge * (0.018 + 0.009 * a + 0.006 * b)
        return out

    with m.placed((0, level - 0.001, 0)):
        m.add(tiled(primitives.sheet(creases, (w * 0.99, d * 0.99), 11)), sheet, when="dirty")

    def heap(u: Grid, v: Grid) -> Grid:
        # v runs from the middle of the bed to its foot end; the border wanders.
        border = 0.3 + 0.2 * side * (u - 0.5) + 0.12 * np.sin(5 * u + phase[4])
        rise = np.clip((v - border) / 0.35, 0, 1)
        wave = 0.5 + 0.5 * np.sin(11 * u + 7 * v + phase[5]) * np.sin(9 * v - 8 * u + phase[0])
        far = np.clip((v - 0.62) / 0.15, 0, 1)
        end = np.clip((1 - v) * 8, 0, 1)
        low = 0.026 * rise + 0.004 * wave
        out: Grid = low * (rise > 0) + far * end * (0.03 + 0.1 * wave) - 0.02 * (rise <= 0)
        return out

    deep = d * 0.56
    with m.placed((side * 0.03, level, d / 2 - deep / 2 + 0.03)):
        m.add(tiled(primitives.sheet(heap, (w + 0.05, deep), 15)), cover, when="dirty", solid=False)
    # It hangs down on one side only, lower towards the foot.
    path = [
        (side * (w / 2 + 0.02 + 0.012 * float(np.sin(9 * t))), d * (0.5 * t))
        for t in np.linspace(0.2, 1, 9)
    ]
    low = [
        level - 0.1 - 0.16 * float(t) - 0.03 * float(np.sin(7 * t)) for t in np.linspace(0.2, 1, 9)
    ]
    before = len(m.parts)
    ribbon(m, path, low, level + 0.015, 0.02, cover)
    for part in m.parts[before:]:
        part.when = "dirty"


def _rails(m: Maker, wood: Material, size: Vec, low: float, tall: float) -> None:
    w, _, d = size
    for s in (-1, 1):
        m.box((s * (w / 2 - 0.0125), 0), low, (0.025, tall, d - 0.06), wood, bevel=0.006)


def panelled(m: Maker, look: Look, size: Vec, top: float) -> None:
    """A framed headboard, a lower footboard."""
    w, h, d = size
    wood = timber(look)
    low = min(0.12, top * 0.25)
    post = 0.065
    foot = top + float(look.rng.uniform(-0.1, 0.1))
    for z, tall in ((-d / 2 + 0.035, h), (d / 2 - 0.03, foot)):
        for s in (-1, 1):
            m.box(
                (s * (w / 2 - post / 2), z), 0, (post, tall - 0.02, post * 0.9), wood, bevel=0.008
            )
        m.box((0, z), low, (w - 2 * post, tall - low - 0.05, 0.024), wood)
        m.box((0, z), tall - 0.06, (w, 0.06, post), wood, bevel=0.012)
        count = max(2, round(w / 0.45))
        each = (w - 2 * post) / count
        for k in range(count):
            x = -w / 2 + post + each * (k + 0.5)
            outline = square(each - 0.05, tall - max(low, top * 0.5) - 0.16)
            y = (max(low, top * 0.5) + tall) / 2 - 0.02
            moulding(m, outline, ((0, 0.012), (0.008, 0.02), (0.025, 0.012)), wood, (x, y), z)
    _rails(m, wood, size, low, top - MATTRESS * 0.6 - low)
    bedding(m, look, (w - 0.06, h, d - 0.16), top, 0.1)


def slatted(m: Maker, look: Look, size: Vec, top: float) -> None:
    """Upright slats at the head, a low rail at the foot, tapered legs."""
    w, h, d = size
    wood = timber(look)
    low = max(top - MATTRESS - 0.13, 0.06)
    legs(m, "round", (w - 0.02, d - 0.02), low + 0.05, 0.055, wood, splay=0.03)
    _rails(m, wood, size, low, 0.13)
    m.box((0, d / 2 - 0.015), low, (w, 0.13, 0.03), wood, bevel=0.008)
    z = -d / 2 + 0.025
    for s in (-1, 1):
        m.box((s * (w / 2 - 0.025), z), low, (0.05, h - low, 0.04), wood, bevel=0.008)
    m.box((0, z), h - 0.08, (w, 0.08, 0.035), wood, bevel=0.012)
    count = max(5, round(w / float(look.rng.uniform(0.12, 0.2))))
    for x in np.linspace(-1, 1, count + 2)[1:-1] * (w / 2 - 0.05):
        m.box((float(x), z), top - 0.1, (0.045, h - top + 0.03, 0.018), wood, solid=False)
    block(m, (-w / 2, low, -d / 2), (w / 2, h, -d / 2 + 0.05))
    bedding(m, look, (w - 0.05, h, d - 0.1), top, 0.12)


def upholstered(m: Maker, look: Look, size: Vec, top: float) -> None:
    """A padded box with a buttoned or channelled headboard."""
    w, h, d = size
    cloth = upholstery(look)
    low = 0.06
    legs(m, "square", (w - 0.1, d - 0.1), low, 0.06, iron(look))
    m.box((0, 0), low, (w, top - MATTRESS * 0.7 - low, d - 0.02), cloth, bevel=0.03)
    thick = 0.1
    z = -d / 2 + thick / 2
    m.box((0, z), low, (w, h - low, thick * 0.8), cloth, bevel=0.03)
    tall = h - top + 0.06
    if look.rng.random() < 0.5:
        with m.placed((0, top - 0.1, z + thick * 0.38)):
            tufted(m, (w - 0.06, tall), 0.035, 2, max(3, round(w / 0.3)), cloth)
    else:
        count = max(5, round(w / 0.16))
        each = (w - 0.04) / count
        row = [((k + 0.5 - count / 2) * each, z + thick * 0.32) for k in range(count)]
        channels(m, row, top - 0.1, (each, tall + 0.02, 0.06), cloth, 8)
    bedding(m, look, (w - 0.08, h, d - thick - 0.05), top, 0.07)


def railed(m: Maker, look: Look, size: Vec, top: float) -> None:
    """Bent metal tube: bows, upright rods, knobs on the posts."""
    w, h, d = size
    tube = iron(look)
    r = float(look.rng.uniform(0.014, 0.022))
    low = max(top - MATTRESS - 0.06, 0.1)
    bowed = bool(look.rng.random() < 0.5)
    for z, tall in ((-d / 2 + 0.03, h), (d / 2 - 0.03, top + 0.14)):
        half = w / 2 - r
        post = tall - (0.16 if bowed else 0.03) * min(1.0, h)
        for s in (-1, 1):
            m.tube([(s * half, 0, z), (s * half, post, z)], r, tube, solid=True)
            if not bowed:
                m.ellipsoid(
                    (s * half, post + 0.01, z), (0.026, 0.026, 0.026), tube, n=8, solid=False
                )
        bow = [
            (half * float(np.cos(a)), post + (tall - r - post) * float(np.sin(a)), z)
            for a in np.linspace(0, np.pi, 11)
        ]
        if bowed:
            m.tube(bow, r, tube, n=8)
        for y in (low + 0.03, post - 0.05):
            beam(m, (-half, y, z), (half, y, z), 1.6 * r, tube, n=6)
        rods = []
        for x in (np.linspace(-1, 1, max(5, round(w / 0.16)) + 2)[1:-1] * half).tolist():
            arch = post + (tall - r - post) * (1 - (x / half) ** 2) ** 0.5
            rods.append(((x, low, z), (x, arch if bowed else post - 0.05, z)))
        beams(m, rods, 0.014, tube)
        block(m, (-w / 2, low, z - r), (w / 2, tall, z + r))
    for s in (-1, 1):
        m.box((s * (w / 2 - 0.02), 0), low, (0.03, 0.05, d - 0.06), tube)
    bedding(m, look, (w - 0.06, h, d - 0.14), top, 0.16)


def platform(m: Maker, look: Look, size: Vec, top: float) -> None:
    """A low deck wider than the mattress, a plank as headboard."""
    w, h, d = size
    wood = timber(look)
    low = top - MATTRESS - 0.02
    m.box((0, -0.03), 0, (w - 0.3, max(low - 0.06, 0.04), d - 0.3), wood.shaded(0.5))
    m.box((0, 0), max(low - 0.06, 0.03), (w, 0.07, d), wood, bevel=0.01)
    z = -d / 2 + 0.02
    planks = int(look.rng.integers(1, 4))
    each = (h - low) / planks
    for k in range(planks):
        m.box((0, z), low + each * k, (w, each - 0.008, 0.035), wood, bevel=0.008)
    bedding(m, look, (w - 0.14, h, d - 0.14), top, 0.14)


def arched(m: Maker, look: Look, size: Vec, top: float) -> None:
    """A box spring to the floor with a valance, a headboard with a curved upper edge."""
    w, h, d = size
    cloth = upholstery(look)
    board = timber(look) if look.rng.random() < 0.5 else cloth
    m.box((0, 0.03), 0.02, (w - 0.02, top - MATTRESS - 0.03, d - 0.06), cloth, bevel=0.01)
    m.box((0, 0.03), 0, (w - 0.08, 0.02, d - 0.12), Material((0.1, 0.1, 0.1)))
    share = float(look.rng.uniform(0.1, 0.45))
    path = [(float(x), -d / 2 + 0.035) for x in np.linspace(-w / 2, w / 2, 17)]
    edge = [top + (h - top) * (1 - share * (2 * abs(x) / w) ** 2.5) for x, _ in path]
    ribbon(m, path, 0.0, edge, 0.06, board, solid=True)
    bedding(m, look, (w - 0.03, h, d - 0.1), top, 0.12)


def drawered(m: Maker, look: Look, size: Vec, top: float) -> None:
    """A chest with drawer fronts on both sides, a headboard with a shelf."""
    w, h, d = size
    wood = timber(look)
    front = wood.shaded(0.92) if look.rng.random() < 0.6 else look.draw("paint", WHITE, gloss=0.2)
    tall = top - MATTRESS * 0.8
    m.box((0, 0), 0.03, (w, tall - 0.03, d), wood, bevel=0.006)
    m.box((0, 0), 0, (w - 0.06, 0.03, d - 0.06), wood.shaded(0.4))
    for s in (-1, 1):
        for k in range(3):
            z = -d / 2 + d * (k + 0.5) / 3
            m.box(
                (s * (w / 2 + 0.006), z),
                0.06,
                (0.016, tall - 0.12, d / 3 - 0.03),
                front,
                solid=False,
                bevel=0.004,
            )
            m.box(
                (s * (w / 2 + 0.02), z), tall * 0.55, (0.014, 0.014, 0.14), look.handle, solid=False
            )
    m.box((0, -d / 2 + 0.045), 0.03, (w, h - 0.03, 0.09), wood, bevel=0.006)
    moulding(
        m,
        square(w - 0.1, (h - top) * 0.7),
        ((0, 0.0), (0.004, 0.006), (0.02, 0.001)),
        wood,
        (0, top + (h - top) * 0.5),
        -d / 2 + 0.09,
    )
    bedding(m, look, (w - 0.07, h, d - 0.16), top, 0.05)


Design = Callable[[Maker, Look, Vec, float], None]
DESIGNS: tuple[Design, ...] = (
    panelled,
    slatted,
    upholstered,
    railed,
    platform,
    arched,
    drawered,
)


@forms(len(DESIGNS))
def bed(m: Maker, look: Look, form: int, size: Vec = (1.4, 0.95, 2.05)) -> None:
    """A bed, its head at the back."""
    h = size[1]
    top = float(np.clip(0.58 * h, min(0.36, 0.8 * h), 0.58))
    DESIGNS[form](m, look, size, top)


RECIPES: dict[str, Recipe] = {"Bed": bed}
