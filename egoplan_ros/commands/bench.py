# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Run a task suite and report success, goal conditions, steps and what went wrong."""

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from egoplan_ros.commands.run_folder import write_json
from egoplan_ros.commands.running.options import check_simulation, check_size
from egoplan_ros.commands.scenes import check_rooms, check_scene
from egoplan_ros.commands.suites.conditions import CONDITIONS
from egoplan_ros.commands.suites.options import add_arguments as add_arguments
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import check_writable
from egoplan_ros.world.system.signals import stop_signals

CHAOS = "chaos"
"""The suite of faults that are put upon the running graph; it has no file."""

ROBOT = "robot"
"""The suite on a robot that the simulator stands in for; it has no file, either."""

FAILED, INTERRUPTED = 1, 130
"""Exit codes beside 0."""


def run(args: Namespace) -> int:
    """Run the episodes; 0 when they were run, whatever their outcome, 1 when none had a task."""
    if args.suite == ROBOT:
        from egoplan_ros.commands.suites.robot import run_robot

        return run_robot(args)
    _refuse_conditions(args)
    if args.suite == CHAOS:
        from egoplan_ros.commands.suites.chaos import run_chaos

        return run_chaos(args)
    from egoplan_ros.bench.runner import (
        BenchConfig,
        Interrupted,
        NotKept,
        WorkerLost,
        run_suite,
        specs,
    )

    check_size(args.size)
    simulation = check_simulation(False, args.rooms, args.faults, args.depth)
    for scene in args.scenes:
        check_scene(scene, args.rooms)
    if args.json is not None and args.json != "-":
        check_writable(Path(args.json))  # told now rather than after an hour
    config = BenchConfig(
        suite=args.suite,
        episodes=args.episodes,
        split=args.split,
        kinds=tuple(args.kinds),
        scenes=tuple(args.scenes),
        seed=args.seed,
        strategy=args.strategy,
        perception=args.perception,
        jobs=args.jobs,
        ray=args.ray,
        ros=args.ros,
        **simulation,
        size=args.size or 0,
        settings=tuple(args.settings),
        ablations=tuple(args.ablate),
        dialogs=str(args.dialogs) if args.dialogs else "",
        file=str(args.file) if args.file else "",
        instructions=args.instructions or "",
        out=args.out,
    )
    if config.dialogs:
        _tell_left_out(args.dialogs)
    if args.rooms:
        check_rooms(args.rooms, {spec.scene for spec in specs(config)}, bool(config.file))
    try:
        with stop_signals():
            report = run_suite(config, tell_episode)
    except Interrupted as stop:
        done = len(stop.report["episodes"])
        _show(stop.report, args.json)
        way = "the same command goes on from there" if args.out else "with --out it could go on"
        print(f"egoplan: interrupted after {done} of {stop.total} episodes; {way}", file=sys.stderr)
        return INTERRUPTED
    except WorkerLost as lost:
        done = len(lost.report["episodes"])
        _show(lost.report, args.json)
        way = "; the same command goes on from there" if args.out else ""
        print(
            f"egoplan: bench: {lost} after {done} of {lost.total} episodes, maybe for want of "
            f"memory; use fewer --jobs{way}",
            file=sys.stderr,
        )
        return FAILED
    except NotKept as lost:
        _show(lost.report, args.json)
        raise
    _show(report, args.json)
    if why := _why_not_all(report):
        print(f"egoplan: bench: {why}", file=sys.stderr)
        return FAILED
    return 0


def _tell_left_out(path: Path) -> None:
    """Which dialogs of a file are not told, and why."""
    from egoplan_ros.bench.teach.dialogs import read_dialogs

    if left_out := read_dialogs(path).left_out:
        reasons = "; ".join(f"{count} {reason}" for reason, count in left_out.items())
        print(f"{path}: left out: {reasons}", file=sys.stderr, flush=True)


def _refuse_conditions(args: Namespace) -> None:
    """What would be passed over is refused."""
    for name in CONDITIONS:
        if getattr(args, name, None):
            raise InputError(f"bench {args.suite}: --{name} is of bench robot alone; leave it out")


def _show(report: dict[str, Any], json_to: str | None) -> None:
    """As JSON where that is wanted; else, or beside a file, as a table of what was done."""
    if json_to == "-":
        print(json.dumps(report), flush=True)
        return
    if report["all"]["SR"]["n"]:
        print(_table(report), flush=True)
    if json_to is not None:
        write_json(Path(json_to), report)  # when it fails, the table was shown


def _why_not_all(report: dict[str, Any]) -> str:
    """Why no episode had a task, or some could not be begun; "" where all is well."""
    from egoplan_ros.bench.episode import was_run

    episodes = report["episodes"]
    if lost := [item["reason"] for item in episodes if not was_run(item)]:
        return f"{len(lost)} of {len(episodes)} episodes could not be begun: {lost[0]}; try again"
    if report["all"]["SR"]["n"]:
        return ""
    kinds = ", ".join(sorted({item["kind"] for item in episodes}))
    rooms = ", ".join(sorted({item["scene"] for item in episodes}))
    return f"no task of {kinds} can be done in {rooms}; choose other --kinds or --scenes"


