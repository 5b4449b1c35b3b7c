# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Laptops: a base with keys and a lid with the screen that turns up over the back edge."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, WHITE, disc, slab, some
from egoplan_ros.sim.shapes.look import STEEL, Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, metal, plastic
from egoplan_ros.sim.shapes.solid import Maker

GREY = (0.3, 0.31, 0.33)


def _display(
    m: Maker, look: Look, lid: int, y: float, x: tuple[float, float], z: tuple[float, float]
) -> None:
    """The picture on the lid's lower side; upright, as seen from the front, once it is open."""
    x0, x1 = x
    z0, z1 = z
    quad = primitives.quad([(x1, y, z1), (x0, y, z1), (x0, y, z0), (x1, y, z0)])
    dark = look.draw("off_screen", (0.3, 0.31, 0.34), gloss=0.5)
    m.add(quad, dark, lid, "", False, "!toggled")
    m.add(quad, look.draw("screen"), lid, "glow", False, "toggled")


def _keyboard(
    m: Maker, look: Look, y: float, z: float, size: tuple[float, float], tone: Surfaced
) -> None:
    """A field of keys as one picture, with the rows raised as strips."""
    w, d = size
    m.add(slab((w, 0.001, d), 0.004, 0.0, (0, y, z)), tone, solid=False)
    for k in range(5):
        row = z + d * (k - 2) * 0.19
        m.box((0, row), y + 0.001, (w * 0.97, 0.0012, d * 0.15), tone, solid=False)
    m.panel((0, y + 0.0026, z), (w, d), some(look, "keys", (0,), 4), "up")


def _machine(
    m: Maker,
    look: Look,
    size: tuple[float, float, float],
    coat: Surfaced,
    lid_coat: Surfaced | None = None,
    radius: float = 0.012,
    lid_thick: float = 0.007,
    bezel: float = 0.012,
    chin: float = 0.02,
    frame: Surfaced = BLACK,
    pad: tuple[float, float] = (0.3, 0.3),
    keys: tuple[float, float] = (0.88, 0.44),
    tone: Surfaced = (0.12, 0.12, 0.13),
    swing: float = -108,
) -> int:
    """Base (w, h, d), keys, touch pad and lid; returns the lid's link."""
    w, h, d = size
    bevel = min(0.004, h * 0.3)
    m.add(slab((w, h, d), radius, bevel, k=2), coat)
    _keyboard(m, look, h, -d * (0.5 - keys[1] / 2) + d * 0.1, (w * keys[0], d * keys[1]), tone)
    where = d * 0.5 - d * pad[1] / 2 - d * 0.03
    m.add(slab((w * pad[0], 0.0012, d * pad[1]), 0.004, 0.0, (0, h, where)), GREY, solid=False)
    lid = m.hinge((0, h + 0.002, -d / 2 + 0.004), (1, 0, 0), swing)
    low = h + 0.004
    plate = slab((w, lid_thick, d), radius, min(0.003, lid_thick * 0.4), (0, low, 0), 2)
    m.add(plate, lid_coat or coat, lid)
    m.add(slab((w - 0.004, 0.0006, d - 0.004), radius, 0, (0, low - 0.0006, 0), 2), frame, lid)
    x = w / 2 - bezel
    _display(m, look, lid, low - 0.001, (-x, x), (-d / 2 + chin, d / 2 - bezel))
    m.add(disc((0, low - 0.0012, d / 2 - bezel / 2), 0.002, 6, "up"), BLACK, lid, solid=False)
    axle = ((-w * 0.38, -w * 0.18), (w * 0.18, w * 0.38))
    for x0, x1 in axle:
        m.tube([(x0, h + 0.001, -d / 2 + 0.004), (x1, h + 0.001, -d / 2 + 0.004)], 0.003, GREY, n=6)
    return lid


def _slim(m: Maker, look: Look) -> None:
    """Thin metal with a mark on the lid."""
    w = float(look.rng.uniform(0.3, 0.36))
    size = (w, float(look.rng.uniform(0.011, 0.015)), w * 0.68)
    coat = metal(look.pick((*STEEL, (0.8, 0.72, 0.62))), rough=0.5)
    lid = _machine(m, look, size, coat, lid_thick=0.005, bezel=0.007, chin=0.012)
    m.add(disc((0, size[1] + 0.0094, 0), 0.017, 14, "up"), (0.9, 0.9, 0.92), lid, solid=False)


