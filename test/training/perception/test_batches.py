# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Targets and batches are what the frames say, and the same each time."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from egoplan_ros.perception.learned.proposer import KINDS, STRIDE
from egoplan_ros.training.perception.frames import Frames, frame_of
from egoplan_ros.training.perception.proposer_batches import ProposerBatches, target_of
from egoplan_ros.training.perception.recogniser_batches import RecogniserBatches
from egoplan_ros.training.perception.shards import Sample

TYPES = {"Apple": 0, "Microwave": 1}


def test_each_cell_belongs_to_what_it_shows(sample: Callable[[int], Sample]) -> None:
    for seed in range(20):
        frame = frame_of(sample(seed))
        target = target_of(frame)
        labels = frame.sample.labels
        for y, x in np.ndindex(*target.owner.shape):
            part = labels[y * STRIDE : (y + 1) * STRIDE, x * STRIDE : (x + 1) * STRIDE]
            owner = target.owner[y, x]
            if owner >= 0:
                assert target.kinds[y, x] == 0
                assert frame.sample.items[owner].label in part
            else:
                assert not part[1:3, 1:3].any()
                assert KINDS[target.kinds[y, x]] in ("Floor", "Wall")


def test_everything_owns_a_cell_unless_a_smaller_one_hides_it(
    sample: Callable[[int], Sample],
) -> None:
    frame = frame_of(sample(3))
    labels = np.zeros_like(frame.sample.labels)
    labels[0:40, 0:40] = 1
    labels[4:5, 4:5] = 2  # one pixel at the corner of a cell
    items = tuple(frame.sample.items[:2])
    small = frame_of(
        Sample(
            frame.sample.rgb, frame.sample.depth, labels, frame.sample.structure,
            frame.sample.base, 1.5, 0.0, np.pi / 2, items,
        )
    )  # fmt: skip
    assert set(target_of(small).owner.ravel().tolist()) == {-1, 0, 1}


def test_a_step_has_always_the_same_batch(folder: Path) -> None:
    for make in (
        lambda: ProposerBatches(Frames.of([folder]), TYPES, 2, 0),
        lambda: RecogniserBatches(Frames.of([folder]), TYPES, ("open",), 3, 0),
    ):
        first, again = make()(5), make()(5)
        other = make()(6)
        assert all(torch.equal(first[k].nan_to_num(7), again[k].nan_to_num(7)) for k in first)
        assert any(
            first[k].shape != other[k].shape or bool((first[k] != other[k]).any()) for k in first
        )


def test_crops_know_their_type_their_mask_and_each_other(folder: Path) -> None:
    batch = RecogniserBatches(Frames.of([folder]), TYPES, ("open",), 6, 0)(1)
    good = batch["types"] >= 0
    assert bool((batch["quality"][good] >= 0.5).all())
    # Microwaves alone are open or shut.
    judged = torch.isfinite(batch["states"][:, 0])
    assert bool((batch["types"][judged] == 1).all())
    # The mask fills the box, which is two thirds of the window of a square thing.
    share = batch["mask"][good].mean(dim=(1, 2))
    assert 0.2 < float(share.median()) < 0.7
    who = batch["who"][good]
    assert len(who.unique()) < len(who), "no thing is seen twice"
