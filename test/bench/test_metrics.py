"""Rates and their intervals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from egoplan_ros.bench.metrics import summarise
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
    common = {"steps": 10, "failed_actions": 1, "seconds": 2.0, "blocking": {"not_found": 1}}
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
    assert report["claimed"] == 2
    assert report["reasons"] == {"budget": 1}
    assert report["blocking"] == {"not_found": 2}
