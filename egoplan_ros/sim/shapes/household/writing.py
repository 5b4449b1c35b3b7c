# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pens and pencils, lying along z with their tips at +z."""

from collections.abc import Sequence

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, WHITE, ribbon, slab
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Surfaced, glass, metal, plastic
from egoplan_ros.sim.shapes.solid import Maker, Vec

INKS = ((0.1, 0.15, 0.5), (0.75, 0.1, 0.1), (0.08, 0.08, 0.09), (0.1, 0.45, 0.2), (0.45, 0.2, 0.55))


def _rod(
    m: Maker,
    stations: Sequence[tuple[float, float]],
    surface: Surfaced,
    sides: int = 12,
    rest: float = 0.005,
    at: tuple[float, float] = (0.0, 0.0),
    flat: float = 1.0,
) -> None:
    """A turned body along z through (z, radius); its axis `rest` above the ground."""
    a = np.linspace(0, 2 * np.pi, sides, endpoint=False) + np.pi / sides
    rings = [
        np.stack([at[0] + r * np.cos(a), at[1] + rest + r * flat * np.sin(a), np.full(sides, z)], 1)
        for z, r in stations
    ]
    m.add(primitives.loft(rings), surface)


def _clip(
    m: Maker, y: float, z0: float, z1: float, surface: Surfaced, wide: float = 0.0035
) -> None:
    """A pocket clip above the barrel."""
    path: list[Vec] = [(0, y, z0), (0, y + 0.003, z0 + 0.001), (0, y + 0.003, z1 - 0.006)]
    path += [(0, y + 0.0015, z1 - 0.003), (0, y + 0.0025, z1)]
    m.add(ribbon(path, wide, 0.0009), surface, solid=False)


def _stick(m: Maker, look: Look) -> None:
    """A clear six-sided ball pen with a coloured cap on its tip or its end."""
    ink = plastic(look.pick(INKS))
    _rod(m, [(-0.075, 0.004), (0.05, 0.004)], glass((0.9, 0.88, 0.8), 0.5), 6)
    _rod(m, [(-0.078, 0.0034), (-0.074, 0.0042), (-0.072, 0.003)], ink, 8)
    if look.rng.random() < 0.5:
        _rod(m, [(0.028, 0.0052), (0.066, 0.005), (0.07, 0.0036)], ink, 12)
        _clip(m, 0.0098, 0.03, 0.066, ink)
        return
    _rod(m, [(0.05, 0.004), (0.064, 0.0016), (0.067, 0.0006)], metal((0.8, 0.66, 0.35)), 8)
    _rod(m, [(-0.107, 0.0038), (-0.105, 0.0052), (-0.066, 0.0052)], ink, 12)


def _click(m: Maker, look: Look) -> None:
    """With a push button, a clip and a rubber grip."""
    coat = plastic(look.hue((0.2, 0.9), (0.3, 0.95)), 0.4)
    _rod(m, [(-0.066, 0.0046), (-0.06, 0.0054), (0.02, 0.0054)], coat)
    for k in range(5):
        z = 0.021 + 0.0062 * k
        _rod(
            m,
            [(z, 0.0052), (z + 0.001, 0.0057), (z + 0.0052, 0.0057), (z + 0.006, 0.0052)],
            BLACK,
            10,
        )
    _rod(m, [(0.052, 0.005), (0.066, 0.0018), (0.07, 0.0006)], metal(), 10)
    _rod(m, [(-0.082, 0.0022), (-0.08, 0.0028), (-0.066, 0.0028)], metal(), 8)
    _clip(m, 0.0102, -0.064, -0.022, metal())


def _fountain(m: Maker, look: Look) -> None:
    """A thick fountain pen, closed, with gold rings."""
    coat = plastic(
        look.pick(((0.1, 0.1, 0.11), (0.35, 0.08, 0.1), (0.08, 0.2, 0.32), (0.1, 0.28, 0.2))), 0.7
    )
    gold = metal((0.83, 0.68, 0.33))
    _rod(m, [(-0.07, 0.0025), (-0.066, 0.0048), (-0.02, 0.0062), (0.0, 0.0064)], coat, 14, 0.0072)
    _rod(
        m,
        [(0.0, 0.007), (0.004, 0.0072), (0.055, 0.007), (0.066, 0.005), (0.07, 0.002)],
        coat,
        14,
        0.0072,
    )
    for z in (0.0, 0.006):
        _rod(m, [(z, 0.0073), (z + 0.003, 0.0074), (z + 0.0032, 0.007)], gold, 14, 0.0072)
    _clip(m, 0.0142, 0.062, 0.022, gold, 0.003)


