# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Probabilities that mean what they say."""

import numpy as np
import pytest

from egoplan_ros.perception.learned.beside import BESIDE
from egoplan_ros.training.perception.calibration import (
    Gathered,
    Shown,
    calibrate,
    calibrate_shown,
)
from egoplan_ros.training.perception.reliability import expected_error

TYPES = ("Mug", "Fork", "Pot", "Bowl")


def gathered(n: int = 4000) -> Gathered:
    """Logits that are three times too sure of types and twice too timid about things."""
    rng = np.random.default_rng(0)
    logit = rng.normal(0, 2, n)
    thing = rng.random(n) < 1 / (1 + np.exp(-logit))
    types = rng.normal(0, 1, (n, 4))
    context = rng.normal(0, 1, (n, 4))
    share = np.exp(types + 0.5 * context)
    share /= share.sum(axis=1, keepdims=True)
    truth = np.array([rng.choice(4, p=row) for row in share])
    state = rng.normal(0, 2, (n, 1))
    holds = (rng.random((n, 1)) < 1 / (1 + np.exp(-(state + 1)))).astype(float)
    columns = np.stack([0.5 * logit, np.zeros(n), np.zeros(n), np.ones(n)], axis=1)
    return Gathered([], columns, thing, 3 * types, 3 * context, truth, state, holds)


def shown(n: int = 4000) -> Shown:
    """Masks that lie in a surer one's box are no things more often than not."""
    rng = np.random.default_rng(1)
    logit, inside = rng.normal(0, 2, n), rng.random(n)
    thing = rng.random(n) < 1 / (1 + np.exp(4 * inside - 2 - logit))
    columns = np.zeros((n, BESIDE))
    columns[:, 0], columns[:, 7], columns[:, -1] = logit, inside, 1.0
    pixels = np.exp(rng.uniform(3, 9, n)).round()
    missed = rng.random(n) > 0.9 * pixels / (pixels + 100.0)
    by = np.where(missed[:, None], np.nan, np.eye(BESIDE)[0] * 6.0)
    return Shown(columns, thing, by, rng.integers(4, size=n), pixels.astype(np.int64))


def test_what_is_too_sure_or_too_timid_is_put_right() -> None:
    data = gathered()
    found = calibrate(data, ("open",))
    assert found.thing[0] == pytest.approx(2.0, rel=0.15)
    assert found.types == pytest.approx(3.0, rel=0.1)
    assert found.context == pytest.approx(0.5, abs=0.11)
    scale, offset = found.states["open"]
    assert (scale, offset) == (pytest.approx(1.0, abs=0.15), pytest.approx(1.0, abs=0.15))
    said = 1 / (1 + np.exp(-data.evidence @ np.array(found.thing)))
    assert expected_error(said, data.thing) < 0.02


def test_what_lies_in_a_surer_box_is_less_likely_a_thing() -> None:
    data = shown()
    alone = calibrate(gathered(), ("open",))
    found = calibrate_shown(alone, data, TYPES)
    assert (found.thing, found.types, found.states) == (alone.thing, alone.types, alone.states)
    assert found.beside[0] == pytest.approx(1.0, abs=0.15)
    assert found.beside[7] == pytest.approx(-4.0, abs=0.5)
    said = 1 / (1 + np.exp(-data.evidence @ np.array(found.beside)))
    assert expected_error(said, data.thing) < 0.02
    assert 0.1 < found.threshold < 0.6
    finding = found.finding
    assert finding.rate == pytest.approx(0.9, abs=0.03)
    assert finding.pixels == pytest.approx(100.0, rel=0.2)
    assert all(abs(shift) < 0.3 for shift in finding.types.values())


def test_types_that_are_found_less_often_are_told() -> None:
    data = shown()
    blind = data.type == 1
    data.by[blind & (np.arange(len(data.by)) % 2 == 0)] = np.nan
    finding = calibrate_shown(calibrate(gathered(), ("open",)), data, TYPES).finding
    assert finding.types["Fork"] < -1.0 < finding.types["Mug"]
    seen = ~np.isnan(data.by[blind, 0])
    said = [finding.probability("Fork", pixels) for pixels in data.pixels[blind].tolist()]
    assert np.mean(said) == pytest.approx(seen.mean(), abs=0.02)
