# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""`bench robot`: tasks through the ROS graph on a robot that the simulator stands in for."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean, median
from typing import Any

from egoplan_ros.bench.evaluator import evaluate
from egoplan_ros.bench.expert import draw_feasible
from egoplan_ros.bench.suite import load_suite
from egoplan_ros.bench.true_map import TrueMap, judge, survey
from egoplan_ros.commands.domain import own_domain
from egoplan_ros.commands.suites.conditions import CONDITIONS
from egoplan_ros.commands.suites.graph_suite import GraphSuite
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.errors import InputError, RobotError
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.goal import Formula, parse_goal, to_pddl
from egoplan_ros.world.occupancy import OccupancyGrid
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.rate import wilson
from egoplan_ros.world.system.signals import end_with_parent
from egoplan_ros.world.task import Instruction

EXPLORE, FIND, PLACE = "explore", "find", "place"
KINDS = (EXPLORE, FIND, PLACE)
"""Look for what is not there, until all has been looked at; find and go to a thing; pick and place
with the arm, or with a person who hands things over."""
SCENES = ("FloorPlan21", "FloorPlan221", "FloorPlan321", "FloorPlan421")
_FROM = {FIND: ("objectnav", "objnav"), PLACE: ("alfred", "pick_and_place_simple")}
_EXPLORED = 0.8
"""Share of the places to stand whose floor has to be known."""
_THERE_METRES = 1.6
"""From the camera to what was to be found: what it reaches, and what it may be off."""
_FAST, _ROUNDING = 0.1, 1e-9
"""m/s; what is touched no faster is not hurt. A base that is limited to it is told 2e-17 above."""
_FILE, _FIELDS = "robot_episodes.jsonl", frozenset({"kind", "success"})
_READY_SECONDS, _TASK_SECONDS, _SIM_SECONDS = 180.0, 420.0, 30.0
_NAMESPACE = "/egoplan"
_SIZE, _RATE = (320, 240), 4.0
"""Pixels, and images a second: what two cores draw while the graph runs on them, too."""
_THERE, _LOOK_SECONDS = b"a robot in ", 0.2
"""What robot-sim says when it is ready."""


