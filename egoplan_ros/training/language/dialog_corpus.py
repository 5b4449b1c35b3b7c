# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The dialogs of TEACh with the task that was done: reading them and cutting them by game."""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egoplan_ros.training.language.records import Unusable, read_records
from egoplan_ros.world.errors import InputError

FILE = "teach_train.jsonl.gz"
NOT_TOLD = "task_name is not told"
HELD_OUT = 5
"""One game in so many is kept out of training."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """One dialog.

    Attributes:
        turns: (speaker, utterance) pairs.
        task: name of the task.
        params: its parameters, e.g. ("2", "Tomato", "on", "Plate").
        game: identity of the session.
    """

    turns: tuple[tuple[str, str], ...]
    task: str
    params: tuple[str, ...]
    game: str


def holds_dialogs(path: Path) -> bool:
    """Whether most records of a file are dialogs rather than goal sentences."""
    if path.is_dir():
        return False
    try:
        found, _ = read_records(path, lambda _, record: "dialog" in record)
    except InputError:
        return False  # told when it is read
    return 2 * sum(found) > len(found)


def read_dialogs(path: Path) -> list[Dialog]:
    """Dialogs of a ``.jsonl[.gz]`` file whose task is told.

    Raises:
        InputError: missing or unreadable file, with the line that is wrong.
    """
    found, unusable = usable_dialogs(path)
    wrong = [item for item in unusable if item.why != NOT_TOLD]
    if wrong:
        raise InputError(
            f"{path}: {wrong[0].where} {wrong[0].why}; "
            "fields dialog, task_name and task_params are needed"
        )
    return found


def usable_dialogs(path: Path) -> tuple[list[Dialog], list[Unusable]]:
    """Dialogs of a file, and the records that are none or whose task is not told.

    Raises:
        InputError: missing or unreadable file.
    """
    return read_records(path, _dialog)


def _dialog(number: int, record: Mapping[str, Any]) -> Dialog:
    turns = record.get("dialog")
    pairs = isinstance(turns, list) and all(isinstance(t, list) and len(t) == 2 for t in turns)
    if not pairs or not turns or not all(isinstance(part, str) for turn in turns for part in turn):
        raise ValueError("dialog is no list of speakers with what they said")
    name, params = record.get("task_name"), record.get("task_params")
    if not name:
        raise ValueError(NOT_TOLD)
    if not isinstance(name, str):
        raise ValueError("task_name is no text")
    if not isinstance(params or [], list):
        raise ValueError("task_params is no list")
    said = tuple((who, text) for who, text in turns)
    game = str(record.get("game_id", number))
    return Dialog(said, name, tuple(map(str, params or ())), game)


def held_out(dialog: Dialog) -> bool:
    """Whether a dialog's game is kept out of training."""
    return zlib.crc32(dialog.game.encode()) % HELD_OUT == 0


def cut_dialogs(dialogs: Iterable[Dialog]) -> tuple[list[Dialog], list[Dialog]]:
    """Training dialogs and held-out ones; a game is wholly in one part."""
    parts: tuple[list[Dialog], list[Dialog]] = ([], [])
    for dialog in dialogs:
        parts[held_out(dialog)].append(dialog)
    return parts
