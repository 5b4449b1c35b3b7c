# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`egoplan perceive` on pictures and folders."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from egoplan_ros import cli

COFFEE = Path(__file__).parents[1] / "perception" / "photographs" / "coffee.jpg"


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_picture_is_told_and_drawn(place, capsys):
    assert cli.main(["perceive", str(COFFEE), "--threshold", "0.1", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["backend"] == "coco"
    assert report["fault"] is None
    assert report["seconds"] > 0
    types = [item["type"] for item in report["detections"]]
    assert {"DiningTable", "Cup"} <= set(types)
    for item in report["detections"]:
        assert set(item) == {"type", "score", "candidates", "box", "point", "pixels", "states"}
        assert item["pixels"] > 0
    drawn = cv2.imread(str(place / "coffee.seen.png"))
    assert drawn.shape == (400, 600, 3)
    assert np.abs(drawn.astype(int) - cv2.imread(str(COFFEE))).mean() > 5


def test_lines_for_people(place, capsys):
    assert cli.main(["perceive", str(COFFEE), "--out", "seen/here.jpg"]) == 0
    told = capsys.readouterr().out
    assert "1 things" in told
    assert "DiningTable" in told
    assert (place / "seen" / "here.jpg").exists()


def test_a_folder_with_depth(place, capsys):
    (place / "rgb").mkdir()
    (place / "depth").mkdir()
    for name in ("a", "b"):
        (place / "rgb" / f"{name}.jpg").write_bytes(COFFEE.read_bytes())
    (place / "rgb" / "notes.txt").write_text("no picture")
    cv2.imwrite(str(place / "depth" / "a.png"), np.full((400, 600), 700, dtype=np.uint16))
    np.save(place / "depth" / "b.npy", np.full((400, 600), 0.7, dtype=np.float32))
    assert cli.main(["perceive", "rgb", "--depth", "depth", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(line["image"]).name for line in lines] == ["a.jpg", "b.jpg"]
    assert lines[0]["detections"] == lines[1]["detections"]
    assert sorted(item.name for item in (place / "rgb.seen").iterdir()) == ["a.png", "b.png"]


def test_in_a_black_picture_nothing_is_seen(place, capsys):
    cv2.imwrite("black.png", np.zeros((60, 80, 3), dtype=np.uint8))
    assert cli.main(["perceive", "black.png"]) == 1
    assert "the image is black" in capsys.readouterr().out


def test_a_broken_picture_in_a_folder_does_not_end_the_others(place, capsys):
    (place / "rgb").mkdir()
    (place / "rgb" / "a.png").write_bytes(b"no picture")
    (place / "rgb" / "b.jpg").write_bytes(COFFEE.read_bytes())
    assert cli.main(["perceive", "rgb"]) == 1
    told = capsys.readouterr()
    assert "a.png: is no picture" in told.err
    assert "b.jpg: 1 things" in told.out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["none.png"], "none.png: cannot be read"),
        (["empty"], "has no pictures"),
        (["text.png"], "is no picture that OpenCV reads"),
        (["tiny.png"], "is too small"),
        ([str(COFFEE), "--depth", "small.npy"], "depth of 5x4 pixels, the picture has 600x400"),
        ([str(COFFEE), "--depth", "text.png"], "is no depth"),
        ([str(COFFEE), "--depth", "whole.npy"], "needs metres as a float array"),
        ([str(COFFEE), "--depth", "none.npy"], "cannot be read"),
        ([str(COFFEE), "--depth", "."], "--depth must be a folder for a folder"),
        ([str(COFFEE), "--backend", "telepathy"], "perception back end 'telepathy' is unknown"),
        ([str(COFFEE), "--backend", "oracle"], "needs masks beside the image"),
        ([str(COFFEE), "--backend", "oracle", "--model", "m.onnx"], "--model is no option"),
        ([str(COFFEE), "--model", "text.png"], "is no ONNX file"),
        ([str(COFFEE), "--names", "text.png"], "names"),
        ([str(COFFEE), "--threshold", "7"], "threshold must be from 0 to 1"),
        ([str(COFFEE), "--intrinsics", "0", "1", "2", "3"], "must be positive"),
        ([str(COFFEE), "--out", "seen.gif"], "must end in one of"),
    ],
)
def test_bad_input_is_one_line(place, capsys, words, line):
    (place / "empty").mkdir()
    (place / "text.png").write_text("a picture?")
    cv2.imwrite("tiny.png", np.zeros((4, 4, 3), dtype=np.uint8))
    np.save("small.npy", np.ones((4, 5), dtype=np.float32))
    np.save("whole.npy", np.ones((400, 600), dtype=np.uint16))
    before = sorted(place.iterdir())
    assert cli.main(["perceive", *words]) == 2
    told = capsys.readouterr().err
    assert line in told
    assert told.count("\n") == 1
    assert sorted(place.iterdir()) == before
