"""The names of a detector's classes, from a file."""

from pathlib import Path

from egoplan_ros.world.errors import InputError

UNUSED = ("", "-", "n/a", "background", "__background__")
"""What stands for a class that the detector never tells."""


def read_names(path: Path) -> tuple[str, ...]:
    """One name a line, in the order of the detector's classes; lower case.

    A line with ``-`` stands for a number that is not used, as in COCO's numbers up to 90. Empty
    lines at the end do not count.

    Raises:
        InputError: the file cannot be read, is no text or has no names.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(
            f"names {path}: cannot be read ({error.strerror}); check the path"
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(f"names {path}: is no UTF-8 text; one name a line is expected") from error
    names = [line.strip().lower() for line in lines]
    while names and not names[-1]:
        names.pop()
    if not set(names) - set(UNUSED):
        raise InputError(f"names {path}: has no names; one name a line is expected")
    return tuple(names)
