# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Depth of another unit than its encoding says, or of another camera pose than was told."""

import numpy as np

from egoplan_ros.world.frame import RgbdFrame

_ROWS = 96
_FEW = 50
_FARTHEST, _NEAREST = 20.0, 0.02
"""Metres that most of an indoor picture is nearer than, and farther than."""
_AT_FLOOR, _MORE = 0.15, 0.05
"""Metres that the floor may be off, and more for each metre of depth: pitch is never exact."""
_NEXT, _SUNK = 0.25, 0.7
"""Share of the rays towards the floor that should meet it next to the robot, and share of these
that must not end below it; who stands before stairs sees the floor on which he stands."""


def implausible(frame: RgbdFrame) -> str:
    """Why depth and camera pose cannot both be right; "" when they may be.

    Args:
        frame: with depth in metres, and the camera's pose in map, the floor at z = 0.
    """
    thin = max(1, frame.depth.shape[0] // _ROWS)
    depth = frame.depth[::thin, ::thin]
    with np.errstate(invalid="ignore"):
        known = np.isfinite(depth) & (depth > 0.0)
    if np.count_nonzero(known) < _FEW:
        return ""
    values = depth[known]
    middle = float(np.median(values))
    if middle > _FARTHEST:
        return (
            f"depth is {middle:.0f} m in the median, farther than any room: its unit is not what "
            "its encoding says; set base.depth_scale, 0.001 for millimetres"
        )
    if float(np.percentile(values, 90)) < _NEAREST:
        return (
            f"depth is {middle * 1000.0:.1f} mm in the median, nearer than any camera measures: "
            "its unit is not what its encoding says; set base.depth_scale, 1.0 for metres"
        )
    eye = float(frame.camera_pose.position[2])
    sinking = eye - frame.camera_pose.apply(frame.camera.rays()[::thin, ::thin][known])[:, 2]
    down = sinking > 0.0
    if np.count_nonzero(down) < _FEW:
        return ""
    steep = sinking >= np.quantile(sinking[down], 1.0 - _NEXT)
    below = float((values * sinking - eye > _AT_FLOOR + _MORE * values)[steep].mean())
    if below > _SUNK:
        return (
            f"{below:.0%} of the depth that should show the floor lies below it: set "
            "base.depth_scale, base.camera_height and base.camera_pitch as they are"
        )
    return ""
