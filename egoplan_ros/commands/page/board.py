# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the page shows at present; written by one side, read by any number of browsers."""

import threading
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class File:
    """Bytes that the page fetches when told of their version."""

    version: int
    data: bytes
    kind: str


class Board:
    """Values and files by name, each with the number of the change that brought it.

    A reader that is slow gets the latest of each name and never a backlog.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._version = 0
        self._values: dict[str, tuple[int, Any]] = {}
        self._files: dict[str, File] = {}
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether nothing will come any more."""
        return self._closed

    def put(self, name: str, value: Any) -> None:
        """Set a value, plain data for JSON; the same value again is no change."""
        with self._changed:
            if name in self._values and self._values[name][1] == value:
                return
            self._version += 1
            self._values[name] = self._version, value
            self._changed.notify_all()

    def attach(self, name: str, data: bytes, kind: str, **about: Any) -> None:
        """Set a file of that media type; ``about`` it is told with its version."""
        with self._changed:
            self._version += 1
            self._files[name] = File(self._version, data, kind)
            self._values[name] = self._version, {"version": self._version, **about}
            self._changed.notify_all()

    def file(self, name: str) -> File | None:
        """The latest file of that name."""
        with self._changed:
            return self._files.get(name)

    def value(self, name: str) -> Any:
        """The latest value of that name; None without one."""
        with self._changed:
            return self._values.get(name, (0, None))[1]

    def news(self, since: int, timeout: float) -> tuple[int, dict[str, Any]]:
        """What has changed after ``since``; waits at most ``timeout`` seconds for a change."""
        with self._changed:
            self._changed.wait_for(lambda: self._version > since or self._closed, timeout)
            found = {
                name: value for name, (version, value) in self._values.items() if version > since
            }
            return self._version, found

    def close(self) -> None:
        """Let readers end."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
