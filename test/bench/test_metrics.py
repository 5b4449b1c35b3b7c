# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Rates and their intervals."""

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.bench.metrics import summarise
from egoplan_ros.world.episode import Choice
from egoplan_ros.world.rate import wilson


def test_known_interval() -> None:
    rate = wilson(30, 35)
    assert rate.value == pytest.approx(0.857, abs=1e-3)
    assert (rate.low, rate.high) == (pytest.approx(0.706, abs=2e-3), pytest.approx(0.937, abs=2e-3))


@given(st.integers(0, 500), st.integers(0, 500))
def test_interval_holds_the_rate(hits: int, extra: int) -> None:
    rate = wilson(hits, hits + extra)
    assert 0.0 <= rate.low <= rate.high <= 1.0
    assert rate.n == 0 or rate.low <= rate.value <= rate.high + 1e-12


def test_summary_counts_reasons_of_failures_only() -> None:
    common = {
        "kind": "put",
        "steps": 10,
        "failed_actions": 1,
        "seconds": 2.0,
        "blocking": {"not_found": 1},
    }
    good = common | {"success": True, "agent_success": True, "reason": "goal reached"}
    bad = common | {"success": False, "agent_success": True, "reason": "budget"}
    report = summarise(
        [
            good | {"conditions_met": 2, "conditions": 2},
            bad | {"conditions_met": 0, "conditions": 2},
        ]
    )
    assert report["SR"]["hits"] == 1
    assert report["GC"] == 0.5
    claims = report["false_claims"]
    assert (claims["hits"], claims["n"]) == (1, 2)
    assert report["reasons"] == {"budget": 1}
    assert report["blocking"] == {"not_found": 2}


def _episode(**values: Any) -> dict[str, Any]:
    blank = {
        "kind": "put",
        "steps": 1,
        "failed_actions": 0,
        "seconds": 1.0,
        "blocking": {},
        "reason": "",
    }
    blank |= {"success": True, "agent_success": True, "conditions_met": 1, "conditions": 1}
    return blank | values


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 500), st.integers(1, 500)), min_size=1))
def test_path_weighted_success_is_at_most_success(rows: list[tuple[bool, int, int]]) -> None:
    """And equal to it where no episode took longer than the expert."""
    episodes = [_episode(success=ok, steps=n, expert_steps=least) for ok, n, least in rows]
    report = summarise(episodes)
    assert 0.0 <= report["SPL"]["low"] <= report["SPL"]["mean"] <= report["SPL"]["high"] <= 1.0
    assert report["SPL"]["mean"] <= report["SR"]["rate"] + 1e-3
    if all(n <= least for _, n, least in rows):
        assert report["SPL"]["mean"] == pytest.approx(report["SR"]["rate"], abs=1e-3)


def test_goal_conditions_are_weighted_by_the_path_too() -> None:
    """ALFRED's PLWGC: half of the conditions, in twice the expert's steps, are a quarter."""
    half = {"success": False, "conditions_met": 1, "conditions": 2}
    report = summarise([_episode(steps=40, expert_steps=20, **half), _episode(expert_steps=1)])
    assert report["PLWGC"]["mean"] == pytest.approx((0.25 + 1.0) / 2, abs=1e-3)
    assert report["SPL"]["mean"] == 0.5
    nothing = _episode(steps=40, expert_steps=20, conditions_met=0, conditions=0, success=False)
    assert summarise([nothing])["PLWGC"]["mean"] == 0.0


def test_episodes_without_an_expert_are_not_weighted() -> None:
    report = summarise([_episode(steps=40, expert_steps=20), _episode(expert_steps=None)])
    assert report["SPL"]["n"] == 1
    assert report["SPL"]["mean"] == 0.5


def test_choices_are_counted_with_what_was_applicable() -> None:
    episodes = [_episode(decisions=[[2, 40], [4, 60], [0, 0]]), _episode()]
    choices = summarise(episodes)["choices"]
    assert choices["n"] == 2
    assert choices["candidates"]["mean"] == 3.0
    assert choices["applicable"]["mean"] == 50.0


