# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Batches and loss of the depth network."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as nnf
from torch import Tensor

from egoplan_ros.perception.learned.depth import FARTHEST, NEAREST, DepthNetwork, cues
from egoplan_ros.perception.learned.proposer import halvings
from egoplan_ros.training.perception.augment import recolored
from egoplan_ros.training.perception.frames import Frames
from egoplan_ros.training.perception.shards import Sample
from egoplan_ros.training.perception.views import halved_sample

_EDGES = 0.5
"""Weight of how depth changes from pixel to pixel."""


class DepthBatches:
    """Seeded batches; the batch of a step is always the same."""

    def __init__(self, frames: Frames, size: int, seed: int) -> None:
        self._frames, self._size, self._seed = frames, size, seed

    def __call__(self, step: int) -> dict[str, Tensor]:
        """Inputs and targets of a step."""
        rng = np.random.default_rng([self._seed, step, 3])
        x, depth = [], []
        for index in rng.integers(len(self._frames), size=self._size):
            seen, truth = example(self._frames.sample(int(index))[0])
            seen = recolored(seen, rng)
            if rng.random() < 0.5:
                seen, truth = seen[..., ::-1], truth[..., ::-1]
            x.append(np.ascontiguousarray(seen))
            depth.append(np.ascontiguousarray(truth))
        return {"x": torch.from_numpy(np.stack(x)), "depth": torch.from_numpy(np.stack(depth))}


def example(sample: Sample) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """What the network sees of a sample ``(6, h, w)``, and depth ``(h, w)``, NaN where unknown."""
    sample = halved_sample(sample, halvings(sample.camera.fx))
    with np.errstate(invalid="ignore"):
        known = (sample.depth > NEAREST) & (sample.depth < FARTHEST)
    return (
        cues(sample.rgb, sample.camera, sample.camera_pose),
        np.where(known, sample.depth, np.float32(np.nan)),
    )


def depth_loss(model: DepthNetwork, batch: Mapping[str, Tensor]) -> tuple[Tensor, dict[str, float]]:
    """Loss of a batch and its parts: of the logarithm, and of its differences at four scales, by
    which edges are sharp (Ranftl et al. 2020)."""
    known = torch.isfinite(batch["depth"])
    truth = torch.log(batch["depth"].nan_to_num(1.0))
    told = model(batch["x"])
    off = (told - truth) * known
    value = off.abs().sum() / known.sum().clamp(min=1)
    edges = told.new_zeros(())
    valid = known.float()
    for _ in range(4):
        for axis in (-1, -2):
            step = torch.diff(off, dim=axis).abs()
            both = valid.narrow(axis, 1, valid.shape[axis] - 1)
            both = both * valid.narrow(axis, 0, valid.shape[axis] - 1)
            edges = edges + (step * both).sum() / both.sum().clamp(min=1.0)
        off, valid = nnf.avg_pool2d(off[:, None], 2)[:, 0], nnf.avg_pool2d(valid[:, None], 2)[:, 0]
        valid = (valid > 0.99).float()
        off = off * valid
    relative = ((torch.exp(told - truth) - 1.0).abs() * known).sum() / known.sum().clamp(min=1)
    parts = {"log": value, "edges": edges, "abs_rel": relative}
    return value + _EDGES * edges, {name: float(part.detach()) for name, part in parts.items()}
