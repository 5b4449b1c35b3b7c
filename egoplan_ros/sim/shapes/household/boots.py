# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Boots: a pair standing side by side, toes to the front."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, Floats, ribbon
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker, Vec

Station = tuple[float, float, float, float]


def _ring(y: float, back: float, front: float, half: float, toe: float = 0.0) -> Floats:
    """A cross section from heel (z = back) to toe; `toe` above 0 narrows it in front."""
    a = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    c, s = np.cos(a), np.sin(a)
    ahead = np.sign(s) * np.abs(s) ** 0.75
    z = (back + front) / 2 + ahead * (front - back) / 2
    x = np.sign(c) * np.abs(c) ** 0.75 * half * (1 - toe * np.clip(ahead, 0, 1))
    return np.stack([x, np.full(12, y), z], 1)


def _upper(
    m: Maker, stations: Sequence[Station], hide: Surfaced, toe: float, opening: float = 0.012
) -> None:
    """The leather through (y, back, front, half width) from the sole to the rim, hollow above."""
    rings = [
        _ring(y, b, f, w, toe * max(0.0, 1 - k / 3)) for k, (y, b, f, w) in enumerate(stations)
    ]
    y, b, f, w = stations[-1]
    rings.append(_ring(y, b + 0.006, f - 0.006, w - 0.006))
    made = primitives.loft(rings)
    m.add(Mesh(made.vertices, made.faces), hide)
    rim = _ring(y + 0.0008, b + 0.007, f - 0.007, w - 0.007)
    k = np.arange(1, len(rim) - 1)
    inside = Mesh(rim, np.stack([0 * k, k, k + 1], 1).astype(np.int32))
    m.add(inside, (0.08, 0.07, 0.07), solid=False)


def _sole(
    m: Maker,
    back: float,
    front: float,
    half: float,
    thick: float,
    toe: float,
    surface: Surfaced,
    heel: float = 0.0,
    share: float = 0.32,
) -> None:
    """The sole `thick` high, on a heel of its own height if that is above 0."""
    low = heel
    rings = [
        _ring(low, back, front, half, toe),
        _ring(low + thick, back - 0.002, front + 0.003, half + 0.003, toe),
    ]
    if heel > 0:
        end = back + (front - back) * share
        m.add(
            primitives.loft(
                [
                    _ring(0.0, back + 0.006, end - 0.008, half * 0.75),
                    _ring(heel, back, end, half * 0.95),
                ]
            ),
            surface,
        )
        # In front the sole comes down to the ground.
        tip = [
            _ring(0.0, back + (front - back) * 0.55, front * 0.94, half * 0.8, toe),
            _ring(heel + thick * 0.5, back + (front - back) * 0.42, front, half * 0.96, toe),
        ]
        m.add(primitives.loft(tip), surface)
    m.add(primitives.loft(rings), surface)


def _laces(
    m: Maker, path: Sequence[tuple[float, float]], half: float, tone: Surfaced, rows: int = 5
) -> None:
    """Crossed laces and a bow along a line (z, y) up the front."""
    line = np.array(path)
    t = np.linspace(0, 1, rows)
    z = np.interp(t, np.linspace(0, 1, len(line)), line[:, 0])
    y = np.interp(t, np.linspace(0, 1, len(line)), line[:, 1])
    for k in range(rows - 1):
        for s in (-1, 1):
            m.tube(
                [
                    (s * half, float(y[k]), float(z[k])),
                    (-s * half, float(y[k + 1]), float(z[k + 1])),
                ],
                0.0028,
                tone,
                n=3,
            )
    top = (float(y[-1]), float(z[-1]))
    for s in (-1, 1):
        bow: list[Vec] = [
            (0, top[0], top[1]),
            (s * 0.03, top[0] + 0.004, top[1] + 0.012),
            (s * 0.034, top[0] - 0.012, top[1] + 0.016),
            (0, top[0], top[1] + 0.002),
        ]
        m.tube(bow, 0.0024, tone, n=3)


