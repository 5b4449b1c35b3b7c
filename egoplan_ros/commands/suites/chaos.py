"""`bench chaos`: random faults at random moments of random tasks, in one graph after the other."""

import random
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.commands.domain import own_domain
from egoplan_ros.commands.suites.graph_suite import GraphSuite
from egoplan_ros.nodes.startup.table import require_middleware
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.goal import parse_goal
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.rate import wilson
from egoplan_ros.world.task import Instruction

TASKS = (
    ("put a clean mug in the coffee machine", "(exists (?m - Mug ?c - CoffeeMachine) (in ?m ?c))"),
    ("put a mug in the sink", "(exists (?o - Mug ?r - SinkBasin) (in ?o ?r))"),
    ("put an apple on the counter", "(exists (?o - Apple ?r - CounterTop) (in ?o ?r))"),
    ("put an apple in the fridge", "(exists (?o - Apple ?r - Fridge) (in ?o ?r))"),
    ("open the fridge", "(exists (?r - Fridge) (open ?r))"),
)
"""(words, goal) for a kitchen."""

_FILE, _FIELDS = "episodes.jsonl", frozenset({"kind", "struck", "told"})
_OF_A_NODE = ("kill", "hang", "pause")
"""Kinds of faults that strike a node."""
SCENES = ("FloorPlan21", "FloorPlan22", "FloorPlan23")
_READY_SECONDS, _TASK_SECONDS, _TOLD_SECONDS = 180.0, 240.0, 4.0
_A_GRAPH = 25
"""Tasks in one graph, before another one is started."""


def run_chaos(args: Namespace) -> int:
    """Run the tasks; 0 when all were run, whatever came of them, 130 when interrupted.

    Raises:
        InputError: an option of other suites, no task, a fault that is none, or no ROS 2.
    """
    suite = GraphSuite("chaos", "tasks", _FILE, _FIELDS, frozenset(), _line, summary, table)
    suite.check(args)
    kinds = _kinds(args.kinds)
    scenes = tuple(args.scenes) or SCENES
    keys = [_key(args.seed, number, scenes, kinds) for number in range(args.episodes)]
    return suite.run(args, keys, lambda todo: _rows(todo, args.seed, scenes, kinds))


def _key(seed: int, number: int, scenes: tuple[str, ...], kinds: tuple[str, ...]) -> str:
    """What tells a task from those of runs under other conditions."""
    return f"{seed}/{number}/{','.join(scenes)}/{','.join(kinds)}"


def _line(row: dict[str, Any]) -> str:
    return (
        f"{row['kind']} {row['where']} at {row['moment']:.1f} s, "
        f"recovered in {row['recovery']:.1f} s: {row['reason']}"
    )


def _kinds(wanted: list[str]) -> tuple[str, ...]:
    require_middleware()
    try:
        from egoplan_ros.nodes.chaos.faults import KINDS
    except ImportError as error:
        raise InputError(f"bench chaos: ROS 2 cannot be loaded ({str(error)[:120]})") from error
    if unknown := sorted(set(wanted) - set(KINDS)):
        raise InputError(f"--kinds {unknown[0]}: is no fault; use some of {', '.join(KINDS)}")
    return tuple(wanted) or KINDS


