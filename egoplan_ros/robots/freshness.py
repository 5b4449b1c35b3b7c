# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Notices a camera that shows the same picture again although the robot has moved."""

from typing import Any

import numpy as np
import numpy.typing as npt

LOOKS = 5
"""Further looks at a frozen picture before the move counts as unseen."""


class Freshness:
    """Compares each picture with the one before it.

    Noise and rounding make two pictures from different places differ somewhere; a robot whose
    pictures carry the time of exposure need not guess.
    """

    def __init__(self) -> None:
        self._picture: npt.NDArray[Any] | None = None
        self._depth: npt.NDArray[Any] | None = None

    def same(self, event: Any) -> bool:
        """Whether an ai2thor Event shows exactly what the one before showed."""
        if self._picture is None or self._depth is None:
            return False
        return np.array_equal(self._picture, event.frame) and np.array_equal(
            self._depth, event.depth_frame
        )

    def note(self, event: Any) -> None:
        """Take an Event as the one before the next."""
        self._picture, self._depth = event.frame, event.depth_frame
