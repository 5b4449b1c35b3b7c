# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Teddy bears."""

from dataclasses import dataclass

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, disc, merged, ring
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, plastic
from egoplan_ros.sim.shapes.solid import Maker, Vec

FURS = (
    (0.55, 0.36, 0.2),
    (0.75, 0.58, 0.36),
    (0.9, 0.85, 0.75),
    (0.4, 0.27, 0.18),
    (0.8, 0.6, 0.62),
    (0.55, 0.55, 0.58),
    (0.65, 0.4, 0.25),
)


@dataclass(slots=True)
class Bear:
    """Proportions of a bear about 0.4 m tall, and its furs."""

    fur: Material
    muzzle: Surfaced
    belly: Vec = (0.11, 0.125, 0.1)
    head: Vec = (0.085, 0.08, 0.078)
    ear: float = 0.032
    arm: float = 0.034
    leg: float = 0.044
    limbs: Surfaced | None = None
    ears: Surfaced | None = None
    pads: Surfaced | None = None
    legs_out: float = 0.15


def _fur(look: Look) -> Material:
    return look.draw("fabric", look.pick(FURS), gloss=0.0)


def _bear(look: Look) -> Bear:
    fur = _fur(look)
    pale = look.draw(
        "fabric", look.pick(((0.92, 0.85, 0.72), (0.85, 0.72, 0.55), (0.95, 0.93, 0.9)))
    )
    return Bear(fur, pale, pads=pale)


def _face(m: Maker, b: Bear, y: float, z: float) -> None:
    """Muzzle, nose, mouth, eyes and ears of a head centred at (0, y, z)."""
    w, h, d = b.head
    m.ellipsoid((0, y, z), b.head, b.fur, n=12)
    m.ellipsoid((0, y - h * 0.28, z + d * 0.82), (w * 0.46, h * 0.38, d * 0.42), b.muzzle, n=8)
    front = z + d * 1.2
    m.ellipsoid((0, y - h * 0.12, front), (w * 0.16, h * 0.11, d * 0.1), BLACK, n=5)
    m.box((0, front - 0.002), y - h * 0.44, (0.004, h * 0.24, 0.004), BLACK, solid=False)
    for s in (-1, 1):
        eye = (s * w * 0.42, y + h * 0.2, z + d * 0.82)
        m.ellipsoid(eye, (w * 0.1, h * 0.12, d * 0.09), plastic((0.08, 0.06, 0.05), 0.8), n=5)
        at = (s * w * 0.74, y + h * 0.82, z - d * 0.05)
        m.ellipsoid(at, (b.ear, b.ear, b.ear * 0.55), b.ears or b.fur, n=7)
        inside = (at[0], at[1], at[2] + b.ear * 0.56)
        m.add(disc(inside, b.ear * 0.6, 8), b.muzzle, solid=False)


def _limb(m: Maker, path: list[Vec], r: float, surface: Surfaced) -> None:
    """An arm or a leg with a rounded end."""
    before, end = np.array(path[-2]), np.array(path[-1])
    on = (end - before) / np.linalg.norm(end - before) * r
    round_end: list[Vec] = [(p[0], p[1], p[2]) for p in (end + on * 0.6, end + on)]
    radii = [r] * (len(path) - 1) + [r * 1.05, r * 0.8, r * 0.3]
    m.tube([*path, *round_end], radii, surface, n=6, solid=True)


def _foot(m: Maker, b: Bear, at: Vec, r: float) -> None:
    """A paw with its pad and toes."""
    x, y, z = at
    m.ellipsoid(at, (r, r * 1.1, r * 0.8), b.limbs or b.fur, n=7)
    if b.pads is None:
        return
    pads = [disc((x, y - r * 0.15, z + r * 0.8), r * 0.5, 8)]
    pads += [disc((x + k * r * 0.45, y + r * 0.55, z + r * 0.76), r * 0.17, 5) for k in (-1, 0, 1)]
    m.add(merged(pads), b.pads, solid=False)


def _sitting(m: Maker, b: Bear) -> float:
    """A sitting bear; returns the height of its neck."""
    w, h, d = b.belly
    m.ellipsoid((0, h, 0), b.belly, b.fur, n=12)
    neck = 2 * h * 0.93
    limbs = b.limbs or b.fur
    for s in (-1, 1):
        shoulder, hand = (s * w * 0.82, neck - h * 0.32, 0.005), (s * w * 1.25, h * 0.72, d * 0.62)
        mid = (s * w * 1.32, h * 1.25, d * 0.25)
        _limb(m, [shoulder, mid, hand], b.arm, limbs)
        x = s * w * 0.72
        _limb(m, [(s * w * 0.5, b.leg, d * 0.3), (x, b.leg, b.legs_out)], b.leg, limbs)
        _foot(m, b, (x * 1.04, b.leg * 1.12, b.legs_out), b.leg * 1.12)
    _face(m, b, neck + b.head[1] * 0.78, 0.012)
    return neck


