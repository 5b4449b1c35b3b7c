# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From frames to weights that the back end takes."""

import json
from pathlib import Path

import pytest
import torch

from egoplan_ros.cli import main
from egoplan_ros.perception.learned.weights import fresh, save
from egoplan_ros.perception.registry import make_backend
from egoplan_ros.robots.thor_oracle import STRUCTURE
from egoplan_ros.training.perception.frames import Frames
from egoplan_ros.training.perception.loop import Recipe
from egoplan_ros.training.perception.training import STATES, begin, train_recogniser
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology


def test_frames_become_weights_and_a_report(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "w.npz"
    arguments = ["train", "perception", "--data", str(folder), "--out", str(out), "--steps", "2"]
    assert main([*arguments, "--only", "recogniser"]) == 0
    assert not out.exists()
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 0
    captured = capsys.readouterr()
    assert "recogniser: goes on at step 2 of 2" in captured.err
    report = json.loads(captured.out)
    assert report["bytes"] == out.stat().st_size < 14e6
    assert 0.0 <= report["type_top1"]["rate"] <= report["type_top3"]["rate"] <= 1.0
    make_backend("learned", model=str(out))
    shown = ["eval-perception", "--data", str(folder), "--model", str(out), "--frames", "3"]
    assert main([*shown, "--json", "--out", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["frames"] == 3
    assert Path(found["picture"]).stat().st_size > 1000


def test_weights_are_gone_on_from(folder: Path, tmp_path: Path) -> None:
    frames, told = Frames.of([folder]), []
    first = tmp_path / "first.npz"
    save(first, fresh(sorted(load_ontology().types.keys() - STRUCTURE), STATES, {}), {})
    begun = begin(first)
    assert begun is not None
    before = begun.recogniser.types.weight.detach().clone()
    still = Recipe(steps=1, batch=3, rate=1e-9)
    after = train_recogniser(frames, still, begun, tmp_path / "next.npz", told.append)
    torch.testing.assert_close(after.types.weight.detach(), before, atol=1e-4, rtol=0.0)


def test_weights_of_other_types_are_not_gone_on_from(tmp_path: Path) -> None:
    path = tmp_path / "w.npz"
    save(path, fresh(["Apple"], STATES, {}), {})
    with pytest.raises(InputError, match="other types"):
        begin(path)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--data", "nowhere"], "no shards"),
        (["--data", "nowhere", "--steps", "0"], "--steps"),
        (["--data", "nowhere", "--device", "cuda"], "no GPU"),
        (["--data", "FOLDER", "--start", "nowhere.npz"], "nowhere.npz: no such file"),
    ],
)
def test_bad_requests_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    words = [str(folder) if word == "FOLDER" else word for word in words]
    assert main(["train", "perception", *words]) == 2
    assert told in capsys.readouterr().err
