# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rates with confidence intervals, and the error breakdown."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import median
from typing import Any

from egoplan_ros.bench.failures.taxonomies import count_causes, count_exceptions
from egoplan_ros.world.rate import wilson

SEARCHING = ("LookAround", "Explore", "Inspect", "Search", "Roam")
"""Actions that only find out what is where."""


def summarise(episodes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Rates of success (SR), of goal conditions (GC), path-weighted success (SPL), and the rest.

    SPL (ALFRED's PLWSR) is the mean of ``success * L / max(L, steps)`` with the expert's steps
    L, PLWGC that of each episode's share of goal conditions, weighted alike; episodes of which
    L is not known are left out. search_weighted is the mean of ``success * L / (L + search)``
    with the steps of looking and searching; no bound of SPL, for a search brings the robot
    nearer, too. Spent are the steps that each kind of action took. DTS is how far failures are
    from success, in metres, and 0 for a success (OGAMUS 4). P_C and R_C are precision and
    recall of the objects in memory, P_P and R_P those of what is believed of them (OGAMUS 4),
    pooled over episodes, predicates also one by one. Choices are those of strategies without a
    planner: how many candidates each had, against the actions applicable in that state (BCR
    table 3). Asked are those that a language model was asked for: who decided, in how many of
    all it named what the heuristic would have taken (and in what share a blind choice would),
    answers outside the list, wall seconds. Struck are the episodes in which something was made
    to go wrong, recognised those in which the agent named the blocking condition that its row
    is about, false claims those which it took for a success and that were none. Causes are
    those of the papers' taxonomies, of failures; exceptions all that was run into, by class,
    with the share that the agent handled itself (DANLI figure 7). SR_expert is that of the
    recorded episodes in which what the expert did still meets the goal; starts_moved is how
    many of them began beside their start.
    """
    met = sum(int(item["conditions_met"]) for item in episodes)
    total = sum(int(item["conditions"]) for item in episodes)
    return {
        "SR": wilson(sum(bool(item["success"]) for item in episodes), len(episodes)).to_json(),
        "GC": round(met / total, 4) if total else 0.0,
        "SPL": _mean(
            path_weighted(item, bool(item["success"]))
            for item in episodes
            if item.get("expert_steps")
        ),
        "PLWGC": _mean(
            path_weighted(item, item["conditions_met"] / max(item["conditions"], 1))
            for item in episodes
            if item.get("expert_steps")
        ),
        "search_weighted": _mean(_searching(item) for item in episodes if _tallied(item)),
        "DTS": _spread(
            item["distance_to_success"]
            for item in episodes
            if item.get("distance_to_success") is not None
        ),
        **_beliefs([item["beliefs"] for item in episodes if "beliefs" in item]),
        "steps": _spread(item["steps"] for item in episodes),
        "spent": _spent([item["spent"] for item in episodes if "spent" in item]),
        "failed_actions": _spread(item["failed_actions"] for item in episodes),
        "seconds": _spread(item["seconds"] for item in episodes),
        "steps_per_second": _speed(episodes),
        "choices": _choices(episodes),
        "asked": _asked([row for item in episodes for row in item.get("asked", ())]),
        "struck": sum(bool(item.get("faults")) for item in episodes),
        "recognised": sum(bool(item["blocking"].get(item["kind"])) for item in episodes),
        "faults": _total(item.get("faults", {}) for item in episodes),
        **_of_recorded([item for item in episodes if "expert_success" in item]),
        "false_claims": wilson(
            sum(bool(item["agent_success"]) and not item["success"] for item in episodes),
            len(episodes),
        ).to_json(),
        "reasons": dict(Counter(item["reason"] for item in episodes if not item["success"])),
        "blocking": _total(item["blocking"] for item in episodes),
        "causes": count_causes(episodes),
        "exceptions": count_exceptions(episodes),
    }


def _of_recorded(episodes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    feasible = [item for item in episodes if item["expert_success"]]
    hits = sum(bool(item["success"]) for item in feasible)
    moved = sum(bool(item.get("start_moved")) for item in episodes)
    rate = wilson(hits, len(feasible)).to_json()
    return {"SR_expert": rate, "starts_moved": moved} if episodes else {}


def _beliefs(judged: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    objects = {
        name: [sum(pair) for pair in zip(*(item["objects"][name] for item in judged), strict=True)]
        for name in ("precision", "recall")
    }
    atoms: dict[str, list[int]] = {}
    for item in judged:
        for name, counts in item["predicates"].items():
            atoms[name] = [a + b for a, b in zip(atoms.get(name, [0, 0, 0]), counts, strict=True)]
    right, believed, true = map(sum, zip(*atoms.values(), strict=True)) if atoms else (0, 0, 0)
    return {
        "P_C": _share(*objects["precision"]),
        "R_C": _share(*objects["recall"]),
        "P_P": _share(right, believed),
        "R_P": _share(right, true),
        "predicates": {
            name: {"precision": _share(right, believed), "recall": _share(right, true)}
            for name, (right, believed, true) in sorted(atoms.items())
        },
    }


def _share(hits: int = 0, out_of: int = 0) -> dict[str, float]:
    return wilson(hits, out_of).to_json()


def _total(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    return dict(sum(map(Counter, counts), start=Counter()))


def path_weighted(episode: Mapping[str, Any], score: float) -> float:
    """A score times the expert's steps, over the agent's where it took more (ALFRED: PLW)."""
    least = float(episode["expert_steps"])
    return score * least / max(least, float(episode["steps"]))


def _tallied(episode: dict[str, Any]) -> bool:
    return bool(episode.get("expert_steps") and "spent" in episode)


def _searching(episode: dict[str, Any]) -> float:
    least = float(episode["expert_steps"])
    search = sum(episode["spent"].get(name, 0) for name in SEARCHING)
    result: float = bool(episode["success"]) * least / (least + search)
    return result


def _spent(tallies: Sequence[Mapping[str, int]]) -> dict[str, float]:
    """Mean steps an episode by kind of action, most first."""
    total = Counter(_total(tallies))
    return {name: round(count / len(tallies), 2) for name, count in total.most_common() if count}


def _choices(episodes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    made = [pair for item in episodes for pair in item.get("decisions", ()) if pair[0]]
    return {
        "candidates": _spread(pair[0] for pair in made),
        "applicable": _spread(pair[1] for pair in made),
        "n": len(made),
    }


def _asked(made: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of choices that a language model was asked for."""
    return {
        "n": len(made),
        "by": dict(Counter(row["by"] for row in made)),
        "agreed": _share(sum(bool(row["agrees"]) for row in made), len(made)),
        "blind": _mean(1.0 / row["candidates"] for row in made),
        "outside": _share(sum(row["outside"] for row in made), sum(row["answers"] for row in made)),
        "seconds": _spread(row["seconds"] for row in made),
    }


def _mean(values: Iterable[float]) -> dict[str, float]:
    """Mean with its 95 % interval (normal, cut to [0, 1])."""
    found = list(values)
    n = len(found)
    mean = sum(found) / n if n else 0.0
    spread = sqrt(sum((x - mean) ** 2 for x in found) / (n - 1)) if n > 1 else 0.0
    half = 1.96 * spread / sqrt(n) if n else 0.0
    return {
        "mean": round(mean, 4),
        "low": round(max(mean - half, 0.0), 4),
        "high": round(min(mean + half, 1.0), 4),
        "n": n,
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
        "median": round(median(ordered), 3),
        "max": round(ordered[-1], 3),
    }
