# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train the network that estimates depth from colour, and write its weights."""

import json
from argparse import ArgumentParser, Namespace

from egoplan_ros.commands.training.frames import add_frame_arguments, frames_of, recipe_of, tell


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add_frame_arguments(parser, "depth.npz")


def run(args: Namespace) -> int:
    """Train; an interrupted training goes on where it was."""
    from egoplan_ros.training.perception import training

    frames, validation = frames_of(args)
    recipe = recipe_of(args, training.DEPTH, training.QUICK)
    about = {"frames": len(frames), "seed": args.seed}
    report = training.train_depth(frames, recipe, validation, args.out, about, tell)
    if args.json:
        print(json.dumps(report))
        return 0
    low, high = report["abs_rel_interval"]
    print(
        f"{report['weights']}: {report['bytes'] / 1e6:.1f} MB; relative error "
        f"{report['abs_rel']:.1%} [{low:.1%}, {high:.1%}] of {report['n']} frames, "
        f"{report['delta1']:.1%} of the pixels within a quarter"
    )
    return 0
