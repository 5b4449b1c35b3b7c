# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Boxes to keep things in: their flaps or lids turn, things lie inside."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, ribbon, rounded, slab
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, glass, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker, Vec

Size = tuple[float, float, float]


def _size(
    look: Look, w: tuple[float, float], h: tuple[float, float], d: tuple[float, float]
) -> Size:
    return tuple(float(look.rng.uniform(*r)) for r in (w, h, d))  # type: ignore[return-value]


def _card(look: Look) -> Material:
    return look.draw("cardboard", gloss=0.0)


def _inside(m: Maker, size: Size, wall: float, floor: float) -> None:
    """What lies in the box lies on its floor."""
    w, h, d = size
    x, z = w / 2 - wall - 0.01, d / 2 - wall - 0.01
    m.surface((-x, x), (-z, z), floor + 0.001, h - floor)


def _flaps(
    m: Maker,
    size: Size,
    surface: Surfaced,
    along: str,
    swing: float,
    share: float = 0.5,
    thick: float = 0.004,
) -> None:
    """Two flaps that meet over the middle (share 0.5), hinged at the long or the short sides."""
    w, h, d = size
    for sign in (-1, 1):
        if along == "x":
            link = m.hinge((0, h, sign * d / 2), (1, 0, 0), sign * swing)
            m.box(
                (0, sign * d * (0.5 - share / 2)),
                h,
                (w - 0.002, thick, d * share),
                surface,
                link=link,
            )
        else:
            link = m.hinge((sign * w / 2, h, 0), (0, 0, 1), -sign * swing)
            m.box(
                (sign * w * (0.5 - share / 2), 0),
                h,
                (w * share, thick, d - 0.002),
                surface,
                link=link,
            )


def _print(m: Maker, look: Look, size: Size) -> None:
    """Marks on a carton: a label, arrows, tape."""
    w, h, d = size
    if look.rng.random() < 0.7:
        at = (float(look.rng.uniform(-0.2, 0.2)) * w, h * 0.55, d / 2 + 0.0006)
        m.panel(at, (w * 0.35, min(h * 0.4, w * 0.25)), look.draw("label"))
    ink = (0.2, 0.17, 0.14) if look.rng.random() < 0.6 else (0.7, 0.15, 0.12)
    for k in (0, 1):
        x = w * (0.32 - 0.1 * k)
        for side, z in (("front", d / 2), ("back", -d / 2)):
            s = 1 if side == "front" else -1
            m.box((x * s, z), h * 0.55, (w * 0.02, h * 0.2, 0.001), ink, solid=False)
            head = [(-w * 0.03, 0.0), (w * 0.03, 0.0), (0.0, h * 0.1)]
            with m.placed((x * s, h * 0.74, z - 0.0005)):
                m.add(primitives.extrusion(head, 0.001), ink, solid=False)


def _carton(m: Maker, look: Look) -> None:
    """A shipping carton with four flaps."""
    size = w, h, d = _size(look, (0.34, 0.46), (0.2, 0.32), (0.27, 0.36))
    card = _card(look)
    m.shell(size, 0, 0.006, card, open_side="top", inner=card.shaded(0.85))
    _flaps(m, size, card.shaded(0.93), "z", 118, 0.32)
    _flaps(m, (w, h + 0.005, d), card, "x", 112, 0.5)
    _print(m, look, size)
    _inside(m, size, 0.006, 0.006)


def _taped(m: Maker, look: Look) -> None:
    """A wide low carton with tape down its front and back."""
    size = _size(look, (0.42, 0.5), (0.15, 0.2), (0.3, 0.38))
    _, h, d = size
    card = _card(look)
    m.shell(size, 0, 0.006, card, open_side="top", inner=card.shaded(0.85))
    _flaps(m, size, card, "x", 150, 0.5)
    tape = Material(look.pick(((0.72, 0.55, 0.3), (0.9, 0.88, 0.8), (0.75, 0.2, 0.2))), gloss=0.5)
    for k, sign in enumerate((-1, 1)):
        m.box((0, sign * d / 2), h - 0.07, (0.05, 0.07, 0.001), tape, solid=False)
        m.box((0, sign * d / 4), h + 0.004, (0.05, 0.0008, d / 2), tape, link=k, solid=False)
    _inside(m, size, 0.006, 0.006)


