# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Outlines of what is seen in a frame, to be drawn thin over the picture at any size."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

_SMALLEST = 6
"""Pixels of a part of a mask below which it is not drawn: it would be a speck."""

_SMOOTH = 0.6
"""Pixels by which an outline may lie beside the edge of its mask, to be of fewer points."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The border of one thing.

    Attributes:
        type: ontology type.
        parts: of each visible part the corners ``(n, 2)``, as fractions of width and height.
        top: x and y of the highest corner, as fractions, where a label goes.
    """

    type: str
    parts: tuple[npt.NDArray[np.float32], ...]
    top: tuple[float, float]


def outlines(labels: npt.NDArray[np.integer], types: Mapping[int, str]) -> tuple[Outline, ...]:
    """Outlines of the masks of a frame.

    Args:
        labels: ``(h, w)``; 0 is background.
        types: of each label that is to be outlined.
    """
    from scipy.ndimage import find_objects  # takes a fifth of a second

    height, width = labels.shape
    boxes = find_objects(labels.astype(np.int32))
    found = []
    for label, kind in types.items():
        box = boxes[label - 1] if 0 < label <= len(boxes) else None
        if box is None:
            continue
        mask = (labels[box] == label).astype(np.uint8)
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        corner = (box[1].start + 0.5, box[0].start + 0.5)
        parts = tuple(
            (_corners(item) + corner) / (width, height)
            for item in contours
            if cv2.contourArea(item) >= _SMALLEST
        )
        if parts:
            corners = np.concatenate(parts)
            highest = corners[int(np.argmin(corners[:, 1]))]
            small = tuple(part.astype(np.float32) for part in parts)
            found.append(Outline(kind, small, (float(highest[0]), float(highest[1]))))
    return tuple(found)


def _corners(contour: npt.NDArray[np.int32]) -> npt.NDArray[np.floating]:
    return np.asarray(cv2.approxPolyDP(contour, _SMOOTH, True).reshape(-1, 2), dtype=float)


def wanted_types(names: Iterable[str]) -> frozenset[str]:
    """Types of objects by their ids in the object memory, e.g. ``Mug`` of ``Mug_1``."""
    return frozenset(name.rpartition("_")[0] or name for name in names)
