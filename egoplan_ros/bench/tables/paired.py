# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Two rows on the same tasks: how much more often the one succeeds, and whether by chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from scipy.stats import binomtest

from egoplan_ros.bench.tables.estimate import Estimate
from egoplan_ros.world.rate import wilson

Pairs = Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]
"""Episodes of the one and of the other, each pair with the same task."""


@dataclass(frozen=True, slots=True)
class Margin(Estimate):
    """How much the rate of the one is above that of the other, of pairs.

    Attributes:
        ahead: pairs in which the one alone succeeded. behind: in which the other alone did.
        p: of McNemar's exact test that these are as many.
    """

    ahead: int
    behind: int
    p: float


def margin(pairs: Pairs) -> Margin | None:
    """The difference of the success rates with Newcombe's interval; None of nothing."""
    if not pairs:
        return None
    told = [(bool(one["success"]), bool(other["success"])) for one, other in pairs]
    both, ahead = told.count((True, True)), told.count((True, False))
    behind, neither = told.count((False, True)), told.count((False, False))
    low, high = newcombe(both, ahead, behind, neither)
    n = len(told)
    return Margin((ahead - behind) / n, low, high, n, ahead, behind, mcnemar(ahead, behind))


def mcnemar(ahead: int, behind: int) -> float:
    """Two-sided p of McNemar's exact test; 1 where no pair tells the two apart."""
    n = ahead + behind
    return float(binomtest(ahead, n, 0.5).pvalue) if n else 1.0


def newcombe(both: int, ahead: int, behind: int, neither: int) -> tuple[float, float]:
    """95 % interval of the difference of paired shares (Newcombe 1998, method 10)."""
    n = both + ahead + behind + neither
    one, other = wilson(both + ahead, n), wilson(both + behind, n)
    phi = _correlation(both, ahead, behind, neither)

    def reach(mine: float, its: float) -> float:
        return sqrt(max(mine * mine - 2.0 * phi * mine * its + its * its, 0.0))

    value = (ahead - behind) / n
    low = value - reach(one.value - one.low, other.high - other.value)
    high = value + reach(one.high - one.value, other.value - other.low)
    return max(low, -1.0), min(high, 1.0)


def _correlation(both: int, ahead: int, behind: int, neither: int) -> float:
    """Of the two outcomes, with Newcombe's correction of continuity; 0 where one never varies."""
    margins = (both + ahead) * (behind + neither) * (both + behind) * (ahead + neither)
    if not margins:
        return 0.0
    product = float(both * neither - ahead * behind)
    if product > 0.0:
        product = max(product - 0.5 * (both + ahead + behind + neither), 0.0)
    return product / sqrt(margins)


PAIRED = {"margin": margin}
"""Measures of pairs by name, as :data:`measures.MEASURES`."""
