# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Wall shelves, shelving units and the boards that go into them."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import beam, block, iron, timber
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.primitives import extrusion
from egoplan_ros.sim.shapes.solid import Maker, Vec

FREE = 0.3
EDGE = 0.02


def shelf_board(m: Maker, look: Look, size: Vec) -> None:
    """One board of a shelving unit."""
    w, h, d = size
    m.box((0, 0), 0, (w, h, d), look.wood, bevel=0.003)
    m.surface((-w / 2 + EDGE, w / 2 - EDGE), (-d / 2 + 0.01, d / 2 - EDGE), h + 1e-3, FREE)


@forms(6)
def shelf(m: Maker, look: Look, form: int, size: Vec = (0.7, 0.14, 0.22)) -> None:
    """A wall board: on angles, floating, on wooden corbels, on pipes, on straps, as an open box."""
    w, h, d = size
    wood, dark = timber(look), iron(look)
    thick = min(0.025 if form != 1 else 0.05, h * 0.5)
    m.box((0, 0), h - thick, (w, thick, d), wood, bevel=0.004)
    places = (-w * 0.38, w * 0.38)
    if form == 0:
        for x in places:
            m.box((x, -d / 2 + 0.004), 0, (0.025, h - thick, 0.006), dark)
            m.box((x, -d * 0.08), h - thick - 0.005, (0.025, 0.005, d * 0.8), dark, solid=False)
            near, far = (x, 0.02, 0.008 - d / 2), (x, h - thick, d * 0.22)
            m.tube([near, (x, h * 0.35, -d * 0.2), far], 0.005, dark, n=5)
    elif form == 1:
        m.box((0, -d / 2 + 0.004), 0, (w * 0.9, h - thick, 0.006), look.wall, solid=False)
    elif form == 2:
        reach = d * 0.75
        outline = [
            (0.0, 0.0),
            (0.012, 0.0),
            (reach * 0.45, (h - thick) * 0.5),
            (reach, h - thick - 0.015),
            (reach, h - thick),
            (0.0, h - thick),
        ]
        for x in places:
            with m.placed((x - 0.011, 0, -d / 2), turned=(0, -90, 0)):
                mesh = extrusion(outline, 0.022)
                mesh.vertices[:, 2] -= 0.022
                m.add(mesh, wood)
    elif form == 3:
        for x in places:
            m.tube(
                [(x, 0.03, -d / 2 + 0.01), (x, 0.03, d * 0.25), (x, h - thick, d * 0.38)],
                0.011,
                dark,
                n=8,
            )
            m.tube([(x, 0.0, -d / 2 + 0.012), (x, h - thick, -d / 2 + 0.012)], 0.008, dark, n=6)
    elif form == 4:
        leather = look.draw("leather", gloss=0.2)
        for x in places:
            for z in (-d / 2 + 0.004, d / 2 + 0.002):
                m.box((x, z), h * 0.1, (0.03, h * 0.9, 0.004), leather, solid=False)
            m.box((x, 0), h - thick - 0.004, (0.03, 0.004, d), leather, solid=False)
            m.box((x, -d / 2 + 0.004), 0, (0.03, h, 0.004), leather, solid=False)
    else:
        t = 0.016
        m.box((0, 0), 0, (w, t, d), wood, bevel=0.003)
        for s in (-1, 1):
            m.box((s * (w - t) / 2, 0), t, (t, h - thick - t, d), wood, bevel=0.003)
        m.box((0, -d / 2 + 0.004), t, (w - 2 * t, h - thick - t, 0.006), wood.shaded(0.85))
    m.surface((-w / 2 + EDGE, w / 2 - EDGE), (-d / 2 + 0.01, d / 2 - EDGE), h + 1e-3, FREE)


@forms(6)
def shelving_unit(m: Maker, look: Look, form: int, size: Vec = (0.9, 1.5, 0.35)) -> None:
    """Sides without boards, which are things of type Shelf.

    Forms: panels with a back, metal posts with a cross, wooden posts with rungs, black frame,
    panels with a cornice and plinth, panels that narrow upwards.
    """
    w, h, d = size
    wood, dark = timber(look), iron(look)
    t = 0.025
    if form in (0, 4):
        for s in (-1, 1):
            m.box((s * (w - t) / 2, 0), 0, (t, h, d), wood, bevel=0.004)
        back = (
            look.draw("paint", look.hue((0, 0.5), (0.4, 1.0))) if look.rng.random() < 0.3 else wood
        )
        m.box((0, -d / 2 + 0.006), 0, (w - 2 * t, h, 0.012), back.shaded(0.9))
        m.box((0, 0), h - 0.02, (w - 2 * t, 0.02, d), wood)
        if form == 4:
            m.box((0, 0.002), h, (w + 0.03, 0.02, d + 0.015), wood, bevel=0.006)
            m.box((0, 0.002), h + 0.02, (w + 0.06, 0.02, d + 0.03), wood, bevel=0.008)
            m.box((0, d / 2 - 0.012), 0, (w - 2 * t, 0.08, 0.02), wood, bevel=0.004)
            for s in (-1, 1):
                m.box(
                    (s * (w / 2 - 0.025), d / 2),
                    0,
                    (0.05, h, 0.012),
                    wood,
                    solid=False,
                    bevel=0.004,
                )
        return
    post = 0.026 if form in (1, 3) else 0.034
    body = wood if form in (2, 5) else dark
    for sx in (-1, 1):
        for sz in (-1, 1):
            x, z = sx * (w - post) / 2, sz * (d - post) / 2
            if form == 5:
                beam(m, (x, 0, z), (x, h, -d / 2 + post / 2 if sz < 0 else z - d * 0.3), post, body)
            elif form == 1:
                m.cylinder((x, z), 0, post / 2, h, body, n=10, solid=False)
            else:
                m.box((x, z), 0, (post, h, post), body, solid=False, bevel=0.003)
        low = (sx * w / 2 - (post if sx > 0 else 0), 0, -d / 2)
        block(m, low, (low[0] + post, h, d / 2))
        rungs = 3 if form == 3 else 2 if form == 5 else 8 if form == 2 else 4
        for y in np.linspace(0.06, h - 0.05, rungs):
            depth = d * (1 - (0.3 * float(y) / h if form == 5 else 0)) - post
            z = -d / 2 + post / 2 + depth / 2
            m.box(
                (sx * (w - post) / 2, z),
                float(y),
                (post * 0.6, post * 0.7, depth),
                body,
                solid=False,
            )
    for y in (0.03, h - post):
        m.box((0, -d / 2 + post / 2), y, (w - post, post * 0.7, post * 0.6), body)
    if form in (1, 3):
        z = -d / 2 + 0.008
        for s in (-1, 1):
            beam(
                m,
                (-s * w / 2 + s * 0.02, 0.08, z),
                (s * w / 2 - s * 0.02, h - 0.08, z),
                0.008,
                body,
                n=5,
            )
    if form == 3:
        m.box((0, 0), h - 0.022, (w, 0.022, d), wood, bevel=0.004)


RECIPES: dict[str, Recipe] = {"Shelf": shelf, "ShelvingUnit": shelving_unit}
