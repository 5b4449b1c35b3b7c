# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What masks tell of each other once they are painted into one picture.

Of two masks of one thing neither looks wrong alone; beside the surer one the other is the rest of
it. Learned non-maximum suppression (Hosang et al. 2017) judges boxes so; here a logistic regression
does.
"""

import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.boxes import areas, edges, shared
from egoplan_ros.perception.learned.painting import extents

Array = npt.NDArray[np.float32]

BESIDE = 10
"""Numbers that tell whether a painted mask shows a thing."""
_FEWEST = 1e-3


def beside(
    labels: npt.NDArray[np.uint16],
    masks: Array,
    windows: Array,
    alone: Array,
    types: Array,
    looks: Array,
    focal: float,
) -> tuple[Array, Array]:
    """What speaks for each of some masks, given the others.

    Args:
        labels: label image ``(h, w)`` of the masks, label 1 + index.
        masks: logits ``(n, m, m)``. windows: ``(n, 3)``.
        alone: what speaks for each by itself, ``(n, 4)``, the surest first, the last a 1.
        types: probabilities ``(n, types)``. looks: unit vectors ``(n, d)``.
        focal: length in pixels.

    Returns:
        ``(n, 10)``: the first three of ``alone``; the logarithm of what is left of it as a solid
        angle; the share of its box that it fills; the logarithm of the share of its mask's box
        that is left; the entropy of its types; the largest share of its box that lies in a surer
        one's, by how alike their looks are, and by how alike their types are; 1. And boxes
        ``(n, 4)`` of what is left, turned round where nothing is.
    """
    from scipy.ndimage import find_objects  # late: it is slow to import

    count = len(masks)
    pixels = np.bincount(labels.ravel(), minlength=count + 1)[1 : count + 1]
    boxes = np.tile(np.array([0.0, 0.0, -1.0, -1.0], dtype=np.float32), (count, 1))
    for k, place in enumerate(find_objects(labels.astype(np.int32, copy=False))[:count]):
        if place is not None:
            rows, columns = place
            boxes[k] = columns.start, rows.start, columns.stop - 1, rows.stop - 1
    left = np.maximum(areas(edges(boxes)), 1.0)
    whole = np.maximum(areas(edges(extents(masks, windows))), 1.0)
    inside = shared(edges(boxes), edges(boxes)) / left[:, None]
    surer = np.tri(count, k=-1, dtype=np.float32)
    entropy = -(types * np.log(np.maximum(types, 1e-9))).sum(axis=1)
    columns = [
        *alone[:, :3].T,
        np.log(np.maximum(pixels, 1) / focal**2),
        pixels / left,
        np.log(np.clip(left / whole, _FEWEST, 1.0)),
        entropy,
        (inside * surer * np.maximum(looks @ looks.T, 0.0)).max(axis=1, initial=0.0),
        (inside * surer * (types @ types.T)).max(axis=1, initial=0.0),
        np.ones(count),
    ]
    return np.stack(columns, axis=1).astype(np.float32), boxes
