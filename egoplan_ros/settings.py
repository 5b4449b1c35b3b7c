# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Single settings of the rooms from the command line: ``ROOM.KEY=VALUE``, on top of a preset.

They are checked before anything starts, by the same code that checks presets and parameter files,
and mean the same in one process and over ROS.
"""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import yaml

from egoplan_ros.behavior.conditions.catalogue import load_catalogue
from egoplan_ros.behavior.config import PARTS, BehaviorConfig, checked_value, load_preset
from egoplan_ros.behavior.selection.engines import make_engine
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.settings import values_of

ALIASES = {"planning": "planner"}
"""Other names of the parts of a preset."""

NOT_SET = {
    "behavior": {"strategy"},
    "planner": {"explore"},
    "mapping": set[str](),
    "skills": {"camera", "margins", "pitch_min", "pitch_max"},
}
"""What is told otherwise: by --strategy, with each call of the planner, by the robot."""


def _check_behavior(values: dict[str, Any]) -> None:
    config = BehaviorConfig.from_mapping(values)
    load_catalogue(config.catalogue_path)
    make_engine(config)


_ROOMS: dict[str, tuple[Any, Callable[[dict[str, Any]], object]]] = {
    "behavior": (BehaviorConfig(), _check_behavior),
    "planner": (PlannerConfig(), PlannerConfig.from_mapping),
    "mapping": (MappingConfig(), MappingConfig.from_mapping),
    "skills": (SkillConfig(), SkillConfig.from_mapping),
}


def known_settings(part: str) -> dict[str, Any]:
    """Default of each setting of a room, by name."""
    values = values_of(_ROOMS[part][0])
    return {name: value for name, value in values.items() if name not in NOT_SET[part]}


def checked_settings(words: Sequence[str], strategy: str = "egoplan") -> dict[str, dict[str, Any]]:
    """Settings by part of a preset, of words ``ROOM.KEY=VALUE``; of the same key the last counts.

    Args:
        words: as on the command line; values are YAML, texts are taken as they are.
        strategy: the preset they are set on top of.

    Raises:
        InputError: one line; unknown room or key with the nearest ones, bad value, or values that
            do not go together.
    """
    found: dict[str, dict[str, Any]] = {}
    for word in words:
        part, key, value = _read(word)
        found.setdefault(part, {})[key] = value
    preset: Mapping[str, dict[str, Any]] = load_preset(strategy, found) if found else {}
    try:
        for part in found:
            _ROOMS[part][1](preset[part])
        if preset:
            _check_together(preset)
    except InputError as error:
        raise InputError(f"--set: {error}") from error
    return found


def check_preset(name: str) -> None:
    """Refuse a preset of which a room would not take its part.

    Raises:
        InputError: one line; no such preset, unknown key or bad value.
    """
    preset = load_preset(name)
    try:
        for part, values in preset.items():
            _ROOMS[part][1](values)
        _check_together(preset)
    except InputError as error:
        raise InputError(f"strategy {name}: {error}") from error


def _check_together(preset: Mapping[str, dict[str, Any]]) -> None:
    """Refuse values of two rooms that do not go together."""
    planner = PlannerConfig.from_mapping(preset["planner"])
    BehaviorConfig.from_mapping(preset["behavior"]).weights.require_avoided(planner.max_unreachable)


def _read(word: str) -> tuple[str, str, Any]:
    name, equals, text = word.partition("=")
    room, dot, key = name.strip().partition(".")
    if not equals or not dot:
        raise InputError(f"--set {word[:60]!r}: give ROOM.KEY=VALUE, e.g. planner.pruning=false")
    part = ALIASES.get(room, room)
    if part not in PARTS:
        near = get_close_matches(room, [*PARTS, *ALIASES], n=3, cutoff=0.5)
        told = f"nearest: {', '.join(near)}" if near else f"rooms: {', '.join(PARTS)}"
        raise InputError(f"--set: unknown room {room[:60]!r}; {told}")
    known = known_settings(part)
    if part == "behavior" and key == "strategy":
        raise InputError("--set: behavior.strategy is given by --strategy")
    if key not in known:
        near = get_close_matches(key, known, n=3, cutoff=0.0)
        raise InputError(f"--set: {room} has no {key[:60]!r}; nearest: {', '.join(near)}")
    return part, key, _value(f"--set {room}", key, text.strip(), known[key])


def _value(where: str, key: str, text: str, default: Any) -> Any:
    value: Any = text
    if not isinstance(default, str):
        try:
            value = yaml.safe_load(text)
        except (yaml.YAMLError, ValueError, LookupError, AttributeError, TypeError, RecursionError):
            value = text
    value = checked_value(key, value, default, where)
    if value == ():
        raise InputError(f"{where}: {key}: ROS parameters know no empty list; give [''] for none")
    return list(value) if isinstance(value, tuple) else value
