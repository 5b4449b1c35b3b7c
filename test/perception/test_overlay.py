# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest

from egoplan_ros.perception.exposure import exposure_fault
from egoplan_ros.perception.overlay import caption, overlay, type_color
from egoplan_ros.world.detection import Detection, Detections


def test_masks_boxes_and_captions_are_drawn():
    rgb = np.full((120, 160, 3), 100, dtype=np.uint8)
    labels = np.zeros((120, 160), dtype=np.uint16)
    labels[40:60, 50:70] = 1
    items = (
        Detection("Mug", 0.8, 1, (50, 40, 69, 59), (60, 50)),
        Detection("Bed", 1.0, 2, (0, 0, 1, 1), (0, 0)),  # its caption must fit the picture, too
    )
    picture = overlay(rgb, Detections(0.0, labels, items))
    assert picture.shape == rgb.shape
    assert picture.dtype == np.uint8
    assert (rgb == 100).all()
    inside = 0.6 * 100 + 0.4 * 255 * np.array(type_color("Mug"))
    np.testing.assert_allclose(picture[50, 60], inside, atol=2)
    assert (picture[100:, 100:] == 100).all()
    np.testing.assert_array_equal(overlay(rgb, Detections(0.0, labels * 0)), rgb)


def test_a_type_has_one_colour():
    assert type_color("Mug") == type_color("Mug") != type_color("Bowl")
    assert type_color("") == (0.6, 0.6, 0.6)


def test_captions_tell_how_sure_and_which_states():
    sure = Detection("Mug", 1.0, 1, (0, 0, 1, 1), (0, 0), {"dirty": 0.9, "open": 0.1, "hot": 0.5})
    assert caption(sure) == "Mug dirty"
    unsure = Detection("Mug", 0.9, 1, (0, 0, 1, 1), (0, 0), {}, (("Mug", 0.5), ("Cup", 0.5)))
    assert caption(unsure) == "Mug 0.45"


@pytest.mark.parametrize(("level", "part"), [(0, "black"), (4, "black"), (255, "over-exposed")])
def test_images_without_anything_to_see_are_told(level, part):
    rgb = np.full((60, 80, 3), level, dtype=np.uint8)
    assert part in exposure_fault(rgb)
    rgb[:, :20] = 120
    assert exposure_fault(rgb) == ""


def test_an_empty_image_is_black():
    assert "black" in exposure_fault(np.zeros((0, 0, 3), dtype=np.uint8))
