"""What killed processes leave in shared memory is swept up, before a graph starts and after it."""

import fcntl
import os
import re
import time
from contextlib import suppress
from pathlib import Path

FOLDER = Path("/dev/shm")
_SEGMENT = re.compile(r"fastrtps_[0-9a-f]{16}")
_PORT = re.compile(r"fastrtps_port(\d{1,5})")
_LOCKS = ("_el", "_sl")
"""Endings of the files that a living owner of a segment or port keeps locked."""
_FIRST_PORT, _PORTS_OF_A_DOMAIN, _OFFSET = 7400, 250, 10
_YOUNG_SECONDS = 10.0
"""What is so young may be about to be locked."""


def sweep(domain: int = -1, folder: Path = FOLDER) -> int:
    """Remove what Fast DDS left there for processes that have died; how many files.

    Fast DDS locks a file beside each segment and port for as long as its owner lives. Some ports
    have none; those are removed where a domain is ours alone.

    Args:
        domain: ROS domain that nobody else uses, negative for no such.
        folder: of shared memory.
    """
    try:
        names = {item.name for item in os.scandir(folder)}
    except OSError:
        return 0
    return sum(
        _remove(folder, name, names) for name in sorted(names) if _dead(folder, name, names, domain)
    )


def port_of(domain: int, participant: int) -> int:
    """The first of a participant's two ports (RTPS 9.6.1.1), of the network and of memory."""
    return _FIRST_PORT + _PORTS_OF_A_DOMAIN * domain + _OFFSET + 2 * participant


def _dead(folder: Path, name: str, names: set[str], domain: int) -> bool:
    port = _PORT.fullmatch(name)
    if port is None and not _SEGMENT.fullmatch(name):
        return False
    try:
        about = (folder / name).stat()
    except OSError:
        return False
    if about.st_uid != os.getuid() or time.time() - about.st_mtime < _YOUNG_SECONDS:
        return False
    locks = [f"{name}{ending}" for ending in _LOCKS if f"{name}{ending}" in names]
    if locks:
        return not any(_locked(folder / lock) for lock in locks)
    if port is None or domain < 0:
        return False
    first = _FIRST_PORT + _PORTS_OF_A_DOMAIN * domain
    return first <= int(port[1]) < first + _PORTS_OF_A_DOMAIN


def _locked(path: Path) -> bool:
    """Whether somebody holds a lock on a file; one that cannot be looked at counts as locked."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _remove(folder: Path, name: str, names: set[str]) -> int:
    gone = 0
    for other in (f"sem.{name}_mutex", *(f"{name}{ending}" for ending in _LOCKS), name):
        if other in names:
            with suppress(OSError):
                (folder / other).unlink()
                gone += 1
    return gone
