# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Records of ``.jsonl[.gz]`` files that others may have written: read, the unusable ones told."""

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from egoplan_ros.world.errors import InputError

MOST_SHOWN = 10
"""Unusable records whose lines are told."""

SUFFIXES = (".jsonl", ".jsonl.gz")
Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Unusable:
    """A record that cannot be used: its place, and why."""

    where: str
    why: str


def read_records(
    path: Path, make: Callable[[int, Mapping[str, Any]], Kind]
) -> tuple[list[Kind], list[Unusable]]:
    """What is made of each record of a file; empty lines count for nothing.

    Args:
        path: the file.
        make: from the number of the line and its JSON object; raises ValueError with the reason.

    Raises:
        InputError: the file cannot be read.
    """
    found: list[Kind] = []
    unusable: list[Unusable] = []
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError("is no JSON object")
            found.append(make(number, record))
        except json.JSONDecodeError:
            unusable.append(Unusable(f"{path.name} line {number}", "is no JSON"))
        except (ValueError, RecursionError) as error:
            unusable.append(Unusable(f"{path.name} line {number}", str(error)))
    return found, unusable


def told(unusable: Sequence[Unusable]) -> dict[str, Any]:
    """The unusable records for a report: how many, how often why, and the first of them."""
    return {
        "n": len(unusable),
        "reasons": dict(Counter(item.why for item in unusable).most_common()),
        "first": [f"{item.where} {item.why}" for item in unusable[:MOST_SHOWN]],
    }


def check_some(path: Path, found: Sequence[object], unusable: Sequence[Unusable]) -> None:
    """Refuse a file with nothing to score.

    Raises:
        InputError: there is no record that can be used.
    """
    if not found:
        first = f"; {unusable[0].where} {unusable[0].why}" if unusable else "; it is empty"
        raise InputError(f"{path}: no record that can be scored{first}")


def files_of(folder: Path) -> list[Path]:
    """All files of records in a folder."""
    return sorted(p for p in folder.iterdir() if p.is_file() and p.name.endswith(SUFFIXES))


def _lines(path: Path) -> list[str]:
    opener: Any = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8-sig") as stream:
            return list(stream)
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read ({error}); give a .jsonl or .jsonl.gz") from error
