# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Names of the embedded simulator's scenes."""

from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path

from egoplan_ros.world.errors import InputError


def scene_names(recorded: Path | None = None) -> list[str]:
    """All names, e.g. ``FloorPlan12``; those of a file or folder of recorded rooms come first.

    Raises:
        InputError: when ``recorded`` is missing or holds no rooms.
    """
    from egoplan_ros.sim.scenes import PROCEDURAL, Library

    # Bare ground is for clients that build a house on it.
    names = [name for name in Library.of(recorded).names() if name != PROCEDURAL]
    return [name.removesuffix("_physics") for name in names]


def split_rooms(split: str) -> list[str]:
    """Rooms of a split, the kinds in turn, so that what was stopped early has seen all of them."""
    from egoplan_ros.bench.suite import load_suite

    known = load_suite("alfred").scenes[split]
    return sorted(known, key=lambda name: int(name.removeprefix("FloorPlan")) % 100)


def check_scene(name: str, recorded: Path | None = None) -> None:
    """Refuse an unknown name, and a recorded room that cannot be read.

    Raises:
        InputError: with the nearest names, or what is wrong with the file.
    """
    known = scene_names(recorded)
    if name.removesuffix("_physics") not in known:
        near = ", ".join(get_close_matches(name, known, n=3, cutoff=0.3)) or "none"
        raise InputError(
            f"scene: unknown name {name[:60]!r}; nearest: {near}; egoplan sim --list has all"
        )
    if recorded is not None:
        check_rooms(recorded, {name})


def check_rooms(recorded: Path, wanted: Collection[str], all_of_them: bool = False) -> None:
    """Read those of the recorded rooms that are wanted; told now, not by each episode.

    Args:
        recorded: file or folder of recorded rooms.
        wanted: rooms.
        all_of_them: whether a room without a recording is an error; else it is the simulator's own.

    Raises:
        InputError: one cannot be read or stood in, or is not there.
    """
    from egoplan_ros.sim.scenes import Library

    library = Library.of(recorded)
    names = {name.removesuffix("_physics") for name in wanted}
    if all_of_them and (missing := sorted(names - library.recorded.keys())):
        more = f" and {len(missing) - 5} more" if len(missing) > 5 else ""
        raise InputError(
            f"{recorded}: no recording of {', '.join(missing[:5])}{more}; choose other --scenes "
            "or --rooms"
        )
    for name in names & library.recorded.keys():
        library.load(name)
