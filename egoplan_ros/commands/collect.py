# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Collect frames with truth from simulated homes, to train and to judge perception with."""

import json
import re
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.scene_name import scene_name
from egoplan_ros.world.system.signals import stop_signals

_SPAN = re.compile(r"(.*?)(\d+)-(\d+)")
_SPLITS = ("train", "validation", "test")


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add("--out", type=Path, required=True, metavar="DIR", help="run again, it goes on from there")
    add("--split", choices=_SPLITS, help="the rooms of a split; for train, homes as well")
    add(
        "--scenes", type=scene_name, nargs="+", default=[], metavar="SCENE",
        help="names, or spans such as FloorPlan201-215, instead of a split",
    )  # fmt: skip
    add("--draws", type=int, default=4, help="how often each scene is rearranged (%(default)s)")
    add("--frames", type=int, default=32, help="of each of these (%(default)s)")
    add("--size", type=int, default=300, help="width and height, pixels (%(default)s)")
    add("--fov", type=float, default=90.0, help="vertical field of view, degrees (%(default)s)")
    add("--seed", type=seed, default=0, help="of all that is drawn (%(default)s)")
    add("--jobs", type=int, default=1, help="simulators at a time (%(default)s)")
    add("--rooms", type=Path, metavar="PATH", help="recorded rooms: a .json[.gz] or a folder")
    add(
        "--thor", action="store_true", help="AI2-THOR's own build instead of the embedded simulator"
    )
    add("--json", action="store_true", help="print the report as JSON")


def run(args: Namespace) -> int:
    """Collect what is not there yet."""
    from egoplan_ros.bench.process_pool import ProcessPool
    from egoplan_ros.robots.thor_process import UNITY, embedded_simulator
    from egoplan_ros.training.perception.collection import Draw, collect_alone
    from egoplan_ros.training.perception.sheet import sheet

    scenes = _scenes(args)
    if args.thor and args.rooms:
        raise InputError("--rooms: is of the embedded simulator; leave out --thor")
    executable = UNITY if args.thor else embedded_simulator(args.rooms)
    if not args.thor:
        from egoplan_ros.commands.scenes import check_scene

        for scene in scenes:
            check_scene(scene, args.rooms)
    try:
        args.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{args.out}: cannot be made ({error.strerror})") from error
    # All scenes once, then all again: what was stopped early has seen every room.
    draws = [
        Draw(scene, k, args.frames, args.seed, args.size, args.fov, executable, args.out)
        for k in range(args.draws)
        for scene in scenes
    ]
    todo = [draw for draw in draws if not draw.path.exists()]
    failed: list[str] = []
    if todo:
        with stop_signals():
            pool = ProcessPool(min(args.jobs, len(todo)), collect_alone)
            failed = _follow(pool.run(todo), len(draws) - len(todo), len(draws))
    picture = sheet(args.out)
    report = {
        "out": str(args.out),
        "scenes": len(scenes),
        "frames": (len(draws) - len(failed)) * args.frames,
        "made_now": (len(todo) - len(failed)) * args.frames,
        "failed": failed,
        "sheet": str(picture),
    }
    if args.json:
        print(json.dumps(report))
    else:
        print(f"{args.out}: {report['frames']} frames of {len(scenes)} scenes; look at {picture}")
    return 1 if failed else 0


def _follow(done: Iterable[dict[str, Any]], before: int, total: int) -> list[str]:
    """Tell how it goes; what failed."""
    began, failed = time.monotonic(), []
    for k, result in enumerate(done, start=1):
        if result["error"]:
            failed.append(f"{result['shard']}: {result['error']}")
        left = (time.monotonic() - began) / k * (total - before - k)
        print(
            f"{before + k}/{total} {result['shard']}: {result['error'] or 'done'}; "
            f"{left / 60:.0f} min left",
            file=sys.stderr,
            flush=True,
        )
    return failed


def _scenes(args: Namespace) -> list[str]:
    for name in ("draws", "frames", "jobs"):
        if getattr(args, name) < 1:
            raise InputError(f"--{name}: at least 1, got {getattr(args, name)}")
    if not 32 <= args.size <= 2000 or not 10.0 <= args.fov <= 150.0:
        raise InputError("--size must be from 32 to 2000 pixels, --fov from 10 to 150 degrees")
    if bool(args.scenes) == bool(args.split):
        raise InputError("collect: give either --split or --scenes")
    if args.split:
        return _rooms(args.split)
    names: list[str] = []
    for word in args.scenes:
        span = _SPAN.fullmatch(word)
        if span is None:
            names.append(word)
            continue
        first, last = int(span[2]), int(span[3])
        if not first <= last <= first + 1000:
            raise InputError(f"--scenes {word}: the span must run upwards")
        names += [f"{span[1]}{number}" for number in range(first, last + 1)]
    return names


def _rooms(split: str) -> list[str]:
    from egoplan_ros.commands.scenes import scene_names, split_rooms

    homes = [name for name in scene_names() if name.startswith("FloorPlan_Train")]
    return [*split_rooms(split), *(homes if split == "train" else ())]
