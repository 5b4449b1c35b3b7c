# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Scores of a detector as probabilities."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import expit

Scores = npt.NDArray[np.floating]


def logit(value: Scores) -> Scores:
    """Log-odds of scores, within 1e-4 of certainty."""
    bounded = np.clip(value, 1e-4, 1.0 - 1e-4)
    return np.asarray(np.log(bounded / (1.0 - bounded)))


@dataclass(frozen=True, slots=True)
class Calibration:
    """Platt's scaling (1999) on the logit of the score, for two questions.

    Attributes:
        thing: slope and shift of the probability that a thing is in the box.
        right: slope and shift of the probability that it also is what the detector calls it.
        threshold: the latter probability, from which on a detection is told by default.
    """

    thing: tuple[float, float]
    right: tuple[float, float]
    threshold: float

    def is_thing(self, scores: Scores) -> Scores:
        """Probability that there is a thing in the box."""
        return np.maximum(_scaled(scores, self.thing), self.is_right(scores))

    def is_right(self, scores: Scores) -> Scores:
        """Probability that there is a thing in the box, and is what the detector calls it."""
        return _scaled(scores, self.right)

    def raw(self, right: float) -> float:
        """The score that stands for a probability of being right."""
        slope, shift = self.right
        wanted = (logit(np.asarray(right)) - shift) / slope
        return float(expit(wanted))


def _scaled(scores: Scores, by: tuple[float, float]) -> Scores:
    return np.asarray(expit(by[0] * logit(np.asarray(scores)) + by[1]))


IDENTITY = Calibration((1.0, 0.0), (1.0, 0.0), 0.4)
"""For detectors of others: scores are taken as they are."""

SHIPPED = Calibration((3.62, 2.42), (3.91, 1.73), 0.65)
"""Of the shipped NanoDet, as :mod:`egoplan_ros.training.perception.photographs` fits it."""
