# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Boxes of the object memory as arrays: what is near is found without a look at each of them."""

from collections.abc import Iterable
from operator import attrgetter, is_not

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.objects.track import Track

_ROUNDING = 1e-6
"""Metres by which a search for what is near goes farther than it is asked to."""

Corner = npt.NDArray[np.float64]


class Boxes:
    """Corners of some tracks, brought up to date where a track has others than before.

    Attributes:
        tracks: in the order given.
        lows, highs: ``(n, 3)``, map metres.
    """

    def __init__(self, tracks: Iterable[Track] = ()) -> None:
        self.tracks: list[Track] = []
        self.lows = np.empty((0, 3))
        self.highs = np.empty((0, 3))
        self._known: list[Corner] = []
        self.refresh(tracks)

    def refresh(self, tracks: Iterable[Track]) -> None:
        """Be the boxes of these tracks.

        A track's corners are replaced both at a time and never written to, so that another lower
        one tells that they have changed.
        """
        before, self.tracks = self.tracks, list(tracks)
        low = list(map(attrgetter("low"), self.tracks))
        same = len(before)
        if len(low) < same or any(map(is_not, before, self.tracks)):
            same = 0
        changed = np.fromiter(map(is_not, self._known[:same], low), dtype=bool, count=same)
        for k in np.flatnonzero(changed).tolist():
            self.lows[k], self.highs[k] = low[k], self.tracks[k].high
        if not len(low) == same == len(before):
            high = [track.high for track in self.tracks[same:]]
            self.lows = np.array([*self.lows[:same], *low[same:]]).reshape(-1, 3)
            self.highs = np.array([*self.highs[:same], *high]).reshape(-1, 3)
        self._known = low

    def near(self, low: Corner, high: Corner, reach: float) -> list[Track]:
        """Tracks whose boxes are at most ``reach`` metres from a box along each axis, in order."""
        return [self.tracks[k] for k in self.rows_near(low, high, reach)]

    def rows_near(self, low: Corner, high: Corner, reach: float) -> list[int]:
        """Rows of what :meth:`near` gives."""
        return self._within(low, high, reach, 3)

    def beside(self, low: Corner, high: Corner, reach: float) -> list[Track]:
        """The same along the floor, at any height."""
        return [self.tracks[k] for k in self._within(low, high, reach, 2)]

    def _within(self, low: Corner, high: Corner, reach: float, axes: int) -> list[int]:
        margin = reach + _ROUNDING
        apart = (self.lows[:, :axes] > high[:axes] + margin) | (
            self.highs[:, :axes] < low[:axes] - margin
        )
        found: list[int] = np.flatnonzero(~apart.any(axis=1)).tolist()
        return found
