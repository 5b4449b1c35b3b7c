# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Boxes in images."""

import numpy as np
import numpy.typing as npt

Boxes = npt.NDArray[np.float32]


def overlaps(boxes: Boxes, others: Boxes) -> Boxes:
    """Intersection over union of each box with each other one.

    Args:
        boxes: ``(n, 4)``, others: ``(m, 4)``: x_min, y_min, x_max, y_max, pixels; edges, not pixel
            centres (see :func:`edges`).

    Returns:
        float32 ``(n, m)`` in [0, 1].
    """
    common = shared(boxes, others)
    union = areas(boxes)[:, None] + areas(others)[None] - common
    return np.asarray(common / np.maximum(union, 1e-9), dtype=np.float32)


def shared(boxes: Boxes, others: Boxes) -> Boxes:
    """Square pixels ``(n, m)`` that each of some boxes has in common with each other one, by their
    edges."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    return np.asarray(np.prod(np.clip(high - low, 0.0, None), axis=2))


def areas(boxes: Boxes) -> Boxes:
    """Square pixels ``(n,)`` of boxes by their edges."""
    return np.asarray(np.prod(np.clip(boxes[:, 2:] - boxes[:, :2], 0.0, None), axis=1))


def edges(boxes: Boxes) -> Boxes:
    """Edges of boxes whose corners are pixels, inclusive, as those of a ``Detection``."""
    return np.asarray(boxes + np.array([0.0, 0.0, 1.0, 1.0], dtype=np.float32))
