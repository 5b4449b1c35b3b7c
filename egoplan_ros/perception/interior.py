# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where to point at a mask."""

import cv2
import numpy as np
import numpy.typing as npt

Box = tuple[int, int, int, int]


def interior_point(mask: npt.NDArray[np.bool_], box: Box | None = None) -> tuple[int, int]:
    """The pixel of a mask that is farthest from its border.

    The centroid of a ring or a crescent lies outside of it; the maximum of the distance transform
    never does. The image border counts as border of the mask, so that the point stays off it.

    Args:
        mask: bool ``(h, w)``, at least one pixel set.
        box: (x_min, y_min, x_max, y_max), inclusive, that holds the mask; saves searching for it.

    Returns:
        (u, v), column and row.

    Raises:
        ValueError: the mask is empty.
    """
    if box is None:
        rows = np.flatnonzero(mask.any(axis=1))
        if not rows.size:
            raise ValueError("interior_point: empty mask")
        cols = np.flatnonzero(mask[rows[0] : rows[-1] + 1].any(axis=0))
        box = (int(cols[0]), int(rows[0]), int(cols[-1]), int(rows[-1]))
    x0, y0, x1, y1 = box
    crop = np.zeros((y1 - y0 + 3, x1 - x0 + 3), dtype=np.uint8)
    crop[1:-1, 1:-1] = mask[y0 : y1 + 1, x0 : x1 + 1]
    distance = cv2.distanceTransform(crop, cv2.DIST_L2, 3)
    row, col = divmod(int(distance.argmax()), crop.shape[1])
    if not crop[row, col]:
        raise ValueError("interior_point: empty mask")
    return x0 + col - 1, y0 + row - 1
