# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Names of files that a request may give: below one folder, of known kinds, never anything else."""

from pathlib import Path

from egoplan_ros.world.errors import InputError

_LONGEST = 200


def file_below(folder: Path, name: str, endings: tuple[str, ...], what: str) -> Path:
    """The file of a name below a folder.

    Whoever reaches a service could else have the node read or replace any file of its user.

    Args:
        folder: in which files are kept; it need not be there yet.
        name: relative to it, ``/`` between folders.
        endings: allowed ones, with their dot.
        what: the request, for the message.

    Raises:
        InputError: no name, or one that leads elsewhere.
    """
    parts = name.split("/")
    if not name or name.startswith(("/", "~")) or not name.isprintable() or "\\" in name:
        raise InputError(f"{what}: name {name[:60]!r} is none below {folder}; give e.g. home.npz")
    if any(part in ("", ".", "..") or len(part) > _LONGEST for part in parts):
        raise InputError(f"{what}: name {name[:60]!r} leads out of {folder}; leave out '..'")
    if not name.lower().endswith(endings):
        raise InputError(f"{what}: name {name[:60]!r} must end in {' or '.join(endings)}")
    path = folder.joinpath(*parts)
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError) as error:
        raise InputError(f"{what}: {path}: {error}") from error
    if not inside:
        raise InputError(f"{what}: name {name[:60]!r} leads out of {folder} by a link")
    return path


def new_file(path: Path, overwrite: bool, what: str) -> Path:
    """The path of a file to write.

    Raises:
        InputError: there is one of that name, and it is not to be replaced.
    """
    if not overwrite and (path.exists() or path.is_symlink()):
        raise InputError(f"{what}: {path} is there already; set overwrite, or give another name")
    return path