def _business(m: Maker, look: Look) -> None:
    """A black square-edged one with three mouse keys and a red stick."""
    w = float(look.rng.uniform(0.33, 0.38))
    h = float(look.rng.uniform(0.02, 0.027))
    lid = _machine(
        m, look, (w, h, w * 0.7), plastic((0.12, 0.12, 0.13), 0.1), radius=0.005, lid_thick=0.01,
        bezel=0.016, chin=0.03, pad=(0.27, 0.2),
    )  # fmt: skip
    d = w * 0.7
    m.cylinder((0, -d * 0.14), h + 0.002, 0.004, 0.003, (0.75, 0.1, 0.1), n=8)
    for k in (-1, 0, 1):
        m.box((k * 0.032, d * 0.215), h, (0.03, 0.003, 0.012), GREY, bevel=0.001)
    m.box((0.13, -d * 0.4), h + 0.0141, (0.05, 0.0004, 0.014), (0.6, 0.6, 0.62), link=lid)


def _gaming(m: Maker, look: Look) -> None:
    """Thick and angular, with vents behind and coloured keys."""
    w, h = float(look.rng.uniform(0.36, 0.4)), 0.028
    d = w * 0.7
    glow = look.hue((0.8, 1.0), (0.7, 1.0))
    dark = plastic((0.1, 0.1, 0.12), 0.3)
    lid = _machine(
        m, look, (w, h, d), dark, radius=0.004, lid_thick=0.011, bezel=0.014, chin=0.03, tone=glow,
        pad=(0.28, 0.24), keys=(0.92, 0.42),
    )  # fmt: skip
    m.box((0, -d / 2 - 0.015), 0.004, (w * 0.72, h * 0.8, 0.03), dark, bevel=0.006)
    for k in np.linspace(-0.3, 0.3, 7):
        m.box((w * float(k), -d / 2 - 0.03), 0.008, (w * 0.06, h * 0.45, 0.002), glow, solid=False)
    y = h + 0.0153
    for sx in (-1, 1):
        line = [(sx * w * 0.42, d * 0.3), (sx * w * 0.42, -d * 0.1), (sx * w * 0.16, -d * 0.36)]
        m.tube([(a, y, b) for a, b in line], 0.0016, glow, n=4, link=lid)


def _netbook(m: Maker, look: Look) -> None:
    """Small, round and colourful."""
    w = float(look.rng.uniform(0.27, 0.3))
    coat = plastic(look.hue((0.4, 0.9), (0.5, 0.95)), 0.5)
    _machine(
        m, look, (w, 0.022, w * 0.72), coat, radius=0.035, lid_thick=0.012, bezel=0.022, chin=0.032,
        frame=WHITE, tone=WHITE, keys=(0.92, 0.44), pad=(0.22, 0.2),
    )  # fmt: skip
    d = w * 0.72
    m.tube([(-w * 0.3, 0.016, -d / 2 - 0.006), (w * 0.3, 0.016, -d / 2 - 0.006)], 0.011, coat, n=10)


def _beige(m: Maker, look: Look) -> None:
    """An old one, thick, with a broad screen frame and speakers beside the keys."""
    w = float(look.rng.uniform(0.3, 0.33))
    h, d = 0.036, w * 0.8
    coat = plastic((0.78, 0.75, 0.66), 0.1)
    lid = _machine(
        m, look, (w, h, d), coat, radius=0.01, lid_thick=0.018, bezel=0.045, chin=0.05,
        frame=(0.7, 0.68, 0.6), tone=(0.62, 0.6, 0.54), keys=(0.9, 0.38), pad=(0.2, 0.16),
    )  # fmt: skip
    for sx in (-1, 1):
        for k in range(4):
            m.box((sx * w * 0.38, d * (0.28 + 0.035 * k)), h, (w * 0.14, 0.001, 0.003), BLACK)
        latch = (sx * w * 0.3, d / 2 + 0.001)
        m.box(latch, h + 0.006, (0.03, 0.012, 0.004), GREY, link=lid, bevel=0.001)
    m.box((w / 2, d * 0.1), 0.012, (0.003, 0.012, d * 0.36), GREY)