def _pair(m: Maker, look: Look, one: Callable[[Maker, Look], None], apart: float) -> None:
    """A boot and its mirror image, both turned out a little."""
    first = len(m.parts), len(m.solids)
    turn = float(look.rng.uniform(-2, 9))
    with m.placed((apart, 0, 0), (0, turn, 0)):
        one(m, look)
    back = float(look.rng.uniform(-0.012, 0.012))
    for part in m.parts[first[0] :]:
        other = part.vertices * np.array([-1, 1, 1], np.float32) + np.array(
            [0, 0, back], np.float32
        )
        m.parts.append(replace(part, vertices=other))
    for link, box in m.solids[first[1] :]:
        low, high = box[:3], box[3:]
        m.solids.append((link, np.array([-high[0], low[1], low[2], -low[0], high[1], high[2]])))


def _hide(look: Look) -> Material:
    return look.draw("leather", gloss=0.3)


def _work(m: Maker, look: Look) -> None:
    """Ankle high, laced, with a stitched toe cap and a light sole."""
    hide = _hide(look)
    _sole(
        m,
        -0.12,
        0.15,
        0.046,
        0.022,
        0.2,
        (0.85, 0.75, 0.55) if look.rng.random() < 0.5 else BLACK,
        0.012,
    )
    low: list[Station] = [
        (0.03, -0.118, 0.148, 0.046),
        (0.06, -0.118, 0.14, 0.046),
        (0.085, -0.115, 0.08, 0.042),
        (0.11, -0.112, 0.02, 0.042),
        (0.15, -0.115, -0.002, 0.044),
        (0.19, -0.122, 0.0, 0.048),
    ]
    _upper(m, low, hide, 0.2)
    _laces(m, [(0.075, 0.09), (0.022, 0.115), (0.006, 0.18)], 0.016, (0.9, 0.8, 0.3))


def _rubber_boot(m: Maker, look: Look) -> None:
    """A tall rubber boot with a coloured rim."""
    tone = look.pick(
        (
            (0.2, 0.32, 0.18),
            (0.85, 0.7, 0.1),
            (0.12, 0.12, 0.13),
            (0.15, 0.25, 0.5),
            (0.7, 0.15, 0.2),
        )
    )
    rubber = plastic(tone, 0.5)
    h = float(look.rng.uniform(0.32, 0.38))
    _sole(m, -0.115, 0.15, 0.046, 0.02, 0.12, rubber.shaded(0.6), 0.012)
    low: list[Station] = [
        (0.028, -0.113, 0.148, 0.046),
        (0.06, -0.113, 0.143, 0.046),
        (0.09, -0.11, 0.085, 0.043),
        (0.13, -0.108, 0.022, 0.044),
        (0.2, -0.112, 0.022, 0.052),
        (h, -0.122, 0.036, 0.062),
    ]
    _upper(m, low, rubber, 0.12)
    band = primitives.loft(
        [_ring(h - 0.024, -0.123, 0.036, 0.063), _ring(h - 0.006, -0.124, 0.038, 0.064)], caps=False
    )
    m.add(band, (0.93, 0.92, 0.88) if look.rng.random() < 0.5 else rubber.shaded(0.7), solid=False)


def _chelsea(m: Maker, look: Look) -> None:
    """Smooth and low, with elastic sides and a loop behind."""
    hide = _hide(look)
    _sole(m, -0.12, 0.152, 0.042, 0.008, 0.3, (0.15, 0.12, 0.1), 0.022)
    low: list[Station] = [
        (0.028, -0.118, 0.15, 0.042),
        (0.055, -0.117, 0.142, 0.042),
        (0.08, -0.114, 0.07, 0.039),
        (0.11, -0.112, 0.008, 0.038),
        (0.175, -0.118, 0.0, 0.042),
    ]
    _upper(m, low, hide, 0.3)
    for side in (-1, 1):
        outline = [(-0.022, 0.172), (-0.086, 0.172), (-0.066, 0.07), (-0.04, 0.07)]
        with m.placed((side * 0.0425, 0, 0), (0, 90, 0)), m.placed((0, 0, -0.002)):
            m.add(
                primitives.extrusion([(-z, y) for z, y in outline], 0.004),
                (0.1, 0.1, 0.1),
                solid=False,
            )
    m.add(ribbon([(0, 0.165, -0.118), (0, 0.195, -0.126), (0, 0.165, -0.13)], 0.014, 0.002), BLACK)


