# Copyright 2026 egoplan_ros maintainers
# SPDX-License-Identifier: Apache-2.0

"""Probabilities fitted to frequencies, and how far off they are."""

import numpy as np
import pytest

from egoplan_ros.training.perception.reliability import expected_error, logistic


def test_weights_are_found_again() -> None:
    random = np.random.default_rng(1)
    scores = random.uniform(0.05, 0.95, 20000)
    logit = np.log(scores / (1 - scores))
    truth = random.uniform(size=scores.size) < 1 / (1 + np.exp(-(2.0 * logit - 0.5)))
    found = logistic(np.stack([logit, np.ones(len(logit))], axis=1), truth)
    assert found == pytest.approx((2.0, -0.5), abs=0.1)


def test_columns_that_say_the_same_and_things_that_are_sure_do_no_harm() -> None:
    x = np.linspace(-1, 1, 50)
    found = logistic(np.stack([x, x, np.ones(50)], axis=1), x > 0)
    assert np.isfinite(found).all()
    assert found[0] == pytest.approx(found[1])


def test_the_error_of_a_calibration_is_the_gap() -> None:
    truth = np.arange(1000) % 10 < 7
    assert expected_error(np.full(1000, 0.7), truth, bins=10) == pytest.approx(0.0, abs=1e-9)
    assert expected_error(np.full(1000, 0.9), truth, bins=10) == pytest.approx(0.2, abs=1e-9)
    half = np.arange(1000) % 2 == 0
    assert expected_error(np.full(1000, 0.5), half) == pytest.approx(0.0, abs=0.01)
    assert expected_error(np.full(1000, 0.9), half) == pytest.approx(0.4, abs=0.01)
    assert expected_error(np.array([]), np.array([], dtype=bool)) == 0.0
