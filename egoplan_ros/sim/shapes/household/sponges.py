# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Sponges and soap."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    BLACK,
    Floats,
    lump,
    lying,
    merged,
    ribbon,
    ring,
    rounded,
    slab,
    some,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, ceramic, glass, metal, plastic
from egoplan_ros.sim.shapes.solid import Maker, Vec


def _foam(look: Look) -> Material:
    return some(look, "sponge", (0, 1, 2), 4, gloss=0.0)


def _scourer(look: Look) -> Material:
    return some(look, "sponge", (3,), 4, gloss=0.0)


def _layers(m: Maker, look: Look, outline: np.ndarray, low: float, high: float) -> None:
    """Foam below, scouring fleece above, of one outline (n, 2) in x and z."""
    column = [
        np.column_stack([outline[:, 0] * s, np.full(len(outline), y), outline[:, 1] * s])
        for s, y in ((0.97, 0.0), (1.0, 0.003), (1.0, low))
    ]
    m.add(primitives.loft(column), _foam(look))
    top = [
        np.column_stack([outline[:, 0], np.full(len(outline), y), outline[:, 1]])
        for y in (low, low + high)
    ]
    m.add(primitives.loft(top), _scourer(look))


def _two_layers(m: Maker, look: Look) -> None:
    w, d = float(look.rng.uniform(0.1, 0.14)), float(look.rng.uniform(0.065, 0.075))
    _layers(m, look, rounded(w, d, 0.004), float(look.rng.uniform(0.02, 0.03)), 0.008)


def _waisted(m: Maker, look: Look) -> None:
    """Drawn in at its sides for the fingers."""
    a = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    c, s = np.cos(a), np.sin(a)
    x = np.sign(c) * np.abs(c) ** 0.45 * 0.06
    z = np.sign(s) * np.abs(s) ** 0.45 * 0.036 * (1 - 0.24 * np.cos(x / 0.06 * np.pi / 2) ** 2)
    _layers(m, look, np.column_stack([x, z]), 0.026, 0.007)


def _pad(m: Maker, look: Look) -> None:
    """A thin scouring pad whose corner turns up."""
    w, d = float(look.rng.uniform(0.13, 0.15)), float(look.rng.uniform(0.09, 0.1))
    for low in (0.0, 0.006):

        def height(u: np.ndarray, v: np.ndarray, low: float = low) -> np.ndarray:
            return np.asarray(
                low + 0.003 * np.sin(5 * u + 3 * v) + 0.003 + 0.05 * np.clip(u + v - 1.5, 0, 1)
            )

        m.add(
            primitives.sheet(height, (w, d), 8),
            _scourer(look) if low == 0 else m.parts[-1].material,
        )


def _steel_wool(m: Maker, look: Look) -> None:
    """A ball of metal curls."""
    steel = metal(look.pick(((0.7, 0.71, 0.73), (0.75, 0.55, 0.4))))
    m.add(lump(look.rng, (0, 0.026, 0), (0.04, 0.026, 0.038), 0.06, 12), steel.shaded(0.75))
    for _ in range(7):
        axis = look.rng.uniform(0, 180, 3)
        with m.placed((0, 0.026, 0), (float(axis[0]), float(axis[1]), float(axis[2]))):
            m.add(
                ring(float(look.rng.uniform(0.026, 0.034)), 0.0022, 12, 3, 1.15), steel, solid=False
            )


def _with_handle(m: Maker, look: Look) -> None:
    """On a handle that holds the detergent."""
    coat = plastic(look.hue((0.4, 0.9), (0.5, 0.95)), 0.4)
    _layers(m, look, rounded(0.085, 0.065, 0.02), 0.018, 0.007)
    m.add(slab((0.075, 0.012, 0.055), 0.02, 0.004, (0, 0.025, 0)), coat)
    path: list[Vec] = [(0.02, 0.035, 0), (0.05, 0.046, 0), (0.09, 0.05, 0), (0.16, 0.048, 0)]
    m.tube(
        path,
        [0.012, 0.011, 0.014, 0.013],
        glass((0.8, 0.9, 0.95), 0.4) if look.rng.random() < 0.5 else coat,
        n=12,
        solid=True,
    )
    with lying(m, "x", (0.16, 0.048, 0)):
        m.cylinder((0, 0), 0, 0.0135, 0.014, coat, n=12)


