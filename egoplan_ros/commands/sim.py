# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The embedded simulator: list its scenes, draw, export or drive one, replay, or serve a client."""

import json
import os
from argparse import SUPPRESS, ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.commands.scenes import check_scene, scene_names
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.scene_name import scene_name
from egoplan_ros.world.system.files import write_whole

if TYPE_CHECKING:
    from egoplan_ros.sim.simulation import Simulation

DRIVE_SIZE = 300
PICTURE_SIZE = 1600
SMALLEST_SIZE = 64
PICTURE_FOV = 75.0
FOV_RANGE = (20.0, 140.0)
LARGEST_SIZE = 4096
SUFFIXES = (".png", ".json")
UNITY_VALUES = (
    "-screen-fullscreen",
    "-screen-quality",
    "-screen-width",
    "-screen-height",
    "-force-device-index",
)
UNITY_FLAGS = ("-batchmode", "-nographics", "-force-glcore")
"""What AI2-THOR's client adds to a command line."""


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="print all scene names")
    what.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="of --scene: .png, three views and the plan with captions; .json, a recorded room",
    )
    what.add_argument("--drive", action="store_true", help="drive --scene by keys in this terminal")
    what.add_argument(
        "--replay",
        type=Path,
        metavar="FILE",
        help="do what ALFRED's expert did in its episodes: a .jsonl[.gz], or a folder of "
        "traj_data.json; tells what is refused and which goals are met",
    )
    parser.add_argument(
        "--scene", type=scene_name, metavar="SCENE", help="scene to draw, export or drive"
    )
    parser.add_argument(
        "--episode",
        metavar="FILE#ID",
        help="instead of --scene: one of ALFRED's episodes, by task_id or number, set up",
    )
    parser.add_argument(
        "--scenes",
        type=Path,
        metavar="PATH",
        help="rooms recorded from AI2-THOR: a .json[.gz] of metadata['objects'], or a folder",
    )
    parser.add_argument(
        "--faults", type=Path, metavar="FILE", help="YAML of what goes wrong while serving"
    )
    parser.add_argument("--seed", type=seed, help="places the small objects of --scene anew")
    parser.add_argument("--size", type=int, help="width of the picture, pixels (1600)")
    parser.add_argument("--fov", type=float, help="of the picture's views, degrees (75)")
    parser.add_argument("--episodes", type=int, help="of --replay: only so many, from the first")
    parser.add_argument("--jobs", type=int, help="of --replay: processes (1)")
    parser.add_argument(
        "--keep", type=Path, metavar="FILE", help="of --replay: .jsonl of what is done, to go on"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    for word in UNITY_VALUES:
        parser.add_argument(word, default="", help=SUPPRESS)
    for word in UNITY_FLAGS:
        parser.add_argument(word, action="store_true", help=SUPPRESS)


def run(args: Namespace) -> int:
    """List, draw, export, drive, replay or serve."""
    _check_options(args)
    if args.replay:
        from egoplan_ros.commands.suites.replays import replay_file

        return replay_file(args)
    if args.list:
        names = scene_names(args.scenes)
        print(json.dumps(names) if args.json else "\n".join(names))
        return 0
    if args.scene and not (args.out or args.drive):
        raise InputError("--scene: add --out FILE.png, --out FILE.json or --drive")
    if args.episode and not (args.out or args.drive):
        raise InputError("--episode: add --out FILE.png, --out FILE.json or --drive")
    if args.out or args.drive:
        if not args.scene and not args.episode:
            raise InputError("--scene is missing: which room? egoplan sim --list has all")
        if args.episode:
            from egoplan_ros.commands.suites.replays import episode_of

            args.episode = episode_of(args.episode)
            args.scene = args.episode.scene
        check_scene(args.scene, args.scenes)
        if args.drive:
            return _drive(args)
        return _export(args) if args.out.suffix.lower() == ".json" else _picture(args)
    if not (args.screen_width or any(name.startswith("AI2THOR_") for name in os.environ)):
        raise InputError(
            "nothing to do: give --list, --replay FILE, or --scene NAME with --out FILE or "
            "--drive; ai2thor's Controller starts it to serve"
        )
    # Serving: the client's environment says which pipes; the process becomes the simulator.
    from egoplan_ros.sim.__main__ import main

    words = ["--scenes", str(args.scenes)] if args.scenes else []
    if args.faults:
        words += ["--faults", str(args.faults)]
    for word in ("width", "height"):
        words += [f"-screen-{word}", getattr(args, f"screen_{word}")]
    return main(words)


def _check_options(args: Namespace) -> None:
    """Options that would do nothing are refused."""
    picture = args.out is not None and args.out.suffix.lower() == ".png"
    serves = not (args.list or args.out or args.drive or args.replay)
    if args.size is not None and not SMALLEST_SIZE <= args.size <= LARGEST_SIZE:
        raise InputError(f"--size: {args.size}; choose {SMALLEST_SIZE} to {LARGEST_SIZE} pixels")
    low, high = FOV_RANGE
    if args.fov is not None and not low <= args.fov <= high:
        raise InputError(f"--fov: {args.fov:g}; choose {low:g} to {high:g} degrees")
    if args.list and args.scene:
        raise InputError("--scene: --list prints all scenes; leave out one of them")
    for word, value in (("--size", args.size), ("--fov", args.fov)):
        if value is not None and not picture:
            raise InputError(f"{word} is of a picture: add --out FILE.png or leave it out")
    for name in ("episodes", "jobs"):
        given = getattr(args, name)
        if given is not None and (given < 1 or not args.replay):
            raise InputError(f"--{name}: {given}; give a number above 0, together with --replay")
    if args.keep and not args.replay:
        raise InputError("--keep is of replays: add --replay FILE or leave it out")
    if args.replay and (args.scene or args.episode):
        raise InputError("--replay has its own rooms: leave out --scene and --episode")
    if args.scene and args.episode:
        raise InputError("--episode has its own room: leave out --scene")
    if args.seed is not None and args.episode:
        raise InputError("--seed: an episode says where its objects stand; leave it out")
    if args.seed is not None and not (args.out or args.drive):
        raise InputError("--seed is of one room: add --scene with --out FILE or --drive")
    if args.faults and not serves:
        raise InputError("--faults is for serving: leave it out with --list, --out and --drive")


def _simulation(args: Namespace, size: int) -> "Simulation":
    from egoplan_ros.sim.actions import load_all
    from egoplan_ros.sim.dispatch import invoke
    from egoplan_ros.sim.refusal import Refused
    from egoplan_ros.sim.scenes import Library
    from egoplan_ros.sim.simulation import Simulation

    load_all()
    if args.episode:
        from egoplan_ros.commands.suites.replays import arranged

        return arranged(args.episode, size, Library.of(args.scenes))
    try:
        sim = Simulation((size, size), args.scene, Library.of(args.scenes))
    except Refused as refused:
        raise InputError(refused.message) from None
    if args.seed is not None:
        invoke(sim, {"action": "InitialRandomSpawn", "randomSeed": args.seed})
    return sim


def _drive(args: Namespace) -> int:
    from egoplan_ros.commands.terminal.drive import drive

    done = drive(_simulation(args, DRIVE_SIZE))
    print(json.dumps({"scene": args.scene, "actions": done}) if args.json else f"{done} actions")
    return 0


def _export(args: Namespace) -> int:
    from egoplan_ros.sim.scenes.export import export

    _check_target(args.out)
    world = _simulation(args, DRIVE_SIZE).world
    write_whole(args.out, json.dumps(export(world)))
    _tell(args, len(world.objects()))
    return 0


def _picture(args: Namespace) -> int:
    import cv2

    from egoplan_ros.sim.pictures import sheet

    _check_target(args.out)
    sim = _simulation(args, DRIVE_SIZE)
    page = sheet(sim, args.size or PICTURE_SIZE, args.fov or PICTURE_FOV)
    write_whole(args.out, cv2.imencode(".png", page[..., ::-1])[1].tobytes())
    _tell(args, len(sim.world.objects()))
    return 0


def _tell(args: Namespace, objects: int) -> None:
    facts: dict[str, object] = {"scene": args.scene, "file": str(args.out), "objects": objects}
    line = f"{args.out}: {args.scene}, {objects} objects"
    if args.episode:
        goals = list(args.episode.goals)
        facts |= {"episode": args.episode.task_id, "goals": goals}
        line = "\n".join((f"{line}, {args.episode.task_id}", *(f"  {goal}" for goal in goals)))
    print(json.dumps(facts) if args.json else line)


def _check_target(target: Path) -> None:
    """A recorded room, or whatever else bears the name, must not be lost to a slip of the hand."""
    if target.suffix.lower() not in SUFFIXES or not target.parent.is_dir():
        raise InputError(f"{target}: give a .png or .json file in a folder that is there")
    if os.path.lexists(target):
        raise InputError(f"{target}: is there already; choose another name or remove it first")
