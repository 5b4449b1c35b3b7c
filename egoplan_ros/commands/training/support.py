# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train the model of what lies in or on what, and write its weights."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.commands.training.frames import add_data
from egoplan_ros.world.errors import InputError


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add_data(parser)
    add(
        "--validation", type=Path, nargs="+", required=True, metavar="DIR",
        help="folders of other rooms, to judge by",
    )  # fmt: skip
    add("--every", type=int, default=4, metavar="N", help="take each N-th frame (%(default)s)")
    add("--out", type=Path, default=Path("support.npz"), help="weights to write (%(default)s)")
    add("--seed", type=seed, default=0, help="of weights and order (%(default)s)")
    add("--json", action="store_true", help="print the report as JSON")


def run(args: Namespace) -> int:
    """Train."""
    import torch

    from egoplan_ros.training.perception.shards import shards_of
    from egoplan_ros.training.perception.support import (
        EPOCHS,
        fit_support,
        judge_support,
        pairs_of,
        save_support,
    )
    from egoplan_ros.world.ontology import load_ontology

    if args.every < 1:
        raise InputError(f"train support: --every must be at least 1, got {args.every}")
    torch.set_num_threads(1)  # as quick, and the same on every machine
    ontology = load_ontology()
    learned, judged = (
        pairs_of([path for folder in folders for path in shards_of(folder)], ontology, every)
        for folders, every in ((args.data, args.every), (args.validation, 1))
    )
    if not learned.holds.any() or not judged.holds.any():
        raise InputError("train support: nothing lies in or on anything in these frames")
    model = fit_support(learned, sorted(ontology.types), args.seed, EPOCHS)
    report = judge_support(model, judged) | {"learned_from": len(learned.holds)}
    report |= {"bytes": save_support(args.out, model, report), "weights": str(args.out)}
    if args.json:
        print(json.dumps(report))
        return 0
    print(f"{args.out}: {report['bytes'] / 1e3:.0f} kB, from {report['learned_from']} pairs")
    for name, words in (("one_view", "as one view shows them"), ("whole", "with whole boxes")):
        told = ", ".join(
            f"{rate} {row['rate']:.1%} [{row['low']:.1%}, {row['high']:.1%}] of {row['n']}"
            for rate, row in report[name].items()
        )
        print(f"{words}: {told}")
    return 0
