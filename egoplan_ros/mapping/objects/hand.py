# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The object in hand: which detections are it (or lie in it), and where it is.

It floats in front of the camera, so its pixels must mark neither the map nor the memory.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.objects.association import box_gap
from egoplan_ros.mapping.objects.sighting import Sighting
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.mapping.thresholds import Thresholds
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose, rotation_matrix

Point = npt.NDArray[np.float64]

_STILL = 0.06
"""Metres by which what comes along with the camera may shift in its view, and what lies about in
the map."""
_MOVED = 0.15
"""Metres by which the middle of the view, one metre ahead, has moved when the camera has; what is
in the hand, half as far ahead, has then moved by more than ``_STILL``."""
STAYED = 0.15
"""Metres from where it lay within which what was to be lifted is seen to have stayed."""
_SOMEWHERE = 0.6
"""Metres from where things usually are in the hand within which one is that was not seen yet."""
_MARGIN = 0.05
"""Metres around what is in the hand within which a surface is its own: masks miss its rim, and
some frames all of it."""


class Hand:
    """Follows the held object relative to the camera.

    Args:
        limits: where it usually is.
    """

    def __init__(self, limits: Thresholds) -> None:
        self._near = limits.hand_range
        self._spread = limits.hand_spread
        self._rest = np.array([limits.hand_right, limits.hand_below, limits.hand_ahead])
        self.clear()

    def clear(self) -> None:
        """Forget where it was last seen."""
        self._offset: npt.NDArray[np.float64] | None = None
        self._box: tuple[Point, Point] | None = None
        self._before: tuple[Point, list[tuple[str, Point, Point]]] = np.full(3, np.inf), []

    def comes_along(self, frame: RgbdFrame, seen: Sequence[Sighting]) -> tuple[int, Point] | None:
        """Index of a sighting that has stayed where it was in view while the camera moved, and the
        map point where it was then.

        Nothing that lies about does; what does is in the hand. To be called with every frame.

        Args:
            frame: camera pose.
            seen: sightings that may be of what is in the hand.
        """
        pose = frame.camera_pose
        middle = np.asarray(pose.apply(np.array([0.0, 0.0, 1.0])))
        last, known = self._before
        if np.linalg.norm(middle - last) < _MOVED:
            return None
        now = [(item.type, pose.inverse_apply(item.middle), item.middle) for item in seen]
        self._before = middle, now
        for k, (kind, at, _) in enumerate(now):
            if seen[k].distance < self._near:
                for other, old, place in known:
                    stayed = float(np.linalg.norm(at - old)) < _STILL
                    # What is near hardly shifts in view when the camera turns a little.
                    left = float(np.linalg.norm(seen[k].middle - place)) > _STILL
                    if other == kind and stayed and left:
                        return k, place
        return None

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
        types = {track.type for track in carried}
        about = self.about(frame, seen)
        alike = [k for k in about if seen[k].may_be(held)]
        best = next((k for k in alike if seen[k].type == held.type), next(iter(alike), None))
        if best is None:  # what lies on a plate may hide all of it
            return None, [k for k in about if seen[k].type in types]
        self._offset = frame.camera_pose.inverse_apply(seen[best].middle)
        mine = seen[best]
        self._box = _in_view(frame.camera_pose, mine.low, mine.high)
        inside = [
            k
            for k, item in enumerate(seen)
            if k != best
            and item.type in types
            and item.distance < self._near
            and box_gap(item.low, item.high, mine.low, mine.high) < 0.06
        ]
        return best, inside

    def about(self, frame: RgbdFrame, seen: Sequence[Sighting]) -> list[int]:
        """Indices of the sightings that may be of what is in the hand by where they are, the best
        first."""
        expected = self._rest if self._offset is None else self._offset
        limit = _SOMEWHERE if self._offset is None else self._spread
        off = {
            k: float(np.linalg.norm(frame.camera_pose.inverse_apply(item.middle) - expected))
            for k, item in enumerate(seen)
            if item.distance <= self._near
        }
        return sorted((k for k, metres in off.items() if metres < limit), key=off.__getitem__)

    def covers(self, frame: RgbdFrame, points: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Indices of the pixels that show what is in the hand, by where it is in view.

        Args:
            frame: depth, camera pose. points: map points of all pixels, ``(h * w, 3)``.
        """
        near = np.flatnonzero(frame.depth.ravel() < self._near)
        at = frame.camera_pose.inverse_apply(points[near])
        if self._box is None:
            away = np.linalg.norm(at - self._rest, axis=1)
            result: npt.NDArray[np.int64] = near[away < self._spread]
            return result
        low, high = self._box
        return near[((at > low - _MARGIN) & (at < high + _MARGIN)).all(axis=1)]

    def rest(self, frame: RgbdFrame) -> npt.NDArray[np.float64]:
        """Map point where the held object is when it cannot be seen."""
        offset = self._rest if self._offset is None else self._offset
        return np.asarray(frame.camera_pose.apply(offset))


def _in_view(pose: Pose, low: Point, high: Point) -> tuple[Point, Point]:
    """Box of the camera's optical frame around one of the map."""
    middle = pose.inverse_apply(0.5 * (low + high))
    half = np.abs(rotation_matrix(pose.orientation)).T @ (0.5 * (high - low))
    return middle - half, middle + half


def left_lying(seen: Sequence[Sighting], kind: str, lay: Point | None) -> Sighting | None:
    """The sighting of a type about where one of it lay, a map point."""
    if lay is None:
        return None
    near = (item for item in seen if item.type == kind)
    return next((item for item in near if np.linalg.norm(item.middle - lay) < STAYED), None)


def size_in_hand(
    known: npt.NDArray[np.float64] | None, seen: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Size of what is held: of what is so close, part is out of the image and a side is hidden.

    In hand it may be turned by a quarter against how it lay. ``known`` is from before.
    """
    if known is None:
        return np.maximum(seen, 1e-3)
    short, long = np.sort(known[:2])
    lying = (long, short) if seen[0] >= seen[1] else (short, long)
    return np.maximum(seen, (*lying, known[2]))
