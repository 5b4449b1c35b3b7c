# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads a dialog between a person and the robot from a file."""

import json
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError

HELP = 'a dialog instead: lines "SPEAKER: words", or JSON [[SPEAKER, WORDS], ...]'


def read_dialog(path: Path) -> tuple[tuple[str, str], ...]:
    """(speaker, utterance) pairs, in order.

    Blank lines and those that begin with # are left out.

    Raises:
        InputError: one line; unreadable file, a line without a speaker, or nothing said.
    """
    try:
        text = path.expanduser().read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"dialog {path}: cannot be read ({error}); give a text file") from error
    turns = _from_json(text, path) if text.lstrip()[:1] in ("[", "{") else _from_lines(text, path)
    if not any(words.strip() for _, words in turns):
        raise InputError(f"dialog {path}: nothing is said in it")
    return tuple(turns)


def _from_lines(text: str, path: Path) -> list[tuple[str, str]]:
    turns: list[tuple[str, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        speaker, colon, words = line.partition(":")
        if not colon or not speaker.strip():
            raise InputError(
                f'dialog {path}:{number}: expected "SPEAKER: words", got {line[:60]!r}'
            )
        turns.append((speaker.strip(), words.strip()))
    return turns


def _from_json(text: str, path: Path) -> list[tuple[str, str]]:
    try:
        data: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"dialog {path}: is no JSON: {error}") from error
    if not isinstance(data, list):
        raise InputError(
            f"dialog {path}: expected [[SPEAKER, WORDS], ...], got {text.strip()[:60]}"
        )
    for item in data:
        pair = isinstance(item, list) and len(item) == 2
        if not pair or not all(isinstance(word, str) for word in item):
            raise InputError(f"dialog {path}: expected [SPEAKER, WORDS], got {str(item)[:60]}")
    return [(speaker, words) for speaker, words in data]
