# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Mutation testing of the rooms: how many small faults in their logic do the quick tests tell?

    make mutation                                          # 60 mutants of each of four rooms
    scripts/in-venv python scripts/mutation skills --sample 200 --seed 2

Places are drawn by the seed; each mutant is tried in a copy of the tree by the quick tests that
run the mutated place. What was tried is kept in build/mutation while code and tests stay the same,
so a run that was ended goes on. Exit codes: 0, 1 something could not be tried, 2 bad usage.
"""

import argparse
import hashlib
import json
import os
import shutil
import signal
import sys
from itertools import islice
from pathlib import Path

from sample import ERROR, Fault, Outcome, Tried, draw, report, score

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("mapping", "planning", "behavior", "skills")
STATE = ROOT / "build" / "mutation"
SHARED = (".venv", "install")
LEFT = (".git", "build", "runs", "tables", "__pycache__", ".mypy_cache", ".ruff_cache")


def main() -> int:
    """Tries the sample of each room and tells the scores."""
    parser = argparse.ArgumentParser(
        prog="scripts/mutation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rooms", nargs="*", choices=ROOMS, help="of which; of all")
    parser.add_argument("--sample", type=int, default=60, help="places a room (60)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (1)")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends its forks, too
    try:
        import faults  # noqa: F401
        import pytest_cov  # noqa: F401
    except ModuleNotFoundError as error:
        remedy = "scripts/in-venv pip install -r requirements/optional/mutation.txt"
        print(f"mutation: {error.name} is not installed; {remedy}", file=sys.stderr)
        return 2
    kept = STATE / f"{_copy_tree(STATE / 'tree')}.jsonl"
    tried: dict[str, tuple[Tried, int]] = {}
    status = 0
    try:
        for room in options.rooms or ROOMS:
            _try(room, options.sample, options.seed, kept, tried)
    except KeyboardInterrupt:
        print("mutation: ended; the same command goes on", file=sys.stderr)
        status = 130
    except RuntimeError as error:
        print(f"mutation: {error}", file=sys.stderr)
        status = 1
    survivors, unfinished = STATE / "survivors.diff", STATE / "survivors.tmp"
    unfinished.write_text("\n".join(report(room, *found) for room, found in tried.items()), "utf-8")
    unfinished.replace(survivors)
    print(*(score(room, *found) for room, found in tried.items()), sep="\n")
    print(f"survivors: {survivors}")
    kinds = {outcome.kind for trials, _ in tried.values() for _, outcome in trials}
    return status or int(ERROR in kinds)


def _copy_tree(tree: Path) -> str:
    """A copy to mutate and work in: the real one stays as it is, whatever ends the run.

    Returns:
        A digest of the code, the tests and this tool: as long as it is the same, so are outcomes.
    """
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*SHARED, *LEFT))
    for name in SHARED:
        (tree / name).symlink_to(ROOT / name)
    digest = hashlib.sha256()
    for folder in ("egoplan_ros", "config", "test", "scripts/mutation"):
        for path in sorted(path for path in (tree / folder).rglob("*") if path.is_file()):
            digest.update(f"{path.relative_to(tree)}\n".encode() + path.read_bytes())
    os.chdir(tree)
    sys.path.insert(0, str(tree))
    return digest.hexdigest()[:16]


def _try(room: str, size: int, seed: int, kept: Path, tried: dict[str, tuple[Tried, int]]) -> None:
    from faults import mutant, places
    from trials import baseline, load, trial

    modules = sorted(Path("egoplan_ros", room).rglob("*.py"))
    found = [place for module in modules for place in places(module)]
    mutants = list(islice(filter(None, map(mutant, draw(found, seed))), size))
    rows = map(json.loads, kept.read_text("utf-8").splitlines() if kept.exists() else ())
    known = {Fault(*fault): Outcome(*outcome) for fault, outcome in rows}
    trials = [(one, known[one.fault]) for one in mutants if one.fault in known]
    tried[room] = trials, len(found)
    if len(trials) == len(mutants):
        return
    load(room)
    untouched = baseline(room, STATE)
    for number, one in enumerate(mutants, 1):
        if one.fault not in known:
            outcome = trial(one, untouched.tests(one.fault))
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps([one.fault, outcome]) + "\n")
            trials.append((one, outcome))
            place = f"{one.fault.module}:{one.fault.line}"
            print(f"{room} {number}/{len(mutants)} {outcome.kind:8} {place}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
