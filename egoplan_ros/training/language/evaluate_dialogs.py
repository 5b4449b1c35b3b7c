# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Accuracy on dialogs: the task's name, and name and parameters together."""

from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.dialog.dialog_model import DialogModel, load_dialog_model
from egoplan_ros.language.text.lexicon import Lexicon
from egoplan_ros.training.language.dialog_corpus import cut_dialogs, held_out, usable_dialogs
from egoplan_ros.training.language.evaluate_pursued import calibration_error, share_right
from egoplan_ros.training.language.records import check_some, told
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.ontology import load_ontology


def evaluate_dialogs(
    path: Path,
    held_out_only: bool = False,
    model: DialogModel | None = None,
    predictions: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Score the dialog model; the fields are those of ``evaluate``, and ``task_name``.

    A field that has no meaning for dialogs is None.

    Raises:
        InputError: nothing to score.
    """
    model = model or load_dialog_model(Lexicon(load_ontology()))
    found, unusable = usable_dialogs(path)
    check_some(path, found, unusable)
    dialogs = cut_dialogs(found)[1] if held_out_only else found
    if not dialogs:
        raise InputError(f"{path}: no dialog of a game that is held out; score all records")
    names, whole, confidence = [], [], []
    by_task: dict[str, list[bool]] = defaultdict(list)
    errors: Counter[str] = Counter()
    for dialog in dialogs:
        guess = model(dialog.turns)
        names.append(guess.name == dialog.task)
        whole.append(names[-1] and guess.params == dialog.params)
        confidence.append(guess.probability)
        by_task[dialog.task].append(whole[-1])
        if not whole[-1]:
            errors["parameters" if names[-1] else "task_name"] += 1
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
        "split_seed": None,
        "records": f"{len(dialogs)} of {len(found)} dialogs"
        + (", games held out of training" if held_out_only else ""),
        "unusable": told(unusable),
        "warnings": [f"{seen} of {len(dialogs)} may have been trained on: these are optimistic"]
        if seen
        else [],
        "sources": {
            path.name.split(".")[0]: {
                **share_right(whole),
                "task_name": share_right(names),
                "top3": None,
                "calibration_error": calibration_error(np.array(confidence), np.array(whole)),
                "slots": None,
                "task_types": {task: share_right(right) for task, right in sorted(by_task.items())},
                "named": None,
                "settled": None,
                "errors": dict(errors.most_common()),
                "refused": None,
                "pursued": None,
            }
        },
    }
