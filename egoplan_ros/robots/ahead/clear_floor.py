# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a base may go at full speed: floor that its camera saw free, or on which it stood."""

from math import ceil, cos, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.geometry import Pose2D

_CELL = 0.05
_FLAT, _TALL = 0.06, 2.0
"""Metres from the floor that are floor, and up to which a body runs into what is there."""
_HIGH, _COARSE = 0.1, 0.06
"""Metres from which on it is no floor, also by depth as coarse as this share of it."""
_FAR = 5.0
"""Metres from the camera beyond which depth is too coarse to tell floor."""
_AHEAD = 0.3
"""Metres of the way that are looked at, at least."""
_LATE, _BRAKES = 0.4, 0.5
"""Seconds by which a frame is late, and m/s2: what a base takes to get slow."""
_FINE = 0.025
"""Metres between the points of the way that are looked up."""
_SHARE, _STRAY = 0.2, 2
"""Of them that may lie between the rays of what was seen, and cells that a stray pixel hit."""

_SPAN = 1 << 24
"""Cells from one column to the next in their numbers; more than any home has."""

Floats = npt.NDArray[np.floating[Any]]


class ClearFloor:
    """Remembers, in map, floor that was seen with nothing above it, and what the body trod.

    A camera that sits high does not see the floor before the robot's feet, nor what stands there:
    of that only what it saw from elsewhere is known.
    """

    def __init__(self, radius: float, speed: float = 0.0) -> None:
        """``radius`` of the footprint, metres, and ``speed`` of the base at most, m/s."""
        self._radius = radius
        self._reach = max(_AHEAD, _LATE * speed + speed**2 / (2.0 * _BRAKES))
        self._floor: set[int] = set()
        self._above: set[int] = set()
        self._trodden: set[int] = set()
        spots = np.arange(-radius, radius + _FINE, _FINE)
        x, y = np.meshgrid(spots, spots)
        self._body = np.stack([x, y], axis=-1)[np.hypot(x, y) <= radius]

    def take(self, points: Floats, depth: Floats) -> None:
        """Points of a frame in map, ``(n, 3)`` metres, and their depth, ``(n,)`` metres."""
        height, near = points[:, 2], depth < _FAR
        self._floor |= _cells(points[near & (np.abs(height) < _FLAT), :2])
        high = near & (height > np.maximum(_HIGH, _COARSE * depth)) & (height < _TALL)
        above = _cells(points[high, :2])
        self._above |= above
        self._trodden -= above

    def stand(self, base: Pose2D) -> None:
        """The body is there, so nothing else is."""
        self._trodden |= _cells(self._body + np.array([base.x, base.y]))

    def knows(self, base: Pose2D, bearing: float, distance: float) -> bool:
        """Whether the next of the way is known to be free.

        Args:
            base: pose in map. bearing: of the motion, radians from the base's heading.
            distance: to go, metres.
        """
        way = min(distance, self._reach)
        steps = np.linspace(0.0, way, ceil(way / _FINE) + 1)[1:]
        if not len(steps):
            return True
        yaw, here = base.yaw + bearing, np.array([base.x, base.y])
        along = np.outer(steps, (cos(yaw), sin(yaw))) + here
        swept = (self._body[None] + along[:, None]).reshape(-1, 2)
        left = swept[np.hypot(*(swept - here).T) > self._radius]
        cells = _cells(left)
        new = cells - self._trodden
        if len(new & self._above) > _STRAY:
            return False
        return len(new - self._floor) <= _SHARE * len(cells)


def _cells(points: Floats) -> set[int]:
    """Numbers of the cells in which points, ``(n, 2)`` metres, lie."""
    column, row = np.floor(points / _CELL).astype(np.int64).T
    return set(np.unique(column * _SPAN + row).tolist())
