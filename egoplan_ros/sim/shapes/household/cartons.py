# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Household paper goods in packets: foil and tissues."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    BLACK,
    WHITE,
    glazed,
    lump,
    lying,
    merged,
    ribbon,
    slab,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh, curve
from egoplan_ros.sim.shapes.solid import Maker, Vec

FOIL = Material((0.8, 0.81, 0.83), gloss=0.9, rough=0.2, mirror=0.2)


def _print(m: Maker, look: Look, size: tuple[float, float, float]) -> None:
    """A printed wrapper around a long carton."""
    w, h, d = size
    art = look.draw("package", gloss=0.25)
    m.panel((0, h / 2, d / 2 + 0.0006), (w - 0.004, h * 0.94), art)
    m.panel((0, h + 0.0006, 0), (w - 0.004, d * 0.94), art, "up")
    band = Material(look.hue((0.6, 1.0), (0.4, 0.9)), gloss=0.3)
    for x in (-0.36, 0.36):
        m.box((x * w, 0), 0, (w * 0.08, h + 0.0012, d + 0.0012), band, solid=False)


def _wrap(look: Look) -> Material:
    return Material(look.hue((0.3, 0.95), (0.3, 0.9)), gloss=0.25)


def _long(look: Look) -> float:
    return float(look.rng.uniform(0.26, 0.32))


def _closed_carton(m: Maker, look: Look) -> None:
    w, s = _long(look), float(look.rng.uniform(0.044, 0.055))
    m.box((0, 0), 0, (w, s, s), _wrap(look), bevel=0.001)
    _print(m, look, (w, s, s))
    teeth = [((k - 20) * w / 44 + 0.002, 0.006 * (k % 2)) for k in range(41)]
    with m.placed((0, s * 0.3, s / 2 + 0.0008)):
        edge = [(teeth[-1][0], 0.012), (teeth[0][0], 0.012), *teeth]
        m.add(primitives.extrusion(edge, 0.0008), metal(), solid=False)


def _opened_carton(m: Maker, look: Look) -> None:
    """Its lid turned up and a tongue of foil over the edge."""
    w, s = _long(look), 0.05
    wrap = _wrap(look)
    m.shell((w, s, s), 0, 0.002, wrap, open_side="top", inner=(0.75, 0.72, 0.66))
    _long_roll(m, w - 0.012, 0.019, (0, 0.022, 0))
    with m.placed((0, s, -s / 2), (-50, 0, 0)):
        m.box((0, s / 2), 0, (w, 0.0015, s), wrap)
        m.box((0, s), -0.014, (w, 0.015, 0.0015), wrap)
    tongue: list[Vec] = [
        (0, 0.04, 0.006),
        (0, s + 0.002, 0.018),
        (0, s + 0.003, s / 2),
        (0, s - 0.014, s / 2 + 0.008),
    ]
    m.add(ribbon(tongue, w - 0.02, 0.0008), FOIL)


def _long_roll(m: Maker, w: float, r: float, at: Vec) -> None:
    with m.placed(at), lying(m, "x", (-w / 2, 0, 0)):
        m.lathe([(r * 0.55, 0), (r, 0), (r, w), (r * 0.55, w), (r * 0.55, 0)], FOIL, n=18)
        m.lathe([(r * 0.54, -0.002), (r * 0.54, w + 0.002)], (0.66, 0.53, 0.38), n=12, solid=False)


def _bare_roll(m: Maker, look: Look) -> None:
    """A roll without its carton, a piece pulled off."""
    w, r = _long(look), float(look.rng.uniform(0.018, 0.026))
    _long_roll(m, w, r, (0, r, 0))
    sheet: list[Vec] = [
        (0, r * 1.9, r * 0.4),
        (0, r * 1.1, r * 1.05),
        (0, 0.004, r * 1.6),
        (0, 0.001, r * 2.6),
        (0, 0.004, r * 3.3),
    ]
    m.add(ribbon(sheet, w - 0.004, 0.0008), FOIL)


def _ball(m: Maker, look: Look) -> None:
    """A crumpled piece and what is left of the roll."""
    r = float(look.rng.uniform(0.026, 0.034))
    m.add(lump(look.rng, (0.03, r, 0.0), (r * 1.1, r, r), 0.12, 12), FOIL)
    m.add(lump(look.rng, (-0.045, 0.016, 0.012), (0.02, 0.016, 0.018), 0.14, 10), FOIL)


