# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The backbone: plain 3x3 convolutions in cross-stage partial blocks (Wang et al. 2020).

It is that of NanoDet-g, so that training begins with features learned on COCO's photographs, which
the project ships for the back end ``coco``. Geometry comes in beside colour through a convolution
of its own, which begins at zero. On CPUs, plain convolutions take a fraction of the time of
depthwise ones (MobileNet, EfficientNet), in training above all (docs/perception.md).
"""

from collections.abc import Iterator, Sequence
from typing import Any

import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from egoplan_ros.perception.learned.channels import COLOR

STEM = 32
STAGES = ((32, 1, 1), (64, 2, 2), (128, 2, 2), (256, 3, 2))
"""Width, partial pairs and stride of each; their outputs are twice as wide, at strides 4 to 32."""
_LEAK = 0.1


def _convolution(inside: int, outside: int, stride: int = 1) -> nn.Conv2d:
    return nn.Conv2d(inside, outside, 3, stride, 1)


class CspStage(nn.Module):
    """Convolutions that pass on half of what they make beside the other half's way."""

    def __init__(self, width: int, pairs: int, stride: int) -> None:
        super().__init__()
        self.first = _convolution(width, width, stride)
        self.narrow = nn.ModuleList(_convolution(width, width // 2) for _ in range(pairs))
        self.keep = nn.ModuleList(_convolution(width // 2, width // 2) for _ in range(pairs))
        self.last = _convolution(width, width)

    def forward(self, x: Tensor) -> Tensor:
        """``(n, width, h, w)`` to ``(n, 2 width, h / stride, w / stride)``."""
        own = x = nnf.leaky_relu(self.first(x), _LEAK)
        for narrow, keep in zip(self.narrow, self.keep, strict=True):
            half = nnf.leaky_relu(narrow(x), _LEAK)
            x = torch.cat([nnf.leaky_relu(keep(half), _LEAK), half], dim=1)
        return torch.cat([nnf.leaky_relu(self.last(x), _LEAK), own], dim=1)


class CspBackbone(nn.Module):
    """Features at strides 2, 4, 8, ... of colour and of further channels."""

    def __init__(self, further: int, stages: int) -> None:
        """``further``: channels after the three of colour. ``stages``: of the four."""
        super().__init__()
        self.stem = _convolution(COLOR, STEM, 2)
        self.further = nn.Conv2d(further, STEM, 3, 2, 1, bias=False)
        self.stages = nn.ModuleList(CspStage(*shape) for shape in STAGES[:stages])

    def forward(self, x: Tensor) -> list[Tensor]:
        """Read images.

        Args:
            x: float32 ``(n, 3 + further, h, w)``, colour within [-1, 1].

        Returns:
            ``(n, 32, h/2, w/2)``, then ``(n, 64, h/4, w/4)``, ``(n, 128, h/8, w/8)``, ...
        """
        x = self.stem(x[:, :COLOR]) + self.further(x[:, COLOR:])
        levels = [nnf.leaky_relu(x, _LEAK)]
        x = nnf.max_pool2d(levels[0], 3, 2, 1)
        for stage in self.stages:
            x = stage(x)
            levels.append(x)
        return levels

    def learned(self) -> Iterator[Any]:
        """The convolutions that NanoDet-g has, in its order."""
        yield self.stem
        for stage in self.stages:
            assert isinstance(stage, CspStage)
            yield stage.first
            for pair in zip(stage.narrow, stage.keep, strict=True):
                yield from pair
            yield stage.last

    @torch.no_grad()
    def begin_with(self, weights: Sequence[tuple[Tensor, Tensor]]) -> None:
        """Take over weights and biases, those of the first as many convolutions as there are here;
        further channels begin without a say.

        Args:
            weights: by convolution; the stem's for colour within [-1, 1].
        """
        for layer, (weight, bias) in zip(self.learned(), weights, strict=False):
            layer.weight.copy_(weight)
            layer.bias.copy_(bias)
        nn.init.zeros_(self.further.weight)
