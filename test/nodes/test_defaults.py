# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""The graph and the run in one process are one agent: config files hold the code's defaults."""

import pytest
import yaml

from egoplan_ros.behavior.config import BehaviorConfig
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.perception.oracle import OracleBackend
from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.skills.config import SkillConfig
from egoplan_ros.world.system.resources import config_path
from egoplan_ros.world.system.settings import values_of


@pytest.mark.parametrize(
    ("node", "defaults"),
    [
        ("mapping", values_of(MappingConfig())),
        ("planner", values_of(PlannerConfig())),
        ("skill_executor", values_of(SkillConfig())),
        ("behavior", values_of(BehaviorConfig())),
        ("perception", {"min_pixels": OracleBackend().min_pixels}),
    ],
)
def test_parameters_have_the_defaults_of_the_code(node, defaults):
    text = config_path(f"{node}.yaml").read_text(encoding="utf-8")
    given = yaml.safe_load(text)["/**"]["ros__parameters"]
    shared = {name: value for name, value in given.items() if name in defaults}
    assert shared
    assert shared == {name: plain(defaults[name]) for name in shared}


def plain(value):
    """As YAML has it."""
    return list(value) if isinstance(value, tuple) else value
