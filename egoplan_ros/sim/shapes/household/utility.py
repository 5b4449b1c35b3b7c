# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Vacuum cleaners and bags of rubbish."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import BLACK, Floats, lying, ribbon, ring, slab
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Material, glass, metal, plastic
from egoplan_ros.sim.shapes.primitives import Mesh, curve
from egoplan_ros.sim.shapes.solid import Maker, Vec

DARK = (0.16, 0.16, 0.17)


def _coat(look: Look) -> Material:
    tones = (
        (0.75, 0.15, 0.15),
        (0.2, 0.4, 0.65),
        (0.5, 0.25, 0.6),
        (0.55, 0.56, 0.58),
        (0.2, 0.5, 0.4),
        (0.9, 0.6, 0.1),
    )
    return plastic(look.pick(tones), 0.5)


def _nozzle(m: Maker, z: float, w: float, coat: Material) -> None:
    """The floor head, its mouth to the front."""
    m.add(slab((w, 0.05, 0.12), 0.02, 0.01, (0, 0.006, z)), plastic(DARK, 0.3))
    m.add(slab((w * 0.8, 0.03, 0.07), 0.02, 0.01, (0, 0.04, z - 0.01)), coat)
    for s in (-1, 1):
        with lying(m, "x", (s * w * 0.4 - 0.01, 0.016, z - 0.06)):
            m.cylinder((0, 0), 0, 0.016, 0.02, BLACK, n=10)


def _hose(m: Maker, path: list[Vec], r: float) -> None:
    """A ribbed hose."""
    p = np.array(path)
    t = np.linspace(0, len(p) - 1, 27)
    dense = [tuple(float(np.interp(q, np.arange(len(p)), p[:, k])) for k in range(3)) for q in t]
    radii = [r * (1.0 if k % 2 else 0.82) for k in range(len(dense))]
    m.tube(dense, radii, plastic(DARK, 0.2), n=8)  # type: ignore[arg-type]


def _upright_bag(m: Maker, look: Look) -> None:
    """A cloth bag on a leaning handle."""
    coat = _coat(look)
    _nozzle(m, 0.13, 0.33, coat)
    m.add(slab((0.24, 0.12, 0.2), 0.05, 0.03, (0, 0.04, 0.03)), coat)
    with m.placed((0, 0.14, 0.0), (-14, 0, 0)):
        m.ellipsoid(
            (0, 0.28, -0.01),
            (0.1, 0.28, 0.075),
            look.draw("fabric", look.hue((0.1, 0.7), (0.2, 0.7))),
            n=18,
            power=0.75,
        )
        m.tube(
            [(0, 0.0, -0.08), (0, 0.6, -0.05), (0, 0.82, -0.05)], 0.013, metal(), n=10, solid=True
        )
        m.tube(
            [(0, 0.8, -0.05), (0, 0.86, -0.05), (0, 0.88, -0.01), (0, 0.84, 0.04)],
            0.018,
            plastic(DARK),
            n=9,
            solid=True,
        )
        m.box((0, 0.066), 0.2, (0.08, 0.14, 0.004), coat, bevel=0.001)


def _cyclone(m: Maker, look: Look) -> None:
    """An upright with a clear bin and a ball to roll on."""
    coat = _coat(look)
    _nozzle(m, 0.16, 0.32, coat)
    m.ellipsoid((0, 0.11, 0.0), (0.11, 0.105, 0.105), coat, n=18)
    m.box((0, 0.07), 0.05, (0.08, 0.06, 0.12), plastic(DARK))
    with m.placed((0, 0.18, -0.01), (-10, 0, 0)):
        m.lathe(
            [(0, 0), (0.075, 0.0), (0.085, 0.02), (0.085, 0.24), (0.08, 0.25)],
            glass((0.85, 0.9, 0.92), 0.5),
            n=22,
        )
        m.lathe(
            [(0.03, 0.01), (0.055, 0.06), (0.05, 0.2), (0.07, 0.24)],
            plastic((0.5, 0.51, 0.53)),
            n=18,
        )
        m.lathe([(0.088, 0.25), (0.092, 0.3), (0.06, 0.36), (0, 0.38)], coat, n=22)
        for k in range(6):
            a = np.pi * k / 3
            m.ellipsoid(
                (0.055 * float(np.cos(a)), 0.3, 0.055 * float(np.sin(a))),
                (0.028, 0.05, 0.028),
                coat.shaded(0.85),
                n=8,
            )
        m.tube(
            [(0, 0.0, -0.1), (0, 0.4, -0.085), (0, 0.74, -0.06)],
            0.016,
            plastic(DARK),
            n=9,
            solid=True,
        )
        grip: list[Vec] = [
            (0.05 * float(np.cos(t)), 0.78 + 0.06 * float(np.sin(t)), -0.06)
            for t in np.linspace(-np.pi / 2, 1.5 * np.pi, 12)
        ]
        m.tube(grip, 0.013, coat, n=7, solid=True)
    _hose(
        m, [(0.06, 0.2, -0.1), (0.11, 0.4, -0.15), (0.07, 0.62, -0.19), (0.03, 0.78, -0.2)], 0.017
    )


