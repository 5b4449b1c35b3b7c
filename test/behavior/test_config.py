# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

import pytest

from egoplan_ros.behavior.config import BehaviorConfig, load_preset, strategy_names
from egoplan_ros.world.errors import InputError

COUNTS = (
    "max_steps max_failed_primitives max_actions max_plans max_decisions max_planner_failures "
    "resolutions_per_block attempts_per_resolution repeat_limit loop_limit subgoal_steps"
).split()


@pytest.mark.parametrize("name", COUNTS)
def test_a_count_is_at_least_one(name):
    assert getattr(BehaviorConfig.from_mapping({name: 1}), name) == 1
    with pytest.raises(InputError, match=f"^behavior: {name} must be at least 1, got 0$"):
        BehaviorConfig(**{name: 0})


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("llm_seconds", (0.1, 600), (0.09, 600.1)),
        ("max_seconds", (0.0,), (-0.1,)),
        ("explore_steps", (0,), (-1,)),
        ("moved_distance", (0.01,), (0.0,)),
        ("recovery", ("graph",), ("magic",)),
        ("pursuit", ("plan",), ("magic",)),
        ("subgoals", (BehaviorConfig().subgoals,), ("magic",)),
        ("details", (BehaviorConfig().details,), ("magic",)),
    ],
)
def test_other_settings_have_their_limits(name, good, bad):
    for value in good:
        assert getattr(BehaviorConfig(**{name: value}), name) == value
    for value in bad:
        with pytest.raises(InputError, match=f"^behavior: .*{name}"):
            BehaviorConfig(**{name: value})


@pytest.mark.parametrize(
    "values",
    [
        {"ask_human": 1},
        {"max_steps": True},
        {"max_steps": 2.0},
        {"moved_distance": True},
        {"moved_distance": float("inf")},
        {"replan_after": "Slice"},
        {"replan_after": [1]},
        {"llm_url": 5},
        {"no_such": 1},
    ],
)
def test_a_wrong_type_is_named(values):
    with pytest.raises(InputError, match=next(iter(values))):
        BehaviorConfig.from_mapping(values)


def test_whole_numbers_and_lists_will_do():
    config = BehaviorConfig.from_mapping({"moved_distance": 1, "replan_after": ["Slice", "Open"]})
    assert (config.moved_distance, config.replan_after) == (1.0, ("Slice", "Open"))
    assert isinstance(config.moved_distance, float)


@pytest.mark.parametrize("name", strategy_names())
def test_own_settings_win_over_a_presets(name):
    own = {"behavior": {"max_steps": 7}, "mapping": {"misses": 9}}
    preset, changed = load_preset(name), load_preset(name, own)
    for part in ("behavior", "planner", "mapping", "skills"):
        assert changed[part] == preset[part] | own.get(part, {})
    with pytest.raises(InputError, match="unknown parts \\['robot'\\]"):
        load_preset(name, {"robot": {}})
