# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The folder a run leaves behind."""

import json
import platform
import re
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from egoplan_ros.commands.version import package_version
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.files import write_whole

RESULT = "result.json"
ARTEFACTS = {"map": "map.png", "video": "video.mp4", "recording": "recording", "logs": "log"}
"""File or folder of each artefact; ``result.json`` names those that exist."""


class RunFolder:
    """Where the files of one run go."""

    def __init__(self, path: Path) -> None:
        """Make the folder.

        Raises:
            InputError: it holds another run, or cannot be made.
        """
        self.path = path
        if (path / RESULT).exists() or (path / ARTEFACTS["recording"]).exists():
            raise InputError(f"{path}: already holds a run; choose another --out")
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                f"{path}: cannot be made ({error.strerror}); choose another --out"
            ) from error

    @property
    def logs(self) -> Path:
        """Folder of the log files, one a node; made by who starts the nodes."""
        return self.path / ARTEFACTS["logs"]

    @property
    def map(self) -> Path:
        """The map picture."""
        return self.path / ARTEFACTS["map"]

    @property
    def video(self) -> Path:
        """The video."""
        return self.path / ARTEFACTS["video"]

    @property
    def recording(self) -> Path:
        """The rosbag2 folder."""
        return self.path / ARTEFACTS["recording"]

    def write_result(self, result: dict[str, Any]) -> None:
        """Write ``result.json`` at once or not at all, with the paths of what is there.

        Raises:
            InputError: it cannot be written.
        """
        write_json(self.path / RESULT, self.complete(result))

    def complete(self, result: dict[str, Any]) -> dict[str, Any]:
        """The result with the paths of what is there."""
        present = {
            name: str((self.path / file).resolve())
            for name, file in ARTEFACTS.items()
            if (self.path / file).exists()
        }
        return result | {"folder": str(self.path), "artefacts": present}


def default_folder(instruction: str) -> Path:
    """``runs/<time>-<slug>`` in the present directory, not there yet."""
    words = re.findall(r"[a-z0-9]+", instruction.lower())
    slug = "-".join(words)[:48].strip("-") or "run"
    base = Path("runs") / f"{time.strftime('%Y%m%d-%H%M%S')}-{slug}"
    path, number = base, 1
    while path.exists():
        number += 1
        path = base.with_name(f"{base.name}-{number}")
    return path


def write_json(path: Path, data: object) -> None:
    """Write JSON through a temporary file, so that a reader never sees half of it.

    Raises:
        InputError: the file cannot be written.
    """
    write_whole(path, json.dumps(data, indent=2) + "\n")


def read_result(folder: Path) -> dict[str, Any]:
    """``result.json`` of a run folder.

    Raises:
        InputError: no such file, or not the JSON of a run.
    """
    path = folder / RESULT
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); name a run folder") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: is not JSON ({error}); the run may have been killed") from error
    if not isinstance(data, dict) or "success" not in data:
        raise InputError(f"{path}: holds no result of a run")
    for name, (fine, wanted) in _KINDS.items():
        if (value := data.get(name)) is not None and not fine(value):
            raise InputError(
                f"{path}: {name} must be {wanted}, is {json.dumps(value)[:40]}; was it edited?"
            )
    return data


def _pairs(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, list) and len(item) == 2 and all(isinstance(word, str) for word in item)
        for item in value
    )


_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "success": (lambda value: isinstance(value, bool), "true or false"),
    "blocking": (lambda value: isinstance(value, dict), "counts by kind"),
    "actions": (_pairs, "pairs of an action and its end"),
}
"""What is read of a result, which a person may have edited; null where it is left out."""


def versions() -> dict[str, str]:
    """Versions worth knowing when a run is to be repeated."""
    found = {"egoplan_ros": package_version(), "python": platform.python_version()}
    for name in ("ai2thor", "ros-rclpy", "unified-planning"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
