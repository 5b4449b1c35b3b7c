# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Fast Downward as a pair of separate programs: the translator grounds, the search component plans.

Both are run directly, without the driver script, which would cost one more Python start and
another process to lose track of. The translator is GPL software: it runs as its own program, kept
warm between calls, and is never imported here. Small problems do without it (see grounding.py).
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from egoplan_ros.planning.engines.process import Ending, Outcome, run_group
from egoplan_ros.planning.engines.warm_workers import WarmModule
from egoplan_ros.planning.grounding.grounding import Stopped, TooLarge, ground_task, sas_text
from egoplan_ros.planning.pddl.domain import Domain
from egoplan_ros.planning.problem.problem import Problem, domain_text, problem_text
from egoplan_ros.planning.simulate import Step
from egoplan_ros.world.action import PlanStatus
from egoplan_ros.world.errors import InputError

# Exit codes, see driver/returncodes.py of Fast Downward.
_SOLVED = frozenset({0, 1, 2, 3})
_UNSOLVABLE = frozenset({10, 11, 12})
_GAVE_UP = frozenset({12, 23})
_OUT_OF_MEMORY = frozenset({20, 22})
_OUT_OF_TIME = frozenset({21, 23, 24, -24})
_UNSUPPORTED = frozenset({31, 33, 34})

TRANSLATOR = "fast_downward.translate"

# Invariants make "not holding x" one operator for each other thing that may be in hand: with binary
# variables a large problem is a twentieth of the size, and a small one grounds faster too.
BINARY = ("--invariant-generation-max-candidates", "0")
SMALL = 20_000
"""Instances up to which a problem is grounded here, which takes some 0.15 s at most."""

FILES = ("domain.pddl", "problem.pddl")
NOT_REACHABLE = "not even relaxed reachable"


@dataclass(frozen=True, slots=True)
class Answer:
    """What Fast Downward said; ``times`` has seconds for "ground" and "search"."""

    status: PlanStatus
    steps: tuple[Step, ...]
    times: dict[str, float]
    message: str = ""


@dataclass(frozen=True, slots=True)
class Programs:
    """Where the two programs are."""

    translator: Path
    search: Path


@lru_cache(maxsize=1)
def find_programs() -> Programs:
    """Locate Fast Downward in the installed package up-fast-downward.

    Raises:
        InputError: it is not installed.
    """
    spec = find_spec("up_fast_downward")
    if spec is None or spec.origin is None:
        raise InputError("Fast Downward is not installed; pip install up-fast-downward")
    folder = Path(spec.origin).parent / "downward" / "builds" / "release" / "bin"
    search = folder / "downward"
    if not search.exists():
        raise InputError(f"{search}: missing; reinstall up-fast-downward")
    return Programs(folder, search)


@lru_cache(maxsize=1)
def warm_translator() -> WarmModule:
    """The translator, shared by all planners of this process.

    Raises:
        InputError: Fast Downward is not installed.
    """
    preload = (f"{TRANSLATOR}.main", f"{TRANSLATOR}.options")
    return WarmModule(find_programs().translator, TRANSLATOR, preload)


