# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Handles of hollow ware: bows, loops and bars at a vessel's side."""

from egoplan_ros.sim.shapes.kitchenware.hollow import Hollow
from egoplan_ros.sim.shapes.kitchenware.turning import Station, bar
from egoplan_ros.sim.shapes.material import Material
from egoplan_ros.sim.shapes.solid import Maker

SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    # Share of the reach outwards, and of the height from the upper to the lower root.
    "round": ((0, 0), (0.6, -0.08), (1, 0.28), (0.95, 0.7), (0.5, 1.02), (0, 1)),
    "ear": ((0, 0.05), (0.55, -0.14), (1, 0.05), (0.92, 0.42), (0.5, 0.82), (0, 1)),
    "drop": ((0, 0), (0.5, 0.08), (0.9, 0.5), (1, 0.85), (0.6, 1.1), (0, 1)),
    "square": ((0, 0), (0.8, -0.01), (1, 0.08), (1, 0.5), (1, 0.92), (0.8, 1.01), (0, 1)),
    "wedge": ((0, 0), (0.55, 0), (0.98, 0.0), (1, 0.06), (0.55, 0.5), (0, 1)),
    "hook": ((0, 0), (0.7, -0.03), (1, 0.12), (1, 0.5), (0.9, 0.95)),
    "scroll": ((0, 0.1), (0.45, -0.2), (0.95, -0.05), (1, 0.4), (0.5, 0.75), (0, 0.8), (0.3, 1.05)),
}


def side_handle(
    m: Maker,
    body: Hollow,
    kind: str,
    surface: Material,
    high: float,
    low: float,
    reach: float,
    section: tuple[float, float],
    across: str = "z",
    sign: float = 1.0,
    power: float = 1.0,
    n: int = 8,
) -> None:
    """A handle between two heights (shares of the body's); `section` is its width and thickness.

    It points along x where `across` is "z", along z where it is "x"; `sign` -1 to the other side.
    """
    top, bottom = body.height * high, body.height * low
    stations: list[Station] = []
    for out, down in SHAPES[kind]:
        y = top + (bottom - top) * down
        root = body.radius(min(max(y, bottom), top)) - body.wall * 0.4
        stations.append((sign * (root + reach * out), y, section[0], section[1]))
    m.add(bar(stations, 2, n, power, across), surface, solid=False)


def ears(
    m: Maker,
    body: Hollow,
    kind: str,
    surface: Material,
    at: float,
    width: float,
    reach: float,
    thick: float,
) -> None:
    """Two handles at opposite sides (-x and x): rod "loop", cast "lug" or flat "strap"."""
    y, r = body.height * at, body.radius(body.height * at) - body.wall * 0.4
    half = width / 2
    for sign in (-1, 1):
        if kind == "lug":
            stations: list[Station] = [
                (sign * r, y, width, thick * 1.3),
                (sign * (r + reach * 0.7), y + thick * 0.2, width * 0.9, thick),
                (sign * (r + reach), y + thick * 0.3, width * 0.6, thick * 0.8),
            ]
            m.add(bar(stations, 1, 8, 0.7, "z"), surface, solid=False)
            continue
        rise = reach * 0.35 if kind == "loop" else 0.0
        path = [
            (sign * (r - 0.003), y, -half),
            (sign * (r + reach * 0.75), y + rise * 0.8, -half * 0.92),
            (sign * (r + reach), y + rise, -half * 0.6),
            (sign * (r + reach), y + rise, half * 0.6),
            (sign * (r + reach * 0.75), y + rise * 0.8, half * 0.92),
            (sign * (r - 0.003), y, half),
        ]
        m.tube(path, thick / 2, surface, n=6)


def long_handle(
    m: Maker,
    body: Hollow,
    surface: Material,
    at: float,
    length: float,
    rise: float,
    widths: tuple[float, float, float],
    thick: float,
    power: float = 0.8,
    root: Material | None = None,
) -> None:
    """A handle straight out along z: widths at its root, waist and end; `root` a metal fitting."""
    y, r = body.height * at, body.radius(body.height * at) - body.wall * 0.5
    w0, w1, w2 = widths
    start = length * 0.3 if root is not None else 0.0
    if root is not None:
        tang: list[Station] = [
            (r, y, w0, thick * 0.45),
            (r + start * 0.5, y + rise * 0.2, w1 * 0.8, thick * 0.5),
            (r + start + 0.012, y + rise * 0.34, w1 * 0.75, thick * 0.5),
        ]
        m.add(bar(tang, 1, 8, power), root, solid=False)
    rest: list[Station] = [
        (r + start, y + rise * start / length, w1 if root is not None else w0, thick * 0.85),
        (r + length * 0.45, y + rise * 0.55, w1, thick),
        (r + length * 0.85, y + rise * 0.95, w2, thick),
        (r + length * 0.97, y + rise, w2 * 0.85, thick * 0.8),
        (r + length, y + rise, w2 * 0.4, thick * 0.4),
    ]
    m.add(bar(rest, 2, 8, power), surface, solid=False)
