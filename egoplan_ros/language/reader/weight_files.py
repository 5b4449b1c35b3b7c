# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A fine-tuned encoder's parameters as integers, in files beside the one that names them."""

import io
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.language.reader.transformer import Array, quantised, restored
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import DAMAGED, whole_file

REMEDY = "reinstall, or make it with: egoplan train language --data DIR"
SHARDS = 4
"""Files it is kept in, none of them over 5 MB."""

STEP = ".step"
"""Ends the name of what a matrix' integers are multiplied with."""


@contextmanager
def weights_told(path: Path) -> Iterator[None]:
    """Tell what is wrong with weights that are being read, by name and with the remedy.

    Raises:
        InputError: they cannot be read, or are damaged.
    """
    try:
        yield
    except InputError:
        raise
    except OSError as error:
        where, why = error.filename or path, error.strerror or "damaged"
        raise InputError(f"language weights {where}: cannot be read ({why}); {REMEDY}") from error
    except DAMAGED as error:
        raise InputError(f"language weights {path}: damaged, or none; {REMEDY}") from error


def shard(path: Path, number: int) -> Path:
    """Where a part is kept: beside the first file."""
    return path.with_name(f"{path.stem}.part{number}{path.suffix}")


def write_shards(
    path: Path, parameters: Mapping[str, Array], base: Mapping[str, Array] | None = None
) -> list[Path]:
    """Write all parameters atomically; the files.

    Args:
        path: the file that names them.
        parameters: by name.
        base: parameters of the same names and shapes that they were tuned from: what changed is
            written alone, which compresses to half the size.
    """
    files = [shard(path, number) for number in range(SHARDS)]
    for number, where in enumerate(files):
        write_arrays(where, _packed(parameters, number, base or {}))
    return files


def checksums(files: Iterable[Path]) -> list[int]:
    """What the first file says of the others."""
    return [zlib.crc32(where.read_bytes()) for where in files]


def read_shards(
    path: Path, expected: Iterable[int], base: Mapping[str, Array] | None = None
) -> dict[str, Array]:
    """All parameters.

    Args:
        path: the file that names them.
        expected: what it says of each part.
        base: those that they were written beside.

    Raises:
        InputError: a part is damaged or of other weights.
        OSError: it cannot be read.
    """
    found: dict[str, Array] = {}
    for number, checksum in enumerate(expected):
        part = shard(path, number)
        raw = part.read_bytes()
        if zlib.crc32(raw) != checksum:
            raise InputError(
                f"language weights {part}: damaged, or of other weights than {path}; {REMEDY}"
            )
        with np.load(io.BytesIO(raw), allow_pickle=False) as archive:
            found |= _unpacked({key: archive[key] for key in archive.files}, base or {})
    return found


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write a compressed ``.npz`` atomically."""
    with whole_file(path) as stream:
        np.savez_compressed(stream, **arrays)


def _shard_of(name: str) -> int:
    """Two layers to a file; the other parameters together."""
    return int(name.split(".")[1]) // 2 if name.startswith("layers.") else SHARDS - 1


def _packed(
    parameters: Mapping[str, Array], number: int, base: Mapping[str, Array]
) -> dict[str, Array]:
    found: dict[str, Array] = {}
    for name, value in parameters.items():
        if _shard_of(name) != number:
            continue
        if value.ndim != 2:
            found[name] = np.asarray(value, np.float32)
        else:
            found[name], found[name + STEP] = quantised(value, base.get(name))
    return found


def _unpacked(archive: Mapping[str, Array], base: Mapping[str, Array]) -> dict[str, Array]:
    found = {}
    for name, value in archive.items():
        if name.endswith(STEP):
            continue
        step = archive.get(name + STEP)
        if step is None:
            found[name] = np.asarray(value, np.float32)
        else:
            found[name] = restored(value, step, base.get(name))
    return found
