# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Masks of crops painted into one label image: each pixel goes to the surest."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]

_CONTAINED = 0.7
"""Share of a mask that must lie in another, and the other way round, for both to be one thing."""


def paint(
    masks: Array, windows: Array, scores: Array, shape: tuple[int, int]
) -> npt.NDArray[np.uint16]:
    """Label image ``(h, w)``: 0, or 1 + index of the mask.

    Args:
        masks: logits ``(n, m, m)`` over square windows.
        windows: centre x, y and side in pixels, ``(n, 3)``.
        scores: probability ``(n,)`` that there is a thing; the surer one wins where two are sure.
        shape: of the image.
    """
    height, width = shape
    labels = np.zeros(shape, dtype=np.uint16)
    best = np.zeros(shape, dtype=np.float32)
    for k in range(len(masks)):
        x, y, side = windows[k]
        left, top = max(int(np.ceil(x - side / 2)), 0), max(int(np.ceil(y - side / 2)), 0)
        right = min(int(np.floor(x + side / 2)), width - 1)
        bottom = min(int(np.floor(y + side / 2)), height - 1)
        if right < left or bottom < top:
            continue
        read = _read(masks[k], (x, y, side), (left, top, right, bottom))
        sure = np.where(read > 0, scores[k] / (1.0 + np.exp(-read)), 0.0)
        there = best[top : bottom + 1, left : right + 1]
        wins = sure > there
        there[wins] = sure[wins]
        labels[top : bottom + 1, left : right + 1][wins] = k + 1
    return labels


def _read(mask: Array, window: tuple[float, float, float], box: tuple[int, int, int, int]) -> Array:
    """A mask's logits at the pixels of a box."""
    x, y, side = window
    left, top, right, bottom = box
    scale = mask.shape[0] / side
    matrix = np.array(
        [
            [scale, 0.0, (left - x + side / 2) * scale - 0.5],
            [0.0, scale, (top - y + side / 2) * scale - 0.5],
        ],
        dtype=np.float32,
    )
    size = (right - left + 1, bottom - top + 1)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(mask, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    )


def extents(masks: Array, windows: Array) -> Array:
    """Boxes ``(n, 4)`` of masks: x_min, y_min, x_max, y_max in pixels; empty ones are turned round.

    Args:
        masks: logits ``(n, m, m)``. windows: ``(n, 3)``.
    """
    inside = masks > 0
    step = windows[:, 2] / masks.shape[-1]
    found = np.empty((len(masks), 4), dtype=np.float32)
    for k in range(2):
        across = np.asarray(inside.any(axis=k + 1))
        start = windows[:, k] - 0.5 * windows[:, 2]
        last = across.shape[1] - across[:, ::-1].argmax(axis=1)
        found[:, k] = start + step * across.argmax(axis=1)
        found[:, 2 + k] = np.where(across.any(axis=1), start + step * last - 1.0, start - 1.0)
    return found


def twins(masks: Array, windows: Array, scores: Array) -> Sequence[int]:
    """Indices of masks that show what a surer one shows already.

    Args:
        masks: logits ``(n, m, m)``. windows: ``(n, 3)``. scores: ``(n,)``.
    """
    order = np.argsort(-scores, kind="stable")
    areas = (masks > 0).sum(axis=(1, 2)) * (windows[:, 2] / masks.shape[-1]) ** 2
    low = windows[:, :2] - 0.5 * windows[:, 2:3]
    high = windows[:, :2] + 0.5 * windows[:, 2:3]
    dropped: list[int] = []
    kept: list[int] = []
    for k in order.tolist():
        for other in kept:
            if not min(areas[k], areas[other]) >= _CONTAINED * max(areas[k], areas[other]):
                continue
            if np.any(low[k] > high[other]) or np.any(low[other] > high[k]):
                continue
            step = windows[other, 2] / masks.shape[-1]
            x, y = low[other] + 0.5 * step
            grid = np.meshgrid(
                (x + step * np.arange(masks.shape[-1]) - low[k, 0]) * masks.shape[-1],
                (y + step * np.arange(masks.shape[-1]) - low[k, 1]) * masks.shape[-1],
            )
            i, j = (np.floor(axis / windows[k, 2]).astype(int) for axis in grid)
            m = masks.shape[-1]
            valid = (i >= 0) & (i < m) & (j >= 0) & (j < m)
            mine = np.zeros((m, m), dtype=bool)
            mine[valid] = masks[k][j[valid], i[valid]] > 0
            both = float((mine & (masks[other] > 0)).sum()) * step**2
            if both >= _CONTAINED * max(areas[k], areas[other]):
                dropped.append(k)
                break
        else:
            kept.append(k)
    return dropped
