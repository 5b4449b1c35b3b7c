"""Rates with confidence intervals, and the error breakdown."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from egoplan_ros.world.rate import wilson


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
