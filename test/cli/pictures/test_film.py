# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The video of a run again, with pictures of a simulator that does the same."""

import json
from types import SimpleNamespace

import imageio_ffmpeg
import numpy as np
import pytest

pytest.importorskip("rclpy")

from recorded import record

from egoplan_ros.cli import main
from egoplan_ros.commands.pictures.film_frame import SIDE
from egoplan_ros.robots import robot as robots


class Robot:
    """Goes 0.25 m with each primitive, until it is led astray; sees red."""

    def __init__(self, astray):
        self.x, self.astray, self.done = 0.0, astray, []

    def _frame(self):
        rgb = np.full((SIDE, SIDE, 3), (255, 0, 0), np.uint8)
        base = SimpleNamespace(x=self.x, y=0.0)
        return SimpleNamespace(rgb=rgb, robot=SimpleNamespace(base=base))

    def reset(self, scene, seed):
        self.done.append((scene, seed))
        return self._frame()

    def execute(self, primitive):
        self.done.append(primitive.kind)
        self.x += 0.25 if len(self.done) < self.astray else 1.0
        return self._frame()

    def close(self):
        self.done.append("closed")


@pytest.fixture
def run(tmp_path):
    record(tmp_path / "recording")
    simulation = {"setup": "", "faults": "f.yaml"}
    result = {"success": True, "scene": "FloorPlan3", "seed": 4, "simulation": simulation}
    (tmp_path / "result.json").write_text(json.dumps(result), encoding="utf-8")
    return tmp_path


def red(path):
    """For each frame, whether the camera's picture in it is that of the fresh simulator."""
    reader = imageio_ffmpeg.read_frames(str(path))
    width, height = next(reader)["size"]
    frames = [np.frombuffer(data, np.uint8).reshape(height, width, 3) for data in reader]
    corners = [frame[100, 650].astype(int) for frame in frames]
    return [corner[0] > 200 and corner[1] < 60 for corner in corners]


@pytest.mark.parametrize("astray", [99, 3])
def test_its_pictures_are_taken_as_long_as_it_does_the_same(run, astray, monkeypatch, capsys):
    robot = Robot(astray)
    made = {}
    monkeypatch.setattr(robots, "make_robot", lambda name, **options: made.update(options) or robot)
    film = run / "film.mp4"
    assert main(["view", str(run), "--film", str(film)]) == 0
    assert made["width"] == SIDE
    assert made["faults"] == "f.yaml"
    assert robot.done[0] == ("FloorPlan3", 4)
    assert robot.done[-1] == "closed"
    shown = red(film)
    same = 4 if astray == 99 else 2
    assert shown[:4] == [number < same for number in range(4)]
    assert ("after step 2 it is elsewhere" in capsys.readouterr().err) == (astray == 3)
    assert [item.name for item in run.iterdir() if "part" in item.name] == []


def test_what_cannot_be_filmed_is_told_in_one_line(run, capsys):
    for change, name, line in (
        ({}, "film.gif", "ends in .mp4"),
        ({"simulation": None}, "film.mp4", "no run of the embedded simulator"),
    ):
        result = json.loads((run / "result.json").read_text(encoding="utf-8")) | change
        (run / "result.json").write_text(json.dumps(result), encoding="utf-8")
        assert main(["view", str(run), "--film", str(run / name)]) == 2
        error = capsys.readouterr().err
        assert error.count("\n") == 1
        assert line in error
