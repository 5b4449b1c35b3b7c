# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Train the language models on labelled instructions and write their weights."""

import json
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.training.language.request_corpus import LISTS
from egoplan_ros.world.errors import InputError

PARTS = ("descriptions", "dialogs", "requests", "style")


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="folder of *.jsonl.gz files; not for requests"
    )
    parser.add_argument(
        "--requests", type=Path, default=LISTS, metavar="DIR",
        help="folder of lists of requests with their goals (those that come along)",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, default=Path("language.npz"),
        help="weights to write, the other parts' beside it (%(default)s)",
    )  # fmt: skip
    parser.add_argument("--seed", type=seed, default=0, help="of the cut by floor plan (0)")
    parser.add_argument(
        "--epochs", type=int, metavar="N",
        help="of the first stage for descriptions, and for requests, instead of the recipes'",
    )  # fmt: skip
    parser.add_argument(
        "--start", type=Path, metavar="FILE",
        help="requests.npz of a reader of requests to go on from, four epochs by default",
    )  # fmt: skip
    parser.add_argument(
        "--device", choices=("auto", "cpu", "cuda"), default="auto",
        help="where the pretrained encoder is tuned (on a GPU if there is one)",
    )  # fmt: skip
    parser.add_argument("--only", choices=PARTS, help="train this part alone")
    parser.add_argument("--threads", type=int, default=1, help="of torch on the CPU (1)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(args: Namespace) -> int:
    """Train; an interrupted training goes on where it was."""
    parts = (args.only,) if args.only else PARTS
    if parts != ("requests",):
        if args.data is None:
            raise InputError("train language: needs --data DIR, or --only requests")
        if not args.data.exists():
            raise InputError(f"{args.data}: no such file or folder; name the training data")
    if {"requests", "style"} & set(parts) and not args.requests.is_dir():
        raise InputError(f"{args.requests}: no such folder; name the lists with --requests DIR")
    if args.start and parts != ("requests",):
        raise InputError("--start: is for the reader of requests; add --only requests")
    if args.threads < 1:
        raise InputError(f"--threads: at least 1, got {args.threads}")
    if args.epochs is not None and args.epochs < 1:
        raise InputError(f"--epochs: at least 1, got {args.epochs}; leave it out for the recipes'")
    makers = {
        "descriptions": _descriptions, "dialogs": _dialogs,
        "requests": _requests, "style": _style,
    }  # fmt: skip
    reports = {part: makers[part](args) for part in parts}
    if args.json:
        print(json.dumps(reports))
    else:
        for report in reports.values():
            print(report["told"])
    return 0


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _options(args: Namespace) -> dict[str, Any]:
    """What recipes have in common.

    Raises:
        InputError: there is no GPU that torch can use.
    """
    import torch

    found = torch.cuda.is_available()
    if args.device == "cuda" and not found:
        raise InputError("--device cuda: torch finds no GPU; leave it out to train on the CPU")
    device = "cuda" if found and args.device != "cpu" else "cpu"
    return {"threads": args.threads, "device": device}


def _descriptions(args: Namespace) -> dict[str, Any]:
    from egoplan_ros.training.language.train_encoders import Recipe, train

    recipe = Recipe(**_options(args))
    if args.epochs:
        recipe = replace(recipe, tuning=replace(recipe.tuning, epochs=args.epochs))
    report = train(args.data, args.out, args.seed, _progress, recipe)
    parts = ", ".join(f"{count} {part}" for part, count in report["sentences"].items())
    size = report["bytes"] / 1e6
    return report | {"told": f"{report['weights']}: {size:.1f} MB from sentences: {parts}"}


def _dialogs(args: Namespace) -> dict[str, Any]:
    from egoplan_ros.training.language.dialog_corpus import FILE
    from egoplan_ros.training.language.train_dialogs import train_dialogs

    dialogs = args.data / FILE if args.data.is_dir() else args.data
    if not (dialogs.name == FILE and dialogs.is_file()):
        if args.only:
            raise InputError(f"{dialogs}: no such file; give the data folder")
        return {"told": f"no {FILE} there: no dialogs learned"}
    out = args.out.with_name("dialog.npz")
    report = train_dialogs(dialogs, out) | {"weights": str(out)}
    return report | {"told": f"{out}: {report['train']} dialogs"}


def _requests(args: Namespace) -> dict[str, Any]:
    from egoplan_ros.training.language.train_requests import GOING_ON, RequestRecipe, train_requests

    recipe = RequestRecipe(**_options(args))
    if args.start:
        recipe = replace(recipe, tuning=GOING_ON)
    if args.epochs:
        recipe = replace(recipe, tuning=replace(recipe.tuning, epochs=args.epochs))
    out = args.out.with_name("requests.npz")
    report = train_requests(args.requests, out, args.seed, _progress, recipe, args.start)
    right = report["right_of_kept_back"]
    told = f"{out}: {report['requests']} requests; {right:.1%} of {report['kept_back']} kept back"
    return report | {"weights": str(out), "told": told}


def _style(args: Namespace) -> dict[str, Any]:
    from egoplan_ros.training.language.train_style import train_style

    if not args.data.is_dir():
        if args.only:
            raise InputError(f"{args.data}: no folder; give the data folder")
        return {"told": f"{args.data} is no folder: no style learned"}
    out = args.out.with_name("style.npz")
    report = train_style(args.data, args.requests, out, args.seed)
    right = ", ".join(f"{share:.1%} of {style}" for style, share in report["right"].items())
    return report | {"weights": str(out), "told": f"{out}: tells {right}"}
