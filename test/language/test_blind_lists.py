# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Requests that nothing was trained on: counts, negation, "every", two tasks, dialogs, refusals."""

from collections import Counter

import pytest
from blind_lists import DATA, LEAST, judged

from egoplan_ros.language.model import LanguageModel

SAMPLE, SPREAD = 80, 0.06
"""Requests of each list in every run, and how much worse they may come out than the whole list:
nearly two standard deviations of such a sample."""

LEAST_OF_KIND, HARDEST = 0.6, {("sixth_try", "indirect"): 0.5}
"""Share of each kind of request that has to be understood; less of what is only hinted at."""


@pytest.mark.parametrize("name", LEAST)
def test_most_of_a_sample_are_understood(model: LanguageModel, name: str) -> None:
    fine = [fine for _, fine, _ in judged(model, DATA / f"{name}.txt", most=SAMPLE)]
    assert sum(fine) >= (LEAST[name] - SPREAD) * len(fine)


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAST)
def test_most_are_understood(model: LanguageModel, name: str) -> None:
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong = []
    for case, fine, got in judged(model, DATA / f"{name}.txt"):
        total[case.kind] += 1
        right[case.kind] += fine
        if not fine:
            wrong.append(f"{case.text} -> {got}")
    assert sum(right.values()) >= LEAST[name] * sum(total.values()), "\n".join(wrong)
    for kind, count in total.items():
        least = HARDEST.get((name, kind), LEAST_OF_KIND)
        assert right[kind] >= least * count, (kind, "\n".join(wrong))