def _nib(m: Maker, look: Look) -> None:
    """A fountain pen without its cap: the nib shows."""
    coat = plastic(look.hue((0.4, 0.9), (0.3, 0.9)), 0.6)
    gold = metal((0.85, 0.72, 0.38))
    _rod(
        m,
        [(-0.078, 0.0034), (-0.05, 0.0054), (0.02, 0.006), (0.03, 0.0048), (0.052, 0.0042)],
        coat,
        12,
        0.006,
    )
    _rod(m, [(0.028, 0.0052), (0.031, 0.0052)], gold, 12, 0.006)
    _rod(m, [(0.05, 0.003), (0.068, 0.002), (0.072, 0.0006)], BLACK, 8, 0.0055)
    a = [
        (-0.0045, 0.05),
        (0.0045, 0.05),
        (0.0052, 0.058),
        (0.0008, 0.078),
        (-0.0008, 0.078),
        (-0.0052, 0.058),
    ]
    with m.placed((0, 0.0086, 0), (90, 0, 0)):
        m.add(primitives.extrusion(a, 0.0007), gold)


def _marker(m: Maker, look: Look) -> None:
    """A thick felt pen with a capped end in its colour."""
    ink = plastic(look.pick(INKS))
    r = float(look.rng.uniform(0.008, 0.01))
    _rod(
        m,
        [(-0.065, r * 0.9), (-0.062, r), (0.02, r)],
        plastic(WHITE if look.rng.random() < 0.6 else BLACK),
        14,
        r,
    )
    m.panel((0, 2 * r + 0.0003, -0.02), (r * 1.1, 0.06), look.draw("label"), "up")
    _rod(m, [(0.02, r * 1.06), (0.055, r), (0.066, r * 0.8), (0.068, r * 0.5)], ink, 14, r)
    _rod(m, [(-0.07, r * 0.7), (-0.064, r * 0.96)], ink, 14, r)


def _highlighter(m: Maker, look: Look) -> None:
    """Flat and broad, in a shrill colour."""
    ink = plastic(
        look.pick(((0.95, 0.95, 0.2), (0.3, 0.95, 0.4), (1.0, 0.5, 0.75), (1.0, 0.6, 0.15)))
    )
    m.add(slab((0.022, 0.013, 0.07), 0.006, 0.004, (0, 0, -0.024)), ink)
    m.add(slab((0.02, 0.012, 0.034), 0.004, 0.004, (0, 0.0005, 0.027)), ink)
    m.add(slab((0.0225, 0.0135, 0.006), 0.005, 0.003, (0, 0, 0.009)), BLACK)
    with m.placed((0, 0.013, 0)):
        _clip(m, 0.0, 0.008, 0.04, ink, 0.005)


def _slim_metal(m: Maker, look: Look) -> None:
    """Slender, all of metal, with a rounded end for touching screens."""
    finish = metal(
        look.pick(((0.75, 0.75, 0.77), (0.2, 0.2, 0.21), (0.8, 0.6, 0.5), (0.3, 0.4, 0.6)))
    )
    _rod(
        m,
        [(-0.07, 0.0036), (-0.004, 0.0038), (-0.003, 0.0032), (-0.001, 0.0032), (0.0, 0.0038)],
        finish,
        12,
        0.0038,
    )
    _rod(m, [(0.0, 0.0038), (0.05, 0.0036), (0.066, 0.001), (0.069, 0.0005)], finish, 12, 0.0038)
    m.ellipsoid((0, 0.0042, -0.073), (0.0042, 0.0042, 0.005), plastic((0.15, 0.15, 0.16)), n=10)
    _clip(m, 0.0074, -0.064, -0.03, finish, 0.002)


