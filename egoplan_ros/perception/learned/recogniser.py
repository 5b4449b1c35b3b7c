# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is in this box? One network on crops: mask, type, physical states, looks, and whether it is
a thing at all."""

import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from egoplan_ros.perception.learned.blocks import convolution
from egoplan_ros.perception.learned.channels import COLOR
from egoplan_ros.perception.learned.crops import CROP_CHANNELS, FACTS
from egoplan_ros.perception.learned.csp import STAGES, STEM, CspBackbone

MASK = 32
"""Pixels of a mask, which covers the crop."""
EMBEDDING = 32
_JOINED = 256
_FINE, _COARSE = 24, 48
"""Widths of the mask decoder at half and at a quarter of the crop's resolution."""


class Recogniser(nn.Module):
    """The backbone with a mask decoder (SharpMask, Pinheiro et al. 2016) and small heads."""

    def __init__(self, types: int, states: int) -> None:
        """``types``, ``states``: how many to tell apart, to judge."""
        super().__init__()
        self.backbone = CspBackbone(CROP_CHANNELS - COLOR, len(STAGES))
        quarter, eighth, sixteenth, deepest = (2 * width for width, _, _ in STAGES)
        self.from_eighth = nn.Conv2d(eighth, _COARSE, 1)
        self.from_quarter = nn.Conv2d(quarter, _COARSE, 1)
        self.middle = convolution(_COARSE, _FINE)
        self.from_half = nn.Conv2d(STEM, _FINE, 1)
        self.mask = nn.Sequential(convolution(_FINE, _FINE), nn.Conv2d(_FINE, 1, 1))
        self.facts = nn.Sequential(nn.Linear(FACTS, 64), nn.ReLU(inplace=True))
        pooled = eighth + sixteenth + 3 * deepest + 64
        self.joined = nn.Sequential(
            nn.BatchNorm1d(pooled),
            nn.Linear(pooled, _JOINED),
            nn.ReLU(inplace=True),
            nn.Dropout(0.2),
        )
        self.types = nn.Linear(_JOINED, types)
        self.states = nn.Linear(_JOINED, states)
        self.quality = nn.Linear(_JOINED, 1)
        self.embedding = nn.Linear(_JOINED, EMBEDDING)

    def forward(self, crop: Tensor, facts: Tensor) -> dict[str, Tensor]:
        """Read a batch of crops.

        Args:
            crop: float32 ``(n, 10, 64, 64)``. facts: float32 ``(n, 6)``.

        Returns:
            ``mask`` logits ``(n, 32, 32)``, ``types`` logits ``(n, types)``, ``states`` logits
            ``(n, states)``, ``quality`` logit ``(n,)`` of the box's overlap with a thing,
            ``embedding`` ``(n, 32)`` of unit length, ``features`` ``(n, 256)`` of the last four.
        """
        half, quarter, *deeper = self.backbone(crop)
        up = nnf.interpolate(self.from_eighth(deeper[0]), scale_factor=2.0, mode="nearest")
        up = self.middle(self.from_quarter(quarter) + up)
        up = nnf.interpolate(up, scale_factor=2.0, mode="nearest")
        mask = self.mask(self.from_half(half) + up)[:, 0]
        # What the mask covers is pooled apart from its surroundings.
        covered = torch.sigmoid(mask.detach())[:, None]
        pooled = [self.facts(facts)]
        for level in deeper:
            weight = nnf.adaptive_avg_pool2d(covered, level.shape[-2:])
            pooled.append((level * weight).sum(dim=(2, 3)) / (weight.sum(dim=(2, 3)) + 1e-3))
        pooled += [level.mean(dim=(2, 3)), level.amax(dim=(2, 3))]
        joined = self.joined(torch.cat(pooled, dim=1))
        return {
            "mask": mask,
            "types": self.types(joined),
            "states": self.states(joined),
            "quality": self.quality(joined)[:, 0],
            "embedding": nnf.normalize(self.embedding(joined), dim=1),
            "features": joined,
        }
