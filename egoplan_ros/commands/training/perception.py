"""Train the learned perception on collected frames, calibrate it and write its weights."""

import json
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.world.errors import InputError

PARTS = ("proposer", "recogniser")


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    add = parser.add_argument
    add(
        "--data", type=Path, nargs="+", required=True, metavar="DIR",
        help="folders of frames to learn from, of egoplan collect",
    )  # fmt: skip
    add(
        "--validation", type=Path, nargs="+", metavar="DIR",
        help="folders of other rooms, for the calibration (every tenth shard of --data)",
    )  # fmt: skip
    add(
        "--out", type=Path, default=Path("learned.npz"),
        help="weights to write; checkpoints and report lie beside them (%(default)s)",
    )  # fmt: skip
    add(
        "--start", type=Path, metavar="FILE",
        help="weights to go on from, with a new course of learning rates (fresh ones)",
    )  # fmt: skip
    add("--seed", type=seed, default=0, help="of weights and batches (%(default)s)")
    add("--steps", type=int, metavar="N", help="batches for each network, instead of the recipes'")
    add("--quick", action="store_true", help="an eighth of the steps: a quarter of an hour or two")
    add("--only", choices=PARTS, help="train this network alone; without it, the rest follows")
    add(
        "--device", choices=("auto", "cpu", "cuda"), default="auto",
        help="where to train (on a GPU if there is one)",
    )  # fmt: skip
    add("--threads", type=int, default=1, help="of torch on the CPU (%(default)s)")
    add("--json", action="store_true", help="print the report as JSON")


def run(args: Namespace) -> int:
    """Train; an interrupted training goes on where it was."""
    import torch

    from egoplan_ros.training.perception import training
    from egoplan_ros.training.perception.frames import Frames

    if args.threads < 1 or (args.steps is not None and args.steps < 1):
        raise InputError("train perception: --threads and --steps must be at least 1")
    cuda = torch.cuda.is_available()
    if args.device == "cuda" and not cuda:
        raise InputError("--device cuda: torch finds no GPU; leave it out to train on the CPU")
    device = "cuda" if cuda and args.device != "cpu" else "cpu"
    torch.set_num_threads(args.threads)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    frames = Frames.of(args.data)
    if args.validation:
        validation = Frames.of(args.validation)
    else:
        frames, validation = frames.split(10)
    _tell(f"{len(frames)} frames to learn from, {len(validation)} to calibrate with")
    begun = training.begin(args.start)
    parts: dict[str, Any] = {}
    makers = {"proposer": training.train_proposer, "recogniser": training.train_recogniser}
    recipes = {"proposer": training.PROPOSER, "recogniser": training.RECOGNISER}
    for part in (args.only,) if args.only else PARTS:
        steps = args.steps or recipes[part].steps // (training.QUICK if args.quick else 1)
        recipe = replace(recipes[part], steps=steps, seed=args.seed, device=device)
        parts[part] = makers[part](frames, recipe, begun, args.out, _tell)
    if args.only:
        report: dict[str, Any] = {"checkpoint": str(args.out.with_suffix(f".{args.only}.pt"))}
    else:
        about = {"frames": len(frames), "seed": args.seed, "start": str(args.start or "")}
        report = training.finish(
            frames, parts["proposer"], parts["recogniser"], validation, args.out, about, _tell
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


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
