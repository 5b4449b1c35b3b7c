# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`bench chaos`: random faults at random moments of random tasks, in one graph after the other."""

import random
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from statistics import median
from typing import Any

from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.bench.expert import draw_feasible
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.tasks import BenchTask
from egoplan_ros.commands.domain import own_domain
from egoplan_ros.commands.suites.graph_suite import GraphSuite
from egoplan_ros.nodes.node_table import require_middleware
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.goal import to_pddl
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.rate import wilson
from egoplan_ros.world.task import Instruction

SUITE = "alfred"
TASKS = (
    "pick_and_place_simple",
    "pick_clean_then_place_in_recep",
)
"""Task types of :data:`SUITE`; each task is one that the expert can do in its arrangement."""

_FILE, _FIELDS = "episodes.jsonl", frozenset({"kind", "struck", "told", "step"})
_OF_A_NODE = ("kill", "hang", "pause")
"""Kinds of faults that strike a node."""
SCENES = ("FloorPlan21", "FloorPlan22", "FloorPlan23")
_READY_SECONDS, _TASK_SECONDS, _TOLD_SECONDS = 180.0, 240.0, 4.0
_DRAWS = 50
"""Arrangements that are tried before a room counts as one without a task."""
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
                    drawn = _drawn(scene, random.Random(f"{seed} {number}"), kinds)
                    yield number, _one(client, stranger, processes, drawn, notes, check)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One task, the seed of the arrangement of things, and what strikes it."""

    task: BenchTask
    placement: int
    fault: Any


def _drawn(scene: str, choice: random.Random, kinds: tuple[str, ...]) -> _Drawn:
    """A task that can be done in its arrangement, and a fault.

    Raises:
        InputError: the room allows none.
    """
    from egoplan_ros.nodes.chaos.faults import drawn

    robot = ThorRobot(scene, oracle=True)
    ontology, suite = load_ontology(), load_suite(SUITE)
    try:
        for _ in range(_DRAWS):
            kind, placement = choice.choice(TASKS), choice.randrange(1000)
            robot.reset(scene, placement)
            task = draw_feasible(robot, suite, kind, scene, ontology, placement, placement)
            if task is not None and not task.setup:
                return _Drawn(task, placement, drawn(choice, kinds))
    finally:
        robot.close()
    raise InputError(
        f"--scenes {scene}: allows none of the tasks ({', '.join(TASKS)}); name kitchens"
    )


def _one(
    client: Any,
    stranger: Any,
    processes: Any,
    drawn: _Drawn,
    notes: list[tuple[float, str]],
    check: Callable[[], None],
) -> dict[str, Any]:
    """One task with one fault; what came of it."""
    from egoplan_ros.nodes.chaos.faults import SILENT, inflict

    task, fault = drawn.task, drawn.fault
    row: dict[str, Any] = {
        "task": task.text,
        "seed": drawn.placement,
        "kind": fault.kind,
        "where": fault.where,
        "step": fault.step,
        "moment": 0.0,
        "success": False,
        "struck": False,
        "told": None,
        "recovery": 0.0,
        "reason": "",
    }
    try:
        stranger.reset(drawn.placement)
    except RobotError as error:  # the graph refuses the next task
        return row | {"reason": str(error), "wedged": True}
    began, struck, ended = time.monotonic(), 0.0, 0.0
    stranger.moves.clear()
    stranger.told.clear()

    def watch() -> None:
        nonlocal struck
        check()
        if not struck and len(stranger.moves) >= fault.step:
            struck = time.monotonic()
            row["moment"] = round(struck - began, 3)
            inflict(fault, processes, stranger)

    try:
        # With its goal, for what the words may mean besides is not what is asked here.
        told = Instruction(task.text, goal=to_pddl(task.goal))
        state, result = client.execute(told, _TASK_SECONDS, watch)
        ended = time.monotonic()
        row["reason"] = result.reason
        truth = client.ground_truth(30.0)
        held = evaluate(task.goal, truth, load_ontology()).success if truth else False
        row["judged"], row["held"] = bool(truth), held
        row["success"] = state == "succeeded" and held
    except RobotError as error:
        ended = time.monotonic()
        row["reason"] = str(error)
    row["struck"] = bool(struck)
    row["seconds"] = round(ended - began, 3)
    if struck:
        times = [struck, *(at for at in stranger.moves if struck < at < ended), ended]
        row["recovery"] = round(max(later - at for at, later in pairwise(times)), 3)
        if fault.kind not in SILENT:
            row["told"] = _told(struck, notes, stranger)
    stranger.leave()
    return row


def _told(struck: float, notes: list[tuple[float, str]], stranger: Any) -> float | None:
    """Seconds until somebody was told of the fault; None for never."""
    end = struck + _TOLD_SECONDS
    while True:
        times = [at for at in (*(at for at, _ in notes), *list(stranger.told)) if at > struck]
        if times or time.monotonic() > end:
            return round(min(times) - struck, 3) if times else None
        time.sleep(0.05)


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
