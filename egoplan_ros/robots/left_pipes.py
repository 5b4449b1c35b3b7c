# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pipes that the ai2thor client of a killed process left in the folder for temporary files."""

import errno
import os
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path

_PIPES = ("client.pipe", "server.pipe")
_YOUNG_SECONDS = 4000.0
"""More than a simulator may take to start, which has not opened its pipes yet."""


def sweep_pipes(folder: Path | None = None) -> int:
    """Remove folders of our own with a client's two pipes of which nobody reads any more; how many.

    Args:
        folder: where to look; that for temporary files.
    """
    return sum(map(_removed, Path(folder or tempfile.gettempdir()).glob("tmp*")))


def _removed(folder: Path) -> bool:
    try:
        about = folder.lstat()
        ours = stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid()
        if not ours or time.time() - about.st_mtime < _YOUNG_SECONDS:
            return False
        if sorted(os.listdir(folder)) != list(_PIPES):
            return False
        if not all(_left(folder / name) for name in _PIPES):
            return False
    except OSError:
        return False  # somebody else is at it
    with suppress(OSError):
        for name in _PIPES:
            (folder / name).unlink()
        folder.rmdir()
        return True
    return False


def _left(pipe: Path) -> bool:
    """Whether it is a pipe that nobody reads."""
    if not stat.S_ISFIFO(pipe.lstat().st_mode):
        return False
    try:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK | os.O_NOFOLLOW))
    except OSError as error:
        return error.errno == errno.ENXIO
    return False