def _canister(m: Maker, look: Look) -> None:
    """A body on wheels with hose and wand parked upright behind it."""
    coat = _coat(look)
    m.add(slab((0.26, 0.2, 0.36), 0.1, 0.05, (0, 0.03, 0.02), 5), coat)
    m.add(slab((0.2, 0.03, 0.24), 0.08, 0.012, (0, 0.215, 0.03), 4), plastic(DARK, 0.4))
    for s in (-1, 1):
        with lying(m, "x", (s * 0.13 - 0.015, 0.08, -0.08)):
            m.lathe(
                [
                    (0, -0.002),
                    (0.03, -0.002),
                    (0.08, 0.004),
                    (0.08, 0.026),
                    (0.03, 0.032),
                    (0, 0.032),
                ],
                plastic(DARK),
                n=20,
            )
    m.tube(
        [(-0.05, 0.23, 0.1), (-0.05, 0.27, 0.06), (0.05, 0.27, 0.06), (0.05, 0.23, 0.1)],
        0.011,
        plastic(DARK),
        n=7,
        solid=True,
    )
    m.tube([(0, 0.12, -0.2), (0, 0.5, -0.21), (0, 0.92, -0.22)], 0.015, metal(), n=10, solid=True)
    m.add(slab((0.26, 0.05, 0.08), 0.02, 0.01, (0, 0.03, -0.22)), plastic(DARK))
    m.tube(
        [(0, 0.9, -0.22), (0, 0.98, -0.21), (0, 0.99, -0.16)], 0.02, plastic(DARK), n=9, solid=True
    )
    _hose(
        m,
        [
            (0, 0.98, -0.17),
            (0.04, 0.8, -0.06),
            (0.14, 0.5, 0.1),
            (0.13, 0.26, 0.24),
            (0.02, 0.17, 0.22),
            (0, 0.15, 0.19),
        ],
        0.02,
    )


def _stick(m: Maker, look: Look) -> None:
    """A cordless one: a thin wand with motor and grip at the upper end."""
    coat = _coat(look)
    _nozzle(m, 0.1, 0.26, coat)
    m.tube(
        [(0, 0.04, 0.08), (0, 0.12, 0.04), (0, 0.72, -0.06)],
        0.017,
        metal(look.pick(((0.75, 0.75, 0.77), (0.6, 0.2, 0.5), (0.2, 0.3, 0.6)))),
        n=10,
        solid=True,
    )
    with m.placed((0, 0.72, -0.06), (-9, 0, 0)):
        m.lathe(
            [(0.018, -0.04), (0.05, 0.0), (0.05, 0.12), (0.036, 0.15), (0, 0.15)],
            glass((0.85, 0.88, 0.9), 0.4),
            n=20,
        )
        m.lathe(
            [(0.03, 0.0), (0.034, 0.1), (0.052, 0.13), (0.052, 0.16), (0.03, 0.18), (0, 0.18)],
            coat,
            n=20,
        )
        m.add(slab((0.05, 0.1, 0.09), 0.015, 0.008, (0, 0.06, -0.1)), plastic(DARK))
        m.tube(
            [(0, 0.17, -0.03), (0, 0.21, -0.08), (0, 0.17, -0.13), (0, 0.08, -0.12)],
            0.015,
            plastic((0.5, 0.5, 0.52)),
            n=8,
            solid=True,
        )


