# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks of what a detector tells as boxes, outlines and boxes in space, on an RGB-D frame."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.masks import MaskMaker
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose
from egoplan_ros.world.raw_detection import MaskLabel, Outline, RawDetection, SpaceBox

Mask = npt.NDArray[np.bool_]
Window = tuple[slice, slice]

_MASKS = MaskMaker()
_SLACK = 0.02
"""Metres by which a box in space may be too small on each side."""
_SOLE = 0.01
"""Metres at the bottom of such a box that show what the thing stands on."""
_SHIFT = 4
"""Bits after the point of a pixel coordinate, for OpenCV."""
_FAR = 1e6
"""Pixels; with that shift still a 32-bit number."""
_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) / 2.0


def label_image(
    frame: RgbdFrame,
    items: Sequence[RawDetection],
    labels: npt.NDArray[np.uint16] | None,
    frames: Mapping[str, Pose],
) -> npt.NDArray[np.uint16]:
    """A label image in which item ``k`` has label ``k + 1``.

    Where things cover each other the smaller one is in front: a mug before the table it stands on.

    Args:
        frame: the RGB-D frame.
        items: what is to be drawn.
        labels: the detector's own label image, for :class:`MaskLabel` shapes.
        frames: poses in map of the frames that boxes in space name.
    """
    image = np.zeros(frame.depth.shape, dtype=np.uint16)
    drawn: list[tuple[int, int, Window, Mask]] = []
    for number, item in enumerate(items, start=1):
        shape = item.shape
        if isinstance(shape, MaskLabel):
            if labels is not None:
                image[labels == shape.value] = number
            continue
        found = _within(frame, shape, frames) if isinstance(shape, SpaceBox) else _of(frame, shape)
        if found is not None:
            drawn.append((int(found[1].sum()), number, *found))
    for _, number, window, mask in sorted(drawn, key=lambda entry: -entry[0]):
        image[window][mask] = number
    return image


def _window(corners: npt.NDArray[np.float64], height: int, width: int) -> Window | None:
    """Rows and columns that pixels lie in, None outside of the picture."""
    low = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0)) + 1, (width, height)).astype(int)
    if (low >= high).any():
        return None
    return slice(low[1], high[1]), slice(low[0], high[0])


def _of(frame: RgbdFrame, outline: Outline) -> tuple[Window, Mask] | None:
    """Pixels of an outline; of a box, those of the thing in it."""
    window = _window(outline.corners, *frame.depth.shape)
    if window is None:
        return None
    rows, cols = window
    filled = np.zeros((rows.stop - rows.start, cols.stop - cols.start), dtype=np.uint8)
    corners = np.clip(outline.corners - (cols.start, rows.start), -_FAR, _FAR) * (1 << _SHIFT)
    cv2.fillPoly(filled, [np.round(corners).astype(np.int32)], 1, shift=_SHIFT)
    inside = filled > 0
    if outline.exact:
        return window, inside
    box = (cols.start, rows.start, cols.stop - 1, rows.stop - 1)
    near = frame.depth[window]
    known = np.isfinite(near) & (near > 0)  # what has no place helps nobody
    return window, inside & known & _MASKS.mask(frame.rgb, frame.depth, box, frame.camera.fx)


def _within(
    frame: RgbdFrame, box: SpaceBox, frames: Mapping[str, Pose]
) -> tuple[Window, Mask] | None:
    """Pixels whose surface lies in a box in space."""
    parent = frames.get(box.frame)
    if parent is None:
        return None
    size = np.asarray(box.size)
    corners = parent.apply(box.pose.apply(_CORNERS * (size + 2.0 * _SLACK)))
    seen = frame.camera.project(corners, frame.camera_pose)
    height, width = frame.depth.shape
    if (seen[:, 2] <= 0).all():
        return None
    behind = bool((seen[:, 2] < 0.05).any())  # it reaches behind the camera
    whole = np.array([[0.0, 0.0], [width - 1.0, height - 1.0]])
    window = _window(whole if behind else seen[:, :2], height, width)
    if window is None:
        return None
    rows, cols = window
    depth = frame.depth[window]
    known = np.isfinite(depth) & (depth > 0)
    far = np.where(known, depth, 0.0).astype(np.float64)
    points = np.empty((*depth.shape, 3))
    camera = frame.camera
    points[..., 0] = (np.arange(cols.start, cols.stop) - camera.cx) / camera.fx * far
    points[..., 1] = ((np.arange(rows.start, rows.stop) - camera.cy) / camera.fy)[:, None] * far
    points[..., 2] = far
    points = frame.camera_pose.apply(points)
    own = box.pose.inverse_apply(parent.inverse_apply(points))
    inside = known & (np.abs(own) <= 0.5 * size + _SLACK).all(axis=-1)
    bottom = float(corners[:, 2].min()) + _SLACK
    if float(np.ptp(corners[:, 2])) - 2.0 * _SLACK > 3.0 * _SOLE:
        inside &= points[..., 2] > bottom + _SOLE
    return window, inside
