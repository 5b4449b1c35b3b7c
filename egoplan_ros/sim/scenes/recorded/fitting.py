# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Shapes of recorded objects: the type's own shape at the recorded size, pose and levels."""

import inspect
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from egoplan_ros.sim.scenes.recorded.dumped import Entry
from egoplan_ros.sim.shapes import RECIPES, build, needs_size
from egoplan_ros.sim.shapes.block import block
from egoplan_ros.sim.shapes.look import Look
from egoplan_ros.sim.shapes.solid import Maker, Shape, Surface
from egoplan_ros.sim.thing import Array, Thing, angles

LEVEL = 0.15
BOARD = 0.012
CLEAR = 0.6
"""Metres above a shelf; what is there ends the space sooner."""
UPRIGHT = np.cos(np.radians(4.0))


@dataclass(frozen=True, slots=True)
class Box:
    """A recorded object's box: centre, its axes as columns (right, up, ahead), full extents."""

    center: Array
    axes: Array
    size: Array
    flat: bool

    def turned(self, quarters: int) -> "Box":
        """The same box with its front side `quarters` of a turn further clockwise."""
        right, up, ahead = self.axes.T
        size = self.size
        for _ in range(quarters % 4):
            right, ahead = -ahead, right
            size = size[[2, 1, 0]]
        return Box(self.center, np.stack([right, up, ahead], 1), size, self.flat)

    def rotation(self) -> Array:
        """Euler degrees of the axes in Unity's order."""
        return angles(self.axes)


def box_of(entry: Entry) -> Box:
    """The tightest box the record allows; upright ones stand exactly upright."""
    if entry.corners is not None:
        c = entry.corners
        edges = np.stack([c[0] - c[1], c[4] - c[0], c[0] - c[3]], 1)
        lengths = np.linalg.norm(edges, axis=0)
        if lengths.min() > 1e-4:
            axes = edges / lengths
            if np.abs(axes.T @ axes - np.eye(3)).max() < 0.05:
                return _oriented(entry, axes, lengths)
    yaw = float(entry.rotation[1])
    tilt = np.abs((entry.rotation[[0, 2]] + 180) % 360 - 180).max()
    odd = abs((yaw + 45) % 90 - 45)
    size = entry.size
    if tilt < 4 and odd > 2:
        c, s = abs(np.cos(np.radians(yaw))), abs(np.sin(np.radians(yaw)))
        if abs(c * c - s * s) > 0.2:
            plane = np.linalg.solve([[c, s], [s, c]], size[[0, 2]])
            if plane.min() > 0.02:
                turned = _yaw_axes(yaw)
                return Box(entry.center, turned, np.array([plane[0], size[1], plane[1]]), True)
    return Box(entry.center, np.eye(3), size, True)


def _yaw_axes(yaw: float) -> Array:
    c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def _oriented(entry: Entry, axes: Array, lengths: Array) -> Box:
    upward = int(np.argmax(np.abs(axes[1])))
    up = axes[:, upward] * np.sign(axes[1, upward])
    others = [k for k in range(3) if k != upward]
    ahead = axes[:, others[1]]
    size = np.array([lengths[others[0]], lengths[upward], lengths[others[1]]])
    if up[1] > UPRIGHT:
        yaw = float(np.degrees(np.arctan2(ahead[0], ahead[2])))
        if abs((yaw + 45) % 90 - 45) < 1.5:
            yaw = round(yaw / 90) * 90.0
            flip = int(yaw / 90) % 2 == 1
            size = entry.size[[2, 1, 0]] if flip else entry.size
        size[1] = entry.size[1]
        return Box(entry.center, _yaw_axes(yaw), size, True)
    right = np.cross(up, ahead)
    return Box(entry.center, np.stack([right, up, np.cross(right, up)], 1), size, False)


@lru_cache(maxsize=256)
def usual_size(kind: str) -> tuple[float, float, float]:
    """Extents of the type's shape when nobody asks for a size; square for types of any size."""
    if needs_size(kind):
        return (0.5, 0.5, 0.5)
    half = build(kind, Look(np.random.default_rng(0))).half
    return (float(half[0] * 2), float(half[1] * 2), float(half[2] * 2))


@lru_cache(maxsize=256)
def _sized(kind: str) -> bool:
    return "size" in inspect.signature(RECIPES.get(kind, block)).parameters


def shaped(kind: str, look: Look, size: Array, openness: float) -> tuple[Shape, Array]:
    """Shape of a type whose drawn box at `openness` has `size`; also its centre then (3,)."""
    if _sized(kind):
        x, y, z = (max(float(v), 0.004) for v in size)
        shape = build(kind, look, size=(x, y, z))
    else:
        shape = build(kind, look)
    middle = np.zeros(3)
    for _ in range(6 if openness > 0 and shape.links else 2):
        low, high = extent(shape, openness)
        now = np.maximum(high - low, 1e-6)
        middle = (low + high) / 2
        if np.abs(now - size).max() < 5e-4:
            break
        shape = scaled(shape, size / now)
        low, high = extent(shape, openness)
        middle = (low + high) / 2
    return shape, middle


