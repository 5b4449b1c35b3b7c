# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.world.errors import InputError


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("timeout_s", 0.0),
        ("timeout_s", "ten"),
        ("patience", 0.5),
        ("memory_mib", True),
        ("mode", "sometimes"),
        ("search", "fastest"),
        ("domain", "/no/such/file.pddl"),
        ("threshold", 1.5),
        ("speed", 3),
    ],
)
def test_bad_settings_are_named(key, value):
    with pytest.raises(InputError, match=key):
        PlannerConfig.from_mapping({key: value})


def test_good_settings():
    config = PlannerConfig.from_mapping({"timeout_s": 2.5, "search": "astar(blind())"})
    assert config.timeout_s == 2.5
    assert config.searches == ("astar(blind())",)


LIMITS = {
    "timeout_s": (0.01, 3600.0),
    "patience": (1.0, 1000.0),
    "widen_s": (0.01, 3600.0),
    "memory_mib": (256, 1 << 20),
    "per_type": (1, 1000),
    "threshold": (0.0, 0.999),
    "min_confidence": (0.0, 1.0),
    "max_unreachable": (0, 1000),
}


@pytest.mark.parametrize("name", LIMITS)
def test_a_setting_may_be_as_small_and_as_large_as_its_limits_and_no_more(name):
    low, high = LIMITS[name]
    beyond = 1 if isinstance(low, int) else 1e-6
    assert [getattr(PlannerConfig(**{name: value}), name) for value in (low, high)] == [low, high]
    for value in (low - beyond, high + beyond):
        with pytest.raises(InputError, match=rf"^planner: {name} must be in \[.*, got {value}$"):
            PlannerConfig(**{name: value})
