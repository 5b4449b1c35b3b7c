# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames with truth from any AI2-THOR: embedded simulator or real build, by the same code."""

from dataclasses import dataclass
from functools import partial
from math import radians
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from egoplan_ros.robots.thor_oracle import (
    colour_codes,
    floor_height,
    oracle_detections,
    states_of,
)
from egoplan_ros.robots.thor_process import ThorProcess
from egoplan_ros.training.perception.arrangement import disturb, redecorate, take
from egoplan_ros.training.perception.shards import STRUCTURES, Item, Sample, write_shard
from egoplan_ros.world.errors import RobotError
from egoplan_ros.world.geometry import Pose2D, wrap_angle

_HORIZONS = (0.0, 0.0, 30.0, 30.0, 30.0, 60.0, -30.0)
"""Degrees, by how often a robot in a home looks there."""
_DISTURBED = (0.6, 0.15)
"""Share of things whose state is drawn at first, and again between frames."""
_AGAIN = 8
"""Frames between two such changes."""
_HELD = 0.15
_ATTEMPTS = 6
_LEAST = 2
"""Things that a frame must show to be worth keeping."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One room, rearranged once.

    Attributes:
        scene: its name. number: which draw of it. frames: how many. seed: of the collection.
        size: of the images, pixels. fov: vertical, degrees.
        executable: command line of the simulator, or ``unity``.
        folder: where the shard goes.
    """

    scene: str
    number: int
    frames: int
    seed: int
    size: int
    fov: float
    executable: str
    folder: Path

    @property
    def path(self) -> Path:
        """The shard."""
        return self.folder / f"{self.scene}_{self.number:03d}.zip"


def collect(draw: Draw, process: ThorProcess | None = None) -> ThorProcess:
    """Make one shard.

    Args:
        draw: what to make.
        process: a running simulator to go on with.

    Returns:
        The running simulator, for the next draw; its ``close`` ends it.

    Raises:
        InputError: unknown scene.
        RobotError: the simulator died or hangs.
    """
    rng = np.random.default_rng([draw.seed, crc32(draw.scene.encode()), draw.number])
    if process is None or not process.alive:
        process = ThorProcess(
            draw.executable,
            draw.scene,
            300.0,
            60.0,
            width=draw.size,
            height=draw.size,
            fieldOfView=draw.fov,
            gridSize=0.25,
            renderDepthImage=True,
            renderInstanceSegmentation=True,
        )
        event = process.controller.last_event
    else:
        event = process.reset(draw.scene)
    act = partial(process.step, renderImage=False)  # half of an action's time is its picture
    redecorate(act, rng)
    event = act("GetReachablePositions")
    cells = event.metadata["actionReturn"] or []
    disturb(act, event.metadata["objects"], rng, _DISTURBED[0])
    samples: list[Sample] = []
    for k in range(draw.frames):
        if k and k % _AGAIN == 0:
            event = act("DropHandObject", forceAction=True)
            disturb(act, event.metadata["objects"], rng, _DISTURBED[1])
            if rng.random() < _HELD * _AGAIN / 2:
                take(act, event.metadata["objects"], rng)
        samples.append(_frame(process, cells, rng, draw.fov))
    about = {"scene": draw.scene, "draw": draw.number, "seed": draw.seed}
    write_shard(draw.path, samples, about)
    return process


def _frame(
    process: ThorProcess, cells: list[dict[str, float]], rng: np.random.Generator, fov: float
) -> Sample:
    """A look from somewhere; another one when there is next to nothing to see."""
    for _ in range(_ATTEMPTS):
        place = cells[int(rng.integers(len(cells)))] if cells else None
        event = process.step(
            "TeleportFull",
            **(place or process.controller.last_event.metadata["agent"]["position"]),
            rotation={"x": 0.0, "y": float(rng.integers(24) * 15), "z": 0.0},
            horizon=float(rng.choice(_HORIZONS)),
            standing=True,
            forceAction=True,
        )
        sample = sample_of(event, fov)
        if len(sample.items) >= _LEAST:
            break
    return sample


def sample_of(event: Any, fov: float) -> Sample:
    """A frame with truth from an event.

    Args:
        event: of ai2thor, with depth and instance images.
        fov: vertical, degrees.
    """
    found = oracle_detections(event, 0.0)
    metadata = event.metadata
    agent = metadata["agent"]
    floor = floor_height(agent)
    objects = {item["objectId"]: item for item in metadata["objects"]}
    colors = event.instance_segmentation_frame
    held = {item["objectId"] for item in metadata["inventoryObjects"]}
    items = []
    for one in found.items:
        u, v = one.point
        name = event.color_to_object_id[tuple(int(c) for c in colors[v, u])]
        item = objects[name]
        items.append(
            Item(
                one.label,
                one.type,
                states_of(item),
                name,
                tuple(item.get("parentReceptacles") or ()),
                name in held,
                _box(item, floor),
            )
        )
    place = agent["position"]
    return Sample(
        np.ascontiguousarray(event.frame[..., :3]),
        np.array(event.depth_frame, dtype=np.float32),
        found.labels,
        _structure(event, found.labels),
        Pose2D(
            float(place["z"]),
            -float(place["x"]),
            wrap_angle(-radians(float(agent["rotation"]["y"]))),
        ),
        float(metadata["cameraPosition"]["y"]) - floor,
        wrap_angle(radians(float(agent["cameraHorizon"]))),
        radians(fov),
        tuple(items),
    )


def _structure(event: Any, labels: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Which part of the building the pixels without a thing show; by the names of its meshes."""
    index, values = colour_codes(event.instance_segmentation_frame)
    kinds = np.full(len(values), len(STRUCTURES) - 1, dtype=np.uint8)
    for k, code in enumerate(values):
        name = event.color_to_object_id.get((code >> 16, code >> 8 & 255, code & 255), "").lower()
        for number, kind in enumerate(STRUCTURES[1:-1], start=1):
            if kind.lower() in name:
                kinds[k] = number
                break
    found = kinds[index]
    found[labels > 0] = 0
    return found


def _box(item: dict[str, Any], floor: float) -> tuple[float, ...]:
    """Corners in map of AI2-THOR's axis-aligned box (x_map = z, y_map = -x, z_map = y - floor)."""
    box = item.get("axisAlignedBoundingBox") or {}
    corners = box.get("cornerPoints")
    if not corners:
        return ()
    points = np.asarray(corners, dtype=np.float64) - [0.0, floor, 0.0]
    low, high = points.min(axis=0), points.max(axis=0)
    return tuple(round(float(v), 3) for v in (low[2], -high[0], low[1], high[2], -low[0], high[1]))


_process: ThorProcess | None = None
"""The simulator of this worker process, kept from draw to draw."""


def collect_alone(draw: Draw) -> dict[str, str]:
    """Make one shard in a worker process, with its own simulator.

    Returns:
        ``shard``: its name; ``error``: what went wrong, "" for nothing.
    """
    global _process
    try:
        _process = collect(draw, _process)
    except RobotError as error:
        _process = None  # the next draw starts a new one
        return {"shard": draw.path.name, "error": str(error)}
    return {"shard": draw.path.name, "error": ""}
