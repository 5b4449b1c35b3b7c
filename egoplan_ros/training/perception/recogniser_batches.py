# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Batches and loss of the recogniser."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as nnf
from torch import Tensor

from egoplan_ros.perception.boxes import edges, overlaps
from egoplan_ros.perception.learned.crops import crops, pyramid, windows
from egoplan_ros.perception.learned.recogniser import MASK, Recogniser
from egoplan_ros.training.perception.augment import (
    jittered,
    mirrored,
    mirrored_boxes,
    recolored,
)
from egoplan_ros.training.perception.frames import Frame, Frames, states_of
from egoplan_ros.training.perception.views import views

_GROUP = 3
"""Frames of one scene beside each other, for pairs of looks at one thing."""
_CROPS = 10
_WRONG = 3
"""Boxes of a frame that are drawn without a thing in mind."""
_LEAST = 12
"""Pixels of the smallest thing that is learned from."""
_JITTER = (0.03, 0.1, 0.25)
"""How far boxes may be off, by share of their extent."""
_RARE = 0.5
"""A type is drawn by its frequency to the power of one minus this."""
_TEMPERATURE = 0.1
_THING = 0.5
"""Overlap from which a box shows a thing."""


class RecogniserBatches:
    """Seeded batches; the batch of a step is always the same."""

    def __init__(
        self,
        frames: Frames,
        types: Mapping[str, int],
        states: Sequence[str],
        size: int,
        seed: int,
    ) -> None:
        """``size``: frames of a batch, in groups of one scene each."""
        self._frames, self._types, self._states = frames, types, states
        self._groups, self._seed = max(1, size // _GROUP), seed
        self._of_shard = [frames.of_shard(n) for n in range(len(frames.paths))]
        total = sum(frames.types.values())
        self._rarity = {
            name: (count / total) ** -_RARE for name, count in frames.types.items() if count
        }

    def __call__(self, step: int) -> dict[str, Tensor]:
        """Inputs and targets of a step."""
        rng = np.random.default_rng([self._seed, step, 2])
        rows: list[dict[str, Tensor]] = []
        for shard in rng.integers(len(self._of_shard), size=self._groups):
            names: dict[str, int] = {}
            base = 10_000 * len(rows)
            for index in rng.choice(self._of_shard[int(shard)], _GROUP, replace=False):
                seen = views(*self._frames.sample(int(index)), rng)
                frame = seen[int(rng.integers(len(seen)))]
                rows.append(self._cut(frame, rng, names, base))
        return {key: torch.cat([row[key] for row in rows]) for key in rows[0]}

    def _cut(
        self, frame: Frame, rng: np.random.Generator, names: dict[str, int], base: int
    ) -> dict[str, Tensor]:
        items = frame.sample.items
        whole = frame.pixels * ~frame.cut
        fit = np.flatnonzero(whole >= max(1, min(_LEAST, int(whole.max(initial=0)))))
        chance = np.array([self._rarity.get(items[int(k)].type, 1.0) for k in fit])
        chosen = np.array([], dtype=np.int64)
        if len(fit):
            count = min(_CROPS, len(fit))
            chosen = rng.choice(fit, count, replace=False, p=chance / chance.sum())
        boxes = jittered(frame.boxes[chosen], rng, float(rng.choice(_JITTER)))
        boxes = np.concatenate([boxes, self._anywhere(frame, rng)])
        overlap = (
            overlaps(edges(boxes), edges(frame.boxes)) if len(items) else np.zeros((len(boxes), 1))
        )
        # A box belongs to the thing that it covers best; another one's is no use for its type.
        best = overlap.argmax(axis=1)
        quality = overlap.max(axis=1)
        thing = quality >= _THING
        image = recolored(frame.channels, rng)
        labels = frame.sample.labels
        if rng.random() < 0.5:
            image, labels = mirrored(image), labels[:, ::-1]
            boxes = mirrored_boxes(boxes, image.shape[-1])
        corner = torch.from_numpy(boxes)
        cut, facts = crops(pyramid(torch.from_numpy(image)), corner, frame.sample.camera.fx)
        mask = _masks(labels, boxes, [items[int(k)].label for k in best] if len(items) else [])
        kinds, who, states = [], [], []
        for k, good in zip(best, thing, strict=True):
            item = items[int(k)] if good else None
            kinds.append(-1 if item is None else self._types.get(item.type, -1))
            known = np.full(len(self._states), np.nan, np.float32)
            states.append(known if item is None else states_of(item, self._states))
            who.append(-1 if item is None else base + names.setdefault(item.name, len(names)))
        return {
            "crop": cut,
            "facts": facts,
            "mask": torch.from_numpy(mask),
            "types": torch.tensor(kinds),
            "states": torch.from_numpy(np.stack(states)),
            "quality": torch.from_numpy(quality.astype(np.float32)),
            "who": torch.tensor(who),
        }

    def _anywhere(self, frame: Frame, rng: np.random.Generator) -> npt.NDArray[np.float32]:
        """Boxes as a detector's errors are: parts, joined things, mere structure."""
        height, width = frame.sample.labels.shape
        found = []
        for _ in range(_WRONG):
            if len(frame.boxes) and rng.random() < 0.7:
                box = frame.boxes[int(rng.integers(len(frame.boxes)))]
                found.append(jittered(box[None], rng, 0.4)[0])
            else:
                side = np.exp(rng.uniform(np.log(6), np.log(150), 2))
                low = rng.uniform(0, 1, 2) * (np.array([width, height]) - side).clip(1)
                found.append(np.concatenate([low, low + side]))
        return np.asarray(found, dtype=np.float32)


def _masks(
    labels: npt.NDArray[np.uint16], boxes: npt.NDArray[np.float32], owners: Sequence[int]
) -> npt.NDArray[np.float32]:
    """Truth ``(n, 32, 32)`` of masks over the crops' windows."""
    window = windows(torch.from_numpy(boxes)).numpy()
    line = (np.arange(MASK) + 0.5) / MASK - 0.5
    height, width = labels.shape
    x = np.rint(window[:, 0:1] + line * window[:, 2:3]).astype(np.int64)
    y = np.rint(window[:, 1:2] + line * window[:, 2:3]).astype(np.int64)
    inside = ((x >= 0) & (x < width))[:, None, :] & ((y >= 0) & (y < height))[:, :, None]
    read = labels[y.clip(0, height - 1)[:, :, None], x.clip(0, width - 1)[:, None, :]]
    owner = np.asarray(owners or [0] * len(boxes))[:, None, None]
    result: npt.NDArray[np.float32] = ((read == owner) & inside).astype(np.float32)
    return result


def recogniser_loss(
    model: Recogniser, batch: Mapping[str, Tensor]
) -> tuple[Tensor, dict[str, float]]:
    """Loss of a batch and its parts."""
    out = model(batch["crop"], batch["facts"])
    thing = batch["quality"] >= _THING
    logit, truth = out["mask"][thing], batch["mask"][thing]
    pixel = nnf.binary_cross_entropy_with_logits(logit, truth)
    guess = torch.sigmoid(logit)
    both = (guess * truth).sum(dim=(1, 2))
    dice = 1.0 - (2.0 * both + 1.0) / (guess.sum(dim=(1, 2)) + truth.sum(dim=(1, 2)) + 1.0)
    known = batch["types"] >= 0
    types = nnf.cross_entropy(out["types"][known], batch["types"][known], label_smoothing=0.05)
    judged = torch.isfinite(batch["states"])
    states = nnf.binary_cross_entropy_with_logits(out["states"][judged], batch["states"][judged])
    quality = nnf.binary_cross_entropy_with_logits(out["quality"], batch["quality"])
    looks = _alike(out["embedding"][thing], batch["who"][thing])
    loss = pixel + dice.mean() + 1.5 * types + states + quality + 0.3 * looks
    right = (out["types"][known].argmax(dim=1) == batch["types"][known]).float().mean()
    sure = ((out["states"][judged] > 0) == (batch["states"][judged] > 0.5)).float().mean()
    parts = {
        "mask": dice.mean(), "types": types, "states": states, "quality": quality, "looks": looks,
        "top1": right, "state_accuracy": sure,
    }  # fmt: skip
    return loss, {name: float(value.detach()) for name, value in parts.items()}


def _alike(embedding: Tensor, who: Tensor) -> Tensor:
    """Supervised contrastive loss (Khosla et al. 2020): looks at one thing lie together."""
    same = who[:, None] == who[None]
    itself = torch.eye(len(who), dtype=torch.bool)
    same &= ~itself
    logits = (embedding @ embedding.T / _TEMPERATURE).masked_fill(itself, -1e4)
    log = logits - torch.logsumexp(logits, dim=1, keepdim=True)
    count = same.sum(dim=1)
    some = count > 0
    if not bool(some.any()):
        return embedding.sum() * 0.0
    return -((log * same).sum(dim=1)[some] / count[some]).mean()
