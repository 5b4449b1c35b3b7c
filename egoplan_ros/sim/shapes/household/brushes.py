# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Lavatory brushes and plungers, standing upright."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    BLACK,
    WHITE,
    glazed,
    merged,
    ribbon,
    ring,
    rubber,
    slab,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Surfaced, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh, curve
from egoplan_ros.sim.shapes.solid import Maker, Vec


def _bristles(m: Maker, y: float, r: float, h: float, surface: Surfaced, n: int = 12) -> None:
    """A round head of bristles."""
    rings = []
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    for v in np.linspace(0, 1, 5):
        q = (
            r
            * np.sqrt(np.clip(1 - (2 * v - 1) ** 2 * 0.75, 0.1, 1))
            * (1 + 0.1 * (np.arange(n) % 2))
        )
        twist = a + 1.3 * v
        rings.append(np.stack([q * np.cos(twist), np.full(n, y + h * v), q * np.sin(twist)], 1))
    made = primitives.loft(rings)
    m.add(Mesh(made.vertices, made.faces), surface)


def _stick(
    m: Maker, y: float, top: float, surface: Surfaced, r: float = 0.009, knob: bool = True
) -> None:
    shape = [
        (r * 0.8, y),
        (r * 0.7, y + (top - y) * 0.4),
        (r * 1.15, top - 0.06),
        (r * 1.1, top - 0.012),
    ]
    m.lathe([*shape, (r * 0.8, top - 0.002), (0, top)], surface, n=8)
    if knob:
        m.ellipsoid((0, top - 0.008, 0), (r * 1.5, r * 1.3, r * 1.5), surface, n=8)


def _height(look: Look) -> float:
    return float(look.rng.uniform(0.37, 0.46))


def _cone_holder(m: Maker, look: Look) -> None:
    coat = plastic(look.hue((0.0, 0.6), (0.5, 0.97)), 0.4)
    h = _height(look)
    shape = [
        (0, 0),
        (0.062, 0),
        (0.064, 0.006),
        (0.05, 0.1),
        (0.042, 0.14),
        (0.044, 0.146),
        (0.03, 0.146),
        (0.03, 0.1),
    ]
    m.lathe(shape, coat, n=18)
    m.lathe([(0.032, 0.147), (0.03, 0.16), (0.01, 0.17)], coat.shaded(0.9), n=16)
    _stick(m, 0.165, h, coat.shaded(0.9))


def _steel_tube(m: Maker, look: Look) -> None:
    """A straight brushed tube with a lid."""
    steel = look.draw("metal", gloss=0.6, rough=0.35)
    h, r = _height(look), float(look.rng.uniform(0.043, 0.05))
    m.lathe([(0, 0), (r, 0), (r, 0.004), (r, 0.24), (r - 0.003, 0.243), (0, 0.243)], steel, n=18)
    m.lathe([(r + 0.002, 0.236), (r + 0.002, 0.25), (r * 0.6, 0.258), (0, 0.258)], steel, n=18)
    m.cylinder((0, 0), 0.255, 0.006, h - 0.26, steel, n=12)
    m.cylinder((0, 0), h - 0.02, 0.01, 0.02, steel, n=12)


def _square_pot(m: Maker, look: Look) -> None:
    """A square pot of glazed ware."""
    glaze = glazed(look)
    s, h = float(look.rng.uniform(0.09, 0.11)), _height(look)
    m.add(slab((s, 0.16, s), 0.014, 0.004, k=3, top=1.08), glaze)
    m.cylinder((0, 0), 0.156, s * 0.34, 0.006, BLACK, n=16, solid=False)
    m.lathe([(s * 0.32, 0.16), (s * 0.3, 0.172), (0.012, 0.178)], metal(), n=16)
    _stick(m, 0.175, h, metal(), 0.008, False)


