# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Teach the learned perception a further state, by examples, and write its model."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.world.errors import InputError


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add("name", metavar="NAME", help="of the state, as in the planning domain: wet")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--examples", type=Path, metavar="FILE",
        help="a JSON object a line: image, box [x_min, y_min, x_max, y_max], type, value, and "
        "depth where there is one; paths are relative to the file",
    )  # fmt: skip
    source.add_argument(
        "--data", type=Path, nargs="+", metavar="DIR",
        help="folders of frames whose things have the state, of egoplan collect",
    )  # fmt: skip
    add("--model", default="", metavar="FILE", help="weights of the back end 'learned' (its own)")
    add(
        "--out", type=Path, default=Path("predicates"), metavar="DIR",
        help="folder for NAME.npz; name it with the parameter predicates (%(default)s)",
    )  # fmt: skip
    add("--seed", type=seed, default=0, help="of the folds that it is judged by (%(default)s)")
    add("--json", action="store_true", help="print the report as JSON")


def run(args: Namespace) -> int:
    """Learn."""
    from egoplan_ros.commands.perceive import read_frame
    from egoplan_ros.perception.learned.backend import LearnedBackend
    from egoplan_ros.perception.learned.predicates import NAME, write_predicate
    from egoplan_ros.training.perception.frames import Frames
    from egoplan_ros.training.perception.predicate import fit_predicate, of_frames, of_pictures

    if not NAME.fullmatch(args.name):
        raise InputError(
            f"train predicate {args.name!r}: a name has a-z, 0-9 and _, a letter first"
        )
    backend = LearnedBackend(args.model)
    if args.examples:
        examples = of_pictures(backend, args.examples, read_frame)
    else:
        examples = of_frames(backend, Frames.of(args.data), args.name)
    model, report = fit_predicate(examples, args.name, backend.network, args.seed)
    path = args.out / f"{args.name}.npz"
    write_predicate(path, model, {key: report[key] for key in ("examples", "accuracy", "balanced")})
    report |= {"file": str(path)}
    if args.json:
        print(json.dumps(report))
        return 0
    rate = report["accuracy"]
    print(
        f"{path}: {args.name} of {', '.join(report['types'][:6])}"
        f"{' ...' if len(report['types']) > 6 else ''}; on examples kept apart right "
        f"{rate['rate']:.1%} [{rate['low']:.1%}, {rate['high']:.1%}] of {rate['n']}, "
        f"{report['balanced']:.1%} with both values alike"
    )
    return 0
