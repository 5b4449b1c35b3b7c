# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest

from egoplan_ros.robots.stand_in.detector import DetectorModel, NoisyDetector
from egoplan_ros.world.detection import Detection, Detections

LABELS = np.zeros((60, 80), dtype=np.uint16)
LABELS[10:30, 20:40], LABELS[50:60, 70:80], LABELS[5:7, 5:7] = 1, 2, 3
THINGS = Detections(
    1.0,
    LABELS,
    (
        Detection("Mug", 1.0, 1, (20, 10, 39, 29), (30, 20), {}),
        Detection("Bowl", 1.0, 2, (70, 50, 79, 59), (75, 55), {}),
        Detection("Fork", 1.0, 3, (5, 5, 6, 6), (5, 5), {}),
    ),
)


def test_without_errors_the_boxes_are_those_of_what_is_large_enough():
    boxes = NoisyDetector(DetectorModel(0.0, 0.0), 0).boxes(THINGS)
    assert [(box.type, box.corners) for box in boxes] == [
        ("Mug", (20.0, 10.0, 40.0, 30.0)), ("Bowl", (70.0, 50.0, 80.0, 60.0))
    ]  # fmt: skip
    assert all(0.6 <= box.score <= 1.0 for box in boxes)


def test_so_many_are_missed_and_boxes_stay_in_the_picture():
    detector = NoisyDetector(DetectorModel(missed=0.3, beside=1.5), 0)
    found = [box for _ in range(500) for box in detector.boxes(THINGS)]
    assert len(found) / 1000 == pytest.approx(0.7, abs=0.05)
    corners = np.array([box.corners for box in found])
    assert corners.min() >= 0.0
    assert corners[:, [0, 2]].max() <= 80.0
    assert corners[:, [1, 3]].max() <= 60.0
    assert 1.0 < corners[corners[:, 0] < 50.0, 0].std() < 2.0


def test_one_seed_tells_the_same():
    told = [NoisyDetector(DetectorModel(), 7).boxes(THINGS) for _ in range(2)]
    assert told[0] == told[1]
