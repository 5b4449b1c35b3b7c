# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Looking ahead while the base moves: what comes into its way, as the depth camera sees it."""

from collections.abc import Callable
from math import cos, inf, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.robots.ahead.clear_floor import ClearFloor
from egoplan_ros.robots.ahead.unseen import NO_DEPTH, known, unseen
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose2D, apart, compose2d, inverse2d

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
_LOW, _HIGH = 0.3, 2.0
"""Metres above the floor between which a person, of any age, is."""
_BESIDE, _FAR, _LEAVES = 0.15, 5.0, 1.0
"""Metres beside the footprint in which somebody is nearly in the way, metres before it at most, and
those from which on who is passed leaves the picture, and is there all the same."""
_LEAP, _LEAP_YAW = 0.1, 0.05
"""Metres and radians by which a correction of map -> odom moves what was seen before elsewhere."""
_ROWS = 96
"""Of the thinned image: 1 ms for 640 x 480 pixels, which whole take 26."""


Floats = npt.NDArray[np.floating[Any]]


class Lookout:
    """Tells of what was not in the way when a motion began.

    What was there already is the planner's affair, or the robot's own arm.

    Attributes:
        near: metres before the footprint to the nearest thing as high as people that is in the way
            or close beside it, by the picture looked at last, or was, until it is passed; inf for
            none.
    """

    def __init__(
        self, look: Callable[[], RgbdFrame | None], radius: float, speed: float = 0.0
    ) -> None:
        """Set up.

        Args:
            look: latest frame, with the pose of its camera.
            radius: of the footprint, metres. speed: of the base at most, m/s.
        """
        self._look, self._radius = look, radius
        self._frame: RgbdFrame | None = None
        self._before, self.near, self._passes = 0.0, inf, inf
        self._line = Pose2D()
        self._camera: Camera | None = None
        self._rays: npt.NDArray[np.float32] = np.zeros((0, 0, 3), np.float32)
        self._thin = 1
        self._speed = speed
        self._floor = ClearFloor(radius, speed)
        self._odom: Pose2D | None = None

    @property
    def stamp(self) -> float | None:
        """Of the frame that was looked at last, seconds; None before the first."""
        return None if self._frame is None else self._frame.stamp

    def begin(self, distance: float) -> None:
        """A motion of so many metres ahead begins."""
        frame = self._frame = self._look()
        self._before, self.near, self._passes = 0.0, inf, inf
        if frame is not None:
            self._line = frame.robot.base
            self._before = self._seen(frame, distance)[0]

    def watch(self) -> None:
        """Keep what the latest frame shows of the floor: also while the base turns."""
        frame = self._look()
        if frame is not None and frame is not self._frame:
            self._frame = frame
            self._points(frame)

    def knows(self, bearing: float, distance: float) -> bool:
        """Whether the next of so many metres was seen to be free, or trodden.

        ``bearing`` of the way from the heading, radians.
        """
        base = None if self._frame is None else self._frame.robot.base
        return base is not None and self._floor.knows(base, bearing, distance)

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
        points, depth = self._points(frame)
        # Along the line of the motion: a base that steers looks now to this side, now to that.
        base, line = frame.robot.base, self._line
        c, s = cos(line.yaw), sin(line.yaw)
        ahead = (points[:, 0] - base.x) * c + (points[:, 1] - base.y) * s
        aside = (points[:, 1] - line.y) * c - (points[:, 0] - line.x) * s
        pixel = self._thin**2 / (frame.camera.fx * frame.camera.fy)
        high = (points[:, 2] > _LOW) & (points[:, 2] < _HIGH) & (ahead > 0.0)
        high &= (np.abs(aside) < self._radius + _BESIDE) & (ahead < self._radius + _FAR)
        gone = (base.x - line.x) * c + (base.y - line.y) * s
        self._approach(gone, _nearest(ahead[high], depth[high] ** 2 * pixel))
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

    def _points(self, frame: RgbdFrame) -> tuple[Floats, Floats]:
        """What a thinned frame shows, (n, 3) metres in map, and its depth; the floor is kept."""
        self._know(frame)
        depth = frame.depth[:: self._thin, :: self._thin]
        measured = np.isfinite(depth) & known(depth)
        depth = depth[measured]
        points = frame.camera_pose.apply(self._rays[measured] * depth[:, None])
        if self._localised(frame):
            self._floor = ClearFloor(self._radius, self._speed)  # it lies elsewhere in the map
        self._floor.take(points, depth)
        self._floor.stand(frame.robot.base)
        return points, depth

    def _localised(self, frame: RgbdFrame) -> bool:
        """Whether the map was moved under the base since the frame before, or was begun anew."""
        base, odometry, before = frame.robot.base, frame.robot.odometry, self._odom
        if odometry is None:
            return False
        self._odom = compose2d(base, inverse2d(odometry))
        if before is None:
            return False
        metres, radians = apart(compose2d(before, odometry), base)
        return metres > _LEAP or radians > _LEAP_YAW

    def _approach(self, gone: float, nearest: float) -> None:
        """Keep in mind what is near, after so many metres of the way, until the body is past it."""
        if self._passes < gone - self._radius:
            self._passes = inf
        if nearest - self._radius < _LEAVES:
            self._passes = min(self._passes, gone + nearest)
        self.near = min(nearest, self._passes - gone) - self._radius


def _nearest(metres: Floats, areas: Floats) -> float:
    """Distance of the nearest things, of so many square metres, that are no stray pixels."""
    order = np.argsort(metres)
    enough = int(np.searchsorted(np.cumsum(areas[order]), _ENOUGH))
    return float(metres[order[enough]]) if enough < len(order) else inf
