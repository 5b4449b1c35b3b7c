# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What columns measure, by name, of the episodes of one cell."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from egoplan_ros.bench.failures.exceptions import exceptions
from egoplan_ros.bench.failures.log import Entry
from egoplan_ros.bench.failures.taxonomies import TAXONOMIES, causes
from egoplan_ros.bench.metrics import path_weighted
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tables.estimate import Estimate, mean, share, weighted
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.ontology import load_ontology

Episodes = Sequence[Mapping[str, Any]]
Measure = Callable[[Episodes, str], Estimate | None]
"""Of episodes that had a task, and what is asked about; shares are told up to 1."""

_PLANNED = (PlanStatus.SOLVED, PlanStatus.EXPLORE, PlanStatus.SATISFIED)


def _success(episodes: Episodes, _: str) -> Estimate | None:
    return share(sum(bool(item["success"]) for item in episodes), len(episodes))


def _conditions_met(episodes: Episodes, _: str) -> Estimate | None:
    """Pooled over episodes, as ALFRED's."""
    met = [float(item["conditions_met"]) for item in episodes]
    return weighted(met, [float(item["conditions"]) for item in episodes], most=1.0)


def _conditions_met_each(episodes: Episodes, _: str) -> Estimate | None:
    """Averaged over episodes, as TEACh's."""
    return mean([_met(item) for item in episodes], most=1.0)


def _met(episode: Mapping[str, Any]) -> float:
    return float(episode["conditions_met"]) / max(int(episode["conditions"]), 1)


def _path_weighted_success(episodes: Episodes, _: str) -> Estimate | None:
    known = [item for item in episodes if item.get("expert_steps")]
    return mean([path_weighted(item, bool(item["success"])) for item in known], most=1.0)


def _path_weighted_conditions(episodes: Episodes, _: str) -> Estimate | None:
    known = [item for item in episodes if item.get("expert_steps")]
    return mean([path_weighted(item, _met(item)) for item in known], most=1.0)


def _success_within(episodes: Episodes, steps: str) -> Estimate | None:
    return share(sum(_done(item, steps) for item in episodes), len(episodes))


def _path_weighted_within(episodes: Episodes, steps: str) -> Estimate | None:
    known = [item for item in episodes if item.get("expert_steps")]
    return mean([path_weighted(item, _done(item, steps)) for item in known], most=1.0)


def _done(episode: Mapping[str, Any], steps: str) -> bool:
    return bool(episode["success"]) and int(episode["steps"]) <= int(steps)


def _distance(episodes: Episodes, _: str) -> Estimate | None:
    far = [item["distance_to_success"] for item in episodes if "distance_to_success" in item]
    return mean([float(value) for value in far if value is not None])


def _pooled(part: str, of: Callable[[Mapping[str, Any]], tuple[int, int]]) -> Measure:
    def measure(episodes: Episodes, _: str) -> Estimate | None:
        pairs = [of(item["beliefs"][part]) for item in episodes if "beliefs" in item]
        return share(sum(hits for hits, _ in pairs), sum(n for _, n in pairs))

    return measure


def _atoms(which: int) -> Callable[[Mapping[str, Any]], tuple[int, int]]:
    """Atoms believed and true, out of those believed (1) or true (2)."""

    def count(predicates: Mapping[str, Any]) -> tuple[int, int]:
        rows = predicates.values()
        return sum(row[0] for row in rows), sum(row[which] for row in rows)

    return count


def _cause(paper: str) -> Measure:
    def measure(episodes: Episodes, name: str) -> Estimate | None:
        if name not in TAXONOMIES[paper].CAUSES:
            raise ValueError(f"{paper} has no cause {name!r}")
        told = [found[paper] for item in episodes if (found := causes(item))]
        return share(told.count(name), len(told))

    return measure


def _exception_share(episodes: Episodes, name: str) -> Estimate | None:
    found = [kind for item in episodes for kind, _ in exceptions(item)]
    return share(sum(kind == name for kind in found), len(found))