def _rows(
    numbers: list[int], seed: int, scenes: tuple[str, ...], kinds: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The tasks of these numbers, graph after graph; each is drawn by its number alone."""
    for graph, few in groupby(numbers, lambda number: number // _A_GRAPH):
        yield from _of_one_graph(list(few), seed, scenes[graph % len(scenes)], kinds)


def _of_one_graph(
    numbers: list[int], seed: int, scene: str, kinds: tuple[str, ...]
) -> Iterator[tuple[int, dict[str, Any]]]:
    from egoplan_ros.nodes.chaos.stranger import Stranger
    from egoplan_ros.nodes.clients.task_client import TaskClient
    from egoplan_ros.nodes.startup.starter import GraphProcesses

    with own_domain() as domain, tempfile.TemporaryDirectory(prefix="chaos-") as name:
        notes: list[tuple[float, str]] = []

        def note(line: str) -> None:
            notes.append((time.monotonic(), line))

        processes = GraphProcesses(
            parameters={"robot_bridge": {"scene": scene}},
            log_dir=name,
            environment={"ROS_DOMAIN_ID": str(domain), "ROS_LOG_DIR": f"{name}/ros"},
            tell=note,
        )

        def check() -> None:
            if refused := processes.failures():
                raise RobotError("; ".join(refused))

        watcher = _Watcher(note)
        with processes, TaskClient(watcher, domain, logs=Path(name)) as client:
            client.wait_until_ready(_READY_SECONDS, check, lambda line: None)
            with Stranger(domain) as stranger:
                for number in numbers:
                    choice = random.Random(f"{seed} {number}")
                    yield number, _one(client, stranger, processes, choice, kinds, notes, check)


def _one(
    client: Any,
    stranger: Any,
    processes: Any,
    choice: random.Random,
    kinds: tuple[str, ...],
    notes: list[tuple[float, str]],
    check: Callable[[], None],
) -> dict[str, Any]:
    """One task with one fault; what came of it."""
    from egoplan_ros.nodes.chaos.faults import SILENT, drawn, inflict

    text, goal = choice.choice(TASKS)
    fault, seed = drawn(choice, kinds), choice.randrange(1000)
    row: dict[str, Any] = {
        "task": text,
        "seed": seed,
        "kind": fault.kind,
        "where": fault.where,
        "moment": fault.moment,
        "success": False,
        "struck": False,
        "told": None,
        "recovery": 0.0,
        "reason": "",
    }
    try:
        stranger.reset(seed)
    except RobotError as error:  # the graph refuses the next task
        return row | {"reason": str(error), "wedged": True}
    began, struck = time.monotonic(), 0.0
    moved = ended = 0.0

    def watch() -> None:
        nonlocal struck, moved
        check()
        if not struck and time.monotonic() - began >= fault.moment:
            struck = time.monotonic()
            inflict(fault, processes, stranger)
        if struck and not moved and stranger.moved > struck:
            moved = stranger.moved

    try:
        state, result = client.execute(Instruction(text), _TASK_SECONDS, watch)
        ended = time.monotonic()
        row["reason"] = result.reason
        truth = client.ground_truth(30.0)
        held = evaluate(parse_goal(goal), truth, load_ontology()).success if truth else False
        row["judged"], row["held"] = bool(truth), held
        row["success"] = state == "succeeded" and held
    except RobotError as error:
        ended = time.monotonic()
        row["reason"] = str(error)
    row["struck"] = bool(struck)
    row["seconds"] = round(ended - began, 3)
    if struck:
        row["recovery"] = round((moved or ended) - struck, 3)
        if fault.kind not in SILENT:
            row["told"] = _told(struck, notes, stranger)
    stranger.leave()
    return row


def _told(struck: float, notes: list[tuple[float, str]], stranger: Any) -> float | None:
    """Seconds until somebody was told of the fault; None for never."""
    end = struck + _TOLD_SECONDS
    while time.monotonic() < end:
        if stranger.told > struck or any(at > struck for at, _ in notes):
            break
        time.sleep(0.05)
    times = [at for at, _ in notes if at > struck]
    if stranger.told > struck:
        times.append(stranger.told)
    return round(min(times) - struck, 3) if times else None


class _Watcher:
    """Notes what the graph tells people."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self.on_note = note

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Figures by kind of fault, of the tasks that a fault struck before their end."""
    kinds = sorted({row["kind"] for row in rows})
    return {
        "all": _figures([row for row in rows if row["kind"] not in ("simulator", "none")]),
        "by_kind": {kind: _figures([row for row in rows if row["kind"] == kind]) for kind in kinds},
        "by_node": {
            f"{kind} {node}": _figures(
                [row for row in rows if (row["kind"], row["where"]) == (kind, node)]
            )
            for kind, node in sorted(
                {(row["kind"], row["where"]) for row in rows if row["kind"] in _OF_A_NODE}
            )
        },
        "episodes": rows,
    }


def _figures(rows: list[dict[str, Any]]) -> dict[str, Any]:
    struck = [row for row in rows if row["struck"]]
    recoveries = [row["recovery"] for row in struck if row["success"]]
    told = [row["told"] for row in struck if row["told"] is not None]
    rate = wilson(sum(row["success"] for row in struck), len(struck))
    return {
        "n": len(struck),
        "missed": len(rows) - len(struck),
        "succeeded": rate.to_json(),
        "recovery_median": median(recoveries) if recoveries else None,
        "recovery_most": max(recoveries, default=None),
        "told": len(told),
        "told_most": max(told, default=None),
        "wedged": sum(bool(row.get("wedged")) for row in rows),
    }


def table(report: dict[str, Any]) -> str:
    """For people."""
    lines = [f"{'fault':25} {'n':>4} {'succeeded':>9} {'told':>5} {'recovery s':>12} {'most':>6}"]
    parts = (*report["by_kind"].items(), *report["by_node"].items())
    for name, found in (("all", report["all"]), *parts):
        middle, most = found["recovery_median"], found["recovery_most"]
        lines.append(
            f"{name:25} {found['n']:4} {found['succeeded']['hits']:9} {found['told']:5} "
            f"{'-' if middle is None else f'{middle:.2f}':>12} "
            f"{'-' if most is None else f'{most:.1f}':>6}"
        )
    return "\n".join(lines)
