# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Ottomans: padded blocks, pouffes and benches."""

from itertools import pairwise

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import (
    beam,
    beams,
    block,
    cushion,
    iron,
    legs,
    timber,
    tufted,
    upholstery,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.solid import Maker, Vec

FREE = 0.8
SEAMS = np.arange(12) * np.pi / 6


@forms(6)
def ottoman(m: Maker, look: Look, form: int, size: Vec = (0.6, 0.4, 0.5)) -> None:
    """Padded block, buttoned on legs, pouffe, wicker base, storage bench with lid, woven frame."""
    w, h, d = size
    cloth, wood = upholstery(look), timber(look)
    inset = 0.03
    if form == 0:
        m.box((0, 0), 0.03, (w, h - 0.12, d), cloth, bevel=0.02)
        m.box((0, 0), 0, (w - 0.06, 0.03, d - 0.06), Material((0.1, 0.1, 0.1)))
        cushion(m, (0, 0), h - 0.1, (w, 0.1, d), cloth, 0.2)
    elif form == 1:
        legs(
            m,
            "turned" if look.rng.random() < 0.5 else "round",
            (w - 0.02, d - 0.02),
            h * 0.5,
            0.045,
            wood,
        )
        m.box((0, 0), h * 0.45, (w, h * 0.4, d), cloth, bevel=0.02)
        with m.placed((0, h * 0.84, d / 2), turned=(-90, 0, 0)):
            tufted(m, (w, d), h * 0.16, 2, 3, cloth)
        block(m, (-w / 2, h * 0.8, -d / 2), (w / 2, h, d / 2))
    elif form == 2:
        profile = [(0, 0), (0.4, 0.0), (0.48, 0.2), (0.5, 0.5), (0.48, 0.8), (0.4, 0.97), (0, 1.0)]
        m.lathe([(r * w, y * h) for r, y in profile], cloth, n=24, oval=d / w)
        seams = [
            (
                (r * w * 1.006 * c, y * h, r * d * 1.006 * s),
                (q * w * 1.006 * c, t * h, q * d * 1.006 * s),
            )
            for c, s in np.stack([np.cos(SEAMS), np.sin(SEAMS)], 1).tolist()
            for (r, y), (q, t) in pairwise(profile[1:-1])
        ]
        beams(m, seams, 0.008, cloth.shaded(0.7), n=3)
        inset = 0.16 * w
    elif form == 3:
        m.box((0, 0), 0, (w - 0.02, h - 0.1, d - 0.02), look.draw("wicker"), bevel=0.01)
        cushion(m, (0, 0), h - 0.12, (w, 0.12, d), cloth, 0.25)
    elif form == 4:
        legs(m, "square", (w - 0.02, d - 0.02), 0.08, 0.04, wood)
        m.box((0, 0), 0.07, (w - 0.02, h - 0.18, d - 0.02), cloth, bevel=0.012)
        m.box((0, 0), h - 0.11, (w, 0.11, d), cloth.shaded(0.95), bevel=0.03)
        m.box((0, 0), h - 0.118, (w - 0.015, 0.008, d - 0.015), cloth.shaded(0.4), solid=False)
    else:
        dark = iron(look)
        for x in (-w / 2 + 0.02, w / 2 - 0.02):
            for a in (-1, 1):
                beam(m, (x, 0, a * (d / 2 - 0.02)), (x, h - 0.08, -a * (d / 2 - 0.06)), 0.022, dark)
            block(m, (x - 0.015, 0, -d / 2), (x + 0.015, h - 0.08, d / 2))
        cushion(m, (0, 0), h - 0.12, (w, 0.12, d), cloth, 0.25)
    m.surface((-w / 2 + inset, w / 2 - inset), (-d / 2 + inset, d / 2 - inset), h + 1e-3, FREE)


RECIPES: dict[str, Recipe] = {"Ottoman": ottoman}
