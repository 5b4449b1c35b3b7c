"""Names of the embedded simulator's scenes."""

from difflib import get_close_matches

from egoplan_ros.world.errors import InputError


def scene_names() -> list[str]:
    """All names, e.g. ``FloorPlan12``."""
    from egoplan_ros.sim.scenes import names

    return [name.removesuffix("_physics") for name in names()]


def check_scene(name: str) -> None:
    """Refuse an unknown name.

    Raises:
        InputError: with the nearest names.
    """
    known = scene_names()
    if name.removesuffix("_physics") not in known:
        near = ", ".join(get_close_matches(name, known, n=3, cutoff=0.3)) or "none"
        raise InputError(
            f"scene: unknown name {name[:60]!r}; nearest: {near}; egoplan sim --list-scenes has all"
        )
