# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What became of many replays, by task type, and what was refused, by kind."""

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from egoplan_ros.bench.alfred_episodes.replays import Row
from egoplan_ros.world.rate import wilson

EXAMPLES = 3
"""Episodes named for each cause."""

_PLACE = re.compile(r"\(-?\d[^)]*\)|-?\d+\.\d+")
_ID = re.compile(r"([A-Za-z]\w*)\|[^\s,:]*")


def report(rows: Sequence[Row]) -> dict[str, Any]:
    """Rates of replays without a refused step and of goals met, and causes, the commonest first.

    ``all`` and each of ``by_type`` have ``ran_through`` and ``goal_met``: hits, n, and the 95 %
    interval. A cause is what was refused first in an episode: ``action``, ``about`` (the type of
    what was to be used), ``why`` without names and numbers, ``n``, ``goal_met`` (in how many the
    goal was met all the same) and ``examples`` (task ids). ``unmet`` are the episodes in which
    nothing was refused and the goal is not met either, ``moved`` those that began beside their
    start, with the metres.
    """
    kinds = sorted({row["task_type"] for row in rows})
    return {
        "all": _rates(rows),
        "by_type": {kind: _rates([r for r in rows if r["task_type"] == kind]) for kind in kinds},
        "causes": _causes(rows),
        "unmet": [r["task_id"] for r in rows if not r["refused"] and not r["success"]],
        "moved": {r["task_id"]: r["start_moved"] for r in rows if r["start_moved"]},
        "replays": list(rows),
    }


def _rates(rows: Sequence[Row]) -> dict[str, Any]:
    n = len(rows)
    return {
        "ran_through": wilson(sum(not row["refused"] for row in rows), n).to_json(),
        "goal_met": wilson(sum(row["success"] for row in rows), n).to_json(),
    }


def _causes(rows: Sequence[Row]) -> list[dict[str, Any]]:
    found: defaultdict[tuple[str, str, str], list[Row]] = defaultdict(list)
    for row in rows:
        if row["refused"]:
            first = row["refused"][0]
            found[first["action"], first["about"], kind_of(first["why"])].append(row)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        {
            "n": len(same),
            "goal_met": sum(row["success"] for row in same),
            "action": action,
            "about": about,
            "why": why,
            "examples": [row["task_id"] for row in same[:EXAMPLES]],
        }
        for (action, about, why), same in ordered
    ]


def kind_of(why: str) -> str:
    """A message without the ids, places and numbers in it."""
    return " ".join(_PLACE.sub("", _ID.sub(r"\1", why)).split())


def table(told: dict[str, Any]) -> str:
    """The report as text."""
    lines = [f"{'task type':32} {'ran through':>12} {'95 %':>15} {'goal met':>10} {'95 %':>15}"]
    for name, score in (("all", told["all"]), *told["by_type"].items()):
        words = [
            _cell(score[word], width) for word, width in (("ran_through", 12), ("goal_met", 10))
        ]
        lines.append(f"{name:32} {' '.join(words)}")
    if told["causes"]:
        lines += ["", "first refused step of an episode (n, goal met all the same):"]
    for cause in told["causes"]:
        what = " ".join(filter(None, (cause["action"], cause["about"])))
        lines.append(
            f"{cause['n']:4} {cause['goal_met']:4}  {what}: {cause['why']} ({cause['examples'][0]})"
        )
    if told["unmet"]:
        lines.append(f"nothing refused, goal not met: {', '.join(told['unmet'])}")
    if told["moved"]:
        moved = ", ".join(f"{name} {metres:g} m" for name, metres in told["moved"].items())
        lines.append(f"begun beside the start: {moved}")
    return "\n".join(lines)


def _cell(rate: dict[str, Any], width: int) -> str:
    share = f"{rate['hits']:.0f}/{rate['n']:.0f}"
    return f"{share:>{width}} [{rate['low']:5.1%}, {rate['high']:6.1%}]"
