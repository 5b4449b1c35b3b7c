# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Summarise a run folder: outcome, actions, tree, recording; or watch the tree of a running graph.

With --live no folder is read: the tree of the graph that runs here is shown as it changes.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from sqlite3 import DatabaseError
from textwrap import indent
from typing import Any

from egoplan_ros.behavior.snapshot import TreeNode, rows_of
from egoplan_ros.commands.argument_types import domain, namespace
from egoplan_ros.commands.page.live import add_web, serve_live, web_address
from egoplan_ros.commands.run_folder import ARTEFACTS, read_result
from egoplan_ros.commands.terminal.live_tree import watch
from egoplan_ros.commands.terminal.tree_text import check_format, tree_text, write_tree
from egoplan_ros.nodes.node_table import LOCALHOST, SUBNET
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import write_whole

EVERY = 2.0
"""Seconds between still pictures."""

_UNREADABLE = (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, DatabaseError)
"""What reading a recording that was cut off raises, beside rosbags' own errors."""


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "run", type=Path, nargs="?", metavar="RUN", help="run folder, e.g. runs/2026..."
    )
    what.add_argument("--live", action="store_true", help="watch the tree of a running graph")
    parser.add_argument(
        "--domain",
        type=domain,
        metavar="ID",
        help="ROS domain of --live (that of what `run` runs here, else yours)",
    )
    parser.add_argument(
        "--namespace", type=namespace, default="", metavar="NS", help="of --live's nodes (none)"
    )
    add_web(parser, "show it")
    parser.add_argument(
        "--discovery",
        choices=(LOCALHOST, SUBNET),
        help="of --live --web: whether its graph is on this machine, or on its network",
    )
    parser.add_argument("--once", action="store_true", help="end after one tree of --live")
    parser.add_argument(
        "--tree", type=Path, metavar="FILE", help="write the tree to a .dot, .png or .txt, too"
    )
    parser.add_argument(
        "--frames",
        type=Path,
        metavar="DIR",
        help="write still pictures of the video there, one every --every seconds",
    )
    parser.add_argument(
        "--film",
        type=Path,
        metavar="FILE",
        help="write the video again as an .mp4, with larger pictures, for which a fresh simulator "
        "does the same",
    )
    parser.add_argument("--gif", type=Path, metavar="FILE", help="write the video as a GIF, too")
    parser.add_argument("--every", type=float, metavar="S", help="see --frames (2)")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(args: Namespace) -> int:
    """Print the summary; 0 also for a run that failed."""
    _check_together(args)
    if args.tree is not None:
        check_format(args.tree)
    if args.web:
        from egoplan_ros.commands.page.replay import serve_replay

        return serve_live(args) if args.live else serve_replay(args)
    if args.live:
        return watch(args)
    result = read_result(args.run)
    tree = _last_tree(args.run / ARTEFACTS["recording"])
    if args.tree is not None:
        if not tree:
            raise InputError(f"--tree: {args.run} has no recording of the tree; try --live")
        write_tree(args.tree, tree)
    topics, problem = _recording(args.run / ARTEFACTS["recording"])
    every = EVERY if args.every is None else args.every
    pictures = _stills(args.run / ARTEFACTS["video"], args.frames, every)
    pictures += _films(args, result)
    if args.json:
        rows = [asdict(row) for row in tree]
        print(json.dumps(result | {"recording": topics, "pictures": pictures, "tree": rows}))
        return 0
    word = "SUCCESS" if result.get("success") else str(result.get("state", "failed")).upper()
    print(f"{word}: {result.get('reason', '')}")
    for name in (
        "instruction",
        "goal",
        "goal_words",
        "scene",
        "seed",
        "strategy",
        "perception",
        "started",
    ):
        print(f"  {name:12} {result.get(name)}")
    for name in ("steps", "failed_actions", "plans", "seconds", "steps_per_second"):
        print(f"  {name:16} {result.get(name)}")
    for kind, count in (result.get("blocking") or {}).items():
        print(f"  blocked      {kind} x{count}")
    for number, (action, end) in enumerate(result.get("actions") or [], 1):
        print(f"  {number:3} {action:50} {end}")
    if tree:
        print("  the tree when something ran last:")
        print(indent(tree_text(tree), "    "))
    for topic, kind, count in topics:
        print(f"  {count:6} x {topic} ({kind})")
    if problem:
        print(f"  recording: {problem}")
    for name in pictures:
        print(f"  {name}")
    for name in sorted(item.name for item in args.run.iterdir()):
        print(f"  {args.run / name}")
    return 0


