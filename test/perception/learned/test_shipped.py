# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The weights that come along, on frames of rooms that they were not trained on."""

from collections.abc import Iterator

import numpy as np
import pytest

from egoplan_ros.perception.boxes import edges, overlaps
from egoplan_ros.perception.learned.backend import LearnedBackend
from egoplan_ros.perception.learned.depth import NEAREST, DepthEstimator
from egoplan_ros.robots.thor import ThorRobot
from egoplan_ros.world.detection import Detection
from egoplan_ros.world.frame import RgbdFrame
from egoplan_ros.world.primitive import Primitive, PrimitiveKind

SCENES = ("FloorPlan21", "FloorPlan222", "FloorPlan323", "FloorPlan424")
PIXELS = 400


@pytest.fixture(scope="module")
def frames() -> list[RgbdFrame]:
    """Three looks at each room."""

    def looks() -> Iterator[RgbdFrame]:
        robot = ThorRobot(SCENES[0])
        try:
            for scene in SCENES:
                yield robot.reset(scene)
                for _ in range(2):
                    yield robot.execute(Primitive(PrimitiveKind.ROTATE_LEFT, 90.0))
        finally:
            robot.close()

    return list(looks())


def test_most_of_what_is_not_small_is_found_and_named(frames: list[RgbdFrame]) -> None:
    backend = LearnedBackend()
    things = found = named = wrong = 0
    for frame in frames:
        assert frame.oracle is not None
        pixels = np.bincount(frame.oracle.labels.ravel())
        truth = [item for item in frame.oracle.items if item.type != "Floor"]
        told = backend.detect(frame).items
        overlap = overlaps(_boxes(told), _boxes(truth))
        wrong += int((overlap.max(axis=1, initial=0.0) < 0.5).sum())
        for k, item in enumerate(truth):
            if pixels[item.label] >= PIXELS:
                best = int(overlap[:, k].argmax()) if len(told) else -1
                there = best >= 0 and overlap[best, k] >= 0.5
                things += 1
                found += there
                named += there and item.type in {name for name, _ in told[best].candidates}
    assert things > 40
    assert found >= 0.6 * things
    assert named >= 0.8 * found
    assert wrong <= 0.5 * things


def test_depth_from_colour_is_mostly_that_of_the_room(frames: list[RgbdFrame]) -> None:
    estimator = DepthEstimator()
    close = []
    for frame in frames:
        told = estimator.estimate(frame.rgb, frame.camera, frame.camera_pose)
        known = np.isfinite(frame.depth) & (frame.depth > NEAREST)
        ratio = told[known] / frame.depth[known]
        close.append(float((np.maximum(ratio, 1.0 / ratio) < 1.25).mean()))
    assert np.median(close) > 0.8


def test_the_same_frame_gives_the_same_detections(frames: list[RgbdFrame]) -> None:
    backend = LearnedBackend()
    one, other = backend.detect(frames[0]), backend.detect(frames[0])
    np.testing.assert_array_equal(one.labels, other.labels)
    assert [item.type for item in one.items] == [item.type for item in other.items]


def _boxes(items: tuple[Detection, ...] | list[Detection]) -> np.ndarray:
    return edges(np.array([item.box for item in items], dtype=np.float32).reshape(-1, 4))
