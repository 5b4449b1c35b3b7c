# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The pinhole camera model (sensor_msgs/CameraInfo without distortion)."""

from dataclasses import dataclass
from math import isfinite, pi, tan

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import FloatArray, Pose


@dataclass(frozen=True, slots=True)
class Camera:
    """Pinhole intrinsics in pixels; the optical frame is x right, y down, z forward."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float

    def __post_init__(self) -> None:
        if not all(map(isfinite, (self.fx, self.fy, self.cx, self.cy))):
            raise InputError(f"camera: focal length and centre must be finite, got {self}")
        if self.width <= 0 or self.height <= 0 or self.fx <= 0 or self.fy <= 0:
            raise InputError(f"camera: size and focal length must be positive, got {self}")

    @classmethod
    def from_vertical_fov(cls, width: int, height: int, fov: float) -> "Camera":
        """Camera with square pixels from a vertical field of view in radians."""
        if not 0.0 < fov < pi:
            raise InputError(f"camera: field of view must be in (0, pi) rad, got {fov}")
        focal = height / (2.0 * tan(fov / 2.0))
        return cls(width, height, focal, focal, (width - 1) / 2.0, (height - 1) / 2.0)

    def rays(self) -> npt.NDArray[np.float32]:
        """Rays of shape ``(height, width, 3)`` with z = 1: times depth gives optical points."""
        u = (np.arange(self.width, dtype=np.float32) - self.cx) / self.fx
        v = (np.arange(self.height, dtype=np.float32) - self.cy) / self.fy
        rays = np.ones((self.height, self.width, 3), dtype=np.float32)
        rays[..., 0] = u[None, :]
        rays[..., 1] = v[:, None]
        return rays

    def project(self, points: FloatArray, pose: Pose) -> npt.NDArray[np.float64]:
        """Project map points ``(n, 3)`` to ``(n, 3)`` rows (u, v, depth); depth <= 0: behind."""
        optical = pose.inverse_apply(np.atleast_2d(points))
        depth = optical[:, 2]
        safe = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
        u = self.fx * optical[:, 0] / safe + self.cx
        v = self.fy * optical[:, 1] / safe + self.cy
        return np.stack([u, v, depth], axis=1)

    def contains(self, u: float, v: float) -> bool:
        """Whether a pixel coordinate lies in the image."""
        return -0.5 <= u < self.width - 0.5 and -0.5 <= v < self.height - 0.5