def _caddy(m: Maker, look: Look) -> None:
    """The brush stands in the open in a wire ring."""
    wire = metal(look.pick(((0.75, 0.75, 0.77), (0.15, 0.15, 0.16))))
    h = _height(look)
    m.lathe(
        [(0, 0), (0.055, 0), (0.058, 0.012), (0.053, 0.012), (0.05, 0.004), (0, 0.004)],
        plastic(WHITE),
        n=12,
    )
    for y in (0.06, 0.11):
        with m.placed((0, y, 0)):
            m.add(ring(0.052, 0.0022, 14, 4), wire)
    for k in range(4):
        a = np.pi * (k + 0.5) / 2
        x, z = 0.052 * float(np.cos(a)), 0.052 * float(np.sin(a))
        m.tube([(x, 0.008, z), (x, 0.11, z)], 0.0022, wire, n=4)
    _bristles(m, 0.012, 0.036, 0.085, (0.93, 0.93, 0.95))
    _stick(m, 0.09, h, plastic(look.hue((0.2, 0.8), (0.4, 0.95))))


def _ball_holder(m: Maker, look: Look) -> None:
    """A ball-shaped holder, open in front."""
    coat = plastic(look.hue((0.2, 0.8), (0.4, 0.95)), 0.5)
    h = _height(look)
    shape = curve(
        [
            (0, 0),
            (0.04, 0.0),
            (0.064, 0.05),
            (0.056, 0.105),
            (0.03, 0.128),
            (0.026, 0.138),
            (0.02, 0.138),
        ],
        2,
    )
    m.lathe(shape, coat, n=12)
    m.ellipsoid((0, 0.062, 0.048), (0.026, 0.034, 0.018), (0.08, 0.08, 0.08), n=12)
    _bristles(m, 0.03, 0.03, 0.07, WHITE, 12)
    _stick(m, 0.13, h, coat)


def _scrubbing(m: Maker, look: Look) -> None:
    """A wooden brush with a long handle, leaning on its bristles."""
    wood = look.draw("wood")
    h = _height(look)
    tufts = []
    for i in range(5):
        for j in range(3):
            x, z = (i - 2) * 0.02, (j - 1) * 0.018
            tufts.append(primitives.lathe([(0.009, 0.0), (0.006, 0.04)], (x, z), 6))
    m.add(merged(tufts), look.pick(((0.85, 0.75, 0.5), (0.95, 0.95, 0.93), (0.35, 0.25, 0.18))))
    m.add(slab((0.115, 0.022, 0.065), 0.03, 0.006, (0, 0.038, 0), 4), wood)
    path: list[Vec] = [
        (0.0, 0.055, 0),
        (-0.01, 0.11, 0),
        (-0.012, h * 0.6, 0),
        (0.0, h - 0.02, 0),
        (0.004, h, 0),
    ]
    m.tube(path, [0.016, 0.012, 0.011, 0.014, 0.009], wood, n=10, solid=True)


def _silicone(m: Maker, look: Look) -> None:
    """A flat rubber paddle in a slim wall holder."""
    coat = plastic(look.pick(((0.93, 0.93, 0.92), (0.15, 0.15, 0.16), (0.6, 0.7, 0.68))), 0.3)
    h = _height(look)
    m.add(slab((0.11, 0.19, 0.055), 0.024, 0.006, k=4, top=0.92), coat)
    m.add(slab((0.076, 0.0012, 0.034), 0.014, 0, (0, 0.19, 0), 4), BLACK, solid=False)
    m.add(
        slab((0.06, 0.1, 0.018), 0.008, 0.004, (0, 0.13, 0), 3, 0.3),
        plastic(look.hue((0.1, 0.5), (0.4, 0.8))),
    )
    m.add(slab((0.016, h - 0.22, 0.012), 0.005, 0.003, (0, 0.22, 0)), coat)
    m.add(slab((0.03, 0.05, 0.014), 0.005, 0.004, (0, h - 0.05, 0)), coat)


