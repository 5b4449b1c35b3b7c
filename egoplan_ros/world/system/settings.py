# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Numbers that somebody may tune: each with what it means, its unit, and its limits."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, TypeVar

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.arguments import number, whole

Config = TypeVar("Config")


def setting(default: float, means: str, low: float = 0.0, high: float = 1000.0) -> Any:
    """A field of :class:`Settings`; one whose default is an int takes whole numbers alone.

    Args:
        default: value.
        means: what it means, with unit and reason.
        low: the least it may be.
        high: the most it may be.
    """
    return field(default=default, metadata={"means": means, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Settings:
    """Numbers of a room, all fields made by :func:`setting`.

    A room's configuration holds them in a field; they are told by their own names all the same.

    Raises:
        InputError: a value that is no number, or beyond its limits.
    """

    ROOM: ClassVar[str] = "settings"

    def __post_init__(self) -> None:
        for item in fields(self):
            checked = whole if isinstance(item.default, int) else number
            name, value = f"{self.ROOM}: {item.name}", getattr(self, item.name)
            plain = checked(name, value, item.metadata["low"], item.metadata["high"])
            object.__setattr__(self, item.name, plain)


def values_of(config: Any) -> dict[str, Any]:
    """Values of a configuration by name, those within it by their own."""
    return dict(_each(config))


def _each(config: Any) -> Iterator[tuple[str, Any]]:
    for item in fields(config):
        value = getattr(config, item.name)
        if isinstance(value, Settings):
            yield from _each(value)
        else:
            yield item.name, value


def changed(config: Config, values: Mapping[str, Any], where: str) -> Config:
    """A copy with some values replaced, those within it told by their own names.

    Args:
        config: a frozen dataclass.
        values: new ones by name.
        where: what an error begins with.

    Raises:
        InputError: unknown name or bad value.
    """
    given: Any = config
    known = values_of(given)
    if unknown := sorted(set(values) - known.keys()):
        raise InputError(f"{where}: unknown settings {unknown}; known: {sorted(known)}")
    told: dict[str, Any] = {}
    for item in fields(given):
        present = getattr(given, item.name)
        if isinstance(present, Settings):
            names = {inner.name for inner in fields(present)} & values.keys()
            told[item.name] = replace(present, **{name: values[name] for name in names})
        elif item.name in values:
            told[item.name] = values[item.name]
    made: Config = replace(given, **told)
    return made
