# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""What columns measure, on small results."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.bench.tables.estimate import Estimate, mean, share, weighted
from egoplan_ros.bench.tables.measures import LISTS, MEASURES, from_report


def row(**values: Any) -> dict[str, Any]:
    blank = {"success": True, "agent_success": True, "conditions_met": 1, "conditions": 1}
    return blank | {"steps": 20, "expert_steps": 10, "task_seconds": 2.0, "events": []} | values


FAILED = row(
    success=False,
    agent_success=True,
    conditions_met=1,
    conditions=4,
    steps=40,
    reason="the goal holds",
    goal="(exists (?o - Mug) (hot ?o))",
    understood="(exists (?m - Mug) (hot ?m))",
    distance_to_success=1.5,
    decisions=[[2, 40], [4, 60], [0, 0]],
    beliefs={
        "objects": {"precision": [3, 4], "recall": [3, 3]},
        "predicates": {"in": [1, 2, 4], "open": [1, 2, 1]},
    },
    events=[
        [0, "planner", "Plan()", "explore", 0, 0.5],
        [0, "planner", "Plan()", "timeout", 0, 10.0],
        [0, "planner", "Plan()", "cancelled", 0, 9.0],
        [3, "blocked", "Open(Fridge_1)", "no_effect", 0, 0.0],
    ],
)
EPISODES = [row(distance_to_success=0.0), FAILED]


@pytest.mark.parametrize(
    ("measure", "about", "value"),
    [
        ("SR", "", 1 / 2),
        ("GC", "", 2 / 5),
        ("GC_mean", "", (1 + 1 / 4) / 2),
        ("PLWSR", "", 0.5 / 2),
        ("PLWGC", "", (0.5 + 0.25 / 4) / 2),
        ("SR_within", "19", 0.0),
        ("SR_within", "20", 1 / 2),
        ("SPL_within", "20", 0.25),
        ("DTS", "", 0.75),
        ("P_C", "", 3 / 4),
        ("R_C", "", 1.0),
        ("P_P", "", 2 / 4),
        ("R_P", "", 2 / 5),
        ("cause_epa", "Others", 1.0),
        ("cause_danli", "Grounding", 0.0),
        ("cause_ogamus", "Confused", 1.0),
        ("exception_share", "No effect", 1.0),
        ("exception_handled", "No effect", 0.0),
        ("no_plan", "", 1 / 2),
        ("planning_seconds", "", 10.5 / 2),
        ("candidates", "", 3.0),
        ("applicable", "", 50.0),
        ("seconds", "", 2.0),
        ("sessions", "", 2.0),
        ("conditions", "", 2.5),
        ("short_paths", "2.1", 1.0),
        ("short_paths", "2.0", 0.0),  # no shorter than twice the reference
    ],
)
def test_values(measure: str, about: str, value: float) -> None:
    found = MEASURES[measure](EPISODES, about)
    assert found is not None
    assert found.value == pytest.approx(value)
    assert found.low is None or found.high is None or found.low <= found.value <= found.high


@pytest.mark.parametrize("measure", sorted(set(MEASURES) - {"sessions"}))
def test_of_no_episodes_nothing_is_told(measure: str) -> None:
    about = {"cause_epa": "Others", "cause_danli": "Others", "cause_ogamus": "Others"}
    assert MEASURES[measure]([], about.get(measure, "1")) is None


def test_names_are_looked_up() -> None:
    assert LISTS["type_known"]("dish sponge")
    assert LISTS["type_known"]("StoveBurner")
    assert not LISTS["type_known"]("paintinghanger")
    assert LISTS["task_known"]("pick_two_obj_and_place")
    assert not LISTS["task_known"]("juggle")


def test_what_another_command_measured_is_read(tmp_path: Path) -> None:
    file = tmp_path / "perception.json"
    assert from_report(file, "states.dirty") is None
    states = {"dirty": {"accuracy": 0.75, "n": 8, "holds": 0.5}, "odd": {"n": 3}}
    file.write_text(json.dumps({"panoptic_quality": 0.6, "states": states}), encoding="utf-8")
    assert from_report(file, "states.dirty") == share(6, 8)
    assert from_report(file, "panoptic_quality") == Estimate(0.6, None, None, 0)
    for about in ("states.odd", "states.filled", "states", "panoptic_quality.x"):
        assert from_report(file, about) is None
    file.write_text("{", encoding="utf-8")
    assert from_report(file, "panoptic_quality") is None


def test_one_value_has_no_interval_and_none_no_mean() -> None:
    one = mean([3.0])
    assert one is not None
    assert (one.value, one.low, one.high, one.n) == (3.0, None, None, 1)
    assert mean([]) is None
    assert share(0, 0) is None


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 5)), min_size=2, max_size=30))
def test_a_ratio_is_within_its_interval(rows: list[tuple[float, int]]) -> None:
    found = weighted([a * b for a, b in rows], [float(b) for _, b in rows], most=1.0)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    assert 0.0 <= found.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.high <= 1.0


def test_shares_that_are_all_the_same_are_not_sure_for_it() -> None:
    found = mean([1.0, 1.0], most=1.0)
    assert found == share(2, 2)
    half = weighted([0.5, 1.0, 0.5], [1.0, 2.0, 1.0], most=1.0)
    assert half is not None
    assert half.low is not None
    assert half.low < 0.5 == half.value


def test_the_interval_of_a_mean_is_students() -> None:
    """Of 1, 2, 3: half of it is 4.303 / sqrt(3)."""
    found = mean([1.0, 2.0, 3.0], least=-9.0)
    assert found is not None
    assert found.high == pytest.approx(2.0 + 4.3027 / 3**0.5, abs=1e-3)
