# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Named ablations (config/ablations.yaml): what is taken out of a strategy, or told to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from egoplan_ros.settings import checked_settings
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.system.resources import config_path, load_yaml

FILE = "ablations.yaml"
LANGUAGE, LOCATIONS = "language", "locations"
TOLD = (LANGUAGE, LOCATIONS)


@dataclass(frozen=True, slots=True)
class Ablation:
    """One of the file; keys as explained at its top.

    Attributes:
        settings: ROOM.KEY=VALUE.
    """

    name: str
    text: str
    settings: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    depth: str | None = None
    perception: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under which conditions episodes are run, once ablations have changed them."""

    perception: str
    depth: str
    settings: tuple[str, ...]
    told: tuple[str, ...] = ()


def load_ablations() -> dict[str, Ablation]:
    """All by name, in the order of the file.

    Raises:
        InputError: malformed file.
    """
    path = config_path(FILE)
    return {
        name: _read(name, values, f"{path}: {name}") for name, values in load_yaml(path).items()
    }


def ablated(conditions: Conditions, names: Iterable[str], strategy: str) -> Conditions:
    """Conditions with ablations; what the user sets of single settings wins over them.

    Raises:
        InputError: unknown name, or one that changes nothing under these conditions.
    """
    known = load_ablations()
    single, settings = conditions.settings, list[str]()
    for name in dict.fromkeys(names):
        if name not in known:
            near = get_close_matches(name, known, n=3, cutoff=0.4) or list(known)
            raise InputError(f"bench: no ablation {name[:60]!r}; nearest: {', '.join(near)}")
        conditions = _with(known[name], conditions)
        settings += known[name].settings
    checked_settings(settings, strategy)
    return replace(conditions, settings=(*settings, *single))


def _with(ablation: Ablation, conditions: Conditions) -> Conditions:
    if ablation.perception:
        if conditions.perception not in ablation.perception:
            backends = ", ".join(ablation.perception)
            raise InputError(
                f"bench: --ablate {ablation.name} changes nothing with --perception "
                f"{conditions.perception}; it is of --perception {backends}"
            )
        conditions = replace(conditions, perception=ablation.perception[conditions.perception])
    if ablation.depth is not None:
        conditions = replace(conditions, depth=ablation.depth)
    return replace(conditions, told=(*conditions.told, *ablation.told))


def _read(name: str, values: Any, where: str) -> Ablation:
    if not isinstance(values, dict) or not isinstance(values.get("text"), str):
        raise InputError(f"{where}: needs a mapping with a text; see the top of the file")
    more = {key: value for key, value in values.items() if key not in ("text", "settings")}
    if unknown := sorted(set(more) - {"told", "depth", "perception"}):
        raise InputError(f"{where}: unknown keys {unknown}; see the top of the file")
    told = tuple(more.pop("told", ()))
    if wrong := sorted(set(told) - set(TOLD)):
        raise InputError(f"{where}: nothing to tell of {wrong}; known: {', '.join(TOLD)}")
    settings = tuple(
        f"{room}.{key}={_word(value)}"
        for room, own in values.get("settings", {}).items()
        for key, value in own.items()
    )
    return Ablation(name, values["text"], settings, told, **more)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
