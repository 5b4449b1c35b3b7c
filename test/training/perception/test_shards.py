# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames in files."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.training.perception.shards import Sample, Shard, shards_of, write_shard
from egoplan_ros.world.errors import InputError


def test_frames_come_back_as_they_were(tmp_path: Path, sample: Callable[[int], Sample]) -> None:
    frames = [sample(0), sample(1)]
    frames[0].depth[3, 4] = np.nan
    write_shard(tmp_path / "a.zip", frames, {"scene": "a"})
    shard = Shard(tmp_path / "a.zip")
    assert (len(shard), shard.about) == (2, {"scene": "a"})
    for wrote, read in zip(frames, shard, strict=True):
        assert np.array_equal(wrote.rgb, read.rgb)
        assert np.array_equal(wrote.labels, read.labels)
        assert np.array_equal(wrote.structure, read.structure)
        assert np.allclose(wrote.depth, read.depth, atol=6e-4, equal_nan=True)
        assert (wrote.items, wrote.base, wrote.pitch) == (read.items, read.base, read.pitch)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_shard_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.zip"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"bad\.zip: no shard of frames"):
        Shard(path)


def test_a_folder_without_shards_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="egoplan collect"):
        shards_of(tmp_path)
