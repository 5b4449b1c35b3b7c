# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Settings of the rooms: told in YAML, by --set and to ros2 param, and refused in one line."""

from dataclasses import fields
from math import nan

import pytest

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.behavior.weights import Weights
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.mapping.thresholds import Thresholds
from egoplan_ros.nodes.behavior import Behavior
from egoplan_ros.nodes.mapping import MappingNode
from egoplan_ros.nodes.parameters import defaults
from egoplan_ros.nodes.planner import PlannerNode
from egoplan_ros.nodes.skill_executor import SkillExecutor
from egoplan_ros.planning import costs as planning
from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.settings import checked_settings, known_settings
from egoplan_ros.skills import costs as skills
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.world.errors import InputError

ROOMS = [
    (Thresholds, MappingConfig, MappingNode),
    (Weights, BehaviorConfig, Behavior),
    (skills.Costs, SkillConfig, SkillExecutor),
    (planning.Costs, PlannerConfig, PlannerNode),
]
EACH = [
    pytest.param(kind, config, node, item, id=f"{kind.ROOM}.{item.name}")
    for kind, config, node in ROOMS
    for item in fields(kind)
]


@pytest.mark.parametrize(("kind", "config", "node", "item"), EACH)
def test_a_setting_has_a_meaning_and_limits(kind, config, node, item):
    about, number = item.metadata, type(item.default)
    assert len(about["means"].split()) > 4
    least, most = number(about["low"]), number(about["high"])
    for value in (least - 1, most + 1, nan, "much", True):
        with pytest.raises(InputError, match=rf"^{kind.ROOM}: {item.name}:? must be"):
            config.from_mapping({item.name: value})
    assert config.from_mapping({item.name: least}) != config()


@pytest.mark.parametrize(("kind", "config", "node", "item"), EACH)
def test_a_setting_is_a_parameter_with_its_limits(kind, config, node, item):
    parameter = next(one for one in node.PARAMETERS if one.name == item.name)
    default = defaults(node.NAME)[item.name]
    described = parameter.descriptor(default)
    assert (default, type(default)) == (item.default, type(item.default))
    assert described.description == item.metadata["means"]
    limits = (*described.floating_point_range, *described.integer_range)
    assert [(one.from_value, one.to_value) for one in limits] == [
        (item.metadata["low"], item.metadata["high"])
    ]


@pytest.mark.parametrize(("kind", "config", "node", "item"), EACH)
def test_a_setting_is_told_on_the_command_line(kind, config, node, item):
    name, high = f"{kind.ROOM}.{item.name}", item.metadata["high"]
    assert known_settings(kind.ROOM)[item.name] == item.default
    assert checked_settings([f"{name}={high}"]) == {kind.ROOM: {item.name: high}}
    with pytest.raises(InputError, match=f"{item.name}: must be"):
        checked_settings([f"{name}={high + 1}"])
