# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from dataclasses import replace

import cv2
import imageio_ffmpeg
import numpy as np
import psutil
import pytest
from waiting import until

from egoplan_ros.cli import main
from egoplan_ros.commands import artefacts as artefacts_module
from egoplan_ros.commands.artefacts import WAITING, Artefacts
from egoplan_ros.commands.pictures.film_frame import PANEL, SIDE, compose
from egoplan_ros.commands.pictures.map_picture import Deed, draw_map
from egoplan_ros.commands.pictures.surroundings import Mark, Surroundings
from egoplan_ros.commands.pictures.video import FPS, Video
from egoplan_ros.commands.run_folder import RunFolder, read_result
from egoplan_ros.commands.task_view import TaskView
from egoplan_ros.perception.outlines import outlines
from egoplan_ros.world.occupancy import FREE, OCCUPIED, UNKNOWN, OccupancyGrid

RED = np.full((60, 60, 3), (255, 0, 0), dtype=np.uint8)


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


MUG = Mark("Mug_1", 0.5, 0.6, 0.1, 0.1, True, ("dirty",))
COUNTER = Mark("CounterTop_1", 0.5, 0.5, 1.0, 0.5)
WAY = ((0.0, 0.0), (0.5, 0.0), (0.5, 0.3))


def test_map_shows_walls_way_and_objects(tmp_path):
    path = tmp_path / "map.png"
    draw_map(path, Surroundings(grid(), WAY, (COUNTER, MUG)), "a title")
    with_things = cv2.imread(str(path))
    draw_map(path, Surroundings(grid()), "a title")
    empty = cv2.imread(str(path))
    assert min(with_things.shape[:2]) > 500
    assert len(np.unique(empty.reshape(-1, 3), axis=0)) > 3
    color = np.array(COUNTER.color)[::-1] * 255
    near = np.abs(with_things.astype(float) - (0.3 * color + 0.7 * 250)).max(axis=2) < 12
    assert near.sum() > 5000  # the counter, in the colour of its type


def drawn(monkeypatch, tmp_path, place, deeds):
    """The figure of a map, as it was written."""
    from matplotlib import pyplot

    figures = []
    monkeypatch.setattr(pyplot, "close", figures.append)
    draw_map(tmp_path / "map.png", place, "a title", deeds)
    return figures[0]


def test_actions_are_numbered_where_they_ended_and_listed(tmp_path, monkeypatch):
    deeds = [Deed("GoTo(Mug_1)", 0.5, 0.0), Deed("PickUp(Mug_1)", 0.5, 0.0)]
    deeds.append(Deed("GoTo(CounterTop_1)", 0.5, 0.3))
    figure = drawn(monkeypatch, tmp_path, Surroundings(grid(), WAY, (COUNTER, MUG)), deeds)
    axes, listed = figure.axes
    found = {text.get_text(): text.xy for text in axes.texts}
    assert found["1-2"] == (0.5, 0.0)
    assert found["3"] == (0.5, 0.3)
    assert "Mug_1 (held)" in found
    assert "2  PickUp(Mug_1)" in listed.texts[0].get_text()
    figure.clear()


def test_no_name_covers_another(tmp_path, monkeypatch):
    crowd = tuple(Mark(f"Thing{n}_1", 0.5 + 0.01 * n, 0.5, 0.1, 0.1) for n in range(30))
    many = tuple(Mark(f"Drawer_{n}", 0.1 * n, 0.8, 0.3, 0.3) for n in range(9))
    place = Surroundings(grid(), WAY, (COUNTER, *crowd, *many))
    figure = drawn(monkeypatch, tmp_path, place, [Deed("Open(Drawer_3)", 0.5, 0.3)])
    axes = figure.axes[0]
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) > 5
    for number, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:number])
    drawers = [text.get_text() for text in axes.texts if text.get_text().startswith("Drawer")]
    assert drawers == ["Drawer_3"]  # one of many, with which something was done
    figure.clear()


@pytest.mark.parametrize(
    "nothing", [None, OccupancyGrid(np.full((1, 1), -1, np.int8), 0.05, (0, 0))]
)
def test_map_of_a_run_that_saw_nothing(tmp_path, nothing):
    draw_map(tmp_path / "map.png", Surroundings(nothing), "nothing")
    assert cv2.imread(str(tmp_path / "map.png")) is not None


