# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Messages of a robot's own detector, by the names of their types.

None of these packages is imported here: whoever publishes such a message has it.
"""

from collections.abc import Callable, Iterable
from math import hypot
from typing import Any

import numpy as np
import numpy.typing as npt

from egoplan_ros.nodes.convert.detection import from_detections
from egoplan_ros.nodes.convert.geometry import from_pose, from_xyz
from egoplan_ros.world.geometry import Pose
from egoplan_ros.world.raw_detection import (
    MaskLabel,
    Outline,
    RawDetection,
    RawDetections,
    SpaceBox,
)

_ROUNDING = 1e-3
Classes = tuple[tuple[str, float], ...]


def from_boxes(message: Any) -> RawDetections:
    """``vision_msgs/msg/Detection2DArray``."""
    return RawDetections(
        tuple(
            RawDetection(*_classes(item.results), _box(item.bbox.center, *_sides(item.bbox)))
            for item in message.detections
        )
    )


def from_space_boxes(message: Any) -> RawDetections:
    """``vision_msgs/msg/Detection3DArray``; a detection may have a frame of its own."""
    return RawDetections(
        tuple(
            RawDetection(
                *_classes(item.results),
                SpaceBox(
                    _unit(from_pose(item.bbox.center)),
                    from_xyz(item.bbox.size),
                    frame_name(item.header.frame_id or message.header.frame_id),
                ),
            )
            for item in message.detections
        )
    )


def from_yolo(message: Any) -> RawDetections:
    """``yolo_msgs/msg/DetectionArray``: outlines where there are some, else boxes."""
    pictures = {
        (item.mask.width, item.mask.height)
        for item in message.detections
        if item.mask.data and item.mask.width and item.mask.height
    }
    return RawDetections(
        tuple(
            RawDetection(
                ((item.class_name or str(item.class_id), 1.0),),
                item.score,
                Outline(np.array([(spot.x, spot.y) for spot in item.mask.data]), exact=True)
                if len(item.mask.data) > 2
                else _box(item.bbox.center, item.bbox.size.x, item.bbox.size.y),
            )
            for item in message.detections
        ),
        picture=pictures.pop() if len(pictures) == 1 else None,
    )


def from_masks(message: Any) -> RawDetections:
    """``egoplan_ros/msg/Detections``: a label image; boxes and points are made anew from it.

    Raises:
        InputError: label image of wrong size or encoding.
    """
    found = from_detections(message)
    return RawDetections(
        tuple(
            RawDetection(
                item.candidates or ((item.type, 1.0),),
                item.score,
                MaskLabel(item.label),
                item.states,
                item.embedding,
            )
            for item in found.items
        ),
        found.labels,
    )


KINDS: dict[str, Callable[[Any], RawDetections]] = {
    "vision_msgs/msg/Detection2DArray": from_boxes,
    "vision_msgs/msg/Detection3DArray": from_space_boxes,
    "yolo_msgs/msg/DetectionArray": from_yolo,
    "egoplan_ros/msg/Detections": from_masks,
}
"""What is understood, by full name of the type."""


def frame_name(frame: str) -> str:
    """A frame without the slash that ROS 1 put before it."""
    return frame.lstrip("/")


def frames_of(raw: RawDetections) -> set[str]:
    """Frames that the boxes in space name."""
    return {item.shape.frame for item in raw.items if isinstance(item.shape, SpaceBox)}


def _classes(results: Iterable[Any]) -> tuple[Classes, float]:
    """Classes with their shares, and the score that there is a thing.

    Scores of several classes that add up to no more than 1 exclude each other; else each was given
    for itself, and the best one tells of the thing.
    """
    scores = [(item.hypothesis.class_id, float(item.hypothesis.score)) for item in results]
    total = sum(score for _, score in scores)
    wrong = [score for _, score in scores if not 0.0 <= score <= 1.0]
    if wrong or not total > 0.0:
        return tuple((name, 1.0) for name, _ in scores), wrong[0] if wrong else 0.0
    likely = sorted((entry for entry in scores if entry[1] > 0.0), key=lambda entry: -entry[1])
    score = min(total, 1.0) if total <= 1.0 + _ROUNDING else likely[0][1]
    return tuple((name, value / total) for name, value in likely), score


def _sides(box: Any) -> tuple[float, float]:
    return box.size_x, box.size_y


def _box(center: Any, width: float, height: float) -> Outline:
    """A box that is turned about its middle; positive angles are counter-clockwise to the eye."""
    half = 0.5 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width, height)
    cos, sin = np.cos(center.theta), np.sin(center.theta)
    turned = half @ np.array([[cos, -sin], [sin, cos]])  # rows grow downwards
    corners: npt.NDArray[np.float64] = turned + np.array([center.position.x, center.position.y])
    return Outline(corners, exact=False)


def _unit(pose: Pose) -> Pose:
    """With an orientation of unit length where it is nearly one: many senders round."""
    norm = hypot(*pose.orientation)
    if not 0.5 < norm < 2.0:
        return pose
    x, y, z, w = (value / norm for value in pose.orientation)
    return Pose(pose.position, (x, y, z, w))
