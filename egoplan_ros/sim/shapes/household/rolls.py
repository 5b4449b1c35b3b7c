# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Paper on rolls: kitchen paper and toilet paper; used up, a bare core is left."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import merged, ribbon, slab
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, Surfaced, glass, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh, curve
from egoplan_ros.sim.shapes.solid import Maker, Vec

CARD = (0.66, 0.53, 0.38)
FULL = "!used_up"


def _core(m: Maker, look: Look, r: float, h: float, y: float = 0.0) -> None:
    """The tube of card with its seam; scraps of paper stay on it when it is empty."""
    card = look.draw("cardboard", gloss=0.0)
    m.lathe([(r - 0.0015, y), (r, y), (r, y + h), (r - 0.0015, y + h), (r - 0.0015, y)], card, n=12)
    t = np.linspace(0, 2 * np.pi * 1.5, 10)
    seam = r + 0.0006
    path = [(seam * np.cos(a), y + h * a / t[-1], seam * np.sin(a)) for a in t]
    m.tube([(float(a), float(b), float(c)) for a, b, c in path], 0.0008, CARD, n=3, when="used_up")
    a = np.linspace(0.2, 1.7, 6)
    rag = np.array([[(r + 0.001) * np.cos(q), 0, (r + 0.001) * np.sin(q)] for q in a])
    low, high = rag.copy(), rag.copy()
    low[:, 1] = y + h * np.array([0.1, 0.25, 0.08, 0.2, 0.12, 0.3])
    high[:, 1] = y + h * np.array([0.75, 0.9, 0.82, 0.95, 0.7, 0.85])
    k = np.arange(5)
    faces = np.concatenate([np.stack([k, k + 1, k + 6], 1), np.stack([k + 6, k + 1, k + 7], 1)])
    mesh = Mesh(np.concatenate([low, high]), faces.astype(np.int32))
    m.add(mesh, (0.95, 0.95, 0.93), solid=False, when="used_up")


def _paper(look: Look, tint: tuple[float, float, float] = (0.97, 0.97, 0.95)) -> Material:
    return look.draw("paper", tint, gloss=0.0)


def _wound(
    m: Maker,
    r: float,
    inner: float,
    h: float,
    surface: Surfaced,
    y: float = 0.0,
    soft: float = 0.003,
    bulge: float = 0.0,
) -> None:
    """The paper around the core, its edges soft; with rings on its end."""
    s = soft
    outside = [(r - s, y), (r, y + s), (r + bulge, y + h / 2), (r, y + h - s), (r - s, y + h)]
    m.lathe([(inner, y), *outside, (inner, y + h), (inner, y)], surface, n=14, when=FULL)
    for share in (0.4, 0.75):
        q = inner + (r - inner) * share
        tone = (0.84, 0.84, 0.82)
        m.lathe(
            [(q, y + h + 0.0004), (q + 0.0008, y + h + 0.0004)], tone, n=14, solid=False, when=FULL
        )


def _tail(
    m: Maker,
    r: float,
    h: float,
    length: float,
    surface: Surfaced,
    y: float = 0.0,
    turn: float = 0.0,
) -> None:
    """The loose end of the paper: it leaves the roll and stands off a little."""
    a = np.linspace(0, 0.9, 4)
    path: list[Vec] = [
        ((r + 0.0006) * float(np.sin(t - 0.9)), y + h / 2, (r + 0.0006) * float(np.cos(t - 0.9)))
        for t in a
    ]
    s = np.linspace(0.25, 1, 4)
    path += [(float(length * t), y + h / 2, float(r + 0.001 - 0.35 * length * t * t)) for t in s]
    with m.placed((0, 0, 0), (0, turn, 0)):
        m.add(ribbon(path, h - 0.002, 0.0008, (0, 1, 0)), surface, solid=False, when=FULL)


