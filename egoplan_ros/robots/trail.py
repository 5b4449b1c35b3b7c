# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where a base was lately: an image comes later than the odometry of the moment it shows."""

from collections import deque

from egoplan_ros.robots.motion import Odometry
from egoplan_ros.world.geometry import Pose2D, wrap_angle

_KEPT = 2.5
"""Seconds; an image older than two is of no use to a base any more."""


class Trail:
    """Odometry of the last seconds, in order of its stamps."""

    def __init__(self) -> None:
        self._samples: deque[Odometry] = deque()

    def add(self, sample: Odometry) -> None:
        """Take what came last; a stamp before those known is of a clock that was set back."""
        samples = self._samples
        if samples and not sample.stamp > samples[-1].stamp:
            samples.clear()
        samples.append(sample)
        while samples[0].stamp < sample.stamp - _KEPT:
            samples.popleft()

    def at(self, stamp: float, within: float) -> Pose2D | None:
        """The pose at a time in seconds, between the samples about it.

        After the last sample it is that one's; None when no sample is ``within`` seconds of it.
        """
        before = after = None
        for sample in reversed(self._samples):
            if sample.stamp <= stamp:
                before = sample
                break
            after = sample
        near = [sample for sample in (before, after) if sample is not None]
        nearest = min(near, key=lambda sample: abs(sample.stamp - stamp), default=None)
        if nearest is None or abs(nearest.stamp - stamp) > within:
            return None
        if before is None or after is None:
            return nearest.pose
        share = (stamp - before.stamp) / (after.stamp - before.stamp)
        a, b = before.pose, after.pose
        return Pose2D(
            a.x + share * (b.x - a.x),
            a.y + share * (b.y - a.y),
            wrap_angle(a.yaw + share * wrap_angle(b.yaw - a.yaw)),
        )
