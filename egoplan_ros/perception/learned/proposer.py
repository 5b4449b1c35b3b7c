"""Where are things? A dense, class-agnostic detector.

Every fourth pixel says whether it shows a thing or which part of the building, and the box of the
thing that it belongs to: the pixels of one thing agree on one box (as in FCOS, Tian et al. 2019,
but each pixel speaks for the instance that owns it: nothing is ambiguous, and all pixels teach).
"""

import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from egoplan_ros.perception.learned.blocks import convolution, stage
from egoplan_ros.perception.learned.channels import CHANNELS

STRIDE = 4
KINDS = ("thing", "Floor", "Wall", "Ceiling", "Other")
"""What a cell may show."""
WIDTHS = (24, 48, 96, 160, 192)
_NECK = 64
_UNIT = 16.0
"""Pixels of a box side for an output of 0."""


class Proposer(nn.Module):
    """Fully convolutional encoder with a feature pyramid (Lin et al. 2017), read at stride 4."""

    def __init__(self, types: int) -> None:
        """``types``: of things; an auxiliary task that teaches the features what to look for."""
        super().__init__()
        first, *rest = WIDTHS
        self.stem = convolution(CHANNELS, first, 2)
        self.stages = nn.ModuleList(
            stage(a, b, n) for a, b, n in zip(WIDTHS, rest, (1, 2, 2, 1), strict=False)
        )
        self.lateral = nn.ModuleList(nn.Conv2d(width, _NECK, 1) for width in rest)
        self.head = nn.Sequential(convolution(_NECK, _NECK), convolution(_NECK, _NECK))
        self.kinds = nn.Conv2d(_NECK, len(KINDS), 1)
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
        x = self.stem(x)
        levels = []
        for one in self.stages:
            x = one(x)
            levels.append(x)
        neck = self.lateral[-1](levels[-1])
        for level, lateral in zip(levels[-2::-1], list(self.lateral)[-2::-1], strict=True):
            neck = lateral(level) + nnf.interpolate(neck, level.shape[-2:], mode="nearest")
        features = self.head(neck)
        return {
            "features": features,
            "kinds": self.kinds(features),
            "box": _UNIT * torch.exp(self.box(features).clamp(-4.0, 4.0)),
            "quality": self.quality(features),
        }


def centres(height: int, width: int) -> Tensor:
    """Pixel coordinates (x, y) of the cells' centres, float32 ``(2, height, width)``."""
    y = torch.arange(height, dtype=torch.float32) * STRIDE + (STRIDE - 1) / 2
    x = torch.arange(width, dtype=torch.float32) * STRIDE + (STRIDE - 1) / 2
    return torch.stack([x[None, :].expand(height, width), y[:, None].expand(height, width)])


def corners(distances: Tensor) -> Tensor:
    """Boxes (x_min, y_min, x_max, y_max) in pixels from distances, both ``(n, 4, h, w)``."""
    at = centres(*distances.shape[-2:]).to(distances.device)
    return torch.cat([at - distances[:, :2], at + distances[:, 2:]], dim=1)
