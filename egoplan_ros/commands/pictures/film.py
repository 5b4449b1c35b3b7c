# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The video of a run again, with larger pictures: a fresh simulator does what the robot did.

The simulator is deterministic: the same scene, arrangement and primitives lead to the same places.
Where one leads elsewhere, the pictures that the robot saw are taken from there on.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from math import hypot
from pathlib import Path
from typing import Any

from egoplan_ros.commands.pictures.film_frame import SIDE, Image, compose
from egoplan_ros.commands.pictures.surroundings import Surroundings, mark_of_message
from egoplan_ros.commands.pictures.video import FPS, Video
from egoplan_ros.commands.recording import Timed, read_recording
from egoplan_ros.commands.task_view import TaskView, from_message, kept
from egoplan_ros.perception.outlines import Outline
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.system.files import make_room

_SAME = 0.02
"""Metres within which a place is the same."""

_TOPICS = ("status", "map", "objects", "robot_state", "camera/color/image_raw", "detections")
Tell = Callable[[str], None]


def write_film(path: Path, recording: Path, result: dict[str, Any], tell: Tell) -> None:
    """Write the film.

    Args:
        path: of the .mp4.
        recording: rosbag2 folder of the run.
        result: of the run, which says how its simulator was set up.
        tell: gets a line about what takes its time, or falls short.

    Raises:
        InputError: no recording, another ending, no run of the embedded simulator, or the file
            cannot be written.
        RobotError: the simulator does not start.
    """
    if path.suffix != ".mp4":
        raise InputError(f"--film {path}: give a file that ends in .mp4")
    options = result.get("simulation")
    if not isinstance(options, dict):
        raise InputError("--film: this is no run of the embedded simulator; see its video.mp4")
    make_room(path)
    messages = read_recording(recording, _TOPICS)
    tell("a fresh simulator does the same again")
    pictures = dict(_retaken(messages, result, options, tell))
    part = path.with_name(f".{path.stem}.part.mp4")
    video = Video(part)
    try:
        frame: Image | None = None
        for frame in _frames(messages, pictures, str(result.get("instruction") or "")):
            video.add(frame)
        if frame is None:
            raise InputError(f"{recording}: holds no pictures; the run may have been killed")
        for _ in range(2 * FPS):
            video.add(frame)
        video.close()
        part.replace(path)
    finally:
        video.close()
        with suppress(OSError):
            part.unlink()


def _retaken(
    messages: list[Timed], result: dict[str, Any], options: dict[str, Any], tell: Tell
) -> Iterator[tuple[tuple[int, int], Image]]:
    """(stamp, picture) for as long as the simulator gets to the same places."""
    from egoplan_ros.nodes.convert.robot import from_primitive
    from egoplan_ros.robots.robot import make_robot

    robot = make_robot("thor", width=SIDE, height=SIDE, oracle=False, **options)
    try:
        frame = robot.reset(result["scene"], result["seed"])
        for _, topic, make in messages:
            if topic != "robot_state":
                continue
            state = make()
            if state.has_last:
                frame = robot.execute(from_primitive(state.last.primitive))
            base = frame.robot.base
            if hypot(base.x - state.base.x, base.y - state.base.y) > _SAME:
                tell(f"after step {state.step} it is elsewhere: its pictures end there")
                return
            yield _key(state), frame.rgb
    except RobotError as error:
        tell(f"its pictures end there: {error}")
    finally:
        robot.close()


def _frames(messages: list[Timed], pictures: dict[Any, Image], title: str) -> Iterator[Image]:
    from egoplan_ros.nodes.convert.objects import from_grid
    from egoplan_ros.nodes.convert.outlines import outlines_of
    from egoplan_ros.nodes.convert.pixels import rgb

    view, place = TaskView(), Surroundings()
    images: dict[tuple[int, int], Image] = {}
    shot: tuple[Image, tuple[Outline, ...]] | None = None
    way: list[tuple[float, float]] = []
    for _, topic, make in messages:
        message = make()
        if topic == "status":
            view = kept(view, from_message(message))
        elif topic == "map":
            place = Surroundings(from_grid(message), place.way, place.marks)
        elif topic == "objects":
            way.append((message.robot.base.x, message.robot.base.y))
            marks = tuple(map(mark_of_message, message.objects))
            place = Surroundings(place.grid, tuple(way), marks)
        elif topic == "camera/color/image_raw":
            images = {_key(message): rgb(message)}
        elif topic == "detections" and _key(message) in images:
            image = pictures.get(_key(message), images[_key(message)])
            shot = image, outlines_of(message)
            yield compose(shot[0], view, title, shot[1], place)
    if shot is not None:
        yield compose(shot[0], view, title, shot[1], place)


def _key(message: Any) -> tuple[int, int]:
    return int(message.header.stamp.sec), int(message.header.stamp.nanosec)
