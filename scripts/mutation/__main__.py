"""Mutation testing of the rooms: how many small faults in their logic do the quick tests tell?

    make mutation                                          # 60 mutants of each of four rooms
    scripts/in-venv python scripts/mutation skills --sample 200 --again

A sample is drawn by its seed; each mutant is tried in a copy of the tree by the quick tests that
run the mutated place. What was tried is kept in build/mutation, so a run that was ended goes on.
Exit codes: 0 each room's score reaches the bar, 1 one does not, 2 bad usage.
"""

import argparse
import json
import os
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path

from egoplan_ros.world.rate import Rate, wilson

try:
    from cosmic_ray import plugins
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.work_db import WorkDB, use_db
    from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult
    from mutants import sample
    from trials import baseline, load, trial
except ModuleNotFoundError as error:
    print(
        f"mutation: {error.name} is not installed; "
        "scripts/in-venv pip install -r requirements/optional/mutation.txt",
        file=sys.stderr,
    )
    sys.exit(2)

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("mapping", "planning", "behavior", "skills")
STATE = ROOT / "build" / "mutation"
KEPT = (".venv", "install")
LEFT = (".git", "build", "runs", "tables", "docs", "__pycache__", ".mypy_cache", ".ruff_cache")


def main() -> int:
    """Tries the sample of each room and tells the scores."""
    options = _options()
    tree = _copy_tree(STATE / "tree")
    os.chdir(tree)
    scores: dict[str, Rate] = {}
    told: list[str] = []
    with suppress(KeyboardInterrupt):  # what was tried is told, and kept
        for room in options.rooms:
            with use_db(str(STATE / f"{room}.sqlite")) as database:
                items, places = sample(room, options.sample, options.seed)
                try:
                    _try_all(room, items, database, options.again)
                finally:
                    results = dict(database.results)
                    tried = [item for item in items if item.job_id in results]
                    survivors = [item for item in tried if _survived(results[item.job_id])]
                    scores[room] = wilson(len(tried) - len(survivors), len(tried))
                    told += [f"# {room}: {scores[room]} of {places} places\n"]
                    told += [_describe(item, results[item.job_id]) for item in survivors]
                    _write(STATE / "survivors.diff", "\n".join(told))
    if options.json:
        print(json.dumps({room: score.to_json() for room, score in scores.items()}, indent=2))
    else:
        print(*(f"{room:10} {score}" for room, score in scores.items()), sep="\n")
        print(f"survivors: {STATE / 'survivors.diff'}")
    whole = len(scores) == len(options.rooms)
    return 0 if whole and all(rate.value >= options.bar for rate in scores.values()) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="scripts/mutation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"of {', '.join(ROOMS)}; all")
    parser.add_argument("--sample", default="60", help="mutants a room, or `all` (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--again", action="store_true", help="try survivors again: tests changed")
    parser.add_argument("--bar", type=float, default=0.8, help="score of each room for exit 0")
    parser.add_argument("--json", action="store_true", help="scores as JSON")
    options = parser.parse_args()
    if unknown := set(options.rooms) - set(ROOMS):
        parser.error(f"no room {', '.join(sorted(unknown))}; there are {', '.join(ROOMS)}")
    if options.sample != "all" and not (options.sample.isdecimal() and int(options.sample)):
        parser.error(f"--sample {options.sample}: a number of mutants, or `all`")
    options.rooms = options.rooms or list(ROOMS)
    options.sample = None if options.sample == "all" else int(options.sample)
    return options


def _copy_tree(tree: Path) -> Path:
    """A copy to mutate: the real one stays as it is, whatever ends the run."""
    for path in tree.rglob("*.py"):
        if not (ROOT / path.relative_to(tree)).exists():
            path.unlink()
    ignored = shutil.ignore_patterns(*KEPT, *LEFT)
    shutil.copytree(ROOT, tree, ignore=ignored, dirs_exist_ok=True)
    for name in KEPT:
        if not (tree / name).exists():
            (tree / name).symlink_to(ROOT / name)
    return tree


def _try_all(room: str, items: Sequence[WorkItem], database: WorkDB, again: bool) -> None:
    results = dict(database.results)
    stored = {item.job_id for item in database.work_items}
    database.add_work_items([item for item in items if item.job_id not in stored])
    pending = [
        item
        for item in items
        if item.job_id not in results or (again and _survived(results[item.job_id]))
    ]
    if not pending:
        return
    load(room)
    known = baseline(room, STATE)
    for number, item in enumerate(pending, 1):
        spec = item.mutations[0]
        killed, told = trial(spec, known, STATE)
        outcome = TestOutcome.KILLED if killed else TestOutcome.SURVIVED
        database.set_result(item.job_id, WorkResult(WorkerOutcome.NORMAL, told, outcome))
        place = f"{spec.module_path}:{spec.start_pos[0]}"
        print(
            f"{room} {number}/{len(pending)} {outcome.value:8} {place}", file=sys.stderr, flush=True
        )


def _survived(result: WorkResult) -> bool:
    return result.test_outcome is TestOutcome.SURVIVED


def _describe(item: WorkItem, result: WorkResult) -> str:
    spec = item.mutations[0]
    whole = spec.module_path.read_text("utf-8")
    operator = plugins.get_operator(spec.operator_name)()
    mutant = mutate_code(whole, operator, spec.occurrence)
    name = str(spec.module_path)
    lines = [text.splitlines(keepends=True) for text in (whole, mutant)]
    diff = "".join(unified_diff(*lines, name, name, n=2))
    return f"# {spec.operator_name.partition('/')[2]}: passed {result.output}\n{diff}\n"


def _write(path: Path, text: str) -> None:
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(text, "utf-8")
    unfinished.replace(path)


if __name__ == "__main__":
    sys.exit(main())
