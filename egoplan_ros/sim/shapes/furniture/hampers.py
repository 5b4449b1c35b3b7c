# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Laundry hampers, each with a lid on a hinge."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import beam, block, iron, timber
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, plastic
from egoplan_ros.sim.shapes.primitives import lathe
from egoplan_ros.sim.shapes.solid import Maker

SWING = -100.0
LID = 0.03


@forms(6)
def hamper(m: Maker, look: Look, form: int) -> None:
    """Wicker box, round basket, cloth in a cross frame, ribbed plastic, slats, rounded box."""
    rng = look.rng
    w, h, d = (
        float(rng.uniform(0.4, 0.46)),
        float(rng.uniform(0.54, 0.66)),
        float(rng.uniform(0.33, 0.38)),
    )
    wicker = look.draw("wicker") if rng.random() < 0.7 else look.draw("rug", gloss=0.0)
    cloth = look.draw("fabric", look.hue((0, 0.4), (0.5, 0.97)), gloss=0.0)
    body = h - LID
    inner = (w / 2 - 0.03, d / 2 - 0.03)
    link = m.hinge((0, body, -d / 2), (1, 0, 0), SWING)
    if form == 0:
        m.shell((w, body, d), 0, 0.015, wicker, open_side="top", inner=cloth, bevel=0.006)
        for y in (0.02, body * 0.5, body - 0.03):
            for s in (-1, 1):
                m.box((0, s * d / 2), y, (w + 0.01, 0.022, 0.012), wicker.shaded(0.8), solid=False)
                m.box((s * w / 2, 0), y, (0.012, 0.022, d), wicker.shaded(0.8), solid=False)
        m.box((0, 0), body, (w + 0.01, LID, d + 0.01), wicker.shaded(0.9), link=link, bevel=0.01)
    elif form == 1:
        w = d = 0.38
        inner = (0.11, 0.11)
        wall = [
            (0.16, 0.0),
            (0.18, body * 0.5),
            (0.19, body),
            (0.175, body),
            (0.165, body * 0.5),
            (0.15, 0.012),
        ]
        m.lathe([(0, 0), *wall, (0, 0.012)], wicker, n=24, solid=False)
        _walls(m, 0.36, body, 0.36)
        for y in np.linspace(0.06, body - 0.03, 6):
            r = 0.16 + 0.03 * float(y) / body
            ring = [
                (r * float(np.cos(a)), float(y), r * float(np.sin(a)))
                for a in np.linspace(0, 2 * np.pi, 17)
            ]
            m.tube(ring, 0.006, wicker.shaded(0.8), n=4, caps=False)
        m.links.clear()
        link = m.hinge((0, body, -0.17), (1, 0, 0), SWING)
        top = lathe(
            [(0.195, body), (0.195, body + 0.015), (0.12, body + LID), (0, body + LID), (0, body)],
            (0, 0),
            24,
        )
        m.add(top, wicker.shaded(0.92), link=link)
        m.cylinder((0, 0), body + LID, 0.018, 0.018, timber(look), n=10, link=link, solid=False)
    elif form == 2:
        frame = timber(look) if rng.random() < 0.6 else iron(look)
        for z in (-d / 2 + 0.01, d / 2 - 0.01):
            for s in (-1, 1):
                beam(m, (s * (w / 2 - 0.02), 0, z), (-s * (w / 2 - 0.02), body, z), 0.022, frame)
        for s in (-1, 1):
            m.box((s * (w / 2 - 0.012), 0), body - 0.03, (0.024, 0.024, d), frame, solid=False)
        m.shell((w - 0.05, body - 0.12, d - 0.05), 0.1, 0.008, cloth, open_side="top")
        m.box((0, 0), body, (w, LID * 0.5, d), cloth.shaded(0.9), link=link, bevel=0.006)
        m.box(
            (0, d / 2), body - 0.06, (0.06, 0.07, 0.006), cloth.shaded(0.7), link=link, solid=False
        )
        low = 0.109
        m.surface(
            (-inner[0] + 0.02, inner[0] - 0.02),
            (-inner[1] + 0.02, inner[1] - 0.02),
            low,
            body - low,
        )
        return
    elif form == 3:
        shade = plastic(look.hue((0, 0.5), (0.5, 0.98)))
        m.shell((w, body, d), 0, 0.012, shade, open_side="top", bevel=0.01)
        dark = shade.shaded(0.35)
        for x in np.linspace(-0.4, 0.4, 8) * w:
            for y in (body * 0.3, body * 0.55):
                m.panel((float(x), y + 0.05, d / 2 + 0.001), (0.016, 0.1), dark)
        for z in np.linspace(-0.36, 0.36, 6) * d:
            for s, facing in ((-1, "left"), (1, "right")):
                m.panel(
                    (s * (w / 2 + 0.001), body * 0.42 + 0.05, float(z)), (0.016, 0.2), dark, facing
                )
        m.box((0, 0), body, (w + 0.012, LID, d + 0.012), shade.shaded(0.95), link=link, bevel=0.012)
        m.box((0, d / 2), body - 0.01, (0.12, 0.02, 0.02), shade, link=link, solid=False)
    elif form == 4:
        wood = timber(look)
        _slats(m, rng, wood, (w, body, d))
        m.shell((w - 0.05, body - 0.06, d - 0.05), 0.05, 0.006, cloth, open_side="top")
        m.box((0, 0), body, (w, LID * 0.8, d), wood, link=link, bevel=0.005)
        m.surface(
            (-inner[0] + 0.01, inner[0] - 0.01),
            (-inner[1] + 0.01, inner[1] - 0.01),
            0.057,
            body - 0.06,
        )
        return
    else:
        shade = cloth if rng.random() < 0.5 else wicker
        m.shell((w - 0.012, body, d - 0.012), 0, 0.014, shade, open_side="top", bevel=0.012)
        leather = look.draw("leather", gloss=0.2)
        for s in (-1, 1):
            x = s * (w / 2 - 0.004)
            m.tube(
                [(x, body * 0.7, -0.07), (x + s * 0.02, body * 0.82, 0), (x, body * 0.7, 0.07)],
                0.008,
                leather,
                n=6,
            )
        lid = shade.shaded(0.9)
        m.box((0, 0), body, (w, LID, d), lid, link=link, bevel=0.014)
        m.box((0, d * 0.2), body + LID - 0.002, (0.1, 0.008, 0.03), leather, link=link, solid=False)
    m.surface((-inner[0], inner[0]), (-inner[1], inner[1]), 0.016, body)


