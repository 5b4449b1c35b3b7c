# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Lamps under the ceiling: drawn and shining, but no objects of a home.

They hang down from y = 0 and are nobody's obstacle.
"""

import numpy as np

from egoplan_ros.sim.shapes.furniture import shades
from egoplan_ros.sim.shapes.furniture.parts import iron, oval, plate, rounded, timber
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.primitives import curve
from egoplan_ros.sim.shapes.solid import Maker

GLOW = Material((0.98, 0.96, 0.9), gloss=0.2)
CEILING_LAMPS = 8
"""Designs of lamps under the ceiling."""


def ceiling_lamp(m: Maker, look: Look, form: int) -> None:
    """Dome, row of spots, pendant, flat panel, chandelier, drum, bell on a cord, bar of globes."""
    rng = look.rng
    coat = iron(look)
    if form == 0:
        r = float(rng.uniform(0.15, 0.21))
        m.lathe([(0, 0), (r * 1.06, 0), (r * 1.06, -0.02), (r, -0.022)], coat, n=24, solid=False)
        bowl = [(r, -0.02), (r * 0.93, -0.05), (r * 0.6, -0.085), (r * 0.2, -0.1)]
        m.lathe([*curve(bowl, 3), (0, -0.101)], GLOW, n=24, role="glow", solid=False)
        m.ellipsoid((0, -0.106, 0), (0.012, 0.012, 0.012), coat, n=8, solid=False)
    elif form == 1:
        count = int(rng.integers(3, 5))
        m.box((0, 0), -0.025, (0.2 * count + 0.04, 0.025, 0.05), coat, solid=False, bevel=0.006)
        for k in range(count):
            x = 0.2 * (k + 0.5 - count / 2)
            m.tube([(x, -0.02, 0), (x, -0.06, 0)], 0.008, coat, n=6)
            with m.placed(
                (x, -0.095, 0), turned=(float(rng.uniform(-40, 40)), 0, float(rng.uniform(-30, 30)))
            ):
                m.lathe(
                    [(0.0, 0.045), (0.025, 0.045), (0.036, -0.045), (0.032, -0.045)],
                    coat,
                    n=16,
                    solid=False,
                )
                m.lathe([(0.033, -0.042), (0, -0.046)], GLOW, n=16, role="glow", solid=False)
    elif form == 2:
        drop = _cord(m, look, coat, 0.14, 0.24)
        r = float(rng.uniform(0.18, 0.25))
        with m.placed((0, -drop - 0.18, 0)):
            shades.drum(m, look, 0, 0.18, r, r * float(rng.uniform(0.5, 1.0)))
    elif form == 3:
        w, d = (0.6, 0.3) if rng.random() < 0.5 else (0.4, 0.4)
        outline = rounded(w, d, 0.03) if rng.random() < 0.6 else oval(d * 1.2, d * 1.2)
        plate(m, outline, -0.035, 0.035, Material((0.93, 0.93, 0.93)), bevel=0.006, solid=False)
        size = np.ptp(outline, axis=0)
        plate(m, outline * (1 - 0.04 / size), -0.04, 0.008, GLOW, bevel=0.003, solid=False)
        m.parts[-1].role = "glow"
    elif form == 4:
        drop = _cord(m, look, coat, 0.1, 0.16)
        arms = int(rng.integers(4, 7))
        hub = [(0.0, 0.03), (0.02, 0.02), (0.035, -0.03), (0.015, -0.09), (0.03, -0.12), (0, -0.15)]
        m.lathe([(r, y - drop - 0.02) for r, y in hub], coat, n=14, solid=False)
        for k in range(arms):
            a = 2 * np.pi * k / arms
            c, s = float(np.cos(a)), float(np.sin(a))
            path = [(0.02, -0.08), (0.1, -0.15), (0.2, -0.13), (0.23, -0.08)]
            m.tube([(c * r, y - drop, s * r) for r, y in curve(path, 3)], 0.007, coat, n=6)
            x, z, y = c * 0.23, s * 0.23, -0.08 - drop
            m.lathe(
                [(0.0, y), (0.03, y + 0.008), (0.026, y + 0.014)],
                coat,
                center=(x, z),
                n=12,
                solid=False,
            )
            m.cylinder((x, z), y + 0.01, 0.011, 0.05, Material((0.95, 0.94, 0.9)), n=8, solid=False)
            m.ellipsoid(
                (x, y + 0.085, z), (0.016, 0.03, 0.016), GLOW, n=8, role="glow", solid=False
            )
    elif form == 5:
        r = float(rng.uniform(0.17, 0.24))
        m.cylinder((0, 0), -0.03, 0.06, 0.03, coat, n=16, solid=False)
        with m.placed((0, -0.17, 0)):
            shades.drum(m, look, 0, 0.14, r, r)
        m.cylinder((0, 0), -0.172, r * 0.97, 0.004, GLOW, n=24, solid=False, role="glow")
    elif form == 6:
        body = (
            coat
            if rng.random() < 0.5
            else look.draw("glaze", gloss=0.4)
            if rng.random() < 0.5
            else timber(look)
        )
        drop = _cord(m, look, coat, 0.14, 0.22)
        with m.placed((0, -drop - 0.19, 0)):
            shades.bell(m, body, float(rng.uniform(0.13, 0.19)), 0.04, 0.17)
    else:
        drop = _cord(m, look, coat, 0.12, 0.18)
        m.box((0, 0), -drop - 0.015, (0.7, 0.015, 0.02), coat, solid=False)
        for x in (-0.28, 0.0, 0.28):
            m.tube([(x, -drop - 0.01, 0), (x, -drop - 0.05, 0)], 0.012, coat, n=8)
            shades.globe(m, (x, -drop - 0.11, 0), (0.07, 0.07, 0.07), n=14)
    m.solids.clear()


def _cord(m: Maker, look: Look, coat: Material, low: float, high: float) -> float:
    """Canopy and cord; how far down it ends, metres."""
    drop = float(look.rng.uniform(low, high))
    m.cylinder((0, 0), -0.025, 0.05, 0.025, coat, n=16, solid=False, top=0.05)
    m.tube([(0, -0.02, 0), (0, -drop, 0)], 0.004, coat, n=6)
    return drop
