# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a robot did in its episode, in a file: who is started again goes on with it.

A base goes on where it stands. A simulator is deterministic: the same scene, arrangement and
primitives lead to the same state. So an episode outlives the simulator's process, and that of
whoever drives it.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from math import hypot
from pathlib import Path
from typing import Any, Protocol

from egoplan_ros.robots.hand import holds_after
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import wrap_angle
from egoplan_ros.world.primitive import Primitive, PrimitiveKind

_LARGEST = 16 << 20
_SAME_METRES, _SAME_RADIANS = 0.02, 0.02


@dataclass(frozen=True, slots=True)
class Step:
    """A primitive and what came of it.

    Attributes:
        primitive: what was done.
        success: whether the robot reported so.
        place: (x, y, yaw) of the base afterwards; metres, radians, map.
        stamp: of the frame afterwards, seconds.
    """

    primitive: Primitive
    success: bool
    place: tuple[float, float, float]
    stamp: float


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode up to now.

    Attributes:
        scene, seed: as of :meth:`Robot.reset`.
        number: by which others know it.
        stamp: of its first frame, seconds.
        steps: in order.
    """

    scene: str
    seed: int | None
    number: int
    stamp: float
    steps: tuple[Step, ...] = ()

    @property
    def holding(self) -> bool:
        """Whether there is something in the hand."""
        done = (step.primitive.kind for step in self.steps if step.success)
        return reduce(holds_after, done, False)


class Journal:
    """A file with one line for the episode and one for each primitive; written as they happen.

    Args:
        path: of the file.
        starter: who started this process; what another one's processes wrote is of no use.
    """

    def __init__(self, path: Path, starter: str) -> None:
        self._path, self._starter = path, starter

    def begin(self, episode: Episode) -> None:
        """A new episode; the former one is over."""
        facts = [self._starter, episode.scene, episode.seed, episode.number, episode.stamp]
        self._write(facts, "w")

    def add(self, frame: RgbdFrame) -> None:
        """The primitive after which this frame was taken."""
        last = frame.robot.last
        if last is not None:
            done, base = last.primitive, frame.robot.base
            what = [str(done.kind), done.magnitude, done.point, done.object_id, done.object_type]
            self._write([*what, last.success, base.x, base.y, base.yaw, frame.stamp], "a")

    def clear(self) -> None:
        """There is nothing to go on with."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)

    def read(self) -> Episode | None:
        """The episode that this starter's processes were in, None for none."""
        try:
            if self._path.stat().st_size > _LARGEST:
                return None
            first, *lines = self._path.read_text(encoding="utf-8").split("\n")
            starter, scene, seed, number, stamp = json.loads(first)
            # A line without its end was being written.
            steps = tuple(_step(json.loads(line)) for line in lines[:-1])
        except (OSError, ValueError, TypeError):
            return None
        if starter != self._starter:
            return None
        return Episode(scene, seed, number, stamp, steps)

    def _write(self, values: list[Any], mode: str) -> None:
        """To the page cache, which outlives the process; the disk need not be waited for."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open(mode, encoding="utf-8") as stream:
                stream.write(json.dumps(values) + "\n")


class Replayable(Protocol):
    """A robot in a simulator whose clock can be set."""

    def reset(self, scene: str | None = None, seed: int | None = None) -> RgbdFrame:
        """Begin the scene."""
        ...

    def execute(self, primitive: Primitive) -> RgbdFrame:
        """Do one primitive."""
        ...

    def observe(self) -> RgbdFrame:
        """Look."""
        ...

    def set_clock(self, stamp: float) -> None:
        """The present frame is of this time."""
        ...


def replay(
    robot: Replayable, episode: Episode, cancelled: Callable[[], bool] = lambda: False
) -> RgbdFrame:
    """Bring a robot to where it was; the frame that was taken there last, or one just like it.

    Raises:
        RobotError: it does not get there; the simulator dies again.
    """
    frame = robot.reset(episode.scene, episode.seed)
    robot.set_clock(episode.stamp)
    for number, step in enumerate(episode.steps, 1):
        if cancelled():
            raise RobotError("robot: the way back was cut short")
        frame = robot.execute(step.primitive)
        last, base = frame.robot.last, frame.robot.base
        x, y, yaw = step.place
        apart = hypot(base.x - x, base.y - y) > _SAME_METRES
        turned = abs(wrap_angle(base.yaw - yaw)) > _SAME_RADIANS
        if apart or turned or last is None or last.success != step.success:
            raise RobotError(f"robot: step {number}, {step.primitive}, went otherwise than before")
    if not episode.steps or frame.stamp < episode.steps[-1].stamp:
        robot.set_clock(episode.steps[-1].stamp if episode.steps else episode.stamp)
        frame = robot.observe()
    return frame


def _step(values: list[Any]) -> Step:
    kind, magnitude, point, name, sort, success, x, y, yaw, stamp = values
    place = (float(point[0]), float(point[1])) if point else None
    primitive = Primitive(PrimitiveKind(kind), float(magnitude), place, str(name), str(sort))
    return Step(primitive, bool(success), (float(x), float(y), float(yaw)), float(stamp))