def _tall(m: Maker, look: Look) -> None:
    """Tall and narrow, printed all around."""
    size = w, h, d = _size(look, (0.28, 0.34), (0.34, 0.4), (0.26, 0.3))
    tone = look.hue((0.3, 0.8), (0.4, 0.9))
    m.shell(size, 0, 0.006, Material(tone, gloss=0.15), open_side="top", inner=(0.72, 0.6, 0.45))
    art = look.draw("package", gloss=0.2)
    for side, at, wide in (
        ("front", (0, h * 0.5, d / 2 + 0.001), w),
        ("back", (0, h * 0.5, -d / 2 - 0.001), w),
        ("right", (w / 2 + 0.001, h * 0.5, 0), d),
        ("left", (-w / 2 - 0.001, h * 0.5, 0), d),
    ):
        m.panel(at, (wide * 0.86, h * 0.8), art, side)
    _flaps(m, size, tone, "z", 125, 0.5)
    _inside(m, size, 0.006, 0.006)


def _shoe_box(m: Maker, look: Look) -> None:
    """A low box with an overlapping lid."""
    size = w, h, d = _size(look, (0.33, 0.4), (0.15, 0.2), (0.28, 0.32))
    tone = look.hue((0, 0.8), (0.2, 0.95))
    lower = Material(tone, gloss=0.15)
    upper = (
        lower if look.rng.random() < 0.5 else Material(look.hue((0, 0.8), (0.2, 0.95)), gloss=0.15)
    )
    m.shell(size, 0, 0.004, lower, open_side="top", inner=(0.9, 0.9, 0.88))
    link = m.hinge((0, h, -d / 2), (1, 0, 0), -115)
    m.box((0, 0), h - 0.002, (w + 0.006, 0.004, d + 0.006), upper, link=link)
    for sx in (-1, 1):
        m.box((sx * (w / 2 + 0.002), 0), h - 0.04, (0.002, 0.04, d + 0.006), upper, link=link)
    m.box((0, d / 2 + 0.002), h - 0.04, (w + 0.006, 0.04, 0.002), upper, link=link)
    m.panel((w / 2 + 0.0006, h * 0.4, 0), (d * 0.4, h * 0.35), look.draw("label"), "right")
    m.panel((0, h + 0.0026, 0), (w * 0.5, d * 0.4), look.draw("label"), "up", link=link)
    _inside(m, size, 0.004, 0.004)


def _tapered(
    m: Maker, size: Size, surface: Surfaced, wall: float, shrink: float, inner: Surfaced
) -> None:
    """A hollow body that narrows downwards, with rounded corners."""
    w, h, d = size
    outer = []
    for y, grow, inset in (
        (0.0, shrink, 0.006),
        (0.006, shrink, 0.0),
        (h, 1.0, 0.0),
        (h, 1.0, wall),
        (wall, shrink, wall + 0.002),
    ):
        flat = rounded(w * grow - 2 * inset, d * grow - 2 * inset, 0.03, 3)
        outer.append(np.column_stack([flat[:, 0], np.full(len(flat), y), flat[:, 1]]))
    made = primitives.loft(outer)
    m.add(Mesh(made.vertices, made.faces), surface)
    floor = slab((w * shrink - 0.02, 0.002, d * shrink - 0.02), 0.02, 0, (0, wall, 0))
    m.add(floor, inner)


