# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where that may turn up which the robot put somewhere and has not seen there yet."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Point = npt.NDArray[np.float64]

_SHUT_IN = 0.05
"""Metres beyond the box of what is closed at which that may be seen which is in it."""
_ABOUT_OPEN = 0.2
"""The same of what is open: of many a fridge little but the front is known."""
_SLID = 0.5
"""Metres by which things come to lie off the place where they were put."""
_ROLLED = 0.6
"""Metres along the floor at which that is found which fell."""
_FLOOR_LEVEL = 0.1
"""Metres of height below which a thing lies on the floor."""


@dataclass(frozen=True, slots=True)
class ExpectedPlace:
    """Where one thing may turn up.

    Attributes:
        low, high: corners of what it was put into or onto, and of where it is believed to be.
        closed: it was put into something that is closed now.
    """

    low: Point
    high: Point
    closed: bool

    def allow(self, low: Point, high: Point, distance: float) -> bool:
        """Whether what is seen in a box, at a distance from where the thing is believed to be, may
        be that thing."""
        apart = np.maximum(np.maximum(self.low - high, low - self.high), 0.0)
        gap = float(np.linalg.norm(apart))
        if self.closed:
            return gap <= _SHUT_IN
        fell = low[2] < _FLOOR_LEVEL and float(np.linalg.norm(apart[:2])) <= _ROLLED
        return bool(distance < _SLID or gap <= _ABOUT_OPEN or fell)
