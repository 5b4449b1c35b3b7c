# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Basketballs."""

import numpy as np

from egoplan_ros.sim.shapes import primitives
from egoplan_ros.sim.shapes.forms import Recipe, forms
from egoplan_ros.sim.shapes.household.parts import (
    BLACK,
    WHITE,
    Floats,
    merged,
    ring,
)
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.material import Color, Material, Surfaced, plastic
from egoplan_ros.sim.shapes.primitives import Mesh
from egoplan_ros.sim.shapes.solid import Maker, Vec

R = 0.12


def _seam(points: Floats, width: float = 0.005) -> Mesh:
    """A dark groove along unit directions (n, 3), drawn just above the ball."""
    p = points / np.linalg.norm(points, axis=1, keepdims=True)
    along = np.gradient(p, axis=0)
    side = np.cross(along, p)
    side /= np.linalg.norm(side, axis=1, keepdims=True) + 1e-12
    edge = np.stack([p * (R + 0.0012) + side * width / 2, p * (R + 0.0012) - side * width / 2], 1)
    k = np.arange(len(p) - 1) * 2
    faces = np.concatenate([np.stack([k, k + 1, k + 2], 1), np.stack([k + 2, k + 1, k + 3], 1)])
    return Mesh(edge.reshape(-1, 3), faces.astype(np.int32))


def _circle(axis: int) -> Floats:
    t = np.linspace(0, 2 * np.pi, 23)
    flat = [np.cos(t), np.sin(t)]
    flat.insert(axis, 0 * t)
    return np.stack(flat, 1)


def _bow(side: float) -> Floats:
    """The curved seam of a basketball, around the pole at +x or -x."""
    t = np.linspace(0, 2 * np.pi, 23)
    reach = 0.62 + 0.2 * np.cos(2 * t)
    return np.stack([side * (1.02 - reach**2 * 0.75), reach * np.cos(t), reach * np.sin(t)], 1)


def _turn(look: Look) -> Vec:
    a = look.rng.uniform(-180, 180, 3)
    return (float(a[0]), float(a[1]), float(a[2]))


BROWNS = ((0.88, 0.45, 0.16), (0.78, 0.38, 0.15), (0.66, 0.33, 0.18), (0.9, 0.55, 0.25))


def _grain(look: Look, tones: tuple[Color, ...] = BROWNS) -> Material:
    return look.draw("plastic", look.pick(tones), gloss=0.12)


def _skin(m: Maker, surface: Surfaced) -> None:
    m.ellipsoid((0, 0, 0), (R, R, R), surface, n=20)


def _seams(m: Maker, tone: Surfaced = BLACK, width: float = 0.005) -> None:
    lines = [_circle(0), _circle(1), _bow(1), _bow(-1)]
    m.add(merged([_seam(line, width) for line in lines]), tone, solid=False)


def _orange(m: Maker, look: Look) -> None:
    with m.placed((0, R, 0), _turn(look)):
        _skin(m, _grain(look))
        _seams(m)


def _panels(m: Maker, look: Look, tones: list[Surfaced], across: bool = False) -> None:
    """The ball in lunes (or halves) of several colours."""
    ball = primitives.ellipsoid((0, 0, 0), (R, R, R), 18)
    c = ball.vertices[ball.faces].mean(1)
    if across:
        number = (c[:, 1] > 0).astype(int)
    else:
        number = ((np.arctan2(c[:, 2], c[:, 0]) % (2 * np.pi)) / (2 * np.pi) * 8).astype(int)
    for k, tone in enumerate(tones):
        m.add(Mesh(ball.vertices, ball.faces[number % len(tones) == k]), tone)


def _three_colours(m: Maker, look: Look) -> None:
    """Red, white and blue lunes."""
    tones: list[Surfaced] = [
        (0.75, 0.15, 0.15),
        (0.94, 0.94, 0.92),
        (0.15, 0.25, 0.6),
        (0.94, 0.94, 0.92),
    ]
    if look.rng.random() < 0.5:
        tones = [look.hue((0.4, 0.9), (0.4, 0.95)), (0.94, 0.94, 0.92)]
    with m.placed((0, R, 0), _turn(look)):
        _panels(m, look, tones)
        t = np.linspace(-1.5, 1.5, 15)
        lines = []
        for k in range(8):
            a = k * np.pi / 4
            lines.append(
                _seam(np.stack([np.cos(t) * np.cos(a), np.sin(t), np.cos(t) * np.sin(a)], 1), 0.004)
            )
        m.add(merged(lines), BLACK, solid=False)


def _two_halves(m: Maker, look: Look) -> None:
    """One half light, one dark."""
    tones: list[Surfaced] = [look.hue((0.5, 0.95), (0.2, 0.5)), look.hue((0.2, 0.8), (0.75, 0.98))]
    with m.placed(
        (0, R, 0), (float(look.rng.uniform(-30, 30)), 0, float(look.rng.uniform(50, 130)))
    ):
        _panels(m, look, tones, across=True)
        _seams(m, (0.9, 0.9, 0.88), 0.0045)


