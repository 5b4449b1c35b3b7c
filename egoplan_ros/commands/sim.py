"""The embedded simulator: list its scenes, render one, or serve an AI2-THOR client."""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from egoplan_ros.commands.scenes import check_scene, scene_names
from egoplan_ros.world.errors import InputError


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list-scenes", action="store_true", help="print all scene names")
    what.add_argument(
        "--render",
        nargs=2,
        metavar=("SCENE", "PNG"),
        help="picture of the robot's first view, through the AI2-THOR client",
    )
    what.add_argument(
        "--export", nargs=2, metavar=("SCENE", "JSON"), help="write a scene as a recorded room"
    )
    what.add_argument(
        "--picture", nargs=2, metavar=("SCENE", "PNG"), help="views and the plan, side by side"
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
    parser.add_argument("--seed", type=int, help="places the small objects anew (for pictures)")
    parser.add_argument("--size", type=int, default=600, help="of the picture, pixels (600)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: Namespace) -> int:
    """List, render or serve."""
    if args.list_scenes:
        names = scene_names(args.scenes)
        print(json.dumps(names) if args.json else "\n".join(names))
        return 0
    if args.render:
        return _render(args)
    if args.picture:
        return _picture(args)
    if args.export:
        return _export(args)
    # Serving: the client's environment says which pipes; the process becomes the simulator.
    from egoplan_ros.sim.__main__ import main

    words = ["--scenes", str(args.scenes)] if args.scenes else []
    if args.faults:
        words += ["--faults", str(args.faults)]
    return main([*words, "-screen-width", str(args.size)])


def _export(args: Namespace) -> int:
    from egoplan_ros.sim.scenes import Library
    from egoplan_ros.sim.scenes.export import export

    scene, target = args.export[0], Path(args.export[1])
    check_scene(scene, args.scenes)
    _check_target(target, ".json")
    world = Library.of(args.scenes).load(scene)
    _save(target, json.dumps(export(world)).encode())
    count = len(world.objects())
    facts = {"scene": scene, "file": str(target), "objects": count}
    print(json.dumps(facts) if args.json else f"{target}: {scene}, {count} objects")
    return 0


def _picture(args: Namespace) -> int:
    import cv2

    from egoplan_ros.sim.pictures import sheet
    from egoplan_ros.sim.scenes import Library
    from egoplan_ros.sim.simulation import Simulation

    scene, target = args.picture[0], Path(args.picture[1])
    check_scene(scene, args.scenes)
    _check_picture(target, args.size)
    sim = Simulation((args.size, args.size), scene, Library.of(args.scenes))
    if args.seed is not None:
        from egoplan_ros.sim.actions import load_all
        from egoplan_ros.sim.dispatch import invoke

        load_all()
        invoke(sim, {"action": "InitialRandomSpawn", "randomSeed": args.seed})
    _save(target, cv2.imencode(".png", sheet(sim)[..., ::-1])[1].tobytes())
    facts = {"scene": scene, "picture": str(target), "objects": len(sim.world.objects())}
    print(json.dumps(facts) if args.json else f"{target}: {scene}, {facts['objects']} objects")
    return 0


def _render(args: Namespace) -> int:
    import cv2

    from egoplan_ros.robots.robot import make_robot
    from egoplan_ros.robots.thor_process import embedded_simulator

    scene, target = args.render[0], Path(args.render[1])
    check_scene(scene, args.scenes)
    _check_picture(target, args.size)
    command = embedded_simulator(args.scenes)
    robot = make_robot("thor", executable=command, width=args.size, height=args.size)
    try:
        frame = robot.reset(scene, args.seed)
        types = sorted({item["objectType"] for item in robot.truth()["objects"]})
    finally:
        robot.close()
    _save(target, cv2.imencode(".png", frame.rgb[..., ::-1])[1].tobytes())
    facts = {"scene": scene, "picture": str(target), "object_types": types}
    print(json.dumps(facts) if args.json else f"{target}: {scene}, {len(types)} object types")
    sys.stdout.flush()
    return 0


def _check_picture(target: Path, size: int) -> None:
    _check_target(target, ".png")
    if not 1 <= size <= 4096:
        raise InputError(f"--size: {size}; choose 1 to 4096")


def _check_target(target: Path, suffix: str) -> None:
    """A recorded room, or whatever else bears the name, must not be lost to a slip of the hand."""
    if target.suffix.lower() != suffix or not target.parent.is_dir():
        raise InputError(f"{target}: give a {suffix} file in a folder that is there")
    if os.path.lexists(target):
        raise InputError(f"{target}: is there already; choose another name or remove it first")


def _save(target: Path, data: bytes) -> None:
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        partial.write_bytes(data)
        partial.replace(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror})") from error
