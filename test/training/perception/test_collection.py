# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames collected from the simulator through the AI2-THOR client."""

import json
from pathlib import Path

import numpy as np
import pytest

from egoplan_ros.cli import main
from egoplan_ros.training.perception.shards import Shard

ARGUMENTS = ["collect", "--scenes", "FloorPlan401", "--size", "96", "--frames", "5", "--seed", "3"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("frames")
    assert main([*ARGUMENTS, "--draws", "1", "--out", str(out)]) == 0
    return out


def test_each_frame_carries_its_truth(folder: Path) -> None:
    (path,) = folder.glob("*.zip")
    shard = Shard(path)
    assert len(shard) == 5
    for sample in shard:
        assert sample.rgb.shape == (96, 96, 3)
        assert np.isfinite(sample.depth).mean() > 0.9
        assert 1.0 < sample.height < 2.0
        assert {item.label for item in sample.items} == set(np.unique(sample.labels)) - {0}
        # Every pixel is a thing's or the building's.
        assert ((sample.labels > 0) != (sample.structure > 0)).all()
        pose, camera = sample.camera_pose, sample.camera
        for item in sample.items:
            rows, columns = np.nonzero(sample.labels == item.label)
            if len(rows) < 20 or not item.box or item.held:
                continue
            k = len(rows) // 2
            ray = camera.rays()[rows[k], columns[k]]
            point = np.asarray(pose.apply(ray * sample.depth[rows[k], columns[k]]))
            low, high = np.array(item.box[:3]), np.array(item.box[3:])
            assert np.all(point > low - 0.15), item
            assert np.all(point < high + 0.15), item


def test_what_is_there_is_not_made_again_and_the_same_seed_makes_the_same(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [*ARGUMENTS, "--json", "--out"]
    assert main([*arguments, str(folder), "--draws", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["made_now"] == 0
    assert main([*arguments, str(tmp_path), "--draws", "1"]) == 0
    assert json.loads(capsys.readouterr().out)["made_now"] == 5
    one, other = (next(iter(p.glob("*.zip"))) for p in (folder, tmp_path))
    for first, second in zip(Shard(one), Shard(other), strict=True):
        assert np.array_equal(first.rgb, second.rgb)
        assert first.items == second.items
    assert (tmp_path / "sheet.png").stat().st_size > 10_000


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "either --split or --scenes"),
        (["--scenes", "FloorPlan401", "--split", "train"], "either"),
        (["--scenes", "FlorPlan1"], "nearest"),
        (["--scenes", "FloorPlan5-2"], "upwards"),
        (["--split", "test", "--frames", "0"], "--frames"),
        (["--split", "test", "--size", "4"], "--size"),
    ],
)
def test_bad_requests_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert main(["collect", "--out", str(tmp_path), *words]) == 2
    assert told in capsys.readouterr().err
