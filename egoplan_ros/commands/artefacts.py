# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Collects what a run shows and draws its map and video, whatever way the run ends."""

import queue
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from egoplan_ros.commands.pictures.film_frame import compose
from egoplan_ros.commands.pictures.map_picture import Deed, draw_map
from egoplan_ros.commands.pictures.surroundings import Mark, Surroundings
from egoplan_ros.commands.pictures.video import FPS, Video
from egoplan_ros.commands.run_folder import RunFolder
from egoplan_ros.commands.task_view import TaskView, another_task
from egoplan_ros.perception.outlines import Outline
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.occupancy import OccupancyGrid

WAITING = 64
"""Frames that may wait for the encoder; when it falls behind further, frames are left out."""

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Shot:
    """What a frame of the video is made of."""

    image: Image
    seen: tuple[Outline, ...]
    view: TaskView
    place: Surroundings


class Artefacts:
    """May be fed from any thread; frames are encoded in a thread of its own."""

    def __init__(self, folder: RunFolder, title: str, video: bool) -> None:
        """Begin.

        Args:
            folder: where the files go.
            title: the instruction.
            video: whether a video is wanted.
        """
        self._folder = folder
        self._title = title
        self._further: list[str] = []
        self._view = TaskView()
        self._grid: OccupancyGrid | None = None
        self._marks: tuple[Mark, ...] = ()
        self._way: list[tuple[float, float]] = []
        self._deeds: list[Deed] = []
        self._queue: queue.Queue[_Shot | None] = queue.Queue(WAITING)
        self._video = Video(folder.video) if video else None
        self._thread: threading.Thread | None = None
        self._seen: tuple[Image, tuple[Outline, ...]] | None = None
        self._closed = False
        self.problems: list[str] = []
        if self._video is not None:
            self._thread = threading.Thread(target=self._encode, name="video", daemon=True)
            self._thread.start()

    @property
    def view(self) -> TaskView:
        """The status told last."""
        return self._view

    def status(self, view: TaskView) -> None:
        """Where the task stands."""
        if view.action != self._view.action:
            self._note_deed()
        if another_task(self._view, view):
            self._further.append(view.instruction)
        self._view = view

    def _note_deed(self) -> None:
        """The action of the last status has ended here."""
        if self._view.action and self._way:
            self._deeds.append(Deed(self._view.action, *self._way[-1]))

    def _place(self) -> Surroundings:
        return Surroundings(self._grid, tuple(self._way), self._marks)

    def image(self, image: Image, seen: tuple[Outline, ...] = ()) -> None:
        """What the camera sees now, and outlines of what was detected in it."""
        if self._thread is not None:
            self._seen = image, seen
            try:
                self._queue.put_nowait(_Shot(image, seen, self._view, self._place()))
            except queue.Full:
                return

    def map(self, grid: OccupancyGrid) -> None:
        """The present map."""
        self._grid = grid

    def position(self, x: float, y: float) -> None:
        """Where the base is, map metres; kept when it has moved."""
        if not self._way or np.hypot(x - self._way[-1][0], y - self._way[-1][1]) > 0.01:
            self._way.append((x, y))

    def objects(self, marks: Iterable[Mark]) -> None:
        """The present object memory."""
        self._marks = tuple(marks)

    def close(self, outcome: str) -> None:
        """Finish the video and draw the map; never raises, see ``problems``.

        Args:
            outcome: for the title of the map.
        """
        if self._closed:
            return
        self._closed = True
        if self._thread is not None:
            if self._seen is not None:  # the last picture stands for two seconds
                for _ in range(2 * FPS):
                    self._queue.put(_Shot(*self._seen, self._view, self._place()))
            self._queue.put(None)
            self._thread.join()
        self._note_deed()
        try:
            title = "; then ".join([f"{self._title} - {outcome}", *self._further])
            draw_map(self._folder.map, self._place(), title, self._deeds)
        except Exception as error:  # a run must not fail for its picture
            self.problems.append(f"map picture: {type(error).__name__}: {error}")
        for problem in self.problems:
            print(f"egoplan: {problem}", file=sys.stderr)

    def _encode(self) -> None:
        assert self._video is not None
        failed = False
        while (item := self._queue.get()) is not None:
            if failed:
                continue
            try:
                self._video.add(compose(item.image, item.view, self._title, item.seen, item.place))
            except RobotError as error:
                failed = True
                self.problems.append(str(error))
            except Exception as error:
                failed = True
                self.problems.append(f"video: {type(error).__name__}: {error}")
        try:
            self._video.close()
        except Exception as error:
            self.problems.append(f"video: {type(error).__name__}: {error}")
