"""Files that are written whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path

from egoplan_ros.world.errors import InputError


def write_whole(path: Path, data: bytes | str) -> None:
    """Write through a temporary file beside it, so that a reader never sees half of it.

    Raises:
        InputError: the file cannot be written; nothing is left behind.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(data.encode() if isinstance(data, str) else data)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink()
        raise InputError(f"{path}: cannot be written ({error.strerror})") from error
