# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Files that are written whole or not at all."""

import os
import struct
import threading
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import BinaryIO

from egoplan_ros.world.errors import InputError

_STALE = 60.0
"""Seconds after which nobody is still writing a temporary file."""

DAMAGED = (
    EOFError,
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    MemoryError,
    RuntimeError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What reading a file that is cut off, damaged or something else may raise, as an npz."""


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of ``path`` when the block ends without an error.

    It goes to a temporary file beside it and to the disk first, so that a reader sees the old or
    the new file, never a part, whoever is killed and when. What killed writers left is swept up.

    Raises:
        InputError: the file cannot be written, or is no file but a device, a pipe or a folder;
            nothing is left behind.
    """
    partial = _partial(path)
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
        raise _told(path, error) from error


def check_writable(path: Path) -> None:
    """Find out whether a file can be written there; one that is there stays as it is.

    Raises:
        InputError: it cannot.
    """
    partial = _partial(path)
    try:
        partial.touch()
        partial.unlink()
    except OSError as error:
        raise _told(path, error) from error


def make_room(path: Path) -> None:
    """Make the folder of a file, and find out before long work that the file can be written.

    Raises:
        InputError: it cannot.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{path}: its folder cannot be made ({error.strerror}); choose another"
        ) from error
    check_writable(path)


def write_whole(path: Path, data: bytes | str) -> None:
    """Write all of a file, or nothing.

    Raises:
        InputError: the file cannot be written; nothing is left behind.
    """
    with whole_file(path) as stream:
        stream.write(data.encode() if isinstance(data, str) else data)


def _partial(path: Path) -> Path:
    """The temporary file; its taking the place of a device would be the end of the device."""
    if not path.name:
        raise InputError(f"{path}: cannot be written (no file name); name a file")
    try:
        if path.exists() and not path.is_file():
            what = "a folder" if path.is_dir() else "a device or pipe"
            raise InputError(f"{path}: cannot be written (it is {what}); name a file")
    except OSError as error:
        raise _told(path, error) from error
    return path.with_name(f".{path.name}.{threading.get_native_id()}.part")


def _told(path: Path, error: OSError) -> InputError:
    return InputError(f"{path}: cannot be written ({error.strerror or error}); check the folder")


def _sweep(path: Path) -> None:
    for part in path.parent.glob(f".{escape(path.name)}.*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > _STALE:
                part.unlink()
