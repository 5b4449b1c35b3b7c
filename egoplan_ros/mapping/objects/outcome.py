# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Whether what the robot did is seen not to have happened: drivers report success for less.

A gripper slips, a door does not move, a switch is not pressed. Judged are the hand, which every
robot feels, and what the frame after the act shows at the point that was touched, or in the hand
where something was poured out of what is in it. What that frame leaves unclear, and what cannot be
seen at all, is believed of the act.
"""

import numpy as np
import numpy.typing as npt

from egoplan_ros.mapping.objects.beliefs import clear
from egoplan_ros.mapping.thresholds import Thresholds
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.primitive import PrimitiveKind, PrimitiveResult

_SAME = 0.1
"""Metres within which the surface touched is seen again, so that it is no other thing behind."""
_WANTED = {
    PrimitiveKind.OPEN: ("open", True),
    PrimitiveKind.CLOSE: ("open", False),
    PrimitiveKind.TOGGLE_ON: ("toggled", True),
    PrimitiveKind.TOGGLE_OFF: ("toggled", False),
    PrimitiveKind.SLICE: ("sliced", True),
    PrimitiveKind.POUR: ("filled", False),
    PrimitiveKind.POUR_ONTO: ("filled", True),
}
"""States to be seen after an act."""


def in_vain(
    result: PrimitiveResult,
    frame: RgbdFrame,
    detections: Detections,
    points: npt.NDArray[np.float32],
    touched: npt.NDArray[np.float64] | None,
    limits: Thresholds,
) -> bool:
    """Whether an act that was reported as a success has evidently not happened.

    Args:
        result: what the robot reports.
        frame: the one after the act. detections: in it. points: map points of its pixels.
        touched: map point that the act pointed at, if known.
        limits: how near the hand is.
    """
    kind = result.primitive.kind
    if not result.success:
        return False
    if kind is PrimitiveKind.PICK:
        return not frame.robot.holding
    if kind in (PrimitiveKind.PUT, PrimitiveKind.DROP):
        return frame.robot.holding
    if kind is PrimitiveKind.POUR:
        seen = _in_hand(result.primitive.object_type, frame, detections, points, limits.hand_range)
    elif kind not in _WANTED or touched is None:
        return False
    else:
        seen = _at(touched, frame, detections, points)
    if seen is None or seen.type != result.primitive.object_type:
        return False
    state, wanted = _WANTED[kind]
    # A whole thing need not be told to be uncut: its slices are of another type.
    unknown = 0.0 if kind is PrimitiveKind.SLICE else 0.5
    probability = seen.states.get(state, unknown)
    return clear(probability) and (probability > 0.5) is not wanted


def _at(
    place: npt.NDArray[np.float64],
    frame: RgbdFrame,
    detections: Detections,
    points: npt.NDArray[np.float32],
) -> Detection | None:
    """What is seen at a map point; None when it is out of view or something else is there."""
    u, v, depth = frame.camera.project(place, frame.camera_pose)[0].tolist()
    if depth <= 0.0 or not frame.camera.contains(u, v):
        return None
    column, row = round(u), round(v)
    apart = float(np.linalg.norm(points[row * frame.camera.width + column] - place))
    if not apart < _SAME:  # nor where no depth was measured
        return None
    label = int(detections.labels[row, column])
    return next((item for item in detections.items if item.label == label), None)


def _in_hand(
    kind: str,
    frame: RgbdFrame,
    detections: Detections,
    points: npt.NDArray[np.float32],
    near: float,
) -> Detection | None:
    """What is seen of a type so near that it is in the hand; None when nothing is.

    Nothing that lies about is nearer than what is held before the camera.
    """
    away = np.linalg.norm(points - np.asarray(frame.camera_pose.position, np.float32), axis=1)
    labels = detections.labels.ravel()
    seen = [
        (float(at.min()), item)
        for item in detections.items
        if item.type == kind and (at := away[(labels == item.label) & (away < near)]).size
    ]
    return min(seen, key=lambda pair: pair[0])[1] if seen else None
