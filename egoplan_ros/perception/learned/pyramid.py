# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads whole frames: features of one width, at a quarter of the resolution."""

import torch.nn.functional as nnf
from torch import Tensor, nn

from egoplan_ros.perception.learned.blocks import convolution, stage
from egoplan_ros.perception.learned.csp import CspBackbone

_STAGES = 3
_DEEPEST = 160
_WIDTHS = (64, 128, 256, _DEEPEST)


class FeaturePyramid(nn.Module):
    """The backbone to stride 16, one stage more, and a top-down way (Lin et al. 2017)."""

    def __init__(self, further: int, neck: int) -> None:
        """Channels of the input after colour; channels of the result."""
        super().__init__()
        self.backbone = CspBackbone(further, _STAGES)
        self.deepest = stage(_WIDTHS[-2], _DEEPEST, 1)
        self.lateral = nn.ModuleList(nn.Conv2d(width, neck, 1) for width in _WIDTHS)
        self.head = convolution(neck, neck)

    def forward(self, x: Tensor) -> Tensor:
        """``(n, 3 + further, h, w)`` to ``(n, neck, h/4, w/4)``."""
        levels = self.backbone(x)[1:]
        levels.append(self.deepest(levels[-1]))
        neck = self.lateral[-1](levels[-1])
        for level, lateral in zip(levels[-2::-1], list(self.lateral)[-2::-1], strict=True):
            neck = lateral(level) + nnf.interpolate(neck, level.shape[-2:], mode="nearest")
        found: Tensor = self.head(neck)
        return found