def _check_together(args: Namespace) -> None:
    """What would do nothing is told."""
    web_address(args)
    if args.discovery and not (args.web and args.live):
        raise InputError("--discovery: is of --live --web; add that, or leave out --discovery")
    for name, given in {
        "--once": args.once,
        "--tree": args.tree,
        "--frames": args.frames,
        "--gif": args.gif,
        "--film": args.film,
    }.items():
        if args.web and given:
            raise InputError(f"{name}: a page in the browser does without; leave out {name}")
    live = {"--once": args.once, "--domain": args.domain is not None, "--namespace": args.namespace}
    stills = {
        "--film": args.film is not None,
        "--gif": args.gif is not None,
        "--frames": args.frames is not None,
        "--every": args.every is not None,
    }
    for name, given in (stills if args.live else live).items():
        if given:
            way = "is of a run folder; leave out --live" if args.live else "is of --live; add that"
            raise InputError(f"{name}: {way}, or leave out {name}")
    if args.every is not None and args.frames is None:
        raise InputError("--every: is of --frames DIR; add that, or leave out --every")


def _films(args: Namespace, result: dict[str, Any]) -> list[str]:
    """Write what is asked for; a GIF is of the film, if there is one."""
    video = args.run / ARTEFACTS["video"]
    if args.film is not None:
        from egoplan_ros.commands.pictures.film import write_film

        video = args.film
        recording = args.run / ARTEFACTS["recording"]
        write_film(
            video, recording, result, lambda line: print(f"egoplan: {line}", file=sys.stderr)
        )
    if args.gif is not None:
        from egoplan_ros.commands.pictures.video import write_gif

        write_gif(video, args.gif)
    return [str(path) for path in (args.film, args.gif) if path is not None]


def _last_tree(folder: Path) -> tuple[TreeNode, ...]:
    """The recorded tree in which something ran last; () without one."""
    if not folder.exists():
        return ()
    from rosbags.highlevel import AnyReader, AnyReaderError

    last: tuple[TreeNode, ...] = ()
    try:
        with AnyReader([folder]) as reader:
            wanted = [item for item in reader.connections if item.topic.endswith("behavior/tree")]
            if not wanted:
                return ()
            for connection, _, data in reader.messages(connections=wanted):
                message: Any = reader.deserialize(data, connection.msgtype)
                tree = rows_of(
                    [(n.name, n.kind, int(n.parent), n.status, n.feedback) for n in message.nodes]
                )
                if any(row.status == "RUNNING" for row in tree) or not last:
                    last = tree
    except (AnyReaderError, *_UNREADABLE):  # the list of topics tells what is wrong
        return last
    return last


def _recording(folder: Path) -> tuple[list[tuple[str, str, int]], str]:
    """(topic, type, messages) of the recording, and what is wrong with it."""
    if not folder.exists():
        return [], "none"
    from rosbags.rosbag2 import Reader, ReaderError

    try:
        with Reader(folder) as reader:
            found = [(item.topic, item.msgtype, item.msgcount) for item in reader.connections]
            return sorted(found), ""
    except (ReaderError, *_UNREADABLE) as error:
        text = " ".join(str(error).split())
        return [], f"cannot be read ({text}); the run may have been killed"


def _stills(video: Path, folder: Path | None, every: float) -> list[str]:
    if folder is None:
        return []
    if not video.exists():
        raise InputError(f"{video}: this run has no video")
    if not (isfinite(every) and every > 0):
        raise InputError("--every: give seconds above 0")
    import cv2
    import imageio_ffmpeg
    import numpy as np

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--frames {folder}: cannot be made ({error.strerror})") from error
    written = []
    try:
        frames: Any = imageio_ffmpeg.read_frames(str(video))
        about = next(frames)
        width, height = about["size"]
        step = max(1, round(every * about["fps"]))
        for number, data in enumerate(frames):
            if number % step == 0:
                path = folder / f"frame_{number:05d}.png"
                image = np.frombuffer(data, np.uint8).reshape(height, width, 3)
                good, png = cv2.imencode(".png", image[..., ::-1])
                if not good:
                    raise InputError(f"{path}: the picture cannot be encoded")
                write_whole(path, png.tobytes())
                written.append(str(path))
    except InputError:
        raise
    except (OSError, ValueError, StopIteration, OverflowError, RuntimeError) as error:
        first = (str(error).strip() or "it is empty").splitlines()[0]
        raise InputError(f"{video}: cannot be read ({first}); is it cut off?") from error
    return written