def _natural(m: Maker, look: Look) -> None:
    """Grown in the sea, with holes."""
    tone = look.pick(((0.85, 0.7, 0.4), (0.78, 0.6, 0.35), (0.9, 0.8, 0.55)))
    sponge = look.draw("plastic", tone, gloss=0.0)
    body = lump(look.rng, (0, 0.034, 0), (0.056, 0.034, 0.045), 0.13, 16)
    m.add(body, sponge)
    holes = []
    for p in body.vertices[look.rng.choice(len(body.vertices), 10)]:
        out = (p - [0, 0.034, 0]) / np.linalg.norm(p - [0, 0.034, 0])
        holes.append(
            primitives.ellipsoid(tuple((p - 0.002 * out).tolist()), (0.0055, 0.0055, 0.0055), 5)
        )
    m.add(merged(holes), sponge.shaded(0.45), solid=False)


def _face(m: Maker, look: Look) -> None:
    """Round, with a smile and two eyes cut through."""
    foam = _foam(look)
    r, h = float(look.rng.uniform(0.048, 0.056)), 0.03
    m.lathe(
        [(0, 0), (r - 0.003, 0), (r, 0.004), (r, h - 0.004), (r - 0.003, h), (0, h)], foam, n=26
    )
    for s in (-1, 1):
        m.cylinder((s * r * 0.36, -r * 0.3), h - 0.001, r * 0.16, 0.0016, BLACK, n=12, solid=False)
    mouth: list[Vec] = [
        (r * 0.55 * float(np.cos(t)), h + 0.0002, r * 0.5 * float(np.sin(t)))
        for t in np.linspace(0.3, np.pi - 0.3, 9)
    ]
    m.add(ribbon(mouth, 0.001, 0.008, (0, 1, 0)), BLACK, solid=False)
    tufts = [(0.0, 1.0)] if look.rng.random() < 0.5 else [(-0.5, 1.0), (0.0, 1.15), (0.5, 1.0)]
    for x, z in tufts:
        m.ellipsoid((x * r, h / 2, -z * r * 0.95), (0.012, h / 2 - 0.002, 0.014), foam, n=8)


def _bone(m: Maker, look: Look) -> None:
    """For the bath or the car: thick, with round bulges at its ends and big pores."""
    a = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    c, s = np.cos(a), np.sin(a)
    x = c * 0.066 * (1 + 0.08 * np.cos(2 * a))
    z = s * 0.046 * (1 - 0.3 * np.exp(-((c / 0.4) ** 2)))
    foam = _foam(look)
    high = float(look.rng.uniform(0.042, 0.052))
    rings = [
        np.column_stack([x * q, np.full(32, y), z * q])
        for q, y in ((0.9, 0.0), (1.0, 0.008), (1.0, high - 0.008), (0.9, high))
    ]
    m.add(primitives.loft(rings), foam)
    pores = []
    for _ in range(14):
        t, q = look.rng.uniform(0, 2 * np.pi), np.sqrt(look.rng.random()) * 0.75
        px, pz = q * 0.06 * np.cos(t), q * 0.036 * np.sin(t)
        size = float(look.rng.uniform(0.002, 0.005))
        pores.append(
            primitives.lathe([(size, high + 0.0005), (0, high + 0.0005)], (float(px), float(pz)), 6)
        )
    m.add(merged(pores), foam.shaded(0.55), solid=False)


SPONGES = (
    _two_layers,
    _waisted,
    _pad,
    _steel_wool,
    _with_handle,
    _natural,
    _face,
    _bone,
)


@forms(len(SPONGES))
def sponge(m: Maker, look: Look, form: int) -> None:
    """Sponges, scouring pads and steel wool."""
    SPONGES[form](m, look)


SOAPS = (
    (0.95, 0.93, 0.88),
    (0.92, 0.75, 0.75),
    (0.7, 0.85, 0.72),
    (0.72, 0.8, 0.92),
    (0.8, 0.6, 0.35),
    (0.82, 0.72, 0.9),
    (0.95, 0.85, 0.5),
)


