# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small errors of the camera's pose, corrected by laying each frame onto the surfaces seen before.

The surfaces are kept as one normal distribution per cell of a lattice (Magnusson, The
Three-Dimensional Normal-Distributions Transform, 2009), of which only the flat ones count, and
only across: how far along a wall one stands, it cannot tell. A frame that fits as it comes is left
alone, so exact odometry stays exact. The mean of all corrections is not applied: it is the error
of the first poses, on which the surfaces were built, and so they move to the mean of all.

The compiled parts are imported late, so that a process that is started again knows what it knew
before it has imported the compiler.
"""

from dataclasses import replace
from math import radians
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.thresholds import Thresholds
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose, Quaternion, multiply, rotation_matrix

CELL = 0.30
"""Metres: edge of the cells that have a plane each."""
_OFFSET = np.array([0.11, 0.13, 0.12])
"""Metres: floors and walls like to lie on round numbers, where cells would meet."""
_SPACING = 8
"""Pixels between the points that are used."""
_ENOUGH = 150
"""Points on known surfaces that a correction needs."""
_ROUNDS = 5
"""Corrections of one frame, at most; each is smaller than the one before."""
_SPREAD = 0.006
"""Metres that the thinnest surface is thick."""
_THICK = 0.05
"""Metres, standard deviation: cells with more across hold no plane."""
_SETTLED = 10
"""Points of a cell before its distribution is used."""
_CAP = 2000.0
"""Points after which a cell slowly forgets."""
_LIMIT = 4.0
"""Multiples of the expected error beyond which a correction is not believed."""
_BETTER = 0.9
"""Share of the misfit that may be left, or the correction explains nothing."""
_TRUST = (radians(0.2), 0.006)
"""Corrections below these are within the method's own error."""
_LEFT = 1.0
"""Share of the usual correction that is left after it."""
_FOLLOW = 0.03
"""Share of a new correction in the mean of all."""

Floats = npt.NDArray[np.float64]


