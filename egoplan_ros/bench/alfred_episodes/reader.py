# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Reads ALFRED's episodes: a .jsonl[.gz] file, or a folder of ``traj_data.json`` files.

A line of the file, like such a file, is a JSON object with the names of ``traj_data.json``:
``task_id``, ``task_type``, ``pddl_params``, ``scene`` and ``turk_annotations``; the expert's
actions are ``expert``, or ``plan.low_actions`` as ALFRED has them.
"""

import gzip
import json
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from egoplan_ros.bench.alfred_episodes.episode import TASK_TYPES, AlfredEpisode, ObjectPose
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Vector3

TRAJECTORY = "traj_data.json"
SUFFIXES = (".jsonl", ".jsonl.gz")
_ROLES = ("object_target", "parent_target", "mrecep_target", "toggle_target")
_MISSING: Any = object()


def read_episodes(path: Path) -> tuple[AlfredEpisode, ...]:
    """All episodes of a file or folder, in its order.

    Raises:
        InputError: no such file, none in it, or one that is malformed: the line names the file,
            the episode, the field and the remedy.
    """
    found: list[AlfredEpisode] = []
    seen: dict[str, str] = {}
    for where, data in _records(path):
        episode = parse_episode(data, where)
        if (before := seen.setdefault(episode.task_id, where)) != where:
            raise InputError(
                f"{where}: task_id {episode.task_id} is that of {before} as well; remove one"
            )
        found.append(episode)
    if not found:
        raise InputError(
            f"{path}: no episode in it; give ALFRED's episodes, one JSON object a line"
        )
    return tuple(found)


def find_episode(episodes: Sequence[AlfredEpisode], name: str, path: Path) -> AlfredEpisode:
    """The episode of a ``task_id``, or of a number counted from 0.

    Raises:
        InputError: there is none; the line says what there is.
    """
    for episode in episodes:
        if episode.task_id == name:
            return episode
    if name.isascii() and name.isdigit() and int(name) < len(episodes):
        return episodes[int(name)]
    raise InputError(
        f"{path}: no episode {name!r}; give a task_id such as {episodes[0].task_id} or a number "
        f"from 0 to {len(episodes) - 1}"
    )


def parse_episode(data: Any, where: str) -> AlfredEpisode:
    """An episode from decoded JSON; ``where`` names it in errors.

    Raises:
        InputError: a field is missing or has the wrong form.
    """
    task_id = _field(data, "task_id", str, where)
    where = f"{where} ({task_id})"
    task_type = _field(data, "task_type", str, where)
    if task_type not in TASK_TYPES:
        raise InputError(
            f"{where}: task_type {task_type[:40]!r} is none of ALFRED's; "
            f"use one of {', '.join(sorted(TASK_TYPES))}"
        )
    params = _field(data, "pddl_params", dict, where)
    roles = {role: _field(params, role, str, where, "pddl_params.", "") for role in _ROLES}
    sliced = _field(params, "object_sliced", bool, where, "pddl_params.", False)
    _require_roles(task_type, roles, where)
    scene = _field(data, "scene", dict, where)
    start = _field(scene, "init_action", dict, where, "scene.")
    anns = _annotations(data, where)
    return AlfredEpisode(
        task_id=task_id,
        task_type=task_type,
        scene=_field(scene, "floor_plan", str, where, "scene."),
        params=roles | {"object_sliced": sliced},
        poses=tuple(_poses(scene, where)),
        toggles=tuple(_toggles(scene, where)),
        dirty_and_empty=_field(scene, "dirty_and_empty", bool, where, "scene.", False),
        start=_vector(start, where, "scene.init_action"),
        yaw=_number(start.get("rotation"), where, "scene.init_action.rotation"),
        horizon=_number(start.get("horizon"), where, "scene.init_action.horizon"),
        goals=tuple(goal for goal, _ in anns),
        steps=tuple(steps for _, steps in anns),
        expert=tuple(_expert(data, where)),
    )


def _records(path: Path) -> Iterator[tuple[str, Any]]:
    if path.is_dir():
        files = sorted(path.rglob(TRAJECTORY))
        if not files:
            raise InputError(f"{path}: no {TRAJECTORY} in this folder; give one of ALFRED's")
        for file in files:
            yield str(file), decoded("".join(lines_of(file)), str(file))
        return
    if not path.is_file() or not path.name.endswith((*SUFFIXES, TRAJECTORY)):
        what = "not a .jsonl or .jsonl.gz file" if path.is_file() else "no such file or folder"
        raise InputError(f"{path}: {what}; give ALFRED's episodes or a folder of {TRAJECTORY}")
    if path.name.endswith(TRAJECTORY):
        yield str(path), decoded("".join(lines_of(path)), str(path))
        return
    for number, line in enumerate(lines_of(path), 1):
        if line.strip():
            yield f"{path}:{number}", decoded(line, f"{path}:{number}")


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a text file, which may be compressed by gzip.

    Raises:
        InputError: it cannot be read.
    """
    try:
        if path.suffix == ".gz":
            with gzip.open(path, "rt", encoding="utf-8-sig") as stream:
                yield from stream
        else:
            with path.open(encoding="utf-8-sig") as stream:
                yield from stream
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise InputError(f"{path}: cannot be read ({error}); check the file") from error


