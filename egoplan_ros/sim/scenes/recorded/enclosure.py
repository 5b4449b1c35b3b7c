# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Walls of recorded rooms, which no object stands for, and what else keeps the agent's body out."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from egoplan_ros.sim import physics
from egoplan_ros.sim.body import HEIGHT, RADIUS
from egoplan_ros.sim.scenes.raster import Mask, Raster
from egoplan_ros.sim.scenes.recorded.dumped import Dump
from egoplan_ros.sim.shapes.solid import Shape
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.world import World

GRID = 0.25
NICHE = 0.6
INSET = 0.015
BASINS = frozenset({"SinkBasin", "BathtubBasin"})
"""What hangs in a counter."""
BELOW_BASIN = 0.005
COUNTER_BODY = "StandardCounterHeightWidth"
OUTSIDE = frozenset({"Floor", "Window", "Blinds", "Curtains"})
Rect = tuple[float, float, float, float]


@dataclass(slots=True)
class Plan:
    """Where the room is: its rectangle, corners that do not belong to it, its height."""

    low: Array
    high: Array
    niches: list[Rect]


def plan(dump: Dump) -> Plan:
    """The room around everything recorded; empty corners of the rectangle are cut away."""
    rects = [e.box[[0, 2, 3, 5]] for e in dump.entries if e.kind not in OUTSIDE]
    if dump.cells is not None and len(dump.cells):
        pad = RADIUS + 0.03
        rects += [np.array([x - pad, z - pad, x + pad, z + pad]) for x, z in dump.cells]
    if not rects:
        rects = [e.box[[0, 2, 3, 5]] for e in dump.entries]
    rows = np.array(rects)
    x0, z0 = rows[:, :2].min(0) - 0.02
    x1, z1 = rows[:, 2:].max(0) + 0.02
    top = max([2.5] + [float(e.box[4]) + 0.05 for e in dump.entries if e.kind not in OUTSIDE])
    grid = Raster.over(x0, z0, x1, z1)
    used = grid.empty()
    for a, b, c, d in rows:
        grid.fill(used, a - 0.1, b - 0.1, c + 0.1, d + 0.1)
    return Plan(np.array([x0, 0.0, z0]), np.array([x1, min(top, 4.0), z1]), _niches(grid, used))


def _niches(grid: Raster, used: Mask) -> list[Rect]:
    out: list[Rect] = []
    n, m = grid.shape
    for fx in (False, True):
        for fz in (False, True):
            view = used[:: -1 if fx else 1, :: -1 if fz else 1]
            best, size = 0.0, (0, 0)
            depth = m
            for row in range(n):
                hit = np.flatnonzero(view[row])
                depth = min(depth, int(hit[0]) if len(hit) else m)
                a, b = (row + 1) * grid.step[0], depth * grid.step[1]
                if min(a, b) >= NICHE and a * b > best:
                    best, size = a * b, (row + 1, depth)
            if not best:
                continue
            i0, i1 = (n - size[0], n) if fx else (0, size[0])
            j0, j1 = (m - size[1], m) if fz else (0, size[1])
            used[i0:i1, j0:j1] = True
            out.append(
                (
                    grid.x0 + i0 * grid.step[0],
                    grid.z0 + j0 * grid.step[1],
                    grid.x0 + i1 * grid.step[0],
                    grid.z0 + j1 * grid.step[1],
                )
            )
    return out


def paths(cells: Array) -> Array:
    """Places (N, 2) the body passes: listed cells and the quarters between neighbours."""
    have = {(round(float(x) / GRID), round(float(z) / GRID)) for x, z in cells}
    out = [(i, j) for i, j in have]
    more: list[tuple[float, float]] = [(float(i), float(j)) for i, j in out]
    for i, j in out:
        for di, dj in ((1, 0), (0, 1)):
            if (i + di, j + dj) in have:
                more += [(i + di * f, j + dj * f) for f in (0.25, 0.5, 0.75)]
    return np.array(more) * GRID


def make_way(things: list[Thing], free: Array) -> None:
    """Take solid pieces out of the way of places the body is known to fit."""

    def passes(box: Array) -> bool:
        return bool(physics.nearest(free, box[None]).min() >= RADIUS - 0.002)

    for thing in things:
        if thing.kind == "Floor" or thing.can("pick"):
            continue
        boxes = thing.boxes()
        low = physics.stands_in_way(boxes, 0.0, HEIGHT)
        if not low.any():
            continue
        close = physics.clearance(free, boxes).min(0) < RADIUS
        if (close & low).any():
            thing.shape = _thinned(thing, close & low, passes)
            thing.moved()


