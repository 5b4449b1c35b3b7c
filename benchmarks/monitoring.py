# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Subgoal monitoring on ALFRED's expert histories: what is completed, what remains.

Run: `python benchmarks/monitoring.py DIR/alfred_train.jsonl.gz [--predictions FILE]`, where FILE is
what `./egoplan eval-language DIR --held-out --input goal+steps --predictions FILE` wrote. Scored
are the floor plans of the test part. With predictions the goal is the one read from the sentence,
the history the first half of the expert's; each subgoal of the true goal must stand at its place
in the same list (DANLI's patient, predicate, destination).
`--json` prints the rates as JSON, which `./egoplan table danli.4` reads.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from egoplan_ros.language.goals.forms import goal_of
from egoplan_ros.language.goals.monitoring import Progress, monitored
from egoplan_ros.language.goals.slots import Slots, from_record
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.training.language.corpus import cut, read_sentences
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.rate import Rate, wilson
from egoplan_ros.world.task import Subgoal

IDLE = ("NoOp", "GotoLocation")


def histories(path: Path, seed: int) -> Iterator[tuple[str, Slots, list[list[str]]]]:
    """(task, its slots, expert actions) of the test part, each task once."""
    plans = {sentence.plan for sentence in cut(read_sentences(path), seed)["test"]}
    seen: set[str] = set()
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            record = json.loads(line)
            task = record["task_id"]
            if record["floor_plan"] in plans and record.get("gold_subgoals") and task not in seen:
                seen.add(task)
                yield task, from_record(record), record["gold_subgoals"]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--predictions", type=Path)
    parser.add_argument("--seed", type=int, default=0, help="of the cut by floor plan (0)")
    parser.add_argument("--json", action="store_true", help="print the rates as JSON")
    args = parser.parse_args()
    lexicon = Lexicon(load_ontology())
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()

    def count(name: str, good: bool) -> None:
        right[name] += good
        total[name] += 1

    tasks = {}
    for task, slots, acts in histories(args.data, args.seed):
        told = [" ".join(act) for act in acts]
        tasks[task] = told
        goal = goal_of(slots)
        last = max(i for i, act in enumerate(acts) if act[0] not in IDLE)
        count("nothing completed at the start", not monitored(goal, [], lexicon).completed)
        count("something remains before the last act", bool(_left(goal, told[:last], lexicon)))
        count("nothing remains at the end", not _left(goal, told, lexicon))
    for line in args.predictions.open(encoding="utf-8") if args.predictions else ():
        item = json.loads(line)
        told = tasks.get(item["task_id"], [])
        told = told[: len(told) // 2]
        if told and item["guess"]:
            truth = monitored(goal_of(Slots(**item["truth"])), told, lexicon)
            guess = monitored(goal_of(Slots(**item["guess"])), told, lexicon)
            for field in ("patient", "predicate", "destination"):
                for mine, other in _pairs(truth, guess):
                    if getattr(mine, field):
                        count(f"read from words: {field}", _same(mine, other, field))
            count("read from words: all of a request", truth == guess)
    rates = {name: wilson(right[name], n) for name, n in total.items()}
    if args.json:
        print(json.dumps(_nested(rates)))
        return
    for name, rate in rates.items():
        low, high = 100 * rate.low, 100 * rate.high
        print(f"{name}: {100 * rate.value:.1f} % [{low:.1f}, {high:.1f}] (n = {rate.n})")


def _nested(rates: dict[str, Rate]) -> dict[str, dict[str, Any]]:
    """By what is read and, within that, by what of it is right."""
    found: dict[str, dict[str, Any]] = {}
    for name, rate in rates.items():
        group, _, part = name.partition(": ")
        found.setdefault(group, {})[part or "all"] = rate.to_json()
    return found


def _left(goal: Any, told: list[str], lexicon: Lexicon) -> tuple[Subgoal, ...]:
    return monitored(goal, told, lexicon).remaining


def _pairs(truth: Progress, guess: Progress) -> Iterator[tuple[Subgoal, Subgoal | None]]:
    """Each true subgoal with the one at its place in the same list."""
    for mine, other in (
        (truth.completed, guess.completed),
        (truth.remaining, guess.remaining),
    ):
        for number, subgoal in enumerate(mine):
            yield subgoal, other[number] if number < len(other) else None


def _same(mine: Subgoal, other: Subgoal | None, field: str) -> bool:
    return other is not None and getattr(mine, field) == getattr(other, field)


if __name__ == "__main__":
    main()
