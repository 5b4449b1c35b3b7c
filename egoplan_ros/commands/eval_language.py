# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Score the language model on labelled instructions, or on dialogs with their task."""

import gzip
import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import check_writable, write_whole


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "data", type=Path, nargs="+", metavar="FILE", help="*.jsonl[.gz], or a folder of them"
    )
    parser.add_argument(
        "--input",
        choices=("goal", "goal+steps"),
        default="goal",
        help="what is read of each record (goal)",
    )
    parser.add_argument(
        "--held-out",
        action="store_true",
        help="only floor plans that training never saw, not all records",
    )
    parser.add_argument("--seed", type=seed, default=0, help="of the cut by floor plan (0)")
    parser.add_argument(
        "--rooms", type=Path, metavar="DIR", help="FloorPlan*.json.gz, to settle by what is there"
    )
    parser.add_argument("--predictions", type=Path, metavar="OUT", help="write one line a record")
    parser.add_argument("--weights", type=Path, help="weights other than those that come along")
    parser.add_argument("--json", action="store_true", help="print the scores as JSON")


def run(args: Namespace) -> int:
    """Score each file or folder given."""
    for path in (*args.data, *([args.rooms] if args.rooms else [])):
        if not path.exists():
            raise InputError(f"{path}: no such file or folder; name labelled instructions")
    if args.predictions and not args.predictions.absolute().parent.is_dir():
        raise InputError(f"{args.predictions}: no such folder; choose another --predictions")
    if args.predictions:
        check_writable(args.predictions)  # told now rather than after all was scored
        if args.predictions.resolve() in {f.resolve() for p in args.data for f in _files(p)}:
            raise InputError(f"{args.predictions}: is to be scored; choose another --predictions")
    from egoplan_ros.language.model import LanguageModel
    from egoplan_ros.training.language.dialog_corpus import holds_dialogs
    from egoplan_ros.training.language.evaluate import evaluate
    from egoplan_ros.training.language.evaluate_dialogs import evaluate_dialogs

    model = LanguageModel.load(args.weights)
    split = args.seed if args.held_out else None
    rooms = room_types(args.rooms) if args.rooms else {}
    predictions: list[dict[str, Any]] = []
    reports = {}
    steps = args.input == "goal+steps"
    for path in args.data:
        dialogs = [file for file in _files(path) if holds_dialogs(file)]
        if set(_files(path)) - set(dialogs):
            reports[str(path)] = evaluate(path, split, steps, model, predictions, rooms)
        for file in dialogs:
            report = evaluate_dialogs(file, args.held_out, model.dialogs, predictions)
            if args.weights and not args.weights.with_name("dialog.npz").is_file():
                report["warnings"].append("no dialog.npz beside these weights: the shipped one")
            reports[str(file)] = report
    if args.predictions:
        _write(args.predictions, predictions)
    if args.json:
        print(json.dumps(reports))
    else:
        for name, report in reports.items():
            print("\n".join(_lines(name, report)))
    return 0


def _files(path: Path) -> list[Path]:
    """A file, or all those of a folder."""
    if not path.is_dir():
        return [path]
    from egoplan_ros.training.language.records import files_of

    found = files_of(path)
    if not found:
        raise InputError(f"{path}: no .jsonl or .jsonl.gz in it; give a folder of records")
    return found


def room_types(folder: Path) -> dict[str, frozenset[str]]:
    """Object types of each floor plan of a folder of scene descriptions."""
    found = {}
    for path in sorted(folder.glob("FloorPlan*.json.gz")):
        try:
            with gzip.open(path, "rt", encoding="utf-8") as stream:
                objects = json.load(stream)["objects"]
            found[path.name.split(".")[0]] = frozenset(item["objectType"] for item in objects)
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{path}: no scene description ({error!r})") from error
    if not found:
        raise InputError(f"{folder}: no FloorPlan*.json.gz in it; choose another --rooms")
    return found


def _write(path: Path, predictions: Iterable[dict[str, Any]]) -> None:
    data = "".join(json.dumps(item) + "\n" for item in predictions).encode()
    write_whole(path, gzip.compress(data) if path.suffix == ".gz" else data)


def _lines(path: str, report: dict[str, Any]) -> list[str]:
    lines = [f"{path} ({report['input']}): {report['records']}"]
    lines += [f"  warning: {text}" for text in report["warnings"]]
    if report["unusable"]["n"]:
        lines.append(f"  {_unusable(report['unusable'])}")
    for source, score in report["sources"].items():
        lines.append(f"  {source}: {_rate(score)} right{_extras(score)}")
        for group in ("task_types", "named", "slots"):
            for kind, part in (score.get(group) or {}).items():
                shown = _rate(part) if isinstance(part, dict) else f"{part:6.1%}"
                lines.append(f"    {kind:40} {shown}")
        if score.get("settled"):
            lines.append(f"    {'settled by what is in the room':40} {_rate(score['settled'])}")
        if score.get("pursued"):
            lines += _pursued(score["pursued"])
    return lines


def _unusable(report: dict[str, Any]) -> str:
    reasons = ", ".join(f"{why} ({count})" for why, count in report["reasons"].items())
    return f"not scored: {report['n']} records: {reasons}; the first: {report['first'][0]}"


def _pursued(part: dict[str, Any]) -> list[str]:
    """What the robot would do: the goal it would pursue, or that it would refuse."""
    goal = {"joint": part["right"], "interval": part["interval"], "n": part["n"]}
    lines = [
        f"    {'pursued: the annotated goal':40} {_rate(goal)}",
        f"    {'pursued: refused with a reason':40} {part['refused']:6.1%}",
    ]
    if part["confidence"] is not None:
        lines.append(
            f"    {'pursued: right of those not refused':40} {part['right_of_answered']:6.1%}, "
            f"confidence {part['confidence']:.1%}, "
            f"calibration error {part['calibration_error']:.3f}"
        )
    return lines


def _rate(part: dict[str, Any]) -> str:
    low, high = part["interval"]
    return f"{part['joint']:6.1%} [{low:.1%}, {high:.1%}] of {part['n']}"


def _extras(score: dict[str, Any]) -> str:
    top = "" if score["top3"] is None else f", top-3 {score['top3']:.1%}"
    return f"{top}, calibration error {score['calibration_error']:.3f}"