def test_what_a_language_model_was_asked_for_is_told() -> None:
    rows = [
        Choice("model", 2, answers=1, seconds=1.0, agrees=True),
        Choice("model", 4, answers=2, outside=1, seconds=2.0, agrees=False),
        Choice("loop", 4, answers=1, seconds=1.0, agrees=True),
        Choice("heuristic", 9, answers=3, outside=3, seconds=4.0),
    ]
    episodes = [_episode(asked=[asdict(row) for row in rows]), _episode()]
    asked = summarise(episodes)["asked"]
    assert (asked["n"], asked["by"]) == (4, {"model": 2, "loop": 1, "heuristic": 1})
    assert (asked["agreed"]["hits"], asked["agreed"]["n"]) == (2, 4)
    blind = (1 / 2 + 1 / 4 + 1 / 4 + 1 / 9) / 4
    assert asked["blind"]["mean"] == pytest.approx(blind, abs=1e-3)
    assert (asked["outside"]["hits"], asked["outside"]["n"]) == (4, 7)
    assert asked["seconds"]["mean"] == 2.0
    assert summarise([_episode()])["asked"]["n"] == 0


def test_what_searching_alone_costs_is_told_apart() -> None:
    """Ten steps of searching and eight more than the expert's twenty elsewhere."""
    spent = {"GoTo": 24, "Inspect": 7, "LookAround": 3, "Put": 4}
    long = _episode(steps=38, expert_steps=20, spent=spent)
    report = summarise([long, _episode(steps=20, expert_steps=20, spent={"GoTo": 20})])
    assert report["SPL"]["mean"] == pytest.approx((20 / 38 + 1) / 2, abs=1e-3)
    assert report["search_weighted"]["mean"] == pytest.approx((20 / 30 + 1) / 2, abs=1e-3)
    assert report["spent"] == {"GoTo": 22.0, "Inspect": 3.5, "Put": 2.0, "LookAround": 1.5}
    lost = _episode(success=False, steps=9, expert_steps=9, spent={"GoTo": 9})
    assert summarise([lost])["search_weighted"]["mean"] == 0.0
    older = summarise([_episode(steps=38, expert_steps=20)])  # or over ROS: nobody counted
    assert (older["search_weighted"]["n"], older["spent"]) == (0, {})


def test_distance_to_success_is_nothing_for_a_success() -> None:
    far = _episode(success=False, distance_to_success=3.0)
    lost = _episode(success=False, distance_to_success=None)
    report = summarise([far, _episode(distance_to_success=0.0), lost, _episode()])
    assert report["DTS"] == {"mean": 1.5, "median": 1.5, "max": 3.0}


def test_beliefs_are_pooled_over_episodes_and_predicates() -> None:
    one = {
        "objects": {"precision": [9, 10], "recall": [9, 9]},
        "predicates": {"in": [2, 3, 2], "open": [1, 1, 2]},
    }
    two = {
        "objects": {"precision": [1, 2], "recall": [1, 3]},
        "predicates": {"in": [0, 0, 1]},
    }
    report = summarise([_episode(beliefs=one), _episode(beliefs=two), _episode()])
    shares = {name: (report[name]["hits"], report[name]["n"]) for name in ("P_C", "R_C")}
    assert shares == {"P_C": (10, 12), "R_C": (10, 12)}
    shares = {name: (report[name]["hits"], report[name]["n"]) for name in ("P_P", "R_P")}
    assert shares == {"P_P": (3, 4), "R_P": (3, 5)}
    recall = report["predicates"]["in"]["recall"]
    assert (recall["hits"], recall["n"], recall["rate"]) == (2, 3, pytest.approx(0.667, abs=1e-3))
    assert summarise([_episode()])["P_P"]["n"] == 0
