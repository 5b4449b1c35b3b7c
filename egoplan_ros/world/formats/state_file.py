# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A world state as a JSON file, to keep, to write by hand and to plan on without a robot.

Only ``objects`` with ``type`` and ``center`` are needed; what is left out has the defaults of
:class:`ObjectInstance`. A state is a probability, or an object with ``probability``, ``source`` and
``stamp``. What only the latest image knows (views, the last primitive) is not kept.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from math import inf, isfinite
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, ObjectInstance, Source
from egoplan_ros.world.occupancy import OccupancyGrid, empty_grid
from egoplan_ros.world.ontology import Ontology
from egoplan_ros.world.predicates import domain_predicates
from egoplan_ros.world.state import Frontier, WorldState
from egoplan_ros.world.system.files import write_whole

ROBOT = {"stamp": 0.0, "step": 0, "episode": 0, "camera_pitch": 0.0, "camera_height": 1.5}
ROBOT |= {"holding": False, "radius": 0.2, "holonomic": True, "stride": 0.0}
OBJECT = {"confidence": 1.0, "held": False, "inspected": False, "unreachable": 0}
OBJECT |= {"first_seen": 0.0, "last_seen": 0.0, "openness": 1.0, "doubtful": False}
SIZE = [0.1, 0.1, 0.1]
_FAR = 1e5
"""Metres; farther away or larger is no home, and no number to plan with."""
_SHARE, _LENGTH, _PLACE = (0.0, 1.0 + 1e-6), (0.0, _FAR), (-_FAR, _FAR)
_LIMITS = {
    **dict.fromkeys(("confidence", "probability", "openness"), _SHARE),
    **dict.fromkeys(("size", "camera_height", "radius", "stride", "gain", "unreachable"), _LENGTH),
    **dict.fromkeys(("center", "base", "pose", "origin", "x", "y"), _PLACE),
    "resolution": (1e-3, _FAR),
}
"""Least and greatest value, a share with what rounding adds; any finite number without."""

STATES = frozenset("open toggled sliced dirty clean filled brewed cooked hot cold broken".split())
_WORKED_OUT = frozenset("holding near hidden accessible full doubtful".split())
"""Predicates that follow from the rest; to say them of an object would change nothing."""


def write_state(path: Path, state: WorldState) -> None:
    """Write a state, atomically.

    Raises:
        InputError: the place cannot be written.
    """
    grid = state.grid
    data = {
        "stamp": state.stamp,
        "robot": {
            **{name: getattr(state.robot, name) for name in ROBOT},
            "base": list(asdict(state.robot.base).values()),
        },
        "objects": [_row(item) for item in state.objects.values()],
        "frontiers": [asdict(item) for item in state.frontiers],
        "explored": sorted(state.explored),
        "grid": {
            "resolution": grid.resolution,
            "origin": list(grid.origin),
            "rows": grid.data.tolist(),
        },
    }
    write_whole(path, json.dumps(data))


