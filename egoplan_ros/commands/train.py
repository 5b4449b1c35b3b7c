"""Train the language model on labelled instructions and write its weights."""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.world.errors import InputError


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument("model", choices=["language"], help="what to train")
    parser.add_argument(
        "--data", type=Path, required=True, metavar="DIR", help="folder of *.jsonl.gz files"
    )
    parser.add_argument(
        "--out", type=Path, default=Path("language.npz"), help="weights to write (%(default)s)"
    )
    parser.add_argument("--seed", type=seed, default=0, help="of the cut by floor plan (0)")
    parser.add_argument("--epochs", type=int, default=0, help="instead of the recipe's")
    parser.add_argument("--dialogs-only", action="store_true", help="train the dialog model alone")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(args: Namespace) -> int:
    """Train; an interrupted training goes on where it was."""
    if not args.data.exists():
        raise InputError(f"{args.data}: no such file or folder; name the training data")
    from egoplan_ros.language.dialog_corpus import FILE
    from egoplan_ros.language.train import Recipe, train
    from egoplan_ros.language.train_dialogs import train_dialogs

    dialogs = args.data / FILE if args.data.is_dir() else args.data
    if args.dialogs_only and not (dialogs.name == FILE and dialogs.is_file()):
        raise InputError(f"{dialogs}: no such file; give the data folder")
    report: dict[str, Any] = {}
    if not args.dialogs_only:  # first, for it may be refused
        report = train(
            args.data,
            args.out,
            args.seed,
            lambda line: print(line, file=sys.stderr, flush=True),
            Recipe(epochs=args.epochs) if args.epochs > 0 else Recipe(),
        )
    told: dict[str, Any] = {}
    if dialogs.name == FILE and dialogs.is_file():
        out = args.out.with_name("dialog.npz")
        told = train_dialogs(dialogs, out) | {"weights": str(out)}
        print(f"wrote {out}: {told['train']} dialogs", file=sys.stderr, flush=True)
    if args.dialogs_only:
        print(json.dumps(told) if args.json else f"{told['weights']}: {told['train']} dialogs")
        return 0
    if args.json:
        print(json.dumps(report | {"dialogs": told}))
    else:
        parts = ", ".join(f"{count} {part}" for part, count in report["sentences"].items())
        print(f"{report['weights']}: {report['bytes'] / 1e6:.1f} MB from sentences: {parts}")
    return 0
