# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the current image says about remembered surfaces.

Each remembered surface point is projected into the image: there it is seen again (and on which
detection), hidden behind something, or looked through. Association, negative evidence (DANLI A.5)
and inspection all read this table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.objects.boxes import Boxes
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import rotation_matrix
from egoplan_ros.world.object import View

_Scalar = TypeVar("_Scalar", bound=np.generic)

_TOLERANCE = 0.04
"""Metres by which a measured depth may differ from that of a point that is in view."""
_RELATIVE = 0.015
"""The same that is added for each metre of depth."""
_CLOSE = 0.01
"""Metres before a point from which on something hides it."""
_NOTHING = np.empty((0, 3), dtype=np.float32)
_NEARLY_USABLE = 2.0
"""Metres from the camera to what the robot could nearly use."""
_NARROWER, _FILLED = 1.5, 6.0
"""Pixels that the narrower side of a thing and the whole of it fill, if anything is to be seen."""


@dataclass(slots=True)
class Visibility:
    """Counts per set of points, in the order given.

    Attributes:
        total: points. in_view: those that project into the image in front of it.
        seen: those at whose pixel the surface has the expected depth.
        through: those the camera looks through.
        hidden: those behind something nearer.
        votes: int ``(sets, labels)``: seen points by label of their pixel.
        area: pixels of the bounding box of the points in view.
        other: int ``(sets, labels)``: points by label of their pixel whose pixel shows a surface
            at or behind the expected place, so that nothing can hide the object there.
        spots: different pixels that the points in view fall on.
        through_mask, behind_mask, labels: bool, bool and int of all points one after the other:
            looked through; counted in ``other``; label of their pixel; ``starts`` delimits the
            sets.
    """

    total: npt.NDArray[np.int64]
    in_view: npt.NDArray[np.int64]
    seen: npt.NDArray[np.int64]
    through: npt.NDArray[np.int64]
    hidden: npt.NDArray[np.int64]
    votes: npt.NDArray[np.int64]
    area: npt.NDArray[np.float64]
    other: npt.NDArray[np.int64]
    spots: npt.NDArray[np.int64]
    through_mask: npt.NDArray[np.bool_]
    behind_mask: npt.NDArray[np.bool_]
    labels: npt.NDArray[np.int64]
    starts: npt.NDArray[np.int64]

    def looked_through(self, index: int) -> float:
        """Share of a set's points in view that the camera looks through; 0 where few are."""
        shown = self.in_view[index]
        return float(self.through[index]) / float(shown) if shown >= 3 else 0.0

    def contradicted(self, index: int, label: int | None = None) -> npt.NDArray[np.bool_]:
        """Bool per point of a set: looked through.

        With the label of the set's object in the image, also those in whose place something else is
        seen, at the same depth or farther.
        """
        mine = slice(self.starts[index], self.starts[index + 1])
        if label is None:
            return self.through_mask[mine]
        result: npt.NDArray[np.bool_] = self.through_mask[mine] | (
            self.behind_mask[mine] & (self.labels[mine] != label)
        )
        return result


def surfaces(boxes: Boxes, frame: RgbdFrame) -> list[npt.NDArray[np.float32]]:
    """Surface points of tracks, ``(n, 3)`` each; none of those that cannot be in view, to save the
    time."""
    low, high = boxes.lows, boxes.highs
    radius = 0.5 * np.linalg.norm(high - low, axis=1) + 0.5
    away = 0.5 * (low + high) - frame.camera_pose.position
    distance = np.linalg.norm(away, axis=1)
    ahead = away @ rotation_matrix(frame.camera_pose.orientation)[:, 2]
    known = frame.depth[np.isfinite(frame.depth)]
    farthest = 2.0 * float(known.max(initial=0.0))  # along the axis; in the corners it is more
    possible = (ahead > -radius) & (distance < farthest + radius)
    found = [_NOTHING] * len(boxes.tracks)
    for k in np.flatnonzero(possible).tolist():
        found[k] = boxes.tracks[k].samples
    return found