def run_robot(args: Namespace) -> int:
    """Run the tasks; 0 when all were run, whatever came of them, 130 when interrupted.

    Raises:
        InputError: an option of other suites, an unknown kind of task, or no ROS 2.
    """
    condition = {name: getattr(args, name) for name in CONDITIONS if getattr(args, name)}
    suite = GraphSuite(
        "robot",
        "episodes",
        _FILE,
        _FIELDS,
        frozenset(CONDITIONS),
        _line,
        lambda rows: {"condition": condition} | summary(rows),
        table,
    )
    suite.check(args)
    if unknown := sorted(set(args.kinds) - set(KINDS)):
        raise InputError(f"--kinds {unknown[0]}: is no task; use some of {', '.join(KINDS)}")
    try:
        import egoplan_ros.nodes.startup.starter  # noqa: F401
    except ImportError as error:
        raise InputError(f"bench robot: ROS 2 cannot be loaded ({str(error)[:120]})") from error
    kinds, scenes = tuple(args.kinds) or KINDS, tuple(args.scenes) or SCENES
    told = json.dumps([condition, scenes, kinds])
    keys = [f"{args.seed}/{number}/{told}" for number in range(args.episodes)]
    maps: dict[str, TrueMap] = {}

    def rows_of(todo: list[int]) -> Iterator[tuple[int, dict[str, Any]]]:
        for number in todo:
            kind, scene = kinds[number % len(kinds)], scenes[number // len(kinds) % len(scenes)]
            yield number, episode(kind, scene, args.seed + number, condition, maps)

    return suite.run(args, keys, rows_of)


def _line(row: dict[str, Any]) -> str:
    return (
        f"{row['kind']} {row['scene']} {row['seconds']:.0f} s, "
        f"fit {row['fit']:.1%}, coverage {row['coverage']:.1%}, {row['collisions']} collisions: "
        f"{row['text']} ({row['reason']})"
    )


def _drawn(
    kind: str, scene: str, seed: int, maps: dict[str, TrueMap]
) -> tuple[str, Formula] | None:
    """What the robot is told, and its goal; the room's true map comes into ``maps``."""
    robot = ThorRobot(scene, oracle=True)
    try:
        robot.reset()
        ontology = load_ontology()
        found: tuple[str, Formula] | None = None
        if kind in _FROM:
            suite, rule = _FROM[kind]
            task = draw_feasible(robot, load_suite(suite), rule, scene, ontology, seed, None)
            found = None if task is None else (task.text, task.goal)
        else:
            there = {item["objectType"] for item in robot.truth()["objects"]}
            targets = load_suite("objectnav").kinds["objnav"]["target"]
            absent = sorted(set(targets) - there)
            target = random.Random(f"{scene} {seed}").choice(absent)
            found = f"find a {target}", parse_goal(f"(exists (?o - {target}) (near ?o))")
        if scene not in maps:
            robot.reset()
            maps[scene] = survey(robot)
        return found
    finally:
        robot.close()


def episode(
    kind: str, scene: str, seed: int, condition: dict[str, Any], maps: dict[str, TrueMap]
) -> dict[str, Any]:
    """One task on a fresh robot with a fresh graph; what came of it."""
    drawn = _drawn(kind, scene, seed, maps)
    row: dict[str, Any] = {
        "kind": kind,
        "scene": scene,
        "seed": seed,
        "text": "",
        "success": False,
        "reason": "there is no such task in this room",
        "seconds": 0.0,
        "fit": 0.0,
        "coverage": 0.0,
        "cells": 0,
        "collisions": 0,
        "drawn": drawn is not None,
    }
    if drawn is None:
        return row
    text, goal = drawn
    row |= {"text": text, "goal": to_pddl(goal)}
    began = time.monotonic()
    with own_domain() as domain, tempfile.TemporaryDirectory(prefix="bench-robot-") as folder:
        robot = _robot(scene, seed, condition, domain, Path(folder))
        try:
            _await(robot, Path(folder))
            row |= _done(Instruction(text, goal=to_pddl(goal)), condition, domain, Path(folder))
        except RobotError as error:
            return row | {"reason": str(error), "seconds": round(time.monotonic() - began, 1)}
        finally:
            _end(robot)
    truth, grid = row.pop("truth"), row.pop("grid")
    if not truth:
        return row | {"reason": f"nothing is known of the truth; {row['reason']}"}
    account = truth["account"]
    if grid is not None:
        row |= judge(grid, maps[scene], Pose2D(*account["start"]))
    judged = evaluate(goal, truth, load_ontology())
    held = judged.success
    fast = account["fastest_collision"] > _FAST + _ROUNDING
    away = judged.distance_to_success
    row["success"] = {
        EXPLORE: row["coverage"] >= _EXPLORED,
        FIND: row["state"] == "succeeded" and away is not None and away <= _THERE_METRES,
        PLACE: held,
    }[kind]
    return row | {
        "held": held,
        "distance_to_success": away,
        "collisions": account["collisions"],
        "fast_collision": fast,
        "driven": round(account["driven"], 2),
        "odometry_off": account["odometry_off"]["metres"],
    }


def _robot(
    scene: str, seed: int, condition: dict[str, Any], domain: int, folder: Path
) -> "subprocess.Popen[bytes]":
    words = ["--scene", scene, "--detections"]
    if "person" in condition:
        words += ["--person", _NAMESPACE]
    else:
        words += ["--arm", f"{_NAMESPACE}/device/manipulate"]
    words += ["--size", *map(str, _SIZE), "--rate", str(_RATE), "--errors", str(seed)]
    for name in ("drift", "slam", "fov", "nav2"):
        if name in condition:
            words += [f"--{name}", str(condition[name])]
    if "mount" in condition:
        words += ["--mount", *map(str, condition["mount"])]
    with (folder / "robot.log").open("wb") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "egoplan_ros.cli", "robot-sim", *words],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            env={**os.environ, "ROS_DOMAIN_ID": str(domain)},
            start_new_session=True,
            preexec_fn=end_with_parent,
        )


def _await(process: "subprocess.Popen[bytes]", folder: Path) -> None:
    """Wait until the robot says that it is there.

    Raises:
        RobotError: it ends, or does not come.
    """
    log, end = folder / "robot.log", time.monotonic() + _READY_SECONDS
    while _THERE not in log.read_bytes():
        if process.poll() is not None or time.monotonic() > end:
            told = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise RobotError(f"robot-sim did not start: {told[-1] if told else 'no word of it'}")
        time.sleep(_LOOK_SECONDS)


def _end(process: "subprocess.Popen[bytes]") -> None:
    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        process.send_signal(sign)
        try:
            process.wait(_SIM_SECONDS)
            return
        except subprocess.TimeoutExpired:
            continue