def _wood_and_pot(m: Maker, look: Look) -> None:
    """A low jar and a turned wooden handle."""
    glaze = glazed(look)
    wood = look.draw("wood", gloss=0.2)
    h = _height(look)
    shape = curve(
        [
            (0, 0),
            (0.045, 0.0),
            (0.06, 0.03),
            (0.058, 0.07),
            (0.038, 0.105),
            (0.042, 0.118),
            (0.036, 0.118),
        ],
        2,
    )
    m.lathe(shape, glaze, n=10)
    m.cylinder((0, 0), 0.104, 0.037, 0.004, BLACK, n=10, solid=False)
    _bristles(m, 0.07, 0.028, 0.06, (0.85, 0.75, 0.55), 12)
    turned = [
        (0.014, 0.13),
        (0.009, 0.16),
        (0.013, 0.2),
        (0.008, 0.24),
        (0.012, h - 0.06),
        (0.008, h - 0.03),
        (0.014, h - 0.015),
        (0, h),
    ]
    m.lathe(curve(turned, 2), wood, n=10)


BRUSHES = (
    _cone_holder,
    _steel_tube,
    _square_pot,
    _caddy,
    _ball_holder,
    _scrubbing,
    _silicone,
    _wood_and_pot,
)


@forms(len(BRUSHES))
def scrub_brush(m: Maker, look: Look, form: int) -> None:
    """Lavatory brushes in their holders, and a long scrubbing brush."""
    BRUSHES[form](m, look)


def _plunger_stick(m: Maker, look: Look, y: float, h: float) -> None:
    if look.rng.random() < 0.6:
        wood = look.draw("wood", gloss=0.2)
        m.lathe([(0.012, y), (0.0115, h - 0.012), (0.008, h - 0.002), (0, h)], wood, n=14)
        return
    tube = plastic(look.pick(((0.93, 0.93, 0.92), (0.2, 0.2, 0.21), (0.3, 0.5, 0.8))), 0.3)
    m.lathe(
        [(0.011, y), (0.011, h - 0.1), (0.014, h - 0.096), (0.014, h - 0.004), (0.01, h), (0, h)],
        tube,
        n=14,
    )


def _tall(look: Look) -> float:
    return float(look.rng.uniform(0.46, 0.54))


def _cup(m: Maker, look: Look) -> None:
    """The classic cup."""
    h, r = _tall(look), float(look.rng.uniform(0.06, 0.074))
    stuff = rubber(look)
    m.lathe(
        [
            (r - 0.006, 0.0),
            (r, 0.001),
            (r, 0.008),
            (r * 0.93, 0.045),
            (r * 0.6, 0.074),
            (0.02, 0.086),
            (0.017, 0.12),
            (0, 0.12),
        ],
        stuff,
        n=18,
    )
    _plunger_stick(m, look, 0.1, h)


def _flange(m: Maker, look: Look) -> None:
    """A cup with a sleeve below it."""
    h = _tall(look)
    m.lathe(
        curve(
            [
                (0.034, 0.0),
                (0.036, 0.03),
                (0.06, 0.045),
                (0.07, 0.06),
                (0.066, 0.085),
                (0.03, 0.115),
                (0.018, 0.15),
                (0, 0.15),
            ],
            2,
        ),
        rubber(look),
        n=18,
    )
    _plunger_stick(m, look, 0.12, h)


def _bellows(m: Maker, look: Look) -> None:
    """Folded like an accordion."""
    h = _tall(look)
    shape: list[tuple[float, float]] = [(0.045, 0.0), (0.05, 0.012)]
    for k in range(4):
        shape += [(0.066 - 0.004 * k, 0.026 + 0.028 * k), (0.048 - 0.003 * k, 0.04 + 0.028 * k)]
    m.lathe([*shape, (0.02, 0.15), (0.018, 0.17), (0, 0.17)], rubber(look), n=16)
    _plunger_stick(m, look, 0.15, h)


def _short(m: Maker, look: Look) -> None:
    """Short, for the sink, with a cross handle."""
    stuff = rubber(look)
    h = float(look.rng.uniform(0.24, 0.32))
    m.lathe(
        [(0.06, 0), (0.062, 0.006), (0.052, 0.04), (0.02, 0.058), (0.016, 0.08), (0, 0.08)],
        stuff,
        n=16,
    )
    coat = plastic(look.hue((0.3, 0.9), (0.4, 0.95)), 0.4)
    m.cylinder((0, 0), 0.07, 0.011, h - 0.08, coat, n=12)
    m.tube(
        [
            (-0.045, h - 0.012, 0),
            (-0.03, h - 0.008, 0),
            (0.03, h - 0.008, 0),
            (0.045, h - 0.012, 0),
        ],
        0.012,
        coat,
        n=10,
        solid=True,
    )


