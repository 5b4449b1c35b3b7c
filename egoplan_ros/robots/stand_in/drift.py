# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Wheel odometry that drifts: slip, a scale that is off, and a heading that wanders."""

from dataclasses import dataclass
from math import cos, sin, sqrt

import numpy as np

from egoplan_ros.world.geometry import Pose2D, wrap_angle


@dataclass(frozen=True, slots=True)
class DriftModel:
    """How wrong it is (Thrun, Burgard and Fox 2005, 5.4, with a bias that stays).

    Attributes:
        scale: share by which ways are told too long or too short.
        yaw: radians of bias for each metre.
        slip: standard deviation of a way of one metre, metres; it grows with the root of the way.
        wander: that of the heading after one metre or one radian, radians.
    """

    scale: float = 0.0
    yaw: float = 0.0
    slip: float = 0.0
    wander: float = 0.0


class DriftingOdometry:
    """Where the wheels say that the base is, from how it truly moves; seeded."""

    def __init__(self, model: DriftModel, seed: int) -> None:
        self._model = model
        self._rng = np.random.default_rng([seed, 17])
        # Whether wheels are larger or smaller than told, nobody knows.
        self._signs = self._rng.choice([-1.0, 1.0], size=2).tolist()
        self.pose = Pose2D()

    def move(self, ahead: float, turn: float) -> Pose2D:
        """Take a true motion: metres ahead, then radians to the left; the pose that is told."""
        model = self._model
        way, spin = abs(ahead), abs(turn)
        noise = self._rng.standard_normal(2)
        told = ahead * (1.0 + self._signs[0] * model.scale) + noise[0] * model.slip * sqrt(way)
        turned = turn + self._signs[1] * model.yaw * way
        turned += noise[1] * model.wander * sqrt(way + spin)
        yaw = self.pose.yaw + 0.5 * turned
        self.pose = Pose2D(
            self.pose.x + told * cos(yaw),
            self.pose.y + told * sin(yaw),
            wrap_angle(self.pose.yaw + turned),
        )
        return self.pose
