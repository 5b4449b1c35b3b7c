# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Paintings, posters and mirrors."""

import numpy as np

from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.furniture.parts import (
    Outline,
    Place,
    face,
    iron,
    moulding,
    oval,
    rounded,
    square,
    timber,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import WHITE, Material, metal
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker, Vec

GOLD = (0.75, 0.58, 0.28)
MIRROR = Material((0.92, 0.94, 0.95), gloss=0.9, rough=0.05, mirror=0.9)


def carved(wide: float, deep: float) -> list[Place]:
    """Profile of an ornate frame: a hollow between two beads."""
    shares = (
        (0, 0),
        (0, 0.5),
        (0.15, 0.8),
        (0.3, 1.0),
        (0.45, 0.75),
        (0.7, 0.45),
        (0.85, 0.6),
        (1, 0.35),
    )
    return [(a * wide, b * deep) for a, b in shares]


def flat(wide: float, deep: float) -> list[Place]:
    """Profile of a plain frame, its outer edges rounded off."""
    b = min(0.003, wide * 0.2)
    return [(0, 0), (0, deep - b), (b, deep), (wide - b, deep), (wide, deep * 0.4)]


def _hung(m: Maker, look: Look, form: int, size: Vec, texture: str, at: float = 0.0) -> None:
    """One framed picture; its middle at x = `at`."""
    w, h, d = size
    rng = look.rng
    deep = max(d, 0.01)
    small = min(w, h)
    picture = look.draw(texture, WHITE, gloss=0.1)
    middle = (at, h / 2)
    outline = square(w, h)
    back = Material((0.55, 0.45, 0.35))
    if form == 2:
        # Canvas drawn over its stretcher, its sides bare.
        m.box((at, deep / 2), 0, (w, h, deep), Material((0.93, 0.92, 0.88)))
        face(m, square(w - 0.002, h - 0.002), picture, middle, deep + 0.0008)
        return
    wide = {0: 0.08, 1: 0.03, 3: 0.14, 4: 0.05, 5: 0.06}[form] * float(rng.uniform(0.7, 1.2))
    wide = min(max(wide * small, 0.008), 0.11)
    if form == 3:
        frame: Material = metal(GOLD, rough=0.45) if rng.random() < 0.6 else timber(look)
        profile = carved(wide, deep)
    elif form == 1:
        frame, profile = iron(look), flat(wide, deep)
    else:
        dark = Material((0.08, 0.08, 0.08), gloss=0.3)
        frame = timber(look) if rng.random() < 0.6 else dark if rng.random() < 0.6 else look.trim
        profile = flat(wide, deep)
    if form == 4:
        outline = oval(w, h, 36)
        profile = carved(wide, deep)
        face(m, outline, back, middle, 0.0005)
    else:
        m.box((at, deep * 0.2), 0, (w - 0.004, h, deep * 0.4), back)
    moulding(m, outline, profile, frame, middle)
    inner = outline * (1 - 2 * wide * 0.96 / np.array([w, h]))
    z = deep * 0.45
    mat = {0: 0.0, 1: 0.14, 3: 0.0, 4: 0.0, 5: 0.2}[form] * small
    if mat:
        face(m, inner, Material((0.95, 0.94, 0.91)), middle, z)
        inner = inner * (1 - 2 * mat / np.ptp(inner, axis=0))
        moulding(
            m, inner * 1.01, ((0, 0.001), (0.004, 0.0)), Material((0.8, 0.79, 0.76)), middle, z
        )
    face(m, inner, picture, middle, z + 0.0015)


@forms(8)
def painting(m: Maker, look: Look, form: int, size: Vec = (0.7, 0.5, 0.03)) -> None:
    """Wooden frame, thin metal with mat, canvas, carved gold, oval, wide mat, pair, triptych."""
    w, h, d = size
    if form < 6 and not (form == 4 and max(w, h) > 2 * min(w, h)):
        _hung(m, look, form, size, "painting")
        return
    count = 2 if form < 7 else 3
    gap = min(0.03, w * 0.05)
    each = (w - gap * (count - 1)) / count
    style = int(look.rng.integers(1, 3))
    for k in range(count):
        _hung(m, look, style, (each, h, d), "painting", -w / 2 + each / 2 + k * (each + gap))


@forms(5)
def poster(m: Maker, look: Look, form: int, size: Vec = (0.6, 0.8, 0.01)) -> None:
    """Bare with tape, on pins with a curled edge, between rails, thin frame, clip frame."""
    w, h, d = size
    picture = look.draw("poster", WHITE, gloss=0.15)
    if form == 3:
        _hung(m, look, 1, size, "poster")
        return
    low, high = (0.02, 0.02) if form == 2 else (0.0, 0.0)
    m.box((0, 0.001), low, (w, h - low - high, 0.002), Material((0.95, 0.95, 0.94)))
    if form == 1:
        # The lower corners stand away from the wall.
        m.add(_curled(w, h, d), picture, solid=False)
        for s in (-1, 1):
            pin = Material(look.hue((0.6, 1), (0.6, 0.9)), gloss=0.4)
            m.ellipsoid(
                (s * (w / 2 - 0.02), h - 0.02, 0.006), (0.006, 0.006, 0.004), pin, n=8, solid=False
            )
        return
    m.panel((0, (h + low - high) / 2, 0.0028), (w - 0.002, h - low - high - 0.002), picture)
    if form == 0:
        tape = Material((0.9, 0.87, 0.7))
        for s in (-1, 1):
            for y in (0.012, h - 0.012):
                with m.placed(
                    (s * (w / 2 - 0.014), y, 0.0034), turned=(0, 0, s * (45 if y < 0.1 else -45))
                ):
                    m.panel((0, 0, 0), (0.05, 0.02), tape)
    elif form == 2:
        wood = timber(look)
        for y in (0.0, h - 0.025):
            m.box((0, d / 2), y, (w + 0.02, 0.025, d), wood, bevel=0.003)
        m.tube(
            [(-w * 0.35, h - 0.02, d / 2), (0, h + 0.03, d * 0.3), (w * 0.35, h - 0.02, d / 2)],
            0.0015,
            Material((0.3, 0.25, 0.2)),
            n=4,
        )
    else:
        m.box(
            (0, 0.004),
            0,
            (w, h, 0.004),
            Material((0.9, 0.95, 0.96), gloss=0.6, rough=0.1, clear=0.85),
            solid=False,
        )
        for s in (-1, 1):
            for y in (0.0, h - 0.02):
                m.box((s * w * 0.3, 0.004), y, (0.018, 0.02, 0.009), metal(), solid=False)


def _curled(w: float, h: float, d: float) -> Mesh:
    """A sheet on a wall whose lower corners stand away from it."""
    n = 7
    x, y = np.meshgrid(np.linspace(-w / 2, w / 2, n), np.linspace(0, h, n))
    lift = d * 0.8 * np.clip(1 - y / (0.4 * h), 0, 1) ** 2 * (0.3 + 0.7 * np.abs(x / w * 2))
    points = np.stack([x.ravel(), y.ravel(), 0.003 + lift.ravel()], 1)
    corner = (np.arange(n - 1)[:, None] * n + np.arange(n - 1)).ravel()
    cells = np.stack([corner, corner + 1, corner + n + 1, corner + n], 1)
    faces = np.concatenate([cells[:, :3], cells[:, [0, 2, 3]]]).astype(np.int32)
    uv = np.stack([0.5 - points[:, 0] / w, 1 - points[:, 1] / h], 1)
    return Mesh(points, faces, uv[faces].astype(np.float32))


@forms(8)
def mirror(m: Maker, look: Look, form: int, size: Vec = (0.6, 0.8, 0.03)) -> None:
    """Wood, thin metal, oval, arched, bare with clips, carved, rounded, panes in a grid."""
    w, h, d = size
    rng = look.rng
    deep = max(d, 0.012)
    middle = (0.0, h / 2)
    wood = timber(look)
    back = Material((0.3, 0.3, 0.3))
    wide = float(rng.uniform(0.03, 0.07)) * min(w, h) / 0.6
    outline: Outline = square(w, h)
    frame: Material = wood if rng.random() < 0.7 else look.trim
    profile = flat(wide, deep)
    if form == 1:
        wide = 0.012
        frame, profile = iron(look), flat(wide, deep)
    elif form == 2:
        outline, frame = oval(w, h, 40), iron(look) if rng.random() < 0.5 else wood
        profile = carved(wide, deep)
    elif form == 3:
        outline = _arch(w, h)
        frame = iron(look) if rng.random() < 0.5 else wood
    elif form == 4:
        wide, profile, frame = 0.018, [(0, 0), (0, deep * 0.5), (0.018, deep * 0.62)], MIRROR
    elif form == 5:
        wide *= 1.5
        frame = (
            metal(GOLD, rough=0.4) if rng.random() < 0.6 else metal((0.75, 0.76, 0.78), rough=0.4)
        )
        profile = carved(wide, deep)
    elif form == 6:
        outline = rounded(w, h, 0.2 * min(w, h), 6)
        frame = iron(look) if rng.random() < 0.6 else wood
        profile = flat(wide * 0.6, deep)
    wide = profile[-1][0]
    if form in (2, 3, 6):
        face(m, outline, back, middle, 0.0005)
    else:
        m.box((0, deep * 0.15), 0, (w - 0.004, h, deep * 0.3), back)
    moulding(m, outline, profile, frame, middle)
    inner = outline * (1 - 2 * wide * 0.98 / np.array([w, h]))
    face(m, inner, MIRROR, middle, deep * (0.62 if form == 4 else 0.4))
    if form == 4:
        for s in (-1, 1):
            for y in (0.0, h - 0.03):
                m.box((s * w * 0.3, deep * 0.4), y, (0.025, 0.03, deep * 0.8), metal(), solid=False)
    if form == 7:
        for x in np.linspace(-w / 2, w / 2, max(4, round(w / 0.3) + 1))[1:-1]:
            m.box(
                (float(x), deep * 0.6), wide, (0.022, h - 2 * wide, deep * 0.5), frame, solid=False
            )
        for y in np.linspace(0, h, max(4, round(h / 0.3) + 1))[1:-1]:
            m.box(
                (0, deep * 0.6),
                float(y) - 0.007,
                (w - 2 * wide, 0.022, deep * 0.5),
                frame,
                solid=False,
            )


def _arch(w: float, h: float) -> Outline:
    """A rectangle with a round upper end, centred on its box."""
    rise = min(w / 2, h * 0.45)
    a = np.linspace(0, np.pi, 17)
    top = np.stack([np.cos(a) * w / 2, h / 2 - rise + np.sin(a) * rise], 1)
    return np.concatenate([top, [[-w / 2, -h / 2], [w / 2, -h / 2]]])


RECIPES: dict[str, Recipe] = {"Mirror": mirror, "Painting": painting, "Poster": poster}