def decoded(text: str, where: str) -> Any:
    """What a JSON text says; ``where`` names it in errors.

    Raises:
        InputError: it is none.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: not JSON ({error}); write the episode anew") from None


def _field(
    data: Any, name: str, kind: type, where: str, inside: str = "", default: Any = _MISSING
) -> Any:
    """A field of a map; another type, and absence without a default, are refused."""
    value = data.get(name, default) if isinstance(data, dict) else _MISSING
    if value is _MISSING or not isinstance(value, kind):
        problem = "is missing" if value is _MISSING else f"must be a {_WORDS[kind]}"
        raise InputError(f"{where}: {inside}{name} {problem}; take it from traj_data.json")
    return value


_WORDS: Mapping[type, str] = {str: "text", dict: "map", list: "list", bool: "true or false"}


def _require_roles(task_type: str, roles: Mapping[str, str], where: str) -> None:
    needed = ["object_target"]
    needed.append("toggle_target" if task_type == "look_at_obj_in_light" else "parent_target")
    if task_type == "pick_and_place_with_movable_recep":
        needed.append("mrecep_target")
    for role in needed:
        if not roles[role]:
            raise InputError(
                f"{where}: pddl_params.{role} is missing, which {task_type} needs; "
                "take it from traj_data.json"
            )


def _number(value: Any, where: str, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"{where}: {name} must be a number; take it from traj_data.json")
    return float(value)


def _vector(value: Any, where: str, name: str) -> Vector3:
    if not isinstance(value, dict):
        raise InputError(f"{where}: {name} must have x, y, z; take it from traj_data.json")
    x, y, z = (_number(value.get(axis), where, f"{name}.{axis}") for axis in "xyz")
    return x, y, z


def _poses(scene: Any, where: str) -> Iterator[ObjectPose]:
    for number, row in enumerate(_field(scene, "object_poses", list, where, "scene.")):
        at = f"scene.object_poses[{number}]"
        yield ObjectPose(
            _field(row, "objectName", str, where, f"{at}."),
            _vector(row.get("position"), where, f"{at}.position"),
            _vector(row.get("rotation"), where, f"{at}.rotation"),
        )


def _toggles(scene: Any, where: str) -> Iterator[tuple[str, bool]]:
    for number, row in enumerate(_field(scene, "object_toggles", list, where, "scene.", [])):
        at = f"scene.object_toggles[{number}]."
        yield _field(row, "objectType", str, where, at), _field(row, "isOn", bool, where, at)


def _annotations(data: Any, where: str) -> list[tuple[str, tuple[str, ...]]]:
    told = _field(data, "turk_annotations", dict, where, "", {})
    found = []
    for number, row in enumerate(_field(told, "anns", list, where, "turk_annotations.", [])):
        at = f"turk_annotations.anns[{number}]."
        steps = _field(row, "high_descs", list, where, at, [])
        if not all(isinstance(step, str) for step in steps):
            raise InputError(
                f"{where}: {at}high_descs must list texts; take it from traj_data.json"
            )
        found.append((_field(row, "task_desc", str, where, at), tuple(steps)))
    return found


def _expert(data: Any, where: str) -> Iterator[Mapping[str, Any]]:
    """The expert's actions; an episode without any can be set up and judged all the same."""
    name, rows = "expert", _field(data, "expert", list, where, "", [])
    if not rows and "plan" in data:
        name = "plan.low_actions"
        rows = _field(data["plan"], "low_actions", list, where, "plan.", [])
    for number, row in enumerate(rows):
        action = row.get("api_action", row) if isinstance(row, dict) else row
        _field(action, "action", str, where, f"{name}[{number}].")
        yield action
