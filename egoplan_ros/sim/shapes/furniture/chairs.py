# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Chairs: moulded, upholstered, of steel, on castors, and the choice among all designs."""

from collections.abc import Callable

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture import wooden_chairs as wooden
from egoplan_ros.sim.shapes.furniture.parts import (
    Outline,
    arc,
    beam,
    block,
    cushion,
    iron,
    legs,
    moulding,
    plate,
    ribbon,
    rounded,
    timber,
    upholstery,
)
from egoplan_ros.sim.shapes.furniture.seating import Plan, chair_plan, seat_on
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker


def shell(m: Maker, look: Look, p: Plan) -> None:
    """One moulded shell on dowels or wires."""
    tones = (
        (0.93, 0.93, 0.91),
        (0.1, 0.1, 0.1),
        (0.8, 0.25, 0.2),
        (0.25, 0.5, 0.55),
        (0.85, 0.7, 0.3),
    )
    body: Material = plastic(look.pick(tones)) if look.rng.random() < 0.75 else timber(look)
    # From the front edge along the seat and up the back: (z, y, half width).
    ahead, behind = p.d / 2, -p.d / 2
    spine = (
        (ahead, p.seat - 0.03, 0.9),
        (ahead - 0.03, p.seat - 0.004, 0.97),
        (0.05, p.seat - 0.015, 1.0),
        (behind + 0.13, p.seat - 0.012, 1.0),
        (behind + 0.06, p.seat + 0.05, 1.0),
        (behind + 0.035, p.seat + 0.16, 1.02),
        (behind + 0.018, p.top - 0.1, 0.92),
        (behind + 0.004, p.top - 0.02, 0.75),
        (behind, p.top, 0.5),
    )
    across = np.linspace(-1, 1, 9)
    lift = 0.03 + 0.05 * float(look.rng.random())
    rows = [
        [
            (
                float(x) * half * p.w / 2,
                y + (lift * abs(x) ** 3 if k < 5 else 0.0),
                z + (lift * abs(x) ** 2 if k >= 4 else 0.0),
            )
            for x in across
        ]
        for k, (z, y, half) in enumerate(spine)
    ]
    vertices = np.array(rows).reshape(-1, 3)
    quads = [
        (9 * r + c, 9 * r + c + 1, 9 * r + 10 + c, 9 * r + 9 + c)
        for r in range(len(rows) - 1)
        for c in range(8)
    ]
    faces = [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
    m.add(Mesh(vertices, np.array(faces, np.int32)), body, solid=False)
    if look.rng.random() < 0.55:
        legs(m, "round", (p.w - 0.02, p.d - 0.04), p.seat - 0.02, 0.034, timber(look), splay=0.09)
        for s in (-1, 1):
            beam(
                m,
                (s * 0.16, 0.22, -0.14),
                (-s * 0.16, 0.34, 0.14),
                0.01,
                metal((0.15, 0.15, 0.15)),
                n=5,
            )
    else:
        legs(m, "peg", (p.w - 0.03, p.d - 0.05), p.seat - 0.02, 0.02, iron(look))
    seat_on(m, p)


def parsons(m: Maker, look: Look, p: Plan) -> None:
    """Upholstered all over, square legs."""
    cloth, wood = upholstery(look), timber(look)
    legs(m, "taper", (p.w - 0.01, p.d - 0.01), p.seat - 0.1, 0.042, wood, top=p.seat)
    m.box((0, 0), p.seat - 0.12, (p.w, 0.07, p.d), cloth, solid=False, bevel=0.015)
    cushion(m, (0, 0.03), p.seat - 0.09, (p.w, 0.09, p.d - 0.06), cloth, solid=False)
    tall = p.top - p.seat + 0.1
    cushion(m, (0, -p.d / 2 + 0.045), p.seat - 0.1, (p.w, tall, 0.09), cloth, 0.22, solid=False)
    if look.rng.random() < 0.5:
        for y in (0.35, 0.6, 0.8):
            for x in (-0.25, 0.0, 0.25):
                m.ellipsoid(
                    (x * p.w, p.seat + y * (p.top - p.seat), -p.d / 2 + 0.088),
                    (0.012, 0.012, 0.006),
                    cloth.shaded(0.6),
                    n=6,
                    solid=False,
                )
    seat_on(m, p, 0.09)


def sheet_steel(m: Maker, look: Look, p: Plan) -> None:
    """Pressed metal, lacquered: flared legs, a hoop with one broad slat."""
    coat = metal(look.hue((0.0, 0.8), (0.15, 0.95)), rough=0.4)
    t = 0.03
    for sx in (-1, 1):
        for sz in (-1, 1):
            foot, head = (
                (sx * (p.w / 2 - t / 2), 0, sz * (p.d / 2 - t / 2)),
                (sx * p.w * 0.34, p.seat - 0.03, sz * p.d * 0.34),
            )
            beam(m, foot, head, (t, 0.06), coat)
            block(
                m, (foot[0] - t / 2, 0, foot[2] - t / 2), (foot[0] + t / 2, p.seat, foot[2] + t / 2)
            )
    plate(
        m,
        rounded(p.w * 0.86, p.d * 0.86, 0.06),
        p.seat - 0.04,
        0.04,
        coat,
        bevel=0.012,
        solid=False,
    )
    z = -p.d / 2 + 0.014
    bow = [
        (
            p.w * 0.36 * float(np.cos(a)),
            p.seat + (p.top - p.seat) * float(np.sin(a)) ** 0.45,
            z + 0.04 * (1 - float(np.sin(a))),
        )
        for a in np.linspace(0, np.pi, 13)
    ]
    m.tube(bow, 0.012, coat, n=8)
    m.box((0, z), p.seat - 0.01, (0.11, p.top - p.seat, 0.006), coat, solid=False)
    for s in (-1, 1):
        beam(
            m, (s * (p.w / 2 - 0.03), 0.16, -p.d / 2 + 0.02), (-s * 0.02, 0.34, 0), 0.014, coat, n=4
        )
    seat_on(m, p)


def cantilever(m: Maker, look: Look, p: Plan) -> None:
    """A loop of steel tube without hind legs."""
    tube = metal((0.8, 0.81, 0.83)) if look.rng.random() < 0.7 else metal((0.1, 0.1, 0.1))
    cloth = look.draw("wicker") if look.rng.random() < 0.4 else upholstery(look)
    w, d = p.w / 2 - 0.014, p.d / 2
    for s in (-1, 1):
        x = s * w
        path = [
            (0, 0.012, 0.02 - d),
            (x * 0.85, 0.012, 0.02 - d),
            (x, 0.012, 0.08 - d),
            (x, 0.012, d - 0.06),
            (x, 0.05, d - 0.014),
            (x, p.seat - 0.07, d - 0.014),
            (x, p.seat - 0.03, d - 0.05),
            (x, p.seat - 0.03, 0.08 - d),
            (x, p.seat + 0.05, 0.03 - d),
            (x, p.top, 0.012 - d),
        ]
        m.tube(path, 0.012, tube, n=8)
        block(m, (x - 0.014, 0, -d), (x + 0.014, 0.03, d))
        block(m, (x - 0.014, 0, d - 0.03), (x + 0.014, p.seat, d))
    wooden = timber(look) if look.rng.random() < 0.5 else cloth
    plate(
        m,
        rounded(p.w - 0.01, p.d - 0.07, 0.03),
        p.seat - 0.028,
        0.028,
        cloth,
        at=(0, 0.03),
        bevel=0.01,
        solid=False,
    )
    m.box((0, 0.014 - d), p.top - 0.26, (p.w, 0.26, 0.026), wooden, solid=False, bevel=0.01)
    m.box((0, 0.028 - d), p.top - 0.235, (p.w - 0.06, 0.21, 0.006), cloth, solid=False)
    seat_on(m, p)


def swivel(m: Maker, look: Look, p: Plan) -> None:
    """An office chair on a star of five castors."""
    dark = plastic((0.1, 0.1, 0.11)) if look.rng.random() < 0.6 else metal((0.78, 0.79, 0.8))
    cloth = upholstery(look)
    r = min(p.w, p.d) / 2 - 0.02
    for k in range(5):
        a = np.pi / 2 + k * 2 * np.pi / 5
        x, z = float(np.cos(a)) * r, float(np.sin(a)) * r
        beam(m, (x, 0.06, z), (0, 0.1, 0), (0.026, 0.05), dark)
        m.ellipsoid(
            (x, 0.027, z), (0.024, 0.027, 0.024), plastic((0.08, 0.08, 0.08)), n=8, solid=False
        )
    block(m, (-r, 0, -r), (r, 0.1, r))
    m.cylinder((0, 0), 0.06, 0.025, p.seat - 0.13, dark, n=10)
    m.box((0, 0), p.seat - 0.09, (0.2, 0.03, 0.2), dark, solid=False)
    cushion(m, (0, 0.02), p.seat - 0.075, (p.w, 0.075, p.d - 0.02), cloth, solid=False)
    gap = 0.1 + 0.08 * float(look.rng.random())
    tall = p.top - p.seat - gap
    wide = p.w * float(look.rng.uniform(0.75, 0.98))
    mesh = bool(look.rng.random() < 0.45)
    z = 0.05 - p.d / 2
    if mesh:
        outline: Outline = rounded(wide, tall, 0.07)
        middle = (0.0, p.top - tall / 2)
        moulding(
            m, outline, ((0, -0.012), (0, 0.012), (0.02, 0.012), (0.02, -0.012)), dark, middle, z
        )
        m.box(
            (0, z),
            p.top - tall + 0.012,
            (wide - 0.03, tall - 0.024, 0.006),
            cloth.shaded(0.8),
            solid=False,
        )
        for y in np.linspace(0.15, 0.85, 6):
            m.box(
                (0, z),
                p.top - tall * (1 - float(y)),
                (wide - 0.04, 0.006, 0.012),
                dark,
                solid=False,
            )
    else:
        cushion(m, (0, z), p.top - tall, (wide, tall, 0.075), cloth, 0.4, solid=False)
    m.tube(
        [
            (0, p.seat - 0.07, 0),
            (0, p.seat - 0.05, 0.02 - p.d / 2),
            (0, p.top - tall * 0.5, 0.018 - p.d / 2),
        ],
        0.018,
        dark,
        n=6,
    )
    if look.rng.random() < 0.6:
        for s in (-1, 1):
            x = s * (p.w / 2 - 0.015)
            m.tube(
                [(x * 0.8, p.seat - 0.06, 0), (x, p.seat + 0.02, 0), (x, p.seat + 0.19, -0.02)],
                0.012,
                dark,
                n=6,
            )
            m.box((x, 0), p.seat + 0.19, (0.03, 0.025, 0.22), dark, solid=False, bevel=0.008)
    seat_on(m, p, 0.09)


def tub(m: Maker, look: Look, p: Plan) -> None:
    """A padded dining chair whose curved back embraces the seat."""
    cloth = upholstery(look)
    wood = timber(look) if look.rng.random() < 0.6 else iron(look)
    legs(m, "round", (p.w - 0.02, p.d - 0.02), p.seat - 0.07, 0.034, wood, splay=0.05)
    plate(
        m,
        rounded(p.w - 0.02, p.d - 0.02, 0.16, 6),
        p.seat - 0.08,
        0.08,
        cloth,
        bevel=0.025,
        solid=False,
    )
    path = [(x, z + 0.02) for x, z in arc(p.w - 0.05, p.d / 2 - 0.01, 11)]
    edge = [p.seat + (p.top - p.seat) * (0.45 + 0.55 * abs(z) / (p.d / 2)) for _, z in path]
    ribbon(m, path, p.seat - 0.04, edge, 0.05, cloth)
    seat_on(m, p, 0.08)


Design = Callable[[Maker, Look, Plan], None]
DESIGNS: tuple[tuple[Design, tuple[float, float]], ...] = (
    (wooden.ladder, (0.82, 1.02)),
    (wooden.slatted, (0.82, 0.98)),
    (wooden.splat, (0.85, 1.0)),
    (wooden.windsor, (0.85, 1.0)),
    (shell, (0.78, 0.86)),
    (parsons, (0.88, 1.05)),
    (wooden.bentwood, (0.84, 0.92)),
    (sheet_steel, (0.8, 0.87)),
    (cantilever, (0.8, 0.9)),
    (swivel, (0.88, 1.08)),
    (tub, (0.76, 0.86)),
)


@forms(len(DESIGNS))
def chair(m: Maker, look: Look, form: int) -> None:
    """One of the designs above, with measures of its own."""
    design, back = DESIGNS[form]
    design(m, look, chair_plan(look, back))


RECIPES: dict[str, Recipe] = {"Chair": chair}
