"""From frames to weights that the back end takes."""

import json
from pathlib import Path

import pytest

from egoplan_ros.cli import main
from egoplan_ros.perception.registry import make_backend


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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--data", "nowhere"], "no shards"),
        (["--data", "nowhere", "--steps", "0"], "--steps"),
        (["--data", "nowhere", "--device", "cuda"], "no GPU"),
    ],
)
def test_bad_requests_are_told(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert main(["train", "perception", *words]) == 2
    assert told in capsys.readouterr().err