def read_state(path: Path, ontology: Ontology) -> WorldState:
    """Read what :func:`write_state` or a person wrote.

    Raises:
        InputError: unreadable, or a value is missing or wrong; names the place in the file.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: no JSON ({error}); save the map again, or mend it") from error
    top = _Part(data, str(path), "stamp robot objects frontiers explored grid")
    robot = _Part(top.get("robot", {}), f"{path}: robot", [*ROBOT, "base"])
    base = Pose2D(*robot.numbers("base", 3, [0.0, 0.0, 0.0]))
    counts: Counter[str] = Counter()
    objects: dict[str, ObjectInstance] = {}
    states = _states(ontology)
    for k, row in enumerate(top.list("objects")):
        item = _object(_Part(row, f"{path}: objects[{k}]", _FIELDS), counts, ontology, states)
        if item.id in objects:
            raise InputError(f"{path}: objects[{k}].id: {item.id} is there twice; name one anew")
        objects[item.id] = item
    _check_together(objects, str(path))
    frontiers = []
    for k, row in enumerate(top.list("frontiers")):
        part = _Part(row, f"{path}: frontiers[{k}]", "id x y yaw gain")
        places = {name: part.number(name) for name in ("x", "y", "yaw", "gain")}
        frontiers.append(Frontier(part.text("id", f"frontier_{k + 1}"), **places))
    return WorldState(
        stamp=top.number("stamp", 0.0),
        robot=RobotState(base=base, **{n: robot.like(n, v) for n, v in ROBOT.items()}),
        objects=objects,
        grid=_grid(top.get("grid", None), str(path)),
        frontiers=tuple(frontiers),
        explored=frozenset(
            _Part({"name": name}, f"{path}: explored", "name").text("name")
            for name in top.list("explored")
        ),
    )


def _states(ontology: Ontology) -> frozenset[str]:
    """States that a hand-written object may have, those of the domain and of the types, too."""
    told = {name for kind in ontology.types.values() for name in kind.states}
    told |= {name for name, count in domain_predicates().items() if count == 1}
    return (STATES | told) - _WORKED_OUT


def _check_together(objects: Mapping[str, ObjectInstance], where: str) -> None:
    """One hand holds one thing, and what is in something is in something else."""
    held = [item.id for item in objects.values() if item.held]
    if len(held) > 1:
        raise InputError(f"{where}: held: {' and '.join(held[:2])} both are; leave it to one")
    fine: set[str] = set()
    for item in objects.values():
        way, at = [item.id], item
        while at.parent is not None and at.id not in fine:
            if at.parent not in objects:
                raise InputError(
                    f"{where}: parent of {at.id}: there is no object {at.parent!r}; correct it"
                )
            if at.parent in way:
                circle = ", ".join([*way[way.index(at.parent) :], at.parent])
                raise InputError(f"{where}: parent of {at.id}: a circle ({circle}); correct it")
            way.append(at.parent)
            at = objects[at.parent]
        fine.update(way)


_FIELDS = [*OBJECT, "id", "type", "center", "size", "states", "parent", "seen_from", "closed_box"]


def _row(item: ObjectInstance) -> dict[str, Any]:
    out = {name: getattr(item, name) for name in _FIELDS}
    return out | {
        "states": {name: asdict(belief) for name, belief in item.states.items()},
        "seen_from": [list(asdict(pose).values()) for pose in item.seen_from],
    }


def _object(
    part: "_Part", counts: Counter[str], ontology: Ontology, known: frozenset[str]
) -> ObjectInstance:
    kind = part.text("type")
    if kind not in ontology:
        raise InputError(f"{part.where}.type: unknown type {kind!r}; see config/objects.yaml")
    counts[kind] += 1
    states = {}
    for name, value in part.mapping("states").items():
        # A robot's own file has sources, and may have states of a domain that is not in use here.
        if name not in known and not (isinstance(value, dict) and "source" in value):
            raise InputError(
                f"{part.where}.states: unknown state {name!r}; known: {', '.join(sorted(known))}"
            )
        if isinstance(value, bool):
            value = float(value)
        if isinstance(value, int | float):
            value = {"probability": value}
        inner = _Part(value, f"{part.where}.states.{name}", "probability source stamp")
        source = inner.text("source", Source.OBSERVED.value)
        if source not in list(Source):
            raise InputError(f"{inner.where}.source: {source!r} is none of {', '.join(Source)}")
        states[name] = Belief(inner.number("probability"), Source(source), inner.number("stamp", 0))
    x, y, z = part.numbers("center", 3)
    width, depth, height = part.numbers("size", 3, SIZE)
    closed = None
    if part.get("closed_box", None) is not None:
        box = _Part(
            dict(zip(("center", "size"), part.list("closed_box"), strict=False)),
            f"{part.where}.closed_box",
            "center size",
        )
        closed = tuple(box.numbers("center", 3)), tuple(box.numbers("size", 3))
    poses = part.list("seen_from")
    seen = [_Part({"pose": p}, f"{part.where}.seen_from", "pose").numbers("pose", 3) for p in poses]
    return ObjectInstance(
        id=part.text("id", f"{kind}_{counts[kind]}"),
        type=kind,
        center=(x, y, z),
        size=(width, depth, height),
        states=states,
        parent=part.text("parent") if part.get("parent", None) is not None else None,
        closed_box=closed,
        seen_from=tuple(Pose2D(*pose) for pose in seen),
        **{name: part.like(name, value) for name, value in OBJECT.items()},
    )


def _grid(data: Any, where: str) -> OccupancyGrid:
    if data is None:
        return empty_grid()
    part = _Part(data, f"{where}: grid", "resolution origin rows")
    try:
        rows = np.array(part.list("rows"))
    except (ValueError, TypeError, OverflowError):
        rows = np.zeros(0, np.int8)
    whole = rows.ndim == 2 and rows.size and rows.dtype.kind == "i"
    if not whole or rows.min() < -1 or rows.max() > 100:
        raise InputError(f"{part.where}.rows: give equally long lists of -1, 0 ... 100")
    x, y = part.numbers("origin", 2)
    return OccupancyGrid(rows.astype(np.int8), part.number("resolution"), (x, y))


class _Part:
    """A JSON object whose values are asked for by name and kind; errors say where."""

    def __init__(self, data: Any, where: str, names: str | list[str]) -> None:
        self.data, self.where = data, where
        if not isinstance(data, dict):
            raise InputError(f"{where}: must be a JSON object, got {str(data)[:40]!r}")
        known = names.split() if isinstance(names, str) else names
        strange = sorted(set(data) - set(known))
        if strange:
            raise InputError(f"{where}: unknown name {strange[0]!r}; known: {', '.join(known)}")

    def get(self, name: str, default: Any) -> Any:
        return self.data.get(name, default)

    def _wrong(self, name: str, wanted: str) -> InputError:
        given = repr(self.data[name])[:40] if name in self.data else "missing"
        return InputError(f"{self.where}.{name}: must be {wanted}, is {given}")

    def list(self, name: str) -> list[Any]:
        value = self.data.get(name, [])
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return value

    def mapping(self, name: str) -> dict[str, Any]:
        value = self.data.get(name, {})
        if not isinstance(value, dict):
            raise self._wrong(name, "a JSON object")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        value = self.data.get(name, default)
        if not isinstance(value, str) or not value:
            raise self._wrong(name, "a name")
        return value

    def number(self, name: str, default: float | None = None) -> float:
        value = self.data.get(name, default)
        if not _finite(value):
            raise self._wrong(name, "a finite number")
        low, high = _LIMITS.get(name, (-inf, inf))
        if not low <= value <= high:
            raise self._wrong(name, f"a number from {low:g} to {high:g}")
        return float(value)

    def numbers(self, name: str, count: int, default: Any = None) -> Any:
        value = self.data.get(name, default)
        if not isinstance(value, list) or len(value) != count:
            raise self._wrong(name, f"{count} numbers")
        return [_Part({name: v}, self.where, [name]).number(name) for v in value]

    def like(self, name: str, default: Any) -> Any:
        value = self.data.get(name, default)
        if isinstance(default, bool):
            if not isinstance(value, bool):
                raise self._wrong(name, "true or false")
            return value
        found = self.number(name, default)
        if isinstance(default, int) and found != int(found):
            raise self._wrong(name, "a whole number")
        return type(default)(found)


def _finite(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return isfinite(value)
    except OverflowError:  # a whole number of hundreds of digits
        return False
