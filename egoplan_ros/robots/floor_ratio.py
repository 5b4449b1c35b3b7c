# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Depth whose unit is too small: all round, the floor lies at one share of its true distance."""

from math import pi, tau

import numpy as np

from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose2D

_ROWS = 48
_FEW = 40
"""Rays towards the floor within which nothing is told."""
_REACH = 4.0
"""Metres of a ray within which it meets the floor, where nothing stands before that."""
_AT, _PLANE = 0.1, 0.35
"""Relative difference of what is at one height, and share of the rays that then show a plane."""
_TOP = 0.9
"""Quantile of a ray's share of its way to the floor: what stands on the floor is nearer."""
_FLOOR, _LOW = 0.8, 0.7
"""Share of its distance from which on it is the floor, and below which it is none."""
_GAP = tau / 3.0
"""Radians between two looks, at most, of those that went all round."""
_TURNED = 0.2
"""Radians within which a look takes the place of an earlier one."""
_MOVED = 0.5
"""Metres from where a turn began."""
_SETTLED = 5
"""Looks that showed the floor where it is, after which nobody asks any more."""


class FloorRatio:
    """Looks at the floor until it has been seen where it must be, or all round where it cannot.

    A counter is a plane at a height of its own, too, and two counters may be equally high; so what
    is told needs a full turn in which all looks that show a plane show the same one, at least every
    third of it, and none the floor. Who turns among things that hide it is not told.
    """

    def __init__(self) -> None:
        self._seen: dict[float, float] = {}
        self._at: Pose2D | None = None
        self._told = ""
        self._good = 0

    def problem(self, frame: RgbdFrame) -> str:
        """Why depth is too short for where the camera is told to be; "" while it may be right.

        Args:
            frame: with depth in metres, and the camera's pose in map, the floor at z = 0.
        """
        base = frame.robot.base
        if self._good >= _SETTLED:
            return ""
        if self._at is None or base.distance_to(self._at.x, self._at.y) > _MOVED:
            self._at, self._seen = base, {}  # looks from elsewhere are of another turn
        ratio = _ratio(frame)
        if ratio is None:
            return self._told
        if ratio >= _LOW:  # the floor, or nearly: whatever was seen before was something else
            self._seen, self._told = {}, ""
            self._good += ratio >= _FLOOR
        elif not self._told:
            kept = {at: of for at, of in self._seen.items() if _between(at, base.yaw) > _TURNED}
            self._seen = kept | {base.yaw: ratio}
            self._told = self._judged()
        return self._told

    def _judged(self) -> str:
        yaws = np.sort([yaw % tau for yaw in self._seen])
        gaps = np.diff(yaws, append=yaws[0] + tau)
        ratios = np.asarray(list(self._seen.values()))
        middle = float(np.median(ratios))
        if gaps.max() > _GAP or (np.abs(ratios / middle - 1.0) > _AT).any():
            return ""
        return (
            f"all round, what should be the floor is at {middle:.2f} times its distance: set "
            "base.depth_scale, base.camera_height and base.camera_pitch as they are"
        )


def _ratio(frame: RgbdFrame) -> float | None:
    """Share of its way to the floor at which a picture shows a level plane; None for no such."""
    thin = max(1, frame.depth.shape[0] // _ROWS)
    depth = frame.depth[::thin, ::thin]
    ways = frame.camera_pose.apply(frame.camera.rays()[::thin, ::thin].reshape(-1, 3))
    eye = float(frame.camera_pose.position[2])
    sinking = (eye - ways[:, 2]).reshape(depth.shape)
    with np.errstate(invalid="ignore"):
        floor = (sinking * _REACH > eye) & np.isfinite(depth) & (depth > 0.0)
    if np.count_nonzero(floor) < _FEW:
        return None
    ratios = depth[floor] * sinking[floor] / eye
    top = float(np.quantile(ratios, _TOP))
    level = np.abs(ratios / top - 1.0) < _AT
    return top if level.mean() > _PLANE else None


def _between(yaw: float, other: float) -> float:
    """Radians between two headings."""
    return abs((yaw - other + pi) % tau - pi)
