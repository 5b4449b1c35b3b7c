# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Where are things? A dense, class-agnostic detector.

Every fourth pixel says whether it shows a thing or which part of the building, and the box of the
thing that it belongs to: the pixels of one thing agree on one box (as in FCOS, Tian et al. 2019,
but each pixel speaks for the instance that owns it: nothing is ambiguous, and all pixels teach).
"""

from math import floor, log2

import torch
from torch import Tensor, nn

from egoplan_ros.perception.learned.blocks import convolution
from egoplan_ros.perception.learned.channels import GEOMETRY
from egoplan_ros.perception.learned.pyramid import FeaturePyramid

STRIDE = 4
KINDS = ("thing", "Floor", "Wall", "Ceiling", "Other")
"""What a cell may show."""
_NECK = 64
FOCAL = 150.0
"""Focal length in pixels of the frames that are learned from: at 300 pixels and 90 degrees."""
MOST_HALVINGS = 2
_SLACK = 0.25
_UNIT = 16.0
"""Pixels of a box side for an output of 0."""


class Proposer(nn.Module):
    """A feature pyramid with a head that says what each cell shows, and one for boxes."""

    def __init__(self, types: int) -> None:
        """``types``: of things; an auxiliary task that teaches the features what to look for."""
        super().__init__()
        self.pyramid = FeaturePyramid(GEOMETRY, _NECK)
        self.kinds = nn.Conv2d(_NECK, len(KINDS), 1)
        # How large something is takes more to tell than what it is.
        self.extent = nn.Sequential(convolution(_NECK, _NECK), convolution(_NECK, _NECK))
        self.box = nn.Conv2d(_NECK, 4, 1)
        self.quality = nn.Conv2d(_NECK, 1, 1)
        self.types = nn.Conv2d(_NECK, types, 1)

    def forward(self, x: Tensor) -> dict[str, Tensor]:
        """Read a batch.

        Args:
            x: float32 ``(n, 8, h, w)``.

        Returns:
            ``kinds`` logits ``(n, 5, h/4, w/4)``, ``box`` distances from the cell's centre to left,
            top, right, bottom ``(n, 4, ...)`` in pixels, ``quality`` logit ``(n, 1, ...)`` of the
            box's overlap with the true one, ``features`` ``(n, 64, ...)``.
        """
        features = self.pyramid(x)
        extent = self.extent(features)
        return {
            "features": features,
            "kinds": self.kinds(features),
            "box": _UNIT * torch.exp(self.box(extent).clamp(-4.0, 4.0)),
            "quality": self.quality(extent),
        }


def halvings(focal: float) -> int:
    """How often a frame is halved before it is read, so that things are not much larger than in
    training.

    ``focal``: length in pixels.
    """
    return min(max(floor(log2(focal / FOCAL) + _SLACK), 0), MOST_HALVINGS)


def centres(height: int, width: int) -> Tensor:
    """Pixel coordinates (x, y) of the cells' centres, float32 ``(2, height, width)``."""
    y = torch.arange(height, dtype=torch.float32) * STRIDE + (STRIDE - 1) / 2
    x = torch.arange(width, dtype=torch.float32) * STRIDE + (STRIDE - 1) / 2
    return torch.stack([x[None, :].expand(height, width), y[:, None].expand(height, width)])


def corners(distances: Tensor) -> Tensor:
    """Boxes (x_min, y_min, x_max, y_max) in pixels from distances, both ``(n, 4, h, w)``."""
    at = centres(*distances.shape[-2:]).to(distances.device)
    return torch.cat([at - distances[:, :2], at + distances[:, 2:]], dim=1)