def _slats(
    m: Maker, rng: np.random.Generator, wood: Material, size: tuple[float, float, float]
) -> None:
    """Four posts with slats between them."""
    w, body, d = size
    for sx in (-1, 1):
        for sz in (-1, 1):
            m.box(
                (sx * (w / 2 - 0.015), sz * (d / 2 - 0.015)),
                0,
                (0.03, body, 0.03),
                wood,
                bevel=0.004,
            )
    count = int(rng.integers(6, 10))
    tall = (body - 0.06) / count
    for k in range(count):
        y = 0.05 + tall * k
        for s in (-1, 1):
            m.box((0, s * (d / 2 - 0.012)), y, (w - 0.06, tall - 0.012, 0.01), wood, solid=False)
            m.box((s * (w / 2 - 0.012), 0), y, (0.01, tall - 0.012, d - 0.06), wood, solid=False)


def _walls(m: Maker, w: float, h: float, d: float, wall: float = 0.012) -> None:
    """Obstacles of a round basket: four thin sides and a bottom."""
    for s in (-1, 1):
        x, z = s * w / 2, s * d / 2
        block(m, (min(x, x - s * wall), 0, -d / 2), (max(x, x - s * wall), h, d / 2))
        block(m, (-w / 2, 0, min(z, z - s * wall)), (w / 2, h, max(z, z - s * wall)))
    block(m, (-w / 2, 0, -d / 2), (w / 2, 0.012, d / 2))


RECIPES: dict[str, Recipe] = {"LaundryHamper": hamper}
