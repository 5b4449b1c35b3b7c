# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train CAPEAM's detailed planners on what ALFRED's expert did, and write their weights."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.commands.training.frames import tell
from egoplan_ros.world.system.files import make_room


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add(
        "--data", type=Path, required=True, metavar="FILE",
        help="ALFRED's training episodes with the expert's actions: a .jsonl[.gz] file, or a "
        "folder of traj_data.json; rooms 1 to 15 of each kind are learned from, 16 to 20 judged by "
        "(10, 219 and 308 are left out)",
    )  # fmt: skip
    add("--out", type=Path, default=Path("details.npz"), help="weights to write (%(default)s)")
    add("--seed", type=seed, default=0, help="of weights and what is left out (%(default)s)")
    add("--json", action="store_true", help="print the report as JSON")


def run(args: Namespace) -> int:
    """Train; it begins anew each time, for it takes half a minute."""
    import torch

    from egoplan_ros.bench.alfred_episodes.reader import read_episodes
    from egoplan_ros.training.details.train_details import train_details
    from egoplan_ros.world.ontology import load_ontology

    make_room(args.out)
    torch.set_num_threads(1)  # as quick, and the same on every machine
    episodes = read_episodes(args.data)
    report = train_details(episodes, load_ontology(), args.out, args.seed, tell=tell)
    report["weights"] = str(args.out)
    if args.json:
        print(json.dumps(report))
        return 0
    print(f"{args.out}: {report['bytes'] / 1e3:.0f} kB")
    for kind, rate in report["exact"].items():
        print(
            f"{kind}: from {report['learned_from'][kind]}; exact in other rooms "
            f"{rate['rate']:.1%} [{rate['low']:.1%}, {rate['high']:.1%}] of {rate['n']}"
        )
    return 0