def _classic(m: Maker, look: Look) -> None:
    _sitting(m, _bear(look))


def _panda(m: Maker, look: Look) -> None:
    """Black and white, with patches around its eyes."""
    white = look.draw("fabric", (0.94, 0.94, 0.92))
    dark = look.draw(
        "fabric", (0.12, 0.12, 0.13) if look.rng.random() < 0.7 else (0.35, 0.22, 0.15)
    )
    b = Bear(
        white,
        white,
        (0.12, 0.12, 0.11),
        (0.1, 0.088, 0.086),
        0.034,
        limbs=dark,
        ears=dark,
        pads=white,
    )
    neck = _sitting(m, b)
    y = neck + b.head[1] * 0.78
    for s in (-1, 1):
        with m.placed((s * 0.042, y + 0.012, 0.074), (0, s * 22, s * 24)):
            m.ellipsoid((0, 0, 0), (0.02, 0.026, 0.012), dark, n=9)
        m.ellipsoid((s * 0.041, y + 0.018, 0.089), (0.008, 0.009, 0.006), (0.95, 0.95, 0.95), n=6)
    band = primitives.lathe(
        [(0.11, neck * 0.62), (0.104, neck * 0.82), (0.08, neck * 0.95)], (0, 0), 14, 0.92
    )
    m.add(band, dark)


def _bow_tie(m: Maker, look: Look) -> None:
    """With a ribbon around its neck tied into a bow."""
    b = _bear(look)
    b.belly, b.head = (0.1, 0.12, 0.092), (0.09, 0.084, 0.08)
    neck = _sitting(m, b)
    silk = Material(look.hue((0.6, 0.95), (0.4, 0.95)), gloss=0.4)
    with m.placed((0, neck - 0.012, 0.006)):
        m.add(ring(0.056, 0.01, 12, 4), silk)
    for s in (-1, 1):
        with m.placed((s * 0.01, neck - 0.018, 0.076), (0, 0, -s * 88)):
            m.lathe([(0.007, 0.0), (0.03, 0.04), (0.022, 0.05), (0, 0.046)], silk, n=9, oval=0.45)
    m.ellipsoid((0, neck - 0.018, 0.08), (0.013, 0.013, 0.01), silk, n=8)


def _jumper(m: Maker, look: Look) -> None:
    """In a knitted jumper with stripes and sleeves."""
    b = _bear(look)
    wool = look.draw("fabric", look.hue((0.5, 0.9), (0.3, 0.9)))
    neck = _sitting(m, b)
    w, h, d = b.belly
    v = np.linspace(-0.55, 0.92, 7)
    shape = [(w * 1.05 * float(np.sqrt(1 - t * t)), h * (1 + float(t) * 1.02)) for t in v]
    m.lathe(shape, wool, n=14, oval=d / w)
    stripe = Material(look.hue((0.0, 0.9), (0.8, 0.97)))
    for k in range(1, 6, 2):
        (r0, y0), (r1, y1) = shape[k], shape[k + 1]
        m.lathe([(r0 + 0.002, y0), (r1 + 0.002, y1)], stripe, n=14, oval=d / w, solid=False)
    for s in (-1, 1):
        a: Vec = (s * w * 0.82, neck - h * 0.32, 0.005)
        m.tube(
            [a, (s * w * 1.32, h * 1.25, d * 0.25), (s * w * 1.29, h * 0.98, d * 0.44)],
            b.arm * 1.16,
            wool,
            n=10,
        )
    with m.placed((0, neck - 0.004, 0.004)):
        m.add(ring(0.058, 0.014, 12, 4), wool)


def _round_one(m: Maker, look: Look) -> None:
    """Nearly a ball, with tiny limbs and a big head."""
    b = _bear(look)
    b.belly, b.head, b.ear, b.arm, b.leg, b.legs_out = (
        (0.13, 0.11, 0.12),
        (0.12, 0.1, 0.1),
        0.04,
        0.03,
        0.036,
        0.115,
    )
    neck = _sitting(m, b)
    m.ellipsoid((0, neck * 0.46, 0.085), (0.078, 0.074, 0.042), b.muzzle, n=10)


