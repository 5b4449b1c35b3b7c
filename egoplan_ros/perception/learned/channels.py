# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the networks see of a frame: colour, and geometry that does not depend on the camera's tilt.

Depth as it comes tells a network little: the same table is near at the bottom of the image and
far at its top. Height above the floor and surface normals in a frame that stands upright say what
it is at once (HHA encoding, Gupta et al. 2014).
"""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.camera import Camera
from egoplan_ros.world.geometry import Pose, rotation_matrix

COLOR = 3
GEOMETRY = 5
CHANNELS = COLOR + GEOMETRY
"""red, green, blue; inverse depth, height, normal (up, forward, right)."""
HEIGHT = 4
"""Index of the height channel."""

Image = npt.NDArray[np.float32]

_NEAREST = 0.25
_HIGHEST = 3.0
_ROWS = 64
"""Rows that are worked on together: what they need stays in the processor's cache."""


def channels(
    rgb: npt.NDArray[np.uint8], depth: Image, camera: Camera, pose: Pose
) -> npt.NDArray[np.float32]:
    """Channels of a frame; all are about within -1 and 1, geometry is 0 where depth is unknown.

    Args:
        rgb: uint8 ``(h, w, 3)``.
        depth: float32 ``(h, w)``, metres along the optical axis; NaN, 0 or inf where unknown.
        camera: intrinsics.
        pose: optical frame in map, z is up and 0 on the floor.

    Returns:
        float32 ``(8, h, w)``.
    """
    height, width = depth.shape
    found = np.empty((CHANNELS, height, width), dtype=np.float32)
    for top in range(0, height, _ROWS):
        end = min(top + _ROWS, height)
        # Normals are read from the rows above and below.
        low, high = max(top - 1, 0), min(end + 1, height)
        strip = _strip(rgb[low:high], depth[low:high], replace(camera, cy=camera.cy - low), pose)
        found[:, top:end] = strip[:, top - low : end - low]
    return found


def _strip(
    rgb: npt.NDArray[np.uint8], depth: Image, camera: Camera, pose: Pose
) -> npt.NDArray[np.float32]:
    found = np.empty((CHANNELS, *depth.shape), dtype=np.float32)
    np.multiply(rgb.transpose(2, 0, 1), np.float32(2.0 / 255.0), out=found[:COLOR])
    found[:COLOR] -= 1.0
    with np.errstate(invalid="ignore"):
        known = np.isfinite(depth) & (depth > 0)
    metres = np.where(known, depth, np.float32(0.0))
    points = metres * upright_rays(camera, pose, depth.shape)
    found[3] = np.where(known, 2.0 * _NEAREST / np.maximum(metres, _NEAREST), 0.0)
    z = (points[2] + np.float32(pose.position[2])) * np.float32(2.0 / _HIGHEST) - 1.0
    found[HEIGHT] = np.where(known, np.clip(z, -1.0, 1.0), 0.0)
    found[5:8] = _normals(points, known)[[2, 0, 1]]
    return found


def upright_rays(camera: Camera, pose: Pose, shape: tuple[int, int]) -> Image:
    """Where each pixel of an image ``(h, w)`` looks, per metre along the optical axis.

    Returns:
        float32 ``(3, h, w)``: forward, right and up in a frame at the camera that stands upright.
    """
    height, width = shape
    u = (np.arange(width, dtype=np.float32) - camera.cx) / camera.fx
    v = (np.arange(height, dtype=np.float32) - camera.cy) / camera.fy
    upright = _upright(pose)
    sides = upright[:, 0, None] * u + upright[:, 2, None]
    return sides[:, None, :] + (upright[:, 1, None] * v)[:, :, None]


def _upright(pose: Pose) -> npt.NDArray[np.float32]:
    """Rows: forward, right and up of an upright frame, in optical coordinates."""
    rotation = np.asarray(rotation_matrix(pose.orientation), dtype=np.float64)
    up = rotation[2]
    right = np.array([1.0, 0.0, 0.0]) - up[0] * up  # of the image, made level
    length = float(np.linalg.norm(right))
    right = right / length if length > 1e-6 else np.array([0.0, 0.0, 1.0])
    return np.stack([np.cross(up, right), right, up]).astype(np.float32)


def _normals(points: Image, known: npt.NDArray[np.bool_]) -> Image:
    """Surface normals from central differences, towards the camera; 0 where depth is unknown."""
    across = np.zeros_like(points)
    down = np.zeros_like(points)
    across[:, :, 1:-1] = points[:, :, 2:] - points[:, :, :-2]
    down[:, 1:-1, :] = points[:, 2:, :] - points[:, :-2, :]
    normal = np.empty_like(points)
    for k, (i, j) in enumerate(((1, 2), (2, 0), (0, 1))):
        np.subtract(across[i] * down[j], across[j] * down[i], out=normal[k])
    length = np.sqrt(np.einsum("kij,kij->ij", normal, normal))
    towards = np.einsum("kij,kij->ij", normal, points)
    scale = np.where(towards > 0, np.float32(-1.0), np.float32(1.0)) / np.maximum(length, 1e-12)
    good = known.copy()
    good[:, 1:-1] &= known[:, 2:] & known[:, :-2]
    good[1:-1, :] &= known[2:, :] & known[:-2, :]
    return normal * np.where(good & (length > 1e-12), scale, np.float32(0.0))