def tell_episode(done: int, total: int, episode: dict[str, Any]) -> None:
    """One line of progress on standard error."""
    from egoplan_ros.bench.episode import NOT_DRAWN

    where = f"{episode['kind']} {episode['scene']}"
    if episode["reason"] in NOT_DRAWN:  # nothing was tried
        line = f"none {where}: {episode['reason']}"
    else:
        line = f"{'ok  ' if episode['success'] else 'fail'} {where} "
        line += f"{episode['seconds']:.1f} s, {episode['steps']} steps: {episode['text']}"
        line += "" if episode["success"] else f" ({episode['reason']})"
    print(f"[{done}/{total}] {line}", file=sys.stderr, flush=True)


def _table(report: dict[str, Any]) -> str:
    rows = [("all", report["all"]), *report["by_kind"].items()]
    faulty = report["all"]["struck"] > 0
    lines = [
        f"{'task type':32} {'SR':>8} {'95 %':>15} {'GC':>7} {'SPL':>6} {'PLWGC':>6} "
        f"{'steps':>6} {'failed':>6}" + (f" {'struck':>6} {'recognised':>10}" if faulty else "")
    ]
    for name, score in rows:
        rate = score["SR"]
        weighted = " ".join(
            f"{score[word]['mean']:6.2f}" if score[word]["n"] else f"{'-':>6}"
            for word in ("SPL", "PLWGC")
        )
        lines.append(
            f"{name:32} {rate['hits']:3.0f}/{rate['n']:<4.0f} "
            f"[{rate['low']:5.1%}, {rate['high']:6.1%}] {score['GC']:7.1%} {weighted} "
            f"{score['steps']['mean']:6.1f} {score['failed_actions']['mean']:6.2f}"
            + (f" {score['struck']:6} {score['recognised']:10}" if faulty else "")
        )
    searching, spent = report["all"]["search_weighted"], report["all"]["spent"]
    if searching["n"]:
        most = ", ".join(f"{name} {steps:.1f}" for name, steps in list(spent.items())[:8])
        lines.append(f"steps an episode: {most}")
        lines.append(
            f"success, weighted by search alone (the expert's steps over these and those of "
            f"looking and searching): {searching['mean']:.2f}"
        )
    feasible = report["all"].get("SR_expert")
    if feasible:
        lines.append(
            f"of those in which the expert's actions still meet the goal: "
            f"{feasible['hits']:.0f} of {feasible['n']:.0f} [{feasible['low']:.1%}, "
            f"{feasible['high']:.1%}]"
        )
    if report["all"].get("starts_moved"):
        lines.append(f"begun beside their start: {report['all']['starts_moved']}")
    claims = report["all"]["false_claims"]
    if claims["rate"]:
        lines.append(
            f"taken for a success and none: {claims['rate']:.1%} "
            f"[{claims['low']:.1%}, {claims['high']:.1%}] of {claims['n']}"
        )
    for paper, causes in report["all"]["causes"].items():
        if causes:
            counts = ", ".join(f"{cause} {count}" for cause, count in causes.items())
            lines.append(f"causes of failures by {paper.upper()}'s taxonomy: {counts}")
    if report["all"]["DTS"]["max"]:
        lines.append(f"distance to success: {report['all']['DTS']['mean']:.2f} m (mean)")
    if report["all"]["P_C"]["n"]:
        lines.append(_of_beliefs(report["all"]))
    if report["not_drawn"]:
        lines.append(f"not counted: {report['not_drawn']} episodes without a task for their room")
    if report["repeated"]:
        lines.append(f"not counted: {report['repeated']} episodes that ask for the same as another")
    choices = report["all"]["choices"]
    if choices["n"]:
        lines.append(
            f"{choices['n']} choices: {choices['candidates']['mean']:.1f} candidates of "
            f"{choices['applicable']['mean']:.1f} applicable actions (means)"
        )
    if report["all"]["asked"]["n"]:
        lines.append(_of_asked(report["all"]["asked"]))
    return "\n".join(lines)


def _of_asked(asked: dict[str, Any]) -> str:
    by = ", ".join(f"{name} {count}" for name, count in asked["by"].items())
    agreed, outside, seconds = asked["agreed"], asked["outside"], asked["seconds"]["mean"]
    parts = [f"a language model was asked for {asked['n']}, {seconds:.1f} s each (mean)"]
    same = f"the heuristic's choice named in {agreed['hits']} of {agreed['n']}"
    parts += [
        f"decided by {by}",
        f"none of the list in {outside['hits']} of {outside['n']} answers",
        f"{same} (a blind choice: {asked['blind']['mean']:.1%})",
    ]
    return "; ".join(parts)


def _of_beliefs(score: dict[str, Any]) -> str:
    shown = []
    for name, letter in (("objects", "C"), ("predicates", "P")):
        precision, recall = (score[f"{word}_{letter}"] for word in "PR")
        shown.append(
            f"{name} {precision['rate']:.1%} precision (n = {precision['n']}), "
            f"{recall['rate']:.1%} recall (n = {recall['n']})"
        )
    return f"beliefs in the end: {'; '.join(shown)}"
