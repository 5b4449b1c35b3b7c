# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Towels that hang and cloths that lie about."""

from functools import partial

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    Floats,
    cushion,
    drape,
    folded,
    lying,
    merged,
    ribbon,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker, Vec


def _terry(look: Look) -> Material:
    """Plain in any colour, or printed."""
    roll = look.rng.random()
    if roll < 0.25:
        return look.draw("pattern", gloss=0.0)
    if roll < 0.5:
        return look.draw("fabric", look.hue((0.0, 0.1), (0.75, 0.98)), gloss=0.0)
    return look.draw("fabric", look.hue((0.2, 0.8), (0.3, 0.9)), gloss=0.0)


def _contrast(look: Look) -> Material:
    if look.rng.random() < 0.4:
        return Material((0.94, 0.93, 0.9), gloss=0.0)
    return Material(look.hue((0.3, 0.8), (0.25, 0.9)), gloss=0.0)


def _band(
    m: Maker, look: Look, w: float, y: float, high: float, depth: float, both: bool = True
) -> None:
    """A woven stripe across a towel, in front and behind."""
    tone = _contrast(look)
    for s in (1, -1) if both else (1,):
        m.box((0, s * depth / 2), y, (w * 0.985, high, 0.0016), tone, solid=False)


def _over_rail(m: Maker, look: Look, w: float, h: float) -> None:
    """Folded over the rail, the front a little longer than the back."""
    cloth = _terry(look)
    back = h * float(look.rng.uniform(0.72, 0.9))
    m.add(drape(w, h - 0.016, 0.013), cloth)
    with m.placed((0, h - back - 0.016, -0.022)):
        m.add(drape(w * 0.99, back, 0.013), cloth.shaded(0.92))
    with m.placed((-w / 2, h - 0.016, -0.011)), lying(m, "x"):
        m.lathe([(0, 0), (0.0155, 0.002), (0.0155, w - 0.002), (0, w)], cloth, n=14)
    _band(m, look, w, h * 0.1, h * 0.05, 0.0135, False)
    _band(m, look, w, h * 0.17, h * 0.012, 0.0135, False)


def _bow(amount: float, u: Floats, v: float) -> Floats:
    return np.asarray(amount * np.sin(3 * u + 1))


def _striped(m: Maker, look: Look, w: float, h: float) -> None:
    """A flat towel with stripes all the way down."""
    m.add(drape(w, h, 0.026, lambda u, v: 0.004 * np.sin(3 * u + 1) * (1 - v)), _terry(look))
    tones = [_contrast(look) for _ in range(2)]
    count = int(look.rng.integers(4, 7))
    for k in range(count):
        y = h * (k + 0.5) / count
        high = h * 0.4 / count
        bend = 0.004 * (1 - y / h)
        strip = drape(w * 1.004, high, 0.048, partial(_bow, bend), rows=1, n=7, y=y)
        m.add(strip, tones[k % 2], solid=False)


def _fringed(m: Maker, look: Look, w: float, h: float) -> None:
    """With knotted threads along its lower edge."""
    cloth = _terry(look)
    low = h * 0.1
    m.add(drape(w, h - low, 0.022, lambda u, v: 0.005 * np.cos(4 * u) * (1 - v), y=low), cloth)
    count = int(max(w / 0.022, 6))
    threads = []
    for x in np.linspace(-w * 0.48, w * 0.48, count):
        z = 0.005 * float(np.cos(8 * x / w))
        path: list[Vec] = [(float(x), low + 0.004, z), (float(x), low * 0.5, z), (float(x), 0.0, z)]
        threads.append(primitives.tube(path, [0.0026, 0.004, 0.005], 4, True))
    m.add(merged(threads), cloth.shaded(1.05))
    _band(m, look, w, low + h * 0.06, h * 0.03, 0.024)


def _in_thirds(m: Maker, look: Look, w: float, h: float) -> None:
    """Folded lengthwise, three layers showing at one side."""
    cloth = _terry(look)
    for k in range(3):
        x, wide = (-0.06 * k * w, w * (1 - 0.12 * k))
        with m.placed((x, 0, 0.013 * k)):
            m.add(
                drape(wide, h, 0.0125, lambda u, v: 0.002 * np.sin(5 * u + v)),
                cloth.shaded(1 - 0.05 * (2 - k)),
            )
    _band(m, look, w * 0.72, h * 0.14, h * 0.07, 0.078, False)