def _prints(m: Maker, look: Look, r: float, h: float, rows: int, y: float = 0.0) -> None:
    """Small printed figures around the roll."""
    tone = look.hue((0.4, 0.8), (0.4, 0.8))
    quads = []
    for j in range(rows):
        for k in range(7):
            a = 2 * np.pi * (k + 0.5 * (j % 2)) / 7
            level = y + h * (j + 0.5) / rows
            d, q = np.array([np.cos(a), 0, np.sin(a)]), np.array([-np.sin(a), 0, np.cos(a)])
            up, c = np.array([0, 0.011, 0]), d * (r + 0.0012) + np.array([0, level, 0])
            rim = [c + up, c + q * 0.008, c - up, c - q * 0.008]
            quads.append(Mesh(np.array(rim), np.array([[0, 1, 2], [0, 2, 3]], np.int32)))
    m.add(merged(quads), tone, solid=False, when=FULL)


def _kitchen(look: Look) -> tuple[float, float]:
    return float(look.rng.uniform(0.045, 0.06)), float(look.rng.uniform(0.21, 0.25))


def _towel_plain(m: Maker, look: Look) -> None:
    r, h = _kitchen(look)
    paper = _paper(look)
    _core(m, look, 0.021, h)
    _wound(m, r, 0.0212, h, paper)
    _tail(m, r, h, 0.045, paper, turn=float(look.rng.uniform(-40, 40)))


def _towel_printed(m: Maker, look: Look) -> None:
    r, h = _kitchen(look)
    _core(m, look, 0.021, h)
    _wound(m, r, 0.0212, h, _paper(look), bulge=0.001)
    _prints(m, look, r + 0.0005, h, 4)


def _wooden_stand(m: Maker, look: Look) -> None:
    """On a wooden stand with a knob."""
    r, h = _kitchen(look)
    wood = look.draw("wood", gloss=0.2)
    base = [(0, 0), (0.07, 0), (0.072, 0.004), (0.07, 0.014), (0.06, 0.017), (0, 0.017)]
    m.lathe(base, wood, n=14)
    m.cylinder((0, 0), 0.016, 0.009, h + 0.03, wood, n=10)
    m.lathe(
        curve([(0.009, h + 0.044), (0.018, h + 0.055), (0.014, h + 0.07), (0, h + 0.074)], 2),
        wood,
        n=10,
    )
    _core(m, look, 0.021, h, 0.0175)
    _wound(m, r, 0.0212, h, _paper(look), 0.0175)


def _wire_stand(m: Maker, look: Look) -> None:
    """On a metal stand with a spring arm beside the roll."""
    r, h = _kitchen(look)
    steel = metal(look.pick(((0.75, 0.75, 0.77), (0.2, 0.2, 0.21), (0.72, 0.5, 0.38))))
    m.add(slab((0.15, 0.009, 0.15), 0.075, 0.003, k=3), steel)
    m.cylinder((0, 0), 0.008, 0.005, h + 0.025, steel, n=8)
    m.ellipsoid((0, h + 0.04, 0), (0.012, 0.012, 0.012), steel, n=8)
    x = -(r + 0.008)
    m.tube(
        [(x, 0.006, 0), (x, h * 0.85, 0), (x * 0.8, h * 0.95, 0)], 0.0035, steel, n=4, solid=True
    )
    _core(m, look, 0.021, h, 0.0095)
    _wound(m, r, 0.0212, h, _paper(look), 0.0095)


def _jumbo(m: Maker, look: Look) -> None:
    """A fat workshop roll of blue or brown paper."""
    r, h = float(look.rng.uniform(0.07, 0.085)), float(look.rng.uniform(0.19, 0.22))
    paper = _paper(look, look.pick(((0.55, 0.7, 0.85), (0.75, 0.65, 0.5), (0.65, 0.8, 0.65))))
    _core(m, look, 0.026, h)
    _wound(m, r, 0.0262, h, paper, soft=0.002)
    _tail(m, r, h, 0.06, paper, turn=20)


def _towel_wrapped(m: Maker, look: Look) -> None:
    """Still in its printed foil, gathered above; torn open and flat when used up."""
    r, h = _kitchen(look)
    _core(m, look, 0.021, h)
    foil = look.draw("package", gloss=0.5)
    outside = [(0, 0), (r - 0.004, 0), (r, 0.005), (r, h - 0.005), (r - 0.008, h + 0.004)]
    m.lathe(
        [*outside, (0.012, h + 0.007), (0.008, h + 0.016), (0.016, h + 0.03), (0, h + 0.026)],
        foil,
        n=14,
        when=FULL,
    )
    band = look.hue((0.5, 0.95), (0.4, 0.9))
    m.lathe([(r + 0.0006, h * 0.35), (r + 0.0006, h * 0.65)], band, n=14, solid=False, when=FULL)


