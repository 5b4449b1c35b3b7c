# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest

from egoplan_ros.perception.noisy import NoisyBackend
from egoplan_ros.perception.registry import make_backend
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose2D, camera_optical_pose

SIDE = 160


def frame(stamp=1.0, x=0.0):
    """Sixteen cups on a wall two metres away."""
    labels = np.zeros((SIDE, SIDE), np.uint16)
    items = []
    for k in range(16):
        row, column = divmod(k, 4)
        v, u = 10 + 38 * row, 10 + 38 * column
        labels[v : v + 20, u : u + 20] = k + 1
        items.append(Detection("Cup", 1.0, k + 1, (0, 0, 1, 1), (0, 0), {"filled": k % 2}))
    base = Pose2D(x, 0.0, 0.0)
    return RgbdFrame(
        stamp,
        np.full((SIDE, SIDE, 3), 90, np.uint8),
        np.full((SIDE, SIDE), 2.0, np.float32),
        Camera.from_vertical_fov(SIDE, SIDE, 1.3),
        camera_optical_pose(base, 1.4, 0.0),
        RobotState(stamp, 0, 0, base, 0.0, 1.4),
        Detections(stamp, labels, tuple(items), "oracle"),
    )


def test_without_errors_it_is_the_oracle():
    found, true = NoisyBackend("0").detect(frame()), make_backend("oracle").detect(frame())
    assert found.items == true.items
    assert np.array_equal(found.labels, true.labels)


def test_errors_are_the_same_for_the_same_seed():
    first, again = (NoisyBackend("hard", 3).detect(frame()) for _ in range(2))
    other = NoisyBackend("hard", 4).detect(frame())
    assert first.items == again.items
    assert np.array_equal(first.labels, again.labels)
    assert first.items != other.items


@pytest.mark.parametrize("level", ["mild", "hard"])
def test_masks_boxes_and_probabilities_fit_together(level):
    for k in range(5):
        found = make_backend(f"oracle-{level}").detect(frame(1.0 + k, 0.5 * k))
        for item in found.items:
            rows, columns = np.nonzero(found.labels == item.label)
            assert item.box == (columns.min(), rows.min(), columns.max(), rows.max())
            assert found.labels[item.point[1], item.point[0]] == item.label
            assert 0.0 <= item.score <= 1.0
            assert item.type == item.candidates[0][0]
            assert sum(p for _, p in item.candidates) <= 1.0
            assert all(0.0 <= p <= 1.0 for p in item.states.values())
            assert np.linalg.norm(item.embedding) == pytest.approx(1.0, abs=1e-5)


def test_types_and_scores_are_calibrated_and_hard_is_worse():
    right = {}
    for level in ("mild", "hard"):
        backend = NoisyBackend(level, 1)
        told, hits, seen = [], [], 0
        for k in range(60):
            items = backend.detect(frame(1.0 + k, 0.31 * k)).items
            cups = [item for item in items if item.states]  # clutter has none
            seen += len(cups)
            told += [item.candidates[0][1] for item in cups]
            hits += [item.type == "Cup" for item in cups]
        assert np.mean(told) == pytest.approx(np.mean(hits), abs=0.08)
        right[level] = np.mean(hits), seen / (60 * 16)
    assert right["mild"][0] > right["hard"][0] + 0.05
    assert right["mild"][1] > right["hard"][1] + 0.1