def _gathered(m: Maker, look: Look, w: float, h: float) -> None:
    """Drawn together above, as through a ring, and wide below."""
    cloth = _terry(look)

    def wave(u: Floats, v: float) -> Floats:
        return np.asarray(0.018 * np.cos(9 * u) * (1 - 0.5 * v))

    made = drape(w, h, 0.016, wave, lambda v: 0.42 + 0.58 * (1 - v) ** 1.2, rows=6, n=17)
    m.add(made, cloth)
    rim = drape(w * 1.005, h * 0.035, 0.019, wave, lambda v: 1.0 - 0.02 * v, rows=1, n=17)
    m.add(rim, _contrast(look), solid=False)


def _two_layers(m: Maker, look: Look, w: float, h: float) -> None:
    """A small towel over a large one."""
    m.add(drape(w, h, 0.018, lambda u, v: 0.003 * np.sin(4 * u) * (1 - v)), _terry(look))
    over = _terry(look)
    wide, high = w * float(look.rng.uniform(0.5, 0.66)), h * float(look.rng.uniform(0.5, 0.66))
    with m.placed((0, h - high, 0.015)):
        m.add(drape(wide, high, 0.012), over)
        _band(m, look, wide, high * 0.12, high * 0.07, 0.0125, False)


def _wavy(m: Maker, look: Look, w: float, h: float) -> None:
    """Soft folds all the way, its lower edge slanting."""
    phase = float(look.rng.uniform(0, 6))

    def wave(u: Floats, v: float) -> Floats:
        return np.asarray(0.013 * np.sin(7 * u + phase) * (0.35 + 0.65 * (1 - v)))

    made = drape(w, h, 0.015, wave, lambda v: 1 - 0.1 * v, rows=6, n=17)
    slant = 0.16 * float(look.rng.choice([-1, 1]))
    low = made.vertices[:, 1] < h
    share = 1 - made.vertices[:, 1] / h
    made.vertices[:, 1] += np.where(
        low, share * h * (slant * made.vertices[:, 0] / w + abs(slant) / 2), 0
    )
    m.add(made, _terry(look))


def _sewn_on(m: Maker, look: Look, w: float, h: float) -> None:
    """With a broad border and a figure sewn on, hung up by a loop at its corner."""
    cloth = _terry(look)

    def width(v: float) -> float:
        return float(np.interp(v, [0, 0.62, 0.86, 1.0], [1.0, 0.94, 0.5, 0.12]))

    m.add(
        drape(
            w, h * 0.97, 0.02, lambda u, v: 0.008 * np.cos(5 * u) * (0.5 + v), width, rows=8, n=15
        ),
        cloth,
    )
    loop: list[Vec] = [
        (0.012 * float(np.cos(t)), h * 0.95 + 0.03 * h * float(np.sin(t)) + 0.008, 0)
        for t in np.linspace(-0.3, np.pi + 0.3, 8)
    ]
    m.tube(loop, 0.003, cloth.shaded(0.8), n=5)
    _band(m, look, w * 0.98, 0.004, h * 0.13, 0.026)
    star = []
    for k in range(10):
        r = w * (0.16 if k % 2 == 0 else 0.07)
        star.append((r * float(np.sin(k * np.pi / 5)), h * 0.34 + r * float(np.cos(k * np.pi / 5))))
    with m.placed((0, 0, 0.0185)):
        m.add(primitives.extrusion(star, 0.0015), _contrast(look), solid=False)


HANGING = (
    _over_rail,
    _striped,
    _fringed,
    _in_thirds,
    _gathered,
    _two_layers,
    _wavy,
    _sewn_on,
)


@forms(len(HANGING))
def towel(m: Maker, look: Look, form: int) -> None:
    """A bath towel as it hangs from a rail."""
    HANGING[form](m, look, float(look.rng.uniform(0.36, 0.44)), float(look.rng.uniform(0.54, 0.62)))


@forms(len(HANGING))
def hand_towel(m: Maker, look: Look, form: int) -> None:
    """A small towel as it hangs from its holder."""
    HANGING[form](m, look, float(look.rng.uniform(0.13, 0.18)), float(look.rng.uniform(0.34, 0.42)))


