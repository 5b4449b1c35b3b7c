"""The dialogs of TEACh with the task that was done: reading them and cutting them by game."""

import gzip
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError

FILE = "teach_train.jsonl.gz"
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
    """Whether a file has dialogs rather than goal sentences, by its first record."""
    if path.is_dir():
        return False
    try:
        with _open(path) as stream:
            record = json.loads(stream.readline() or "{}")
    except (OSError, EOFError, ValueError, zlib.error):
        return False
    return isinstance(record, dict) and "dialog" in record


def read_dialogs(path: Path) -> list[Dialog]:
    """Dialogs of a ``.jsonl[.gz]`` file whose task is told.

    Raises:
        InputError: missing or unreadable file, with the line that is wrong.
    """
    try:
        with _open(path) as stream:
            lines = list(stream)
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read ({error}); give a .jsonl or .jsonl.gz") from error
    found = []
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            turns = tuple((str(who), str(text)) for who, text in record["dialog"])
            if record["task_name"]:
                params = tuple(str(value) for value in record.get("task_params") or ())
                game = str(record.get("game_id", number))
                found.append(Dialog(turns, str(record["task_name"]), params, game))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"{path}: line {number} is no dialog record ({error!r}); "
                "fields dialog, task_name and task_params are needed"
            ) from error
    return found


def held_out(dialog: Dialog) -> bool:
    """Whether a dialog's game is kept out of training."""
    return zlib.crc32(dialog.game.encode()) % HELD_OUT == 0


def cut_dialogs(dialogs: Iterable[Dialog]) -> tuple[list[Dialog], list[Dialog]]:
    """Training dialogs and held-out ones; a game is wholly in one part."""
    parts: tuple[list[Dialog], list[Dialog]] = ([], [])
    for dialog in dialogs:
        parts[held_out(dialog)].append(dialog)
    return parts


def _open(path: Path) -> Any:
    return gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open()
