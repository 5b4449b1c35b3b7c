# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Odometry that leaps: a driver that starts anew or is reset must not double the map."""

from dataclasses import dataclass, replace
from math import isfinite

from egoplan_ros.robots.motion import MotionLimits, Odometry
from egoplan_ros.world.geometry import Pose2D, apart, compose2d, inverse2d

_FASTER = 3.0
"""Times the speed limit that a base may be carried along by hand, or slide."""
_NOISE, _TURN_NOISE = 0.15, 0.2
"""Metres, radians between two samples that are nothing to speak of."""
_PAUSE = 5.0
"""Seconds without odometry that count, however long it was silent: somebody may have moved it, but
not across the home."""


@dataclass(frozen=True, slots=True)
class Leap:
    """Odometry that no base can make: metres, radians, and seconds between two samples."""

    distance: float
    turn: float
    seconds: float


class Continuity:
    """Where the base is in map, by odometry whose frame may leap.

    A leap is an error of the driver: the base is taken to be where it was, and the frame of
    odometry to have moved (as map -> odom of REP 105 does).
    """

    def __init__(self, limits: MotionLimits) -> None:
        self._limits = limits
        self._frame = Pose2D()
        self._last: Odometry | None = None

    def take(self, sample: Odometry) -> tuple[Odometry, Leap | None]:
        """The sample with its pose in map, and the leap before it if there was one."""
        if not all(map(isfinite, (sample.pose.x, sample.pose.y, sample.pose.yaw))):
            return sample, None  # told, and refused, where it is used
        leap = self._leap(sample)
        if leap is not None and self._last is not None:
            self._frame = compose2d(self.to_map(self._last.pose), inverse2d(sample.pose))
        self._last = sample
        return replace(sample, pose=self.to_map(sample.pose)), leap

    def to_map(self, pose: Pose2D) -> Pose2D:
        """A pose in the odometry's frame, in map."""
        return compose2d(self._frame, pose)

    def to_odometry(self, pose: Pose2D) -> Pose2D:
        """A pose in map, in the odometry's frame as it is now."""
        return compose2d(inverse2d(self._frame), pose)

    def _leap(self, sample: Odometry) -> Leap | None:
        if self._last is None:
            return None
        a, b = self._last.pose, sample.pose
        seconds = sample.stamp - self._last.stamp
        # A clock that was set back tells nothing of how long it took.
        time = _PAUSE if seconds < 0.0 else min(seconds, _PAUSE)
        leap = Leap(*apart(a, b), seconds)
        far = _NOISE + _FASTER * self._limits.linear * time
        wide = _TURN_NOISE + _FASTER * self._limits.angular * time
        return leap if leap.distance > far or leap.turn > wide else None