def _folded_sheets(m: Maker, look: Look) -> None:
    """A pack of flat sheets, the uppermost rumpled at the corner."""
    w, d = float(look.rng.uniform(0.2, 0.24)), float(look.rng.uniform(0.14, 0.17))
    m.box((0, 0), 0, (w, 0.012, d), _wrap(look), bevel=0.001)

    def rumple(u: np.ndarray, v: np.ndarray) -> np.ndarray:
        return np.asarray(
            0.013
            + 0.0015 * np.sin(19 * u + 4 * v) * np.cos(13 * v)
            + 0.03 * np.clip(u + v - 1.5, 0, 1)
        )

    m.add(primitives.sheet(rumple, (w - 0.01, d - 0.01), 9), FOIL)


def _dispenser(m: Maker, look: Look) -> None:
    """A rounded plastic case with a cutter that slides along its edge."""
    w = _long(look)
    coat = plastic(
        look.pick(((0.92, 0.92, 0.92), (0.2, 0.3, 0.45), (0.7, 0.2, 0.2), (0.3, 0.5, 0.45))), 0.5
    )
    outline = [
        (0.032 * float(np.cos(t)), 0.03 + 0.03 * float(np.sin(t))) for t in np.linspace(0, np.pi, 8)
    ]
    outline += [(-0.032, 0.0), (0.032, 0.0)]
    ends = [np.array([(x, y, z) for z, y in outline]) for x in (-w / 2, w / 2)]
    m.add(primitives.loft(ends), coat)
    m.box((0, 0.034), 0.014, (w * 0.96, 0.008, 0.008), metal(), bevel=0.001)
    m.add(
        slab((0.03, 0.016, 0.02), 0.005, 0.003, (w * 0.2, 0.012, 0.038)), plastic((0.9, 0.45, 0.1))
    )
    tongue: list[Vec] = [(0, 0.016, 0.03), (0, 0.012, 0.045), (0, 0.003, 0.052), (0, 0.002, 0.06)]
    m.add(ribbon(tongue, w - 0.03, 0.0008), FOIL)


def _catering(m: Maker, look: Look) -> None:
    """A wide thick carton as kitchens buy it, with the roll showing in its end."""
    w, h, d = float(look.rng.uniform(0.3, 0.34)), 0.062, 0.075
    m.box((0, 0), 0, (w, h, d), look.draw("cardboard"), bevel=0.001)
    m.panel((0, h / 2, d / 2 + 0.0006), (w * 0.5, h * 0.6), look.draw("label"))
    m.panel((0, h + 0.0006, 0), (w * 0.6, d * 0.7), look.draw("label"), "up")
    for s in (-1, 1):
        with lying(m, "x", (s * w / 2 - 0.002, h / 2, 0)):
            m.cylinder((0, 0), 0, 0.022, 0.004, FOIL, n=16)
            m.cylinder((0, 0), 0, 0.012, 0.0046, BLACK, n=12)


def _trays(m: Maker, look: Look) -> None:
    """Foil trays in each other."""
    w, d = float(look.rng.uniform(0.2, 0.24)), float(look.rng.uniform(0.13, 0.16))
    for k in range(3):
        y = 0.007 * k
        wall = []
        for level, grow in ((y, 0.8), (y + 0.036, 1.0), (y + 0.037, 1.06), (y + 0.035, 1.06)):
            a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
            c, s = np.cos(a), np.sin(a)
            ripple = 1 + 0.012 * (np.arange(24) % 2)
            x = np.sign(c) * np.abs(c) ** 0.4 * w / 2 * grow * ripple
            z = np.sign(s) * np.abs(s) ** 0.4 * d / 2 * grow * ripple
            wall.append(np.stack([x, np.full(24, level), z], 1))
        made = primitives.loft(wall, caps=False)
        m.add(Mesh(made.vertices, made.faces), FOIL)
        if k in (0, 2):
            floor = wall[0].copy()
            m.add(primitives.loft([floor, floor + np.array([0, 0.001, 0])]), FOIL)


FOILS = (
    _closed_carton,
    _opened_carton,
    _bare_roll,
    _ball,
    _folded_sheets,
    _dispenser,
    _catering,
    _trays,
)


@forms(len(FOILS))
def foil(m: Maker, look: Look, form: int) -> None:
    """Aluminium foil in cartons, on rolls, as sheets, trays and crumpled."""
    FOILS[form](m, look)


