"""Accuracy on dialogs: the task's name, and name and parameters together."""

from collections import defaultdict
from pathlib import Path
from typing import Any

from egoplan_ros.language.dialog_corpus import cut_dialogs, held_out, read_dialogs
from egoplan_ros.language.dialog_model import DialogModel, load_dialog_model
from egoplan_ros.language.lexicon import Lexicon
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.rate import wilson


def evaluate_dialogs(
    path: Path,
    held_out_only: bool = False,
    model: DialogModel | None = None,
    predictions: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Score the dialog model; the fields are those of ``evaluate``.

    Raises:
        InputError: nothing to score.
    """
    model = model or load_dialog_model(Lexicon(load_ontology()))
    found = read_dialogs(path)
    dialogs = cut_dialogs(found)[1] if held_out_only else found
    if not dialogs:
        raise InputError(f"{path}: no dialog with a task to score")
    names, whole = [], []
    by_task: dict[str, list[bool]] = defaultdict(list)
    for dialog in dialogs:
        guess = model(dialog.turns)
        names.append(guess.name == dialog.task)
        whole.append(names[-1] and guess.params == dialog.params)
        by_task[dialog.task].append(whole[-1])
        if predictions is not None:
            predictions.append(
                {
                    "game_id": dialog.game,
                    "right": whole[-1],
                    "truth": [dialog.task, *dialog.params],
                    "guess": [guess.name, *guess.params],
                    "confidence": guess.probability,
                }
            )
    seen = sum(not held_out(dialog) for dialog in dialogs)
    return {
        "input": "dialog",
        "records": f"{len(dialogs)} of {len(found)} dialogs"
        + (", games held out of training" if held_out_only else ""),
        "warnings": [f"{seen} of {len(dialogs)} may have been trained on: these are optimistic"]
        if seen
        else [],
        "sources": {
            path.name.split(".")[0]: {
                **_rate(whole),
                "task_name": _rate(names),
                "task_types": {task: _rate(right) for task, right in sorted(by_task.items())},
            }
        },
    }


def _rate(right: list[bool]) -> dict[str, Any]:
    rate = wilson(sum(right), len(right))
    return {
        "n": len(right),
        "joint": sum(right) / len(right),
        "interval": (rate.low, rate.high),
    }
