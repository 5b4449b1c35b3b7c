# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the proposer says of a frame, as boxes."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as nnf
from torch import Tensor

from egoplan_ros.perception.boxes import edges, overlaps
from egoplan_ros.perception.learned.proposer import Proposer, corners, halvings

Array = npt.NDArray[np.float32]

_MOST = 64
"""Proposals that are looked at."""
_CELLS = 3000
"""Cells that are asked for a box."""
_LEAST_CELL = 0.1
_SMALL = 96.0
"""Pixels of the longest side of what the finer reading is asked for; of larger things it sees
parts."""
_APART = 0.6
"""Overlap above which two boxes are one proposal."""
_SAME = 4
"""The power of the overlap by which a cell speaks for a box."""


@dataclass(frozen=True, slots=True)
class Proposals:
    """Boxes that may show a thing, and the cells that told of them.

    Attributes:
        boxes: float32 ``(n, 4)`` x_min, y_min, x_max, y_max in pixels.
        scores: ``(n,)`` in [0, 1], not calibrated.
        kinds: probability ``(5, rows, columns)`` of what each cell shows (``KINDS``).
        cells: boxes ``(m, 4)``. sure: their scores ``(m,)``. types: log probability
            ``(m, types)`` of what each shows.
    """

    boxes: Array
    scores: Array
    kinds: Array
    cells: Array
    sure: Array
    types: Array

    def context(self, boxes: Array) -> Array:
        """Log probability ``(n, types)`` of what boxes show, by cells that saw the whole frame.

        ``boxes``: float32 ``(n, 4)``.
        """
        share = overlaps(edges(boxes), edges(self.cells)) ** _SAME * self.sure
        total = share.sum(axis=1, keepdims=True)
        return np.asarray(share @ self.types / np.maximum(total, 1e-6), dtype=np.float32)


def propose(network: Proposer, levels: Sequence[Tensor], focal: float) -> Proposals:
    """Boxes of a frame.

    A frame that is finer than those of training is read twice: halved for what is large, then as
    fine as it is for what is small.

    Args:
        network: the proposer.
        levels: :func:`pyramid` of the frame's channels.
        focal: length in pixels.
    """
    coarsest = halvings(focal)
    kinds, *told = _read(network, levels, coarsest)
    if coarsest:
        _, *finer = _read(network, levels, coarsest - 1)
        cells = finer[0]
        small = (cells[:, 2:] - cells[:, :2] + 1.0).max(axis=1) <= _SMALL * 2.0 ** (coarsest - 1)
        finer = [part[small] for part in finer]
        told = [np.concatenate(both) for both in zip(told, finer, strict=True)]
    cells, sure, types = told
    if not len(cells):
        return Proposals(cells, sure, kinds, cells, sure, types)
    sizes = np.concatenate([cells[:, :2], cells[:, 2:] - cells[:, :2] + 1.0], axis=1)
    kept = np.asarray(
        cv2.dnn.NMSBoxes(sizes.tolist(), sure.tolist(), _LEAST_CELL, _APART), dtype=int
    ).ravel()[:_MOST]
    # All cells of a thing speak of its box: together they are less wrong than the surest alone.
    voices = (overlaps(edges(cells[kept]), edges(cells)) > _APART) * sure
    mean = voices @ cells / voices.sum(axis=1, keepdims=True)
    return Proposals(mean.astype(np.float32), sure[kept], kinds, cells, sure, types)


def _read(network: Proposer, levels: Sequence[Tensor], halved: int) -> tuple[Array, ...]:
    """What the cells of one level say: ``kinds``, then ``cells``, ``sure`` and ``types`` of the
    surest, boxes in pixels of the whole frame."""
    out = network(levels[halved].contiguous(memory_format=torch.channels_last))
    kinds = torch.softmax(out["kinds"][0], dim=0)
    score = (kinds[0] * torch.sigmoid(out["quality"][0, 0])).flatten()
    # Pixel i of a halved frame stands for 2 i and 2 i + 1.
    boxes = corners(out["box"])[0].flatten(1).T * 2.0**halved
    boxes[:, 2:] += 2.0**halved - 1.0
    height, width = levels[0].shape[-2:]
    limit = torch.tensor([width - 1.0, height - 1.0, width - 1.0, height - 1.0])
    best = torch.topk(score, min(_CELLS, len(score))).indices
    best = best[score[best] > _LEAST_CELL]
    features = out["features"][0].flatten(1).T[best]
    types = nnf.log_softmax(
        nnf.linear(features, network.types.weight[:, :, 0, 0], network.types.bias), dim=1
    )
    cells = torch.minimum(boxes[best].clamp(min=0.0), limit)
    return kinds.numpy(), cells.numpy(), score[best].numpy(), types.numpy()