def _plastic_bin(m: Maker, look: Look) -> None:
    """A clear plastic tub with a snap lid and coloured clips."""
    w, h, d = _size(look, (0.38, 0.48), (0.2, 0.28), (0.3, 0.36))
    tint = look.hue((0.0, 0.35), (0.75, 0.95))
    clip = plastic(look.hue((0.5, 0.95), (0.4, 0.9)), 0.4)
    body = glass(tint, 0.35)
    _tapered(m, (w - 0.02, h - 0.012, d - 0.02), body, 0.004, 0.9, plastic(tint))
    link = m.hinge((0, h - 0.012, -d / 2), (1, 0, 0), -118)
    m.add(slab((w, 0.012, d), 0.03, 0.003, (0, h - 0.012, 0)), clip, link)
    m.add(slab((w * 0.8, 0.006, d * 0.74), 0.02, 0.002, (0, h, 0)), clip, link)
    for sx in (-1, 1):
        m.box(
            (sx * (w / 2 - 0.004), 0), h - 0.05, (0.012, 0.05, 0.07), clip, link=link, bevel=0.003
        )
    m.surface((-w * 0.4, w * 0.4), (-d * 0.38, d * 0.38), 0.0075, h)


def _archive(m: Maker, look: Look) -> None:
    """For files: white or patterned, hand holes in its ends, a deep lid."""
    size = w, h, d = _size(look, (0.3, 0.36), (0.24, 0.28), (0.36, 0.4))
    plain = Material((0.93, 0.93, 0.91))
    card = plain if look.rng.random() < 0.5 else look.draw("pattern")
    m.shell(size, 0, 0.005, card, open_side="top", inner=(0.72, 0.6, 0.45))
    link = m.hinge((0, h, -d / 2), (1, 0, 0), -112)
    m.box((0, 0), h, (w + 0.008, 0.004, d + 0.008), card, link=link)
    for sx in (-1, 1):
        m.box((sx * (w / 2 + 0.003), 0), h - 0.06, (0.002, 0.06, d + 0.008), card, link=link)
    m.box((0, d / 2 + 0.003), h - 0.06, (w + 0.008, 0.06, 0.002), card, link=link)
    z = d / 2 + 0.001
    m.add(slab((0.09, 0.03, 0.002), 0.001, 0, (0, h * 0.5, z)), BLACK, solid=False)
    m.panel((0, h * 0.25, z + 0.0004), (0.12, 0.06), look.draw("label"))
    m.add(slab((0.09, 0.03, 0.002), 0.001, 0, (0, h * 0.5, -z)), BLACK, solid=False)
    _inside(m, size, 0.005, 0.005)


def _crate(m: Maker, look: Look) -> None:
    """Of wooden slats, with a lid on hinges."""
    w, h, d = _size(look, (0.36, 0.46), (0.2, 0.28), (0.28, 0.34))
    wood = look.draw("wood")
    dark = wood.shaded(0.85)
    t = 0.012
    rows = 3
    high = (h - t) / rows - 0.008
    for k in range(rows):
        y = (h - t) * k / rows
        for s in (-1, 1):
            m.box((0, s * (d - t) / 2), y, (w, high, t), wood)
            m.box((s * (w - t) / 2, 0), y, (t, high, d - 2 * t), wood)
    for sx in (-1, 1):
        for sz in (-1, 1):
            m.box(
                (sx * (w / 2 - t * 1.6), sz * (d / 2 - t * 1.6)), 0, (t * 1.5, h - t, t * 1.5), dark
            )
    m.box((0, 0), 0, (w - 2 * t, 0.008, d - 2 * t), dark)
    link = m.hinge((0, h - t, -d / 2), (1, 0, 0), -108)
    for k in range(4):
        z = d * (k / 4 - 0.375)
        m.box((0, z), h - t, (w, t, d / 4 - 0.005), wood, link=link)
    for sx in (-1, 1):
        m.box((sx * w * 0.36, 0), h - 2 * t, (0.03, t, d * 0.9), dark, link=link)
        m.box(
            (sx * w * 0.3, -d / 2 - 0.001),
            h - 0.05,
            (0.022, 0.05, 0.004),
            metal((0.25, 0.25, 0.26)),
        )
    m.surface((-w / 2 + 0.03, w / 2 - 0.03), (-d / 2 + 0.03, d / 2 - 0.03), 0.009, h)


