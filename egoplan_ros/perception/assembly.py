# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Detections from boxes: masks cut, overlaps settled, labels given (for back ends with boxes)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.masks import FAR, MaskMaker
from egoplan_ros.perception.tight import tight
from egoplan_ros.world.detection import Detection

_FEWEST = 4
"""Pixels that a mask must keep after nearer things have taken theirs."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A thing that a detector found.

    Attributes:
        box: x_min, y_min, x_max, y_max, pixels; edges.
        score: calibrated probability that it is there.
        candidates: (type, probability), falling; at least one.
        mask: bool ``(h, w)`` of the image, where the detector has one.
    """

    box: npt.NDArray[np.float32]
    score: float
    candidates: tuple[tuple[str, float], ...]
    mask: npt.NDArray[np.bool_] | None = None


def assemble(
    things: Sequence[Candidate],
    rgb: npt.NDArray[np.uint8],
    depth: npt.NDArray[np.float32] | None,
    masks: MaskMaker,
    focal: float,
) -> tuple[npt.NDArray[np.uint16], tuple[Detection, ...]]:
    """Label image and detections.

    A pixel belongs to one thing: of those whose masks have it, the smaller one, for it lies on or
    before the larger; unless that is nearer by more than its own depth range.

    Args:
        things: what was found, the surest first.
        rgb: uint8 ``(h, w, 3)``.
        depth: float32 ``(h, w)`` metres, or None.
        masks: cuts masks where the detector has none.
        focal: focal length, pixels.

    Returns:
        uint16 ``(h, w)``, and the detections; boxes and points are of the pixels they keep.
    """
    rows, columns = rgb.shape[:2]
    cut: list[tuple[Candidate, tuple[int, int, int, int], npt.NDArray[np.bool_]]] = []
    for thing in things:
        left, top = (max(0, int(edge)) for edge in np.floor(thing.box[:2]))
        right = min(columns - 1, int(np.ceil(thing.box[2])) - 1)
        bottom = min(rows - 1, int(np.ceil(thing.box[3])) - 1)
        if right < left or bottom < top:
            continue
        box = (left, top, right, bottom)
        if thing.mask is not None:
            cut.append((thing, box, thing.mask[top : bottom + 1, left : right + 1]))
        else:
            cut.append((thing, box, masks.mask(rgb, depth, box, focal)))
    labels = np.zeros((rows, columns), dtype=np.uint16)
    order = sorted(range(len(cut)), key=lambda k: -_rank(*cut[k][1:], depth))
    for k in order:  # the last one painted keeps its pixels
        _, (left, top, right, bottom), mask = cut[k]
        labels[top : bottom + 1, left : right + 1][mask] = k + 1
    items = (
        Detection(
            thing.candidates[0][0], thing.score, k, (0, 0, 0, 0), (0, 0),
            candidates=thing.candidates,
        )
        for k, (thing, _, _) in enumerate(cut, start=1)
    )  # fmt: skip
    return tight(labels, items, _FEWEST)


def _rank(
    box: tuple[int, int, int, int],
    mask: npt.NDArray[np.bool_],
    depth: npt.NDArray[np.float32] | None,
) -> float:
    """Large for what is painted first: the pixels of a mask, times its distance squared.

    That is its area in the world: a small thing before a large one keeps its pixels, and so does
    one that only looks large for being near.
    """
    area = float(np.count_nonzero(mask))
    if depth is None:
        return area
    left, top, right, bottom = box
    near = depth[top : bottom + 1, left : right + 1][mask]
    near = near[np.isfinite(near) & (near > 0.0) & (near < FAR)]
    return area * float(np.median(near)) ** 2 if near.size else area
