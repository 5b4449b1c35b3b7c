"""Scores of a detector as probabilities."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.floating]


def _logit(value: Scores) -> Scores:
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
        wanted = (_logit(np.asarray(right)) - shift) / slope
        return float(1.0 / (1.0 + np.exp(-wanted)))


def _scaled(scores: Scores, by: tuple[float, float]) -> Scores:
    return np.asarray(1.0 / (1.0 + np.exp(-(by[0] * _logit(np.asarray(scores)) + by[1]))))


def fitted(scores: Scores, truth: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and shift by maximum likelihood (Newton's method, at most 50 steps).

    Args:
        scores: ``(n,)`` in [0, 1].
        truth: ``(n,)``, whether it was so.
    """
    table = np.stack([_logit(np.asarray(scores, dtype=np.float64)), np.ones(len(scores))], axis=1)
    weights = np.array([1.0, 0.0])
    for _ in range(50):
        expected = 1.0 / (1.0 + np.exp(-(table @ weights)))
        slope = table.T @ (truth - expected)
        curve = table.T @ (table * (expected * (1.0 - expected))[:, None]) + 1e-6 * np.eye(2)
        step = np.linalg.solve(curve, slope)
        weights = weights + np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-9:
            break
    return float(weights[0]), float(weights[1])


IDENTITY = Calibration((1.0, 0.0), (1.0, 0.0), 0.4)
"""For detectors of others: scores are taken as they are."""

SHIPPED = Calibration((3.62, 2.42), (3.91, 1.73), 0.65)
"""Of the shipped NanoDet, as :mod:`egoplan_ros.training.perception.photographs` fits it."""
