# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a detector found in an image, before it has types and masks of ours."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Found:
    """Boxes with scores and classes.

    Attributes:
        boxes: float32 ``(n, 4)``, x_min, y_min, x_max, y_max, pixels; edges, not pixel centres.
        scores: float32 ``(n,)`` in [0, 1].
        classes: int ``(n,)``, index into the detector's names.
        masks: float32 ``(n, h, w)`` in [0, 1], of the whole image or of each box; None: no masks.
        masks_of_box: whether a mask is of its box alone.
    """

    boxes: Floats
    scores: Floats
    classes: npt.NDArray[np.intp]
    masks: Floats | None = None
    masks_of_box: bool = False

    def take(self, index: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> "Found":
        """Some of them."""
        masks = None if self.masks is None else self.masks[index]
        return Found(
            self.boxes[index], self.scores[index], self.classes[index], masks, self.masks_of_box
        )


def best_class(boxes: Floats, scores: Floats, threshold: float) -> Found:
    """Each box with its best class, those below a score left out.

    Args:
        boxes: ``(n, 4)``.
        scores: ``(n, classes)`` in [0, 1].
        threshold: least score.
    """
    best = scores.max(axis=1)
    kept = np.flatnonzero(best >= threshold)
    return Found(
        np.ascontiguousarray(boxes[kept], dtype=np.float32),
        best[kept].astype(np.float32, copy=False),
        scores[kept].argmax(axis=1),
    )


def suppressed(found: Found, overlap: float) -> Found:
    """Of boxes of one class that overlap by more (IoU), the best; falling by score."""
    if not len(found.scores):
        return found
    corners = found.boxes
    rectangles = np.concatenate([corners[:, :2], corners[:, 2:] - corners[:, :2]], axis=1)
    kept = cv2.dnn.NMSBoxesBatched(
        rectangles.tolist(),
        found.scores.tolist(),
        found.classes.astype(int).tolist(),
        0.0,
        overlap,
    )
    index = np.asarray(kept, dtype=np.intp).ravel()
    return found.take(index[np.argsort(-found.scores[index], kind="stable")])