def _in_tray(m: Maker, look: Look) -> None:
    """In a drip tray with a high back."""
    h = _tall(look)
    coat = plastic(look.pick(((0.93, 0.93, 0.92), (0.2, 0.2, 0.21))), 0.3)
    m.lathe(
        [(0, 0), (0.072, 0), (0.074, 0.03), (0.07, 0.03), (0.068, 0.004), (0, 0.004)], coat, n=18
    )
    a = np.linspace(np.pi * 1.15, np.pi * 1.85, 8)
    wall: list[Vec] = [(0.072 * float(np.cos(t)), 0.09, 0.072 * float(np.sin(t))) for t in a]
    m.add(ribbon(wall, 0.16, 0.004, (0, 1, 0)), coat)
    m.lathe(
        [(0.058, 0.006), (0.06, 0.014), (0.052, 0.055), (0.02, 0.08), (0.016, 0.11), (0, 0.11)],
        rubber(look),
        n=16,
    )
    _plunger_stick(m, look, 0.1, h)


def _double(m: Maker, look: Look) -> None:
    """Two cups on each other, a steel rod and a round knob."""
    h = _tall(look)
    m.lathe(
        [
            (0.064, 0),
            (0.067, 0.006),
            (0.06, 0.036),
            (0.03, 0.05),
            (0.05, 0.056),
            (0.052, 0.064),
            (0.042, 0.09),
            (0.018, 0.106),
            (0.015, 0.13),
            (0, 0.13),
        ],
        rubber(look),
        n=16,
    )
    steel = metal()
    m.cylinder((0, 0), 0.12, 0.008, h - 0.15, steel, n=12)
    m.ellipsoid(
        (0, h - 0.022, 0),
        (0.022, 0.022, 0.022),
        plastic(BLACK, 0.5) if look.rng.random() < 0.5 else steel,
        n=14,
    )


def _beehive(m: Maker, look: Look) -> None:
    """A tall rounded bell with steps."""
    h = _tall(look)
    shape: list[tuple[float, float]] = [(0.05, 0.0)]
    for k in range(5):
        r = 0.07 * float(np.cos(k * 0.28))
        shape += [(r, 0.012 + 0.024 * k), (r, 0.03 + 0.024 * k), (r - 0.004, 0.034 + 0.024 * k)]
    m.lathe([*shape, (0.018, 0.145), (0.016, 0.17), (0, 0.17)], rubber(look), n=14)
    _plunger_stick(m, look, 0.15, h)


def _pump(m: Maker, look: Look) -> None:
    """A plastic pump: a wide cylinder with a ring grip above."""
    h = _tall(look)
    coat = plastic(look.hue((0.3, 0.9), (0.4, 0.95)), 0.4)
    m.lathe([(0.056, 0.0), (0.06, 0.01), (0.034, 0.05), (0.034, 0.06)], rubber(look), n=16)
    m.lathe([(0.036, 0.055), (0.036, 0.26), (0.03, 0.268), (0.012, 0.27)], coat, n=16)
    for k in range(3):
        m.lathe(
            [(0.0368, 0.1 + 0.05 * k), (0.0368, 0.106 + 0.05 * k)],
            coat.shaded(0.7),
            n=16,
            solid=False,
        )
    m.cylinder((0, 0), 0.265, 0.009, h - 0.32, metal(), n=12)
    with m.placed((0, h - 0.032, 0), (90, 0, 0)):
        m.add(ring(0.026, 0.0085, 20, 6, 0.9), coat)


PLUNGERS = (
    _cup,
    _flange,
    _bellows,
    _short,
    _in_tray,
    _double,
    _beehive,
    _pump,
)


@forms(len(PLUNGERS))
def plunger(m: Maker, look: Look, form: int) -> None:
    """Plungers with cups and bellows, long and short."""
    PLUNGERS[form](m, look)


RECIPES: dict[str, Recipe] = {"Plunger": plunger, "ScrubBrush": scrub_brush}