def _four_colours(m: Maker, look: Look) -> None:
    """A fat one with four slides at its end."""
    body, lower = (plastic(c) for c in ((0.92, 0.92, 0.92), look.hue((0.5, 0.9), (0.3, 0.8))))
    _rod(m, [(-0.06, 0.0062), (0.0, 0.0065)], body, 14, 0.0066)
    _rod(m, [(0.0, 0.0066), (0.045, 0.0058), (0.062, 0.002), (0.066, 0.0007)], lower, 14, 0.0066)
    _rod(m, [(-0.07, 0.004), (-0.06, 0.006)], body, 14, 0.0066)
    for k, tone in enumerate(INKS[:4]):
        a = np.pi * (0.1 + 0.27 * k)
        x, y = 0.0068 * float(np.cos(a)), 0.0066 + 0.0068 * float(np.sin(a))
        m.tube(
            [(x, y, -0.058 + 0.005 * (k == 1)), (x, y, -0.04 + 0.005 * (k == 1))], 0.0018, tone, n=6
        )
    m.ellipsoid((0, 0.0066, -0.074), (0.0045, 0.0045, 0.004), WHITE, n=8)


PENS = (_stick, _click, _fountain, _nib, _marker, _highlighter, _slim_metal, _four_colours)


@forms(len(PENS))
def pen(m: Maker, look: Look, form: int) -> None:
    """Ball pens, fountain pens, felt pens, markers."""
    PENS[form](m, look)


WOOD = (0.85, 0.68, 0.45)


def _point(
    m: Maker, z: float, r: float, lead: Surfaced, sides: int = 6, back: bool = False
) -> None:
    """The sharpened end: bare wood, then the lead."""
    s = -1 if back else 1
    _rod(m, [(z, r * 0.98), (z + s * 0.012, r * 0.36)], WOOD, sides * 2, r)
    _rod(m, [(z + s * 0.012, r * 0.36), (z + s * 0.018, r * 0.05)], lead, 8, r)


def _with_rubber(m: Maker, look: Look) -> None:
    """Six-sided with a metal sleeve and a rubber."""
    length = float(look.rng.uniform(0.11, 0.165))
    tone = look.pick(((0.92, 0.7, 0.15), (0.75, 0.15, 0.15), (0.15, 0.35, 0.25), (0.2, 0.3, 0.6)))
    z = -length / 2
    _rod(m, [(z, 0.0038), (z + length, 0.0038)], plastic(tone, 0.4), 6, 0.0038)
    _point(m, z + length, 0.0038, (0.15, 0.15, 0.16))
    for k in range(3):
        _rod(
            m,
            [
                (z - 0.003 - 0.004 * k, 0.0041),
                (z - 0.001 - 0.004 * k, 0.0043),
                (z - 0.004 * k, 0.0041),
            ],
            metal((0.75, 0.68, 0.4)),
            10,
            0.0038,
        )
    _rod(
        m,
        [(z - 0.019, 0.0028), (z - 0.017, 0.0038), (z - 0.011, 0.0038)],
        (0.88, 0.5, 0.5),
        10,
        0.0038,
    )


def _natural(m: Maker, look: Look) -> None:
    """Round, of bare wood, with a dipped end."""
    length = float(look.rng.uniform(0.13, 0.17))
    _rod(
        m,
        [(-length / 2, 0.0036), (length / 2, 0.0036)],
        look.draw("wood"),
        14,
        0.0036,
    )
    dip = plastic(look.hue((0.5, 0.9), (0.4, 0.9)))
    _rod(
        m,
        [
            (-length / 2 - 0.003, 0.0015),
            (-length / 2 - 0.001, 0.0037),
            (-length / 2 + 0.016, 0.0038),
        ],
        dip,
        14,
        0.0036,
    )
    _point(m, length / 2, 0.0036, (0.15, 0.15, 0.16), 7)


def _stub(m: Maker, look: Look) -> None:
    """Nearly used up, with a blunt point."""
    tone = look.hue((0.4, 0.9), (0.4, 0.95))
    _rod(m, [(-0.028, 0.0042), (0.026, 0.0042)], plastic(tone, 0.4), 6, 0.0042)
    _rod(m, [(-0.0285, 0.0034), (-0.028, 0.0042)], WOOD, 12, 0.0042)
    _rod(m, [(0.026, 0.0041), (0.034, 0.002), (0.036, 0.0014), (0.037, 0.0006)], WOOD, 12, 0.0042)
    _rod(m, [(0.033, 0.0021), (0.037, 0.0016), (0.0376, 0.0008)], tone, 8, 0.0042)


