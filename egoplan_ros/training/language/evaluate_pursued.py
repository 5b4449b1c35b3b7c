# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Accuracy of what the robot pursues: the goal that ``understand`` gives, or its refusal."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from egoplan_ros.language.goals.forms import conjunction, goal_of
from egoplan_ros.language.goals.slots import LAMPS, Slots
from egoplan_ros.world.goal import Atom, Exists, Forall, Formula
from egoplan_ros.world.meaning import meaning
from egoplan_ros.world.rate import wilson
from egoplan_ros.world.task import TaskUnderstanding

_SAME = dict.fromkeys((*LAMPS, ""), "Lamp")
"""The lamp's kind does not count; a record need not tell it."""

_HEATED = {**_SAME, "cooked": "hot"}
"""The data call heated what people want cooked; cooking heats, too."""


class Pursued:
    """Collects what was understood of annotated requests."""

    def __init__(self) -> None:
        self._confidence: list[float] = []
        self._right: list[bool] = []
        self._all = self._cooked = 0
        self._refused = 0

    def add(self, found: TaskUnderstanding | None, truth: Slots) -> None:
        """One more request; None was refused."""
        if found is None:
            self._refused += 1
            return
        got = meaning(found.formula, _SAME)
        self._confidence.append(found.confidence)
        self._right.append(got == meaning(goal_of(truth), _SAME))
        two = truth.task_type == "pick_two_obj_and_place"
        self._all += two and got == meaning(_all_of(truth), _SAME)
        if not self._right[-1]:
            self._cooked += meaning(found.formula, _HEATED) == meaning(goal_of(truth), _HEATED)

    def report(self) -> dict[str, Any]:
        """The figures.

        ``refused`` and ``right`` are shares of all requests, ``right_of_answered`` is one of those
        not refused, as are ``confidence`` (mean) and ``calibration_error``. Two counts are of goals
        that are not right, but near: ``all_for_two`` of those understood as all of a type where
        the annotation wants two, ``cooked_for_hot`` of those cooked where it wants them heated.
        """
        n, answered = len(self._right) + self._refused, len(self._right)
        right = sum(self._right)
        rate = wilson(right, n)
        error = None
        if answered:
            error = calibration_error(np.array(self._confidence), np.array(self._right))
        return {
            "n": n,
            "refused": self._refused / n,
            "right": right / n,
            "interval": (rate.low, rate.high),
            "right_of_answered": right / answered if answered else None,
            "all_for_two": self._all,
            "cooked_for_hot": self._cooked,
            "confidence": sum(self._confidence) / answered if answered else None,
            "calibration_error": error,
        }


def _all_of(slots: Slots) -> Formula:
    """The goal of two things, told of all there are."""
    parts: list[Formula] = [Atom("sliced", ("?o",))] if slots.sliced else []
    inner = conjunction([*parts, Atom("in", ("?o", "?r"))])
    return Exists((("?r", slots.recep),), Forall((("?o", slots.object),), inner))


def share_right(right: Sequence[bool]) -> dict[str, Any]:
    """How many answers there are, what share of them is right, and its interval."""
    rate = wilson(sum(right), len(right))
    return {
        "n": len(right),
        "joint": sum(right) / len(right),
        "interval": (rate.low, rate.high),
    }


def calibration_error(confidence: np.ndarray, correct: np.ndarray, bins: int = 10) -> float:
    """Expected calibration error over equal-width bins."""
    index = np.minimum((confidence * bins).astype(int), bins - 1)
    total = 0.0
    for number in range(bins):
        mine = index == number
        if mine.any():
            total += mine.mean() * abs(correct[mine].mean() - confidence[mine].mean())
    return float(total)
