# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train the learned perception on collected frames, calibrate it and write its weights."""

import json
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from egoplan_ros.commands.training.frames import add_frame_arguments, frames_of, recipe_of, tell

PARTS = ("proposer", "recogniser")


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add_frame_arguments(parser, "learned.npz")
    parser.add_argument(
        "--start", type=Path, metavar="FILE",
        help="weights to go on from, with a new course of learning rates (fresh ones)",
    )  # fmt: skip
    parser.add_argument(
        "--only", choices=PARTS, help="train this network alone; without it, the rest follows"
    )


def run(args: Namespace) -> int:
    """Train; an interrupted training goes on where it was."""
    from egoplan_ros.training.perception import training

    frames, validation = frames_of(args)
    begun = training.begin(args.start)
    parts: dict[str, Any] = {}
    makers = {"proposer": training.train_proposer, "recogniser": training.train_recogniser}
    recipes = {"proposer": training.PROPOSER, "recogniser": training.RECOGNISER}
    for part in (args.only,) if args.only else PARTS:
        recipe = recipe_of(args, recipes[part], training.QUICK)
        if begun:
            recipe = replace(recipe, rate=recipe.rate * training.GOES_ON)
        parts[part] = makers[part](frames, recipe, begun, args.out, tell)
    if args.only:
        report: dict[str, Any] = {"checkpoint": str(args.out.with_suffix(f".{args.only}.pt"))}
    else:
        about = {"frames": len(frames), "seed": args.seed, "start": str(args.start or "")}
        report = training.finish(
            frames, parts["proposer"], parts["recogniser"], validation, args.out, about, tell
        )
    print(json.dumps(report) if args.json else _line(report))
    return 0


def _line(report: dict[str, Any]) -> str:
    if "weights" not in report:
        return f"{report['checkpoint']}: trained"
    top1, top3 = report["type_top1"]["rate"], report["type_top3"]["rate"]
    return (
        f"{report['weights']}: {report['bytes'] / 1e6:.1f} MB; type of true boxes {top1:.1%}, "
        f"among the first three {top3:.1%}; egoplan eval-perception tells more"
    )