def _carpenter(m: Maker, look: Look) -> None:
    """Flat and broad, sharpened with a knife."""
    tone = plastic(look.pick(((0.8, 0.15, 0.12), (0.9, 0.65, 0.1), (0.15, 0.4, 0.25))), 0.3)
    _rod(m, [(-0.085, 0.0085), (0.06, 0.0085)], tone, 8, 0.0042, flat=0.48)
    _rod(m, [(0.06, 0.0084), (0.083, 0.004), (0.085, 0.003)], WOOD, 8, 0.0042, flat=0.48)
    _rod(m, [(0.083, 0.0042), (0.09, 0.0026), (0.0905, 0.0015)], BLACK, 8, 0.0042, flat=0.5)
    m.panel((0, 0.0086, -0.03), (0.008, 0.06), look.draw("label"), "up")


def _mechanical(m: Maker, look: Look) -> None:
    """A propelling pencil with grip, clip and rubber."""
    coat = plastic(look.hue((0.1, 0.8), (0.2, 0.9)), 0.4)
    _rod(m, [(-0.056, 0.0044), (0.022, 0.0048)], coat, 10, 0.005)
    _rod(m, [(0.022, 0.005), (0.03, 0.0044), (0.042, 0.0044), (0.05, 0.005)], BLACK, 10, 0.005)
    _rod(m, [(0.05, 0.0046), (0.062, 0.0016), (0.066, 0.0012)], metal(), 10, 0.005)
    _rod(m, [(0.066, 0.0006), (0.072, 0.0006)], BLACK, 5, 0.005)
    _rod(m, [(-0.068, 0.0026), (-0.066, 0.0034), (-0.056, 0.0034)], WHITE, 10, 0.005)
    _clip(m, 0.0094, -0.054, -0.02, metal(), 0.003)


def _coloured(m: Maker, look: Look) -> None:
    """A thick three-sided crayon in the colour of its lead, with a name band."""
    tone = look.hue((0.6, 1.0), (0.5, 0.95))
    _rod(m, [(-0.07, 0.0062), (0.05, 0.0062)], plastic(tone, 0.4), 3, 0.0032)
    _rod(m, [(-0.06, 0.0064), (-0.04, 0.0064)], WHITE, 3, 0.0032)
    _rod(m, [(0.05, 0.0055), (0.066, 0.0022)], WOOD, 6, 0.0032)
    _rod(m, [(0.066, 0.0022), (0.074, 0.0006)], tone, 6, 0.0032)


def _topped(m: Maker, look: Look) -> None:
    """Striped, with a little figure on its end."""
    tones = [plastic(look.hue((0.3, 0.9), (0.5, 0.95))) for _ in range(2)]
    for k in range(8):
        z = -0.06 + 0.015 * k
        _rod(m, [(z, 0.0038), (z + 0.015, 0.0038)], tones[k % 2], 10, 0.0038)
    _point(m, 0.06, 0.0038, BLACK, 5)
    figure = plastic(look.hue((0.4, 0.9), (0.6, 0.95)))
    m.ellipsoid((0, 0.009, -0.072), (0.012, 0.009, 0.012), figure, n=12)
    for s in (-1, 1):
        m.ellipsoid((s * 0.008, 0.01, -0.084), (0.005, 0.005, 0.004), figure, n=8)


def _two_ended(m: Maker, look: Look) -> None:
    """Red and blue, sharpened at both ends, or long with a metal cap over its point."""
    first, second = (look.hue((0.7, 1.0), (0.4, 0.9)) for _ in range(2))
    _rod(m, [(-0.06, 0.004), (0.0, 0.004)], plastic(first, 0.4), 6, 0.004)
    _rod(m, [(0.0, 0.004), (0.06, 0.004)], plastic(second, 0.4), 6, 0.004)
    _point(m, 0.06, 0.004, second)
    _point(m, -0.06, 0.004, first, back=True)


PENCILS = (
    _with_rubber,
    _natural,
    _stub,
    _carpenter,
    _mechanical,
    _coloured,
    _topped,
    _two_ended,
)


@forms(len(PENCILS))
def pencil(m: Maker, look: Look, form: int) -> None:
    """Wooden pencils in several cuts, crayons, propelling pencils."""
    PENCILS[form](m, look)


RECIPES: dict[str, Recipe] = {"Pen": pen, "Pencil": pencil}
