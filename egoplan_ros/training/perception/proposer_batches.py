# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Batches and loss of the proposer."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as nnf
from torch import Tensor

from egoplan_ros.perception.learned.proposer import KINDS, STRIDE, Proposer, corners
from egoplan_ros.training.perception.augment import mirrored, mirrored_boxes, recolored
from egoplan_ros.training.perception.frames import Frame, Frames
from egoplan_ros.training.perception.shards import STRUCTURES
from egoplan_ros.training.perception.views import views

_CORE = slice(1, 3)
"""Of a cell's 4 x 4 pixels, those that decide whose it is."""
_ALIKE = 0.85
"""At 1 a large thing counts as much as a small one, at 0 each cell as much as another."""
_SMALL_THINGS = 3.0
"""Weight of a cell of a thing that has but one, over one of a large thing."""

_SIDES = 0.5
"""Weight of the sides' lengths beside the overlap."""

assert KINDS[1:] == STRUCTURES[1:]


@dataclass(frozen=True, slots=True)
class Target:
    """Truth of one frame at the cells.

    Attributes:
        kinds: index of ``KINDS``, ``(h/4, w/4)``.
        owner: index of the item that owns the cell, -1 for none.
        weight: of the owner's cells.
    """

    kinds: npt.NDArray[np.int64]
    owner: npt.NDArray[np.int64]
    weight: npt.NDArray[np.float32]


def target_of(frame: Frame) -> Target:
    """Who owns which cell: the smallest thing in its middle, or one that would have none."""
    labels, structure = frame.sample.labels, frame.sample.structure
    order = np.argsort(-frame.pixels, kind="stable")
    rank = np.zeros(int(labels.max(initial=0)) + 1, dtype=np.int32)
    for number, index in enumerate(order, start=1):
        rank[frame.sample.items[int(index)].label] = number
    cells = _cells(rank[labels])
    owner = cells[:, _CORE, :, _CORE].max(axis=(1, 3))
    whole = cells.max(axis=(1, 3))
    present = np.zeros(len(order) + 1, dtype=bool)
    present[owner.ravel()] = True
    owner = np.where(~present[whole], whole, owner)
    kinds = np.where(owner > 0, 0, _cells(structure)[:, 1, :, 1]).astype(np.int64)
    kinds[(owner == 0) & (kinds == 0)] = len(KINDS) - 1
    count = np.bincount(owner.ravel(), minlength=len(order) + 1)
    weight = np.maximum(count, 1.0)[owner] ** -_ALIKE
    items = np.concatenate([[-1], order]).astype(np.int64)
    return Target(kinds, items[owner], weight.astype(np.float32))


