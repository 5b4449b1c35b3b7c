# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`egoplan view` of runs that were killed."""

import json

import numpy as np
import pytest

from egoplan_ros.cli import main
from egoplan_ros.commands.pictures.film_frame import compose
from egoplan_ros.commands.pictures.video import Video
from egoplan_ros.commands.run_folder import RunFolder
from egoplan_ros.commands.task_view import TaskView


@pytest.fixture
def killed(tmp_path):
    """A run folder."""
    folder = RunFolder(tmp_path / "run")
    folder.write_result({"success": False, "state": "failed", "reason": "not finished"})
    return folder


def refused(words, capsys):
    assert main(["view", *map(str, words)]) == 2
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    if "--json" in words:
        assert json.loads(out) == {"error": err.removeprefix("egoplan: ").strip()}
    else:
        assert out == ""
    assert "unexpected" not in err
    return err


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"blocking": [1]}, "blocking must be counts by kind, is [1]"),
        ({"actions": [1]}, "actions must be pairs of an action and its end, is [1]"),
        ({"actions": [["GoTo(Mug_1)", 3]]}, "actions must be pairs"),
        ({"success": "no"}, 'success must be true or false, is "no"'),
    ],
)
def test_a_result_of_other_kinds_is_told(killed, capsys, data, told):
    path = killed.path / "result.json"
    path.write_text(json.dumps({"success": False} | data), encoding="utf-8")
    assert f"{path}: {told}" in refused([killed.path], capsys)
    path.write_text("[" * 100_000, encoding="utf-8")
    assert "is not JSON" in refused([killed.path, "--json"], capsys)


@pytest.mark.parametrize("metadata", [None, "", "[", "rosbag2_bagfile_information: 3\n"])
def test_a_recording_without_its_end_is_told(killed, capsys, metadata):
    killed.recording.mkdir()
    (killed.recording / "recording_0.mcap").write_bytes(b"cut off")
    if metadata is not None:
        (killed.recording / "metadata.yaml").write_text(metadata, encoding="utf-8")
    assert main(["view", str(killed.path)]) == 0
    out = capsys.readouterr().out
    assert "not finished" in out
    assert "cannot be read" in out


def video(folder):
    film = Video(folder.video)
    for _ in range(10):
        film.add(compose(np.zeros((60, 60, 3), np.uint8), TaskView(), "title"))
    film.close()


def test_stills(killed, tmp_path, capsys):
    video(killed)
    words = ["view", str(killed.path), "--frames", str(tmp_path / "stills"), "--every", "1"]
    assert main(words) == 0
    assert len(list((tmp_path / "stills").glob("*.png"))) == 2


@pytest.mark.parametrize("every", ["nan", "inf", "0", "-1"])
def test_seconds_between_stills(killed, tmp_path, capsys, every):
    video(killed)
    refused([killed.path, "--frames", tmp_path / "stills", f"--every={every}"], capsys)
    assert not (tmp_path / "stills").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["RUN", "--once"], "--once: is of --live"),
        (["RUN", "--domain", "3"], "--domain: is of --live"),
        (["RUN", "--namespace", "kitchen"], "--namespace: is of --live"),
        (["RUN", "--every", "1"], "--every: is of --frames"),
        (["--live", "--frames", "stills"], "--frames: is of a run folder"),
        (["--live", "--every", "1"], "--every: is of a run folder"),
    ],
)
def test_what_would_do_nothing_is_told(killed, capsys, words, told):
    assert told in refused([killed.path if word == "RUN" else word for word in words], capsys)


@pytest.mark.parametrize("data", [b"", b"no video", b"\0" * 4096])
def test_a_video_that_is_none(killed, tmp_path, capsys, data):
    killed.video.write_bytes(data)
    refused([killed.path, "--frames", tmp_path / "stills"], capsys)


def test_stills_into_a_file(killed, tmp_path, capsys):
    video(killed)
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "stills" / "frame_00000.png").mkdir(parents=True)
    assert "frame_00000.png" in refused([killed.path, "--frames", tmp_path / "stills"], capsys)
    refused([killed.path, "--frames", tmp_path / "file"], capsys)
    refused([killed.path, "--frames", tmp_path / "file" / "x"], capsys)
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"
