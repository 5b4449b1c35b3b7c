# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Pictures of what a back end says beside the truth."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.perception.backend import PerceptionBackend
from egoplan_ros.perception.overlay import overlay
from egoplan_ros.training.perception.evaluation import rgbd
from egoplan_ros.training.perception.frames import Frames, truth
from egoplan_ros.world.detection import Detections
from egoplan_ros.world.system.files import write_whole

_COUNT, _ACROSS, _TILE = 20, 2, 420


def gallery(backend: PerceptionBackend, frames: Frames, folder: Path) -> Path:
    """Write ``predictions.png``: 20 frames, truth on the left, what was said on the right.

    Raises:
        InputError: the file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tiles = []
    for index in np.linspace(0, len(frames) - 1, _COUNT).astype(int):
        frame = frames.load(int(index))
        both = truth(frame.sample), backend.detect(rgbd(frame))
        tiles.append(np.hstack([magnified(frame.sample.rgb, found, _TILE) for found in both]))
    rows = [np.hstack(tiles[i : i + _ACROSS]) for i in range(0, len(tiles), _ACROSS)]
    out = folder / "predictions.png"
    write_whole(out, cv2.imencode(".png", np.vstack(rows)[..., ::-1])[1].tobytes())
    return out


def magnified(rgb: npt.NDArray[np.uint8], found: Detections, height: int) -> npt.NDArray[np.uint8]:
    """The overlay of detections at another height in pixels, for captions that can be read."""
    scale = height / rgb.shape[0]
    size = (round(rgb.shape[1] * scale), height)
    items = tuple(
        replace(item, box=tuple(round(edge * scale) for edge in item.box)) for item in found.items
    )
    labels = cv2.resize(found.labels, size, interpolation=cv2.INTER_NEAREST)
    picture = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    return overlay(picture, Detections(found.stamp, np.asarray(labels, np.uint16), items))