def _cells(image: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    """``(h/4, 4, w/4, 4)``, what is missing at the edges repeated."""
    height, width = image.shape
    more = ((0, -height % STRIDE), (0, -width % STRIDE))
    image = np.pad(image, more, mode="edge")
    return image.reshape(image.shape[0] // STRIDE, STRIDE, -1, STRIDE)


class ProposerBatches:
    """Seeded batches; the batch of a step is always the same."""

    def __init__(self, frames: Frames, types: Mapping[str, int], size: int, seed: int) -> None:
        self._frames, self._types, self._size, self._seed = frames, types, size, seed

    def __call__(self, step: int) -> dict[str, Tensor]:
        """Inputs and targets of a step."""
        rng = np.random.default_rng([self._seed, step, 1])
        x, kinds, boxes, types, weights = [], [], [], [], []
        chosen: list[Frame] = []
        while len(chosen) < self._size:
            sample = self._frames.sample(int(rng.integers(len(self._frames))))
            chosen += views(*sample, rng)
        for frame in chosen[: self._size]:
            target = target_of(frame)
            image = recolored(frame.channels, rng)
            corner = frame.boxes
            owner, kind, weight = target.owner, target.kinds, target.weight
            if rng.random() < 0.5:
                image = mirrored(image)
                corner = mirrored_boxes(corner, image.shape[-1])
                owner, kind, weight = owner[:, ::-1], kind[:, ::-1], weight[:, ::-1]
            number = np.array([self._types.get(i.type, -1) for i in frame.sample.items] + [-1])
            x.append(image)
            kinds.append(kind)
            # One more row for cells without an owner.
            rows = np.concatenate([corner, np.zeros((1, 4), np.float32)])
            boxes.append(rows[owner])
            types.append(number[owner])
            weights.append(np.where(owner >= 0, weight, 0.0))
        return {
            "x": torch.from_numpy(np.stack(x)),
            "kinds": torch.from_numpy(np.stack(kinds)),
            "box": torch.from_numpy(np.stack(boxes)).permute(0, 3, 1, 2),
            "types": torch.from_numpy(np.stack(types)),
            "weight": torch.from_numpy(np.stack(weights).astype(np.float32)),
        }


def proposer_loss(model: Proposer, batch: Mapping[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Loss of a batch and its parts."""
    out = model(batch["x"])
    weight = batch["weight"]
    kinds = nnf.cross_entropy(out["kinds"], batch["kinds"], reduction="none")
    kinds = (kinds * (1.0 + _SMALL_THINGS * weight)).mean()
    own = weight > 0
    boxes = corners(out["box"]).permute(0, 2, 3, 1)[own]
    truth = batch["box"].permute(0, 2, 3, 1)[own]
    share = weight[own]
    total = share.sum().clamp(min=1.0)
    overlap, generalized = _overlap(boxes, truth)
    box = ((1.0 - generalized + _SIDES * _unlike(boxes, truth)) * share).sum() / total
    logit = out["quality"][:, 0][own]
    aim = overlap.detach().clamp(0.0, 1.0)
    quality = nnf.binary_cross_entropy_with_logits(logit, aim, reduction="none")
    quality = (quality * share).sum() / total
    number = batch["types"][own]
    chosen = number >= 0
    features = out["features"].permute(0, 2, 3, 1)[own][chosen]
    logits = nnf.linear(features, model.types.weight[:, :, 0, 0], model.types.bias)
    types = nnf.cross_entropy(logits, number[chosen], reduction="none")
    types = (types * share[chosen]).sum() / total
    loss = kinds + 1.5 * box + quality + 0.5 * types
    parts = {"kinds": kinds, "box": box, "quality": quality, "types": types}
    told = {name: float(value.detach()) for name, value in parts.items()}
    return loss, told | {"iou": float((aim * share).sum() / total)}


def _unlike(boxes: Tensor, truth: Tensor) -> Tensor:
    """How many times too long or too short the sides are, as a logarithm: boxes that hardly
    overlap learn from it, where the overlap teaches them little."""
    sides = [(b[:, 2:] - b[:, :2] + 1.0).clamp(min=1.0).log() for b in (boxes, truth)]
    return (sides[0] - sides[1]).abs().mean(dim=1)


def _overlap(boxes: Tensor, truth: Tensor) -> tuple[Tensor, Tensor]:
    """IoU and generalised IoU (Rezatofighi et al. 2019) of box pairs with inclusive corners."""
    low, high = torch.maximum(boxes[:, :2], truth[:, :2]), torch.minimum(boxes[:, 2:], truth[:, 2:])
    both = (high - low + 1.0).clamp(min=0.0).prod(dim=1)
    sizes = [(b[:, 2:] - b[:, :2] + 1.0).clamp(min=0.01).prod(dim=1) for b in (boxes, truth)]
    union = sizes[0] + sizes[1] - both
    outer_low = torch.minimum(boxes[:, :2], truth[:, :2])
    outer_high = torch.maximum(boxes[:, 2:], truth[:, 2:])
    outer = (outer_high - outer_low + 1.0).clamp(min=0.01).prod(dim=1)
    overlap = both / union
    return overlap, overlap - (outer - union) / outer
