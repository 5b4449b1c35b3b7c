# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What is done, a JSON line each, so that a run that was cut off goes on from there."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import make_room


def load_lines(path: Path, whole: Callable[[dict[str, Any]], bool]) -> dict[str, dict[str, Any]]:
    """The lines of a file by their ``key``; none where there is no file yet.

    Args:
        path: the file, whose folder is made; that it can be added to is found out now rather than
            after the first line.
        whole: tells whether a line is what it ought to be.

    Raises:
        InputError: it cannot be read or written, or its folder cannot be made.
    """
    make_room(path)
    if not path.exists():
        return {}
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        with path.open("ab"):
            pass  # it is added to, which a file may forbid that can be replaced
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check it") from error
    found: dict[str, dict[str, Any]] = {}
    for line in lines:
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue  # cut off by a kill: that one is done again
        if isinstance(row, dict) and whole(row):
            found[str(row["key"])] = row
    return found


def add_line(path: Path, row: dict[str, Any]) -> None:
    """Add a line; one that a kill cut off before does not swallow it.

    Raises:
        OSError: it cannot be written.
    """
    line = json.dumps(row)
    with path.open("ab+") as file:
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                line = "\n" + line
        file.write(line.encode() + b"\n")