def _tablet(m: Maker, look: Look) -> None:
    """A thin fabric keyboard under a tablet with a kickstand."""
    w = float(look.rng.uniform(0.28, 0.31))
    d = w * 0.7
    felt = look.draw("fabric", look.hue((0.05, 0.6), (0.2, 0.6)))
    lid = _machine(
        m, look, (w, 0.006, d), felt, metal(look.pick(STEEL)), radius=0.008, lid_thick=0.009,
        bezel=0.016, chin=0.022, pad=(0.34, 0.24), swing=-112,
    )  # fmt: skip
    top = 0.006 + 0.0135
    m.add(slab((w * 0.94, 0.002, d * 0.5), 0.006, 0.0, (0, top, -d * 0.18)), GREY, lid)
    for sx in (-1, 1):
        m.tube(
            [(sx * w * 0.4, top, -d * 0.42), (sx * w * 0.3, top, -d * 0.42)],
            0.003,
            BLACK,
            n=5,
            link=lid,
        )
    m.box((0.1, d * 0.42), top - 0.001, (0.018, 0.003, 0.018), BLACK, link=lid, bevel=0.001)
    pen = look.hue((0.2, 0.8), (0.3, 0.9))
    m.tube([(w / 2 + 0.005, 0.005, -d * 0.2), (w / 2 + 0.005, 0.005, d * 0.34)], 0.004, pen, n=7)


def _wide(m: Maker, look: Look) -> None:
    """Wide, with a number block, its touch pad off the middle and a disc drive in the side."""
    w = float(look.rng.uniform(0.38, 0.41))
    h, d = 0.023, w * 0.63
    lids = ((0.14, 0.15, 0.2), (0.45, 0.1, 0.12), (0.75, 0.76, 0.78), (0.2, 0.3, 0.42))
    m.add(slab((w, h, d), 0.014, 0.005, k=2), plastic((0.2, 0.2, 0.21)))
    _keyboard(m, look, h, -d * 0.16, (w * 0.68, d * 0.44), BLACK)
    with m.placed((-w * 0.41, 0, 0)):
        for i in range(3):
            for j in range(5):
                at = ((i - 1) * 0.019, -d * 0.16 + (j - 2) * d * 0.088)
                m.box(at, h, (0.016, 0.002, d * 0.07), BLACK)
    with m.placed((w * 0.06, 0, 0)):
        m.add(slab((w * 0.24, 0.001, d * 0.26), 0.003, 0, (0, h, d * 0.32)), GREY, solid=False)
    lid = m.hinge((0, h + 0.002, -d / 2 + 0.004), (1, 0, 0), -106)
    coat = Material(look.pick(lids), gloss=0.6)
    m.add(slab((w, 0.01, d), 0.014, 0.004, (0, h + 0.003, 0), 2), coat, lid)
    m.add(slab((w - 0.004, 0.0006, d - 0.004), 0.012, 0, (0, h + 0.0024, 0)), BLACK, lid)
    _display(
        m, look, lid, h + 0.002, (-w / 2 + 0.018, w / 2 - 0.018), (-d / 2 + 0.035, d / 2 - 0.018)
    )
    m.box((w / 2 + 0.0005, d * 0.12), 0.006, (0.002, 0.01, d * 0.5), metal())


def _rugged(m: Maker, look: Look) -> None:
    """In a thick case with rubber corners and a carrying handle in front."""
    w = float(look.rng.uniform(0.3, 0.33))
    h, d = 0.034, w * 0.74
    rubber = plastic(look.pick(((0.12, 0.12, 0.13), (0.2, 0.45, 0.7), (0.85, 0.45, 0.1))), 0.05)
    shell = plastic((0.55, 0.56, 0.55), 0.1)
    lid = _machine(
        m, look, (w, h, d), shell, radius=0.02, lid_thick=0.016, bezel=0.028, chin=0.04,
        pad=(0.2, 0.18), keys=(0.84, 0.42),
    )  # fmt: skip
    for sx in (-1, 1):
        for sz in (-1, 1):
            at = (sx * (w / 2 - 0.014), 0.0, sz * (d / 2 - 0.014))
            m.box((at[0], at[2]), 0, (0.036, h, 0.036), rubber)
            up = (at[0], h + 0.003, at[2])
            m.add(slab((0.036, 0.02, 0.036), 0.012, 0.0, up, 1), rubber, lid)
    z = d / 2
    grip = [(-0.07, z - 0.006), (-0.065, z + 0.03), (0.065, z + 0.03), (0.07, z - 0.006)]
    m.tube([(x, h * 0.5, k) for x, k in grip], 0.008, rubber, n=5, solid=True)


LAPTOPS = (_slim, _business, _gaming, _netbook, _beige, _tablet, _wide, _rugged)


@forms(len(LAPTOPS))
def laptop(m: Maker, look: Look, form: int) -> None:
    """Slim, business, gaming, small, old and rugged laptops, and a tablet with keys."""
    LAPTOPS[form](m, look)


RECIPES: dict[str, Recipe] = {"Laptop": laptop}
