# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A rate with its confidence interval."""

from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Rate:
    """A success rate with its 95 % Wilson score interval.

    Attributes:
        hits, n: counts.
        low, high: bounds of the interval, each in [0, 1].
    """

    hits: int
    n: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """hits / n; 0 when nothing was tried."""
        return self.hits / self.n if self.n else 0.0

    def __str__(self) -> str:
        return f"{self.hits}/{self.n} = {self.value:.1%} [{self.low:.1%}, {self.high:.1%}]"

    def to_json(self) -> dict[str, float]:
        """Plain numbers."""
        return {
            "hits": self.hits,
            "n": self.n,
            "rate": round(self.value, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
        }


def wilson(hits: int, n: int, z: float = 1.96) -> Rate:
    """Wilson score interval (Wilson 1927); (0, 1) when n is 0."""
    if n == 0:
        return Rate(0, 0, 0.0, 1.0)
    share = hits / n
    scale = 1.0 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / scale
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == n else min(1.0, middle + half)
    return Rate(hits, n, low, high)