def _soap(look: Look) -> Material:
    return Material(look.pick(SOAPS), gloss=0.3, rough=0.4)


def _oval(m: Maker, look: Look) -> None:
    """A rounded oval with a name pressed into it."""
    soap = _soap(look)
    w, h, d = (
        float(look.rng.uniform(0.08, 0.1)),
        float(look.rng.uniform(0.024, 0.03)),
        float(look.rng.uniform(0.052, 0.06)),
    )
    m.ellipsoid((0, h / 2, 0), (w / 2, h / 2, d / 2), soap, n=20, power=0.7)
    with m.placed((0, h + 0.0006, 0)):
        m.add(ring(w * 0.24, 0.0012, 20, 4, d / w), soap.shaded(0.8), solid=False)
    for k in range(4):
        m.box(
            (w * (0.12 - 0.08 * k), 0),
            h,
            (w * 0.05, 0.001, d * 0.16),
            soap.shaded(0.78),
            solid=False,
        )


def _bar(m: Maker, look: Look) -> None:
    """A straight bar with bevelled edges and a sunk panel."""
    soap = _soap(look)
    w, h, d = (
        float(look.rng.uniform(0.075, 0.095)),
        float(look.rng.uniform(0.026, 0.034)),
        float(look.rng.uniform(0.05, 0.06)),
    )
    m.box((0, 0), 0, (w, h, d), soap, bevel=0.006)
    frame = rounded(w * 0.7, d * 0.6, 0.006, 3)
    m.tube([(float(x), h, float(z)) for x, z in [*frame, frame[0]]], 0.0012, soap.shaded(0.85), n=4)
    for k in range(3):
        m.box((w * 0.18 * (k - 1), 0), h, (w * 0.1, 0.0008, d * 0.2), soap.shaded(0.8), solid=False)


def _puck(m: Maker, look: Look) -> None:
    """Round and flat, with a raised rim."""
    soap = _soap(look)
    r, h = float(look.rng.uniform(0.032, 0.04)), 0.026
    shape = [
        (0, 0),
        (r - 0.006, 0),
        (r, 0.008),
        (r, h - 0.008),
        (r - 0.005, h),
        (r - 0.011, h - 0.003),
        (0, h - 0.003),
    ]
    m.lathe(shape, soap, n=26)
    for k in range(5):
        a = 2 * np.pi * k / 5
        m.ellipsoid(
            (0.4 * r * float(np.cos(a)), h - 0.003, 0.4 * r * float(np.sin(a))),
            (r * 0.2, 0.002, r * 0.2),
            soap,
            n=8,
        )


def _in_dish(m: Maker, look: Look) -> None:
    """In a dish with ribs."""
    w, d = 0.115, 0.085
    dish = (
        ceramic(look.hue((0.05, 0.6), (0.4, 0.95)))
        if look.rng.random() < 0.6
        else look.draw("wood")
    )

    def rim(grow: float, y: float) -> Floats:
        flat = rounded(w * grow, d * grow, 0.03 * grow, 4)
        return np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]])

    made = primitives.loft([rim(0.8, 0.0), rim(1.0, 0.018), rim(0.95, 0.019), rim(0.76, 0.005)])
    m.add(made, dish)
    for k in range(4):
        m.box((0, d * 0.16 * (k - 1.5)), 0.004, (w * 0.6, 0.006, 0.005), dish, bevel=0.002)
    m.ellipsoid((0, 0.021, 0), (0.039, 0.012, 0.026), _soap(look), n=18, power=0.65)


def _hand_cut(m: Maker, look: Look) -> None:
    """A slice of a home-made block in two or three colours."""
    w, d = float(look.rng.uniform(0.07, 0.085)), float(look.rng.uniform(0.05, 0.06))
    tones = [_soap(look) for _ in range(3)]
    y = 0.0
    for k, high in enumerate(look.rng.uniform(0.008, 0.014, 3)):
        m.box((0, 0), y, (w, float(high), d), tones[k], bevel=0.0015 if k == 2 else 0)
        y += float(high)
    for _ in range(9):
        x, z = look.rng.uniform(-0.42, 0.42, 2)
        m.ellipsoid(
            (float(x) * w, y, float(z) * d),
            (0.003, 0.0016, 0.002),
            (0.45, 0.35, 0.3),
            n=5,
            solid=False,
        )


