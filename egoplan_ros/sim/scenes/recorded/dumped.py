# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rooms recorded from a real AI2-THOR: reading and checking of `metadata["objects"]` files.

A file is JSON, plain or gzipped: the list of objects itself, an event's metadata, or a map with
`objects` and, if known, `reachable_xz_0.25m` (the [x, z] cells of GetReachablePositions) and
`also_stood_on_xz_0.25m` (further cells on which somebody stood): the ground is the union of both.
"""

import gzip
import json
import math
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from egoplan_ros.sim.catalog import Kind, as_recorded, catalog, describes, learn
from egoplan_ros.sim.thing import Array
from egoplan_ros.world.errors import InputError

CELLS = "reachable_xz_0.25m"
STOOD = "also_stood_on_xz_0.25m"
SUFFIXES = (".json", ".json.gz")
FAR_OUT = 1e3
STATES = {
    "isToggled": "toggled",
    "isBroken": "broken",
    "isFilledWithLiquid": "filled",
    "isDirty": "dirty",
    "isCooked": "cooked",
    "isSliced": "sliced",
    "isUsedUp": "used_up",
}


@dataclass(slots=True)
class Entry:
    """One recorded object. Boxes are (6,): low and high corner, metres, AI2-THOR's frame."""

    kind: str
    object_id: str
    name: str
    asset_id: str
    position: Array
    rotation: Array
    box: Array
    corners: Array | None
    parents: tuple[str, ...]
    openness: float
    states: dict[str, bool]
    liquid: str | None
    temperature: str
    controls: tuple[str, ...]
    facts: Kind | None = None

    @property
    def center(self) -> Array:
        """Middle of the bounding box."""
        middle: Array = (self.box[:3] + self.box[3:]) / 2
        return middle

    @property
    def size(self) -> Array:
        """Extents of the bounding box."""
        size: Array = self.box[3:] - self.box[:3]
        return size


@dataclass(slots=True)
class Dump:
    """A recorded room; `cells` (N, 2) are all x, z that the file says one can stand on, if any."""

    scene: str
    entries: list[Entry]
    cells: Array | None = None
    unknown: list[str] = field(default_factory=list)
    agent: tuple[float, float, float] | None = None


def files(path: Path) -> dict[str, Path]:
    """Recorded rooms by scene name: one file, or all in a folder.

    Raises:
        InputError: when the path is missing or holds no such file.
    """
    if not path.exists():
        raise InputError(f"scenes {path}: no such file or folder; give a dump or a folder of dumps")
    if path.is_file():
        if not path.name.endswith(SUFFIXES):
            raise InputError(
                f"scenes {path}: not a .json or .json.gz file; give a dump or a folder"
            )
        found = [path]
    else:
        found = sorted(p for p in path.iterdir() if p.name.endswith(SUFFIXES) and p.is_file())
    if not found:
        raise InputError(
            f"scenes {path}: no .json or .json.gz file in this folder; add dumps to it"
        )
    return {_stem(p): p for p in found}


def _stem(path: Path) -> str:
    name = path.name
    for suffix in sorted(SUFFIXES, key=len, reverse=True):
        name = name.removesuffix(suffix)
    return name.removesuffix("_physics")


def read(path: Path) -> Dump:
    """Read one recorded room.

    Raises:
        InputError: names the file, the object and the field that is missing or wrong.
    """
    try:
        raw = path.read_bytes()
        if raw[:2] == b"\x1f\x8b":
            raw = gzip.decompress(raw)
        data = json.loads(raw.decode("utf-8"))
    except (OSError, EOFError, ValueError, zlib.error, RecursionError) as error:
        raise InputError(
            f"scene {path}: not a readable JSON dump ({error}); dump it anew"
        ) from None
    return parse(data, str(path), _stem(path))


def parse(data: Any, where: str, scene: str) -> Dump:
    """A dump from decoded JSON; `where` is used in error messages, `scene` names the room."""
    if isinstance(data, dict) and isinstance(data.get("metadata"), dict):
        data = data["metadata"]
    objects = data.get("objects") if isinstance(data, dict) else data
    if not isinstance(objects, list) or not objects:
        raise InputError(f"scene {where}: no list of objects; dump event.metadata['objects']")
    entries: list[Entry] = []
    unknown: list[str] = []
    seen: set[str] = set()
    for number, row in enumerate(objects):
        kind = row.get("objectType") if isinstance(row, dict) else None
        if not isinstance(kind, str):
            raise InputError(f"scene {where}: object {number} has no objectType; dump it anew")
        if kind not in catalog() and not describes(row):
            unknown.append(kind)
            continue
        entry = _entry(row, f"scene {where}: object {number} ({kind})")
        if kind not in catalog():
            learn(kind, row, entry.size.tolist())
        entry.facts = as_recorded(catalog()[kind], row)
        if entry.object_id in seen:
            raise InputError(f"scene {where}: objectId {entry.object_id} twice; remove one")
        seen.add(entry.object_id)
        entries.append(entry)
    agent = data.get("agent") if isinstance(data, dict) else None
    return Dump(scene, entries, _ground(data, where), unknown, _agent(agent))


