# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A figure with its 95 % interval."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Self

from scipy.stats import t

from egoplan_ros.world.rate import wilson

_SAME = 1e-12
"""Squared deviations below it are of rounding."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What was measured.

    Attributes:
        value: the figure.
        low, high: its 95 % interval; None where ``n`` tells of none.
        n: of how many episodes (calls, exceptions); 0 where that is not told.
    """

    value: float
    low: float | None
    high: float | None
    n: int

    def times(self, factor: float) -> Self:
        """In another unit."""
        low = None if self.low is None else factor * self.low
        high = None if self.high is None else factor * self.high
        return replace(self, value=factor * self.value, low=low, high=high)


def share(hits: int, n: int) -> Estimate | None:
    """A share with Wilson's interval; None of nothing."""
    rate = wilson(hits, n)
    return Estimate(rate.value, rate.low, rate.high, n) if n else None


def mean(values: Sequence[float], least: float = 0.0, most: float = inf) -> Estimate | None:
    """A mean with Student's interval, cut to what is possible; None of nothing."""
    return weighted(values, [1.0] * len(values), least, most)


def weighted(
    values: Sequence[float], weights: Sequence[float], least: float = 0.0, most: float = inf
) -> Estimate | None:
    """The sum of values over that of weights, with a linearised interval (Cochran 1977, 6.4).

    Of shares that are all the same, it is Wilson's: that they are says little while they are few.
    """
    n, total = len(values), sum(weights)
    if not n or not total:
        return None
    ratio = sum(values) / total
    if n == 1:
        return Estimate(ratio, None, None, 1)
    rest = sum((v - ratio * w) ** 2 for v, w in zip(values, weights, strict=True))
    if rest < _SAME and most == 1.0:
        rate = wilson(round(ratio * n), n)
        return Estimate(ratio, min(rate.low, ratio), max(rate.high, ratio), n)
    half = float(t.ppf(0.975, n - 1)) * sqrt(n * rest / (n - 1)) / total
    return Estimate(ratio, max(ratio - half, least), min(ratio + half, most), n)
