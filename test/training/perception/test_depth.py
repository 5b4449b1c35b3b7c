# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The depth network learns, and its errors are those of the field."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from egoplan_ros.cli import main
from egoplan_ros.perception.learned.depth import DepthEstimator, DepthNetwork
from egoplan_ros.training.perception.depth_batches import DepthBatches, depth_loss
from egoplan_ros.training.perception.depth_errors import depth_errors
from egoplan_ros.training.perception.frames import Frames, frame_of
from egoplan_ros.training.perception.shards import Sample


def test_training_lowers_the_error(folder: Path) -> None:
    torch.manual_seed(0)
    model, batches = DepthNetwork(), DepthBatches(Frames.of([folder]), 2, 0)
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    errors = []
    for step in range(25):
        loss, parts = depth_loss(model, batches(step))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        errors.append(parts["abs_rel"])
    assert np.mean(errors[-5:]) < 0.7 * np.mean(errors[:5])


def test_a_step_has_always_the_same_batch(folder: Path) -> None:
    first, again = (DepthBatches(Frames.of([folder]), 2, 0)(5) for _ in range(2))
    assert all(torch.equal(first[key], again[key]) for key in first)


def test_unknown_depth_teaches_nothing(sample: Callable[[int], Sample]) -> None:
    batch = {"x": torch.zeros(1, 6, 64, 64), "depth": torch.full((1, 64, 64), torch.nan)}
    loss, _ = depth_loss(DepthNetwork(), batch)
    assert float(loss.detach()) == 0.0


def test_errors_are_relative(sample: Callable[[int], Sample]) -> None:
    class TooFar(DepthEstimator):
        def __init__(self) -> None:
            self.frames = iter([frame.sample.depth for frame in frames])

        def estimate(self, *_: object) -> np.ndarray:
            return np.asarray(next(self.frames) * 1.1, dtype=np.float32)

    frames = [frame_of(sample(seed)) for seed in range(4)]
    found = depth_errors(TooFar(), frames)
    assert found["abs_rel"] == pytest.approx(0.1, abs=1e-5)
    assert found["delta1"] == 1.0
    assert found["n"] == 4


def test_frames_become_weights(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "d.npz"
    words = ["train", "depth", "--data", str(folder), "--out", str(out), "--steps", "2", "--json"]
    assert main(words) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["bytes"] == out.stat().st_size < 4e6
    assert report["n"] > 0
    DepthEstimator(str(out))
