# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Small frames with truth."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.training.perception.shards import Item, Sample, write_shard
from egoplan_ros.world.geometry import Pose2D

SIZE = 64


def draw(seed: int) -> Sample:
    """A floor, a wall, and boxes of two types on the wall, one of them open or shut."""
    rng = np.random.default_rng(seed)
    labels = np.zeros((SIZE, SIZE), dtype=np.uint16)
    structure = np.full((SIZE, SIZE), 2, dtype=np.uint8)
    structure[SIZE // 2 :] = 1
    rgb = np.full((SIZE, SIZE, 3), 120, dtype=np.uint8)
    depth = np.full((SIZE, SIZE), 2.0, dtype=np.float32)
    items = []
    for label, kind in enumerate(("Apple", "Microwave", "Apple"), start=1):
        x, y = rng.integers(2, SIZE - 22), rng.integers(2, SIZE - 22)
        side = 8 if kind == "Apple" else 20
        labels[y : y + side, x : x + side] = label
        opened = float(rng.random() < 0.5)
        rgb[labels == label] = (200, 30, 30) if kind == "Apple" else (30, 30, 60 + 150 * opened)
        depth[labels == label] = 1.5
        states = {} if kind == "Apple" else {"open": opened}
        items.append(Item(label, kind, states, f"{kind}|{label}"))
    kept = [item for item in items if (labels == item.label).any()]
    structure[labels > 0] = 0
    return Sample(
        rgb, depth, labels, structure, Pose2D(0.0, 0.0, 0.0), 1.5, 0.0, np.pi / 2, tuple(kept)
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Twelve shards of four frames each."""
    for k in range(12):
        samples = [draw(10 * k + i) for i in range(4)]
        write_shard(tmp_path / f"room_{k:03d}.zip", samples, {"scene": f"room{k}"})
    return tmp_path


@pytest.fixture
def sample() -> Callable[[int], Sample]:
    """A frame by seed."""
    return draw
