# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""How sure it is that a thing is there, and of which type: calibrated Bayes over views.

Existence is the log-odds of an integrated probabilistic data association (Musicki and others 1994):
a detection adds those of its score, a look that should have shown the thing and did not takes off
what the detector's rate of finding says. The type is a categorical posterior: each look multiplies
it with the probabilities that the detector gives. A detector errs alike while it looks at the same
from the same side and distance: the n-th look of one view that says the same counts as 1 / n^2 of
one, all of them together as less than two.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from math import atan2, exp, hypot, log
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.detection import Detection

Candidates = tuple[tuple[str, float], ...]
Direction = tuple[int, int, int]

SURE = log(0.99 / 0.01)
"""Log-odds beyond which nothing is believed, so that what changed can be seen to have."""
PLAIN = log(0.999 / 0.001)
"""Log-odds that one look may tell at most; more than ``SURE``, so that a detector that is certain
is believed at once."""
_KINDS_SURE = 12.0
"""As ``SURE``, for the likeliest type over any type that was never thought of."""
UNLIKE = 0.04
"""Probability to be of one type below which two things are two, whatever their place."""
_ANGLE, _SCALE = 0.35, 0.3
"""Radians, and the logarithm of the distance, by which views differ that are independent."""
_REMEMBERED = 256
"""Views and what they told."""
_TOLD = 3
"""Types that are reported."""


def logit(probability: float) -> float:
    """Log-odds within what one look may tell; of what is no probability 0, as of one half."""
    if not 0.0 <= probability <= 1.0:
        return 0.0
    if probability in (0.0, 1.0):
        return PLAIN if probability else -PLAIN
    return min(max(log(probability / (1.0 - probability)), -PLAIN), PLAIN)


def share(log_odds: float) -> float:
    """The probability of log-odds."""
    return 1.0 / (1.0 + exp(-log_odds))


def direction(eye: npt.NDArray[np.float64], place: npt.NDArray[np.float64]) -> Direction:
    """From where a place is looked at, in steps of which each is a view of its own.

    Args:
        eye: camera in map, metres. place: middle of the thing.
    """
    x, y, z = (eye - place).tolist()
    planar = hypot(x, y)
    return (
        round(atan2(y, x) / _ANGLE),
        round(atan2(z, planar) / _ANGLE),
        round(log(max(hypot(planar, z), 0.1)) / _SCALE),
    )


class Novelty:
    """What was told last from which view, and how often running."""

    __slots__ = ("_told",)

    def __init__(self) -> None:
        self._told: dict[tuple[Direction, str], tuple[str, int]] = {}

    def weight(self, view: Direction, topic: str, told: str) -> float:
        """How much of a look it is to be told so of a topic from that view, in (0, 1].

        The n-th time running 1 / n^2; what is told otherwise than the last time is news.
        """
        key = (view, topic)
        last, count = self._told.pop(key, ("", 0))
        count = count + 1 if last == told else 1
        self._told[key] = (told, count)
        if len(self._told) > _REMEMBERED:
            del self._told[next(iter(self._told))]
        return 1.0 / (count * count)

    def forget(self, topic: str) -> None:
        """The robot changed it: what is told of that now is news from everywhere."""
        self._told = {key: value for key, value in self._told.items() if key[1] != topic}

    def to_list(self) -> list[Any]:
        """For files."""
        return [[*view, topic, *told] for (view, topic), told in self._told.items()]

    @classmethod
    def from_list(cls, rows: Iterable[Any]) -> "Novelty":
        """What :meth:`to_list` gave."""
        found = cls()
        for first, second, third, topic, told, count in rows:
            view = (int(first), int(second), int(third))
            found._told[view, str(topic)] = (str(told), int(count))
        return found


class Kinds:
    """Posterior over types, as log-likelihoods over any type that was never told of.

    Attributes:
        log: by type.
        types: how many there are in all.
    """

    __slots__ = ("log", "types")

    def __init__(self, types: int, log_ratios: Mapping[str, float] | None = None) -> None:
        self.types = max(types, 2)
        self.log = dict(log_ratios or {})

    @classmethod
    def certain(cls, kind: str, types: int) -> "Kinds":
        """Of a type that is known."""
        return cls(types, {kind: _KINDS_SURE})

    def add(self, told: Mapping[str, float], weight: float = 1.0) -> None:
        """Multiply with the likelihoods of one look (see :func:`ratios`)."""
        for name, value in told.items():
            self.log[name] = self.log.get(name, 0.0) + weight * value
        self._bound()

    def doubt(self, names: AbstractSet[str], most: float, by: float) -> None:
        """It is less likely of one of some types: their log-odds together, ``most`` at most, fall
        ``by``."""
        told = {name: value for name, value in self.log.items() if name in names}
        others = [value for name, value in self.log.items() if name not in names]
        if not told:
            return
        never = max(self.types - len(self.log) - len(names - told.keys()), 0)
        top = max(0.0, *self.log.values())
        rest = sum(exp(value - top) for value in others) + max(never, 1) * exp(-top)
        odds = log(sum(exp(value - top) for value in told.values()) / rest)
        shift = min(odds, most) - by - odds
        self.log |= {name: value + shift for name, value in told.items()}

    def _bound(self) -> None:
        excess = max(self.log.values(), default=0.0) - _KINDS_SURE
        if excess > 0.0:
            # The differences between types stay; those never told of come nearer.
            lower = {name: value - excess for name, value in self.log.items()}
            self.log = {name: value for name, value in lower.items() if value > 0.0}

    def posterior(self) -> Candidates:
        """(type, probability) of the likeliest, falling; the rest is spread over all others."""
        if not self.log:
            return ()
        others = max(self.types - len(self.log), 0)
        top = max(self.log.values())
        weights = {name: exp(value - top) for name, value in self.log.items()}
        total = sum(weights.values()) + others * exp(-top)
        ranked = sorted(weights, key=lambda name: (-weights[name], name))
        return tuple((name, weights[name] / total) for name in ranked[:_TOLD])


def told_types(detection: Detection) -> Candidates:
    """The (type, probability) pairs of a detection that are such; () for a certain type."""
    good = [
        (name, p)
        for name, p in detection.candidates
        if isinstance(p, int | float) and 0.0 <= p <= 1.0
    ]
    total = sum(p for _, p in good)
    scale = 1.0 / total if total > 1.0 else 1.0
    return tuple((name, p * scale) for name, p in good)


def ratios(detection: Detection, types: int) -> dict[str, float]:
    """Log-likelihoods of the types a detection tells of over any other type."""
    told = told_types(detection)
    if not told:
        return {detection.type: _KINDS_SURE}
    rest = max(1.0 - sum(p for _, p in told), 1e-3) / max(types - len(told), 1)
    return {name: min(max(log(max(p, 1e-6) / rest), -_KINDS_SURE), _KINDS_SURE) for name, p in told}


def alike(first: Candidates, second: Candidates) -> float:
    """Probability that two things are of one type, each known by its likeliest types."""
    other = dict(second)
    return sum(p * other.get(name, 0.0) for name, p in first)


def bounded(log_odds: float) -> float:
    """Within what is believed at most."""
    return min(max(log_odds, -SURE), SURE)


def resemblance(
    first: npt.NDArray[np.float32] | None, second: npt.NDArray[np.float32] | None
) -> float | None:
    """Cosine of two looks in [-1, 1]; None where one is unknown or of another length."""
    if first is None or second is None or first.shape != second.shape:
        return None
    found = float(first @ second)
    return found if -1.01 <= found <= 1.01 else None
