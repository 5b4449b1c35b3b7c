"""Encoder of whole frames, with features of one width at the resolution of its first stage."""

from collections.abc import Sequence

import torch.nn.functional as nnf
from torch import Tensor, nn

from egoplan_ros.perception.learned.blocks import convolution, stage


class FeaturePyramid(nn.Module):
    """Fully convolutional encoder with a feature pyramid (Lin et al. 2017), read at stride 4."""

    def __init__(
        self, inside: int, widths: Sequence[int], blocks: Sequence[int], neck: int
    ) -> None:
        """Channels of the input, of the stem and each stage; residual blocks of each stage;
        channels of the result."""
        super().__init__()
        first, *rest = widths
        self.stem = convolution(inside, first, 2)
        self.stages = nn.ModuleList(
            stage(a, b, n) for a, b, n in zip(widths, rest, blocks, strict=False)
        )
        self.lateral = nn.ModuleList(nn.Conv2d(width, neck, 1) for width in rest)
        self.head = nn.Sequential(convolution(neck, neck), convolution(neck, neck))

    def forward(self, x: Tensor) -> Tensor:
        """``(n, inside, h, w)`` to ``(n, neck, h/4, w/4)``."""
        x = self.stem(x)
        levels = []
        for one in self.stages:
            x = one(x)
            levels.append(x)
        neck = self.lateral[-1](levels[-1])
        for level, lateral in zip(levels[-2::-1], list(self.lateral)[-2::-1], strict=True):
            neck = lateral(level) + nnf.interpolate(neck, level.shape[-2:], mode="nearest")
        found: Tensor = self.head(neck)
        return found
