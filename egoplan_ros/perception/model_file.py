# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Files of models: arrays and what is to be known of them, in one npz; without torch."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import DAMAGED, write_whole

_META = "meta"


def write_model(path: Path, meta: Mapping[str, Any], arrays: Mapping[str, Any]) -> int:
    """Write a model, whole or not at all; its size in bytes.

    Args:
        path: its folder is made.
        meta: for JSON, among it ``format``.
        arrays: by name.
    """
    stream = BytesIO()
    facts = np.frombuffer(json.dumps(meta).encode(), dtype=np.uint8)
    np.savez_compressed(stream, **{_META: facts, **arrays})
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, stream.getvalue())
    return len(stream.getvalue())


@contextmanager
def opened_model(path: Path, kind: str, maker: str) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Arrays and facts of a file; what goes wrong while they are read is the file's fault.

    Args:
        path: of the file. kind: its ``format``. maker: the command that makes such files.

    Raises:
        InputError: not there, damaged or of another kind, with the remedy.
    """
    try:
        with np.load(path) as file:
            meta = json.loads(file[_META].tobytes())
            if meta["format"] != kind:
                raise ValueError(f"it is of format {meta['format']}, not {kind}")
            yield file, meta
    except FileNotFoundError as error:
        raise InputError(f"{path}: no such file; make it with {maker}") from error
    except (OSError, *DAMAGED) as error:
        raise InputError(
            f"{path}: no usable model ({error}); name another file, or make one with {maker}"
        ) from error
