# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Looking ahead while the base moves: what comes into its way, as the depth camera sees it."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from egoplan_ros.robots.unseen import NO_DEPTH, known, unseen
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose2D

_ABOVE_FLOOR, _RISE = 0.1, 0.06
"""Metres below which depth noise makes the floor rise, and what more a rocking base makes it rise
for each metre ahead."""
_OVER_CAMERA = 0.1
_SIDE = 0.03
_END = 0.05
"""Metres less than the footprint: what the map lets the base pass closely is in nobody's way."""
_ENOUGH, _FLICKER = 0.01, 1.3
"""Square metres seen from the front that are more than before, a chair's leg and no stray pixels,
and times before; at the end of its range a camera loses pixels, and finds them again."""
_ROWS = 96
"""Of the thinned image: 1 ms for 640 x 480 pixels, which whole take 26."""


class Lookout:
    """Tells of what was not in the way when a motion began.

    What was there already is the planner's affair, or the robot's own arm.
    """

    def __init__(self, look: Callable[[], RgbdFrame | None], radius: float) -> None:
        """Set up.

        Args:
            look: latest frame, with the pose of its camera.
            radius: of the footprint, metres.
        """
        self._look, self._radius = look, radius
        self._frame: RgbdFrame | None = None
        self._before = 0.0
        self._line = Pose2D()
        self._camera: Camera | None = None
        self._rays: npt.NDArray[np.float32] = np.zeros((0, 0, 3), np.float32)
        self._thin = 1

    @property
    def stamp(self) -> float | None:
        """Of the frame that was looked at last, seconds; None before the first."""
        return None if self._frame is None else self._frame.stamp

    def begin(self, distance: float) -> None:
        """A motion of so many metres ahead begins."""
        frame = self._frame = self._look()
        self._before = 0.0
        if frame is not None:
            self._line = frame.robot.base
            self._before = self._seen(frame, distance)[0]

    def sightless(self) -> str:
        """Why nothing can be known of whatever way; "" when the camera gives some depth."""
        frame = self._frame = self._look()
        if frame is None:
            return "there is no camera image"
        self._know(frame)
        some = known(frame.depth[:: self._thin, :: self._thin]).any()
        return "" if some else NO_DEPTH

    def unseen(self, distance: float) -> str:
        """Why the camera cannot tell that the rest of the way is free; "" when it can."""
        frame = self._look()
        if frame is None:
            return "there is no camera image"
        self._know(frame)
        return unseen(frame, self._rays, self._line, distance, self._radius)

    def obstacle(self, distance: float) -> float | None:
        """Metres from base_link to what came into the way of the rest, ``distance`` metres."""
        frame = self._look()
        if frame is None or frame is self._frame:
            return None
        self._frame = frame
        area, nearest = self._seen(frame, distance)
        if area > _FLICKER * self._before + _ENOUGH:
            return nearest
        self._before = min(self._before, area)  # what is passed hides nothing any more
        return None

    def _know(self, frame: RgbdFrame) -> None:
        if frame.camera != self._camera:
            self._camera = frame.camera
            self._thin = max(1, frame.camera.height // _ROWS)
            self._rays = frame.camera.rays()[:: self._thin, :: self._thin]

    def _seen(self, frame: RgbdFrame, distance: float) -> tuple[float, float]:
        """Square metres within the strip that the footprint will sweep, and the nearest of them."""
        self._know(frame)
        depth = frame.depth[:: self._thin, :: self._thin]
        measured = np.isfinite(depth) & known(depth)
        depth = depth[measured]
        points = frame.camera_pose.apply(self._rays[measured] * depth[:, None])
        # Along the line of the motion: a base that steers looks now to this side, now to that.
        base, line = frame.robot.base, self._line
        cos, sin = np.cos(line.yaw), np.sin(line.yaw)
        ahead = (points[:, 0] - base.x) * cos + (points[:, 1] - base.y) * sin
        aside = (points[:, 1] - line.y) * cos - (points[:, 0] - line.x) * sin
        pixel = self._thin**2 / (frame.camera.fx * frame.camera.fy)
        inside = (
            (ahead > 0.0)
            & (ahead < distance + self._radius - _END)
            & (np.abs(aside) < self._radius - _SIDE)
            & (points[:, 2] > np.maximum(_ABOVE_FLOOR, _RISE * ahead))
            & (points[:, 2] < frame.robot.camera_height + _OVER_CAMERA)
        )
        if not inside.any():
            return 0.0, 0.0
        return float((depth[inside] ** 2).sum() * pixel), float(ahead[inside].min())
