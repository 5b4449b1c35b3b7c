# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Output of NanoDet (github.com/RangiLyu/nanodet): scores by cell, and distributions of sides."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.coco.found import Floats, Found, best_class

STRIDES = (8, 16, 32, 64)


def cells(size: tuple[int, int], stride: int) -> tuple[int, int]:
    """Rows and columns of cells of an input of that height and width."""
    return -(-size[0] // stride), -(-size[1] // stride)


def pairs(arrays: Iterable[Floats], classes: int) -> list[tuple[Floats, Floats]]:
    """Scores ``(cells, classes)`` and sides ``(cells, 4 * bins)`` of each level, finest first.

    The network has both for each level, or one array of all (NanoDet-Plus).
    """
    flat = [array.reshape(-1, array.shape[-1]) for array in arrays]
    if len(flat) == 1:
        return [(flat[0][:, :classes], flat[0][:, classes:])]
    found = []
    for count in sorted({len(array) for array in flat}, reverse=True):
        level = [array for array in flat if len(array) == count]
        scores = next(array for array in level if array.shape[1] == classes)
        sides = next(array for array in level if array is not scores)
        found.append((scores, sides))
    return found


def decode(
    levels: list[tuple[Floats, Floats]], size: tuple[int, int], threshold: float
) -> Found | None:
    """Boxes in pixels of the input; None where cells and input do not agree.

    A side lies at the expectation of its distribution over whole strides, measured from the cell's
    centre (Generalized Focal Loss, Li et al. 2020, eq. 6).

    Args:
        levels: of :func:`pairs`.
        size: height and width of the input.
        threshold: least score.
    """
    counts = {stride: int(np.prod(cells(size, stride))) for stride in STRIDES}
    if len(levels) == 1:
        # All levels in one array: as many strides, finest first, as it has cells for.
        strides: list[int] = []
        while sum(counts[s] for s in strides) < len(levels[0][0]) and len(strides) < len(STRIDES):
            strides.append(STRIDES[len(strides)])
    else:
        by_count = {count: stride for stride, count in counts.items()}
        strides = [by_count.get(len(scores), 0) for scores, _ in levels]
    scores = np.concatenate([level[0] for level in levels])
    sides = np.concatenate([level[1] for level in levels])
    if 0 in strides or sum(counts[s] for s in strides) != len(scores) or sides.shape[1] % 4:
        return None
    kept = np.flatnonzero(scores.max(axis=1) >= threshold)
    step = np.repeat(np.array(strides, np.float32), [counts[s] for s in strides])[kept]
    centres = np.concatenate([_centres(size, stride) for stride in strides])[kept]
    bins = sides.shape[1] // 4
    logits = sides[kept].reshape(-1, 4, bins)
    weights = np.exp(logits - logits.max(axis=2, keepdims=True))
    far = weights @ np.arange(bins, dtype=np.float32) / weights.sum(axis=2) * step[:, None]
    boxes = np.concatenate([centres - far[:, :2], centres + far[:, 2:]], axis=1)
    return best_class(boxes.astype(np.float32), scores[kept], threshold)


def _centres(size: tuple[int, int], stride: int) -> npt.NDArray[np.float32]:
    rows, columns = cells(size, stride)
    y, x = np.mgrid[:rows, :columns]
    return ((np.stack([x, y], axis=-1).reshape(-1, 2) + 0.5) * stride).astype(np.float32)
