# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Finds the files of config/ in a source tree, a colcon install space or a pip installation."""

import os
import re
import sys
from pathlib import Path

import yaml

from egoplan_ros.world.errors import InputError

PACKAGE = "egoplan_ros"
_DEEPEST = 100
"""Levels of nesting; many thousands end the process in libyaml."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml's, where there is one: it reads the ontology in a tenth of the time."""


def share_directories() -> list[Path]:
    """Folders that may hold our ``config`` and ``launch``, best first.

    Raises:
        InputError: EGOPLAN_SHARE names a folder that has no config/.
    """
    here = Path(__file__).resolve()
    found = [Path(value) for value in [os.environ.get("EGOPLAN_SHARE", "")] if value]
    if found and not (found[0] / "config").is_dir():
        raise InputError(
            f"EGOPLAN_SHARE: {found[0]} has no folder config/; correct or unset the variable"
        )
    found.append(here.parents[3])
    found += [
        Path(prefix) / "share" / PACKAGE
        for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
        if prefix
    ]
    found += [parent / "share" / PACKAGE for parent in here.parents]
    found.append(Path(sys.prefix) / "share" / PACKAGE)
    return found


def config_path(name: str) -> Path:
    """Path of ``config/<name>``.

    Raises:
        InputError: no such file in any of the places looked at.
    """
    for share in share_directories():
        path = share / "config" / name
        if path.exists():
            return path
    raise InputError(
        f"config/{name}: no such file; set EGOPLAN_SHARE to the folder that has config/"
    )


def config_layers(name: str) -> list[Path]:
    """The shipped ``config/<name>`` and, behind it, a user's own of ``EGOPLAN_SHARE``.

    A file that only one of them has stands alone.

    Raises:
        InputError: no such file in any of the places looked at.
    """
    first = config_path(name)
    own = os.environ.get("EGOPLAN_SHARE", "")
    if not own or first != Path(own) / "config" / name:
        return [first]
    shipped = (share / "config" / name for share in share_directories()[1:])
    return [*[path for path in shipped if path.exists() and not path.samefile(first)][:1], first]


def config_names(folder: str) -> list[str]:
    """Names of the YAML files of ``config/<folder>``, a user's own beside the shipped ones."""
    folders = [share / "config" / folder for share in share_directories()]
    return sorted({path.stem for folder in folders for path in folder.glob("*.yaml")})


def base_path(name: str, besides: Path) -> Path:
    """Path of the ``config/<name>`` that a user's own file of that kind extends.

    Raises:
        InputError: there is none but the file itself.
    """
    for share in share_directories():
        path = share / "config" / name
        if path.exists() and path.resolve() != besides.resolve():
            return path
    raise InputError(
        f"{besides}: extends config/{name}, which is not there; correct it or reinstall {PACKAGE}"
    )


def utf8_text(path: Path) -> str:
    """Text of a file, without the mark that some editors put before it.

    Raises:
        OSError: it cannot be read.
        InputError: not UTF-8, with the line.
    """
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{path}:{line}: is not UTF-8 text; save it as UTF-8") from error


def load_yaml(path: Path) -> dict[str, object]:
    """Read a YAML mapping.

    Raises:
        InputError: missing, malformed (with line number) or not a mapping.
    """
    try:
        data = _parse(utf8_text(path))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f" line {mark.line + 1}" if mark else ""
        problem = getattr(error, "problem", None) or "malformed YAML"
        raise InputError(f"{path}:{line} {problem}; correct the YAML") from error
    except InputError:
        raise
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        # A value that is not of the kind it looks like, e.g. the date 2001-99-99.
        raise InputError(f"{path}: a value is malformed ({error}); correct the YAML") from error
    if not isinstance(data, dict):
        raise InputError(f"{path}: a mapping (key: value) is expected at the top")
    return data


def _parse(text: str) -> object:
    _check_depth(text)
    try:
        return yaml.load(text, Loader=_LOADER)
    except yaml.YAMLError:
        return yaml.safe_load(text)  # it tells better where a mistake is


def _check_depth(text: str) -> None:
    depth = deepest = 0
    for bracket in re.findall(r"[][{}]", text):
        depth = depth + 1 if bracket in "[{" else max(depth - 1, 0)
        deepest = max(deepest, depth)
    if deepest <= _DEEPEST and not re.search(rf"^[ ?:-]{{{_DEEPEST}}}", text, re.MULTILINE):
        return  # most files; brackets may also be of quoted texts, so others are looked at closely
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _DEEPEST:
            raise ValueError(f"more than {_DEEPEST} lists or mappings one in the other")