def test_video_holds_every_frame_with_camera_left_and_panel_right(tmp_path):
    video = Video(tmp_path / "video.mp4")
    for step in range(12):
        view = TaskView(plan=("GoTo(Mug_1)",), index=0, steps=step)
        video.add(compose(RED, view, "put a mug away"))
    video.close()
    video.close()
    shown = frames(tmp_path / "video.mp4")
    assert len(shown) == 12
    assert shown[5].shape == (SIDE, SIDE + PANEL, 3)
    assert SIDE >= 640
    assert shown[5][SIDE // 2, SIDE // 2, 0] > 200
    assert shown[5][SIDE // 2, SIDE // 2, 1] < 60
    assert shown[5][SIDE - 100, SIDE + PANEL - 5].max() < 60


def test_wide_images_keep_their_shape():
    frame = compose(np.full((120, 160, 3), 200, np.uint8), TaskView(), "x")
    assert frame.shape == (SIDE, SIDE + PANEL, 3)
    assert frame[5, 5].max() < 60
    assert frame[SIDE // 2, 5].min() > 190


STEP = TaskView(plan=("GoTo(Mug_1)", "PickUp(Mug_1)"), index=0)


def test_captions_tell_the_present_step_what_blocks_and_what_is_held():
    calm = compose(RED, STEP, "x")
    bare = compose(RED, TaskView(), "x")
    blocked = compose(RED, replace(STEP, blocking="out_of_reach: Mug_1"), "x")
    holding = compose(RED, STEP, "x", (), Surroundings(None, (), (MUG,)))
    assert np.any(calm[SIDE - 46 :, :SIDE] != bare[SIDE - 46 :, :SIDE])
    assert np.any(calm[SIDE - 92 : SIDE - 46, :SIDE] != blocked[SIDE - 92 : SIDE - 46, :SIDE])
    assert np.any(calm[:50, :SIDE] != holding[:50, :SIDE])
    assert np.array_equal(calm[60:600, :SIDE], holding[60:600, :SIDE])


def test_only_what_matters_is_thick_and_has_a_name():
    labels = np.zeros((60, 60), np.uint16)
    labels[30:40, 10:20], labels[30:40, 40:50] = 1, 2
    seen = outlines(labels, {1: "Mug", 2: "Apple"})
    dark = np.zeros((60, 60, 3), np.uint8)
    plain, frame = compose(dark, STEP, "x"), compose(dark, STEP, "x", seen)
    changed = (plain != frame).any(axis=2)[: SIDE - 60, :SIDE]
    mug, apple = changed[:, : SIDE // 2], changed[:, SIDE // 2 :]
    assert apple.sum() > 200
    assert mug.sum() > 2 * apple.sum()
    above = slice(SIDE // 2 - 30, SIDE // 2 - 5)
    assert mug[above].any()  # its name
    assert not apple[above].any()


def test_the_map_shows_the_way_and_where_the_step_leads():
    apple = Mark("Apple_1", 1.0, 0.5, 0.1, 0.1)
    empty = compose(RED, STEP, "x")
    there = compose(RED, STEP, "x", (), Surroundings(grid(), WAY, (apple,)))
    led = compose(
        RED, replace(STEP, action="GoTo(Apple_1)"), "x", (), Surroundings(grid(), WAY, (apple,))
    )
    panel = (slice(SIDE - 290, SIDE), slice(SIDE, None))
    green = np.abs(there[panel].astype(int) - (121, 210, 140)).max(axis=2) < 30
    orange = np.abs(led[panel].astype(int) - (255, 154, 60)).max(axis=2) < 30
    assert np.any(empty[panel] != there[panel])
    assert green.sum() > 50
    assert orange.sum() > 50


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
    assert set(read_result(folder.path)["artefacts"]) == {"map", "video"}


@pytest.mark.parametrize("first", ["put a mug away", ""])
def test_a_further_task_has_its_own_heading(first, tmp_path, monkeypatch):
    """The first one may be a goal without a text."""
    titles = []
    monkeypatch.setattr(artefacts_module, "draw_map", lambda *told: titles.append(told[2]))
    artefacts = Artefacts(RunFolder(tmp_path / "run"), "put a mug away", video=False)
    artefacts.status(TaskView(state="idle"))
    for said, goal in (
        *((first, "(away m)"), (first, "(in m c)")),
        *(("open the fridge", ""), ("open the fridge", "(open f)")),
    ):
        artefacts.status(TaskView(instruction=said, goal=goal))
        artefacts.status(artefacts.view)
    artefacts.close("success")
    assert titles == ["put a mug away - success; then open the fridge"]


def test_a_picture_of_the_film_is_headed_by_its_task():
    first, again = (
        compose(RED, TaskView(instruction=said), "put a mug away") for said in ("", "x")
    )
    assert (first != again).any()
    named = compose(RED, TaskView(instruction="put a mug away"), "another title")
    np.testing.assert_array_equal(first, named)


@pytest.mark.parametrize("length", [10, 130, 400])
def test_no_title_is_wider_than_the_map(tmp_path, monkeypatch, length):
    widths = []
    from matplotlib.figure import Figure

    drawn_figure = Figure.savefig

    def savefig(figure, *args, **options):
        box = figure._suptitle.get_window_extent()
        widths.append((box.x0, figure.bbox.x1 - box.x1))
        return drawn_figure(figure, *args, **options)

    monkeypatch.setattr(Figure, "savefig", savefig)
    draw_map(tmp_path / "map.png", Surroundings(grid()), "put a mug away and " * (length // 19))
    assert min(widths[0]) >= 0


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
    gif = tmp_path / "run.gif"
    assert main(["view", str(folder.path), "--gif", str(gif)]) == 0
    assert gif.read_bytes().startswith(b"GIF89a")
    assert main(["view", str(folder.path), "--gif", str(tmp_path / "run.png")]) == 2
    assert "ends in .gif" in capsys.readouterr().err
