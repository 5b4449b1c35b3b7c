# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The object memory as JSON text, its surface points as one array beside it."""

import json
from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.objects.evidence import Kinds, Novelty
from egoplan_ros.mapping.objects.object_memory import ObjectMemory
from egoplan_ros.mapping.objects.track import Track
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RobotState
from egoplan_ros.world.geometry import Pose2D
from egoplan_ros.world.object import Belief, Source

Applied = tuple[int, float] | None


def rows_to_arrays(
    memory: ObjectMemory, robot: RobotState, applied: Applied
) -> dict[str, npt.NDArray[Any]]:
    """Everything the memory knows, the robot state it belongs to and the last effect applied."""
    surfaces = [np.empty((0, 3), dtype=np.float32)]
    body = {
        "counters": memory.counters,
        "robot": {**asdict(robot), "last": None, "odometry": None},
        "applied": applied,
        "tracks": [_track_to_dict(track, surfaces) for track in memory.tracks.values()],
    }
    return {"memory": np.array(json.dumps(body)), "surfaces": np.concatenate(surfaces)}


def rows_from_arrays(arrays: dict[str, Any], memory: ObjectMemory) -> tuple[RobotState, Applied]:
    """Fill an empty memory; returns the robot state and the last effect applied.

    Raises:
        InputError: the arrays are not what :func:`rows_to_arrays` makes.
    """
    try:
        body = json.loads(str(arrays["memory"]))
        surfaces = arrays["surfaces"]
        memory.counters = {str(k): int(v) for k, v in body["counters"].items()}
        for entry in body["tracks"]:
            track, surfaces = _track_from_dict(entry, surfaces)
            memory.tracks[track.id] = track
        robot = RobotState(**{**body["robot"], "base": Pose2D(**body["robot"]["base"])})
        applied = body["applied"]
    except (ValueError, KeyError, TypeError) as error:
        raise InputError("the saved object memory is damaged; save it again") from error
    return robot, None if applied is None else (int(applied[0]), float(applied[1]))


def _track_to_dict(track: Track, surfaces: list[npt.NDArray[np.float32]]) -> dict[str, Any]:
    entry: dict[str, Any] = {
        name: getattr(track, name)
        for name in (
            "id type parent held inspected first_seen last_seen unreachable openness explored hits "
            "existence doubtful names used absent exposed pending placed cut free_floor doubted "
            "frames_open contradictions"
        ).split()
    }
    for name in ("low", "high"):
        entry[name] = getattr(track, name).tolist()
    for name in ("samples", "closed_samples"):
        points = getattr(track, name)
        entry[name] = None if points is None else len(points)
        if points is not None:
            surfaces.append(points)
    box = track.closed_box
    entry["closed_box"] = None if box is None else [corner.tolist() for corner in box]
    entry["looked_into"] = None if track.looked_into is None else track.looked_into.tolist()
    entry["states"] = {
        name: [belief.probability, str(belief.source), belief.stamp]
        for name, belief in track.states.items()
    }
    entry["candidates"] = [list(pair) for pair in track.candidates]
    entry["kinds"] = None if track.kinds is None else [track.kinds.types, track.kinds.log]
    entry["novelty"] = track.novelty.to_list()
    entry["looks"] = None if track.looks is None else track.looks.tolist()
    entry["apart"] = dict(sorted(track.apart.items()))
    entry["poses"] = [[score, pose.x, pose.y, pose.yaw] for score, pose in track.poses]
    return entry


def _track_from_dict(
    entry: dict[str, Any], surfaces: npt.NDArray[np.float32]
) -> tuple[Track, npt.NDArray[np.float32]]:
    """The track, and the points of those that follow."""
    values = dict(entry)
    for name in ("samples", "closed_samples"):
        if entry[name] is not None:
            count = int(entry[name])
            if count > len(surfaces):
                raise ValueError("surface points are missing")
            values[name], surfaces = surfaces[:count].copy(), surfaces[count:]
    values["low"] = np.array(entry["low"], dtype=np.float64)
    values["high"] = np.array(entry["high"], dtype=np.float64)
    if entry["closed_box"] is not None:
        low, high = entry["closed_box"]
        values["closed_box"] = (np.array(low, np.float64), np.array(high, np.float64))
    if entry["looked_into"] is not None:
        values["looked_into"] = np.array(entry["looked_into"], dtype=bool)
    values["states"] = {
        name: Belief(p, Source(source), stamp)
        for name, (p, source, stamp) in entry["states"].items()
    }
    values["poses"] = [(score, Pose2D(x, y, yaw)) for score, x, y, yaw in entry["poses"]]
    values["candidates"] = tuple((str(name), float(p)) for name, p in entry["candidates"])
    if entry["kinds"] is not None:
        types, told = entry["kinds"]
        values["kinds"] = Kinds(int(types), {str(k): float(v) for k, v in told.items()})
    values["novelty"] = Novelty.from_list(entry["novelty"])
    if entry["looks"] is not None:
        values["looks"] = np.array(entry["looks"], dtype=np.float32)
    values["apart"] = {str(name): int(frames) for name, frames in entry["apart"].items()}
    return Track(**values), surfaces
