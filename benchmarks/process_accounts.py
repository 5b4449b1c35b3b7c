# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the processes of a running graph hold: memory, threads, open files, files left about.

Everything is read from /proc. A process is named by the node it belongs to; a node's children (the
simulator, the planner's fork server) are accounts of their own: ``robot_bridge: simulator``.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

SHARED = Path("/dev/shm")
_NAMES = {"egoplan_ros.sim": "simulator", "fork_server.py": "fork server"}


@dataclass(slots=True)
class Account:
    """Of one process, or of all children of one name.

    Attributes:
        rss, pss, uss: resident, proportional and unique set size, KiB.
        threads, files: counts; files are open file descriptors.
        processes: how many there are of this name.
    """

    rss: int = 0
    pss: int = 0
    uss: int = 0
    threads: int = 0
    files: int = 0
    processes: int = 0

    def add(self, pid: int) -> None:
        """Add a process; one that has ended meanwhile adds nothing."""
        try:
            sizes = _sizes(Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii"))
            threads = len(list(Path(f"/proc/{pid}/task").iterdir()))
            files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        except (OSError, ValueError):
            return
        self.rss += sizes["Rss"]
        self.pss += sizes["Pss"]
        self.uss += sizes["Private_Clean"] + sizes["Private_Dirty"]
        self.threads += threads
        self.files += files
        self.processes += 1


def _sizes(text: str) -> dict[str, int]:
    rows = (line.split() for line in text.splitlines()[1:])
    return {row[0].rstrip(":"): int(row[1]) for row in rows}


def children(pid: int) -> Iterator[int]:
    """All descendants of a process."""
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found = [int(word) for word in task.read_text(encoding="ascii").split()]
        except OSError:
            continue
        for child in found:
            yield child
            yield from children(child)


def accounts(pids: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Accounts by name, given the nodes' processes by node name."""
    found: dict[str, Account] = {}
    for node, pid in pids.items():
        found.setdefault(node, Account()).add(pid)
        for child in children(pid):
            found.setdefault(f"{node}: {_label(child)}", Account()).add(child)
    return {name: asdict(account) for name, account in found.items() if account.processes}


def _label(pid: int) -> str:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")
    except OSError:
        return "ended"
    return next((name for part, name in _NAMES.items() if any(part in w for w in words)), "child")


def shared_files(pids: Mapping[str, int]) -> set[str]:
    """Names in /dev/shm that these processes have mapped or open, locks included."""
    found: set[str] = set()
    for pid in pids.values():
        try:
            lines = Path(f"/proc/{pid}/maps").read_text(encoding="utf-8").splitlines()
            links = [os.path.realpath(link) for link in Path(f"/proc/{pid}/fd").iterdir()]
        except OSError:
            continue
        paths = [line.split(maxsplit=5)[-1] for line in lines if str(SHARED) in line]
        for path in (*paths, *links):
            if path.startswith(f"{SHARED}/") and not path.endswith("(deleted)"):
                found.add(Path(path).name)
    return found


def files_below(folder: Path) -> tuple[int, int]:
    """(number of files and folders, bytes) below a folder."""
    count = size = 0
    for path in folder.rglob("*"):
        try:
            count, size = count + 1, size + (path.lstat().st_size if path.is_file() else 0)
        except OSError:
            continue
    return count, size