def _cowboy(m: Maker, look: Look) -> None:
    """Pointed, with a slanted heel, a scalloped rim and stitches."""
    hide = _hide(look)
    h = float(look.rng.uniform(0.28, 0.33))
    _sole(m, -0.11, 0.16, 0.04, 0.008, 0.62, (0.3, 0.18, 0.1), 0.038, 0.26)
    low: list[Station] = [
        (0.044, -0.108, 0.158, 0.04),
        (0.07, -0.107, 0.146, 0.04),
        (0.095, -0.104, 0.075, 0.038),
        (0.13, -0.102, 0.012, 0.042),
        (0.2, -0.108, 0.012, 0.052),
        (h, -0.118, 0.026, 0.06),
    ]
    _upper(m, low, hide, 0.62)
    for side in (-1, 1):
        m.add(
            ribbon(
                [
                    (side * 0.058, h - 0.03, -0.045),
                    (side * 0.064, h + 0.02, -0.045),
                    (side * 0.055, h - 0.03, -0.045),
                ],
                0.02,
                0.003,
                (0, 0, 1),
            ),
            hide.shaded(0.7),
        )
        for k in range(2):
            z0 = -0.07 + 0.022 * k
            stitch: list[Vec] = [
                (side * (0.058 - 0.002 * k), 0.16, z0),
                (side * 0.06, 0.2, z0 + 0.03),
                (side * 0.063, 0.25, z0 + 0.01),
            ]
            m.tube(stitch, 0.0018, (0.92, 0.85, 0.65), n=3)


def _snow(m: Maker, look: Look) -> None:
    """Padded, with a fur rim and a thick sole."""
    coat = look.draw("fabric", look.hue((0.05, 0.6), (0.2, 0.9)))
    h = float(look.rng.uniform(0.22, 0.27))
    _sole(m, -0.125, 0.155, 0.055, 0.045, 0.1, plastic((0.16, 0.16, 0.17)))
    low: list[Station] = [
        (0.04, -0.12, 0.15, 0.053),
        (0.075, -0.12, 0.142, 0.055),
        (0.1, -0.118, 0.08, 0.052),
        (0.13, -0.118, 0.03, 0.054),
        (0.17, -0.116, 0.024, 0.05),
        (0.2, -0.124, 0.03, 0.058),
        (h, -0.12, 0.026, 0.056),
    ]
    _upper(m, low, coat, 0.1)
    fur = [
        _ring(h - 0.015, -0.128, 0.034, 0.064),
        _ring(h + 0.008, -0.142, 0.048, 0.078),
        _ring(h + 0.03, -0.13, 0.036, 0.066),
        _ring(h + 0.026, -0.11, 0.016, 0.046),
    ]
    made = primitives.loft(fur)
    wool = Mesh(
        made.vertices * (1 + look.rng.uniform(-0.03, 0.03, (len(made.vertices), 1)) * [1, 0, 1]),
        made.faces,
    )
    m.add(wool, look.pick(((0.93, 0.9, 0.84), (0.5, 0.4, 0.3), (0.25, 0.22, 0.2))))


def _heeled(m: Maker, look: Look) -> None:
    """Knee high on a slender heel."""
    hide = look.draw("leather", gloss=0.5)
    h = float(look.rng.uniform(0.36, 0.42))
    m.add(
        primitives.loft([_ring(0.0, -0.094, -0.076, 0.009), _ring(0.075, -0.1, -0.05, 0.024)]),
        BLACK,
    )
    foot: list[Floats] = []
    a = np.linspace(0, 1, 7)
    for t in a:
        z, y = -0.1 + 0.22 * float(t), 0.068 * float((1 - t) ** 1.6)
        half = float(np.interp(t, [0, 0.35, 0.75, 1], [0.026, 0.028, 0.034, 0.012]))
        high = float(np.interp(t, [0, 0.3, 0.7, 1], [0.09, 0.075, 0.04, 0.018]))
        c = np.linspace(0, 2 * np.pi, 12, endpoint=False)
        foot.append(
            np.stack([half * np.cos(c), y + high * (0.5 + 0.5 * np.sin(c)), np.full(12, z)], 1)
        )
    made = primitives.loft(foot)
    m.add(Mesh(made.vertices, made.faces), hide)
    low: list[Station] = [
        (0.07, -0.1, -0.01, 0.027),
        (0.12, -0.098, -0.02, 0.029),
        (0.16, -0.1, -0.018, 0.033),
        (0.27, -0.112, 0.004, 0.048),
        (h, -0.11, 0.006, 0.05),
    ]
    _upper(m, low, hide, 0.0)
    m.box((0.03, -0.06), 0.14, (0.004, 0.018, 0.02), metal((0.8, 0.65, 0.35)), solid=False)