def _slot(m: Maker, look: Look, y: float, w: float, d: float) -> None:
    """The opening above; once the box is empty, grey film hangs in at its rim."""
    hole = slab((w, 0.0008, d), min(w, d) / 2, 0.0, (0, y, 0), 4)
    m.add(hole, (0.12, 0.11, 0.1), solid=False)
    rags = []
    for k in range(7):
        a = 2 * np.pi * k / 7 + float(look.rng.uniform(-0.2, 0.2))
        c, s = float(np.cos(a)), float(np.sin(a))
        tip = float(look.rng.uniform(0.6, 0.85))
        rim = [
            (c * w / 2 - s * 0.008, s * d / 2 + c * 0.008),
            (c * w / 2 + s * 0.008, s * d / 2 - c * 0.008),
        ]
        corners = [(x, y + 0.0012, z) for x, z in (*rim, (c * w / 2 * tip, s * d / 2 * tip))]
        rags.append(Mesh(np.array(corners), np.array([[0, 1, 2]], np.int32)))
    m.add(merged(rags), (0.34, 0.35, 0.36), solid=False, when="used_up")


def _plume(m: Maker, look: Look, y: float, w: float, d: float, h: float = 0.075) -> None:
    """The tissue that sticks out while there are any."""
    n, rows = 18, 5
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    lean = look.rng.uniform(-0.4, 0.4, 2)
    phase = float(look.rng.uniform(0, 6))
    rings = []
    for v in np.linspace(0, 1, rows):
        # Flat in the slot, then an open fan with folds.
        grow = 0.45 + 0.95 * v
        fold = 1 + 0.28 * v * np.cos(3 * a + phase) + 0.12 * v * np.cos(7 * a)
        x = np.cos(a) * w / 2 * grow * fold + lean[0] * h * v**2
        z = np.sin(a) * (0.006 + 0.5 * d * v) * fold + lean[1] * h * v**2
        top = y + h * v * (1 + 0.22 * v * np.sin(2 * a + phase) + 0.1 * v * np.cos(5 * a))
        rings.append(np.stack([x, top, z], 1))
    made = primitives.loft(rings, caps=False)
    paper = (0.97, 0.97, 0.96) if look.rng.random() < 0.8 else look.hue((0.1, 0.25), (0.9, 0.97))
    m.add(Mesh(made.vertices, made.faces), paper, solid=True, when="!used_up")


def _box_skin(look: Look) -> Material:
    if look.rng.random() < 0.5:
        return look.draw("pattern")
    return look.draw("package", gloss=0.2)


def _flat_box(m: Maker, look: Look) -> None:
    w, h, d = float(look.rng.uniform(0.19, 0.23)), float(look.rng.uniform(0.07, 0.09)), 0.115
    m.box((0, 0), 0, (w, h, d), _box_skin(look), bevel=0.001)
    _slot(m, look, h + 0.0004, w * 0.55, d * 0.4)
    _plume(m, look, h, w * 0.42, d * 0.3)


def _cube(m: Maker, look: Look) -> None:
    s, h = float(look.rng.uniform(0.1, 0.12)), float(look.rng.uniform(0.11, 0.14))
    m.box((0, 0), 0, (s, h, s), _box_skin(look), bevel=0.001)
    _slot(m, look, h + 0.0004, s * 0.6, s * 0.5)
    _plume(m, look, h, s * 0.5, s * 0.4)


def _wooden_cover(m: Maker, look: Look) -> None:
    """A wooden cover over the packet, on a plinth."""
    w, h, d = (0.23, 0.085, 0.13) if look.rng.random() < 0.5 else (0.14, 0.14, 0.14)
    wood = look.draw("wood", gloss=0.2)
    m.box((0, 0), 0, (w, 0.012, d), wood.shaded(0.8), bevel=0.002)
    m.box((0, 0), 0.012, (w - 0.012, h - 0.022, d - 0.012), wood, bevel=0.002)
    m.box((0, 0), h - 0.01, (w, 0.01, d), wood, bevel=0.003)
    _slot(m, look, h + 0.0002, w * 0.5, d * 0.2)
    _plume(m, look, h, w * 0.38, d * 0.22)


def _drum(m: Maker, look: Look) -> None:
    """A round or oval drum."""
    r, h = float(look.rng.uniform(0.058, 0.07)), float(look.rng.uniform(0.09, 0.14))
    skin = _box_skin(look)
    oval = 0.65 if look.rng.random() < 0.4 else 1.0
    m.lathe([(0, 0), (r, 0), (r, h), (0, h)], skin, n=26, oval=oval)
    for y in (0.0, h - 0.012):
        m.lathe(
            [(r + 0.0015, y), (r + 0.0015, y + 0.012), (r - 0.002, y + 0.0125)],
            WHITE,
            n=26,
            oval=oval,
            solid=False,
        )
    _slot(m, look, h + 0.0006, r * 0.9, r * 0.7 * oval)
    _plume(m, look, h, r * 0.8, r * 0.6 * oval)


