# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Collisions of the agent's capsule, free spots on receptacles, support when things are let go."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from egoplan_ros.sim.refusal import Refused
from egoplan_ros.sim.shapes.solid import Surface
from egoplan_ros.sim.thing import Array, Thing
from egoplan_ros.sim.world import World

STEP = 0.05
MOST_STEPS = 450
MOST_POINTS = 60_000
SKIN = 0.005
# Metres above the floor up to which a thing is stepped on.
STEPPED = 0.05
# In these an object may stick out: only its foot has to be inside.
SHALLOW = frozenset(
    {"Cup", "Mug", "Bowl", "Plate", "Pan", "Pot", "GarbageCan", "Sink", "SinkBasin", "BathtubBasin"}
)
# Out of these things may stick out upwards.
OPEN_ABOVE = frozenset({"Box", "Mug", "Cup"})
OVERHANG = 0.4
AT_HAND = 0.06
# How much of the box round a loose thing that lies about gives way to the agent's body, metres a
# side: the box is wider than the thing, most of all round a knife that lies askew.
GIVES = 0.04
# Cupboards whose depths are dark: what people keep in them stands in front.
DEEP = frozenset({"Cabinet", "Fridge"})


def obstacles(world: World, ignore: list[Thing]) -> tuple[Array, NDArray[np.int64]]:
    """Boxes that the standing capsule can run into, with owners, without `ignore`."""
    boxes, owners = world.boxes()
    loose = np.array([t.can("pick") for t in world.things])[owners]
    give = np.minimum((boxes[:, 3:] - boxes[:, :3])[:, [0, 2]] / 2, GIVES) * loose[:, None]
    boxes = boxes.copy()
    boxes[:, [0, 2]] += give
    boxes[:, [3, 5]] -= give
    tall = stands_in_way(boxes, world.level, world.body.height)
    skip = world.indices(ignore)
    if len(skip):
        tall &= ~np.isin(owners, skip)
    return boxes[tall], owners[tall]


def stands_in_way(boxes: Array, floor: float, height: float) -> NDArray[np.bool_]:
    """Which boxes (N, 6) a body so tall on the floor can run into: not what it steps on."""
    result: NDArray[np.bool_] = (boxes[:, 4] > floor + STEPPED) & (boxes[:, 1] < floor + height)
    return result


def clearance(points: Array, boxes: Array) -> Array:
    """Horizontal distance (P, B) of points (P, 2: x, z) to boxes (B, 6)."""
    dx = np.maximum(boxes[None, :, 0] - points[:, None, 0], points[:, None, 0] - boxes[None, :, 3])
    dz = np.maximum(boxes[None, :, 2] - points[:, None, 1], points[:, None, 1] - boxes[None, :, 5])
    distance: Array = np.hypot(np.maximum(dx, 0), np.maximum(dz, 0))
    return distance


@njit(cache=True)
def nearest(points: Array, boxes: Array) -> Array:  # pragma: no cover
    """Horizontal distance (P,) of points (P, 2: x, z) to the nearest of the boxes (B, 6)."""
    out = np.full(len(points), np.inf)
    for p in range(len(points)):
        x, z = points[p, 0], points[p, 1]
        for b in range(len(boxes)):
            dx = max(boxes[b, 0] - x, x - boxes[b, 3], 0.0)
            dz = max(boxes[b, 2] - z, z - boxes[b, 5], 0.0)
            out[p] = min(out[p], dx * dx + dz * dz)
    result: Array = np.sqrt(out)
    return result


def inside(world: World, points: Array) -> NDArray[np.bool_]:
    """Which points (P, 2) lie within the scene bounds."""
    ok: NDArray[np.bool_] = (
        (points[:, 0] > world.low[0])
        & (points[:, 0] < world.high[0])
        & (points[:, 1] > world.low[2])
        & (points[:, 1] < world.high[2])
    )
    return ok


