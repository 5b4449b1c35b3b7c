# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the trainings on frames have in common: options, data, device."""

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.world.errors import InputError

if TYPE_CHECKING:
    from egoplan_ros.training.perception.frames import Frames
    from egoplan_ros.training.perception.loop import Recipe


def add_frame_arguments(parser: ArgumentParser, out: str) -> None:
    """Options; ``out``: default of the file of weights."""
    add = parser.add_argument
    add_data(parser)
    add(
        "--validation", type=Path, nargs="+", metavar="DIR",
        help="folders of other rooms, to calibrate and judge (every tenth shard of --data)",
    )  # fmt: skip
    add(
        "--out", type=Path, default=Path(out),
        help="weights to write; checkpoints lie beside them (%(default)s)",
    )  # fmt: skip
    add("--seed", type=seed, default=0, help="of weights and batches (%(default)s)")
    add("--steps", type=int, metavar="N", help="batches for each network, instead of the recipes'")
    add("--quick", action="store_true", help="an eighth of the steps: a quarter of an hour or two")
    add(
        "--device", choices=("auto", "cpu", "cuda"), default="auto",
        help="where to train (on a GPU if there is one)",
    )  # fmt: skip
    add("--threads", type=int, default=1, help="of torch on the CPU (%(default)s)")
    add("--json", action="store_true", help="print the report as JSON")


def add_data(parser: ArgumentParser) -> None:
    """The option for what is learned from."""
    parser.add_argument(
        "--data", type=Path, nargs="+", required=True, metavar="DIR",
        help="folders of frames to learn from, of egoplan collect",
    )  # fmt: skip


def frames_of(args: Namespace) -> "tuple[Frames, Frames]":
    """Frames to learn from and frames to judge with.

    Raises:
        InputError: a number out of range; no frames, or damaged ones.
    """
    import torch

    from egoplan_ros.training.perception.frames import Frames

    if args.threads < 1 or (args.steps is not None and args.steps < 1):
        raise InputError("train: --threads and --steps must be at least 1")
    if args.device == "cuda" and not torch.cuda.is_available():
        raise InputError("--device cuda: torch finds no GPU; leave it out to train on the CPU")
    torch.set_num_threads(args.threads)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    frames = Frames.of(args.data)
    if args.validation:
        validation = Frames.of(args.validation)
    else:
        frames, validation = frames.split(10)
    tell(f"{len(frames)} frames to learn from, {len(validation)} to calibrate with")
    return frames, validation


def recipe_of(args: Namespace, recipe: "Recipe", quick: int) -> "Recipe":
    """A recipe as the options want it; ``quick``: how many times fewer steps ``--quick`` takes."""
    import torch

    steps = args.steps or recipe.steps // (quick if args.quick else 1)
    cuda = torch.cuda.is_available() and args.device != "cpu"
    return replace(recipe, steps=steps, seed=args.seed, device="cuda" if cuda else "cpu")


def tell(line: str) -> None:
    """A line of progress."""
    print(line, file=sys.stderr, flush=True)
