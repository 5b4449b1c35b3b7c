# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.world.errors import InputError

LIMITS = {
    "step": (0.05, 1.0),
    "tilt": (0.05, 1.6),
    "reach": (0.1, 10.0),
    "travel_pitch": (-1.6, 1.6),
    "stand_poses": (1, 100),
    "tries": (1, 100),
    "max_primitives": (1, 10000),
    "collisions": (1, 100),
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_setting_may_be_as_small_and_as_large_as_its_limits_and_no_more(name):
    low, high = LIMITS[name]
    beyond = 1 if isinstance(low, int) else 1e-6
    assert [getattr(SkillConfig(**{name: value}), name) for value in (low, high)] == [low, high]
    for value in (low - beyond, high + beyond):
        with pytest.raises(InputError, match=rf"^skills: {name} must be in \[.*, got {value}$"):
            SkillConfig(**{name: value})


@pytest.mark.parametrize("value", [True, "5", None])
def test_what_is_no_number_is_told(value):
    with pytest.raises(InputError, match=rf"^skills: tries must be a number, got {value!r}$"):
        SkillConfig(tries=value)
