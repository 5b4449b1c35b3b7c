"""Atomic npz files."""

import os
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.world.errors import InputError


def write_archive(path: Path, arrays: dict[str, Any]) -> None:
    """Write arrays to ``path`` so that a reader sees the old or the new file, never a part.

    Raises:
        InputError: the folder cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}); check it") from error
    try:
        with os.fdopen(handle, "wb") as stream:
            np.savez_compressed(stream, **arrays)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_archive(path: Path) -> dict[str, Any]:
    """Read arrays written by :func:`write_archive`.

    Raises:
        InputError: no such file, or not one of ours.
    """
    try:
        with np.load(path, allow_pickle=False) as data:
            return {name: data[name] for name in data.files}
    except OSError as error:
        reason = error.strerror or "not an npz file"
        raise InputError(f"{path}: cannot be read ({reason}); check the path") from error
    except (zipfile.BadZipFile, ValueError, KeyError) as error:
        raise InputError(f"{path}: is no saved map ({error}); save it again") from error