def _half_used(m: Maker, look: Look) -> None:
    """Nearly at its end, a loose sheet hanging off."""
    h = float(look.rng.uniform(0.21, 0.25))
    paper = _paper(look)
    _core(m, look, 0.021, h)
    _wound(m, 0.031, 0.0212, h, paper, soft=0.0015)
    _tail(m, 0.031, h, 0.1, paper)


def _quilted(m: Maker, look: Look) -> None:
    """Thick embossed paper with soft bulges and two coloured borders."""
    r, h = _kitchen(look)
    paper = _paper(look)
    _core(m, look, 0.02, h)
    rows = 6
    shape: list[tuple[float, float]] = [(0.0202, 0.0), (r - 0.004, 0.0)]
    for k in range(rows * 2 + 1):
        shape.append((r + (0.0022 if k % 2 else -0.0012), 0.004 + (h - 0.008) * k / (rows * 2)))
    m.lathe([*shape, (r - 0.004, h), (0.0202, h)], paper, n=12, when=FULL)
    tone = look.hue((0.3, 0.7), (0.5, 0.85))
    for y in (h * 0.08, h * 0.9):
        m.lathe([(r + 0.0026, y), (r + 0.0026, y + 0.008)], tone, n=12, solid=False, when=FULL)


TOWELS = (
    _towel_plain,
    _towel_printed,
    _wooden_stand,
    _wire_stand,
    _jumbo,
    _towel_wrapped,
    _half_used,
    _quilted,
)


@forms(len(TOWELS))
def paper_towels(m: Maker, look: Look, form: int) -> None:
    """Rolls of kitchen paper standing upright, some on a stand."""
    TOWELS[form](m, look)


def _small(look: Look) -> tuple[float, float]:
    return float(look.rng.uniform(0.046, 0.056)), float(look.rng.uniform(0.094, 0.108))


def _toilet_plain(m: Maker, look: Look) -> None:
    r, h = _small(look)
    _core(m, look, 0.02, h)
    _wound(m, r, 0.0202, h, _paper(look), soft=0.004)


def _toilet_tail(m: Maker, look: Look) -> None:
    """A few sheets hang loose."""
    r, h = _small(look)
    paper = _paper(look)
    _core(m, look, 0.02, h)
    _wound(m, r, 0.0202, h, paper, soft=0.004)
    _tail(m, r, h, float(look.rng.uniform(0.05, 0.09)), paper)


def _thin(m: Maker, look: Look) -> None:
    """More than half used."""
    h = float(look.rng.uniform(0.094, 0.108))
    paper = _paper(look)
    _core(m, look, 0.02, h)
    _wound(m, float(look.rng.uniform(0.028, 0.034)), 0.0202, h, paper, soft=0.002)
    _tail(m, 0.03, h, 0.035, paper, turn=40)


def _embossed(m: Maker, look: Look) -> None:
    """Thick soft paper with rows of cushions."""
    r, h = _small(look)
    _core(m, look, 0.02, h)
    a = np.linspace(0, 2 * np.pi, 30, endpoint=False)
    rings = []
    for k in range(9):
        swell = 0.0028 * np.cos(10 * a + (np.pi if k % 2 else 0)) * (0 < k < 8)
        wide = r - (0.006 if k in (0, 8) else 0) + swell
        rings.append(np.stack([wide * np.cos(a), np.full(30, h * k / 8), wide * np.sin(a)], 1))
    paper = _paper(look)
    made = primitives.loft(rings, caps=False)
    m.add(Mesh(made.vertices, made.faces), paper, when=FULL)
    for y in (0.0005, h - 0.0005):
        m.lathe([(0.0202, y), (r - 0.006, y)], paper, n=14, when=FULL)


