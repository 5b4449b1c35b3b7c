# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How far a base goes on what it knew, while nothing new comes from a sensor."""


class BlindWay:
    """Metres commanded since the last sample of each sensor, and the speed that leaves.

    A camera or odometry that falls silent is noticed after a time only; until then nothing is known
    of the way. So the base slows down over the second half of what it may go on one sample, and
    waits at its end for the next one.
    """

    def __init__(self, farthest: float) -> None:
        """Set up.

        Args:
            farthest: metres on one sample.
        """
        self._farthest = farthest
        self._samples: dict[str, object] = {}
        self._gone: dict[str, float] = {}

    def heard(self, sensor: str, sample: object) -> None:
        """Take the latest sample of a sensor, or its stamp; the same one again is no news."""
        if sensor not in self._samples or self._samples[sensor] != sample:
            self._samples[sensor], self._gone[sensor] = sample, 0.0

    def go(self, metres: float) -> None:
        """So much was commanded since the last call."""
        for sensor in self._gone:
            self._gone[sensor] += metres

    @property
    def share(self) -> float:
        """Share of its speed, 0 to 1, at which the base may go on."""
        left = self._farthest - max(self._gone.values(), default=0.0)
        return max(0.0, min(1.0, 2.0 * left / self._farthest))
