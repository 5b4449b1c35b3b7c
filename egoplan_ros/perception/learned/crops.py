# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Crops of a frame around boxes, all of one size, with the metric facts that a crop loses."""

from collections.abc import Sequence

import torch
import torch.nn.functional as nnf
from torch import Tensor

from egoplan_ros.perception.learned.channels import CHANNELS, HEIGHT

SIZE = 64
"""Pixels of a crop."""
MARGIN = 1.5
"""Side of a crop over the longer side of its box: what is around tells much."""
CROP_CHANNELS = CHANNELS + 2
"""Those of the frame, relative depth, and the box itself."""
FACTS = 6
_LEAST = 8.0
"""Pixels: the shortest side of a box that is magnified no further."""
_LEVELS = 3
_DEPTH = 3
_NEAREST = 0.25


def pyramid(frame: Tensor) -> list[Tensor]:
    """The frame ``(8, h, w)`` at full, half and quarter resolution, averaged."""
    levels = [frame[None]]
    for _ in range(_LEVELS - 1):
        levels.append(nnf.avg_pool2d(levels[-1], 2))
    return levels


def windows(boxes: Tensor) -> Tensor:
    """Square windows ``(n, 3)``: centre x, y and side in pixels, for boxes ``(n, 4)``."""
    low, high = boxes[:, :2], boxes[:, 2:]
    side = (high - low + 1.0).amax(dim=1).clamp(min=_LEAST) * MARGIN
    return torch.cat([0.5 * (low + high), side[:, None]], dim=1)


def crops(levels: Sequence[Tensor], boxes: Tensor, focal: float) -> tuple[Tensor, Tensor]:
    """Cut boxes out of a frame.

    Args:
        levels: :func:`pyramid` of the frame.
        boxes: float32 ``(n, 4)``: x_min, y_min, x_max, y_max in pixels.
        focal: focal length in pixels.

    Returns:
        ``(n, 10, 64, 64)`` crops and ``(n, 6)`` facts: extent in metres, height above the floor,
        distance, extent in pixels.
    """
    window = windows(boxes)
    height, width = levels[0].shape[-2:]
    # Large boxes are read from a coarser level, so that no pixel is skipped.
    level = torch.log2((window[:, 2] / SIZE).clamp(min=1.0)).round().long().clamp(max=_LEVELS - 1)
    line = (torch.arange(SIZE, dtype=torch.float32) + 0.5) / SIZE - 0.5
    x = window[:, 0:1] + line[None] * window[:, 2:3]
    y = window[:, 1:2] + line[None] * window[:, 2:3]
    grid = torch.stack(
        [
            ((x + 0.5) * (2.0 / width) - 1.0)[:, None, :].expand(-1, SIZE, -1),
            ((y + 0.5) * (2.0 / height) - 1.0)[:, :, None].expand(-1, -1, SIZE),
        ],
        dim=-1,
    )
    cut = boxes.new_empty(len(boxes), CROP_CHANNELS, SIZE, SIZE)
    for k in range(_LEVELS):
        chosen = (level == k).nonzero()[:, 0]
        if len(chosen):
            n = len(chosen)
            tall = grid[chosen].reshape(1, n * SIZE, SIZE, 2)
            read = nnf.grid_sample(levels[k], tall, mode="bilinear", align_corners=False)
            cut[chosen, :CHANNELS] = read.reshape(CHANNELS, n, SIZE, SIZE).transpose(0, 1)
    inside = ((x >= boxes[:, 0:1] - 0.5) & (x <= boxes[:, 2:3] + 0.5))[:, None, :] & (
        (y >= boxes[:, 1:2] - 0.5) & (y <= boxes[:, 3:4] + 0.5)
    )[:, :, None]
    cut[:, -1] = inside
    return cut, _facts(cut, inside, boxes, focal)


def _facts(cut: Tensor, inside: Tensor, boxes: Tensor, focal: float) -> Tensor:
    """Metric facts; also fills the channel of relative depth."""
    inverse = cut[:, _DEPTH]
    usable = inside & (inverse > 1e-3)
    count = usable.flatten(1).sum(dim=1).clamp(min=1)
    # The mean of the inverse is near the median: what is far weighs little.
    mean = (inverse * usable).flatten(1).sum(dim=1) / count
    metres = 2.0 * _NEAREST / mean.clamp(min=1e-2)
    known = usable.flatten(1).any(dim=1).float()
    extent = (boxes[:, 2:] - boxes[:, :2] + 1.0) * (metres / focal)[:, None]
    depth = 2.0 * _NEAREST / inverse.clamp(min=1e-2)
    scale = extent.amax(dim=1).clamp(min=0.05)
    relative = ((depth - metres[:, None, None]) / scale[:, None, None]).clamp(-2.0, 2.0)
    cut[:, CHANNELS] = torch.where(inverse > 1e-3, relative, torch.zeros(()))
    height = (cut[:, HEIGHT] * usable).flatten(1).sum(dim=1) / count
    pixels = torch.log2((boxes[:, 2:] - boxes[:, :2] + 1.0) / 32.0)
    columns = [
        torch.log2(extent.clamp(min=0.01) / 0.3) * known[:, None],
        height[:, None],
        (metres * known * 0.25)[:, None],
        pixels,
    ]
    return torch.cat(columns, dim=1)
