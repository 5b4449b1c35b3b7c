"""The object in hand: which detections are it (or lie in it), and where it is.

It floats in front of the camera, so its pixels must mark neither the map nor the memory.
"""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.association import box_gap
from egoplan_ros.mapping.sighting import Sighting
from egoplan_ros.mapping.track import Track
from egoplan_ros.world.frame import RgbdFrame

_REACH = 0.95
"""Metres from the camera within which the held object is looked for."""
_REST = np.array([0.0, 0.2, 0.45])
"""Where it usually is, optical frame, metres."""


class Hand:
    """Follows the held object relative to the camera."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget where it was last seen."""
        self._offset: npt.NDArray[np.float64] | None = None

    def find(
        self,
        frame: RgbdFrame,
        seen: Sequence[Sighting],
        held: Track,
        carried: Iterable[Track],
    ) -> tuple[int | None, list[int]]:
        """Indices of the sighting of the held object (or None) and of things carried in it.

        Args:
            frame: camera pose.
            seen: sightings of the frame.
            held: the held object.
            carried: objects whose parent is the held one.
        """
        places = [frame.camera_pose.inverse_apply(item.middle) for item in seen]
        expected = _REST if self._offset is None else self._offset
        best, best_distance = None, 0.6 if self._offset is None else 0.35
        for k, item in enumerate(seen):
            if item.type != held.type or item.distance > _REACH:
                continue
            distance = float(np.linalg.norm(places[k] - expected))
            if distance < best_distance:
                best, best_distance = k, distance
        if best is None:
            return None, []
        self._offset = places[best]
        types = {track.type for track in carried}
        mine = seen[best]
        inside = [
            k
            for k, item in enumerate(seen)
            if k != best
            and item.type in types
            and item.distance < _REACH
            and box_gap(item.low, item.high, mine.low, mine.high) < 0.06
        ]
        return best, inside

    def rest(self, frame: RgbdFrame) -> npt.NDArray[np.float64]:
        """Map point where the held object is when it cannot be seen."""
        offset = _REST if self._offset is None else self._offset
        return np.asarray(frame.camera_pose.apply(offset))
