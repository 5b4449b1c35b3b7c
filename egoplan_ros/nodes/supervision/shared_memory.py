# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What killed processes leave in shared memory is swept up, before a graph starts and after it."""

import fcntl
import os
import re
import time
from contextlib import suppress
from pathlib import Path

FOLDER = Path("/dev/shm")
_FILE = re.compile(r"(?:sem\.)?(fastrtps_(?:[0-9a-f]{16}|port\d{1,5}))(?:_el|_sl|_mutex)?")
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
    things = {found[1] for name in names if (found := _FILE.fullmatch(name))}
    return sum(_remove(folder, t, names) for t in sorted(things) if _dead(folder, t, names, domain))


def port_of(domain: int, participant: int) -> int:
    """The first of a participant's two ports (RTPS 9.6.1.1), of the network and of memory."""
    return _FIRST_PORT + _PORTS_OF_A_DOMAIN * domain + _OFFSET + 2 * participant


def _dead(folder: Path, thing: str, names: set[str], domain: int) -> bool:
    """Whether nobody has a segment or port any more, or what is left of its files."""
    there = [name for name in _files(thing) if name in names]
    try:
        about = [(folder / name).stat() for name in there]
    except OSError:
        return False  # somebody else is at it
    if any(item.st_uid != os.getuid() for item in about):
        return False
    if time.time() - max(item.st_mtime for item in about) < _YOUNG_SECONDS:
        return False
    locks = [name for name in there if name.endswith(_LOCKS)]
    if locks:
        return not any(_locked(folder / lock) for lock in locks)
    port = _PORT.fullmatch(thing)
    if port is None or domain < 0:
        return False
    first = _FIRST_PORT + _PORTS_OF_A_DOMAIN * domain
    return first <= int(port[1]) < first + _PORTS_OF_A_DOMAIN


def _files(thing: str) -> tuple[str, ...]:
    """Its own file first: without it, whoever goes on sees that the rest is of no use."""
    return (thing, f"sem.{thing}_mutex", *(f"{thing}{ending}" for ending in _LOCKS))


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


def _remove(folder: Path, thing: str, names: set[str]) -> int:
    gone = 0
    for name in _files(thing):
        if name in names:
            with suppress(OSError):
                (folder / name).unlink()
                gone += 1
    return gone
