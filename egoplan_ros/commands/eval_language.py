"""Score the language model on labelled instructions, or on dialogs with their task."""

import gzip
import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from egoplan_ros.commands.argument_types import seed
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.files import write_whole


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
    from egoplan_ros.language.dialog_corpus import holds_dialogs
    from egoplan_ros.language.evaluate import evaluate
    from egoplan_ros.language.evaluate_dialogs import evaluate_dialogs
    from egoplan_ros.language.model import LanguageModel

    model = LanguageModel.load(args.weights)
    split = args.seed if args.held_out else None
    rooms = room_types(args.rooms) if args.rooms else {}
    predictions: list[dict[str, Any]] = []
    reports = {}
    for path in args.data:
        if holds_dialogs(path):
            reports[str(path)] = evaluate_dialogs(path, args.held_out, predictions=predictions)
            continue
        steps = args.input == "goal+steps"
        reports[str(path)] = evaluate(path, split, steps, model, predictions, rooms)
    if args.predictions:
        _write(args.predictions, predictions)
    if args.json:
        print(json.dumps(reports))
    else:
        for name, report in reports.items():
            print("\n".join(_lines(name, report)))
    return 0


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
    for source, score in report["sources"].items():
        lines.append(f"  {source}: {_rate(score)} right{_extras(score)}")
        for group in ("task_types", "named", "slots"):
            for kind, part in (score.get(group) or {}).items():
                shown = _rate(part) if isinstance(part, dict) else f"{part:6.1%}"
                lines.append(f"    {kind:40} {shown}")
        if score.get("settled"):
            lines.append(f"    {'settled by what is in the room':40} {_rate(score['settled'])}")
    return lines


def _rate(part: dict[str, Any]) -> str:
    low, high = part["interval"]
    return f"{part['joint']:6.1%} [{low:.1%}, {high:.1%}] of {part['n']}"


def _extras(score: dict[str, Any]) -> str:
    if "top3" not in score:
        return ""
    error = score["calibration_error"]
    return f", top-3 {score['top3']:.1%}, calibration error {error:.3f}"