def _agent(row: Any) -> tuple[float, float, float] | None:
    try:
        place = (
            float(row["position"]["x"]),
            float(row["position"]["z"]),
            float(row["rotation"]["y"]),
        )
    except (KeyError, TypeError, ValueError):
        return None
    return place if all(math.isfinite(v) for v in place) else None


def _ground(data: Any, where: str) -> Array | None:
    lists = [_cells(data, name, where) for name in (CELLS, STOOD) if isinstance(data, dict)]
    given = [cells for cells in lists if cells is not None]
    return np.unique(np.concatenate(given), axis=0) if given else None


def _cells(data: dict[str, Any], name: str, where: str) -> Array | None:
    rows = data.get(name)
    if rows is None:
        return None
    try:
        cells = np.array(rows, float).reshape(-1, 2) if rows == [] else np.array(rows, float)
    except (TypeError, ValueError):
        cells = np.zeros(0)
    if cells.ndim != 2 or cells.shape[1:] != (2,) or not np.isfinite(cells).all():
        raise InputError(f"scene {where}: {name} must be a list of [x, z] pairs; drop it or fix it")
    return np.round(cells / 0.25) * 0.25


def _vector(row: dict[str, Any], name: str, where: str) -> Array:
    value = row.get(name)
    try:
        out = np.array([float(value[axis]) for axis in "xyz"])  # type: ignore[index]
    except (KeyError, TypeError, ValueError):
        out = np.full(3, np.nan)
    if not np.isfinite(out).all() or np.abs(out).max() > FAR_OUT:
        raise InputError(f"{where} has no usable {name}; dump it anew")
    return out


def _entry(row: dict[str, Any], where: str) -> Entry:
    object_id = row.get("objectId")
    if not isinstance(object_id, str) or not object_id:
        raise InputError(f"{where} has no objectId; dump it anew")
    where = f"{where} {object_id}"
    bounds = row.get("axisAlignedBoundingBox")
    if not isinstance(bounds, dict):
        raise InputError(f"{where} has no axisAlignedBoundingBox; dump it anew")
    center, size = _vector(bounds, "center", where), _vector(bounds, "size", where)
    if (size < 0).any():
        raise InputError(f"{where} has a bounding box of negative size; dump it anew")
    half = np.maximum(size, 0.002) / 2
    oriented = row.get("objectOrientedBoundingBox")
    corners = None
    if isinstance(oriented, dict) and oriented.get("cornerPoints") is not None:
        try:
            corners = np.array(oriented["cornerPoints"], float)
        except (TypeError, ValueError):
            corners = np.zeros(0)
        if corners.shape != (8, 3) or not np.isfinite(corners).all():
            raise InputError(f"{where} has a broken objectOrientedBoundingBox; dump it anew")
    openness = row.get("openness") or 0.0
    if not isinstance(openness, int | float) or not 0 <= openness <= 1:
        raise InputError(f"{where}: openness must be within 0 and 1; dump it anew")
    liquid = row.get("fillLiquid")
    temperature = row.get("temperature")
    return Entry(
        kind=row["objectType"],
        object_id=object_id,
        name=str(row.get("name") or object_id),
        asset_id=str(row.get("assetId") or ""),
        position=_vector(row, "position", where),
        rotation=_vector(row, "rotation", where),
        box=np.concatenate([center - half, center + half]),
        corners=corners,
        parents=_ids(row.get("parentReceptacles")),
        openness=float(openness),
        states={mine: row.get(theirs) is True for theirs, mine in STATES.items()},
        liquid=liquid if liquid in ("water", "coffee", "wine") else None,
        temperature=temperature if temperature in ("Hot", "Cold") else "RoomTemp",
        controls=_ids(row.get("controlledObjects")),
    )


def _ids(value: Any) -> tuple[str, ...]:
    return tuple(v for v in value if isinstance(v, str)) if isinstance(value, list) else ()
