# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Frames with their truth in files: zip archives of PNG images and one JSON."""

import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from egoplan_ros.world.camera import Camera
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.geometry import Pose, Pose2D, camera_optical_pose
from egoplan_ros.world.system.files import DAMAGED, whole_file

FORMAT = "egoplan-frames-1"
_INDEX = "frames.json"
_FASTEST = [cv2.IMWRITE_PNG_COMPRESSION, 1]
_MILLIMETRES = 1000.0


@dataclass(frozen=True, slots=True)
class Item:
    """One object in one frame.

    Attributes:
        label: value of its pixels.
        type: ontology type.
        states: truth (0 or 1) of the states that its type can have.
        name: the simulator's, the same in all frames of a shard; to learn who is who.
        parents: names of what it lies in or on.
        held: whether it is in the hand.
        box: metres, (x, y, z) low and high corner in ``map``; () where there is none.
    """

    label: int
    type: str
    states: dict[str, float]
    name: str
    parents: tuple[str, ...] = ()
    held: bool = False
    box: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Sample:
    """A frame with its truth.

    Attributes:
        rgb: uint8 ``(h, w, 3)``. depth: float32 ``(h, w)`` metres along the optical axis.
        labels: uint16 ``(h, w)``, 0 is structure or nothing, else :attr:`Item.label`.
        structure: uint8 ``(h, w)``, index of :data:`STRUCTURES`, 0 where there is a thing.
        base: base_link in map. height, pitch: of the camera, metres and radians (down is positive).
        fov: vertical, radians.
        items: what is in the frame.
        aside: pixels, how far right of and below the optical axis the middle of the image lies.
    """

    rgb: npt.NDArray[np.uint8]
    depth: npt.NDArray[np.float32]
    labels: npt.NDArray[np.uint16]
    structure: npt.NDArray[np.uint8]
    base: Pose2D
    height: float
    pitch: float
    fov: float
    items: tuple[Item, ...]
    aside: tuple[float, float] = (0.0, 0.0)

    @property
    def camera(self) -> Camera:
        """Intrinsics."""
        height, width = self.depth.shape
        camera = Camera.from_vertical_fov(width, height, self.fov)
        return replace(camera, cx=camera.cx - self.aside[0], cy=camera.cy - self.aside[1])

    @property
    def camera_pose(self) -> Pose:
        """Optical frame in map."""
        return camera_optical_pose(self.base, self.height, self.pitch)


STRUCTURES = ("", "Floor", "Wall", "Ceiling", "Other")
"""What the pixels without a thing belong to."""


def write_shard(path: Path, samples: Sequence[Sample], about: dict[str, Any]) -> None:
    """Write frames and what is to be told of them; whole or not at all."""
    rows = []
    with whole_file(path) as stream, zipfile.ZipFile(stream, "w") as archive:
        for k, sample in enumerate(samples):
            millimetres = np.nan_to_num(sample.depth * _MILLIMETRES, posinf=0.0, neginf=0.0)
            images = {
                "rgb": sample.rgb[..., ::-1],
                "depth": np.clip(millimetres, 0, 65535).astype(np.uint16),
                "labels": sample.labels,
                "structure": sample.structure,
            }
            for kind, image in images.items():
                data = cv2.imencode(".png", image, _FASTEST)[1].tobytes()
                archive.writestr(f"{k:03d}_{kind}.png", data)
            rows.append(_row(sample))
        index = {"format": FORMAT, "about": about, "frames": rows}
        archive.writestr(_INDEX, json.dumps(index, separators=(",", ":")))


def _row(sample: Sample) -> dict[str, Any]:
    base = sample.base
    return {
        "base": [base.x, base.y, base.yaw],
        "height": sample.height,
        "pitch": sample.pitch,
        "fov": sample.fov,
        "items": [
            [i.label, i.type, i.states, i.name, list(i.parents), i.held, list(i.box)]
            for i in sample.items
        ],
    }


class Shard:
    """One archive; frames are decoded when asked for."""

    def __init__(self, path: Path) -> None:
        """Open.

        Raises:
            InputError: it is no shard, or damaged.
        """
        self.path = path
        try:
            self._archive = zipfile.ZipFile(path)
            index = json.loads(self._archive.read(_INDEX))
            if index["format"] != FORMAT:
                raise ValueError(index["format"])
            self.about: dict[str, Any] = index["about"]
            self._rows = index["frames"]
        except (OSError, *DAMAGED) as error:
            raise InputError(
                f"{path}: no shard of frames ({error}); collect it anew with egoplan collect"
            ) from error

    def __len__(self) -> int:
        return len(self._rows)

    def items(self, k: int) -> tuple[Item, ...]:
        """What is in a frame, without decoding it."""
        return tuple(
            Item(label, kind, states, name, tuple(parents), held, tuple(box))
            for label, kind, states, name, parents, held, box in self._rows[k]["items"]
        )

    def sample(self, k: int) -> Sample:
        """A frame."""
        row = self._rows[k]
        depth = self._image(k, "depth").astype(np.float32) / _MILLIMETRES
        depth[depth == 0] = np.nan
        return Sample(
            np.ascontiguousarray(self._image(k, "rgb")[..., ::-1]),
            depth,
            self._image(k, "labels").astype(np.uint16),
            self._image(k, "structure").astype(np.uint8),
            Pose2D(*row["base"]),
            row["height"],
            row["pitch"],
            row["fov"],
            self.items(k),
        )

    def __iter__(self) -> Iterator[Sample]:
        return (self.sample(k) for k in range(len(self)))

    def _image(self, k: int, kind: str) -> npt.NDArray[Any]:
        data = np.frombuffer(self._archive.read(f"{k:03d}_{kind}.png"), dtype=np.uint8)
        image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED)
        if image is None:
            raise InputError(f"{self.path}: image {kind} of frame {k} is damaged; collect it anew")
        return image


def shards_of(folder: Path) -> list[Path]:
    """The archives of a folder, by name.

    Raises:
        InputError: there are none.
    """
    found = sorted(folder.glob("*.zip"))
    if not found:
        raise InputError(f"{folder}: no shards (*.zip) there; make some with egoplan collect")
    return found
