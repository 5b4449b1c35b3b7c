# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Counter tops of recorded rooms: bounding boxes give an L or a U away as a full rectangle."""

from itertools import chain, combinations

import numpy as np

from egoplan_ros.sim.scenes.raster import CELL, Mask, Raster
from egoplan_ros.sim.scenes.recorded.dumped import Entry
from egoplan_ros.sim.scenes.recorded.enclosure import BASINS, Rect
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.solid import Maker, Shape
from egoplan_ros.sim.thing import Array

DEPTH = 0.65
THICK = 0.035
MISSED = 0.6
IDLE = 0.5
OVERHANG = 0.1
"""Metres that a counter may reach out further, where the ground ends before it."""
BODY = frozenset({"Cabinet", "Drawer", "Fridge", "GarbageCan", "Stool", "Chair"})
KEEP_OFF = 0.205
SUNK = 0.12
"""Metres from the top of a counter within which a burner or basin is let into it."""


def outline(counter: Entry, entries: list[Entry], free: Array | None) -> tuple[Raster, Mask]:
    """Which part of its box a counter really fills.

    Counters run along the sides of their box; of all choices of sides the one wins that carries
    what stands on it (and covers the cupboards below) with the least area. `free` (N, 2) are
    places where the agent's body is known to fit.
    """
    low, high = counter.box[:3], counter.box[3:]
    grid = Raster.over(low[0], low[2], high[0], high[2])
    full = ~grid.empty()
    taken = grid.near(free, KEEP_OFF) if free is not None and len(free) else grid.empty()
    if min(high[0] - low[0], high[2] - low[2]) <= 1.2 * DEPTH:
        return grid, _kept(full, taken) | _under(grid, counter, entries)
    witnesses = _witnesses(counter, entries)
    cell = grid.step[0] * grid.step[1]
    # Where there is neither ground nor counter, something has to stand.
    near = grid.near(free, KEEP_OFF + 0.1) if free is not None and len(free) else full
    best, chosen = np.inf, full
    for mask in chain([full], _runs(grid, low, high)):
        covered = np.array([_share(grid, mask, w) for w in witnesses]) if witnesses else np.ones(0)
        cost = mask.sum() * cell + MISSED * float((1 - covered).sum())
        cost += 4 * float((mask & taken).sum()) * cell
        cost += IDLE * float((~mask & ~near).sum()) * cell
        if cost < best:
            best, chosen = cost, mask
    if free is not None:
        chosen = _widened(chosen, round(OVERHANG / CELL))
    return grid, _kept(chosen, taken) | _under(grid, counter, entries)


def _widened(mask: Mask, cells: int) -> Mask:
    """The mask and what is next to it, by a number of cells."""
    for _ in range(cells):
        wide = np.pad(mask, 1)
        mask = (
            wide[1:-1, 1:-1] | wide[:-2, 1:-1] | wide[2:, 1:-1] | wide[1:-1, :-2] | wide[1:-1, 2:]
        )
    return mask


def _under(grid: Raster, counter: Entry, entries: list[Entry]) -> Mask:
    """Whatever stands on the counter is carried, wherever the counter was thought to end."""
    mask = grid.empty()
    for entry in entries:
        if counter.object_id in entry.parents and entry.box[1] > counter.box[1] - 0.06:
            grid.fill(mask, *(entry.box[[0, 2, 3, 5]] + [-0.03, -0.03, 0.03, 0.03]))
    return mask


def _kept(mask: Mask, taken: Mask) -> Mask:
    left: Mask = mask & ~taken
    # A list from another version of the room must not eat the counter up.
    return left if left.sum() > 0.2 * mask.sum() else mask


