"""Summarise a run folder: outcome, actions, what blocked, recording, pictures."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from egoplan_ros.commands.run_folder import ARTEFACTS, read_result
from egoplan_ros.world.errors import InputError


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("run", type=Path, metavar="RUN", help="run folder, e.g. runs/2026...")
    parser.add_argument(
        "--frames",
        type=Path,
        metavar="DIR",
        help="write still pictures of the video there, one every --every seconds",
    )
    parser.add_argument("--every", type=float, default=2.0, metavar="S", help="see --frames (2)")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")


def run(args: Namespace) -> int:
    """Print the summary; 0 also for a run that failed."""
    result = read_result(args.run)
    topics, problem = _recording(args.run / ARTEFACTS["recording"])
    pictures = _stills(args.run / ARTEFACTS["video"], args.frames, args.every)
    if args.json:
        print(json.dumps(result | {"recording": topics, "pictures": pictures}))
        return 0
    word = "SUCCESS" if result.get("success") else str(result.get("state", "failed")).upper()
    print(f"{word}: {result.get('reason', '')}")
    for name in ("instruction", "goal", "scene", "seed", "strategy", "perception", "started"):
        print(f"  {name:12} {result.get(name)}")
    for name in ("steps", "failed_actions", "plans", "seconds", "steps_per_second"):
        print(f"  {name:16} {result.get(name)}")
    for kind, count in (result.get("blocking") or {}).items():
        print(f"  blocked      {kind} x{count}")
    for number, (action, end) in enumerate(result.get("actions") or [], 1):
        print(f"  {number:3} {action:50} {end}")
    for topic, kind, count in topics:
        print(f"  {count:6} x {topic} ({kind})")
    if problem:
        print(f"  recording: {problem}")
    for name in pictures:
        print(f"  {name}")
    for name in sorted(item.name for item in args.run.iterdir()):
        print(f"  {args.run / name}")
    return 0


def _recording(folder: Path) -> tuple[list[tuple[str, str, int]], str]:
    """(topic, type, messages) of the recording, and what is wrong with it."""
    if not folder.exists():
        return [], "none"
    from rosbags.rosbag2 import Reader, ReaderError

    try:
        with Reader(folder) as reader:
            found = [(item.topic, item.msgtype, item.msgcount) for item in reader.connections]
            return sorted(found), ""
    except ReaderError as error:
        return [], str(error)


def _stills(video: Path, folder: Path | None, every: float) -> list[str]:
    if folder is None:
        return []
    if not video.exists():
        raise InputError(f"{video}: this run has no video")
    if every <= 0:
        raise InputError("--every: give seconds above 0")
    import cv2
    import imageio_ffmpeg
    import numpy as np

    folder.mkdir(parents=True, exist_ok=True)
    frames: Any = imageio_ffmpeg.read_frames(str(video))
    about = next(frames)
    width, height = about["size"]
    step = max(1, round(every * about["fps"]))
    written = []
    for number, data in enumerate(frames):
        if number % step == 0:
            path = folder / f"frame_{number:05d}.png"
            image = np.frombuffer(data, np.uint8).reshape(height, width, 3)
            cv2.imwrite(str(path), image[..., ::-1])
            written.append(str(path))
    return written
