# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

from math import radians

import numpy as np
import pytest

from egoplan_ros.perception.registry import BACKENDS, Backend, make_backend
from egoplan_ros.world.camera import Camera
from egoplan_ros.world.detection import Detection, Detections
from egoplan_ros.world.errors import InputError
from egoplan_ros.world.frame import RgbdFrame, RobotState
from egoplan_ros.world.geometry import Pose, Pose2D


def make_frame(labels=None, items=(), size=50):
    camera = Camera.from_vertical_fov(size, size, radians(60))
    oracle = None if labels is None else Detections(1.5, labels, tuple(items), "oracle")
    return RgbdFrame(
        1.5,
        np.zeros((size, size, 3), dtype=np.uint8),
        np.ones((size, size), dtype=np.float32),
        camera,
        Pose(),
        RobotState(1.5, 0, 1, Pose2D(), 0.0, 1.5),
        oracle,
    )


def found(kind, label, **states):
    return Detection(kind, 1.0, label, (0, 0, 0, 0), (0, 0), states)


@pytest.fixture
def labels():
    image = np.zeros((50, 50), dtype=np.uint16)
    image[10:30, 5:25] = 1
    image[40:42, 40:43] = 2
    image[0:10, 30:50] = 700
    return image


def test_small_masks_are_dropped_from_items_and_labels(labels):
    frame = make_frame(labels, [found("Mug", 1), found("Apple", 2), found("Fridge", 700)])
    result = make_backend("oracle", min_pixels=7).detect(frame)
    assert [item.type for item in result.items] == ["Mug", "Fridge"]
    assert set(np.unique(result.labels)) == {0, 1, 700}
    assert make_backend("oracle", min_pixels=6).detect(frame).items[1].type == "Apple"


def test_boxes_and_points_come_from_the_masks(labels):
    result = make_backend("oracle").detect(make_frame(labels, [found("Mug", 1, dirty=1.0)]))
    (item,) = result.items
    assert item.box == (5, 10, 24, 29)
    assert labels[item.point[1], item.point[0]] == 1
    assert 12 <= item.point[0] <= 17
    assert item.states == {"dirty": 1.0}
    assert result.stamp == 1.5
    assert result.backend == "oracle"


def test_items_without_pixels_are_dropped(labels):
    result = make_backend("oracle").detect(make_frame(labels, [found("Mug", 9)]))
    assert result.items == ()
    assert not result.labels.any()


def test_needs_an_oracle():
    with pytest.raises(InputError, match="choose another"):
        make_backend("oracle").detect(make_frame())


def test_label_image_of_another_size_is_refused(labels):
    with pytest.raises(InputError, match="size"):
        make_backend("oracle").detect(make_frame(labels[:20], [found("Mug", 1)]))


def test_unknown_names_list_the_known_ones():
    with pytest.raises(InputError, match="oracle"):
        make_backend("psychic")
    assert "oracle" in BACKENDS


def test_unknown_options_and_bad_values_are_input_errors():
    with pytest.raises(InputError, match="has no option"):
        make_backend("oracle", colour="red")
    with pytest.raises(InputError, match="min_pixels"):
        make_backend("oracle", min_pixels=0)


def test_a_name_is_registered_once():
    with pytest.raises(InputError, match="taken"):
        BACKENDS.register("oracle", Backend(lambda: None))


def test_a_pencil_at_the_bottom_of_a_drawer_is_reported(labels):
    """It fills a dozen pixels from where a robot stands, and half of them may be hidden."""
    result = make_backend("oracle").detect(make_frame(labels, [found("Pencil", 2)]))
    assert [item.type for item in result.items] == ["Pencil"]