def _hem(m: Maker, look: Look, w: float, d: float, y: float) -> None:
    """Two coloured threads along the edge of what lies uppermost."""
    tone = _contrast(look)
    for k in range(2):
        m.box((0, d * (0.42 - 0.08 * k)), y, (w * 0.98, 0.0012, d * 0.03), tone, solid=False)


def _square(look: Look) -> tuple[float, float]:
    return float(look.rng.uniform(0.16, 0.21)), float(look.rng.uniform(0.15, 0.19))


def _folded_square(m: Maker, look: Look) -> None:
    w, d = _square(look)
    layers = int(look.rng.integers(3, 6))
    m.add(folded(w, d, layers, 0.0065), _terry(look))
    _hem(m, look, w, d, layers * 0.008 - 0.0015)


def _uneven(m: Maker, look: Look) -> None:
    """Folded carelessly: the upper half does not meet the lower."""
    w, d = _square(look)
    cloth = _terry(look)
    m.add(folded(w, d, 2, 0.006), cloth)
    with m.placed((0.018, 0.0145, -0.012), (0, float(look.rng.uniform(6, 15)), 0)):
        m.add(folded(w * 0.62, d * 0.9, 2, 0.006), cloth.shaded(1.05))


def _heap(m: Maker, look: Look) -> None:
    """Thrown down in a heap."""
    w, d = float(look.rng.uniform(0.17, 0.21)), float(look.rng.uniform(0.15, 0.19))
    waves = look.rng.uniform(-11, 11, (5, 2))
    phases = look.rng.uniform(0, 6, 5)

    def height(u: Floats, v: Floats) -> Floats:
        bulk = np.clip(1 - (2 * u - 1) ** 2, 0, 1) * np.clip(1 - (2 * v - 1) ** 2, 0, 1)
        ripple = sum(
            np.abs(np.sin(a * u + b * v + p)) for (a, b), p in zip(waves, phases, strict=True)
        )
        return np.asarray(0.052 * bulk**0.7 * (0.25 + 0.75 * ripple / 5 * 1.5) + 0.0015)

    made = primitives.sheet(height, (w, d), 15)
    # The outline is drawn in here and there.
    r = made.vertices[:, [0, 2]]
    angle = np.arctan2(r[:, 1], r[:, 0])
    draw = 1 - 0.1 * np.cos(3 * angle + phases[0]) - 0.07 * np.cos(5 * angle + phases[1])
    made.vertices[:, [0, 2]] = r * draw[:, None]
    m.add(Mesh(made.vertices, made.faces), _terry(look))


def _flat(m: Maker, look: Look) -> None:
    """Spread out, with shallow creases."""
    w, d = float(look.rng.uniform(0.22, 0.26)), float(look.rng.uniform(0.18, 0.21))
    p = look.rng.uniform(0, 6, 3)

    def height(u: Floats, v: Floats) -> Floats:
        bend = np.sin(7 * u + p[0]) * np.sin(5 * v + p[1]) + np.sin(9 * (u + v) + p[2])
        return np.asarray(
            0.006
            + 0.0055 * bend * np.clip(4 * u * (1 - u) + 0.3, 0, 1)
            + 0.012 * np.clip(u + v - 1.55, 0, 1) * 2
        )

    made = primitives.sheet(height, (w, d), 13)
    cloth = _terry(look)
    m.add(Mesh(made.vertices, made.faces), cloth)
    edge = _contrast(look)
    ends = [made.vertices[k * 14 : (k + 1) * 14] + np.array([0, 0.0012, 0]) for k in (1, 12)]
    for line in ends:
        m.add(ribbon([tuple(p) for p in line.tolist()], 0.008, 0.001, (0, 0, 1)), edge, solid=False)


def _rolled(m: Maker, look: Look) -> None:
    """Rolled up, as guests find it."""
    r, w = float(look.rng.uniform(0.026, 0.032)), float(look.rng.uniform(0.17, 0.21))
    cloth = _terry(look)
    t = np.linspace(0.6, 4.6 * np.pi, 30)
    q = r * (0.12 + 0.88 * t / t[-1])
    path: list[Vec] = [
        (0.0, float(r + a * np.sin(b)), float(a * np.cos(b))) for a, b in zip(q, t, strict=True)
    ]
    m.add(ribbon(path, w, 0.0062), cloth)
    for s in (-1, 1):
        with m.placed((s * w * 0.36, 0, 0)):
            outer: list[Vec] = [
                (0.0, float(r + (r + 0.0036) * np.sin(a)), float((r + 0.0036) * np.cos(a)))
                for a in np.linspace(0, 2 * np.pi, 16)
            ]
            m.add(ribbon(outer, 0.008, 0.001), _contrast(look), solid=False)