def sweep(world: World, start: Array, goal: Array, ignore: list[Thing]) -> Thing | None:
    """First thing met by the capsule moving from start to goal (x, z); None when free.

    What already overlaps the capsule at the start does not hinder moving away from it.
    """
    boxes, owners = obstacles(world, ignore)
    length = float(np.linalg.norm(goal - start))
    steps = max(int(np.ceil(length / STEP)), 1)
    path = start + (goal - start) * np.linspace(0, 1, steps + 1)[:, None]
    distance = clearance(path, boxes)
    free = world.body.radius - SKIN
    stuck = distance[0] < free
    bad = (distance[1:] < free) & ~(stuck[None] & (distance[1:] >= distance[:1] - 1e-9))
    if not bad.any():
        return None
    first = int(np.argmax(bad.any(1)))
    return world.things[int(owners[int(np.argmax(bad[first]))])]


def overlapping(world: World, point: Array, ignore: list[Thing]) -> Thing | None:
    """A thing the capsule would overlap when standing at point (x, z)."""
    boxes, owners = obstacles(world, ignore)
    bad = clearance(point[None], boxes)[0] < world.body.radius - SKIN
    return world.things[int(owners[int(np.argmax(bad))])] if bad.any() else None


def reachable(
    world: World, start: Array, grid: float, limit: int | None = None, yaw: float = 0.0
) -> list[tuple[float, float]]:
    """Grid flood (x, z) from `start`, breadth first, along the axes turned by `yaw` degrees."""
    boxes, _ = obstacles(world, world.carried())
    c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    axes = [(s, c), (c, -s), (-s, -c), (-c, s)]
    span = int(np.ceil(np.linalg.norm((world.high - world.low)[[0, 2]]) / grid)) + 1
    if span > MOST_STEPS:
        raise Refused(f"gridSize {grid:g} makes too many steps for this scene")
    index = np.arange(-span, span + 1)
    a, b = np.meshgrid(index, index, indexing="ij")
    points = start + grid * (a[..., None] * np.array(axes[0]) + b[..., None] * np.array(axes[1]))
    flat = points.reshape(-1, 2)
    ok = inside(world, flat)
    free = np.zeros(len(flat), bool)
    rows = np.flatnonzero(ok)
    if len(rows) > MOST_POINTS:
        raise Refused(f"gridSize {grid:g} makes too many steps for this scene")
    if len(boxes) and len(rows):
        free[rows] = nearest(flat[rows], boxes) >= world.body.radius - SKIN
    else:
        free = ok
    free = free.reshape(a.shape)
    origin = (span, span)
    edges = {}
    for number, (i, j) in enumerate(((1, 0), (0, 1))):
        mids = [points + np.array(axes[number]) * grid * f for f in (0.25, 0.5, 0.75)]
        passable = free & np.roll(free, (-i, -j), (0, 1))
        cells = np.argwhere(passable)
        good = np.ones(len(cells), bool)
        for mid in mids:
            at = mid[cells[:, 0], cells[:, 1]]
            if len(boxes) and len(at):
                good &= nearest(at, boxes) >= world.body.radius - SKIN
        edges[number] = {tuple(cell) for cell in cells[good].tolist()}
    order = [origin]
    seen = {origin}
    for cell in order:
        i, j = cell
        if limit is not None and len(order) >= limit:
            break
        steps = (
            ((i + 1, j), 0, (i, j)),
            ((i, j + 1), 1, (i, j)),
            ((i - 1, j), 0, (i - 1, j)),
            ((i, j - 1), 1, (i, j - 1)),
        )
        for target, number, key in steps:
            if target not in seen and key in edges[number]:
                seen.add(target)
                order.append(target)
    return [(float(points[i, j, 0]), float(points[i, j, 1])) for i, j in order]


