"""Rates with confidence intervals, and the error breakdown."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any


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


def summarise(episodes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Success (SR), goal-condition success (GC), steps, failures and reasons of episodes."""
    met = sum(int(item["conditions_met"]) for item in episodes)
    total = sum(int(item["conditions"]) for item in episodes)
    return {
        "SR": wilson(sum(bool(item["success"]) for item in episodes), len(episodes)).to_json(),
        "GC": round(met / total, 4) if total else 0.0,
        "steps": _spread(item["steps"] for item in episodes),
        "failed_actions": _spread(item["failed_actions"] for item in episodes),
        "seconds": _spread(item["seconds"] for item in episodes),
        "steps_per_second": _speed(episodes),
        "claimed": sum(bool(item["agent_success"]) for item in episodes),
        "reasons": dict(Counter(item["reason"] for item in episodes if not item["success"])),
        "blocking": dict(sum((Counter(item["blocking"]) for item in episodes), start=Counter())),
    }


def _speed(episodes: Sequence[dict[str, Any]]) -> float:
    """Primitives per second while tasks were under way; set-up is left out."""
    seconds = sum(float(item.get("task_seconds", 0.0)) for item in episodes)
    return round(sum(item["steps"] for item in episodes) / seconds, 3) if seconds else 0.0


def _spread(values: Iterable[float]) -> dict[str, float]:
    ordered = sorted(values)
    if not ordered:
        return {"mean": 0.0, "median": 0.0, "max": 0.0}
    return {
        "mean": round(sum(ordered) / len(ordered), 3),
        "median": round(ordered[len(ordered) // 2], 3),
        "max": round(ordered[-1], 3),
    }
