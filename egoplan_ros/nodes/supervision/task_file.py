# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The task in hand, in a file: the process that takes a dead one's place goes on with it."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from egoplan_ros.nodes.remembered import parent
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import make_room, write_whole

_LARGEST = 4 << 20


class TaskFile:
    """What is kept of a task, for as long as the process lives that starts nodes.

    Another start of the graph begins with nothing to do.

    Args:
        path: of the file.
        starter: what tells one starter from another; by default, the parent process.
    """

    def __init__(self, path: Path, starter: str | None = None) -> None:
        self._path = path
        self._starter = parent() if starter is None else starter

    def read(self) -> dict[str, Any]:
        """What this starter's processes wrote last, {} for nothing."""
        try:
            if self._path.stat().st_size > _LARGEST:
                return {}
            found = json.loads(self._path.read_text(encoding="utf-8"))
            mine = isinstance(found, dict) and found.pop("starter", None) == self._starter
        except (OSError, ValueError):
            return {}
        return found if mine else {}

    def write(self, task: Mapping[str, Any]) -> None:
        """Take the place of what was written before; where nothing can be written, nothing is."""
        with suppress(InputError):
            make_room(self._path)
            write_whole(self._path, json.dumps({**task, "starter": self._starter}))

    def clear(self) -> None:
        """There is nothing to go on with."""
        with suppress(OSError):
            self._path.unlink(missing_ok=True)
