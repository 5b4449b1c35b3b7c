"""Score the language model on labelled instructions of floor plans it was not trained on."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError


def add_arguments(parser: ArgumentParser) -> None:
    """Options of the command."""
    parser.add_argument(
        "--data", type=Path, required=True, nargs="+", metavar="FILE", help="*.jsonl[.gz] or folder"
    )
    parser.add_argument("--weights", type=Path, help="weights other than those that come along")
    parser.add_argument("--steps", action="store_true", help="use the step-by-step sentences too")
    parser.add_argument("--all", action="store_true", help="score all records, not the test part")
    parser.add_argument("--seed", type=int, default=0, help="of the cut by floor plan (0)")
    parser.add_argument("--json", action="store_true", help="print the scores as JSON")


def run(args: Namespace) -> int:
    """Score each file or folder given."""
    for path in args.data:
        if not path.exists():
            raise InputError(f"{path}: no such file or folder; name labelled instructions")
    from egoplan_ros.language.evaluate import evaluate
    from egoplan_ros.language.model import LanguageModel

    model = LanguageModel.load(args.weights)
    seed = None if args.all else args.seed
    reports = {str(path): evaluate(path, seed, args.steps, model) for path in args.data}
    if args.json:
        print(json.dumps(reports))
    else:
        for path, report in reports.items():
            print("\n".join(_lines(path, report)))
    return 0


def _lines(path: str, report: dict[str, Any]) -> list[str]:
    lines = [f"{path} ({report['input']}): {report['records']}"]
    lines += [f"  warning: {text}" for text in report["warnings"]]
    for source, score in report["sources"].items():
        low, high = score["interval"]
        lines.append(
            f"  {source}: {score['joint']:.1%} [{low:.1%}, {high:.1%}] of {score['n']} right, "
            f"top-3 {score['top3']:.1%}, calibration error {score['calibration_error']:.3f}"
        )
        lines += [
            f"    {kind:40} {part['joint']:6.1%} of {part['n']}"
            for kind, part in score["task_types"].items()
        ]
    return lines
