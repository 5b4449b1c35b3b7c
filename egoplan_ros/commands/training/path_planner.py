# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train the value iteration network that plans ways, and write its weights."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.commands.scenes import split_rooms
from egoplan_ros.commands.training.frames import tell
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import make_room


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add("--out", type=Path, default=Path("path_planner.npz"), help="weights to write (%(default)s)")
    add("--seed", type=seed, default=0, help="of floors, weights and order (%(default)s)")
    add("--drawn", type=int, default=225, metavar="N", help="floors that are drawn (%(default)s)")
    add(
        "--rooms", type=int, default=80, metavar="N",
        help="simulated rooms of the split train, the kinds in turn (%(default)s)",
    )  # fmt: skip
    add(
        "--judged", type=int, default=20, metavar="N",
        help="rooms of the split validation to judge by (%(default)s)",
    )  # fmt: skip
    add("--steps", type=int, metavar="N", help="batches of each stage, instead of the recipe's")
    add("--json", action="store_true", help="print the report as JSON")


def run(args: Namespace) -> int:
    """Train; it begins anew each time, for it takes minutes."""
    import torch

    from egoplan_ros.skills.paths.value_iteration import save
    from egoplan_ros.training.navigation.path_planner import learn

    for name in ("drawn", "rooms", "judged", "steps"):
        least = 0 if name in ("rooms", "judged") else 1
        value = getattr(args, name)
        if value is not None and value < least:
            raise InputError(f"train path-planner: --{name} must be at least {least}, got {value}")
    make_room(args.out)
    torch.set_num_threads(1)  # as quick, and the same on every machine
    scenes = {
        split: split_rooms(split)[:count]
        for split, count in (("train", args.rooms), ("validation", args.judged))
    }
    network, report = learn(
        args.drawn, scenes["train"], scenes["validation"], args.seed, args.steps, tell
    )
    report |= {"bytes": save(args.out, network, report), "weights": str(args.out)}
    if args.json:
        print(json.dumps(report))
        return 0
    print(f"{args.out}: {report['bytes'] / 1e3:.0f} kB, from {report['learned_from']} ways")
    for name, words in (("known", "in known rooms"), ("in_part", "in rooms known in part")):
        found = report[name]
        if not found["queries"]:
            continue
        rate, cost = found["reached"], found["cost"]
        at = "" if cost is None else f", at {cost:.3f} of Dijkstra's cost"
        print(
            f"{words}: {rate['rate']:.1%} [{rate['low']:.1%}, {rate['high']:.1%}] of {rate['n']} "
            f"reached{at}, {found['ms']:.0f} ms a way"
        )
    return 0
