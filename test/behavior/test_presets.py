# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What the papers print of their systems, held by the presets; docs/strategies/ tells the rest."""

import re
from math import radians
from pathlib import Path

import pytest

from egoplan_ros.behavior.config import BehaviorConfig, load_preset, strategy_names
from egoplan_ros.mapping.config import MappingConfig
from egoplan_ros.planning.config import PlannerConfig
from egoplan_ros.skills.config import SkillConfig

PRINTED = {
    "epa": {
        "behavior.explore_steps": (500, "3, F.3"),
        "behavior.max_steps": (1000, "2"),
        "behavior.max_failed_primitives": (10, "2"),
        "behavior.recovery": ("replan", "5.2, Alg. 1: lines 19 and 27"),
        "planner.mode": ("iterative", "5.2, Alg. 1"),
        "planner.anchors": ("locations", "5.2, F.3"),
        "planner.min_confidence": (0.8, "F.2"),
        "mapping.near_range": (1.5, "6.1, F.1.2, F.2"),
        "skills.step": (0.25, "F.2"),
    },
    "danli": {
        "behavior.subgoals": ("told", "3.2, Alg. 1"),
        "behavior.subgoal_steps": (200, "A.4"),
        "behavior.max_steps": (1000, "2"),
        "behavior.max_failed_primitives": (30, "2"),
        "behavior.recovery": ("graph", "3.3, figure 4"),
        "planner.mode": ("search", "3.3, Finding Unobserved Objects"),
        "planner.pruning": (True, "3.3, Search Space Pruning"),
        "mapping.resolution": (0.25, "3.1, A.4"),
        "mapping.matcher": ("danli", "A.5"),
        "skills.search": ("farthest", "A.4"),
        "skills.path_planner": ("vin", "A.4"),
    },
    "ogamus": {
        "behavior.max_steps": (200, "4.1"),
        "behavior.recovery": ("replan", "Alg. 1"),
        "behavior.replan_after_motion": (True, "Alg. 1, lines 6-14"),
        "behavior.interrupt_exploration": (True, "3.2"),
        "behavior.look_around": (False, "Alg. 1, line 1"),
        "planner.mode": ("plan_one_act_one", "Alg. 1, line 10"),
        "planner.reuse": (False, "Alg. 1, line 6"),
        "planner.exploration": ("anywhere", "3.2"),
        "mapping.matcher": ("ogamus", "3.2"),
        "mapping.match_distance": (0.20, "3.2, 4.1"),
        "mapping.relations": ("learned", "4.1"),
        "skills.step": (0.25, "4.1"),
        "skills.tilt": (radians(30.0), "4.1"),
        "skills.reach": (1.5, "4.1"),
    },
    "bcr": {
        "behavior.pursuit": ("resolve", "III-B"),
        "behavior.recovery": ("graph", "III-B"),
        "behavior.max_actions": (100, "V-B"),
        "behavior.llm_model": ("gpt-3.5-turbo", "V-A"),
        "behavior.llm_memory": (False, "IV-A"),
    },
    "capeam": {
        "behavior.subgoals": ("frames", "3.1.1"),
        "behavior.details": ("learned", "3.1.2"),
        "behavior.max_steps": (1000, "4, by ALFRED"),
        "behavior.max_failed_primitives": (10, "4, by ALFRED"),
        "mapping.retrospective_masks": (True, "3.2"),
        "mapping.relocation_tracking": (True, "3.2"),
        "mapping.location_caching": (True, "3.2"),
        "skills.tilt": (radians(15.0), "supplement A"),
    },
}
"""By preset and setting: the value, and where the paper prints it."""

ROOT = Path(__file__).resolve().parents[2]

UNTOLD = {"look_around": True, "reuse": False, "interrupt_exploration": True, "pruning": False}
"""What a preset names although its paper has nothing to say of it."""

ROOMS = {
    "behavior": BehaviorConfig.from_mapping,
    "planner": PlannerConfig.from_mapping,
    "mapping": MappingConfig.from_mapping,
    "skills": SkillConfig.from_mapping,
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_preset_has_what_its_paper_prints(name):
    preset = load_preset(name)
    rooms = {room: make(preset[room]) for room, make in ROOMS.items()}
    for setting, (value, section) in PRINTED[name].items():
        room, _, key = setting.partition(".")
        assert getattr(rooms[room], key) == pytest.approx(value), f"{setting}: {name} {section}"


@pytest.mark.parametrize("name", PRINTED)
def test_a_page_tells_what_the_preset_sets(name):
    page = (ROOT / "docs" / "strategies" / f"{name}.md").read_text()
    words = set(re.findall(r"\w+", page))
    missing = {
        key
        for values in load_preset(name).values()
        for key, value in values.items()
        if key not in words and value != UNTOLD.get(key)
    }
    assert not missing


BASELINES = {
    "random_walk": {"behavior.pursuit": "random"},
    "open_loop": {
        "planner.mode": "open_loop",
        "behavior.recovery": "none",
        "behavior.execution_monitoring": False,
    },
    "ff_replan": {
        "planner.mode": "open_loop",
        "behavior.recovery": "replan",
        "behavior.execution_monitoring": True,
    },
}
"""What makes a baseline one."""


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_is_what_its_name_says(name):
    preset = load_preset(name)
    rooms = {room: make(preset[room]) for room, make in ROOMS.items()}
    for setting, value in BASELINES[name].items():
        room, _, key = setting.partition(".")
        assert getattr(rooms[room], key) == value, setting


def test_every_shipped_strategy_is_ours_a_papers_or_a_baseline():
    assert {"egoplan", *PRINTED, *BASELINES} == set(strategy_names())