def _basket(m: Maker, look: Look) -> None:
    """Woven or of felt, with handles and a soft lid."""
    w, h, d = _size(look, (0.34, 0.42), (0.22, 0.3), (0.3, 0.36))
    woven = look.rng.random() < 0.5
    cane = look.draw("wicker") if woven else look.draw("fabric", look.hue((0.05, 0.5), (0.35, 0.9)))
    _tapered(m, (w, h - 0.015, d), cane, 0.012, 0.9, cane.shaded(0.7))
    if woven:
        for k in range(6):
            y = h * (0.1 + 0.15 * k)
            grow = 0.9 + 0.1 * y / h + 0.008
            flat = rounded(w * grow, d * grow, 0.03)
            hoop = [
                np.column_stack([flat[:, 0], 0 * flat[:, 0] + y + t, flat[:, 1]])
                for t in (0, 0.006)
            ]
            m.add(primitives.loft(hoop, caps=False), cane.shaded(0.75), solid=False)
    link = m.hinge((0, h - 0.015, -d / 2), (1, 0, 0), -112)
    m.add(
        slab((w + 0.008, 0.018, d + 0.008), 0.03, 0.006, (0, h - 0.014, 0)), cane.shaded(0.9), link
    )
    for sx in (-1, 1):
        loop: list[Vec] = [
            (0, h * 0.6 + 0.05 * float(np.sin(t)), 0.06 * float(np.cos(t)))
            for t in np.linspace(0, np.pi, 7)
        ]
        with m.placed((sx * (w / 2 + 0.004), 0, 0)):
            m.tube(loop, 0.007, (0.45, 0.3, 0.18), n=6)
    m.surface((-w * 0.4, w * 0.4), (-d * 0.38, d * 0.38), 0.0155, h)


def _gift(m: Maker, look: Look) -> None:
    """A patterned cube with ribbon and bow on its lid."""
    size = w, h, d = _size(look, (0.28, 0.34), (0.2, 0.28), (0.28, 0.34))
    paper = look.draw("pattern", gloss=0.3)
    band = Material(look.hue((0.6, 1.0), (0.5, 0.95)), gloss=0.5)
    m.shell(size, 0, 0.005, paper, open_side="top", inner=(0.9, 0.88, 0.84))
    link = m.hinge((0, h, -d / 2), (1, 0, 0), -112)
    lid = Material(look.hue((0.3, 0.8), (0.4, 0.95)), gloss=0.3)
    m.box((0, 0), h - 0.03, (w + 0.008, 0.036, d + 0.008), lid, link=link, bevel=0.002)
    for sx in (-1, 1):
        m.box((0, sx * (d / 2 + 0.001)), 0, (0.035, h, 0.003), band, solid=False)
        m.box((sx * (w / 2 + 0.001), 0), 0, (0.003, h, 0.035), band, solid=False)
    top = h + 0.0064
    m.box((0, 0), top, (w + 0.009, 0.001, 0.035), band, link=link, solid=False)
    m.box((0, 0), top, (0.035, 0.001, d + 0.009), band, link=link, solid=False)
    for k in range(4):
        turn = 45 + 90 * k
        with m.placed((0, top, 0), (0, turn, 0)):
            loop: list[Vec] = [
                (0, 0.001, 0),
                (0, 0.03, 0.03),
                (0, 0.034, 0.06),
                (0, 0.012, 0.065),
                (0, 0.003, 0.02),
            ]
            m.add(ribbon(loop, 0.03, 0.0015), band, link, solid=False)
    m.ellipsoid((0, top + 0.012, 0), (0.014, 0.012, 0.014), band, n=8, link=link, solid=False)
    _inside(m, size, 0.005, 0.005)


BOXES = (
    _carton,
    _taped,
    _tall,
    _shoe_box,
    _plastic_bin,
    _archive,
    _crate,
    _basket,
    _gift,
)


@forms(len(BOXES))
def box(m: Maker, look: Look, form: int) -> None:
    """Cartons, shoe boxes, tubs, crates and baskets that open."""
    BOXES[form](m, look)


RECIPES: dict[str, Recipe] = {"Box": box}
