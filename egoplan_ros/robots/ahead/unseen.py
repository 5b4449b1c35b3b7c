# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the depth camera does not tell of the way ahead: unknown is not free."""

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose2D

_HOLE = 0.05
"""Square metres of floor without depth in which something may stand; what mirrors the light, or
swallows it, makes smaller ones everywhere."""
_FEW = 20
"""Rays; with fewer that end on the floor of the way, what passes above it has to do."""
_OVER_CAMERA = 0.1
"""Metres above the camera that the body may reach."""
_SPECKLE = np.ones((3, 3), np.uint8)
NO_DEPTH = "the camera gives no depth at all"


def known(depth: npt.NDArray[np.float32]) -> npt.NDArray[np.bool_]:
    """Where something is known of the way to a pixel's surface; inf: that all in range is free."""
    with np.errstate(invalid="ignore"):
        return np.asarray(depth > 0.0)


def unseen(
    frame: RgbdFrame,
    rays: npt.NDArray[np.float32],
    line: Pose2D,
    distance: float,
    radius: float,
) -> str:
    """Why the camera cannot tell that the way is free; "" when it can.

    Each ray that should end on the floor of the way has depth where the way is free, and where
    something stands on it. A camera that sees no floor that near must at least know some depth
    through the way, and one that sees nothing of the way knows nothing of it. What of the way lies
    beside its picture is not judged: of that the map alone knows.

    Args:
        frame: with depth, metres; NaN or 0 where it is unknown, inf where all in range is free
            (REP 118).
        rays: of a regular sample of its pixels, float32 ``(rows, columns, 3)`` with z = 1.
        line: pose in map in which the motion began.
        distance: to go, metres. radius: of the footprint, metres.
    """
    thin = max(1, round(frame.depth.shape[0] / rays.shape[0]))
    depth = frame.depth[::thin, ::thin]
    unknown = ~known(depth)
    if unknown.all():
        return NO_DEPTH
    eye = np.asarray(frame.camera_pose.position)
    ways = frame.camera_pose.apply(rays.reshape(-1, 3)).reshape(rays.shape) - eye
    base, (cos, sin) = frame.robot.base, (np.cos(line.yaw), np.sin(line.yaw))
    forward = ways[..., 0] * cos + ways[..., 1] * sin
    left = ways[..., 1] * cos - ways[..., 0] * sin
    start = (eye[0] - base.x) * cos + (eye[1] - base.y) * sin
    if start >= distance + radius:
        return ""  # the rest of the way lies below the camera, which saw it from farther back
    side = (eye[1] - line.y) * cos - (eye[0] - line.x) * sin
    with np.errstate(divide="ignore", invalid="ignore"):
        metres = np.where(ways[..., 2] < 0.0, -eye[2] / ways[..., 2], np.inf)
        ahead, aside = start + metres * forward, side + metres * left
        floor = (ahead > radius) & (ahead < distance + radius) & (np.abs(aside) < radius)
        if np.count_nonzero(floor) < _FEW:
            end = np.where(forward > 0.0, (distance + radius - start) / forward, 0.0)
            through = (end > 0.0) & (end < metres) & (np.abs(side + end * left) < radius)
            through &= end * ways[..., 2] < _OVER_CAMERA
            met = through if through.any() else floor
            if not met.any():
                return "the camera does not look along the way"
            return "the camera gives no depth of the way ahead" if unknown[met].all() else ""
    hole = cv2.erode((floor & unknown).astype(np.uint8), _SPECKLE)
    hole = cv2.dilate(hole, _SPECKLE).astype(bool) & floor
    # A pixel is the larger on the floor the flatter its ray comes down.
    pixel = thin**2 / (frame.camera.fx * frame.camera.fy)
    area = float((metres[hole] ** 3 / eye[2]).sum() * pixel)
    if area < _HOLE:
        return ""
    return f"the camera gives no depth of {area:.2f} m2 of the way, {ahead[hole].min():.1f} m ahead"
