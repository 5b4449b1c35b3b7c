# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a motion of a mobile base is made of: velocities, odometry, limits, and how it ended."""

from dataclasses import dataclass

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.primitive import ErrorCode

Velocity = tuple[float, float, float]
"""(forward m/s, left m/s, counter-clockwise rad/s), as geometry_msgs/Twist in base_link."""


@dataclass(frozen=True, slots=True)
class Odometry:
    """base_link in the odometry frame, and when it was measured (seconds of the same clock)."""

    stamp: float
    pose: Pose2D


@dataclass(frozen=True, slots=True)
class MotionLimits:
    """Limits and tolerances of a motion.

    Attributes:
        linear: highest speed, m/s.
        angular: highest turn rate, rad/s.
        near_distance: before the footprint, metres, within which a motion ahead, past what is as
            high as people, is no faster than near_linear, m/s.
        unseen_linear: speed limit where neither the camera saw the floor of the way free before,
            nor the base stood, m/s.
        gain: velocity per metre (radian) still to go, 1/s.
        position: accepted error, metres.
        angle: accepted error, radians.
        stale: age at which odometry is no longer trusted, seconds.
        blind: farthest way on one sample of odometry, or ahead on one image, metres; the base slows
            down over the second half of it, and waits there for a newer one.
        patience: time without progress after which the base counts as blocked, seconds.
        following: share of the least velocity commanded below which the base does not follow; less
            than 1.
        lag: from a command until odometry shows that it is done, at most, seconds.
        timeout: of one motion beyond twice what it takes at full speed, seconds.
        period: of the control loop, seconds.
    """

    linear: float = 0.25
    angular: float = 0.8
    near_distance: float = 0.5
    near_linear: float = 0.15
    unseen_linear: float = 0.1
    gain: float = 1.5
    position: float = 0.02
    angle: float = 0.02
    stale: float = 0.5
    blind: float = 0.12
    patience: float = 2.0
    following: float = 0.5
    lag: float = 0.3
    timeout: float = 20.0
    period: float = 0.05

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not getattr(self, name) > 0.0:
                raise InputError(f"mobile_base: {name} must be positive, got {getattr(self, name)}")
        if not self.following < 1.0:
            raise InputError(f"mobile_base: following must be below 1, got {self.following}")

    @property
    def slowest(self) -> float:
        """Speed at which it may have to go all of a way, m/s."""
        return min(self.linear, self.near_linear, self.unseen_linear)


@dataclass(frozen=True, slots=True)
class Motion:
    """How a motion ended; ``error`` is NONE when it got there."""

    error: ErrorCode
    message: str = ""
