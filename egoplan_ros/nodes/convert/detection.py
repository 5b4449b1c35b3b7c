# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Detections of one frame."""

import numpy as np
from sensor_msgs.msg import RegionOfInterest

from egoplan_ros.msg import Detection as DetectionMsg
from egoplan_ros.msg import Detections as DetectionsMsg
from egoplan_ros.nodes.convert.image import from_labels, to_labels
from egoplan_ros.nodes.convert.stamps import OPTICAL, from_time, header
from egoplan_ros.world.detection import Detection, Detections, Finding

_TOLD = 6
"""States that a warning names."""


def to_detections(detections: Detections) -> DetectionsMsg:
    """All detections of a frame."""
    finding = detections.finding or Finding(0.0, 0.0)
    return DetectionsMsg(
        header=header(detections.stamp, OPTICAL),
        label_image=to_labels(detections.labels, detections.stamp),
        detections=[_to_detection(item) for item in detections.items],
        backend=detections.backend,
        finding_rate=float(finding.rate),
        finding_pixels=float(finding.pixels),
        finding_types=list(finding.types),
        finding_shifts=[float(shift) for shift in finding.types.values()],
        judged=detections.judged,
    )


def from_detections(message: DetectionsMsg) -> Detections:
    """All detections of a frame.

    Probabilities that are none (see :func:`improbable`) are left out: their states are unknown.

    Raises:
        InputError: label image of wrong size or encoding.
    """
    return Detections(
        from_time(message.header.stamp),
        from_labels(message.label_image),
        tuple(_from_detection(item) for item in message.detections),
        message.backend,
        message.judged,
        _finding(message) if message.finding_rate else None,
    )


def _finding(message: DetectionsMsg) -> Finding:
    shifts = zip(message.finding_types, message.finding_shifts, strict=True)
    return Finding(
        message.finding_rate, message.finding_pixels, {name: float(by) for name, by in shifts}
    )


def improbable(message: DetectionsMsg) -> str:
    """What to tell of probabilities that are none (NaN, 7.0, -1.0); "" when all are."""
    wrong = sorted(
        {
            f"{name} of {item.type}"
            for item in message.detections
            for name, value in (
                *zip(item.states, item.probabilities, strict=False),
                *zip(item.candidates, item.candidate_probabilities, strict=False),
            )
            if not 0.0 <= value <= 1.0
        }
    )
    if not wrong:
        return ""
    more = ", ..." if len(wrong) > _TOLD else ""
    return (
        "probabilities that are not within 0 and 1 are left out, those states are unknown: "
        f"{', '.join(wrong[:_TOLD])}{more}; check the detector"
    )


def _to_detection(item: Detection) -> DetectionMsg:
    left, top, right, bottom = map(int, item.box)
    return DetectionMsg(
        type=item.type,
        score=float(item.score),
        label=int(item.label),
        box=RegionOfInterest(
            x_offset=left, y_offset=top, width=right - left + 1, height=bottom - top + 1
        ),
        u=int(item.point[0]),
        v=int(item.point[1]),
        states=list(item.states),
        probabilities=[float(value) for value in item.states.values()],
        candidates=[name for name, _ in item.candidates],
        candidate_probabilities=[float(value) for _, value in item.candidates],
        embedding=[] if item.embedding is None else item.embedding,
    )


def _from_detection(message: DetectionMsg) -> Detection:
    box = message.box
    return Detection(
        message.type,
        message.score,
        message.label,
        (
            box.x_offset,
            box.y_offset,
            box.x_offset + box.width - 1,
            box.y_offset + box.height - 1,
        ),
        (message.u, message.v),
        {
            name: float(value)
            for name, value in zip(message.states, message.probabilities, strict=False)
            if 0.0 <= value <= 1.0  # a belief once mixed with NaN is NaN for good
        },
        tuple(
            (name, float(value))
            for name, value in zip(
                message.candidates, message.candidate_probabilities, strict=False
            )
            if 0.0 <= value <= 1.0
        ),
        np.asarray(message.embedding, dtype=np.float32) if len(message.embedding) else None,
    )