def look(
    frame: RgbdFrame,
    detections: Detections,
    sets: Sequence[npt.NDArray[np.float32]],
    ignore: npt.NDArray[np.bool_] | None = None,
) -> Visibility:
    """Project sets of map points ``(n, 3)`` into a frame.

    Args:
        frame: depth and pose.
        detections: label image.
        sets: surface points by object.
        ignore: bool ``(h, w)`` pixels that say nothing (the object in hand).
    """
    total = np.array([len(points) for points in sets], dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(total)])
    owner = np.repeat(np.arange(len(sets)), total)
    labels = int(detections.labels.max(initial=0)) + 1
    if not owner.size:
        zero = np.zeros(len(sets), dtype=np.int64)
        votes = np.zeros((len(sets), labels), dtype=np.int64)
        none = np.zeros(0, dtype=bool)
        area = zero.astype(float)
        return Visibility(
            total, zero, zero, zero, zero, votes, area, votes, zero, none, none, zero, starts
        )
    points = np.concatenate([points for points in sets if len(points)])
    u, v, depth = frame.camera.project(points, frame.camera_pose).T
    height, width = frame.depth.shape
    mask = (depth > 0.1) & (u > 1) & (v > 1) & (u < width - 2) & (v < height - 2)
    index = np.flatnonzero(mask)  # of most surfaces that are near only a part is in view
    owner, u, v, depth = owner[index], u[index], v[index], depth[index]
    col, row = np.round(u).astype(np.int64), np.round(v).astype(np.int64)
    # Over 3 x 3 pixels, so that points at silhouettes count neither as hidden nor as gone.
    unknown = ~(np.isfinite(frame.depth) & (frame.depth > 0))
    kernel = np.ones((3, 3), dtype=np.uint8)
    nearest = cv2.erode(np.where(unknown, 0, frame.depth).astype(np.float32), kernel)
    farthest = cv2.dilate(np.where(unknown, 1e6, frame.depth).astype(np.float32), kernel)
    inside = ~unknown[row, col]
    if ignore is not None:
        inside &= ~ignore[row, col]
    margin = _TOLERANCE + _RELATIVE * depth
    through = inside & (nearest[row, col] > depth + margin)
    hidden = inside & (farthest[row, col] < depth - margin)
    measured = frame.depth[row, col]
    exact = np.abs(measured - depth) < margin
    seen = inside & ~through & ~hidden & exact
    behind = inside & (measured > depth - _CLOSE - 0.5 * _RELATIVE * depth)
    label = detections.labels[row, col].astype(np.int64)
    n = len(sets)
    votes = np.bincount(owner[seen] * labels + label[seen], minlength=n * labels)
    area = _box_area(owner, inside, u, v, n)
    return Visibility(
        total=total,
        in_view=np.bincount(owner[inside], minlength=n),
        seen=np.bincount(owner[seen], minlength=n),
        through=np.bincount(owner[through], minlength=n),
        hidden=np.bincount(owner[hidden], minlength=n),
        votes=votes.reshape(n, labels),
        area=area,
        other=np.bincount(owner[behind] * labels + label[behind], minlength=n * labels).reshape(
            n, labels
        ),
        spots=_spots(owner[inside], row[inside] * width + col[inside], n, height * width),
        through_mask=_scattered(through, index, mask.size),
        behind_mask=_scattered(behind, index, mask.size),
        labels=_scattered(label, index, mask.size),
        starts=starts,
    )


def _scattered(
    values: npt.NDArray[_Scalar], index: npt.NDArray[np.int64], size: int
) -> npt.NDArray[_Scalar]:
    """Values at some places of a row, nothing elsewhere."""
    found = np.zeros(size, dtype=values.dtype)
    found[index] = values
    return found


def remembered_view(
    frame: RgbdFrame, samples: npt.NDArray[np.float32], detections: Detections, kind: str
) -> View | None:
    """How a remembered surface looks in a frame that shows it, recognised or not (CAPEAM 3.2).

    None when no part of it can be seen. Where something is recognised that can only be of another
    type, that would be pointed at.

    Args:
        frame: depth and pose.
        samples: points ``(n, 3)`` of the surface, map metres.
        detections: label image.
        kind: the surface's type.
    """
    u, v, depth = frame.camera.project(samples, frame.camera_pose).T
    height, width = frame.depth.shape
    inside = (depth > 0.1) & (u > 1) & (v > 1) & (u < width - 2) & (v < height - 2)
    col = np.where(inside, np.round(u), 0).astype(np.int64)
    row = np.where(inside, np.round(v), 0).astype(np.int64)
    shown = inside & (np.abs(frame.depth[row, col] - depth) < _TOLERANCE + _RELATIVE * depth)
    others = [
        item.label
        for item in detections.items
        if item.type != kind and kind not in dict(item.candidates)
    ]
    shown &= ~np.isin(detections.labels[row, col], others)
    if not shown.any():
        return None
    col, row = col[shown], row[shown]
    best = int(np.argmin(np.hypot(col - np.median(col), row - np.median(row))))
    point = ((int(col[best]) + 0.5) / width, (int(row[best]) + 0.5) / height)
    pixels = int(np.ptp(col) + 1) * int(np.ptp(row) + 1)
    offset = (samples[shown][best].astype(np.float64) - frame.camera_pose.position).tolist()
    return View(point, pixels, hypot(*offset), hypot(*offset[:2]))


def resolved(
    center: npt.NDArray[np.float64], size: npt.NDArray[np.float64], frame: RgbdFrame
) -> bool:
    """Whether a thing is near enough for its image to show it: of a pen at the other end of the
    room nothing is seen, be it there or not. From near that shows of which little is known, too."""
    distance = float(np.linalg.norm(center - frame.camera_pose.position))
    if distance < _NEARLY_USABLE:
        return True
    scale = min(frame.camera.fx, frame.camera.fy) / max(distance, 0.1)
    _, width, length = (np.sort(size) * scale).tolist()
    return bool(width >= _NARROWER and width * length >= _FILLED)


def _spots(
    owner: npt.NDArray[np.int64], pixel: npt.NDArray[np.int64], n: int, pixels: int
) -> npt.NDArray[np.int64]:
    return np.bincount(np.unique(owner * pixels + pixel) // pixels, minlength=n)


def _box_area(
    owner: npt.NDArray[np.int64],
    inside: npt.NDArray[np.bool_],
    u: npt.NDArray[np.float64],
    v: npt.NDArray[np.float64],
    n: int,
) -> npt.NDArray[np.float64]:
    edges = np.full((4, n), -np.inf)
    mine, uu, vv = owner[inside], u[inside], v[inside]
    for k, value in enumerate((uu, -uu, vv, -vv)):
        np.maximum.at(edges[k], mine, value)
    wide, tall = edges[0] + edges[1] + 1, edges[2] + edges[3] + 1
    return np.where(np.isfinite(wide), wide * tall, 0.0)
