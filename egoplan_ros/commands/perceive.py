# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Show what a perception back end sees in a picture, or in each picture of a folder.

Exit code 0: seen and written; 1: one picture or more could not be used, or nothing was seen in any;
2: bad usage or input.
"""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.perception.exposure import exposure_fault
from egoplan_ros.perception.overlay import overlay
from egoplan_ros.perception.registry import all_options, backend_options, make_backend
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose
from egoplan_ros.world.system.files import make_room, write_whole

PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp", ".tif", ".tiff")
DEPTHS = (".png", ".npy")
_FIELD_OF_VIEW = np.radians(60.0)
_NO_DEPTH = 65535


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add("image", type=Path, metavar="IMAGE|FOLDER", help="a picture, or a folder of pictures")
    add(
        "--depth",
        type=Path,
        metavar="FILE|FOLDER",
        help="depth of the picture's size: 16-bit PNG in millimetres or .npy in metres; for a "
        "folder of pictures, a folder with files of the same names",
    )
    add("--backend", default="coco", help="perception back end (default: %(default)s)")
    for option, backends in all_options().items():
        add(
            f"--{option.name.replace('_', '-')}",
            type=type(option.default),
            help=f"{option.meaning} ({', '.join(backends)})".replace("%", "%%"),
        )
    add(
        "--intrinsics",
        nargs=4,
        type=float,
        metavar=("FX", "FY", "CX", "CY"),
        help="of the camera, pixels (default: 60 degrees from top to bottom)",
    )
    add(
        "--out",
        type=Path,
        metavar="FILE|FOLDER",
        help="where the overlay goes (default: NAME.seen.png here; folder: FOLDER.seen/)",
    )
    add("--json", action="store_true", help="print one JSON object a picture")


def run(args: Namespace) -> int:
    """Look at the pictures; returns the exit code."""
    pictures = _pictures(args.image)
    out = _targets(args, pictures)
    options = {
        option.name: value
        for option in backend_options(args.backend)
        if (value := getattr(args, option.name, None)) is not None
    }
    given = {o.name for o in all_options() if getattr(args, o.name, None) is not None}
    if unused := sorted(given - options.keys()):
        raise InputError(f"--{unused[0]} is no option of back end {args.backend}")
    backend = make_backend(args.backend, **options)
    seen = failed = 0
    for index, (picture, target) in enumerate(zip(pictures, out, strict=True), 1):
        if len(pictures) > 1 and sys.stderr.isatty():
            print(f"\r{index}/{len(pictures)} {picture.name[:60]:60}", end="", file=sys.stderr)
        try:
            frame = read_frame(picture, _depth_of(args.depth, picture), args.intrinsics)
            began = time.perf_counter()
            detections = backend.detect(frame)
            spent = time.perf_counter() - began
            _write(target, overlay(frame.rgb, detections))
        except InputError as error:
            if len(pictures) == 1:
                raise
            failed += 1
            print(f"egoplan: {error}", file=sys.stderr)
            continue
        seen += len(detections.items)
        report = _report(picture, target, frame, detections, backend, spent)
        print(json.dumps(report) if args.json else _lines(report))
    if len(pictures) > 1 and sys.stderr.isatty():
        print(file=sys.stderr)
    return 0 if seen and not failed else 1


def read_frame(
    picture: Path, depth: Path | None = None, intrinsics: list[float] | None = None
) -> RgbdFrame:
    """A frame from files; without depth it is NaN everywhere.

    Args:
        picture: 8-bit colour or grey.
        depth: 16-bit PNG in millimetres (0 and 65535 unknown), or float ``.npy`` in metres.
        intrinsics: fx, fy, cx, cy, pixels.

    Raises:
        InputError: a file cannot be read, or the sizes differ.
    """
    rgb = _read(picture)
    rows, columns = rgb.shape[:2]
    if intrinsics is None:
        camera = Camera.from_vertical_fov(columns, rows, float(_FIELD_OF_VIEW))
    else:
        camera = Camera(columns, rows, *intrinsics)
    metres = np.full((rows, columns), np.nan, dtype=np.float32) if depth is None else _metres(depth)
    if metres.shape != (rows, columns):
        raise InputError(
            f"{depth}: depth of {metres.shape[1]}x{metres.shape[0]} pixels, the picture has "
            f"{columns}x{rows}; give depth that is aligned to the picture"
        )
    robot = RobotState(0.0, 0, 0, Pose2D(), 0.0, 1.5)
    level = camera_optical_pose(robot.base, robot.camera_height, robot.camera_pitch)
    return RgbdFrame(0.0, rgb, metres, camera, level, robot)


def _read(path: Path) -> npt.NDArray[np.uint8]:
    try:
        raw = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    image = cv2.imdecode(raw, cv2.IMREAD_COLOR) if raw.size else None
    if image is None:
        raise InputError(f"{path}: is no picture that OpenCV reads; give PNG or JPEG")
    return np.ascontiguousarray(image[..., ::-1]).astype(np.uint8, copy=False)


def _metres(path: Path) -> npt.NDArray[np.float32]:
    try:
        if path.suffix == ".npy":
            values = np.load(path, allow_pickle=False)
            if values.ndim != 2 or not np.issubdtype(values.dtype, np.floating):
                raise InputError(f"{path}: needs metres as a float array (h, w)")
            return np.asarray(values, dtype=np.float32)
        raw = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        told = getattr(error, "strerror", None) or "no array"
        raise InputError(f"{path}: cannot be read ({told}); check the file") from error
    image = cv2.imdecode(raw, cv2.IMREAD_UNCHANGED) if raw.size else None
    if image is None or image.dtype != np.uint16 or image.ndim != 2:
        raise InputError(f"{path}: is no depth; give a 16-bit PNG in millimetres or .npy in metres")
    known = (image > 0) & (image < _NO_DEPTH)
    return np.where(known, image / 1000.0, np.nan).astype(np.float32)


def _pictures(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(item for item in path.iterdir() if item.suffix.lower() in PICTURES)
    if not found:
        raise InputError(f"{path}: has no pictures ({', '.join(PICTURES)})")
    return found


def _depth_of(depth: Path | None, picture: Path) -> Path | None:
    if depth is None or not depth.is_dir():
        return depth
    for suffix in DEPTHS:
        if (found := depth / (picture.stem + suffix)).exists():
            return found
    return None


def _targets(args: Namespace, pictures: list[Path]) -> list[Path]:
    if args.depth is not None and args.depth.is_dir() != args.image.is_dir():
        raise InputError("--depth must be a folder for a folder, and a file for a picture")
    if not args.image.is_dir():
        target = args.out or Path(f"{args.image.stem}.seen.png")
        if target.is_dir():
            target = target / f"{args.image.stem}.png"
        if target.suffix.lower() not in PICTURES:
            raise InputError(f"--out {target}: must end in one of {', '.join(PICTURES)}")
        return [target]
    folder = args.out or Path(f"{args.image.resolve().name}.seen")
    if folder.exists() and not folder.is_dir():
        raise InputError(f"--out {folder}: is a file; give a folder for a folder of pictures")
    return [folder / f"{picture.stem}.png" for picture in pictures]


def _write(path: Path, rgb: npt.NDArray[np.uint8]) -> None:
    fine, data = cv2.imencode(path.suffix, np.ascontiguousarray(rgb[..., ::-1]))
    if not fine:
        raise InputError(f"{path}: cannot be written; give a name that ends in .png or .jpg")
    make_room(path)
    write_whole(path, data.tobytes())


def _report(
    picture: Path,
    target: Path,
    frame: RgbdFrame,
    detections: Detections,
    backend: PerceptionBackend,
    seconds: float,
) -> dict[str, Any]:
    pixels = np.bincount(detections.labels.ravel())
    return {
        "image": str(picture),
        "overlay": str(target),
        "backend": backend.name,
        "seconds": round(seconds, 4),
        "fault": exposure_fault(frame.rgb) or None,
        "detections": [
            {
                "type": item.type,
                "score": round(item.score, 4),
                "candidates": [[kind, round(share, 4)] for kind, share in item.candidates],
                "box": list(item.box),
                "point": list(item.point),
                "pixels": int(pixels[item.label]),
                "states": {name: round(value, 4) for name, value in item.states.items()},
            }
            for item in detections.items
        ],
    }


def _lines(report: dict[str, Any]) -> str:
    lines = [f"{report['image']}: {len(report['detections'])} things, {report['overlay']}"]
    if report["fault"]:
        lines.append(f"  {report['fault']}")
    for item in report["detections"]:
        others = ", ".join(f"{kind} {share:.2f}" for kind, share in item["candidates"][1:3])
        left, top, right, bottom = item["box"]
        lines.append(
            f"  {item['type']:14} {item['score']:.2f}  {left},{top} to {right},{bottom}"
            + (f"  or {others}" if others else "")
        )
    return "\n".join(lines)