class Alignment:
    """Known surfaces, and the correction of frames by them.

    Args:
        limits: which depth is compared, and what a pose is expected to be wrong by.
    """

    def __init__(self, limits: Thresholds) -> None:
        self._depths = limits.align_near, limits.align_far
        self._sigma = np.array([limits.pose_turn] * 3 + [limits.pose_shift] * 3)
        self.clear()

    def clear(self) -> None:
        """Forget all surfaces."""
        self._keys = np.full(1 << 12, -1, dtype=np.int64)
        self._sums = np.zeros((1 << 12, 10))
        self._planes = np.zeros((1 << 12, 6))
        self._cells = 0
        self._fitted = 0
        self._bias = np.zeros(6)
        self._usual = np.zeros(2)

    def doubt(self, distance: npt.NDArray[np.float64] | float) -> Any:
        """How far off, in metres, a thing at a distance from the camera may be after correction.

        Follows from the usual size of the corrections; 0 where none are needed.
        """
        turn, shift = self._usual
        return _LEFT * (turn * distance + shift)

    def correct(self, frame: RgbdFrame) -> RgbdFrame:
        """The frame with its camera pose corrected; its surfaces are known from then on."""
        points = _sample(frame, *self._depths) + _OFFSET
        centre = np.asarray(frame.camera_pose.position) + _OFFSET
        motion = self._fit(points, centre)
        if motion is None:
            self._learn(points)
            return frame
        self._centre(motion, centre)
        turn = motion[:3] - self._bias[:3]
        shift = motion[3:] - self._bias[3:] - np.cross(self._bias[:3], centre)
        if _small(turn, shift):
            self._learn(points)
            return frame
        self._learn((points - centre) @ rotation_matrix(_exp(turn)).T + centre + shift)
        moved = centre + shift - _OFFSET
        pose = Pose(
            (float(moved[0]), float(moved[1]), float(moved[2])),
            multiply(_exp(turn), frame.camera_pose.orientation),
        )
        return replace(frame, camera_pose=pose)

    def _fit(self, points: Floats, centre: Floats) -> Floats | None:
        """Rotation vector about the camera and translation, or None to leave the pose alone."""
        from egoplan_ros.mapping import surfaces

        prior = np.diag(self._sigma**-2.0)
        motion = np.zeros(6)
        first = misfit = 0.0
        for number in range(_ROUNDS):
            here = (points - centre) @ rotation_matrix(_exp(motion[:3])).T + centre + motion[3:]
            h, g, used, misfit = surfaces.normal_equations(
                self._keys, self._planes, here, centre + motion[3:], CELL, _SPREAD**2
            )
            if used < max(_ENOUGH, 0.15 * len(points)):
                return None
            if number == 0:
                first = misfit
            step = np.linalg.solve(h + prior, g + prior @ motion)
            motion -= step
            if np.abs(step[:3]).max() < 2e-4 and np.abs(step[3:]).max() < 5e-4:
                break
        if np.any(np.abs(motion) > _LIMIT * self._sigma):
            return None
        idle = misfit > _BETTER * first or _small(motion[:3], motion[3:])
        return np.zeros(6) if idle else motion

    def _centre(self, motion: Floats, centre: Floats) -> None:
        """Follow the mean of all corrections: what all have in common is an error of the map."""
        self._fitted += 1
        size = np.array([np.linalg.norm(motion[:3]), np.linalg.norm(motion[3:])])
        self._usual += (size - self._usual) * max(1.0 / self._fitted, _FOLLOW)
        about_origin = motion.copy()
        about_origin[3:] -= np.cross(motion[:3], centre)
        self._bias += (about_origin - self._bias) * max(1.0 / self._fitted, _FOLLOW)

    def _learn(self, points: Floats) -> None:
        from egoplan_ros.mapping import surfaces

        while 2 * (self._cells + len(points)) > len(self._keys):
            self._grow()
        self._cells += surfaces.count_in(self._keys, self._sums, points, CELL, _CAP)
        surfaces.flatten(self._keys, self._sums, self._planes, points, CELL, _SETTLED, _THICK)

    def _grow(self) -> None:
        from egoplan_ros.mapping import surfaces

        taken = self._keys >= 0
        keys, sums, planes = self._keys[taken], self._sums[taken], self._planes[taken]
        self._keys = np.full(2 * len(self._keys), -1, dtype=np.int64)
        self._sums = np.zeros((len(self._keys), 10))
        self._planes = np.zeros((len(self._keys), 6))
        for key, row, plane in zip(keys, sums, planes, strict=True):
            k = surfaces.slot(self._keys, key)
            self._keys[k], self._sums[k], self._planes[k] = key, row, plane

    def to_arrays(self) -> dict[str, Any]:
        """What :meth:`from_arrays` needs."""
        return {
            "keys": self._keys,
            "sums": self._sums,
            "planes": self._planes,
            "fitted": np.array(self._fitted),
            "bias": self._bias,
            "usual": self._usual,
        }

    def from_arrays(self, arrays: dict[str, Any]) -> None:
        """Become what was stored."""
        self._keys, self._sums = arrays["keys"].copy(), arrays["sums"].copy()
        self._planes = arrays["planes"].copy()
        self._cells = int((self._keys >= 0).sum())
        self._fitted, self._bias = int(arrays["fitted"]), arrays["bias"].copy()
        self._usual = arrays["usual"].copy()


def _sample(frame: RgbdFrame, nearest: float, farthest: float) -> Floats:
    """Map points of a raster of pixels."""
    half = _SPACING // 2
    depth = frame.depth[half::_SPACING, half::_SPACING].astype(np.float64)
    good = (depth > nearest) & (depth < farthest)
    z = depth[good]
    rows, cols = (_SPACING * np.argwhere(good) + half).T
    camera = frame.camera
    x, y = (cols - camera.cx) / camera.fx * z, (rows - camera.cy) / camera.fy * z
    return np.asarray(frame.camera_pose.apply(np.stack([x, y, z], axis=1)), dtype=np.float64)


def _small(turn: Floats, shift: Floats) -> bool:
    return bool(np.linalg.norm(turn) < _TRUST[0] and np.linalg.norm(shift) < _TRUST[1])


def _exp(turn: Floats) -> Quaternion:
    """Unit quaternion of a small rotation vector."""
    half = 0.5 * turn
    w = max(0.0, 1.0 - float(half @ half)) ** 0.5
    return float(half[0]), float(half[1]), float(half[2]), w
