# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A differential drive: it follows velocities as its motors can, and stops when none come."""

from dataclasses import dataclass
from math import copysign

from egoplan_ros.world.errors import InputError


@dataclass(frozen=True, slots=True)
class DriveLimits:
    """What the motors can do.

    Attributes:
        linear, angular: speeds, m/s and rad/s.
        acceleration, turning: m/s2 and rad/s2, also when it brakes.
        watchdog: seconds without a command after which it brakes.
    """

    linear: float = 0.6
    angular: float = 1.5
    acceleration: float = 0.8
    turning: float = 3.0
    watchdog: float = 0.5

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if not getattr(self, name) > 0.0:
                raise InputError(f"robot-sim: {name} must be positive, got {getattr(self, name)}")


class DifferentialDrive:
    """Speeds over time, from the commands that come."""

    def __init__(self, limits: DriveLimits | None = None) -> None:
        self.limits = limits or DriveLimits()
        self.speed = self.rate = 0.0
        self._wanted = (0.0, 0.0)
        self._heard = float("-inf")

    def command(self, linear: float, angular: float, now: float) -> None:
        """Take a command: m/s ahead, rad/s to the left; ``now`` in seconds."""
        limits = self.limits
        self._wanted = (
            max(-limits.linear, min(limits.linear, linear)),
            max(-limits.angular, min(limits.angular, angular)),
        )
        self._heard = now

    def advance(self, seconds: float, now: float) -> tuple[float, float]:
        """Metres ahead and radians to the left of the next ``seconds``."""
        late = now - self._heard > self.limits.watchdog
        linear, angular = (0.0, 0.0) if late else self._wanted
        before = self.speed, self.rate
        self.speed = _towards(self.speed, linear, self.limits.acceleration * seconds)
        self.rate = _towards(self.rate, angular, self.limits.turning * seconds)
        return (
            0.5 * (before[0] + self.speed) * seconds,
            0.5 * (before[1] + self.rate) * seconds,
        )

    def halt(self) -> None:
        """It ran into something."""
        self.speed = 0.0


def _towards(value: float, goal: float, most: float) -> float:
    away = goal - value
    return goal if abs(away) <= most else value + copysign(most, away)