def _exception_handled(episodes: Episodes, name: str) -> Estimate | None:
    found = [done for item in episodes for kind, done in exceptions(item) if name in ("All", kind)]
    return share(sum(found), len(found))


def _answers(episode: Mapping[str, Any]) -> list[Entry]:
    """The planner's answers; what was cancelled is none."""
    entries = (Entry(*row) for row in episode.get("events", ()))
    return [e for e in entries if e.kind == "planner" and e.code != PlanStatus.CANCELLED]


def _no_plan(episodes: Episodes, _: str) -> Estimate | None:
    found = [entry.code not in _PLANNED for item in episodes for entry in _answers(item)]
    return share(sum(found), len(found))


def _planning_seconds(episodes: Episodes, _: str) -> Estimate | None:
    spent = [[entry.seconds for entry in _answers(item)] for item in episodes]
    return weighted(list(map(sum, spent)), list(map(len, spent)))


def _choices(which: int) -> Measure:
    """Candidates (0) or applicable actions (1) a decision."""

    def measure(episodes: Episodes, _: str) -> Estimate | None:
        made = [[p[which] for p in item.get("decisions", ()) if p[0]] for item in episodes]
        return weighted(list(map(sum, made)), list(map(len, made)))

    return measure


def _short_paths(episodes: Episodes, ratio: str) -> Estimate | None:
    done = [e for e in episodes if e["success"] and e.get("expert_steps")]
    short = [e["steps"] < float(ratio) * e["expert_steps"] for e in done]
    return share(sum(short), len(short))


MEASURES: dict[str, Measure] = {
    "SR": _success,
    "GC": _conditions_met,
    "GC_mean": _conditions_met_each,
    "PLWSR": _path_weighted_success,
    "PLWGC": _path_weighted_conditions,
    "SR_within": _success_within,
    "SPL_within": _path_weighted_within,
    "DTS": _distance,
    "P_C": _pooled("objects", lambda objects: tuple(objects["precision"])),
    "R_C": _pooled("objects", lambda objects: tuple(objects["recall"])),
    "P_P": _pooled("predicates", _atoms(1)),
    "R_P": _pooled("predicates", _atoms(2)),
    "cause_epa": _cause("epa"),
    "cause_danli": _cause("danli"),
    "cause_ogamus": _cause("ogamus"),
    "exception_share": _exception_share,
    "exception_handled": _exception_handled,
    "no_plan": _no_plan,
    "planning_seconds": _planning_seconds,
    "candidates": _choices(0),
    "applicable": _choices(1),
    "seconds": lambda episodes, _: mean([float(e["task_seconds"]) for e in episodes]),
    "sessions": lambda episodes, _: Estimate(len(episodes), None, None, len(episodes)),
    "conditions": lambda episodes, _: mean([float(e["conditions"]) for e in episodes]),
    "short_paths": _short_paths,
}
"""Each with the episodes and what is asked about."""


def _type_known(name: str) -> bool:
    return name.replace(" ", "").lower() in {kind.lower() for kind in load_ontology().types}


LISTS: dict[str, Callable[[str], bool]] = {
    "type_known": _type_known,
    "task_known": lambda name: name in load_suite("alfred").kinds,
}
"""What needs no episode: whether a name is known to the package."""

REPORT = "report"
"""The measure that reads what another command measured."""


def from_report(path: Path, about: str) -> Estimate | None:
    """A figure of another command's JSON; None where there is no such file or figure.

    Args:
        path: of the file.
        about: keys with dots between, of a number or of a share with its n.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        for key in about.split("."):
            found = found[key]
        if isinstance(found, dict):
            rate, n = found["rate"] if "rate" in found else found["accuracy"], int(found["n"])
            return share(round(float(rate) * n), n)
        return Estimate(float(found), None, None, 0)
    except (OSError, ValueError, KeyError, TypeError):
        return None
