# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rugs: flat pictures on the floor, drawn, but no objects of a home and nobody's obstacle."""

import numpy as np

from egoplan_ros.sim.shapes.furniture.parts import oval
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker

THICK = 0.0008
"""Metres: below what lies on the floor, however thin."""


def rug(m: Maker, look: Look, size: tuple[float, float], round_one: bool = False) -> None:
    """A rug (width along x, depth along z), its upper side `THICK` over y = 0.

    Rectangular ones may have fringes at their short ends; `round_one` makes an oval.
    """
    w, d = size
    cloth = look.draw("rug", gloss=0.0)
    if round_one:
        ring = oval(w, d, 40)
        n = len(ring)
        points = np.concatenate([np.insert(ring, 1, THICK, axis=1), [[0.0, THICK, 0.0]]])
        uv = np.concatenate([0.5 + ring / [-w, d], [[0.5, 0.5]]])
        k = np.arange(n)
        faces = np.stack([k, (k + 1) % n, np.full(n, n)], 1).astype(np.int32)
        m.add(Mesh(points, faces, uv[faces].astype(np.float32)), cloth, solid=False)
        return
    m.panel((0, THICK, 0), (w, d), cloth, "up")
    if look.rng.random() < 0.4:
        thread = Material(look.pick(((0.9, 0.87, 0.78), (0.75, 0.68, 0.55), (0.4, 0.35, 0.3))))
        across = d if w >= d else w
        for at in np.arange(-across / 2 + 0.0125, across / 2, 0.025):
            for s in (-1, 1):
                if w >= d:
                    m.panel((s * (w / 2 + 0.025), THICK, float(at)), (0.05, 0.012), thread, "up")
                else:
                    m.panel((float(at), THICK, s * (d / 2 + 0.025)), (0.012, 0.05), thread, "up")
