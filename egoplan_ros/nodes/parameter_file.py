# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A ROS parameter file: namespaces, nodes in them, ``ros__parameters``, as rcl reads it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import load_yaml

_PARAMETERS = "ros__parameters"


def read_parameters(path: Path) -> dict[str, dict[str, Any]]:
    """Parameters by node name (the last part of its full name, ``*`` for ``/**``).

    Raises:
        InputError: unreadable, malformed, or a value where ``ros__parameters`` has to be.
    """
    found: dict[str, dict[str, Any]] = {}
    for full, values in read_sections(path).items():
        found.setdefault(node_name(full), {}).update(values)
    return found


def read_sections(path: Path) -> dict[str, dict[str, Any]]:
    """Parameters by the nodes' names with their namespaces, as the file has them.

    Raises:
        InputError: as :func:`read_parameters`.
    """
    found: dict[str, dict[str, Any]] = {}
    try:
        for full, values in _sections(load_yaml(path), ""):
            found.setdefault(full, {}).update(_flat(values))
    except ValueError as error:
        raise InputError(f"{path}: {error}") from None
    return found


def node_name(full: str) -> str:
    """The last part of a node's full name; ``*`` for any node."""
    return full.rsplit("/", 1)[-1].replace("**", "*") or "*"


def _sections(body: Mapping[Any, Any], above: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each node's name and parameters; ValueError tells of what rcl cannot read."""
    for key, value in body.items():
        if key == _PARAMETERS:
            raise ValueError(f"{_PARAMETERS!r} needs the name of a node above it")
        full = f"{above}/{key}" if above else str(key)
        if not isinstance(value, dict):
            raise ValueError(f"{full} has a value where {_PARAMETERS!r} of a node has to be")
        if _PARAMETERS not in value:
            yield from _sections(value, full)
            continue
        values = value[_PARAMETERS]
        if not isinstance(values, dict):
            raise ValueError(f"{full} needs a mapping {_PARAMETERS!r}")
        if others := value.keys() - {_PARAMETERS}:
            told = min(map(str, others))
            raise ValueError(f"{full} has {told} beside {_PARAMETERS!r}; move it out")
        yield full, values


def _flat(values: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in values.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = value
    return flat
