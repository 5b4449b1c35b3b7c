# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Glass around showers of recorded rooms: the record has one box for all panes."""

import numpy as np

from egoplan_ros.sim.scenes.recorded.counters import KEEP_OFF
from egoplan_ros.sim.scenes.recorded.dumped import Entry
from egoplan_ros.sim.scenes.recorded.enclosure import Plan
from egoplan_ros.sim.scenes.recorded.fitting import Box
from egoplan_ros.sim.shapes.solid import Maker, Shape
from egoplan_ros.sim.thing import Array

DEEP = 0.3
"""Metres of depth from which a box stands for panes around a shower; less is one pane."""
NEAR = 0.1
THIN = 0.012
GLASS = (0.8, 0.9, 0.92)
SIDES = ((0, 0), (0, 1), (2, 0), (2, 1))


def around(box: Box) -> bool:
    """Whether the box of glass goes around a shower."""
    return box.flat and bool(min(box.size[0], box.size[2]) > DEEP)


def cabin(entry: Entry, entries: list[Entry], plan: Plan, free: Array | None) -> Shape:
    """Panes where neither a wall nor a door shuts the shower; rails run along the box's edges.

    Where the ground (`free`, (N, 2) x and z of bodies) reaches over a side, its pane stands further
    inside.
    """
    low, high = -entry.size / 2, entry.size / 2
    height = float(entry.size[1])
    maker = Maker()
    for axis, side in SIDES:
        across = 2 - axis
        edge = float((low, high)[side][axis]) + (THIN / 2 if side == 0 else -THIN / 2)
        pane = edge + (1 if side == 0 else -1) * _inset(entry, axis, side, free)
        for begin, end in _glazed(entry, entries, plan, axis, side):
            middle, length = (begin + end) / 2, end - begin
            place = (pane, middle) if axis == 0 else (middle, pane)
            maker.box(place, 0, _along(across, length, height), GLASS)
        place = (edge, 0.0) if axis == 0 else (0.0, edge)
        rail = _along(across, float(entry.size[across]), THIN)
        maker.box(place, height - THIN, rail, GLASS, solid=False)
    return maker.finish()


def _along(axis: int, length: float, height: float) -> tuple[float, float, float]:
    return (length, height, THIN) if axis == 0 else (THIN, height, length)


def _glazed(
    entry: Entry, entries: list[Entry], plan: Plan, axis: int, side: int
) -> list[tuple[float, float]]:
    """Stretches of glass along a side, metres from its middle."""
    edge = entry.box[axis + 3 * side]
    if abs(edge - (plan.low, plan.high)[side][axis]) < DEEP:
        return []
    across = 2 - axis
    half = float(entry.size[across]) / 2
    stretches = [(-half, half)]
    for door in (e for e in entries if e.kind == "ShowerDoor"):
        if door.box[axis] - NEAR < edge < door.box[axis + 3] + NEAR:
            a, b = (door.box[[across, across + 3]] - entry.center[across]).tolist()
            parts = [
                p for low, high in stretches for p in ((low, min(high, a)), (max(low, b), high))
            ]
            stretches = [(low, high) for low, high in parts if high - low > THIN]
    return stretches


def _inset(entry: Entry, axis: int, side: int, free: Array | None) -> float:
    """By how much the ground reaches over a side, metres."""
    if free is None:
        return 0.0
    at, across = (free if axis == 0 else free[:, ::-1]).T
    beyond = (at - entry.box[axis + 3 * side]) * (1 if side == 0 else -1)
    near = np.abs(beyond) < KEEP_OFF
    near &= across > entry.box[2 - axis] - KEEP_OFF
    near &= across < entry.box[5 - axis] + KEEP_OFF
    return min(float(beyond[near].max()) + KEEP_OFF, DEEP) if near.any() else 0.0
