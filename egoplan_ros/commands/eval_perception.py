# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Score a perception back end on collected frames."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.world.errors import InputError


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add(
        "--data", type=Path, nargs="+", required=True, metavar="DIR",
        help="folders of frames, of egoplan collect",
    )  # fmt: skip
    add("--backend", default="learned", help="perception back end (%(default)s)")
    add("--model", default="", metavar="FILE", help="weights of the back end (its own)")
    add("--frames", type=int, default=320, help="at most so many, spread evenly (%(default)s)")
    add(
        "--least", type=int, default=30, metavar="PIXELS",
        help="smaller things neither count nor are held against it (%(default)s)",
    )  # fmt: skip
    add("--out", type=Path, metavar="DIR", help="pictures: truth beside what was said, and errors")
    add("--json", action="store_true", help="print the report as JSON")


def run(args: Namespace) -> int:
    """Score."""
    from egoplan_ros.perception.registry import make_backend
    from egoplan_ros.training.perception.evaluation import evaluate, report
    from egoplan_ros.training.perception.frames import Frame, Frames
    from egoplan_ros.training.perception.gallery import gallery

    if args.frames < 1 or args.least < 1:
        raise InputError("eval-perception: --frames and --least must be at least 1")
    options = {"model": args.model} if args.model else {}
    backend = make_backend(args.backend, **options)
    frames = Frames.of(args.data)
    chosen = np.linspace(0, len(frames) - 1, min(args.frames, len(frames))).astype(int)

    def some() -> Iterator[Frame]:
        for k, index in enumerate(chosen.tolist(), start=1):
            if k % 20 == 0:
                print(f"{k}/{len(chosen)} frames", file=sys.stderr, flush=True)
            yield frames.load(index)

    tally = evaluate(backend, some(), args.least)
    found = report(tally) | {"backend": args.backend, "data": [str(path) for path in args.data]}
    if args.out:
        found["picture"] = str(gallery(backend, frames, args.out))
    print(json.dumps(found) if args.json else _text(found))
    return 0


def _text(found: dict[str, Any]) -> str:
    def told(name: str) -> str:
        row = found[name]
        return f"{row['rate']:6.1%} [{row['low']:.1%}, {row['high']:.1%}] n={row['n']}"

    lines = [
        f"{found['backend']} on {found['frames']} frames, things of at least "
        f"{found['least_pixels']} pixels, boxes at IoU 0.5, types included",
        f"precision         {told('precision')}",
        f"recall            {told('recall')}",
        f"type, of found    {told('type_top1')}",
        f"type in first 3   {told('type_top3')}",
        f"panoptic quality  {found['panoptic_quality']:6.1%} (stuff, and things from 100 pixels)",
        *(_panoptic(name, row) for name, row in found["panoptic"].items() if row["classes"]),
        "calibration error "
        + ", ".join(f"{name} {value:.1%}" for name, value in found["calibration_error"].items()),
    ]
    for name, row in found["states"].items():
        lines.append(f"  {name:10} {row['accuracy']:6.1%} of {row['n']}, holds {row['holds']:.0%}")
    for row in found["by_pixels"]:
        if row["things"]:
            lines.append(
                f"  from {row['from']:5} pixels: {row['things']:5} things, found "
                f"{row['found']:.0%}, named rightly {row['found_and_named']:.0%}"
            )
    worst = ", ".join(f"{true} as {said} ({n})" for true, said, n in found["confusions"][:10])
    return "\n".join([*lines, f"confusions: {worst or 'none'}"])


def _panoptic(name: str, row: dict[str, Any]) -> str:
    figures = ", ".join(f"{key.upper()} {row[key]:.1%}" for key in ("pq", "sq", "rq"))
    return f"  {name:10} {figures}, {row['classes']} classes"
