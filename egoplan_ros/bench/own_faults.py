# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The faults of one episode: what its suite and the user's file say, with a seed of their own."""

import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import yaml

from egoplan_ros.bench.suite import ABOUT_TASK
from egoplan_ros.world.system.resources import load_yaml


@dataclass(frozen=True, slots=True)
class OwnFaults:
    """A file of faults for one episode, and what happened by it.

    Attributes:
        path: of the file, "" when nothing goes wrong.
        log: what happened, one JSON object a line.
    """

    path: str = ""
    log: Path | None = None

    def counts(self) -> dict[str, int]:
        """How often each kind of fault happened so far."""
        if self.log is None or not self.log.exists():
            return {}
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return dict(Counter(json.loads(line)["fault"] for line in lines))


@contextmanager
def own_faults(
    faults: Mapping[str, Any], file: str, episode: str, types: frozenset[str]
) -> Iterator[OwnFaults]:
    """Write the episode's file of faults; it is gone afterwards.

    Without a seed of its own the same fault would strike the first command of every episode, and
    more episodes would tell nothing more. The log of the user's file gets its lines at the end.

    Args:
        faults: what the suite lets go wrong.
        file: path of the user's faults, which win; "" for none.
        episode: tells this episode from the others.
        types: of the objects its task is about.
    """
    if not (faults or file):
        yield OwnFaults()
        return
    path = Path(file or "faults.yaml")
    settings = dict(faults) | (dict(load_yaml(path)) if file else {})
    settings["seed"] = crc32(f"{settings.get('seed', 0)}/{episode}".encode())
    if settings.get("about") == ABOUT_TASK:
        settings["about"] = sorted(types)
    wanted = settings.get("log")
    with tempfile.TemporaryDirectory(prefix="egoplan-faults-") as folder:
        own = Path(folder) / path.name
        log = Path(folder) / "log.jsonl"
        settings["log"] = str(log)
        own.write_text(yaml.safe_dump(settings), encoding="utf-8")
        try:
            yield OwnFaults(str(own), log)
        finally:
            if wanted and log.exists():
                with (path.parent / str(wanted)).open("a", encoding="utf-8") as stream:
                    stream.write(log.read_text(encoding="utf-8"))
