# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import numpy as np
import pytest

from egoplan_ros.perception.outlines import outlines, wanted_types


def test_outlines_are_fractions_of_the_image_around_each_mask():
    labels = np.zeros((40, 80), np.uint16)
    labels[10:20, 20:40] = 3
    labels[30:36, 60:70] = 3  # the other part of what something stands before
    labels[5, 5] = 4  # a speck
    (found,) = outlines(labels, {3: "Pan", 4: "Fork", 9: "Mug"})
    assert found.type == "Pan"
    assert len(found.parts) == 2
    corners = np.concatenate(found.parts)
    assert corners.min(axis=0) == pytest.approx([20.5 / 80, 10.5 / 40])
    assert corners.max(axis=0) == pytest.approx([69.5 / 80, 35.5 / 40])
    assert found.top[1] == pytest.approx(10.5 / 40)
    assert len(corners) == 8  # corners of two boxes, not every pixel of their edges


def test_nothing_is_outlined_where_nothing_is_seen():
    assert outlines(np.zeros((4, 4), np.uint16), {1: "Mug"}) == ()


def test_types_of_ids():
    assert wanted_types(["Mug_1", "CoffeeMachine_12", "floor"]) == {"Mug", "CoffeeMachine", "floor"}
