# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What a node has to know when it is started again after it died."""

import os
from contextlib import suppress
from pathlib import Path

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import make_room, write_whole


class Remembered:
    """One fact that outlives a node's process, for as long as the process that started it lives.

    A launch system starts a node that died again with the very same arguments. It has to know that
    its first task was begun before, and that it was stopped: else a robot sets out by itself.

    Args:
        path: file to remember it in.
        starter: what tells one starter from another; by default, the parent process.
    """

    def __init__(self, path: Path, starter: str | None = None) -> None:
        self._path = path
        self._starter = parent() if starter is None else starter

    def __bool__(self) -> bool:
        """Whether it is so, as this starter's processes know."""
        try:
            return self._path.read_text(encoding="utf-8") == self._starter
        except (OSError, ValueError):
            return False

    def set(self) -> None:
        """It is so from now on; where nothing can be written nothing is remembered."""
        with suppress(InputError):
            make_room(self._path)
            write_whole(self._path, self._starter)

    def clear(self) -> None:
        """It is so no longer, or the node ends as it should: whoever starts another means it."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)


def parent() -> str:
    """Number and start time of the parent process: numbers are used again."""
    parent = os.getppid()
    try:
        stat = Path(f"/proc/{parent}/stat").read_text(encoding="utf-8", errors="replace")
        return f"{parent} {stat.rpartition(')')[2].split()[19]}"
    except (OSError, IndexError):
        return str(parent)