def _hiking(m: Maker, look: Look) -> None:
    """A thick treaded sole, two colours, hooks for the laces."""
    hide, second = _hide(look), look.draw("fabric", look.hue((0.1, 0.7), (0.25, 0.7)))
    black = plastic((0.14, 0.14, 0.15))
    _sole(m, -0.125, 0.155, 0.05, 0.024, 0.15, black, 0.01)
    for k in range(7):
        z = -0.11 + 0.04 * k
        m.box((0, z), 0.0, (0.096 - 0.02 * (k == 6), 0.014, 0.02), black)
    low: list[Station] = [
        (0.032, -0.122, 0.152, 0.049),
        (0.062, -0.122, 0.145, 0.049),
        (0.09, -0.118, 0.085, 0.044),
        (0.118, -0.115, 0.026, 0.044),
        (0.16, -0.12, 0.004, 0.046),
        (0.185, -0.128, 0.008, 0.052),
    ]
    _upper(m, low, hide, 0.15)
    cuff = [
        _ring(0.155, -0.126, 0.01, 0.051),
        _ring(0.17, -0.134, 0.014, 0.056),
        _ring(0.19, -0.132, 0.012, 0.055),
    ]
    m.add(primitives.loft(cuff, caps=False), second)
    band = [_ring(0.034, -0.125, 0.156, 0.053, 0.15), _ring(0.056, -0.123, 0.15, 0.052, 0.15)]
    m.add(primitives.loft(band, caps=False), second.shaded(0.7), solid=False)
    _laces(
        m,
        [(0.085, 0.094), (0.03, 0.12), (0.014, 0.176)],
        0.017,
        look.pick(((0.8, 0.15, 0.15), (0.9, 0.75, 0.2), (0.9, 0.9, 0.9))),
        6,
    )


def _felt(m: Maker, look: Look) -> None:
    """Soft sheepskin: round toe, wide shaft, a seam up the back and lambswool inside."""
    hide = look.draw("leather", gloss=0.0)
    h = float(look.rng.uniform(0.2, 0.27))
    _sole(m, -0.115, 0.14, 0.052, 0.014, 0.0, (0.8, 0.74, 0.62))
    low: list[Station] = [
        (0.012, -0.113, 0.138, 0.052),
        (0.05, -0.115, 0.136, 0.054),
        (0.085, -0.112, 0.09, 0.053),
        (0.12, -0.112, 0.026, 0.054),
        (0.16, -0.114, 0.02, 0.056),
        (h, -0.12, 0.03, 0.062),
    ]
    _upper(m, low, hide, 0.0)
    rim = [
        _ring(h - 0.006, -0.125, 0.035, 0.066),
        _ring(h + 0.006, -0.127, 0.037, 0.068),
        _ring(h + 0.006, -0.112, 0.022, 0.054),
    ]
    m.add(primitives.loft(rim, caps=False), (0.93, 0.88, 0.78))
    m.box((0, -0.117), 0.02, (0.012, h - 0.05, 0.008), hide.shaded(0.85), solid=False)


KINDS = (
    (_work, 0.062),
    (_rubber_boot, 0.07),
    (_chelsea, 0.056),
    (_cowboy, 0.068),
    (_snow, 0.082),
    (_heeled, 0.058),
    (_hiking, 0.066),
    (_felt, 0.074),
)


@forms(len(KINDS))
def boots(m: Maker, look: Look, form: int) -> None:
    """A pair of boots for work, rain, town, snow, walking."""
    one, apart = KINDS[form]
    _pair(m, look, one, apart)


RECIPES: dict[str, Recipe] = {"Boots": boots}
