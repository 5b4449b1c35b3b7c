# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Room inside recorded furniture: the record of a cupboard or shelf is smaller than what it holds.

The box of a cabinet is its door and a part of its body: a plate of 29 cm is put into one of 12 cm,
a plunger of 54 cm stands in one of 62. The box of a shelf is the middle of the space above it.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from egoplan_ros.sim import physics
from egoplan_ros.sim.scenes.recorded.counters import KEEP_OFF
from egoplan_ros.sim.scenes.recorded.dumped import Entry
from egoplan_ros.sim.scenes.recorded.enclosure import OUTSIDE, Plan
from egoplan_ros.sim.scenes.recorded.fitting import Box
from egoplan_ros.sim.shapes.solid import Shape, Surface
from egoplan_ros.sim.thing import Array, Thing

LOW_DEPTH, HIGH_DEPTH = 0.58, 0.36
"""Metres to the back of a cupboard, on the floor and on a wall."""
HIGH = 0.9
STEP = 0.02
COMPARTMENT = 0.6
"""Metres of height that a compartment has at least; boards are put in where things stand on one."""
WALLS = 0.12
"""Metres around a surface within which the sides of its compartment are looked for."""
PLAY = 0.005
OPEN_ABOVE = 1.0
BOARD = 0.03
UNIT = "ShelvingUnit"
"""What shelves fill; over a desk or dresser they are above a part of it only."""
SET_IN = 0.02


def deepened(entry: Entry, box: Box, plan: Plan, entries: list[Entry], free: Array | None) -> Box:
    """The box of a closed cupboard, back to the wall or to what stands behind it.

    The front stays where it is. `free` (N, 2) are places where the agent's body fits.
    """
    depth = LOW_DEPTH if entry.box[1] < HIGH else HIGH_DEPTH
    back = -box.axes[:, 2]
    upright = np.abs(np.abs(back).max() - 1.0) < 1e-6 and abs(back[1]) < 0.5
    if entry.openness > 0 or not upright:
        return box
    axis = int(np.argmax(np.abs(back)))
    wall = (plan.high if back[axis] > 0 else plan.low)[axis]
    behind = abs(wall - box.center[axis]) - box.size[2] / 2 - STEP
    others = np.array([e.box for e in entries if _stands(e, entry)]).reshape(-1, 6)
    for extra in np.arange(min(depth - box.size[2], behind), STEP, -STEP):
        low, high = entry.box[:3] + STEP, entry.box[3:] - STEP
        near, far = sorted(
            box.center[axis] + back[axis] * (box.size[2] / 2 + d) for d in (0, extra)
        )
        low[axis], high[axis] = near, far
        hit = np.all(others[:, 3:] > low, 1) & np.all(others[:, :3] < high, 1)
        # On the other side of a wall or a bar somebody may stand.
        new = np.concatenate([low, high])[None]
        stood = free is not None and entry.box[1] < HIGH
        if free is not None and stood:
            stood = bool(physics.nearest(free, new).min() < KEEP_OFF)
        if not hit.any() and not stood:
            size = box.size + np.array([0.0, 0.0, extra])
            return Box(box.center + back * extra / 2, box.axes, size, box.flat)
    return box


def _stands(other: Entry, entry: Entry) -> bool:
    """Whether an object bounds the space behind a cupboard: neither loose nor around it."""
    if other is entry or other.kind in OUTSIDE or other.kind == "CounterTop":
        return False
    inside = bool(np.all(other.box[:3] < entry.center) and np.all(other.box[3:] > entry.center))
    return not inside and entry.object_id not in other.parents


