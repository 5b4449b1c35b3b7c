# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is told of a mask besides its pixels: a tight box, and where to point at it."""

from collections.abc import Iterable
from dataclasses import replace
from importlib import import_module

import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.interior import interior_point
from egoplan_ros.world.detection import Detection


def tight(
    labels: npt.NDArray[np.uint16], items: Iterable[Detection], min_pixels: int
) -> tuple[npt.NDArray[np.uint16], tuple[Detection, ...]]:
    """Detections with boxes and points made anew from their masks; small masks are left out.

    Args:
        labels: uint16 ``(h, w)`` label image.
        items: detections with their labels in it.
        min_pixels: masks with fewer pixels are dropped.

    Returns:
        The label image of those that are kept, and them.
    """
    from scipy.ndimage import find_objects  # late: it is slow to import

    count = np.bincount(labels.ravel())
    slices = find_objects(labels.astype(np.int32, copy=False))
    kept: list[Detection] = []
    keep = np.zeros(count.size, dtype=bool)
    for item in items:
        if not 0 < item.label < count.size or count[item.label] < min_pixels:
            continue
        rows, cols = slices[item.label - 1]
        mask = labels[rows, cols] == item.label
        u, v = interior_point(mask, (0, 0, mask.shape[1] - 1, mask.shape[0] - 1))
        box = (int(cols.start), int(rows.start), int(cols.stop) - 1, int(rows.stop) - 1)
        kept.append(replace(item, box=box, point=(u + box[0], v + box[1])))
        keep[item.label] = True
    clean = np.where(keep[labels], labels, np.uint16(0)).astype(np.uint16, copy=False)
    return clean, tuple(kept)


def warm_up() -> None:
    """Import what boxes are found with, which is put off, so that no frame waits for it."""
    import_module("scipy.ndimage")