def _tub(m: Maker, look: Look) -> None:
    """A round tub with a lid like a hat, hose and wand."""
    coat = _coat(look)
    m.lathe([(0, 0.03), (0.15, 0.03), (0.17, 0.06), (0.165, 0.24), (0.16, 0.25)], coat, n=26)
    m.lathe(
        [(0.172, 0.25), (0.175, 0.275), (0.12, 0.33), (0.07, 0.345), (0, 0.35)],
        plastic(DARK, 0.5),
        n=26,
    )
    for s in (-1, 1):
        with m.placed((s * 0.06, 0.21, 0.155)), lying(m, "z"):
            m.cylinder((0, 0), 0, 0.022, 0.006, (0.95, 0.95, 0.95), n=14, solid=False)
            m.cylinder((0, -0.006), 0.004, 0.01, 0.004, BLACK, n=10, solid=False)
    for k in range(4):
        a = np.pi * (k + 0.5) / 2
        m.ellipsoid(
            (0.13 * float(np.cos(a)), 0.02, 0.13 * float(np.sin(a))),
            (0.022, 0.02, 0.022),
            plastic(DARK),
            n=8,
        )
    m.tube(
        [(-0.06, 0.33, 0), (-0.05, 0.39, 0), (0.05, 0.39, 0), (0.06, 0.33, 0)],
        0.012,
        plastic(DARK),
        n=7,
        solid=True,
    )
    m.tube([(0.1, 0.04, -0.19), (0.1, 0.95, -0.19)], 0.016, metal(), n=10, solid=True)
    m.add(slab((0.24, 0.05, 0.07), 0.015, 0.01, (0.06, 0.0, -0.19)), plastic(DARK))
    _hose(
        m,
        [
            (0, 0.19, 0.17),
            (-0.1, 0.3, 0.24),
            (-0.2, 0.55, 0.08),
            (-0.06, 0.9, -0.1),
            (0.08, 1.0, -0.18),
            (0.1, 0.93, -0.19),
        ],
        0.02,
    )


VACUUMS = (_upright_bag, _cyclone, _canister, _stick, _tub)


@forms(len(VACUUMS))
def vacuum(m: Maker, look: Look, form: int) -> None:
    """Upright, canister, cordless and tub vacuum cleaners."""
    VACUUMS[form](m, look)


def _sack(look: Look, r: float, h: float, slump: float, neck: float) -> Floats:
    """Rings (rows, n, 3) of a filled bag from the ground to its neck, dented by what is in it."""
    n = 26
    a = np.linspace(0, 2 * np.pi, n, endpoint=False)
    waves = look.rng.uniform(-1, 1, (4, 3))
    rows = []
    for v in np.linspace(0, 1, 10):
        full = float(
            np.interp(v, [0, 0.06, 0.3, 0.6, 0.85, 1], [0.72, 0.92, 1.0, 0.86, 0.45, neck])
        )
        dent = sum(
            w[0] * np.sin((k + 2) * a + 3 * w[1] + 4 * w[2] * v) for k, w in enumerate(waves)
        )
        pleat = 0.1 * np.cos(13 * a) * np.clip(v - 0.55, 0, 1)
        q = r * full * (1 + 0.06 * dent * np.sin(np.pi * min(v + 0.1, 1)) + pleat)
        y = h * v * (1 + 0.03 * np.sin(2 * a + waves[0, 1]) * v * (1 - v) * 4)
        rows.append(np.stack([q * np.cos(a) + slump * v**2 * r, y, q * np.sin(a) * 0.94], 1))
    return np.array(rows)


def _film(look: Look, tones: tuple[tuple[float, float, float], ...]) -> Material:
    return Material(look.pick(tones), gloss=0.6, rough=0.25)


BAGS = (
    (0.12, 0.12, 0.13),
    (0.93, 0.93, 0.92),
    (0.2, 0.35, 0.65),
    (0.25, 0.42, 0.3),
    (0.6, 0.6, 0.62),
)


def _body(m: Maker, rings: Floats, film: Material) -> Vec:
    made = primitives.loft(list(rings))
    m.add(Mesh(made.vertices, made.faces), film)
    x, y, z = rings[-1].mean(0)
    return (float(x), float(y), float(z))


def _knotted(m: Maker, look: Look) -> None:
    """Twisted shut, its end tied into a knot with a flaring tip."""
    film = _film(look, BAGS)
    x, y, z = _body(m, _sack(look, 0.23, 0.42, float(look.rng.uniform(-0.15, 0.15)), 0.12), film)
    with m.placed((x, y + 0.01, z)):
        m.add(ring(0.026, 0.018, 12, 6), film)
        m.lathe(
            curve([(0.018, 0.0), (0.03, 0.04), (0.07, 0.1), (0.085, 0.125)], 2),
            film,
            n=16,
            oval=0.6,
        )