def _soft_pack(m: Maker, look: Look) -> None:
    """A soft packet of wipes with a sticker over the opening, welded at its ends."""
    w, h, d = float(look.rng.uniform(0.17, 0.2)), 0.055, 0.105
    skin = look.draw("package", gloss=0.5)
    m.ellipsoid((0, h / 2, 0), (w / 2, h / 2, d / 2), skin, n=20, power=0.45)
    for s in (-1, 1):
        m.box((s * (w / 2 + 0.006), 0), h * 0.42, (0.026, 0.003, d * 0.9), skin)
    _slot(m, look, h - 0.0004, w * 0.36, d * 0.32)
    with m.placed((-w * 0.16, h, 0), (0, 0, -28)):
        m.add(
            slab((w * 0.34, 0.001, d * 0.6), 0.01, 0.0, (-w * 0.1, 0.012, 0)),
            plastic(look.hue((0.4, 0.8), (0.5, 0.9))),
        )
    _plume(m, look, h - 0.002, w * 0.24, d * 0.28, 0.06)


def _glazed(m: Maker, look: Look) -> None:
    """A cover of glazed ware whose walls lean in and bulge."""
    s, h = float(look.rng.uniform(0.065, 0.075)), float(look.rng.uniform(0.12, 0.14))
    glaze = glazed(look)
    shape = [
        (0, 0),
        (s, 0),
        (s * 1.08, 0.012),
        (s * 1.0, h * 0.5),
        (s * 0.72, h * 0.9),
        (s * 0.6, h),
        (0, h),
    ]
    m.lathe(curve(shape, 2), glaze, n=18, corners=0)
    _slot(m, look, h + 0.0004, s * 0.9, s * 0.8)
    _plume(m, look, h, s * 0.7, s * 0.6)


def _six_sided(m: Maker, look: Look) -> None:
    r, h = float(look.rng.uniform(0.062, 0.074)), float(look.rng.uniform(0.1, 0.13))
    m.lathe([(0, 0), (r, 0), (r, h), (0, h)], _box_skin(look), corners=6)
    lid = Material(look.hue((0.3, 0.8), (0.3, 0.9)), gloss=0.2)
    m.lathe([(r + 0.002, h - 0.02), (r + 0.002, h + 0.001), (0, h + 0.001)], lid, corners=6)
    _slot(m, look, h + 0.0015, r * 0.9, r * 0.8)
    _plume(m, look, h, r * 0.8, r * 0.6)


def _cloth_cover(m: Maker, look: Look) -> None:
    """A quilted cloth cover with a frill and a bow."""
    w, h, d = float(look.rng.uniform(0.2, 0.23)), 0.085, 0.125
    cloth = look.draw("fabric", look.hue((0.1, 0.6), (0.5, 0.95)))
    m.ellipsoid((0, h / 2, 0), (w / 2, h / 2, d / 2), cloth, n=16, power=0.35)
    n = 22
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    c, s = np.cos(a), np.sin(a)
    rings = []
    for y, grow in ((0.0, 1.12), (0.022, 1.0)):
        out = grow + 0.04 * (np.arange(n) % 2) * (y == 0)
        x, z = (
            np.sign(c) * np.abs(c) ** 0.45 * w / 2 * out,
            np.sign(s) * np.abs(s) ** 0.45 * d / 2 * out,
        )
        rings.append(np.stack([x, np.full(n, y), z], 1))
    made = primitives.loft(rings, caps=False)
    m.add(Mesh(made.vertices, made.faces), cloth.shaded(0.85))
    bow = Material(look.hue((0.5, 0.9), (0.5, 0.9)), gloss=0.3)
    for k in (-1, 1):
        m.ellipsoid((w * 0.3 + 0.014 * k, h * 0.96, d * 0.28), (0.013, 0.006, 0.008), bow, n=8)
    _slot(m, look, h + 0.0004, w * 0.45, d * 0.22)
    _plume(m, look, h, w * 0.36, d * 0.26)


TISSUES = (
    _flat_box,
    _cube,
    _wooden_cover,
    _drum,
    _soft_pack,
    _glazed,
    _six_sided,
    _cloth_cover,
)


@forms(len(TISSUES))
def tissue_box(m: Maker, look: Look, form: int) -> None:
    """Tissues in cartons, covers and packets; none sticks out when they are used up."""
    TISSUES[form](m, look)


RECIPES: dict[str, Recipe] = {"AluminumFoil": foil, "TissueBox": tissue_box}
