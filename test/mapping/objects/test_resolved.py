# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""From how far a thing is seen to be missing."""

import numpy as np
import pytest

from egoplan_ros.mapping.objects.visibility import resolved

PEN, KNIFE_TIP, MUG = (0.14, 0.01, 0.01), (0.03, 0.01, 0.01), (0.1, 0.1, 0.1)


@pytest.mark.parametrize(
    ("size", "distance", "shows"),
    [(PEN, 3.0, False), (MUG, 3.0, True), (PEN, 1.2, True), (KNIFE_TIP, 1.4, True)],
)
def test_what_is_small_shows_from_near_only(scene, size, distance, shows):
    """Of a knife in a drawer a tip may be all that was seen; gone, it must not be believed in."""
    frame = scene.at(0.0, 0.0, 0, 0).frame()
    ahead = frame.camera_pose.apply(np.array([0.0, 0.0, distance]))
    assert resolved(np.asarray(ahead), np.array(size), frame) is shows
