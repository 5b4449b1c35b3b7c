# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.world.errors import InputError

ALLOWED = [
    {"resolution": 0.01},
    {"resolution": 0.5},
    {"near_range": 0.0},
    {"min_range": 0.0},
    {"z_max": 10.0},
    {"band_low": -0.2, "band_high": 2.8},
    {"odds_min": -19.9, "odds_max": 19.9},
    {"inflation": 1.0},
    {"vain_cost": 2.0},
    {"detection_rate": 0.01},
    {"frontier_cells": 1, "frontier_looks": 1, "min_points": 1, "misses": 1, "fixed_misses": 1},
]
REFUSED = {
    "resolution": [0.0, 0.009, 0.51],
    "max_range": [0.0, 0.05],
    "hit": [0.0],
    "miss": [0.0],
    "frontier_cells": [0],
    "frontier_looks": [0],
    "match_distance": [0.0],
    "min_points": [0],
    "misses": [0],
    "fixed_misses": [0],
    "detection_pixels": [0.0],
    "object_range": [0.0],
    "near_range": [-0.1],
    "min_range": [-0.01, 5.0],
    "z_max": [-0.2, 10.1, 1.7],
    "band_low": [-0.3, 1.8],
    "band_high": [0.1, 2.9],
    "odds_min": [0.0, -20.0],
    "odds_max": [0.0, 20.0],
    "inflation": [-0.1, 1.1],
    "vain_cost": [1.9],
    "detection_rate": [0.0, 1.0],
}


@pytest.mark.parametrize("values", ALLOWED, ids=lambda values: " ".join(values))
def test_settings_reach_up_to_their_limits(values):
    config = MappingConfig.from_mapping(values)
    assert {name: getattr(config, name) for name in values} == values


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_beyond_is_refused_with_name_and_value(name):
    for value in REFUSED[name]:
        with pytest.raises(InputError, match=r"^mapping: \w+ must .*, got "):
            MappingConfig(**{name: value})


@pytest.mark.parametrize(
    "values", [{"misses": 2.5}, {"misses": True}, {"hit": "1"}, {"align": 1}, {"matcher": 2.0}]
)
def test_a_wrong_type_is_told(values):
    with pytest.raises(InputError, match="has the wrong type"):
        MappingConfig.from_mapping(values)


def test_a_whole_number_will_do_for_metres():
    assert isinstance(MappingConfig.from_mapping({"max_range": 4}).max_range, float)
