# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Recorded rooms through the process, the client, the command line and ThorRobot."""

import json
import shlex
import sys

import cv2
import pytest
from ai2thor.controller import Controller
from ai2thor.fifo_server import FifoServer

from egoplan_ros.cli import main
from egoplan_ros.robots.robot import make_robot
from egoplan_ros.robots.thor_process import embedded_simulator
from egoplan_ros.sim.scenes.recorded import dumped


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two rooms of our own under other names, and a broken one."""
    path = tmp_path_factory.mktemp("my rooms")
    assert main(["sim", "--scene", "FloorPlan401", "--out", str(path / "FloorPlan900.json")]) == 0
    assert main(["sim", "--scene", "FloorPlan402", "--out", str(path / "Flat.json")]) == 0
    (path / "Broken.json").write_text("[")
    return path


def test_the_robot_enters_a_recorded_room(folder):
    robot = make_robot("thor", executable=embedded_simulator(folder), width=300, height=300)
    try:
        frame = robot.reset("FloorPlan900")
        ids = {item["objectId"] for item in robot.truth()["objects"]}
        assert ids == {e.object_id for e in dumped.read(folder / "FloorPlan900.json").entries}
        assert frame.rgb.std() > 10
    finally:
        robot.close()


def test_a_broken_room_is_told_at_reset_and_others_still_work(folder):
    client = Controller(
        local_executable_path=embedded_simulator(folder),
        server_class=FifoServer,
        x_display=":0",
        scene="Flat",
        width=300,
        height=300,
    )
    try:
        assert client.last_event.metadata["sceneName"] == "Flat"
        with pytest.raises(RuntimeError, match="Broken"):
            client.reset("Broken")
        assert client.reset("Flat").metadata["lastActionSuccess"]
    finally:
        client.stop()


def test_listing_and_bad_paths(folder, capsys):
    assert main(["sim", "--list", "--json", "--scenes", str(folder)]) == 0
    assert json.loads(capsys.readouterr().out)[:3] == ["Broken", "Flat", "FloorPlan900"]
    assert main(["sim", "--list", "--scenes", str(folder / "no")]) == 2
    assert "no such" in capsys.readouterr().err
    assert main(["sim", "--scene", "Broken", "--out", "x.json", "--scenes", str(folder)]) == 2
    assert "Broken" in capsys.readouterr().err


def test_the_command_quotes_paths():
    assert shlex.split(embedded_simulator()) == [sys.executable, "-m", "egoplan_ros.sim"]


def test_a_picture_shows_views_and_plan(tmp_path):
    target = tmp_path / "room.png"
    assert main(["sim", "--scene", "FloorPlan301", "--out", str(target), "--size", "400"]) == 0
    picture = cv2.imread(str(target))
    height, width = picture.shape[:2]
    assert width == 400
    assert 300 < height < 400
    for rows in (slice(30, height // 2), slice(height // 2 + 20, height - 20)):
        for columns in (slice(10, 190), slice(210, 390)):
            assert picture[rows, columns].std() > 5
    assert main(["sim", "--scene", "FloorPlan301", "--out", str(tmp_path / "room.gif")]) == 2


@pytest.mark.parametrize("name", ["a.png", "a.json"])
def test_no_file_is_written_over(tmp_path, capsys, name):
    there = tmp_path / name
    there.write_text("my notes")
    assert main(["sim", "--scene", "FloorPlan301", "--out", str(there)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert f"{there}: is there already" in error
    assert there.read_text() == "my notes"
    assert main(["sim", "--scene", "FloorPlan301", "--out", str(tmp_path / "notes.txt")]) == 2
    assert [item.name for item in tmp_path.iterdir()] == [name]
