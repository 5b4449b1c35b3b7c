# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Confidence: mended by a line that never falls, without another order of readings."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from egoplan_ros.language.goals.slots import TASK_TYPES, Slots
from egoplan_ros.language.reader.decoder import Reading, trusted
from egoplan_ros.training.language.calibration import reliability
from egoplan_ros.training.language.evaluate_pursued import calibration_error

CHANCES = st.lists(st.floats(0.01, 1.0), min_size=1, max_size=8)
LINES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=6)


def readings_of(chances: list[float], lamps: bool) -> list[Reading]:
    """Readings in order; with lamps the first two differ in the lamp's kind alone."""
    shares = sorted((c / sum(chances) for c in chances), reverse=True)
    tasks = [Slots(TASK_TYPES[0], f"Thing{number}", recep="Shelf") for number in range(len(shares))]
    if lamps and len(tasks) > 1:
        tasks[:2] = [
            Slots(TASK_TYPES[2], "Book", toggle=kind) for kind in ("DeskLamp", "FloorLamp")
        ]
    return [Reading(task, share) for task, share in zip(tasks, shares, strict=True)]


@given(CHANCES, LINES, st.booleans())
def test_the_best_stays_the_best(
    chances: list[float], line: list[tuple[float, float]], lamps: bool
) -> None:
    points = list(zip(sorted(x for x, _ in line), sorted(y for _, y in line), strict=True))
    before = readings_of(chances, lamps)
    after = trusted(before, points)
    assert {r.slots for r in after} == {r.slots for r in before}
    assert after[0].slots.key() == before[0].slots.key() or (
        after[0].probability == pytest.approx(after[1].probability)
    )
    shares = [reading.probability for reading in after]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) <= 1 + 1e-6
    assert all(0 <= share <= 1 + 1e-6 for share in shares)


def test_no_line_changes_nothing() -> None:
    assert trusted([], [(0.0, 0.0), (1.0, 1.0)]) == []
    before = readings_of([0.5, 0.3], lamps=False)
    assert trusted(before, []) == before


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=60))
@example([(0.9787545043039778, False)] * 3 + [(0.9787545043039778, True)])
def test_the_line_never_falls(found: list[tuple[float, bool]]) -> None:
    confidence, right = (np.array(part) for part in zip(*found, strict=True))
    x, y = np.array(reliability(confidence, right)).T
    assert (np.diff(x) >= 0).all()
    assert (np.diff(y) >= 0).all()
    assert (x[0], x[-1]) == (0.0, 1.0)
    assert ((y >= 0) & (y <= 1)).all()


def test_the_line_mends_what_is_too_sure() -> None:
    rng = np.random.default_rng(0)
    confidence = rng.random(4000)
    right = rng.random(4000) < confidence**2
    line = np.array(reliability(confidence, right))
    mended = np.interp(confidence, *line.T)
    assert calibration_error(confidence, right) > 0.12
    assert calibration_error(mended, right) < 0.03
