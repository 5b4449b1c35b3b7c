# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""A robot's own detector as perception back end."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from egoplan_ros.perception.detections.regions import label_image
from egoplan_ros.perception.names import TypeNames, read_names
from egoplan_ros.perception.tight import tight
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.ontology import load_ontology
from egoplan_ros.world.raw_detection import (
    MaskLabel,
    Outline,
    RawDetection,
    RawDetections,
    SpaceBox,
)

_TOLD = 6
"""Names that a caution lists."""
_CANDIDATES = 5
"""Types that travel with a detection."""


class DetectionsBackend:
    """Makes ``frame.raw`` into masks and types.

    What cannot be used is left out and told in :attr:`cautions`.

    Args:
        min_pixels: masks with fewer pixels are dropped.
        names: path of its class names by number, one a line; empty: it tells names.

    Attributes:
        cautions: one line by what is wrong with the latest frame's detections; keys are among
            :attr:`KEYS`.
    """

    name = "detections"
    KEYS = ("scores", "places", "frames", "masks")

    def __init__(self, min_pixels: int = 2, names: str = "") -> None:
        if min_pixels < 1:
            raise InputError(f"perception: min_pixels must be at least 1, got {min_pixels}")
        self.min_pixels = min_pixels
        self.names = TypeNames(load_ontology(), read_names(Path(names)) if names else ())
        self.cautions: dict[str, str] = {}
        self._wrong: dict[str, list[str]] = defaultdict(list)

    def detect(self, frame: RgbdFrame) -> Detections:
        """Detections of one frame.

        Raises:
            InputError: the frame carries nothing of a detector, or of one that looked at pictures
                of another size.
        """
        raw = frame.raw
        if raw is None:
            raise InputError(
                "perception: back end 'detections' needs what a robot's own detector publishes; "
                "it works in the running graph only"
            )
        _check_size(raw, frame)
        self._wrong.clear()
        usable = [item for item in raw.items if self._usable(item, raw, frame)]
        usable = usable[: np.iinfo(np.uint16).max - 1]
        image = label_image(frame, usable, raw.labels, raw.frames)
        found = [self._typed(item, label) for label, item in enumerate(usable, start=1)]
        labels, kept = tight(image, found, self.min_pixels)
        small = {item.label for item in found} - {item.label for item in kept}
        self._wrong["masks"] += [found[label - 1].type for label in sorted(small)]
        self.cautions = {
            key: _LINES[key].format(_listed(names)) for key, names in self._wrong.items() if names
        }
        return Detections(frame.stamp, labels, kept, self.name)

    def _usable(self, item: RawDetection, raw: RawDetections, frame: RgbdFrame) -> bool:
        """Whether something can be made of a detection; if not, why is noted."""
        name = self.names.word(item.classes[0][0]) if item.classes else "a thing without a class"
        shares = [share for _, share in item.classes] or [0.0]
        if not all(0.0 < value <= 1.0 for value in (item.score, *shares)):
            self._wrong["scores"].append(f"{item.score:g} of {name}")
        elif not _is_place(item.shape):
            self._wrong["places"].append(f"{name} (no place)")
        elif isinstance(item.shape, Outline) and not _in_picture(item.shape, frame):
            self._wrong["places"].append(f"{name} (outside)")
        elif isinstance(item.shape, SpaceBox) and item.shape.frame not in raw.frames:
            self._wrong["frames"].append(repr(item.shape.frame))
        else:
            return True
        return False

    def _typed(self, item: RawDetection, label: int) -> Detection:
        """A detection of our types; one of an unknown class keeps its name, which is in no map."""
        shares: dict[str, float] = defaultdict(float)
        for name, share in item.classes:
            for kind, part in self.names.types(name):
                shares[kind] += share * part
        likely = tuple(sorted(shares.items(), key=lambda entry: -entry[1])[:_CANDIDATES])
        certain = len(likely) == 1 and likely[0][1] >= 1.0 - 1e-6
        return Detection(
            likely[0][0] if likely else self.names.word(item.classes[0][0]),
            float(item.score),
            label,
            (0, 0, 0, 0),
            (0, 0),
            item.states,
            () if certain else likely,
            item.embedding,
        )


_LINES: Mapping[str, str] = {
    "scores": "scores that are not above 0 and at most 1 are left out: {}; check the detector",
    "places": "things outside of the picture, or without a place, are left out: {}; does the "
    "detector look at this camera's pictures?",
    "frames": "boxes in frames of which no transform is known are left out: {}; publish the frame "
    "on /tf, or boxes in camera_color_optical_frame",
    "masks": "things of which no pixel with depth is left are left out: {}; check the boxes, the "
    "labels and the depth",
}


def unjudged(frame: RgbdFrame) -> Detections:
    """Of a frame that no detector has looked at."""
    labels = np.zeros(frame.depth.shape, dtype=np.uint16)
    return Detections(frame.stamp, labels, backend=DetectionsBackend.name, judged=False)


def _listed(names: Iterable[str]) -> str:
    unique = sorted(set(names))
    return ", ".join(unique[:_TOLD]) + (", ..." if len(unique) > _TOLD else "")


def _check_size(raw: RawDetections, frame: RgbdFrame) -> None:
    height, width = frame.depth.shape
    picture = raw.picture
    if raw.labels is not None:
        picture = (raw.labels.shape[1], raw.labels.shape[0])
    if picture is not None and picture != (width, height):
        raise InputError(
            f"perception: the detector looked at {picture[0]}x{picture[1]} pixels, the frame has "
            f"{width}x{height}; give it this camera's pictures as they are"
        )


def _is_place(shape: object) -> bool:
    """Whether a shape has numbers that say where something is."""
    if isinstance(shape, Outline):
        corners = shape.corners
        return len(corners) > 2 and bool(np.isfinite(corners).all() and np.ptp(corners, 0).all())
    if isinstance(shape, SpaceBox):
        numbers = np.array([*shape.pose.position, *shape.pose.orientation, *shape.size])
        turn = float(np.linalg.norm(shape.pose.orientation))
        return bool(np.isfinite(numbers).all()) and min(shape.size) > 0.0 and abs(turn - 1.0) < 0.01
    return isinstance(shape, MaskLabel) and shape.value > 0  # 0 is what is nothing


def _in_picture(outline: Outline, frame: RgbdFrame) -> bool:
    height, width = frame.depth.shape
    low, high = outline.corners.min(axis=0), outline.corners.max(axis=0)
    return bool((high > 0).all() and low[0] < width and low[1] < height)