def _street(m: Maker, look: Look) -> None:
    """Black with wide bright seams."""
    with m.placed((0, R, 0), _turn(look)):
        _skin(
            m,
            _grain(look, ((0.12, 0.12, 0.13), (0.16, 0.18, 0.32), (0.3, 0.12, 0.14))),
        )
        _seams(m, look.hue((0.5, 1.0), (0.8, 1.0)), 0.01)


def _on_ring(m: Maker, look: Look) -> None:
    """Displayed on a ring."""
    with m.placed((0, 0.009, 0)):
        m.add(
            ring(0.066, 0.009, 16, 4),
            look.draw("wood", gloss=0.3) if look.rng.random() < 0.5 else plastic(BLACK),
        )
    with m.placed((0, R, 0), _turn(look)):
        _skin(m, _grain(look))
        _seams(m)
        m.add(
            primitives.lathe([(0.03, 0.1172), (0, 0.1212)], (0, 0), 10),
            (0.9, 0.75, 0.3),
            solid=False,
        )


def _slack(m: Maker, look: Look) -> None:
    """Half flat: it has sunk and has a dent."""
    ball = primitives.ellipsoid((0, 0, 0), (R, R, R), 18)
    p = ball.vertices
    tone = _grain(look)

    def sink(p: Floats) -> Floats:
        q = p.copy()
        q[:, 1] = np.where(q[:, 1] < -0.07, -0.07 + (q[:, 1] + 0.07) * 0.1, q[:, 1]) * 0.9
        near = np.exp(-((q[:, 0] - 0.03) ** 2 + (q[:, 2] - 0.03) ** 2) / 0.0035) * (q[:, 1] > 0)
        q[:, 1] -= near * 0.045
        return q * [1.06, 1, 1.06]

    low = float(sink(p)[:, 1].min())
    with m.placed((0, -low, 0)):
        m.add(Mesh(sink(p), ball.faces), tone)
        seams = merged([_seam(line) for line in (_circle(0), _circle(2), _bow(1), _bow(-1))])
        m.add(Mesh(sink(seams.vertices) * 1.004, seams.faces), BLACK, solid=False)


def _netted(m: Maker, look: Look) -> None:
    """In a carrying net that is tied above."""
    with m.placed((0, R, 0)):
        with m.placed((0, 0, 0), _turn(look)):
            _skin(m, _grain(look))
        t = np.linspace(-1.45, 1.4, 9)
        lines = []
        for k in range(7):
            for s in (-1, 1):
                a = k * 2 * np.pi / 7 + s * t * 0.5
                lines.append(
                    _seam(
                        np.stack([np.cos(t) * np.cos(a), np.sin(t), np.cos(t) * np.sin(a)], 1),
                        0.004,
                    )
                )
        m.add(
            merged(lines),
            look.pick(((0.1, 0.1, 0.11), (0.9, 0.9, 0.9), (0.2, 0.3, 0.6))),
            solid=False,
        )
    m.ellipsoid((0, 2 * R + 0.006, 0), (0.012, 0.01, 0.012), BLACK, n=8)
    m.tube(
        [
            (0, 2 * R + 0.01, 0),
            (0.03, 2 * R + 0.012, 0.01),
            (0.07, 2 * R - 0.012, 0.03),
            (0.1, 2 * R - 0.05, 0.05),
        ],
        0.003,
        BLACK,
        n=5,
    )


def _printed(m: Maker, look: Look) -> None:
    """With a band of another colour around its middle and a mark."""
    with m.placed(
        (0, R, 0),
        (
            float(look.rng.uniform(-25, 25)),
            float(look.rng.uniform(0, 90)),
            float(look.rng.uniform(-25, 25)),
        ),
    ):
        _skin(
            m,
            _grain(look),
        )
        band = look.hue((0.5, 0.95), (0.2, 0.6))
        a = np.linspace(-0.32, 0.32, 4)
        m.lathe(
            [((R + 0.0004) * float(np.cos(q)), (R + 0.0004) * float(np.sin(q))) for q in a],
            band,
            n=18,
            solid=False,
        )
        _seams(m, WHITE, 0.004)
        m.add(
            primitives.lathe([(0.034, 0.1156), (0.02, 0.1196), (0, 0.1212)], (0, 0), 10),
            band,
            solid=False,
        )


BALLS = (
    _orange,
    _three_colours,
    _two_halves,
    _street,
    _on_ring,
    _slack,
    _netted,
    _printed,
)


@forms(len(BALLS))
def basketball(m: Maker, look: Look, form: int) -> None:
    """Basketballs of several leathers and colours, one gone slack, one in a net."""
    BALLS[form](m, look)


RECIPES: dict[str, Recipe] = {"BasketBall": basketball}
