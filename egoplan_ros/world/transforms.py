# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The tree of frames (REP 105) over the last seconds: where one frame was in another."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import acos, inf, sin

import numpy as np

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose, Quaternion, compose, conjugate, inverse, multiply

_KEPT = 10.0
"""Seconds, as tf2 keeps them."""
_SET_BACK = 5.0
"""Seconds that a stamp may be earlier than the latest; more is a clock that was set back."""
_KNOWN = 8


@dataclass(slots=True)
class _Link:
    """A frame in its parent: by time, or for good."""

    parent: str
    fixed: bool
    stamps: list[float] = field(default_factory=list)
    poses: list[Pose] = field(default_factory=list)


class TransformTree:
    """What came on ``/tf`` and ``/tf_static``, with tf2's meaning of it."""

    def __init__(self) -> None:
        self._links: dict[str, _Link] = {}

    def add(self, parent: str, child: str, pose: Pose, stamp: float, fixed: bool = False) -> None:
        """Take a transform.

        Args:
            parent, child: frames; a leading ``/`` counts for nothing.
            pose: of the child in the parent. stamp: seconds. fixed: it came on ``/tf_static``.
        """
        parent, child = parent.lstrip("/"), child.lstrip("/")
        link = self._links.get(child)
        if link is None or link.parent != parent or link.fixed != fixed:
            link = self._links[child] = _Link(parent, fixed)
        if fixed or (link.stamps and stamp < link.stamps[-1] - _SET_BACK):
            link.stamps.clear()
            link.poses.clear()
        at = bisect_left(link.stamps, stamp)
        if at < len(link.stamps) and link.stamps[at] == stamp:
            link.poses[at] = pose
        else:
            link.stamps.insert(at, stamp)
            link.poses.insert(at, pose)
        old = bisect_left(link.stamps, link.stamps[-1] - _KEPT)
        del link.stamps[:old], link.poses[:old]

    def parents(self) -> Mapping[str, str]:
        """The parent of each frame."""
        return {child: link.parent for child, link in self._links.items()}

    def knows(self, target: str, source: str) -> bool:
        """Whether two frames hang together, whenever that was."""
        ours, theirs = self._ancestors(target.lstrip("/")), self._ancestors(source.lstrip("/"))
        return ours[-1] == theirs[-1]

    def lookup(self, target: str, source: str, stamp: float, within: float) -> Pose:
        """Pose of ``source`` in ``target`` at a time in seconds, interpolated between samples.

        Raises:
            InputError: the frames do not hang together, or a sample is more than ``within`` seconds
                before or after that time.
        """
        target, source = target.lstrip("/"), source.lstrip("/")
        ours, theirs = self._ancestors(target), self._ancestors(source)
        if ours[-1] != theirs[-1]:
            known = ", ".join(sorted({*self._links, *self.parents().values()})[:_KNOWN]) or "none"
            raise InputError(f"no transform from {target} to {source}; frames known: {known}")
        common = next(frame for frame in theirs if frame in ours)
        pose = self._up(theirs[: theirs.index(common)], stamp, within)
        return compose(inverse(self._up(ours[: ours.index(common)], stamp, within)), pose)

    def locate(self, frame: str, anchors: Mapping[str, Pose], stamp: float) -> Pose | None:
        """Pose of a frame in map; None when nothing joins it to a frame whose pose is known.

        Args:
            frame: its name.
            anchors: poses in map of the frames that are known at that time.
            stamp: seconds; what is known of each moving frame nearest to that time counts.
        """
        above = self._ancestors(frame.lstrip("/"))
        near = next((k for k, name in enumerate(above) if name in anchors), None)
        if near is None:
            return None
        return compose(anchors[above[near]], self._up(above[:near], stamp, inf))

    def _ancestors(self, frame: str) -> list[str]:
        found = [frame]
        while (link := self._links.get(found[-1])) is not None and link.parent not in found:
            found.append(link.parent)
        return found

    def _up(self, frames: list[str], stamp: float, within: float) -> Pose:
        """Pose of the first frame in the parent of the last."""
        pose = Pose()
        for frame in frames:
            pose = compose(self._at(frame, stamp, within), pose)
        return pose

    def _at(self, frame: str, stamp: float, within: float) -> Pose:
        link = self._links[frame]
        if link.fixed:
            return link.poses[-1]
        after = bisect_left(link.stamps, stamp)
        if after == len(link.stamps):
            late = stamp - link.stamps[-1]
            if late > within:
                raise InputError(f"the last {link.parent} -> {frame} is {late:.2f} s older")
            return link.poses[-1]
        if after == 0:
            if link.stamps[0] - stamp > within:
                raise InputError(
                    f"the first {link.parent} -> {frame} is {link.stamps[0] - stamp:.2f} s newer"
                )
            return link.poses[0]
        first, last = link.stamps[after - 1], link.stamps[after]
        return between(link.poses[after - 1], link.poses[after], (stamp - first) / (last - first))


def between(first: Pose, last: Pose, share: float) -> Pose:
    """Position by proportion, orientation along the shortest arc (Shoemake 1985)."""
    x, y, z = (a + share * (b - a) for a, b in zip(first.position, last.position, strict=True))
    return Pose((x, y, z), _slerp(first.orientation, last.orientation, share))


def _slerp(first: Quaternion, last: Quaternion, share: float) -> Quaternion:
    dot = sum(a * b for a, b in zip(first, last, strict=True))
    sign = 1.0 if dot >= 0.0 else -1.0
    angle = acos(min(1.0, abs(dot)))
    if angle < 1e-6:
        left, right = 1.0 - share, share
    else:
        left, right = sin((1.0 - share) * angle) / sin(angle), sin(share * angle) / sin(angle)
    a, b, c, d = (left * p + sign * right * q for p, q in zip(first, last, strict=True))
    return (a, b, c, d)


def flattened(pose: Pose) -> tuple[float, float, float]:
    """x, y and yaw of a pose, radians counter-clockwise."""
    turn = multiply(pose.orientation, multiply((1.0, 0.0, 0.0, 0.0), conjugate(pose.orientation)))
    return pose.position[0], pose.position[1], float(np.arctan2(turn[1], turn[0]))