def solve(
    domain: Domain,
    problem: Problem,
    *,
    searches: Sequence[str],
    timeout_s: float,
    memory_bytes: int,
    cancelled: Callable[[], bool] | None = None,
    small: int = SMALL,
) -> Answer:
    """Solve a problem within a hard wall-clock limit.

    Args:
        domain: action schemas.
        problem: objects, initial state and goal.
        searches: arguments of --search, tried in turn until one ends with a plan or a proof.
        timeout_s: seconds for translation and search together.
        memory_bytes: address space of each program.
        cancelled: polled; when true both programs are killed.
        small: instances up to which the problem is grounded here; 0 leaves it to the translator.
    """
    program = str(find_programs().search)
    deadline = time.perf_counter() + timeout_s
    times = {"ground": 0.0, "search": 0.0}
    with tempfile.TemporaryDirectory(prefix="egoplan-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        began = time.perf_counter()
        answer = _ground(domain, problem, folder, deadline, memory_bytes, cancelled, small)
        times["ground"] = time.perf_counter() - began
        if answer is not None:
            return replace(answer, times=times)
        for search in searches:
            outcome = run_group(
                [program, "--search", search, "--internal-plan-file", "plan.txt"],
                directory=folder,
                timeout_s=deadline - time.perf_counter(),
                memory_bytes=memory_bytes,
                cancelled=cancelled,
                stdin=folder / "task.sas",
            )
            times["search"] += outcome.seconds
            if outcome.code in _SOLVED or outcome.code not in _GAVE_UP or _exhausted(folder):
                break
        if outcome.ending is not Ending.EXITED or outcome.code not in _SOLVED:
            return _failure(outcome, folder, "search", times)
        steps = read_plan((folder / "plan.txt").read_text(encoding="utf-8"), domain)
    return Answer(PlanStatus.SOLVED, steps, times)


def _ground(
    domain: Domain,
    problem: Problem,
    folder: Path,
    deadline: float,
    memory_bytes: int,
    cancelled: Callable[[], bool] | None,
    small: int,
) -> Answer | None:
    """Write task.sas; returns an answer when there is nothing to search for."""

    def stopped() -> bool:
        return time.perf_counter() >= deadline or (cancelled is not None and cancelled())

    try:
        task = ground_task(domain, problem, small, stopped)
    except TooLarge:
        return _translate(domain, problem, folder, deadline, memory_bytes, cancelled)
    except Stopped:
        if cancelled is not None and cancelled():
            return Answer(PlanStatus.CANCELLED, (), {}, "cancelled")
        return Answer(PlanStatus.TIMEOUT, (), {}, "grounding ran out of time")
    if task.goal is None:
        return Answer(PlanStatus.UNSOLVABLE, (), {}, NOT_REACHABLE)
    if not task.goal:
        return Answer(PlanStatus.SOLVED, (), {})
    text = sas_text(task, "total-cost" in domain.functions)
    (folder / "task.sas").write_text(text, encoding="utf-8")
    return None


def _translate(
    domain: Domain,
    problem: Problem,
    folder: Path,
    deadline: float,
    memory_bytes: int,
    cancelled: Callable[[], bool] | None,
) -> Answer | None:
    """The same by the translator."""
    (folder / "domain.pddl").write_text(domain_text(domain, problem), encoding="utf-8")
    (folder / "problem.pddl").write_text(problem_text(domain, problem), encoding="utf-8")
    outcome = warm_translator().run(
        ["--sas-file", "task.sas", *BINARY, *FILES],
        directory=folder,
        timeout_s=deadline - time.perf_counter(),
        memory_bytes=memory_bytes,
        cancelled=cancelled,
    )
    if outcome.ending is not Ending.EXITED or outcome.code != 0:
        return _failure(outcome, folder, "translator", {})
    if "unsolvable task" in _told(folder):
        return Answer(PlanStatus.UNSOLVABLE, (), {}, NOT_REACHABLE)
    return None


def solve_apart(
    program: Path,
    engine: str,
    domain: Domain,
    problem: Problem,
    *,
    timeout_s: float,
    memory_bytes: int,
    cancelled: Callable[[], bool] | None = None,
) -> Answer:
    """Solve with a program that is told the engine's name; arguments as for :func:`solve`."""
    times = {"ground": 0.0, "search": 0.0}
    with tempfile.TemporaryDirectory(prefix="egoplan-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "domain.pddl").write_text(domain_text(domain, problem), encoding="utf-8")
        (folder / "problem.pddl").write_text(problem_text(domain, problem), encoding="utf-8")
        outcome = run_group(
            [sys.executable, "-P", str(program), engine, *FILES, "plan.txt", str(timeout_s)],
            directory=folder,
            timeout_s=timeout_s,
            memory_bytes=memory_bytes,
            cancelled=cancelled,
            environment={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        times["search"] = outcome.seconds
        if outcome.ending is not Ending.EXITED or outcome.code != 0:
            return _failure(outcome, folder, engine, times)
        try:
            steps = read_plan((folder / "plan.txt").read_text(encoding="utf-8"), domain)
        except (KeyError, OSError) as error:
            return Answer(PlanStatus.CRASH, (), times, f"{engine} gave no plan: {error!r}")
    return Answer(PlanStatus.SOLVED, steps, times)


def _told(folder: Path) -> str:
    """What the programs printed; nothing when they were killed before they could."""
    try:
        return (folder / "output.txt").read_text(errors="replace")
    except FileNotFoundError:
        return ""


def _exhausted(folder: Path) -> bool:
    return "Completely explored" in _told(folder)


def _failure(outcome: Outcome, folder: Path, part: str, times: dict[str, float]) -> Answer:
    status, message = PlanStatus.CRASH, f"{part} failed with code {outcome.code}"
    if outcome.ending is Ending.CANCELLED:
        status, message = PlanStatus.CANCELLED, "cancelled"
    elif outcome.ending is Ending.TIMEOUT or outcome.code in _OUT_OF_TIME:
        status, message = PlanStatus.TIMEOUT, f"{part} ran out of time"
    elif outcome.code in _UNSOLVABLE:
        status, message = PlanStatus.UNSOLVABLE, "search space exhausted"
    elif outcome.code in _OUT_OF_MEMORY:
        message = f"{part} ran out of memory"
    elif outcome.code in _UNSUPPORTED:
        status = PlanStatus.UNSUPPORTED
    if status in (PlanStatus.CRASH, PlanStatus.UNSUPPORTED):
        lines = _told(folder).strip().splitlines()
        told = [line for line in lines if line.strip() and not line.startswith("Peak memory")]
        message += f": {' / '.join(told[-3:])[:300]}" if told else ""
    return Answer(status, (), times, message)


def read_plan(text: str, domain: Domain) -> tuple[Step, ...]:
    """Parse a plan file: one ``(action arg ...)`` a line, lower case, comments after ``;``."""
    actions = {name.lower(): action for name, action in domain.actions.items()}
    steps: list[Step] = []
    for line in text.splitlines():
        words = line.partition(";")[0].strip().strip("()").split()
        if words:
            steps.append(Step(actions[words[0].lower()], tuple(words[1:])))
    return tuple(steps)