def _tinted(m: Maker, look: Look) -> None:
    """Coloured or grey recycled paper, printed with small figures."""
    r, h = _small(look)
    tone = look.pick(((0.9, 0.72, 0.74), (0.72, 0.82, 0.9), (0.75, 0.72, 0.66), (0.75, 0.85, 0.7)))
    _core(m, look, 0.02, h)
    _wound(m, r, 0.0202, h, _paper(look, tone), soft=0.003)
    _prints(m, look, r, h, 2)


def _toilet_wrapped(m: Maker, look: Look) -> None:
    """Wrapped singly in paper that is tucked into its ends."""
    r, h = _small(look)
    _core(m, look, 0.02, h)
    tone = look.draw("package", gloss=0.15)
    m.lathe(
        [(0, 0.012), (0.016, 0.003), (r - 0.005, 0.0), (r, 0.005), (r, h - 0.005), (r - 0.005, h)],
        tone,
        n=14,
        when=FULL,
    )
    top = look.hue((0.1, 0.5), (0.7, 0.95))
    m.lathe(
        [(r - 0.005, h), (0.02, h - 0.002), (0.012, h - 0.014), (0, h - 0.016)],
        top,
        n=14,
        when=FULL,
    )
    for k in range(8):
        t = 2 * np.pi * k / 8
        c, s = float(np.cos(t)), float(np.sin(t))
        pleat: list[Vec] = [
            ((r - 0.006) * c, h + 0.0006, (r - 0.006) * s),
            (0.018 * c, h - 0.001, 0.018 * s),
        ]
        m.tube(pleat, 0.0012, top, n=3, when=FULL)


def _hotel(m: Maker, look: Look) -> None:
    """Its end folded to a point, with a sticker."""
    r, h = _small(look)
    paper = _paper(look)
    _core(m, look, 0.02, h)
    _wound(m, r, 0.0202, h, paper, soft=0.003)
    with m.placed((0, 0, r + 0.0014), (0, 0, 0)):
        m.add(
            primitives.extrusion(
                [(-h * 0.36, h * 0.97), (h * 0.36, h * 0.97), (0, h * 0.3)], 0.001
            ),
            paper,
            solid=False,
            when=FULL,
        )
        seal = plastic(look.hue((0.5, 0.9), (0.3, 0.8)))
        m.add(
            primitives.extrusion(
                [
                    (0.012 * float(np.cos(t)), h * 0.42 + 0.012 * float(np.sin(t)))
                    for t in np.linspace(0, 5.6, 12)
                ],
                0.0016,
            ),
            seal,
            solid=False,
            when=FULL,
        )


def _twin(m: Maker, look: Look) -> None:
    """Two rolls in one clear bag; used up, one core is left."""
    r, h = 0.047, 0.095
    _core(m, look, 0.019, h)
    _wound(m, r, 0.0192, h, _paper(look), soft=0.004)
    paper = _paper(look)
    m.lathe(
        [
            (0.0192, h + 0.001),
            (r - 0.004, h + 0.001),
            (r, h + 0.005),
            (r, 2 * h - 0.004),
            (r - 0.004, 2 * h),
            (0.0192, 2 * h),
        ],
        paper,
        n=14,
        when=FULL,
    )
    tone = look.hue((0.4, 0.9), (0.5, 0.9))
    m.lathe([(r + 0.0035, h * 0.5), (r + 0.0035, h * 1.5)], tone, n=14, solid=False, when=FULL)
    m.lathe(
        [
            (r + 0.003, 0.004),
            (r + 0.004, h),
            (r + 0.003, 2 * h),
            (0.02, 2 * h + 0.004),
            (0, 2 * h + 0.008),
        ],
        glass((0.92, 0.95, 0.97), 0.85),
        n=14,
        when=FULL,
    )


TOILET = (
    _toilet_plain,
    _toilet_tail,
    _thin,
    _embossed,
    _tinted,
    _toilet_wrapped,
    _hotel,
    _twin,
)


@forms(len(TOILET))
def toilet_paper(m: Maker, look: Look, form: int) -> None:
    """Rolls of toilet paper: full, begun, quilted, coloured, wrapped."""
    TOILET[form](m, look)


RECIPES: dict[str, Recipe] = {"PaperTowelRoll": paper_towels, "ToiletPaper": toilet_paper}