def _upright(m: Maker, look: Look) -> None:
    """Standing on two legs with its arms out."""
    b = _bear(look)
    limbs = b.limbs or b.fur
    for s in (-1, 1):
        m.tube(
            [(s * 0.048, 0.03, 0), (s * 0.05, 0.08, 0), (s * 0.045, 0.14, 0)],
            [0.04, 0.038, 0.046],
            limbs,
            n=10,
            solid=True,
        )
        m.ellipsoid((s * 0.052, 0.026, 0.022), (0.04, 0.026, 0.056), limbs, n=7)
        m.tube(
            [(s * 0.07, 0.25, 0), (s * 0.13, 0.24, 0.02), (s * 0.17, 0.27, 0.035)],
            [0.034, 0.032, 0.03],
            limbs,
            n=9,
            solid=True,
        )
        m.ellipsoid((s * 0.172, 0.272, 0.036), (0.033, 0.033, 0.03), limbs, n=7)
    m.ellipsoid((0, 0.19, 0), (0.088, 0.105, 0.078), b.fur, n=12)
    m.ellipsoid((0, 0.18, 0.045), (0.056, 0.068, 0.04), b.muzzle, n=12)
    _face(m, b, 0.34, 0.012)


def _lying_down(m: Maker, look: Look) -> None:
    """On its belly with its legs spread."""
    b = _bear(look)
    limbs = b.limbs or b.fur
    m.ellipsoid((0, 0.062, -0.03), (0.095, 0.062, 0.12), b.fur, n=12)
    for s in (-1, 1):
        m.tube(
            [(s * 0.07, 0.04, 0.05), (s * 0.12, 0.034, 0.09), (s * 0.12, 0.032, 0.16)],
            [0.034, 0.033, 0.032],
            limbs,
            n=9,
            solid=True,
        )
        m.ellipsoid((s * 0.12, 0.032, 0.165), (0.034, 0.032, 0.03), limbs, n=7)
        m.tube(
            [(s * 0.06, 0.045, -0.11), (s * 0.11, 0.04, -0.16), (s * 0.13, 0.04, -0.2)],
            [0.042, 0.041, 0.04],
            limbs,
            n=9,
            solid=True,
        )
        m.ellipsoid((s * 0.132, 0.044, -0.205), (0.044, 0.044, 0.034), limbs, n=7)
    m.ellipsoid((0, 0.075, -0.15), (0.024, 0.024, 0.022), b.fur, n=8)
    _face(m, b, 0.115, 0.12)


def _patched(m: Maker, look: Look) -> None:
    """Long-limbed and much loved: patches, stitches and button eyes."""
    b = _bear(look)
    b.belly, b.head, b.arm, b.leg, b.legs_out = (
        (0.085, 0.125, 0.075),
        (0.08, 0.076, 0.068),
        0.026,
        0.032,
        0.2,
    )
    neck = _sitting(m, b)
    for x, y, r in ((0.03, 0.14, 0.03), (-0.036, 0.08, 0.026)):
        tone = look.draw("pattern")
        z = b.belly[2] * float(
            np.sqrt(max(1 - (x / b.belly[0]) ** 2 - ((y - b.belly[1]) / b.belly[1]) ** 2, 0))
        )
        with m.placed((x, y, z), (0, float(np.degrees(np.arctan2(x, z))), 0)):
            m.box((0, 0), -r, (2 * r, 2 * r, 0.006), tone, bevel=0.002, solid=False)
    y = neck + b.head[1] * 0.98
    for s in (-1, 1):
        with m.placed((s * 0.034, y, 0.07), (90, 0, 0)):
            m.cylinder(
                (0, 0),
                0,
                0.013,
                0.006,
                plastic(look.hue((0.3, 0.9), (0.3, 0.9)), 0.5),
                n=12,
                solid=False,
            )
    scarf = look.draw("fabric", look.hue((0.5, 0.9), (0.4, 0.9)))
    with m.placed((0, neck - 0.01, 0.006)):
        m.add(ring(0.05, 0.016, 12, 4), scarf)
    m.box((0.036, 0.07), neck - 0.11, (0.034, 0.11, 0.012), scarf, bevel=0.004)


BEARS = (
    _classic,
    _panda,
    _bow_tie,
    _jumper,
    _round_one,
    _upright,
    _lying_down,
    _patched,
)


@forms(len(BEARS))
def teddy(m: Maker, look: Look, form: int) -> None:
    """Teddy bears sitting, standing and lying, bare and dressed."""
    BEARS[form](m, look)


RECIPES: dict[str, Recipe] = {"TeddyBear": teddy}
