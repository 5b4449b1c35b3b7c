# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.sim.scenes import Library
from egoplan_ros.world.scene_name import scene_name


@pytest.mark.parametrize("change", [str, str.lower, str.upper])
def test_every_scene_is_known_in_any_case(change):
    names = [name for name in Library.of(None).names() if name.startswith("FloorPlan")]
    assert len(names) > 120
    assert [scene_name(change(name)) for name in names] == names


@pytest.mark.parametrize(
    "name", ["", "Kitchen", "floor plan 1", "Procedural", "floorplan", "myPlan"]
)
def test_other_names_stay(name):
    assert scene_name(name) == name
