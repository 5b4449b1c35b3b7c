# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Margins of paired episodes: known values of the papers, and what must hold of any counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from egoplan_ros.bench.tables.paired import Margin, margin, mcnemar, newcombe

COUNTS = st.tuples(*[st.integers(0, 60)] * 4).filter(any)


def pairs(both: int, ahead: int, behind: int, neither: int) -> list[tuple[dict, dict]]:  # type: ignore[type-arg]
    kinds = [(True, True, both), (True, False, ahead), (False, True, behind)]
    kinds += [(False, False, neither)]
    return [({"success": a}, {"success": b}) for a, b, n in kinds for _ in range(n)]


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ((1, 1, 7, 12), -0.507, -0.026),  # Fagerland et al. 2014, airway reactivity
        ((36, 12, 2, 0), 0.0569, 0.3404),  # Newcombe 1998, method 10
    ],
)
def test_intervals_are_those_of_the_papers(
    counts: tuple[int, int, int, int], low: float, high: float
) -> None:
    assert newcombe(*counts) == (pytest.approx(low, abs=6e-4), pytest.approx(high, abs=6e-4))


@pytest.mark.parametrize(
    ("ahead", "behind", "p"),
    [(1, 7, 0.0703), (0, 0, 1.0), (0, 5, 0.0625), (12, 2, 0.01294), (10, 10, 1.0)],
)
def test_the_exact_test_has_known_values(ahead: int, behind: int, p: float) -> None:
    assert mcnemar(ahead, behind) == pytest.approx(p, abs=5e-5)


@given(st.integers(0, 80), st.integers(0, 80))
def test_p_is_twice_the_smaller_tail(ahead: int, behind: int) -> None:
    tail = float(binom.cdf(min(ahead, behind), ahead + behind, 0.5))
    assert mcnemar(ahead, behind) == pytest.approx(min(2.0 * tail, 1.0), rel=1e-9)
    assert mcnemar(ahead, behind) == mcnemar(behind, ahead)


@given(COUNTS)
def test_a_margin_turns_its_sign_with_the_pairs(counts: tuple[int, int, int, int]) -> None:
    both, ahead, behind, neither = counts
    one, other = margin(pairs(*counts)), margin(pairs(both, behind, ahead, neither))
    assert isinstance(one, Margin)
    assert isinstance(other, Margin)
    assert one.low is not None
    assert one.high is not None
    assert -1.0 <= one.low <= one.value + 1e-12
    assert one.value - 1e-12 <= one.high <= 1.0
    assert (one.value, one.ahead, one.behind) == (-other.value, other.behind, other.ahead)
    assert other.low == pytest.approx(-one.high, abs=1e-12)
    assert one.p == other.p
    assert one.n == sum(counts)


@given(COUNTS)
def test_twice_as_many_of_each_tell_more(counts: tuple[int, int, int, int]) -> None:
    low, high = newcombe(*counts)
    closer, nearer = newcombe(*(4 * count for count in counts))
    assert nearer - closer < high - low


def test_in_per_cent_it_keeps_what_it_counted() -> None:
    found = margin(pairs(3, 4, 1, 2))
    assert found is not None
    told = found.times(100.0)
    assert (told.value, told.n, told.ahead, told.behind, told.p) == (30.0, 10, 4, 1, found.p)
    assert margin([]) is None
