# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether a message goes on where the one before it was, or leaps to another episode or time."""

import time
from collections.abc import Callable
from typing import Any

from egoplan_ros.msg import ObjectArray, RobotState
from egoplan_ros.nodes.convert.stamps import from_time

_BEGINNING = 5
"""Primitives within which a new episode is told."""
_LASTING_SECONDS = 3.0
"""For which the same has to be told until it is believed."""
_LEAP_SECONDS = 3600.0


class Continuity:
    """Doubts a single message that tells of another episode, or of hours later or earlier.

    Who keeps the state of an episode forgets it with the next one, so that one false message would
    end a task. An episode that begins counts at once; any other change counts when it goes on, or
    is told for a while, and nothing of the former one comes between.

    Args:
        kind: of the messages; those that tell of no episode are not doubted.
        clock: monotonic seconds.
    """

    def __init__(self, kind: type, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._since = clock, 0.0
        self._of_objects = kind is ObjectArray
        self._watched = kind in (ObjectArray, RobotState)
        self._last: tuple[int, float] | None = None
        self._doubted: tuple[int, float] | None = None

    def problem(self, message: Any) -> str:
        """What is to be doubted of a message that is well formed; "" when it is believed."""
        if not self._watched:
            return ""
        robot = message.robot if self._of_objects else message
        told = int(robot.episode), from_time(message.header.stamp)
        last, doubted = self._last, self._doubted
        begins = last is not None and told[0] > last[0] and robot.step <= _BEGINNING
        if last is None or begins or _goes_on(last, told) or self._stands(told):
            self._last, self._doubted = told, None
            return ""
        if doubted is None or not _goes_on(doubted, told):
            self._doubted, self._since = told, self._clock()
        if told[0] != last[0]:
            return f"tells of episode {told[0]} at step {robot.step}, in the middle of {last[0]}"
        return f"leaps by {told[1] - last[1]:.0f} s"

    def _stands(self, told: tuple[int, float]) -> bool:
        """Whether what was doubted before goes on, or has been told for a while."""
        doubted = self._doubted
        if doubted is None or not _goes_on(doubted, told):
            return False
        return told[1] > doubted[1] or self._clock() - self._since > _LASTING_SECONDS


def _goes_on(last: tuple[int, float], told: tuple[int, float]) -> bool:
    return told[0] == last[0] and abs(told[1] - last[1]) < _LEAP_SECONDS
