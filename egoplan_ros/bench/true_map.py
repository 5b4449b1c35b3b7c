# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The true floor of a room, mapped from everywhere with exact poses, and how well a map fits it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import degrees, hypot, pi, radians
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.ndimage import distance_transform_edt

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.occupancy import Occupancy
from egoplan_ros.mapping.voxel_map import VoxelMap
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.geometry import Pose2D, flat
from egoplan_ros.world.occupancy import OCCUPIED, UNKNOWN, OccupancyGrid

_APART = 0.7
"""Metres between two places that are looked from."""
_LOOKS = 4
_PITCHES = (0.0, radians(30.0))
_NEAR = 0.1
"""Metres within which an occupied cell is where something is."""
_PAD = 40


@dataclass(frozen=True, slots=True)
class TrueMap:
    """A room as it is.

    Attributes:
        grid: its floor, in the simulator's frame.
        free: float ``(n, 2)``, places where a robot can stand, metres in that frame.
    """

    grid: OccupancyGrid
    free: npt.NDArray[np.float64]


def survey(robot: ThorRobot) -> TrueMap:
    """Map the room that a simulator shows; the robot ends somewhere else."""
    voxels = VoxelMap(MappingConfig())
    for frame in views(robot):
        voxels.insert(frame)
    grid = Occupancy(voxels.config).grid(voxels, robot.observe().robot)
    return TrueMap(grid, np.array([place[:2] for place in _places(robot)]).reshape(-1, 2))


def _places(robot: ThorRobot) -> list[tuple[float, float, float]]:
    """Where the robot can stand: x, y and height, metres."""
    event = robot.controller.step("GetReachablePositions", renderImage=False)
    return [(item["z"], -item["x"], item["y"]) for item in event.metadata["actionReturn"]]


def views(robot: ThorRobot) -> Iterator[RgbdFrame]:
    """What shows from places all over the room that a simulator shows, all around at each."""
    chosen: list[tuple[float, float, float]] = []
    for place in _places(robot):
        if all(hypot(place[0] - x, place[1] - y) >= _APART for x, y, _ in chosen):
            chosen.append(place)
    for x, y, height in chosen:
        for look in range(_LOOKS):
            for pitch in _PITCHES:
                robot.controller.step(
                    "TeleportFull",
                    x=-y,
                    y=height,
                    z=x,
                    rotation={"x": 0.0, "y": degrees(look * 2.0 * pi / _LOOKS), "z": 0.0},
                    horizon=degrees(pitch),
                    standing=True,
                    forceAction=True,
                    renderImage=False,
                )
                yield robot.observe()


def judge(found: OccupancyGrid, true: TrueMap, start: Pose2D) -> Mapping[str, Any]:
    """How well a robot's map fits.

    Args:
        found: the robot's map.
        true: of the room.
        start: where the robot's map begins, in the simulator's frame.

    Returns:
        ``cells`` that are occupied, ``fit`` the share of them within 10 cm of what is there,
        ``coverage`` the share of the places to stand of which the map knows the floor.
    """
    pose = flat(start)
    rows, cols = np.nonzero(found.data >= OCCUPIED)
    at = np.zeros((len(rows), 3))
    at[:, 0] = found.origin[0] + (cols + 0.5) * found.resolution
    at[:, 1] = found.origin[1] + (rows + 0.5) * found.resolution
    at = pose.apply(at)
    size = true.grid.resolution
    padded = np.pad(true.grid.data >= OCCUPIED, _PAD)
    away = distance_transform_edt(~padded) * size
    col = np.floor((at[:, 0] - true.grid.origin[0]) / size).astype(int) + _PAD
    row = np.floor((at[:, 1] - true.grid.origin[1]) / size).astype(int) + _PAD
    inside = (row >= 0) & (col >= 0) & (row < away.shape[0]) & (col < away.shape[1])
    near = np.zeros(len(rows), dtype=bool)
    near[inside] = away[row[inside], col[inside]] <= _NEAR + 1e-6
    places = np.zeros((len(true.free), 3))
    places[:, :2] = true.free
    told = [found.value(float(x), float(y)) for x, y, _ in pose.inverse_apply(places)]
    return {
        "cells": len(rows),
        "fit": float(near.mean()) if len(rows) else 0.0,
        "coverage": float(np.mean(np.array(told) != UNKNOWN)) if told else 0.0,
    }