def _peaked(m: Maker, look: Look) -> None:
    """Picked up in the middle and let go: a peak with folds around it."""
    w = float(look.rng.uniform(0.18, 0.22))
    n, rows = 28, 8
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    square = 1 / np.maximum(np.abs(np.cos(a)), np.abs(np.sin(a)))
    rings = []
    for v in np.linspace(0, 1, rows):
        r = w / 2 * (0.06 + 0.94 * v) * (1 + (square - 1) * v**2 * 0.8)
        r = r * (1 + 0.16 * np.cos(6 * a + 2 * v) * (1 - v * 0.4))
        y = 0.056 * (1 - v) ** 1.7 + 0.002 + 0.006 * v * np.abs(np.cos(3 * a)) * (1 - v * 0.6)
        rings.append(np.stack([r * np.cos(a), y, r * np.sin(a)], 1))
    made = primitives.loft(rings[::-1])
    m.add(Mesh(made.vertices, made.faces), _terry(look))


def _stack(m: Maker, look: Look) -> None:
    """Two or three folded ones on each other."""
    w, d = _square(look)
    y = 0.0
    for _ in range(int(look.rng.integers(2, 4))):
        with m.placed(
            (float(look.rng.uniform(-0.008, 0.008)), y, 0), (0, float(look.rng.uniform(-4, 4)), 0)
        ):
            m.add(folded(w, d, 2, 0.008), _terry(look))
        y += 0.0195


def _cornered(m: Maker, look: Look) -> None:
    """Folded to a triangle, like a napkin."""
    s = float(look.rng.uniform(0.2, 0.24))
    cloth = _terry(look)
    for k in range(3):
        cut = s * (1 - 0.07 * k)
        outline = [(-cut / 2, -s * 0.3), (cut / 2, -s * 0.3), (0.004 * k, cut * 0.4)]
        with m.placed((0, 0.0075 * k, 0), (90, 0, 0)):
            m.add(primitives.extrusion(outline, -0.007), cloth.shaded(1 - 0.06 * (k % 2)))
    rim = [
        (-s * 0.43, -s * 0.28),
        (s * 0.43, -s * 0.28),
        (s * 0.4, -s * 0.255),
        (-s * 0.4, -s * 0.255),
    ]
    with m.placed((0, 0.0226, 0), (90, 0, 0)):
        m.add(primitives.extrusion(rim, -0.001), _contrast(look), solid=False)


def _pad(m: Maker, look: Look) -> None:
    """A quilted pot cloth with a loop."""
    s = float(look.rng.uniform(0.17, 0.2))
    cloth = _terry(look)
    m.add(cushion((s, 0.02, s), 0.0, 0.45, 8, 0.25), cloth)
    seam = _contrast(look)
    for k in (-0.22, 0.0, 0.22):
        m.box((k * s, 0), 0.0192, (0.003, 0.0014, s * 0.86), seam, solid=False)
        m.box((0, k * s), 0.0192, (s * 0.86, 0.0014, 0.003), seam, solid=False)
    for x in (-1, 1):
        m.box((x * s / 2, 0), 0.004, (0.008, 0.009, s), seam, bevel=0.003)
        m.box((0, x * s / 2), 0.004, (s, 0.009, 0.008), seam, bevel=0.003)
    loop: list[Vec] = [
        (s / 2 + 0.016 * float(np.cos(t)), 0.008, s / 2 + 0.016 * float(np.sin(t)))
        for t in np.linspace(-2.2, 3.6, 9)
    ]
    m.tube(loop, 0.003, seam, n=5)


CLOTHS = (
    _folded_square,
    _uneven,
    _heap,
    _flat,
    _rolled,
    _peaked,
    _stack,
    _cornered,
    _pad,
)


@forms(len(CLOTHS))
def cloth(m: Maker, look: Look, form: int) -> None:
    """Cloths folded, in a heap, spread out, rolled up."""
    CLOTHS[form](m, look)


RECIPES: dict[str, Recipe] = {"Cloth": cloth, "HandTowel": hand_towel, "Towel": towel}