def board(entry: Entry, box: Box, entries: list[Entry]) -> Box:
    """The box of a shelf, as wide and deep as the furniture in which it is.

    Of several side by side each ends where the next one begins.
    """
    at = entry.center
    around = [
        e.box
        for e in entries
        if e.kind == UNIT and np.all(e.box[:3] < at) and np.all(e.box[3:] > at)
    ]
    if not around or not np.allclose(np.abs(box.axes).max(axis=0), 1.0):
        return box
    unit = min(around, key=lambda b: float(np.prod(b[3:] - b[:3])))
    low, high = entry.box[:3].copy(), entry.box[3:].copy()
    others = [e for e in entries if e is not entry and e.kind == "Shelf"]
    beside = [e.box for e in others if abs(e.box[1] - entry.box[1]) < BOARD]
    for axis in (0, 2):
        across = 2 - axis
        ends = [unit[axis] + SET_IN], [unit[axis + 3] - SET_IN]
        for other in beside:
            middle = (other[axis] + other[axis + 3]) / 2
            in_line = other[across] < at[across] < other[across + 3]
            if in_line and unit[axis] < middle < entry.box[axis]:
                ends[0].append((other[axis + 3] + entry.box[axis]) / 2)
            elif in_line and entry.box[axis + 3] < middle < unit[axis + 3]:
                ends[1].append((other[axis] + entry.box[axis + 3]) / 2)
        low[axis] = min(low[axis], max(ends[0]))
        high[axis] = max(high[axis], min(ends[1]))
    size = np.abs(box.axes.T @ (high - low))
    return Box((low + high) / 2, box.axes, size, box.flat)


def opened_up(shape: Shape) -> Shape:
    """A cupboard's shape without boards that leave too little height between them."""
    inner = sorted({round(s.y, 4) for s in shape.surfaces if s.link < 0})
    if not inner:
        return shape
    top = float(shape.half[1])
    kept = [inner[0]]
    for level in inner[1:]:
        if level - kept[-1] >= COMPARTMENT and top - level >= COMPARTMENT:
            kept.append(level)
    gone = [level for level in inner if level not in kept]
    ends = dict(zip(kept, [*kept[1:], top], strict=True))
    boards = [box for link, box in shape.solids if link < 0 and _carries(box, gone)]
    surfaces = []
    for surface in shape.surfaces:
        level = round(surface.y, 4)
        if surface.link >= 0:
            surfaces.append(surface)
        elif level in ends:
            surfaces.append(replace(surface, clear=ends[level] - level - BOARD))
    bare = replace(
        shape,
        parts=[p for p in shape.parts if not any(_same(p.vertices, box) for box in boards)],
        solids=[s for s in shape.solids if not any(s[1] is box for box in boards)],
        surfaces=surfaces,
    )
    return replace(bare, surfaces=[_widened(bare, s) for s in bare.surfaces])


def _carries(box: Array, levels: list[float]) -> bool:
    thin = box[4] - box[1] < BOARD
    return bool(thin) and any(abs(level - box[4]) < PLAY for level in levels)


def _same(vertices: NDArray[np.float32], box: Array) -> bool:
    ends = np.concatenate([vertices.min(axis=0), vertices.max(axis=0)])
    return bool(np.abs(ends - box).max() < 1e-4)


def _widened(shape: Shape, surface: Surface) -> Surface:
    """The surface up to the sides of its compartment and to the closed door."""
    if surface.link >= 0:
        return surface
    boxes = Thing("", "", "", shape, np.zeros(3), np.zeros(3)).boxes_at(0.0)
    level = (boxes[:, 4] > surface.y + 0.02) & (boxes[:, 1] < surface.y + surface.clear - 0.02)
    boxes = boxes[level]
    across = (boxes[:, 2] < surface.z1) & (boxes[:, 5] > surface.z0)
    along = (boxes[:, 0] < surface.x1) & (boxes[:, 3] > surface.x0)
    return replace(
        surface,
        x0=-_side(-surface.x0, -boxes[across, 3]),
        x1=_side(surface.x1, boxes[across, 0]),
        z0=-_side(-surface.z0, -boxes[along, 5]),
        z1=_side(surface.z1, boxes[along, 2]),
    )


def _side(at: float, faces: Array) -> float:
    near = faces[(faces > at - PLAY) & (faces < at + WALLS)]
    return max(float(near.min()) - PLAY, at) if len(near) else at


def uncovered(shape: Shape) -> Shape:
    """The shape with all the height there is above surfaces that nothing of it covers."""
    surfaces = []
    for surface in shape.surfaces:
        above = any(
            box[4] > surface.y + 0.02
            and box[0] < surface.x1 - PLAY
            and box[3] > surface.x0 + PLAY
            and box[2] < surface.z1 - PLAY
            and box[5] > surface.z0 + PLAY
            for _, box in shape.solids
        )
        clear = surface.clear if above or surface.clear <= 0 else max(surface.clear, OPEN_ABOVE)
        surfaces.append(replace(surface, clear=clear))
    return replace(shape, surfaces=surfaces)