def _runs(grid: Raster, low: Array, high: Array) -> list[Mask]:
    x0, z0, x1, z1 = low[0], low[2], high[0], high[2]
    sides = [
        (x0, z0, x1, z0 + DEPTH),
        (x0, z1 - DEPTH, x1, z1),
        (x0, z0, x0 + DEPTH, z1),
        (x1 - DEPTH, z0, x1, z1),
    ]
    out = []
    # A single side would not give this box: at least one along x and one along z.
    for count in (2, 3):
        for chosen in combinations(range(4), count):
            if min(chosen) > 1 or max(chosen) < 2:
                continue
            mask = grid.empty()
            for k in chosen:
                grid.fill(mask, *sides[k])
            out.append(mask)
    return out


def _witnesses(counter: Entry, entries: list[Entry]) -> list[tuple[float, float, float, float]]:
    """Floor rectangles of what shows that there is counter here."""
    top = counter.box[4]
    out = []
    for entry in entries:
        if entry is counter or entry.kind in ("Floor", "CounterTop", "Window"):
            continue
        x, _, z = entry.center
        inside = counter.box[0] < x < counter.box[3] and counter.box[2] < z < counter.box[5]
        stands = counter.object_id in entry.parents or abs(entry.box[1] - top) < 0.06
        below = entry.kind in ("Cabinet", "Drawer") and entry.box[4] < top + 0.02
        sunk = entry.kind in ("Sink", *BASINS) and entry.box[1] < top < entry.box[4] + SUNK
        if inside and (stands or below or sunk):
            half = np.minimum(entry.size[[0, 2]] / 2, 0.12)
            out.append((x - half[0], z - half[1], x + half[0], z + half[1]))
    return out


def _share(grid: Raster, mask: Mask, rect: tuple[float, float, float, float]) -> float:
    spot = grid.empty()
    grid.fill(spot, *rect)
    return float((mask & spot).sum() / spot.sum()) if spot.any() else 1.0


def slab(
    counter: Entry, grid: Raster, mask: Mask, level: float, entries: list[Entry], look: Look
) -> Shape:
    """The top with its surface at world height `level`, holes where basins hang in it."""
    usable = mask.copy()
    for entry in entries:
        if entry.kind in BASINS and entry.box[1] < level < entry.box[4] + SUNK:
            hole = grid.empty()
            grid.fill(hole, entry.box[0], entry.box[2], entry.box[3], entry.box[5])
            usable &= ~hole
    maker = Maker()
    middle = counter.center
    for x0, z0, x1, z1 in grid.rectangles(usable):
        at = ((x0 + x1) / 2 - middle[0], (z0 + z1) / 2 - middle[2])
        maker.box(at, level - THICK, (x1 - x0, THICK, z1 - z0), look.counter)
        if min(x1 - x0, z1 - z0) > 0.08:
            edge = 0.012
            maker.surface(
                (x0 + edge - middle[0], x1 - edge - middle[0]),
                (z0 + edge - middle[2], z1 - edge - middle[2]),
                level + 0.001,
                0.5,
            )
    return maker.finish()


def body(
    grid: Raster, mask: Mask, level: float, entries: list[Entry], clear: list[tuple[float, Rect]]
) -> list[Rect]:
    """Floor rectangles under a counter that nothing recorded fills: blind fronts and corners.

    What is before a cupboard, under a bar at which one sits, is kept `clear`.
    """
    left = mask.copy()
    for bottom, rect in clear:
        if bottom > level - 0.05:
            continue
        spot = grid.empty()
        grid.fill(spot, *rect)
        left &= ~spot
    for entry in entries:
        if entry.kind in ("Floor", "CounterTop", "Window", "Blinds") or entry.box[1] > level - 0.05:
            continue
        spot = grid.empty()
        reach = 0.02 if entry.kind in BODY else 0.0
        x0, _, z0, x1, _, z1 = entry.box
        grid.fill(spot, x0 - reach, z0 - reach, x1 + reach, z1 + reach)
        left &= ~spot
    return [r for r in grid.rectangles(left) if min(r[2] - r[0], r[3] - r[1]) > 0.04]