def _drawstring(m: Maker, look: Look) -> None:
    """Two loops of ribbon at its gathered mouth."""
    film = _film(look, BAGS)
    x, y, z = _body(m, _sack(look, 0.24, 0.44, 0.0, 0.22), film)
    band = plastic(look.pick(((0.8, 0.15, 0.15), (0.9, 0.7, 0.1), (0.2, 0.4, 0.8))))
    with m.placed((x, y, z)):
        m.lathe([(0.05, -0.004), (0.075, 0.04), (0.06, 0.05)], film, n=20)
        m.add(ring(0.05, 0.009, 18, 4), band)
        for s in (-1, 1):
            loop: list[Vec] = [
                (s * 0.05, 0, 0.01),
                (s * 0.1, 0.06, 0.03),
                (s * 0.12, 0.1, 0),
                (s * 0.09, 0.06, -0.03),
                (s * 0.05, 0, -0.01),
            ]
            m.add(ribbon(loop, 0.02, 0.002, (0, 0.3, 1)), band)


def _ears(m: Maker, look: Look) -> None:
    """Its two handles tied to each other like ears."""
    film = _film(look, BAGS)
    x, y, z = _body(m, _sack(look, 0.22, 0.38, float(look.rng.uniform(-0.2, 0.2)), 0.2), film)
    with m.placed((x, y, z)):
        m.ellipsoid((0, 0.012, 0), (0.034, 0.024, 0.028), film, n=10, bumps=0.15)
        for s in (-1, 1):
            with m.placed((s * 0.02, 0.016, 0), (0, s * 14, -s * 42)):
                m.lathe(
                    curve([(0.016, 0), (0.04, 0.05), (0.05, 0.1), (0.02, 0.145)], 2),
                    film,
                    n=12,
                    oval=0.3,
                )


def _slumped(m: Maker, look: Look) -> None:
    """A clear or pale recycling bag that sags to one side, open above."""
    film = Material(
        look.pick(((0.75, 0.85, 0.95), (0.6, 0.8, 0.95), (0.85, 0.9, 0.85))),
        gloss=0.7,
        rough=0.2,
        clear=0.35,
    )
    for _ in range(9):
        a, q = look.rng.uniform(0, 6.28), 0.13 * np.sqrt(look.rng.random())
        at = (float(q * np.cos(a)), float(look.rng.uniform(0.06, 0.26)), float(q * np.sin(a)))
        with m.placed(at, tuple(float(v) for v in look.rng.uniform(0, 180, 3))):  # type: ignore[arg-type]
            m.lathe(
                [(0, -0.05), (0.03, -0.05), (0.03, 0.03), (0.012, 0.06), (0, 0.06)],
                plastic(look.hue((0.3, 0.9), (0.4, 0.95))),
                n=8,
                solid=False,
            )
    rows = _sack(look, 0.24, 0.36, 0.25, 0.6)
    rim = rows[-1] * [1.1, 1, 1.1] + [0, 0.05, 0]
    inner = rows[-1] * [0.9, 1, 0.9] - [0, 0.04, 0]
    made = primitives.loft([*rows, rim, inner])
    m.add(Mesh(made.vertices, made.faces), film)


def _with_tie(m: Maker, look: Look) -> None:
    """Tall and full, closed by a cable tie, a second smaller one beside it."""
    film = _film(look, BAGS)
    with m.placed((-0.08, 0, 0)):
        x, y, z = _body(m, _sack(look, 0.18, 0.44, 0.0, 0.16), film)
        with m.placed((x, y, z)):
            m.add(ring(0.03, 0.007, 14, 4), (0.9, 0.9, 0.9))
            m.lathe(curve([(0.026, 0), (0.04, 0.04), (0.06, 0.08), (0.05, 0.1)], 2), film, n=14)
    with m.placed((0.14, 0, 0.05)):
        x, y, z = _body(m, _sack(look, 0.13, 0.24, 0.1, 0.16), _film(look, BAGS))
        m.ellipsoid((x, y + 0.012, z), (0.03, 0.03, 0.026), film, n=9, bumps=0.2)


GARBAGE = (_knotted, _drawstring, _ears, _slumped, _with_tie)


@forms(len(GARBAGE))
def garbage_bag(m: Maker, look: Look, form: int) -> None:
    """Full bags of black, white, coloured and clear film."""
    GARBAGE[form](m, look)


RECIPES: dict[str, Recipe] = {"GarbageBag": garbage_bag, "VacuumCleaner": vacuum}