def make_room(things: list[Thing]) -> None:
    """Take solid pieces of furniture out of where loose things lie, and out of basins."""
    loose = [t.bounds() for t in things if t.can("pick") and not t.hidden]
    hollows = [box for t in things if t.kind in BASINS for box in _hollows(t)]
    if not loose and not hollows:
        return
    rows = np.array(loose + hollows)
    inset = np.minimum(INSET, (rows[:, 3:] - rows[:, :3]) * 0.45)
    rows[:, :3] += inset
    rows[:, 3:] -= inset

    def clear(box: Array) -> bool:
        return not bool((np.all(rows[:, 3:] > box[:3], 1) & np.all(rows[:, :3] < box[3:], 1)).any())

    for thing in things:
        if thing.can("pick"):
            continue
        hits = np.array([not clear(box) for box in thing.boxes()], bool)
        if hits.any():
            thing.shape = _thinned(thing, hits, clear, 0.06)
            thing.moved()
        # Tops have holes for basins; what stands below them has not.
        for hollow in hollows if thing.can("open") or thing.kind == COUNTER_BODY else ():
            _lower(thing, hollow)


def _hollows(basin: Thing) -> list[Array]:
    """World boxes (6,) of the inside of a basin: recorded cupboards reach up into it."""
    top = basin.bounds()[4]
    out = []
    for face in basin.shape.surfaces:
        corners = np.array([[x, face.y, z] for x in (face.x0, face.x1) for z in (face.z0, face.z1)])
        world = basin.to_world(corners, face.link)
        low, high = world.min(0), world.max(0)
        out.append(np.array([*low, high[0], max(top, low[1] + 0.05), high[2]]))
    return out


def _lower(thing: Thing, hollow: Array) -> None:
    """Bring what is drawn of furniture inside a basin down below it."""
    box = thing.bounds()
    if not ((box[3:] > hollow[:3]).all() and (box[:3] < hollow[3:]).all()):
        return
    parts = []
    for part in thing.shape.parts:
        corners = thing.to_world(part.vertices, part.link)
        inside = (corners.max(0) > hollow[:3]).all() and (corners.min(0) < hollow[3:]).all()
        if inside:
            excess = np.maximum(corners[:, 1] - (hollow[1] - BELOW_BASIN), 0.0)
            lowered = part.vertices - np.outer(excess, [0, 1, 0])
            part = replace(part, vertices=lowered.astype(np.float32))
        parts.append(part)
    thing.shape = replace(thing.shape, parts=parts)
    thing.moved()


def unsupported(world: World, hangers: frozenset[str]) -> list[tuple[Rect, float]]:
    """Floor rectangles and heights under recorded loose things that nothing would carry."""
    out = []
    boxes, owners = world.boxes()
    for number, thing in enumerate(world.things):
        parent = thing.parent
        if not thing.can("pick") or (parent is not None and parent.kind in hangers):
            continue
        x0, bottom, z0, x1, _, z1 = thing.bounds()
        under = (boxes[:, 0] < x1) & (boxes[:, 3] > x0) & (boxes[:, 2] < z1) & (boxes[:, 5] > z0)
        under &= (np.abs(boxes[:, 4] - bottom) < 0.025) & (owners != number)
        if bottom > 0.03 and not under.any():
            out.append(((x0, z0, x1, z1), bottom - 0.001))
    return out


def _thinned(
    thing: Thing, rows: np.ndarray, clear: Callable[[Array], bool], upright: float | None = None
) -> Shape:
    """Cut solids (`rows`) into pieces of 10 cm (`upright` metres high) and keep the clear ones."""
    shape = thing.shape
    solids = []
    links = thing.local_links()
    unit = np.array([[i, j, k] for i in (0, 1) for j in (0, 1) for k in (0, 1)], float)
    for hit, (link, box) in zip(rows, shape.solids, strict=True):
        if not hit:
            solids.append((link, box))
            continue
        cell = np.array([0.1, upright or 1e9, 0.1])
        count = np.maximum(np.ceil((box[3:] - box[:3]) / cell).astype(int), 1)
        step = (box[3:] - box[:3]) / count
        for i, j, k in np.ndindex(*count):
            low = box[:3] + step * (i, j, k)
            piece = np.concatenate([low, low + step])
            corners = low + unit * step
            if link >= 0:
                corners = corners @ links[link][0].T + links[link][1]
            world = corners @ thing.matrix.T + thing.position
            if clear(np.concatenate([world.min(0), world.max(0)])):
                solids.append((link, piece))
    return Shape(shape.parts, shape.links, shape.surfaces, solids, shape.half)
