# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A suite: which task types, in which rooms, within which budget, and what goes wrong meanwhile."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import base_path, config_names, config_path, load_yaml

_BUDGET = {
    "steps": "behavior.max_steps",
    "failed_actions": "behavior.max_failed_primitives",
    "actions": "behavior.max_actions",
}
"""What ends an episode."""

ABOUT_TASK = "task"
"""Value of ``about`` in a trouble's faults: the types its task is about."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What goes wrong in every episode of a kind.

    Attributes:
        faults: as in a file of faults; ``about: task`` stands for the types of the task.
        settings: ROOM.KEY=VALUE on top of the strategy.
    """

    faults: Mapping[str, Any] = field(default_factory=dict)
    settings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Suite:
    """A file of config/suites/.

    Attributes:
        kinds: rules of drawing by task type.
        rows: task types by row of the report; a suite of plain tasks has a row for each type.
        troubles: what goes wrong, by row.
        settings: the budget as ROOM.KEY=VALUE on top of a strategy.
        history: whether its episodes begin in the middle, with an action history.
        recorded: whether its episodes are ALFRED's own, of a file, and not drawn.
        takes: where things are put by force, what goes into or onto each receptacle type besides.
    """

    name: str
    kinds: Mapping[str, Mapping[str, Any]]
    scenes: Mapping[str, tuple[str, ...]]
    destinations: tuple[str, ...]
    words: Mapping[str, str]
    settings: tuple[str, ...]
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    troubles: Mapping[str, Trouble] = field(default_factory=dict)
    history: bool = False
    recorded: bool = False
    takes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def dialogs(self) -> bool:
        """Whether its tasks are told as dialogs."""
        return all("dialogs" in rule for rule in self.kinds.values())

    def trouble(self, row: str) -> Trouble:
        """What goes wrong in the episodes of a row."""
        return self.troubles.get(row, Trouble())


def load_suite(name: str) -> Suite:
    """Read ``config/suites/<name>.yaml``.

    Raises:
        InputError: no such suite or malformed file.
    """
    if name not in (known := config_names("suites")):
        raise InputError(f"bench: no suite {name!r}; there are: {', '.join(known)}")
    path = config_path(f"suites/{name}.yaml")
    data = _extended(path)
    try:
        kinds: dict[str, Any] = dict(data["kinds"])
        for other in data.get("tasks_of", ()):
            kinds = _extended(config_path(f"suites/{other}.yaml"))["kinds"] | kinds
        rows = {row: tuple(rule["tasks"]) for row, rule in data.get("troubles", {}).items()}
        for row, tasks in rows.items():
            if not tasks or set(tasks) - set(kinds):
                raise ValueError(f"tasks of {row}")
        return Suite(
            name=name,
            kinds=kinds,
            scenes={
                split: tuple(f"FloorPlan{i}" for item in spans for i in _numbers(str(item)))
                for split, spans in data["scenes"].items()
            },
            destinations=tuple(data["destinations"]),
            words=data.get("words", {}),
            settings=tuple(f"{_BUDGET[k]}={int(v)}" for k, v in data["budget"].items()),
            rows=rows or {kind: (kind,) for kind in kinds},
            troubles={
                row: Trouble(rule.get("faults", {}), tuple(rule.get("settings", ())))
                for row, rule in data.get("troubles", {}).items()
            },
            history=bool(data.get("history", False)),
            recorded=bool(data.get("recorded", False)),
            takes={place: tuple(types) for place, types in data.get("takes", {}).items()},
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"{path}: {error!r} is missing or malformed; see alfred.yaml") from error


def _extended(path: Path, before: tuple[Path, ...] = ()) -> dict[str, Any]:
    """A suite's file on top of the one that it extends; a user's may extend that of its name."""
    if path in before:
        raise InputError(f"{path}: extends itself by way of {before[-1]}; correct one of them")
    data: dict[str, Any] = load_yaml(path)
    base = data.get("extends")
    if not base:
        return data
    return _extended(base_path(f"suites/{base}.yaml", path), (*before, path)) | data


def _numbers(span: str) -> range:
    low, _, high = span.partition("-")
    return range(int(low), int(high or low) + 1)