def _shell(m: Maker, look: Look) -> None:
    """A scallop with ribs."""
    soap = _soap(look)
    n, rows = 33, 6
    a = np.linspace(-0.35, np.pi + 0.35, n)
    size = float(look.rng.uniform(0.042, 0.05))
    rings = []
    for k in range(rows):
        v = k / (rows - 1)
        rib = 1 + 0.06 * np.cos(11 * a) * (1 - v)
        q = size * (1 - v) * rib
        x, z = q * np.cos(a), q * np.sin(a) - size * 0.35
        rings.append(np.stack([x, 0.028 * np.sqrt(np.clip(1 - (1 - v) ** 2, 0, 1)) + 0 * a, z], 1))
    m.add(primitives.loft(rings), soap)
    m.box((0, -size * 0.42), 0, (size * 0.8, 0.018, size * 0.3), soap, bevel=0.005)


def _on_rope(m: Maker, look: Look) -> None:
    """On a loop of cord."""
    soap = _soap(look)
    w, d = 0.082, 0.05
    m.add(slab((w, 0.03, d), 0.024, 0.011, k=5), soap)
    cord: list[Vec] = [
        (w / 2 - 0.004, 0.016, 0),
        (w / 2 + 0.014, 0.012, 0.012),
        (w / 2 + 0.036, 0.004, 0.016),
        (w / 2 + 0.05, 0.004, 0),
        (w / 2 + 0.036, 0.004, -0.016),
        (w / 2 + 0.014, 0.012, -0.01),
        (w / 2 - 0.004, 0.017, 0),
    ]
    m.tube(
        cord,
        0.003,
        look.pick(((0.9, 0.88, 0.8), (0.6, 0.45, 0.3), (0.3, 0.4, 0.6))),
        n=5,
        solid=True,
    )
    m.ellipsoid((w / 2 + 0.002, 0.016, 0), (0.007, 0.006, 0.006), (0.8, 0.75, 0.65), n=7)


def _worn(m: Maker, look: Look) -> None:
    """Thin and hollowed by use, with cracks and a drop of foam."""
    soap = _soap(look)
    w, d = float(look.rng.uniform(0.065, 0.08)), float(look.rng.uniform(0.042, 0.05))
    a = np.linspace(0, 2 * np.pi, 22, endpoint=False)
    wobble = 1 + 0.05 * np.cos(2 * a + 1) + 0.04 * np.cos(3 * a)
    x, z = np.cos(a) * w / 2 * wobble, np.sin(a) * d / 2 * wobble
    rings = [
        np.stack([x * q, np.full(22, y), z * q], 1)
        for q, y in ((0.86, 0), (1, 0.005), (0.94, 0.011), (0.6, 0.0075))
    ]
    m.add(primitives.loft(rings), soap)
    for k in range(2):
        crack: list[Vec] = [
            (w * (0.1 * k - 0.3), 0.0088, d * (0.2 - 0.3 * k)),
            (w * (0.1 * k - 0.1), 0.008, d * (0.08 - 0.2 * k)),
            (w * 0.1, 0.0082, d * (0.16 - 0.3 * k)),
        ]
        m.tube(crack, 0.0007, soap.shaded(0.5), n=3)
    for _ in range(7):
        p, q = look.rng.uniform(-0.25, 0.25, 2)
        m.ellipsoid(
            (float(p) * w, 0.009, float(q) * d),
            (0.005, 0.004, 0.005),
            (0.97, 0.97, 0.98),
            n=6,
            solid=False,
        )


SOAP_BARS = (
    _oval,
    _bar,
    _puck,
    _in_dish,
    _hand_cut,
    _shell,
    _on_rope,
    _worn,
)


@forms(len(SOAP_BARS))
def soap_bar(m: Maker, look: Look, form: int) -> None:
    """Bars of soap: moulded, cut, shaped, worn."""
    SOAP_BARS[form](m, look)


RECIPES: dict[str, Recipe] = {"DishSponge": sponge, "SoapBar": soap_bar}
