"""Names of the embedded simulator's scenes."""

from difflib import get_close_matches
from pathlib import Path

from egoplan_ros.world.errors import InputError


def scene_names(recorded: Path | None = None) -> list[str]:
    """All names, e.g. ``FloorPlan12``; those of a file or folder of recorded rooms come first.

    Raises:
        InputError: when ``recorded`` is missing or holds no rooms.
    """
    from egoplan_ros.sim.scenes import Library

    return [name.removesuffix("_physics") for name in Library.of(recorded).names()]


def check_scene(name: str, recorded: Path | None = None) -> None:
    """Refuse an unknown name.

    Raises:
        InputError: with the nearest names.
    """
    known = scene_names(recorded)
    if name.removesuffix("_physics") not in known:
        near = ", ".join(get_close_matches(name, known, n=3, cutoff=0.3)) or "none"
        raise InputError(
            f"scene: unknown name {name[:60]!r}; nearest: {near}; egoplan sim --list has all"
        )