class _Watcher:
    """Keeps the latest map."""

    def __init__(self) -> None:
        self.grid: OccupancyGrid | None = None

    def on_map(self, grid: OccupancyGrid) -> None:
        self.grid = grid

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


def _done(
    instruction: Instruction, condition: dict[str, Any], domain: int, folder: Path
) -> dict[str, Any]:
    """Have the graph do it."""
    from egoplan_ros.nodes.clients.task_client import TaskClient
    from egoplan_ros.nodes.startup.starter import GraphProcesses

    # The machine that draws the robot's images is that on which the graph runs: they may be late.
    bridge: dict[str, Any] = {"base.manipulation": "human" if "person" in condition else "action"}
    bridge |= {"base.stale": 3.0, "base.image_timeout": 8.0}
    if "nav2" in condition:
        bridge["base.motion"] = "navigate_to_pose"
    parameters: dict[str, dict[str, Any]] = {
        "robot_bridge": bridge,
        "perception": {"backend": "detections"},
        "behavior": {"ask_human": False},
    }
    processes = GraphProcesses(
        "robot",
        parameters,
        log_dir=folder / "logs",
        environment={"ROS_DOMAIN_ID": str(domain), "ROS_LOG_DIR": str(folder / "ros")},
        remappings=_remappings(),
        namespace=_NAMESPACE,
    )

    def check() -> None:
        if refused := processes.failures():
            raise RobotError("; ".join(refused))

    watcher = _Watcher()
    truth = "/robot_sim/truth"
    with (
        processes,
        TaskClient(watcher, domain, logs=folder, namespace=_NAMESPACE, truth=truth) as client,
    ):
        client.wait_until_ready(_READY_SECONDS, check, lambda line: None)
        began = time.monotonic()
        state, result = client.execute(instruction, _TASK_SECONDS, check)
        return {
            "state": state,
            "reason": result.reason,
            "seconds": round(time.monotonic() - began, 1),
            "truth": client.ground_truth(30.0),
            "grid": watcher.grid,
        }


def _remappings() -> Sequence[str]:
    from egoplan_ros.nodes.drivers.devices import DEVICE

    names = DEVICE | {"detections/raw": "/robot_sim/detections"}
    return [f"{topic}:={name}" for topic, name in names.items()]


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Figures of all episodes that had a task, and by kind."""
    known = [row for row in rows if row.get("drawn", True)]
    kinds = sorted({row["kind"] for row in known})
    return {
        "all": _figures(known),
        "by_kind": {
            kind: _figures([row for row in known if row["kind"] == kind]) for kind in kinds
        },
        "episodes": rows,
    }


def _figures(rows: list[dict[str, Any]]) -> dict[str, Any]:
    mapped = [row for row in rows if row["cells"]]
    return {
        "success": wilson(sum(row["success"] for row in rows), len(rows)).to_json(),
        "collisions": sum(row["collisions"] for row in rows),
        "fast_collisions": sum(bool(row.get("fast_collision")) for row in rows),
        "fit": fmean(row["fit"] for row in mapped) if mapped else None,
        "coverage": fmean(row["coverage"] for row in mapped) if mapped else None,
        "seconds": median(row["seconds"] for row in rows) if rows else None,
    }


def table(report: dict[str, Any]) -> str:
    """For people."""
    told = ", ".join(f"{name} {value}" for name, value in report["condition"].items())
    lines = [
        f"robot: {told or 'without errors of odometry'}",
        f"{'task':10} {'success':>9} {'95 %':>16} {'collisions':>10} {'fast':>5} {'fit':>7} "
        f"{'coverage':>8} {'seconds':>8}",
    ]
    for name, found in (("all", report["all"]), *report["by_kind"].items()):
        rate = found["success"]
        shares = " ".join(
            f"{'-' if found[word] is None else f'{found[word]:.1%}':>{width}}"
            for word, width in (("fit", 7), ("coverage", 8))
        )
        seconds = "-" if found["seconds"] is None else f"{found['seconds']:.0f}"
        lines.append(
            f"{name:10} {rate['hits']:4.0f}/{rate['n']:<4.0f} "
            f"[{rate['low']:6.1%}, {rate['high']:6.1%}] {found['collisions']:10} "
            f"{found['fast_collisions']:5} {shares} {seconds:>8}"
        )
    return "\n".join(lines)
