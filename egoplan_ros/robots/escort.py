# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is seen to while something else drives the base, which way it does is not known."""

from collections.abc import Callable

from egoplan_ros.robots.ahead.lookout import Lookout
from egoplan_ros.robots.blind_way import BlindWay
from egoplan_ros.robots.motion import Odometry
from egoplan_ros.world.geometry import Pose2D

_SPAN, _NOISE = 0.2, 0.01
"""Seconds over which speed is measured, and metres that are a way; less is noise of odometry."""


class Escort:
    """Halts a base that goes on without depth, or too far on one image or sample of odometry.

    Attributes:
        problem: why its goal has to be given up; "" while it has not.
        spent: whether it went as far as it may on one sample, and has to wait for the next one.
    """

    def __init__(
        self,
        lookout: Lookout | None,
        farthest: float,
        odometry: Callable[[], Odometry | None],
        clock: Callable[[], float],
    ) -> None:
        """Set up.

        Args:
            lookout: of the depth camera; None where it does not count.
            farthest: metres on one sample.
            odometry: latest sample or None. clock: seconds.
        """
        self._lookout, self._odometry, self._clock = lookout, odometry, clock
        self._blind = BlindWay(farthest)
        self._since = self._before = first = odometry()
        self._counted = Pose2D() if first is None else first.pose
        self._speed, self._guessed, self._looked = 0.0, 0.0, clock()
        self.problem, self.spent = "", False

    def halts(self) -> bool:
        """Whether it must halt now; once it had to, until it no longer :meth:`waits`."""
        self._look()
        self.spent = self.spent or self._blind.share <= 0.0
        return self.spent or bool(self.problem)

    def waits(self) -> bool:
        """Whether it, halted, has to wait for a sample."""
        self._look()
        if self._blind.share < 1.0 and not self.problem:
            return True
        self.spent = False
        return False

    def _look(self) -> None:
        self._go()
        if self._lookout is not None:
            self._lookout.watch()
            if not self.problem and (unknown := self._lookout.sightless()):
                self.problem = f"{unknown}; the base does not move blind"
            self._blind.heard("image", self._lookout.stamp)

    def _go(self) -> None:
        """Count what it went: by odometry, and while that is silent by its speed."""
        now, sample = self._clock(), self._odometry()
        seconds, self._looked = max(now - self._looked, 0.0), now
        if sample is None:
            return
        if self._before is None or sample.stamp < self._before.stamp:
            self._before = self._since = sample  # the first, or the clock was set back
            self._counted = sample.pose
        if sample.stamp == self._before.stamp:
            guess = self._speed * seconds
            self._guessed += guess
            self._blind.go(guess)
        else:
            way = self._counted.distance_to(sample.pose.x, sample.pose.y)
            if way > _NOISE:
                self._blind.go(max(way - self._guessed, 0.0))
                self._counted, self._guessed = sample.pose, 0.0
            self._measure(sample)
        self._before = sample
        self._blind.heard("odometry", sample.stamp)

    def _measure(self, sample: Odometry) -> None:
        """Speed, since the last time that it was taken."""
        since = self._since or sample
        if (seconds := sample.stamp - since.stamp) >= _SPAN:
            way = since.pose.distance_to(sample.pose.x, sample.pose.y)
            self._since, self._speed = sample, way / seconds
