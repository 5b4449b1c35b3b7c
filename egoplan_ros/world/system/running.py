# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Which graphs run on this machine: each has a small file for as long as its starter lives."""

import fcntl
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from egoplan_ros.world.errors import InputError


@dataclass(frozen=True, slots=True)
class RunningGraph:
    """A graph that somebody may want to watch.

    Attributes:
        domain: ROS domain id.
        pid: of the process that started it.
        folder: of the run, absolute; "" for none.
        instruction: what it was started for.
        started: seconds since the epoch.
        page: address of its page in the browser; "" for none.
        namespace: of its nodes.
    """

    domain: int
    pid: int
    folder: str = ""
    instruction: str = ""
    started: float = 0.0
    page: str = ""
    namespace: str = ""

    def line(self) -> str:
        """What a person tells it by."""
        since = time.strftime("%H:%M:%S", time.localtime(self.started))
        return f"--domain {self.domain} ({self.instruction[:60]!r}, since {since})"


def folder() -> Path:
    """Where the files are; made with access for this user alone.

    Raises:
        InputError: it cannot be made, or is somebody else's.
    """
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    if base and os.access(base, os.W_OK):
        path = Path(base) / "egoplan"
    else:
        path = Path(tempfile.gettempdir()) / f"egoplan-{os.getuid()}"
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        about = path.lstat()
    except OSError as error:
        raise InputError(
            f"{path}: cannot be made ({error.strerror}); set XDG_RUNTIME_DIR"
        ) from error
    if about.st_uid != os.getuid() or not path.is_dir() or path.is_symlink():
        raise InputError(f"{path}: is not a folder of this user; remove it or set XDG_RUNTIME_DIR")
    return path


@contextmanager
def announced(graph: RunningGraph) -> Iterator[None]:
    """Let :func:`running_graphs` find a graph while the block runs.

    The file is locked by this process: the lock goes with it, however it ends, and no process
    that gets its number later passes for it.

    Raises:
        InputError: the file cannot be written.
    """
    path = folder() / f"graph-{graph.domain}-{graph.pid}.json"
    part = path.with_name(f".{path.stem}.part")
    try:
        handle = os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        started = replace(graph, started=graph.started or time.time())
        os.write(handle, json.dumps(asdict(started)).encode())
        part.replace(path)
        yield
    finally:
        for name in (part, path):
            with suppress(OSError):
                name.unlink()
        os.close(handle)


@contextmanager
def announced_or_told(graph: RunningGraph, tell: Callable[[str], None]) -> Iterator[None]:
    """As :func:`announced`; where that cannot be, this is told and the block runs all the same."""
    with ExitStack() as stack:
        try:
            stack.enter_context(announced(graph))
        except InputError as error:
            tell(f"view --live will need --domain: {error}")
        yield


def running_graphs() -> list[RunningGraph]:
    """All that run, the oldest first; files that dead processes left are removed."""
    found = []
    for path in folder().glob("graph-*.json"):
        try:
            handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:  # it has just ended
            continue
        try:
            if _left(handle):
                with suppress(OSError):
                    path.unlink()
            else:
                found.append(RunningGraph(**json.loads(os.read(handle, 1 << 16))))
        except (ValueError, TypeError):  # of another version
            continue
        finally:
            os.close(handle)
    return sorted(found, key=lambda graph: graph.started)


def _left(handle: int) -> bool:
    """Whether nobody holds the lock."""
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
