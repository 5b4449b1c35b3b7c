# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Potatoes of many sorts, lying along z."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.kitchenware.turning import ball, lump
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.solid import Maker

# Radii along x, y, z (m), unevenness, kind.
POTATOES: tuple[tuple[float, float, float, float, str], ...] = (
    (0.04, 0.036, 0.048, 0.05, "round"),
    (0.036, 0.034, 0.066, 0.05, "oval"),
    (0.024, 0.023, 0.073, 0.07, "finger"),
    (0.036, 0.03, 0.062, 0.04, "kidney"),
    (0.042, 0.036, 0.058, 0.22, "knobbly"),
    (0.046, 0.026, 0.06, 0.06, "flat"),
    (0.04, 0.036, 0.064, 0.04, "waisted"),
    (0.042, 0.038, 0.062, 0.04, "pear"),
    (0.04, 0.034, 0.056, 0.06, "horned"),
)


@forms(len(POTATOES))
def potato(m: Maker, look: Look, form: int) -> None:
    """Round, oval, finger, kidney, knobbly, flat, waisted, pear-shaped, with a second knob."""
    rx, ry, rz, amount, kind = POTATOES[form]
    scale = look.rng.uniform(0.92, 1.06)
    radii = (rx * scale, ry * scale, rz * scale * look.rng.uniform(0.95, 1.08))
    body = lump(radii, look.rng, amount, 20)
    v = body.vertices
    t = v[:, 2] / radii[2]
    if kind in ("kidney", "finger"):
        v[:, 0] += (0.3 if kind == "kidney" else 0.35) * radii[0] * (t**2) * 1.4
    elif kind == "waisted":
        v[:, :2] *= (1 - 0.34 * np.exp(-((t / 0.32) ** 2)))[:, None]
    elif kind == "pear":
        v[:, :2] *= (0.72 + 0.28 * np.tanh(-2.2 * t))[:, None] / 0.98
    v[:, 1] -= v[:, 1].min()
    skin = look.draw(
        "potato_skin",
        look.pick(((1, 1, 1), (0.95, 0.9, 0.85), (1.0, 0.86, 0.82))),
        gloss=0.03,
        rough=0.9,
    )
    m.add(body, skin)
    if kind == "horned":
        knob = lump((radii[0] * 0.55, radii[1] * 0.55, radii[0] * 0.5), look.rng, 0.05, 10)
        knob.vertices += (radii[0] * 0.62, radii[1] * 0.8, radii[2] * 0.5)
        m.add(knob, skin)
    eye = Material((0.3, 0.22, 0.14), rough=0.9)
    for _ in range(5):
        k = int(look.rng.integers(len(v)))
        if v[k, 1] > radii[1] * 0.7:
            middle = v.mean(0)
            at = middle + (v[k] - middle) * 0.99
            m.add(
                ball((float(at[0]), float(at[1]), float(at[2])), (0.0022, 0.0012, 0.0035), 6),
                eye,
                solid=False,
            )


RECIPES: dict[str, Recipe] = {"Potato": potato}
