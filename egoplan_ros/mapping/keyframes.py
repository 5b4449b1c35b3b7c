# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames kept until their poses are settled: map -> odom is corrected after they were mapped.

What SLAM or localisation corrects has accrued on the way since its last correction. A frame that
was seen on that way gets the share that had accrued by then; a correction greater than odometry can
drift by on it (a loop was closed) is spread over as much of the way before; and one that no way
explains (the robot was localised at last) is of all that was mapped.
"""

from collections import deque
from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import (
    Pose,
    Pose2D,
    apart,
    compose,
    compose2d,
    flat,
    inverse2d,
    path,
    wrap_angle,
)

_KEPT = 60
"""Frames: a loop through a home, and less than a second to map them anew."""
_COLUMNS = 320
"""Columns of a kept image; 5 cm voxels need no more."""
_NOTICED = (0.002, 0.0005)
"""Metres, radians: what map -> odom differs by for rounding is no correction."""
_DRIFT = (0.1, 0.05)
"""Metres and radians per metre of way: no wheels are that bad, so that more is a closed loop."""
_ANYHOW = 1.0
"""Metres of way that count in any case."""
_WORTH = (0.02, 0.008)
"""Metres, radians by which a pose has to be off for the map to be made anew."""


@dataclass(slots=True)
class Keyframe:
    """One frame, thinned out.

    Attributes:
        stamp: seconds.
        way: metres driven until then.
        base, camera_pose: in map by all that is known now.
        mapped: ``base`` as it was when the frame was mapped last.
        aligned: ``camera_pose`` as the frame was mapped with, corrected by surfaces.
        depth: uint16 ``(h, w)`` millimetres, 0 unknown. camera: of it.
        classes: int16 ``(h * w,)``, see :class:`~egoplan_ros.mapping.voxel_map.VoxelMap`.
    """

    stamp: float
    way: float
    base: Pose2D
    camera_pose: Pose
    mapped: Pose2D
    aligned: Pose
    depth: npt.NDArray[np.uint16]
    camera: Camera
    classes: npt.NDArray[np.int16]

    def frame(self, robot: RobotState) -> RgbdFrame:
        """The frame, with its pose by all that is known; ``robot`` is any state."""
        depth = self.depth.astype(np.float32) / 1000.0
        depth[self.depth == 0] = np.nan
        rgb = np.zeros((*depth.shape, 3), np.uint8)
        return RgbdFrame(self.stamp, rgb, depth, self.camera, self.camera_pose, robot)

    def off(self) -> bool:
        """Whether it was mapped where it does not belong."""
        far, wide = apart(self.base, self.mapped)
        return far > _WORTH[0] or wide > _WORTH[1]


class Keyframes:
    """The latest frames, and what later corrections tell of where they were taken.

    Attributes:
        kept: in order.
        before: what the corrections since the last :meth:`mapped_anew` move what was mapped before
            them by.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget all."""
        self.kept: deque[Keyframe] = deque()
        self.before = Pose2D()
        self._way = 0.0
        self._last: RobotState | None = None

    def correct(self, robot: RobotState) -> bool:
        """Follow map -> odom to the state of a new frame; whether the map is to be made anew."""
        last, self._last = self._last, robot
        if last is None or last.odometry is None or robot.odometry is None:
            return False
        began = self._way
        self._way += path(last.odometry, robot.odometry)
        # Where the last frame is by the map -> odom of now.
        there = compose2d(robot.base, compose2d(inverse2d(robot.odometry), last.odometry))
        far, wide = apart(last.base, there)
        if far < _NOTICED[0] and wide < _NOTICED[1]:
            return False
        # Of a correction, the last known one is at hand: it came on the way here, or just now.
        corrected = min(max(self._way - robot.uncorrected, began), self._way)
        accrued = max(far / _DRIFT[0], wide / _DRIFT[1])
        whole = accrued > self._way + _ANYHOW
        span = max(corrected - (began - last.uncorrected), accrued, 1e-6)
        for item in self.kept:
            share = 1.0 if whole else max(0.0, 1.0 - (corrected - item.way) / span)
            motion = _part(last.base, there, share)
            item.base = compose2d(motion, item.base)
            item.camera_pose = compose(flat(motion), item.camera_pose)
        if whole:
            self.before = compose2d(_part(last.base, there, 1.0), self.before)
        return any(item.off() for item in self.kept) or apart(self.before, Pose2D())[0] > _WORTH[0]

    def add(
        self,
        frame: RgbdFrame,
        depth: npt.NDArray[np.float32],
        aligned: Pose,
        classes: npt.NDArray[np.int16],
    ) -> Keyframe | None:
        """Keep a frame that was mapped just now, after :meth:`correct` took its state.

        Args:
            frame: with the pose that it came with. depth: that was mapped.
            aligned: pose that it was mapped with. classes: int16 ``(h * w,)``.

        Returns:
            The oldest one, when it is too many.
        """
        thin = ceil(frame.camera.width / _COLUMNS)
        raster = (slice(None, None, thin), slice(None, None, thin))
        known = np.nan_to_num(depth[raster] * 1000.0, nan=0.0, posinf=0.0, neginf=0.0)
        short = np.clip(np.rint(known), 0, 65535).astype(np.uint16)
        lens = frame.camera
        camera = Camera(
            short.shape[1],
            short.shape[0],
            *(value / thin for value in (lens.fx, lens.fy, lens.cx, lens.cy)),
        )
        base = frame.robot.base
        kinds = np.ascontiguousarray(classes.reshape(depth.shape)[raster]).ravel()
        self.kept.append(
            Keyframe(
                frame.stamp,
                self._way,
                base,
                frame.camera_pose,
                base,
                aligned,
                short,
                camera,
                kinds,
            )
        )
        return self.kept.popleft() if len(self.kept) > _KEPT else None


def _part(before: Pose2D, after: Pose2D, share: float) -> Pose2D:
    """A share of the motion that brings one pose in map to another, as a motion of the map.

    It is turned about the pose, so that what is taken of a turn does not depend on how far the
    origin is.
    """
    turn = share * wrap_angle(after.yaw - before.yaw)
    part = Pose2D(
        before.x + share * (after.x - before.x),
        before.y + share * (after.y - before.y),
        wrap_angle(before.yaw + turn),
    )
    return compose2d(part, inverse2d(before))
