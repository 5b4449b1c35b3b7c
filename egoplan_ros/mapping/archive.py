# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Atomic npz files."""

import os
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from mmap import mmap
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import DAMAGED, whole_file

_LARGE = 1 << 16  # bytes
"""Bytes from which on an array is packed."""
_MOST = 1 << 30
"""Bytes of a saved map, unpacked; a large home takes a tenth."""


def detached(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """A copy in memory of its own: given up, it leaves no hole in the heap of a long-lived process.

    Memory that is asked for and given back every few seconds, megabytes at a time, is soon kept by
    the allocator for good, because something small comes to lie behind it.
    """
    if array.nbytes < _LARGE:
        return np.copy(array)
    copy = np.frombuffer(mmap(-1, array.nbytes), array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def write_archive(path: Path, arrays: dict[str, Any], compress: bool = True) -> None:
    """Write arrays to ``path`` so that a reader sees the old or the new file, never a part.

    Compression makes a map some ten times smaller and takes some twenty times longer.

    Raises:
        InputError: the folder cannot be made or the file not be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}); check it") from error
    with whole_file(path) as stream:
        (np.savez_compressed if compress else np.savez)(stream, **arrays)


def read_archive(path: Path) -> dict[str, Any]:
    """Read arrays written by :func:`write_archive`.

    Raises:
        InputError: no such file, or not one of ours; a pipe or device; more than a map can be.
    """
    try:
        with _opened(path) as stream, np.load(stream, allow_pickle=False) as data:
            arrays = {name: data[name] for name in data.files}
    except InputError:
        raise
    except OSError as error:
        if error.strerror:
            raise InputError(f"{path}: cannot be read ({error.strerror}); check it") from error
        raise InputError(f"{path}: is no saved map, or damaged; save it again") from error
    except DAMAGED as error:
        raise InputError(f"{path}: is no saved map, or damaged; save it again") from error
    for name, value in arrays.items():
        if not isinstance(value, np.ndarray):
            raise InputError(f"{path}: is no saved map ({name} is no array); save it again")
    return arrays


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """A stream of a file that is one, and not too large once it is unpacked.

    A pipe would be waited for without an end, and a few megabytes may unpack to many gigabytes.
    """
    # Opened without waiting, and looked at once it is open: it cannot become another meanwhile.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as stream:
        about = os.fstat(stream.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise InputError(f"{path}: is no file but a folder, pipe or device; name a file")
        size = about.st_size
        if zipfile.is_zipfile(stream):
            with zipfile.ZipFile(stream) as archive:
                size = max(size, sum(entry.file_size for entry in archive.infolist()))
        if size > _MOST:
            raise InputError(f"{path}: holds {size >> 20} MiB, a map has at most {_MOST >> 20}")
        stream.seek(0)
        yield stream
