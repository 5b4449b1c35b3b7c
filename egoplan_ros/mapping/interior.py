# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The inside of a container: sample points near its floor, and the opening one looks through."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.object import ObjectInstance
from egoplan_ros.world.ontology import Ontology

Floats = npt.NDArray[np.float64]
Box = tuple[Floats, Floats]

_RASTER = (np.arange(4) + 0.5) / 4.0
_INSET = 0.05
"""Metres from the walls within which nothing lies, at most a quarter of the width."""
_BEHIND_FRONT = 0.03
"""Metres behind a drawer's front, where small things are hidden from whoever stands before it."""
_HEADROOM = 0.15
"""Metres above the uppermost shelf."""
_ABOVE_FLOOR = 0.08
"""Metres above the floor of where things lie, at most: about half their height."""
_LEVEL = 0.30
"""Metres between shelves."""
_TALL = 0.45
"""Metres of height from which on there may be shelves."""
_DEPTH = (0.40, 0.60)
"""Metres that a cupboard is deep, at least and at most: often no more than its front is known."""
_OUT = 0.08
"""Metres by which a drawer is out, at least, if its open box is known."""
TRAVEL = 0.40
"""Metres that a drawer comes out, where its open box is not known."""
_DOOR = 0.20
"""Metres by which an open door makes a box larger, at least."""


@dataclass(frozen=True, slots=True)
class Interior:
    """Where things lie in a container.

    Attributes:
        points: ``(n, 3)`` just above the floor (and at further heights in tall ones), map metres.
        low, high: corners of the inside.
        axis: 0, 1 or 2: normal of the opening. plane: its coordinate along that axis.
    """

    points: Floats
    low: Floats
    high: Floats
    axis: int
    plane: float

    def visible_from(self, eyes: Floats) -> npt.NDArray[np.bool_]:
        """Which points ``(m, n)`` are seen through the opening from eyes ``(m, 3)``."""
        eye = np.asarray(eyes, dtype=np.float64)[:, None, :]
        delta = self.points[None] - eye
        along = delta[..., self.axis]
        safe = np.where(np.abs(along) < 1e-9, 1e-9, along)
        share = (self.plane - eye[..., self.axis]) / safe
        crossing = eye + share[..., None] * delta
        others = [k for k in range(3) if k != self.axis]
        inside = np.all(
            (crossing[..., others] > self.low[others] - 1e-6)
            & (crossing[..., others] < self.high[others] + 1e-6),
            axis=-1,
        )
        return np.asarray(inside & (share > 0.0) & (share <= 1.0))


def corners(item: ObjectInstance) -> Box:
    """Low and high corner of an object's box, map metres."""
    half = np.array(item.size) / 2.0
    return np.array(item.center) - half, np.array(item.center) + half


def interior(kind: str, ontology: Ontology, closed: Box, now: Box, x: float, y: float) -> Interior:
    """The inside of a container as seen by somebody before it.

    Args:
        kind: ontology type.
        ontology: tells how it opens; what does not has an open top.
        closed: corners of its box when last seen closed (often no more than its front).
        now: corners of its present box.
        x: viewer, map metres.
        y: viewer, map metres.
    """
    opening = ontology.opening(kind)
    if opening in (None, "lid"):
        low, high = (corner.copy() for corner in (closed if opening else now))
        return Interior(_points(low, high), low, high, 2, float(high[2]))
    low, high = closed[0].copy(), closed[1].copy()
    axis, front, ahead = front_plane(closed, now, x, y)
    if opening == "drawer":
        out = float(now[1][axis] if ahead else now[0][axis])
        if abs(out - front) < _OUT or (out > front) != ahead:
            out = front + (TRAVEL if ahead else -TRAVEL)
        low[axis], high[axis] = min(front, out), max(front, out)
        points = _points(low, high)
        row = points[
            np.isclose(points[:, axis], points[np.argmin(abs(points[:, axis] - out)), axis])
        ]
        row[:, axis] = out + (-_BEHIND_FRONT if ahead else _BEHIND_FRONT)
        return Interior(np.concatenate([points, row]), low, high, 2, float(high[2]))
    depth = front - float(now[0][axis]) if ahead else float(now[1][axis]) - front
    depth = min(max(depth, _DEPTH[0]), _DEPTH[1])
    low[axis], high[axis] = (front - depth, front) if ahead else (front, front + depth)
    return Interior(_points(low, high, shelves=True), low, high, axis, front)


def front_plane(closed: Box, now: Box, x: float, y: float) -> tuple[int, float, bool]:
    """Where the front of a container with a door or drawer is.

    Args:
        closed: corners of its box when last seen closed.
        now: corners of its present box.
        x: viewer, map metres.
        y: viewer, map metres.

    Returns:
        Its normal's axis (0 or 1), its coordinate along that, and whether the room lies above it.
    """
    viewer = np.array([x, y])
    axis = _front_axis(closed, now, viewer)
    ahead = bool(viewer[axis] > 0.5 * (closed[0][axis] + closed[1][axis]))
    return axis, float(closed[1][axis] if ahead else closed[0][axis]), ahead


def _front_axis(closed: Box, now: Box, viewer: Floats) -> int:
    """Axis 0 or 1 of a front: that along which a door reaches out, else the viewer's side."""
    grown = np.maximum(closed[0] - now[0], now[1] - closed[1])[:2]
    axis = int(np.argmax(grown))
    if grown[axis] > _DOOR and grown[axis] > 2.0 * grown[1 - axis]:
        return axis
    return int(np.argmax(np.maximum(closed[0][:2] - viewer, viewer - closed[1][:2])))


def _points(low: Floats, high: Floats, shelves: bool = False) -> Floats:
    size = high - low
    tall = float(size[2])
    levels = [float(low[2]) + min(_ABOVE_FLOOR, 0.15 * tall)]
    while shelves and tall > _TALL and levels[-1] + _LEVEL < high[2] - _HEADROOM:
        levels.append(levels[-1] + _LEVEL)
    inset = np.minimum(_INSET, 0.25 * size)[:2]
    xs = low[0] + inset[0] + _RASTER * (size[0] - 2.0 * inset[0])
    ys = low[1] + inset[1] + _RASTER * (size[1] - 2.0 * inset[1])
    grid = np.meshgrid(xs, ys, np.array(levels), indexing="ij")
    return np.stack([axis.ravel() for axis in grid], axis=1)