def shelf(size: Array, look: Look) -> Shape:
    """A bare board: the box recorded for a shelf is mostly the space above it."""
    w, h, d = (max(float(v), 0.02) for v in size)
    maker = Maker()
    maker.box((0, 0), 0, (w, BOARD, d), look.wood)
    maker.surface(
        (-w / 2 + 0.01, w / 2 - 0.01), (-d / 2 + 0.01, d / 2 - 0.01), BOARD + 0.001, max(h, CLEAR)
    )
    shape = maker.finish()
    # The origin is the middle of the recorded box, the board lies at its bottom.
    return _raised(shape, BOARD / 2 - h / 2, np.array([w, h, d]) / 2)


def _raised(shape: Shape, by: float, half: Array) -> Shape:
    up = np.array([0.0, by, 0.0])
    return Shape(
        parts=[replace(p, vertices=(p.vertices + up).astype(np.float32)) for p in shape.parts],
        links=shape.links,
        surfaces=[replace(s, y=s.y + by) for s in shape.surfaces],
        solids=[(k, box + np.concatenate([up, up])) for k, box in shape.solids],
        half=half,
    )


def extent(shape: Shape, openness: float) -> tuple[Array, Array]:
    """Corners of the drawn shape in its own frame."""
    probe = Thing("", "", "", shape, np.zeros(3), np.zeros(3), openness=openness)
    box = probe.bounds()
    return box[:3], box[3:]


def scaled(shape: Shape, factor: Array) -> Shape:
    """The shape stretched along its axes."""
    f = np.asarray(factor, float)
    six = np.concatenate([f, f])
    links = []
    for link in shape.links:
        origin = np.array(link.origin) * f
        amount = link.amount
        if link.slides:
            amount *= float(np.abs(np.array(link.axis)) @ f)
        links.append(replace(link, origin=tuple(origin.tolist()), amount=amount))
    return Shape(
        parts=[replace(p, vertices=(p.vertices * f).astype(np.float32)) for p in shape.parts],
        links=links,
        surfaces=[
            Surface(
                s.x0 * f[0],
                s.x1 * f[0],
                s.z0 * f[2],
                s.z1 * f[2],
                s.y * f[1],
                s.clear * f[1],
                s.link,
            )
            for s in shape.surfaces
        ],
        solids=[(k, box * six) for k, box in shape.solids],
        half=shape.half * f,
    )


def levelled(shape: Shape, levels: list[float], board: bool) -> Shape:
    """The shape with support at every level (heights in its own frame) where things stand.

    Surfaces close to a level are bent there; where none is close, a board is put in if allowed.
    """
    wanted = _clusters(levels)
    have = sorted({round(s.y, 4) for s in shape.surfaces})
    pairs: list[tuple[float, float]] = []
    spare: list[float] = []
    for level in wanted:
        free = [h for h in have if h not in [p[0] for p in pairs]]
        best = min(free, key=lambda h: abs(h - level), default=None)
        if best is not None and abs(best - level) < max(LEVEL, 0.35 * float(shape.half[1])):
            pairs.append((best, level))
        else:
            spare.append(level)
    pairs.sort()
    bottom, top = -float(shape.half[1]), float(shape.half[1])
    if pairs and len(shape.parts) == 1 and len(have) == 1:
        # A lone board just goes up or down.
        return _raised(shape, pairs[0][1] - pairs[0][0], shape.half)
    knots = [(bottom, bottom)]
    for at, to in pairs:
        if at <= knots[-1][0] + 1e-4:
            continue
        knots.append((at, max(to, knots[-1][1] + 1e-3)))
    if len(knots) > 1:
        if top > knots[-1][0] + 0.012:
            knots.append((top, max(top, knots[-1][1] + 1e-3)))
        shape = _bent(shape, np.array(knots))
    for level in spare:
        if board:
            shape = _boarded(shape, level)
    return shape


def _clusters(levels: list[float]) -> list[float]:
    groups: list[list[float]] = []
    for level in sorted(levels):
        if groups and level - groups[-1][0] < 0.03:
            groups[-1].append(level)
        else:
            groups.append([level])
    return [g[0] for g in groups]


def _bent(shape: Shape, knots: Array) -> Shape:
    def bend(y: Array) -> Array:
        out: Array = np.interp(y, knots[:, 0], knots[:, 1])
        high = y > knots[-1, 0]
        return np.where(high, y - knots[-1, 0] + knots[-1, 1], out)

    parts = []
    for part in shape.parts:
        vertices = part.vertices.copy()
        vertices[:, 1] = bend(vertices[:, 1].astype(float))
        parts.append(replace(part, vertices=vertices))
    solids = []
    for link, box in shape.solids:
        bent = box.copy()
        bent[[1, 4]] = bend(box[[1, 4]])
        solids.append((link, bent))
    surfaces = [replace(s, y=float(bend(np.array([s.y]))[0])) for s in shape.surfaces]
    return replace(shape, parts=parts, solids=solids, surfaces=surfaces)


def _boarded(shape: Shape, level: float) -> Shape:
    """A board inside the shape's outline with its top at `level`."""
    maker = Maker()
    w, d = float(shape.half[0] * 2), float(shape.half[2] * 2)
    color = shape.parts[0].material
    maker.box((0, 0), level - BOARD, (w * 0.96, BOARD, d * 0.9), color)
    maker.surface((-w * 0.46, w * 0.46), (-d * 0.43, d * 0.43), level + 0.001, 0.3)
    return replace(
        shape,
        parts=[*shape.parts, *maker.parts],
        solids=[*shape.solids, *maker.solids],
        surfaces=[*shape.surfaces, *maker.surfaces],
    )
