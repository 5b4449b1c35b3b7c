"""What is in this box? One network on crops: mask, type, physical states, looks, and whether it is
a thing at all."""

import torch
import torch.nn.functional as nnf
from torch import Tensor, nn

from egoplan_ros.perception.learned.blocks import convolution, stage
from egoplan_ros.perception.learned.crops import CROP_CHANNELS, FACTS

MASK = 32
"""Pixels of a mask, which covers the crop."""
EMBEDDING = 32
WIDTHS = (24, 48, 112, 192)
_JOINED = 256


class Recogniser(nn.Module):
    """Encoder of crops with a mask decoder (SharpMask, Pinheiro et al. 2016) and small heads."""

    def __init__(self, types: int, states: int) -> None:
        """``types``, ``states``: how many to tell apart, to judge."""
        super().__init__()
        a, b, c, d = WIDTHS
        self.stem = convolution(CROP_CHANNELS, a, 2)
        self.coarse = stage(a, b, 1)
        self.coarser = stage(b, c, 2)
        self.coarsest = stage(c, d, 1)
        self.down = nn.Conv2d(c, b, 1)
        self.middle = convolution(b, a)
        self.mask = nn.Sequential(convolution(a, a), nn.Conv2d(a, 1, 1))
        self.facts = nn.Sequential(nn.Linear(FACTS, 64), nn.ReLU(inplace=True))
        self.joined = nn.Sequential(
            nn.Linear(3 * d + 64, _JOINED), nn.ReLU(inplace=True), nn.Dropout(0.2)
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
        half = self.stem(crop)
        quarter = self.coarse(half)
        eighth = self.coarser(quarter)
        deep = self.coarsest(eighth)
        up = nnf.interpolate(self.down(eighth), scale_factor=2.0, mode="nearest")
        up = self.middle(quarter + up)
        up = nnf.interpolate(up, scale_factor=2.0, mode="nearest")
        mask = self.mask(half + up)[:, 0]
        # What the mask covers is pooled apart from its surroundings.
        weight = nnf.adaptive_avg_pool2d(torch.sigmoid(mask.detach())[:, None], deep.shape[-2:])
        own = (deep * weight).sum(dim=(2, 3)) / (weight.sum(dim=(2, 3)) + 1e-3)
        pooled = [own, deep.mean(dim=(2, 3)), deep.amax(dim=(2, 3)), self.facts(facts)]
        joined = self.joined(torch.cat(pooled, dim=1))
        return {
            "mask": mask,
            "types": self.types(joined),
            "states": self.states(joined),
            "quality": self.quality(joined)[:, 0],
            "embedding": nnf.normalize(self.embedding(joined), dim=1),
            "features": joined,
        }
