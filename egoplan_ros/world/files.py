"""Files that are written whole or not at all."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import BinaryIO

from egoplan_ros.world.errors import InputError

_STALE = 60.0
"""Seconds after which nobody is still writing a temporary file."""


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of ``path`` when the block ends without an error.

    It goes to a temporary file beside it and to the disk first, so that a reader sees the old or
    the new file, never a part, whoever is killed and when. What killed writers left is swept up.

    Raises:
        InputError: the file cannot be written; nothing is left behind.
    """
    partial = path.with_name(f".{path.name}.{threading.get_native_id()}.part")
    try:
        try:
            _sweep(path)
            with partial.open("wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            partial.replace(path)
        except BaseException:
            with suppress(OSError):
                partial.unlink()
            raise
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"{path}: cannot be written ({reason}); check the folder") from error


def write_whole(path: Path, data: bytes | str) -> None:
    """Write all of a file, or nothing.

    Raises:
        InputError: the file cannot be written; nothing is left behind.
    """
    with whole_file(path) as stream:
        stream.write(data.encode() if isinstance(data, str) else data)


def _sweep(path: Path) -> None:
    for part in path.parent.glob(f".{escape(path.name)}.*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > _STALE:
                part.unlink()