def spots(
    world: World,
    receptacle: Thing,
    surface: Surface,
    size: Array,
    step: float = 0.04,
    overhang: bool = False,
) -> Array:
    """Candidate centres (N, 3) of the underside of an object of AABB size on a surface.

    With `overhang`, only its foot has to be on the surface.
    """
    share = OVERHANG if overhang or receptacle.kind in SHALLOW else 1.0
    matrix = receptacle.matrix
    local = np.abs(matrix.T @ (size * [1, 0, 1])) * share
    x0, x1 = surface.x0 + local[0] / 2, surface.x1 - local[0] / 2
    z0, z1 = surface.z0 + local[2] / 2, surface.z1 - local[2] / 2
    clear = surface.clear if receptacle.kind not in OPEN_ABOVE else 0.0
    if x1 < x0 - 1e-6 or z1 < z0 - 1e-6 or (clear > 0 and size[1] > clear + 1e-6):
        return np.zeros((0, 3))
    xs = (
        np.linspace(x0, x1, max(int((x1 - x0) / step) + 1, 1))
        if x1 > x0
        else np.array([(x0 + x1) / 2])
    )
    zs = (
        np.linspace(z0, z1, max(int((z1 - z0) / step) + 1, 1))
        if z1 > z0
        else np.array([(z0 + z1) / 2])
    )
    if len(xs) == 1:
        xs = np.array([(x0 + x1) / 2])
    if len(zs) == 1:
        zs = np.array([(z0 + z1) / 2])
    gx, gz = np.meshgrid(xs, zs)
    points = np.stack([gx.ravel(), np.full(gx.size, surface.y), gz.ravel()], 1)
    return receptacle.to_world(points, surface.link)


def free_spots(
    world: World, points: Array, size: Array, ignore: list[Thing], gap: float = 0.004
) -> NDArray[np.bool_]:
    """Which candidate undersides (N, 3) leave room for an AABB of `size`."""
    boxes, owners = world.boxes()
    skip = world.indices(ignore)
    if len(skip):
        boxes = boxes[~np.isin(owners, skip)]
    if len(points) == 0:
        return np.zeros(0, bool)
    half = np.array([size[0] / 2, 0, size[2] / 2])
    low = points - half + np.array([gap, 0.003, gap])
    high = points + half + np.array([-gap, size[1], -gap])
    reach_low, reach_high = low.min(0), high.max(0)
    near = np.all(boxes[:, 3:] > reach_low, axis=1) & np.all(boxes[:, :3] < reach_high, axis=1)
    boxes = boxes[near]
    hit = np.all(boxes[None, :, 3:] > low[:, None], axis=2) & np.all(
        boxes[None, :, :3] < high[:, None], axis=2
    )
    result: NDArray[np.bool_] = ~hit.any(1)
    return result


def foremost(receptacle: Thing, points: Array) -> NDArray[np.bool_]:
    """Which points (N, 3) lie at the front of a cupboard, where they are seen once it is open."""
    depth = (points - receptacle.position) @ receptacle.matrix[:, 2]
    result: NDArray[np.bool_] = depth > depth.max() - AT_HAND
    return result


def support_below(world: World, thing: Thing) -> tuple[float, Thing]:
    """Height and owner of what carries `thing` when it is let go where it is."""
    boxes, owners = world.boxes()
    skip = world.indices([thing, *thing.within()])
    keep = ~np.isin(owners, skip)
    boxes, owners = boxes[keep], owners[keep]
    box = thing.bounds()
    center = (box[:3] + box[3:]) / 2
    under = (
        (boxes[:, 0] < center[0])
        & (boxes[:, 3] > center[0])
        & (boxes[:, 2] < center[2])
        & (boxes[:, 5] > center[2])
        & (boxes[:, 4] <= box[1] + 0.02)
    )
    if not under.any():
        return world.level, world.floor(center)
    best = int(np.flatnonzero(under)[np.argmax(boxes[under, 4])])
    return float(boxes[best, 4]), world.things[int(owners[best])]
