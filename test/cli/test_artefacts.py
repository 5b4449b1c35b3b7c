import time

import cv2
import imageio_ffmpeg
import numpy as np
import psutil
import pytest

from egoplan_ros.cli import main
from egoplan_ros.commands.artefacts import WAITING, Artefacts
from egoplan_ros.commands.pictures.map_picture import Mark, draw_map
from egoplan_ros.commands.pictures.video import FPS, PANEL, SIDE, Video, compose
from egoplan_ros.commands.run_folder import RunFolder
from egoplan_ros.commands.terminal.task_view import TaskView
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN, OccupancyGrid

RED = np.full((60, 60, 3), (255, 0, 0), dtype=np.uint8)


def until(condition, seconds=20.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def grid():
    data = np.full((60, 80), UNKNOWN, dtype=np.int8)
    data[10:50, 10:70] = FREE
    data[10:14, 10:70] = OCCUPIED
    return OccupancyGrid(data, 0.05, (-1.0, -1.0))


def frames(path):
    reader = imageio_ffmpeg.read_frames(str(path))
    about = next(reader)
    width, height = about["size"]
    return [np.frombuffer(data, np.uint8).reshape(height, width, 3) for data in reader]


def test_map_shows_walls_way_and_objects(tmp_path):
    path = tmp_path / "map.png"
    marks = [Mark("CounterTop_1", 0.5, 0.5, 1.0, 0.5), Mark("Mug_1", 0.5, 0.6, 0.1, 0.1, True)]
    draw_map(path, grid(), [(0.0, 0.0), (0.5, 0.0), (0.5, 0.3)], marks, "a title")
    with_things = cv2.imread(str(path))
    draw_map(path, grid(), [], [], "a title")
    empty = cv2.imread(str(path))
    assert min(with_things.shape[:2]) > 500
    assert with_things.shape == empty.shape
    assert np.any(with_things != empty)
    assert len(np.unique(empty.reshape(-1, 3), axis=0)) > 3


@pytest.mark.parametrize(
    "nothing", [None, OccupancyGrid(np.full((1, 1), -1, np.int8), 0.05, (0, 0))]
)
def test_map_of_a_run_that_saw_nothing(tmp_path, nothing):
    draw_map(tmp_path / "map.png", nothing, [], [], "nothing")
    assert cv2.imread(str(tmp_path / "map.png")) is not None


def test_video_holds_every_frame_with_camera_left_and_panel_right(tmp_path):
    video = Video(tmp_path / "video.mp4")
    for step in range(12):
        video.add(RED, TaskView(plan=("GoTo(Mug_1)",), index=0, steps=step), "put a mug away")
    video.close()
    video.close()
    shown = frames(tmp_path / "video.mp4")
    assert len(shown) == 12
    assert shown[5].shape == (SIDE, SIDE + PANEL, 3)
    assert shown[5][SIDE // 2, SIDE // 2, 0] > 200
    assert shown[5][SIDE // 2, SIDE // 2, 1] < 60
    assert shown[5][SIDE - 100, SIDE + PANEL - 5].max() < 60


def test_wide_images_keep_their_shape():
    frame = compose(np.full((120, 160, 3), 200, np.uint8), TaskView(), "x")
    assert frame.shape == (SIDE, SIDE + PANEL, 3)
    assert frame[5, 5].max() < 60
    assert frame[SIDE // 2, 5].min() > 190


def test_panel_tells_what_blocks_and_the_present_action():
    calm = compose(RED, TaskView(plan=("GoTo(Mug_1)",), index=0), "x")
    blocked = compose(
        RED, TaskView(plan=("GoTo(Mug_1)",), index=0, blocking="out_of_reach: Mug_1"), "x"
    )
    assert np.any(calm[SIDE - 60 :, SIDE:] != blocked[SIDE - 60 :, SIDE:])


def test_all_artefacts_of_a_run(tmp_path):
    folder = RunFolder(tmp_path / "run")
    artefacts = Artefacts(folder, "put a mug away", video=True)
    artefacts.map(grid())
    for step in range(5):
        artefacts.position(0.1 * step, 0.0)
        artefacts.status(TaskView(steps=step))
        artefacts.image(RED)
    artefacts.close("success")
    artefacts.close("success")
    assert artefacts.problems == []
    assert len(frames(folder.video)) == 5 + 2 * FPS
    folder.write_result({"success": True})
    assert set(folder.read_result()["artefacts"]) == {"map", "video"}


def test_a_bad_image_does_not_end_the_run(tmp_path, capsys):
    folder = RunFolder(tmp_path / "run")
    artefacts = Artefacts(folder, "x", video=True)
    artefacts.image(np.zeros((0, 0, 3), np.uint8))
    for _ in range(2 * WAITING):
        artefacts.image(RED)
    artefacts.close("failed")
    assert len(artefacts.problems) == 1
    assert "video" in capsys.readouterr().err
    assert folder.map.exists()


def test_an_encoder_that_is_ended_is_told_in_one_line(tmp_path, capsys):
    folder = RunFolder(tmp_path / "run")
    artefacts = Artefacts(folder, "x", video=True)
    for _ in range(WAITING):
        artefacts.image(RED)
    until(lambda: artefacts._video.frames == WAITING)
    (encoder,) = [one for one in psutil.Process().children() if "ffmpeg" in one.name()]
    encoder.kill()
    until(lambda: encoder.status() == psutil.STATUS_ZOMBIE)
    artefacts.close("cancelled")
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert err.startswith("egoplan: video: the encoder stopped (")


def test_view_tells_outcome_and_writes_stills(tmp_path, capsys):
    folder = RunFolder(tmp_path / "run")
    artefacts = Artefacts(folder, "x", video=True)
    for _ in range(20):
        artefacts.image(RED)
    artefacts.close("success")
    folder.write_result({"success": False, "state": "failed", "reason": "no mug", "steps": 3})
    stills = tmp_path / "stills"
    assert main(["view", str(folder.path), "--frames", str(stills), "--every", "1"]) == 0
    assert "FAILED: no mug" in capsys.readouterr().out
    assert len(list(stills.glob("*.png"))) == 6
